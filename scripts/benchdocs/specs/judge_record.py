"""Measurements of judges as types: what a judge made of the suite's confirmed calibration cases."""

import datetime

from benchdocs.specs.fields import Count, Fields, Text, needed, optional
from benchdocs.specs.run_record import Digest, Exact, Name, RunSuite, Whole

MOST_WRONG = 50
"""Cases judged wrongly of a benchmark that a record lists."""


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
        f"Names of the cases that it judged wrongly, at most {MOST_WRONG}.",
        default=[],
        examples=["[grandson-left-out]"],
    )


class JudgeRecord(Fields):
    """How well a judge tells good records from faulty ones; a record is added and never changed."""

    judge: Name = needed("Model and version of the judge.", examples=["Judge 1"])
    date: datetime.date = needed("Day of the record.", examples=["2026-01-31"])
    suite: RunSuite = needed("The state of the suite.", examples=["{digest: …}"])
    benchmarks: dict[Text, MeasuredBenchmark] = needed("The benchmarks by code.", examples=["{}"])
