"""Labels that people give the traces of a run, as types: as they write them, and as a record keeps them."""

import datetime

from benchdocs.specs.choices import Choice
from benchdocs.specs.fields import Fields, Line, Text, needed, optional
from benchdocs.specs.run_record import Digest, Name

MOST_LABELS = 1_000
"""Most labels of a file."""
NONE_OF_THE_ABOVE = "NONE_OF_THE_ABOVE"
"""What stands for a code where no benchmark describes the fault."""
MOST_NAMED = 5
"""Most benchmarks that fail a trace which its record names."""


class LabelSeverity(Choice):
    """How grave a fault is."""

    HIGH = "high", "Grave."
    MEDIUM = "medium", "Neither grave nor slight."
    LOW = "low", "Slight."


class TraceOutcome(Choice):
    """What the benchmark of a label, or without one any benchmark, says of the trace in a run."""

    FAILED = "failed", "It fails, as people said."
    PASSED = "passed", "It does not fail."
    OPEN = "open", "The run has no verdict."
    ABSENT = "absent", "The run does not have the trace."


class Label(Fields):
    """What a person says of a trace: its most important fault."""

    trace_id: Name = needed("Name of the trace, which is a case of the run.", examples=["call-17"])
    benchmark_code: Text = needed(
        f"Code of the benchmark that describes the fault, or `{NONE_OF_THE_ABOVE}`.", examples=["A-LNG1"]
    )
    severity: LabelSeverity | None = optional("How grave it is.", examples=["high"])
    note: Text | None = optional("What went wrong.")

    @property
    def words(self) -> str:
        """What it says in one line: the benchmark, if there is one, severity and note."""
        code = self.benchmark_code if self.benchmark_code != NONE_OF_THE_ABOVE else ""
        return (
            ", ".join(filter(None, (code, self.severity, " ".join((self.note or "").split())))) or "no note"
        )


class LabelFile(Fields):
    """The labels of a run as people write them: at most one for each trace."""

    labels: list[Label] = needed("The labels.", default=[])


class RecordedLabel(Label):
    """A label, and what the run says of its trace."""

    outcome: TraceOutcome = needed("What the run says of it.", examples=["failed"])
    failed: list[Text] = optional(
        f"Benchmarks that fail the trace, the one of the label first, at most {MOST_NAMED}.", default=[]
    )

    @property
    def is_failed(self) -> bool:
        """Whether the benchmark of the label, or without one any benchmark, is among those that fail it."""
        return bool(self.failed) and self.benchmark_code in (NONE_OF_THE_ABOVE, *self.failed)


class LabelRecord(Fields):
    """Labels of a run by people, with what the run says of them; a record is added and never changed."""

    product: Name = needed("Product and version.", examples=["Product 4.2"])
    judge: Line = optional("Model and version of the judge; absent where none spoke.")
    date: datetime.date = needed("Day of the record.", examples=["2026-01-31"])
    plan: Digest = needed("SHA-256 of the run's plan.")
    labels: list[RecordedLabel] = needed("The labels.", default=[])
