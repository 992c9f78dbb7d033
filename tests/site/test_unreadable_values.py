"""Pages of files that cannot be read say "unknown", and nothing that is false."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.markdown_twins import Twins
from benchdocs.site.pages import Site
from support.faulty_suite import base_with
from support.page_findings import DEM1, html_of, text_of
from support.suites import suite_with

FALSE = ("no threshold", "no prompt", "No prompt", "no gate", "No gate", "Score only", "active", "version 1")


@pytest.mark.parametrize("text", ["code: A-DEM1\nlabel: [never closed\n", "code: ["])
def test_pages_of_a_file_that_cannot_be_read_state_no_facts(tmp_path: Path, text: str) -> None:
    site = Site(check(suite_with(tmp_path, {DEM1: text})))
    page, rubric = text_of(site, "benchmarks/a-dem1/"), text_of(site, "rubrics/a-dem/")
    assert [words for words in FALSE if words in page] == []
    for words in (
        "Passes at unknown",
        "Judged by unknown unknown prompt",
        "If missed unknown unknown gate",
        "Status unknown version unknown",
        "Who judges is unknown. Whether a prompt is needed is unknown.",
    ):
        assert words in page
    assert "Hard gates unknown" in rubric
    assert "unknown unknown unknown unknown unknown Unknown gate unknown A-DEM2" in rubric
    assert "(? × A-DEM1 + 0.5 × A-DEM2 ) / ?" in rubric
    assert "Of A-DEM1 nobody knows whether a miss fails it." in rubric
    twin = dict(Twins(site.views, site.urls, site.prompt_urls).files())
    own = twin["benchmarks/a-dem1/index.html.md"].decode()
    assert [words for words in FALSE if words in own] == []
    assert "| unknown | unknown gate | unknown |" in twin["rubrics/a-dem/index.html.md"].decode()


def test_a_value_that_was_refused_or_misnamed_is_unknown_and_one_left_out_is_not(tmp_path: Path) -> None:
    wrong = (
        ("threshold: 0.90", "treshold: 0.90"),
        ("evaluator_type: hybrid", "evaluator_type: hybrid\ncriticality: fatal"),
    )
    site = Site(check(suite_with(tmp_path, {DEM1: base_with(DEM1, *wrong)})))
    page = text_of(site, "benchmarks/a-dem1/")
    assert "Passes at unknown" in page
    assert "If missed unknown unknown gate" in page
    assert "version 1" in page
    other = text_of(site, "benchmarks/a-dem2/")
    assert "If missed Score only no gate" in other


def test_a_rubric_that_cannot_be_read_states_no_facts(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path, {"rubrics/A.yaml": "code: [", "rubrics/A-DEM.yaml": "code: ["})))
    assert "nothing above it" not in text_of(site, "rubrics/a-dem/")
    assert "Members unknown Hard gates unknown" in text_of(site, "rubrics/a/")


def test_a_criterion_with_another_opening_has_no_empty_label(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path, {DEM1: base_with(DEM1, ("Apply when the", "Applies if the"))})))
    html = html_of(site, "benchmarks/a-dem1/", "applies")
    assert "<li><span>Applies if the" in html
    assert "<strong></strong>" not in html


def test_titles_of_rules_show_code_as_code_and_no_backticks(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path)))
    page = next(page for page in site.pages if page.url == "rules/txt501/")
    assert page.title == 'TXT501 inclusion does not open with "Apply when"'
    assert "Inclusion does not open with <code>Apply when</code></h1>" in html_of(site, page.url)
    for url in ("rules/", "rules/txt501/", "audit/conformance/"):
        assert "open with `" not in html_of(site, url)
