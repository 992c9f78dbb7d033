"""Work out the record of what people said of a run's traces, with what the run says of them."""

import datetime

from benchdocs.authoring.changeset import Step
from benchdocs.authoring.records import cleaned, new_record, what_ran, whole_plan
from benchdocs.documents.text_file import MAX_BYTES
from benchdocs.scoring.report import ScoreReport
from benchdocs.specs.discovery import LABEL_FOLDER


def new_labels(report: ScoreReport, name: str, day: datetime.date) -> Step:
    """Return the step that adds the record of labels. Raises RefusedError where they may not be recorded."""
    labels = []
    for label in report.people.labels:
        texts = {"trace_id": cleaned(label.trace_id, MAX_BYTES), "note": cleaned(label.note or "")}
        labels.append({**dict(label), **texts})
    fields = {**what_ran(report, day), "plan": whole_plan(report).digest, "labels": labels}
    return new_record(report.suite, LABEL_FOLDER, name, fields)
