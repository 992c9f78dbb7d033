"""RUN1804: labels that people gave the traces of a run."""

from collections.abc import Iterator, Sequence

from benchdocs.documents.locations import at
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Link, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.trace_labels import (
    NONE_OF_THE_ABOVE,
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
            named: dict[str, str] = {}
            if label.benchmark_code and label.benchmark_code != NONE_OF_THE_ABOVE:
                named[label.benchmark_code] = "benchmark_code"
            if isinstance(label, RecordedLabel):
                named = dict.fromkeys(label.failed, "failed") | named
                if label.outcome and (label.outcome is TraceOutcome.FAILED) is not label.is_failed:
                    failed = ", ".join(label.failed) or "none"
                    message = f"the outcome is {label.outcome}, and `failed` names {failed}"
                    yield Violation(file.document, at("labels", index), message)
            for code, field in named.items():
                if code not in codes:
                    message = f"the suite never had a benchmark `{shorten(code)}`"
                    hint = (
                        did_you_mean(code, codes)
                        or f"where none fits, `benchmark_code` is `{NONE_OF_THE_ABOVE}`"
                    )
                    yield Violation(file.document, at("labels", index, field), message, hint)
            earlier = first.setdefault(compared_name(label.trace_id or ""), index)
            if earlier != index and label.trace_id:
                message = f"the trace `{shorten(label.trace_id)}` has two labels"
                link = Link(file.document, at("labels", earlier), "the first one")
                hint = "keep the one of its most important fault"
                yield Violation(file.document, at("labels", index, "trace_id"), message, hint, (link,))
