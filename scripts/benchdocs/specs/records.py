"""Records of runs, measured judges and labels by people as types: what `benchdocs score --record` adds."""

import datetime
import re
from decimal import Decimal
from functools import partial
from typing import Annotated, LiteralString

from pydantic import AfterValidator, Field, Strict
from pydantic_core import PydanticCustomError

from benchdocs.specs.choices import Choice, RunVerdict
from benchdocs.specs.field_facts import FieldFacts, TextForm
from benchdocs.specs.fields import Count, Fields, Line, Text, needed, optional

MOST_CASES = 1_000_000
"""Most cases that a record counts."""
MOST_FAILED = 50
"""Cases of a benchmark that failed, have no result or are judged wrongly, which a record names."""
MOST_LABELS = 1_000
"""Most labels of a file."""
NONE_OF_THE_ABOVE = "NONE_OF_THE_ABOVE"
"""What stands for a code where no benchmark describes the fault."""
MOST_NAMED = 5
"""Most benchmarks that fail a trace which its record names."""


def _in_form(kind: LiteralString, form: re.Pattern[str], text: str) -> str:
    """Return a text that has a form. Raises PydanticCustomError of this kind for another."""
    if not form.fullmatch(text):
        raise PydanticCustomError(kind, "the text has another form")
    return text


_DIGEST = re.compile("[0-9a-f]{40}([0-9a-f]{24})?")
_EXACT = re.compile("[0-9]{1,400}(/[1-9][0-9]{0,399})?")
Digest = Annotated[str, AfterValidator(partial(_in_form, "digest_type", _DIGEST))]
"""A SHA-256 in 64 digits, or the hash of a commit, which may have 40."""
Exact = Annotated[str, AfterValidator(partial(_in_form, "exact_type", _EXACT))]
"""An exact number, written `57` or `57/59`."""
Whole = Annotated[Decimal, Strict(), Field(gt=-1, le=MOST_CASES, multiple_of=1, allow_inf_nan=False)]
"""A number of cases, which may be 0."""
Name = Annotated[Text, FieldFacts(form=TextForm.NAME)]
"""A few words on one line, which have to be there."""


class RunSuite(Fields):
    """The state of the suite that was run."""

    digest: Digest = needed("SHA-256 of the suite.")
    commit: Digest | None = optional(
        "Last commit of the suite's files; absent where they were in no repository."
    )


class RunPlan(Fields):
    """The plan of the run."""

    digest: Digest = needed("SHA-256 of the plan.")
    cases: Count = needed("Its number of cases.", examples=["60"])
    runs: Count = needed("How often each case was run.", examples=["1"])


class BenchmarkRun(Fields):
    """What a benchmark was in a run, and what its cases came to."""

    version: Count = needed("Its version.", examples=["1"])
    content: Digest = needed("SHA-256 of what decides its score.")
    prompt: Digest | None = optional("SHA-256 of the file of its prompt.")
    script: Digest | None = optional("SHA-256 of the file of its script.")
    verdict: RunVerdict = needed("Its verdict.", examples=["pass"])
    passed: Whole = needed("Cases that passed.", examples=["59"])
    evaluated: Whole = needed("Cases with a verdict.", examples=["59"])
    planned: Whole = needed("Cases of the plan.", examples=["59"])
    missing: Whole = optional("Planned cases without a result.", examples=["1"], default=Decimal(0))
    without_result: list[Text] = optional(
        f"Names of these, at most {MOST_FAILED}.", default=[], examples=["[case-3]"]
    )
    unreadable: Whole = optional(
        "Planned cases that are left out, since their output cannot be read.",
        examples=["1"],
        default=Decimal(0),
    )
    uncertain: Whole = optional("Failed cases that only a doubt fails.", examples=["1"], default=Decimal(0))
    total: Exact | None = optional(
        "Sum of what its cases count, where they count as shares.", examples=['"115/2"']
    )
    lost: Exact = optional(
        "What cases without a result cannot count any more.", default="0", examples=['"1/2"']
    )
    sources: Count | None = optional("Number of sources, where several cases are of one.", examples=["12"])


