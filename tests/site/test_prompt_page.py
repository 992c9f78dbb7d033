"""A prompt's page says what the judge is asked, how it is called, and who takes what it leaves aside."""

from __future__ import annotations

from pathlib import Path

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.stories import stories
from support.suites import suite_with

test_story = stories(__file__)


def test_the_search_shows_what_is_asked_and_a_suite_of_neither_has_no_list(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    page = Site(check(root)).page["prompts/arrival.md"]
    assert page.title == "A-DEM1 prompt: Arrival time recorded"
    assert page.search_text == "Judge prompt for A-DEM1. Whether the dictated arrival time is charted."
    for path in (root / "evaluators/llm-judge").glob("*_prompt.md"):
        path.unlink()
    assert "prompts/index.md" not in Site(check(root)).page
