"""RUN1804: labels that people gave the traces of a run."""

from collections.abc import Iterator, Sequence

from benchdocs.documents.locations import at
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Link, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.trace_labels import (
    NONE_OF_THE_ABOVE,
    Label,
    LabelFile,
    LabelRecord,
    RecordedLabel,
    TraceOutcome,
)
from benchdocs.specs.validation import Spec
from benchdocs.suite.cases import compared_name
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: runs"


@rule("RUN1804", "label of a trace that cannot be")
def wrong_label(suite: Suite) -> Iterator[Violation]:
    """A label names no benchmark that the suite has or had, and is not `NONE_OF_THE_ABOVE`. Or a trace has
    two labels. Or the record of a label says that its trace failed, and does not name the benchmark that
    failed it, or the other way round.

    Why: what people found is counted by code, each trace once.

    Fix: write the code of a benchmark, and keep of each trace the label of its most important fault.

    Bad (whole file) runs/labels/first.yaml:

        product: Product 1
        date: 2026-01-31
        plan: "0000000000000000000000000000000000000000000000000000000000000000"
        labels:
          - {trace_id: call-1, benchmark_code: A-XYZ1, outcome: absent}

    Good (whole file) runs/labels/first.yaml:

        product: Product 1
        date: 2026-01-31
        plan: "0000000000000000000000000000000000000000000000000000000000000000"
        labels:
          - {trace_id: call-1, benchmark_code: A-DEM1, outcome: absent}
    """
    codes = {*suite.benchmark, *suite.alias}
    files: Sequence[Spec[LabelFile] | Spec[LabelRecord]] = (*suite.label_files, *suite.label_records)
    for file in files:
        first: dict[str, int] = {}
        for index, label in enumerate(file.fields.labels):
            for field, code in _named(label):
                if code not in codes:
                    message = f"the suite never had a benchmark `{shorten(code)}`"
                    hint = did_you_mean(code, codes)
                    if field == "benchmark_code" and not hint:
                        hint = f"where none fits, write `{NONE_OF_THE_ABOVE}`"
                    yield Violation(file.document, at("labels", index, field), message, hint)
            if isinstance(label, RecordedLabel) and (message := _contradiction(label)):
                yield Violation(file.document, at("labels", index), message)
            earlier = first.setdefault(compared_name(label.trace_id or ""), index)
            if earlier != index and label.trace_id:
                message = f"the trace `{shorten(label.trace_id)}` has two labels"
                link = Link(file.document, at("labels", earlier), "the first one")
                hint = "keep the one of its most important fault"
                yield Violation(file.document, at("labels", index, "trace_id"), message, hint, (link,))


def _named(label: Label) -> Iterator[tuple[str, str]]:
    """Yield the codes that a label names, each with its field."""
    if label.benchmark_code and label.benchmark_code != NONE_OF_THE_ABOVE:
        yield "benchmark_code", label.benchmark_code
    if isinstance(label, RecordedLabel):
        yield from (("failed", code) for code in label.failed)


def _contradiction(label: RecordedLabel) -> str:
    """Return how a label's outcome contradicts the benchmarks that failed its trace; empty where not."""
    is_failed = label.benchmark_code in (NONE_OF_THE_ABOVE, *label.failed) and bool(label.failed)
    if label.outcome is TraceOutcome.ABSENT and label.failed:
        return f"the run does not have the trace, and {label.failed[0]} fails it"
    if label.outcome is TraceOutcome.FAILED and not is_failed:
        return "the outcome is failed, and what fails it is not named"
    if label.outcome not in (TraceOutcome.FAILED, None) and is_failed:
        return f"the outcome is {label.outcome}, and {label.failed[0]} fails it"
    return ""
