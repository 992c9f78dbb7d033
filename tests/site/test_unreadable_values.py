"""The page of a broken spec says what is wrong, and what rests on such a spec is a dash."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.page_findings import DEM1, html_of, text_of
from support.suites import base_with, suite_with

EXPLORER = '<div class="explorer"'
FACTS = ("hreshold", "no prompt", "No prompt", "no gate", "No gate", "active", "version 1")
BAD_WEIGHT = ("weight: 0.5", "weight: 25%")


def site_with(target: Path, path: str, *changes: tuple[str, str]) -> Site:
    return Site(check(suite_with(target, {path: base_with(path, *changes)})))


@pytest.mark.parametrize("text", ["code: A-DEM1\nlabel: [never closed\n", base_with(DEM1, BAD_WEIGHT)])
def test_the_page_of_a_broken_spec_says_what_is_wrong_and_no_fact(tmp_path: Path, text: str) -> None:
    site = Site(check(suite_with(tmp_path, {DEM1: text})))
    page = text_of(site, "benchmarks/a-dem1/")
    assert "Benchmark that cannot be read completely A-DEM1" in page
    findings = [finding for finding in site.report.findings if finding.path == DEM1]
    assert findings
    html = html_of(site, "benchmarks/a-dem1/")
    assert all(finding.place in html for finding in findings)
    assert [words for words in FACTS if words in page] == []


def test_what_rests_on_a_broken_spec_is_a_dash(tmp_path: Path) -> None:
    site = site_with(tmp_path, DEM1, BAD_WEIGHT)
    assert "Effective weight – of A ; weight 0.5 of A-DEM" in text_of(site, "benchmarks/a-dem2/")
    rubric = text_of(site, "rubrics/a-dem/")
    for words in ("Sum 0.5 without A-DEM1", "A-DEM = –", "Hard gates –"):
        assert words in rubric
    assert "passes when this score" not in rubric
    assert "scores exactly its own threshold" not in rubric
    tried = [url for url in ("a", "a-dem", "a-aux") if EXPLORER in html_of(site, f"rubrics/{url}/")]
    assert tried == ["a-aux"]
    assert "as written, add up to – ." in text_of(site, "audit/traceability/weights/")
    words = "How much effective weight is settled is not known."
    assert words in text_of(site, "audit/traceability/weights/")
    assert "Judge prompt of –" in text_of(site, "prompts/arrival/")
    assert "violation" in site.box.html("rubrics/a-dem/", "rubrics/A-DEM.yaml")


def test_rubrics_whose_composite_is_broken_have_no_share_of_each_other(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path, {"rubrics/A.yaml": "code: ["})))
    assert "Effective weight – weight 0.75" in text_of(site, "rubrics/a-dem/")
    assert "Rubric that cannot be read completely A" in text_of(site, "rubrics/a/")


def test_a_criterion_with_another_opening_has_no_empty_label(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path, {DEM1: base_with(DEM1, ("Apply when the", "Applies if the"))})))
    html = html_of(site, "benchmarks/a-dem1/", "applies")
    assert '<li id="applies-1"><span>Applies if the' in html
    assert "<strong></strong>" not in html


def test_titles_of_rules_show_no_backticks(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path)))
    page = next(page for page in site.pages if page.url == "rules/txt/")
    title = 'TXT501 Inclusion does not start with "Apply when"'
    assert page.parts[0].title == page.sections[1].heading == title
    for url in ("rules/", "rules/txt/", "audit/conformance/"):
        assert "open with `" not in html_of(site, url)
