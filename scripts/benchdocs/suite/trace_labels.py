"""Labels of traces held against what a run says of them: how often its benchmarks find what people found."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from benchdocs.specs.records import NONE_OF_THE_ABOVE, LabelSeverity, RecordedLabel, TraceOutcome
from benchdocs.suite.files import grouped
from benchdocs.suite.judge_quality import Agreement, agreement
from benchdocs.suite.sampling import Passed


class CodeRow(NamedTuple):
    """The labels with one code.

    Attributes:
        found: Of their traces with a verdict, those that its benchmark, or without one any benchmark, fails.
        others: Number of their traces without a verdict.
    """

    code: str
    found: Passed
    others: int


@dataclass(frozen=True)
class TraceLabels:
    """The labels of a run, with what it says of their traces."""

    labels: Sequence[RecordedLabel]

    @cached_property
    def rows(self) -> list[CodeRow]:
        """The labels of each code in alphabetical order; those without a benchmark are the last."""
        outcomes = grouped((label.benchmark_code, label.outcome) for label in self.labels)
        rows = []
        for code in sorted(outcomes, key=lambda code: (code == NONE_OF_THE_ABOVE, code)):
            counts = Counter(outcomes[code])
            failed = counts[TraceOutcome.FAILED]
            found = Passed(failed, failed + counts[TraceOutcome.PASSED])
            rows.append(CodeRow(code, found, len(outcomes[code]) - found.evaluated))
        return rows

    @cached_property
    def agreement(self) -> Agreement | None:
        """How far people and run agree on the one code of a trace.

        None where a trace has several failed benchmarks or lacks a verdict, or a side always says the same.
        """
        pairs = Counter[tuple[str, str]]()
        for label in self.labels:
            if label.outcome is TraceOutcome.OPEN or len(label.failed) > 1:
                return None
            if label.outcome is not TraceOutcome.ABSENT:
                pairs[label.benchmark_code, (*label.failed, NONE_OF_THE_ABOVE)[0]] += 1
        codes = sorted({code for pair in pairs for code in pair})
        return agreement([[pairs[row, column] for column in codes] for row in codes])

    @property
    def unplaced(self) -> list[RecordedLabel]:
        """Labels for whose fault people found no benchmark, the gravest first."""
        return [label for label in self._by_severity if label.benchmark_code == NONE_OF_THE_ABOVE]

    @property
    def missed(self) -> list[RecordedLabel]:
        """Labels whose benchmark does not fail the trace, the gravest first."""
        passed = (label for label in self._by_severity if label.outcome is TraceOutcome.PASSED)
        return [label for label in passed if label.benchmark_code != NONE_OF_THE_ABOVE]

    @property
    def absent(self) -> list[RecordedLabel]:
        """Labels of traces that the run does not have, the gravest first."""
        return [label for label in self._by_severity if label.outcome is TraceOutcome.ABSENT]

    @cached_property
    def _by_severity(self) -> list[RecordedLabel]:
        order = [*LabelSeverity, None]
        return sorted(self.labels, key=lambda label: order.index(label.severity))
