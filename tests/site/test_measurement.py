"""The page of a benchmark says what is counted, from which labels, and how many cases it takes."""

from __future__ import annotations

from support.plain_specs import BENCHMARKS
from support.stories import stories


def test_only_one_benchmark_fails_an_output_that_cannot_be_read() -> None:
    fails = {code for code, spec in BENCHMARKS.items() if spec["metric"].get("unparseable_output") == "fails"}
    assert fails == {"A-FMT1"}


test_story = stories(__file__)
