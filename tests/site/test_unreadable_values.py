"""A value that could not be read is marked, what is computed from it is a dash, and no guess is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.audit.open_points import open_points
from benchdocs.site.site import Site
from support.page_findings import DEM1, html_of, text_of
from support.suites import base_with, suite_with
from support.tables import table

DEM = "rubrics/A-DEM.yaml"
EXPLORER = '<div class="explorer"'
FALSE = ("no threshold", "no prompt", "No prompt", "no gate", "No gate", "Score only", "active", "version 1")


def site_with(target: Path, path: str, *changes: tuple[str, str]) -> Site:
    return Site(check(suite_with(target, {path: base_with(path, *changes)})))


def test_a_weight_that_cannot_be_read_is_marked_and_leaves_no_number_that_rests_on_it(tmp_path: Path) -> None:
    site = site_with(tmp_path, DEM1, ("weight: 0.5", "weight: 25%"))
    assert "Effective weight – of A ; weight – of A-DEM" in text_of(site, "benchmarks/a-dem1/")
    assert "Effective weight – of A ; weight 0.5 of A-DEM" in text_of(site, "benchmarks/a-dem2/")
    rubric = text_of(site, "rubrics/a-dem/")
    assert "A-DEM1 Arrival time recorded – – 0.90" in rubric
    assert "Sum –" in rubric
    assert "A-DEM = –" in rubric
    assert "scores exactly its own threshold" not in rubric
    tried = [url for url in ("a", "a-dem", "a-aux") if EXPLORER in html_of(site, f"rubrics/{url}/")]
    assert tried == ["a-aux"]
    assert re.search(r"A-DEM1 Arrival time recorded [\w ]+ not reviewed –", text_of(site, ""))
    assert "– – 0.90" in text_of(site, "benchmarks/")
    assert "as written, add up to – ." in text_of(site, "audit/traceability/weights/")
    words = "How much effective weight is settled is not known."
    assert words in text_of(site, "audit/traceability/weights/")
    assert "violation" in site.box.html("rubrics/a-dem/", DEM)


@pytest.mark.parametrize("text", ["code: A-DEM1\nlabel: [never closed\n", "code: ["])
def test_pages_of_a_file_that_cannot_be_read_state_no_facts(tmp_path: Path, text: str) -> None:
    site = Site(check(suite_with(tmp_path, {DEM1: text})))
    page, rubric = text_of(site, "benchmarks/a-dem1/"), text_of(site, "rubrics/a-dem/")
    assert [words for words in FALSE if words in page] == []
    for words in (
        "Threshold –",
        "Evaluator – –",
        "Gate –",
        "Status – version –",
    ):
        assert words in page
    assert "Hard gates –" in rubric
    assert "passes when this score" not in rubric
    assert "Judge prompt of –" in text_of(site, "prompts/arrival/")


def test_a_value_that_was_refused_or_misspelled_is_marked_and_an_absent_one_is_not(tmp_path: Path) -> None:
    wrong = (
        ("threshold: 0.90", "treshold: 0.90"),
        ("evaluator_type: hybrid", "evaluator_type: hybrid\ncriticality: fatal"),
    )
    site = site_with(tmp_path, DEM1, *wrong)
    page = text_of(site, "benchmarks/a-dem1/")
    assert "Threshold –" in page
    assert "Gate –" in page
    assert "version 1" in page
    assert "Gate No gate a miss is reported" in text_of(site, "benchmarks/a-dem2/")
    site = site_with(tmp_path / "absent", DEM1, ("threshold: 0.90\n", ""))
    assert "and at 1 where it has none" in text_of(site, "rubrics/a-dem/")


@table
def test_a_value_of_a_rubric_that_cannot_be_read_leaves_its_scores_untried(
    tmp_path: Path, change: tuple[str, str], words: tuple[str, ...]
) -> None:
    site = site_with(tmp_path, DEM, change)
    page = text_of(site, "rubrics/a-dem/")
    assert [said for said in words if said not in page] == []
    assert EXPLORER not in html_of(site, "rubrics/a-dem/")


def test_rubrics_whose_composite_cannot_be_read_have_no_share_of_each_other(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path, {"rubrics/A.yaml": "code: ["})))
    assert "Effective weight – weight 0.75" in text_of(site, "rubrics/a-dem/")
    assert "Members – " in text_of(site, "rubrics/a/")


def test_a_value_that_cannot_be_read_is_not_counted_as_missing(tmp_path: Path) -> None:
    def without_rationale(name: str, line: str) -> set[str]:
        site = site_with(tmp_path / name, DEM1, ("label: Arrival", f"{line}label: Arrival"))
        points = (point for kind in open_points(site) for point in kind)
        (point,) = (point for point in points if point.title == "Benchmarks without a rationale")
        return {*point.codes}

    absent = without_rationale("absent", "")
    assert "A-DEM1" in absent
    assert without_rationale("refused", "rationale: {}\n") == absent - {"A-DEM1"}


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
