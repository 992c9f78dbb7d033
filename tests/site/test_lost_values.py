"""Numbers, lists and verdicts that rest on a value that could not be read are unknown, on every page."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.audit.traceability import Traceability
from benchdocs.site.markdown_twins import Twins
from benchdocs.site.pages import Site
from support.faulty_suite import base_with
from support.page_findings import DEM1, html_of, text_of
from support.suites import suite_with

DEM = "rubrics/A-DEM.yaml"
BROKEN = 'code: A-DEM\ndescription: "x\n'


def site_with(target: Path, path: str, *pairs: tuple[str, str], text: str = "") -> Site:
    return Site(check(suite_with(target, {path: text or base_with(path, *pairs)})))


@pytest.mark.parametrize(
    "pair",
    [
        ("evaluator_type: hybrid", "evaluator_type: hybrid\ncriticalty: hard_gate"),
        ("threshold: 0.90", "treshold: 0.90"),
        ("weight: 0.5", "weight: 25%"),
    ],
)
def test_no_scores_are_tried_where_something_is_unknown(tmp_path: Path, pair: tuple[str, str]) -> None:
    site = site_with(tmp_path, DEM1, pair)
    for url in ("rubrics/a-dem/", "rubrics/a/"):
        page = text_of(site, url)
        assert "Scores cannot be tried, and there is no worked example: of A-DEM1 a value" in page
        assert '<div class="explorer"' not in html_of(site, url)
        assert "exactly at its own threshold" not in page
    assert '<div class="explorer"' in html_of(site, "rubrics/a-aux/")


def test_scores_are_tried_where_a_value_was_left_out(tmp_path: Path) -> None:
    site = site_with(tmp_path, DEM1, ("threshold: 0.90\n", ""))
    assert "and at 1 where it has none" in text_of(site, "rubrics/a-dem/")


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        (
            ("aggregation_method:", "aggregation_metod:"),
            ("Aggregates by unknown", "members' scores is unknown"),
        ),
        (("passing_threshold:", "passing_treshold:"), ("Passes at unknown",)),
        (("benchmarks:", "benchmark:"), ("Members unknown",)),
    ],
)
def test_what_a_rubric_says_that_could_not_be_read_is_unknown(
    tmp_path: Path, pair: tuple[str, str], words: tuple[str, ...]
) -> None:
    site = site_with(tmp_path, DEM, pair)
    page = text_of(site, "rubrics/a-dem/")
    assert [said for said in words if said not in page] == []
    if "benchmarks:" in pair:
        assert "The map leaves out what belongs to A-DEM : a value" in text_of(site, "")
    assert "A-DEM = <" not in html_of(site, "rubrics/a-dem/")
    assert "Passes at –" not in page
    assert "unknown" in text_of(site, "rubrics/").partition("A-DEM")[2].partition("A-AUX")[0]


def test_a_rubric_that_is_broken_has_unknown_members_and_an_unknown_category(tmp_path: Path) -> None:
    site = site_with(tmp_path, DEM, text=BROKEN)
    listed = text_of(site, "rubrics/")
    assert "Category unknown" in listed
    assert "Uncategorized" not in listed
    assert "A-DEM A-DEM unknown unknown unknown unknown unknown" in listed
    assert "– –" not in text_of(site, "benchmarks/")


def test_shares_that_rest_on_a_weight_that_could_not_be_read_are_unknown(tmp_path: Path) -> None:
    site = site_with(tmp_path, DEM1, ("weight: 0.5", "weight: 25%"))
    assert "Weighs unknown of the component unknown of A-DEM" in text_of(site, "benchmarks/a-dem1/")
    assert "Weighs unknown of the component 0.5 of A-DEM" in text_of(site, "benchmarks/a-dem2/")
    rubric = text_of(site, "rubrics/a-dem/")
    assert "A-DEM1 Arrival time recorded unknown unknown unknown 0.90" in rubric
    assert "unknown unknown 0.90" in text_of(site, "benchmarks/")
    home = text_of(site, "")
    assert "A-DEM1 unknown" in home
    assert "The map leaves out what belongs to A-DEM : a value" in home
    twin = dict(Twins(site.views, site.urls, site.prompt_urls).files())
    assert "- Weight in rubric: unknown" in twin["benchmarks/a-dem1/index.html.md"].decode()
    assert "- Share of rubric: unknown" in twin["benchmarks/a-dem1/index.html.md"].decode()


def test_traceability_leaves_out_what_is_unknown_and_says_so(tmp_path: Path) -> None:
    files = {DEM1: base_with(DEM1, ("weight: 0.5", "weight: 25%"))}
    page = text_of(Site(check(suite_with(tmp_path / "weight", files))), "audit/traceability/")
    assert "together: 0.25 without A-DEM , whose weights cannot be worked out" in page
    assert "of it." not in page
    assert "Without a weight in any component" not in page
    assert "weight unknown, threshold 0.90" in page

    site = site_with(tmp_path / "rubric", DEM, text=BROKEN)
    page = text_of(site, "audit/traceability/")
    assert "What the benchmarks of A weigh cannot be worked out." in page
    assert "Without a weight in any component" not in page
    assert lacking(site, "Rubrics without members") == lacking(site, "no member of a rubric") == ()


def test_gaps_leave_out_what_could_not_be_read(tmp_path: Path) -> None:
    site = site_with(tmp_path / "broken", DEM1, text="code: A-DEM1\nlabel: [never closed\n")
    for title in ("a label", "a threshold", "a scoring scale", "examples", "a rationale"):
        assert "A-DEM1" not in lacking(site, title), title
    assert lacking(site, "Prompts that no benchmark uses") == ()
    page = text_of(site, "audit/traceability/")
    assert "Not everything in the files of A-DEM1 could be read." in page
    assert "A-DEM1 A-DEM1 unknown unknown" in page
    assert "Used by unknown" in text_of(site, "prompts/arrival/")
    assert "Used by no benchmark" not in text_of(site, "prompts/arrival/")
    site = site_with(tmp_path / "good", DEM1, ("label: Arrival time recorded\n", ""))
    assert lacking(site, "a label") == ("A-DEM1",)
    assert "Not everything in the files" not in text_of(site, "audit/traceability/")


def lacking(site: Site, title: str) -> tuple[str, ...]:
    (gap,) = (gap for gap in Traceability(site.views, ()).gaps if title in gap.title)
    return gap.entries
