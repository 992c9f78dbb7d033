"""Records of runs as types: what `benchdocs score --record` keeps of a run, beside the specs."""

import datetime
import re
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from pydantic import Field, Strict, StringConstraints

from benchdocs.specs.choices import RunVerdict
from benchdocs.specs.field_facts import FieldFacts, TextForm
from benchdocs.specs.fields import Count, Fields, Line, Text, needed, optional

MOST_CASES = 1_000_000
"""Most cases that a record counts."""
MOST_FAILED = 50
"""Failed cases of a benchmark, and cases without a result, that a record names; it counts the others."""
_NUMBER = re.compile(r"[0-9]{1,400}(?:/[0-9]{1,400})?")

Digest = Annotated[Annotated[str, StringConstraints(min_length=1)] | None, FieldFacts(form=TextForm.DIGEST)]
Whole = Annotated[Decimal, Strict(), Field(gt=-1, le=MOST_CASES, multiple_of=1, allow_inf_nan=False)]
"""A number of cases, which may be 0."""


def fraction(text: str | None) -> Fraction | None:
    """Return an exact number that is written `57` or `57/59`; None for any other text."""
    if not text or not _NUMBER.fullmatch(text):
        return None
    above, _, below = text.partition("/")
    return Fraction(int(above), int(below or 1)) if int(below or 1) else None


class RunSuite(Fields):
    """The state of the suite that was run."""

    digest: Digest = needed("SHA-256 of the suite.")
    commit: Digest = optional("Last commit of the suite's files; absent where they were in no repository.")


class RunPlan(Fields):
    """The plan of the run."""

    digest: Digest = needed("SHA-256 of the plan.")
    cases: Count | None = needed("Its number of cases.", examples=["60"])
    runs: Count | None = needed("How often each case was run.", examples=["1"])


class BenchmarkRun(Fields):
    """What a benchmark was in a run, and what its cases came to."""

    version: Count | None = needed("Its version.", examples=["1"])
    content: Digest = needed("SHA-256 of what decides its score.")
    prompt: Digest = optional("SHA-256 of the file of its prompt.")
    script: Digest = optional("SHA-256 of the file of its script.")
    verdict: RunVerdict | None = needed("Its verdict.", examples=["pass"])
    passed: Whole | None = needed("Cases that passed.", examples=["59"])
    evaluated: Whole | None = needed("Cases with a verdict.", examples=["59"])
    planned: Whole | None = needed("Cases of the plan.", examples=["59"])
    missing: Whole | None = optional("Planned cases without a result.", examples=["1"])
    without_result: list[Text] = optional(
        f"Names of these, at most {MOST_FAILED}.", default=[], examples=["[case-3]"]
    )
    unreadable: Whole | None = optional(
        "Planned cases that are left out, since their output cannot be read.", examples=["1"]
    )
    uncertain: Whole | None = optional("Failed cases that only a doubt fails.", examples=["1"])
    total: Text | None = optional(
        "Sum of what its cases count, where they count as shares.", examples=['"115/2"']
    )
    lost: Text | None = optional("What cases without a result cannot count any more.", examples=['"1/2"'])
    sources: Count | None = optional("Number of sources, where several cases are of one.", examples=["12"])


class RubricRun(Fields):
    """What a rubric came to in a run."""

    verdict: RunVerdict | None = needed("Its verdict.", examples=["pass"])
    low: Text | None = needed("The lowest score that it can have.", examples=['"57/59"'])
    high: Text | None = needed("The highest.", examples=['"57/59"'])


class FailedCase(Fields):
    """A case that failed, with what was said of it."""

    benchmark: Text | None = needed("Code of the benchmark that fails it.", examples=["A-LNG1"])
    case: Line = needed("Name of the case.", examples=["grandson-left-out"])
    why: Line = optional("What was said of it.", examples=["Her grandson is not in the record."])
    by: Line = optional("Who said it.", examples=["script and judge"])


class RunRecord(Fields):
    """What a run of a product came to; a record is added and never changed."""

    product: Line = needed("Product and version.", examples=["Product 4.2"])
    judge: Line = optional("Model and version of the judge; absent where none spoke.")
    date: datetime.date | None = needed("Day of the record.", examples=["2026-01-31"])
    settings: Line = optional("What the results state of their settings.")
    suite: RunSuite | None = needed("The state of the suite.", examples=["{digest: …}"])
    plan: RunPlan | None = needed("The plan.", examples=["{digest: …, cases: 60, runs: 1}"])
    verdict: RunVerdict | None = needed("The verdict of the whole.", examples=["pass"])
    benchmarks: dict[Text, BenchmarkRun] | None = needed("The benchmarks by code.", examples=["{}"])
    rubrics: dict[Text, RubricRun] | None = needed("The rubrics by code.", examples=["{}"])
    failed: list[FailedCase] = optional(f"Failed cases, at most {MOST_FAILED} of a benchmark.", default=[])
