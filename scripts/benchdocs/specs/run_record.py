"""Records of runs as types: what `benchdocs score --record` keeps of a run, beside the specs."""

import datetime
import re
from decimal import Decimal
from functools import partial
from typing import Annotated, LiteralString

from pydantic import AfterValidator, Field, Strict
from pydantic_core import PydanticCustomError

from benchdocs.specs.choices import RunVerdict
from benchdocs.specs.field_facts import FieldFacts, TextForm
from benchdocs.specs.fields import Count, Fields, Line, Text, needed, optional

MOST_CASES = 1_000_000
"""Most cases that a record counts."""
MOST_FAILED = 50
"""Failed cases of a benchmark, and cases without a result, that a record names; it counts the others."""


def _in_form(kind: LiteralString, form: str, text: str) -> str:
    """Return a text that has a form. Raises PydanticCustomError of this kind for another."""
    if not re.fullmatch(form, text):
        raise PydanticCustomError(kind, "the text has another form")
    return text


_DIGEST = FieldFacts(form=TextForm.DIGEST)
Digest = Annotated[str, AfterValidator(partial(_in_form, "digest_type", "[0-9a-f]{64}")), _DIGEST]
Commit = Annotated[
    str, AfterValidator(partial(_in_form, "commit_type", "[0-9a-f]{40}([0-9a-f]{24})?")), _DIGEST
]
Exact = Annotated[str, AfterValidator(partial(_in_form, "exact_type", "[0-9]{1,400}(/[1-9][0-9]{0,399})?"))]
"""An exact number, written `57` or `57/59`."""
Whole = Annotated[Decimal, Strict(), Field(gt=-1, le=MOST_CASES, multiple_of=1, allow_inf_nan=False)]
"""A number of cases, which may be 0."""
Name = Annotated[Text, FieldFacts(form=TextForm.NAME)]
"""A few words on one line, which have to be there."""


class RunSuite(Fields):
    """The state of the suite that was run."""

    digest: Digest = needed("SHA-256 of the suite.")
    commit: Commit | None = optional(
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
    missing: Whole = optional("Planned cases without a result.", examples=["1"], default=0)
    without_result: list[Text] = optional(
        f"Names of these, at most {MOST_FAILED}.", default=[], examples=["[case-3]"]
    )
    unreadable: Whole = optional(
        "Planned cases that are left out, since their output cannot be read.", examples=["1"], default=0
    )
    uncertain: Whole = optional("Failed cases that only a doubt fails.", examples=["1"], default=0)
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
    failed: list[FailedCase] = optional(f"Failed cases, at most {MOST_FAILED} of a benchmark.", default=[])