class RubricRun(Fields):
    """What a rubric came to in a run."""

    verdict: RunVerdict = needed("Its verdict.", examples=["pass"])
    low: Exact = needed("The lowest score that it can have.", examples=['"57/59"'])
    high: Exact = needed("The highest.", examples=['"57/59"'])


class FailedCase(Fields):
    """A case that failed, with what was said of it."""

    benchmark: Text = needed("Code of the benchmark that fails it.", examples=["A-LNG1"])
    case: Name = needed("Name of the case.", examples=["grandson-left-out"])
    why: Line = optional("What was said of it.", examples=["Her grandson is not in the record."])
    by: Line = optional("Who said it.", examples=["script and judge"])


class RunRecord(Fields):
    """What a run of a product came to; a record is added and never changed."""

    product: Name = needed("Product and version.", examples=["Product 4.2"])
    judge: Line = optional("Model and version of the judge; absent where none spoke.")
    date: datetime.date = needed("Day of the record.", examples=["2026-01-31"])
    settings: Line = optional("What the results state of their settings.")
    suite: RunSuite = needed("The state of the suite.", examples=["{digest: …}"])
    plan: RunPlan = needed("The plan.", examples=["{digest: …, cases: 60, runs: 1}"])
    verdict: RunVerdict = needed("The verdict of the whole.", examples=["pass"])
    benchmarks: dict[Text, BenchmarkRun] = needed("The benchmarks by code.", examples=["{}"])
    rubrics: dict[Text, RubricRun] = needed("The rubrics by code.", examples=["{}"])
    failed: list[FailedCase] = optional(
        f"Failed cases, at most {MOST_FAILED} of a benchmark, or as many as `listed` says.", default=[]
    )
    listed: Count | None = optional(
        "Most cases of a benchmark that are listed as failed, and most without a result, where the record "
        f"has no room for {MOST_FAILED}.",
        examples=["20"],
    )


# Judges ------------------------------------------------------------------------------------


class JudgedSide(Fields):
    """The cases of one side, good records or faulty ones, and those that the judge got right."""

    right: Whole = needed("Cases that it judged rightly.", examples=["24"])
    cases: Whole = needed("All cases of this side.", examples=["24"])
    total: Exact | None = optional(
        "Sum over sources of the share judged rightly, where several cases are of one source.",
        examples=['"47/2"'],
    )
    sources: Count | None = optional("Number of these sources.", examples=["20"])


class MeasuredBenchmark(Fields):
    """How well a judge did by the prompt of one benchmark."""

    prompt: Digest = needed("SHA-256 of the file of its prompt.")
    cases: Digest = needed("SHA-256 of the names and contents of the cases.")
    good: JudgedSide = needed(
        "Records that ought to pass: those that it passes.", examples=["{right: 24, cases: 24}"]
    )
    faulty: JudgedSide = needed(
        "Records that ought to fail: those that it fails.", examples=["{right: 19, cases: 21}"]
    )
    wrong: list[Text] = optional(
        f"Names of the cases that it judged wrongly, at most {MOST_FAILED}.",
        default=[],
        examples=["[grandson-left-out]"],
    )


class JudgeRecord(Fields):
    """How well a judge tells good records from faulty ones; a record is added and never changed."""

    judge: Name = needed("Model and version of the judge.", examples=["Judge 1"])
    date: datetime.date = needed("Day of the record.", examples=["2026-01-31"])
    suite: RunSuite = needed("The state of the suite.", examples=["{digest: …}"])
    benchmarks: dict[Text, MeasuredBenchmark] = needed("The benchmarks by code.", examples=["{}"])


# Labels ------------------------------------------------------------------------------------


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
