"""Work out the record of what people said of a run's traces, with what the run says of them."""

import datetime

from benchdocs.authoring.changeset import Step
from benchdocs.authoring.run_records import quoted, record_path, refused, what_ran, whole_plan
from benchdocs.documents.text_file import MAX_BYTES
from benchdocs.scoring.report import ScoreReport
from benchdocs.specs.discovery import LABEL_FOLDER
from benchdocs.specs.trace_labels import RecordedLabel


def new_labels(report: ScoreReport, name: str, day: datetime.date) -> Step:
    """Return the step that adds the record of what people said of a run's traces.

    Raises RefusedError where the run may not be recorded, or a record has this name.
    """
    path, plan = record_path(report.suite, LABEL_FOLDER, name), whole_plan(report)
    lines = [*what_ran(report, day), f'plan: "{plan.digest}"', "labels:", *map(_entry, report.people.labels)]
    text = "".join(f"{line}\n" for line in lines)
    if len(text.encode()) > MAX_BYTES:
        raise refused(f"the record would have more than {MAX_BYTES:,} bytes: split the labels")
    return Step(path, text)


def _entry(label: RecordedLabel) -> str:
    """Return a label as an entry of the list."""
    entry = f"trace_id: {quoted(label.trace_id or '', MAX_BYTES)}, benchmark_code: {label.benchmark_code}"
    if label.severity:
        entry += f", severity: {label.severity}"
    if label.note:
        entry += f", note: {quoted(label.note)}"
    entry += f", outcome: {label.outcome}"
    if label.failed:
        entry += f", failed: [{', '.join(label.failed)}]"
    return f"  - {{{entry}}}"
