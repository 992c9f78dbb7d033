"""The page of a benchmark says what is counted, from which labels, and how many cases it takes."""

from __future__ import annotations

from support.plain_specs import BENCHMARKS
from support.stories import Story, stories


def test_only_one_benchmark_fails_an_output_that_cannot_be_read() -> None:
    fails = {code for code, spec in BENCHMARKS.items() if spec["metric"].get("unparseable_output") == "fails"}
    assert fails == {"A-FMT1"}


@stories
def test_a_page_states_the_measurement(story: Story) -> None:
    story.play()
