"""Findings in the browser: a box by file on every page of a preview, a list at the top of a file's page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from benchdocs.mkdocs_adapter.search_index import SearchPages
from benchdocs.mkdocs_adapter.search_words import SearchWords
from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding, Severity
from benchdocs.site.finding_box import MOST_UNFOLDED, FindingBox
from benchdocs.site.renderer import FEWEST_FOLDED
from benchdocs.site.site import Site
from benchdocs.specs.models import Benchmark, Rubric
from support.faulty_suite import FAULTY, WITHOUT_EXAMPLES, waiver
from support.page_findings import BOXES, DEM1, entries, html_of, of_check, of_page
from support.paths import THEME
from support.suites import base_with, suite_with
from support.tables import table


def spec_pages(site: Site) -> dict[str, str]:
    """Pages of specs and prompts, by address."""
    return {page.url: html_of(site, page.url) for page in site.pages if page.source}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite with many violations, two of them in a file without a page, and a hostile field."""
    files = dict(FAULTY)
    files["a-component/A-AUX1.yaml"] += (
        '"<script>alert(1)</script>": "</aside><img src=x onerror=alert(1)>"\n'
    )
    return suite_with(tmp_path_factory.mktemp("faulty"), files)


@pytest.fixture(scope="module")
def site(faulty: Path) -> Site:
    return Site(check(faulty))


def test_the_box_says_what_the_check_says(faulty: Path, site: Site) -> None:
    said = of_check(faulty)
    assert len(said) > 28
    assert any(len(entry) > 5 for entry in said)
    for url in ("", "methodology/", "rules/fld/"):
        assert sorted(of_page(site.box.html(url, None))) == said


def test_a_page_and_its_box_say_together_what_the_check_says(faulty: Path, site: Site) -> None:
    said = of_check(faulty)
    in_place = []
    for page in site.pages:
        if page.source:
            own = of_page(html_of(site, page.url))
            in_place += own
            assert sorted([*own, *of_page(site.box.html(page.url, page.source))]) == said
    homeless = [entry for entry in said if str(entry[2]).startswith("pyproject.toml")]
    assert homeless
    assert sorted([*in_place, *homeless]) == said


@table
def test_odd_text_is_shown_letter_for_letter(site: Site, text: str) -> None:
    found = Finding("FLD103", Severity.ERROR, f"a/{text[:9]}.yaml", 3, 2, text, text, excerpt=f"k: {text}")
    box = FindingBox(site.renderer, [found]).html("benchmarks/", None)
    entry = entries(box)[0]
    assert entry["finding__message"] == text
    assert entry["finding__hint"] == f"Hint: {text}"
    assert entry["finding__excerpt"].startswith(f"3 | k: {text[:50]}")
    assert box.count("</aside>") == 1
    assert not re.search(r"<(script|b|img)\b", box)


def test_the_character_at_fault_is_marked(site: Site) -> None:
    seen = 0
    found = {(each.rule, each.place, each.message): each for each in site.report.findings}
    for entry in entries(site.box.html("", None)):
        rule, place = entry["finding__head"].split()[1:]
        finding = found[rule, place, entry["finding__message"]]
        if finding.excerpt and "before" in entry:
            shown, start = entry["finding__excerpt"], len(entry["before"])
            assert finding.excerpt[finding.column - 1 :].startswith(shown[start:].removesuffix("…"))
            assert (len(entry["finding__mark"]), entry["finding__caret"]) == (1, "^")
            assert len(shown) <= 120
            seen += finding.column > 56
    assert seen


@table
def test_wide_and_combined_characters_are_marked_themselves(
    site: Site, line: str, column: int, marked: str
) -> None:
    found = Finding("FLD103", Severity.ERROR, "a/b.yaml", 3, column, "no", excerpt=line)
    box = FindingBox(site.renderer, [found]).html("", None)
    before = f"3 | {line[: column - 1]}"
    assert f'<code>{before}<mark>{marked}<span aria-hidden="true">^</span></mark>' in box


def test_a_finding_of_every_field_is_at_the_top(tmp_path: Path) -> None:
    """Each field of a benchmark and a rubric is a block here, which none of them can be."""
    wrong = {
        path: "code: {}\n{}".format(
            code, "".join(f"{name}: {{x: {{}}}}\n" for name in fields if name != "code")
        )
        for path, code, fields in (
            (DEM1, "A-DEM1", Benchmark.model_fields),
            ("rubrics/A-DEM.yaml", "A-DEM", Rubric.model_fields),
        )
    }
    wrong[DEM1] = wrong[DEM1].replace("metric: {x: {}}", "metric: 3")
    site = Site(check(suite_with(tmp_path, wrong)))
    for path, url, model in (
        (DEM1, "benchmarks/a-dem1/", Benchmark),
        ("rubrics/A-DEM.yaml", "rubrics/a-dem/", Rubric),
    ):
        found = site.views.findings[path]
        assert {finding.field for finding in found} >= {*model.model_fields} - {"code"}
        ids = [entry["id"] for entry in entries(html_of(site, url, "top"))]
        assert ids == [f"finding-{number}" for number in range(1, len(found) + 1)]


def test_a_single_finding_has_an_anchor(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path, {DEM1: base_with(DEM1, ("weight: 0.5", "weight: 25%"))})))
    box = site.box.html("benchmarks/a-dem1/", DEM1)
    assert "1 error</strong> in this page's file, shown below" in box
    assert 'href="#finding-1"' in box
    assert "<details" not in box
    page = html_of(site, "benchmarks/a-dem1/", "top")
    assert 'id="finding-1"' in page
    assert 'href="../../benchmarks/a-dem1/#finding-1"' in site.box.html("rules/fld/", None)
    assert 'href="benchmarks/a-dem1/#finding-1"' in site.box.html("", None)


def test_many_findings_are_folded_by_file_and_few_are_not(tmp_path: Path) -> None:
    unknown = {
        f"a-component/B-{name}1.yaml": f"code: B-{name}1\n" + "".join(f"x{i}: 1\n" for i in range(25))
        for name in ("AAA", "BBB", "CCC", "DDD", "EEE", "FFF", "GGG", "HHH", "III", "JJJ", "KKK")
    }
    few = Site(check(suite_with(tmp_path / "few", {DEM1: base_with(DEM1, ("weight: 0.5", "weight: 25%"))})))
    many = Site(check(suite_with(tmp_path / "many", unknown)))
    assert "<details" not in few.box.html("", None)
    box = many.box.html("", None)
    ahead, _, folded = box.partition("<details>")
    assert len(of_page(ahead)) == MOST_UNFOLDED
    violations = [finding for finding in many.report.findings if finding.severity is not Severity.NOTE]
    assert f"{len(violations) - MOST_UNFOLDED} more in 11 files</summary>" in folded
    own = many.box.html("benchmarks/b-bbb1/", "a-component/B-BBB1.yaml")
    ahead, _, folded = own.partition("<details>")
    assert of_page(ahead) == []
    assert "in 10 other files</summary>" in folded
    assert len(many.report.findings) > 300
    assert "<details open>" not in box
    files = re.findall(r"<summary><code>([^<]*)</code> <span class=\"quiet\">([^<]*)</span></summary>", box)
    first = [finding.severity for finding in violations if finding.path == "a-component/B-AAA1.yaml"]
    assert f'B-AAA1.yaml</code> <span class="quiet">{first.count(Severity.ERROR)} errors' in ahead_of(box)
    assert files[0][1].endswith(" more")
    assert [path for path, _ in files] == sorted({finding.path for finding in violations})
    counts = {kind: sum(f.severity is kind for f in many.report.findings) for kind in Severity}
    for kind in (Severity.ERROR, Severity.WARNING):
        told = sum(int(number) for _, words in files for number in re.findall(rf"(\d+) {kind}", words))
        shown = sum(entry[0] == kind for entry in of_page(ahead_of(box)))
        assert told + shown == counts[kind]


@pytest.mark.parametrize("count", [1, 3, 4, 6])
def test_findings_are_listed_below_their_file_each_once(tmp_path: Path, count: int) -> None:
    unknown = "".join(f"x{number}: 1\n" for number in range(count))
    wrong = {DEM1: base_with(DEM1, ("weight: 0.5\n", f"weight: 0.5\n{unknown}"))}
    report = check(suite_with(tmp_path, wrong | {"rubrics/A-DEM.yaml": "x"}))
    box = Site(report).box.html("methodology/", None)
    assert len(of_page(box)) == len(report.findings) == count + 1
    assert len({entry[2] for entry in of_page(box)}) == count + 1
    ahead = ahead_of(box)
    heads = re.findall(
        r'class="violations__file"><code>([^<]*)</code> <span class="quiet">([^<]*)</span>', ahead
    )
    unfolded = 2 if count + 1 < MOST_UNFOLDED + FEWEST_FOLDED else 1
    assert [path for path, _ in heads] == [DEM1, "rubrics/A-DEM.yaml"][:unfolded]
    assert heads[0][1] == ("1 error" if count == 1 else f"{count} errors")  # of the file as a whole


def ahead_of(box: str) -> str:
    """What a box shows unfolded."""
    return box.partition("<details>")[0]


def test_a_box_on_a_page_without_findings_unfolds_three_and_says_no_number_twice(tmp_path: Path) -> None:
    wrong = base_with(DEM1, ("weight: 0.5", "weight: 25%"), ("threshold: 0.90", "threshold: 90"))
    others = base_with(
        "a-component/A-DEM2.yaml",
        ("threshold: 0.80", "threshold: 8"),
        ("weight: 0.5", "weight: no\nx1: 1\nx2: 2"),
    )
    site = Site(check(suite_with(tmp_path, {DEM1: wrong, "a-component/A-DEM2.yaml": others})))
    box = site.box.html("methodology/", None)
    assert "6 errors</strong> in 2 files." in box
    assert len(of_page(ahead_of(box))) == MOST_UNFOLDED
    assert "<summary>3 more in this file</summary>" in box
    own = site.box.html("benchmarks/a-dem1/", DEM1)
    assert "6 errors</strong>, 2 of them in this page's file" in own
    assert "<summary>4 in 1 other file</summary>" in own


def test_errors_come_first_in_a_box_and_on_a_page(tmp_path: Path) -> None:
    """A-DEM2's warning stands in a line before its errors, and A-AUX1's file before A-DEM2's."""
    path, other = "a-component/A-DEM2.yaml", "a-component/A-AUX1.yaml"
    wrong = base_with(path, ("Formula:", "Twice  spaced {{x}}. Formula:")) + "zzz: 1\n"
    site = Site(check(suite_with(tmp_path, {path: wrong, other: base_with(other, ("Flag if", "Mark if"))})))
    found = site.report.findings
    order = [finding.severity for finding in found]
    assert order.index(Severity.WARNING) < order.index(Severity.ERROR), found
    box = site.box.html("methodology/", None)
    shown = [str(entry[0]) for entry in of_page(box)]
    assert shown == sorted(shown), box
    assert re.search(r"<strong>\d+ errors?, \d+ warnings?</strong> in 2 files", box)
    first = re.search(r'href="\.\./([^"]*)">First finding', box)
    assert first
    assert first[1].startswith("benchmarks/a-dem2/#finding-1")
    own = [str(entry[0]) for entry in of_page(html_of(site, "benchmarks/a-dem2/"))]
    assert own == sorted(own)


def test_notes_are_folded_into_the_box_of_their_own_page_alone(tmp_path: Path) -> None:
    path = "a-component/A-DEM2.yaml"
    site = Site(check(suite_with(tmp_path, {path: WITHOUT_EXAMPLES})))
    assert [finding.severity for finding in site.report.findings] == [Severity.NOTE]
    assert site.box.html("", None) == site.box.html("benchmarks/a-dem1/", DEM1) == ""
    box = site.box.html("benchmarks/a-dem2/", path)
    assert "1 note on this page's file, which fails no build" in box
    assert "<details open" not in box
    assert of_page(box) == of_check(tmp_path)
    assert "finding" not in html_of(site, "benchmarks/a-dem2/")


def test_a_page_with_findings_is_without_them_what_it_is_anyway(tmp_path: Path) -> None:
    """A waiver takes a finding away and leaves the files as they are."""
    files = {
        "a-component/A-DEM2.yaml": base_with(
            "a-component/A-DEM2.yaml", ("Flag if the record lacks it.", "The record lacks it.")
        ),
        "rubrics/A-AUX.yaml": base_with("rubrics/A-AUX.yaml", ("weight: 0.25", "weight: 0.20")),
    }
    waived = {"pyproject.toml": waiver("TXT502", "A-DEM2") + waiver("WGT302", "A")}
    found = Site(check(suite_with(tmp_path / "found", files)))
    clean = Site(check(suite_with(tmp_path / "clean", files | waived)))
    assert [finding.rule for finding in found.report.findings] == ["TXT502", "WGT302"]
    assert clean.report.findings == ()
    pages, expected = spec_pages(found), spec_pages(clean)
    assert pages != expected
    assert {url: BOXES.sub("", html) for url, html in pages.items()} == expected
    for page, other in zip(found.pages, clean.pages, strict=True):
        if page.kind.searches_paragraphs:  # those of the audit tell of findings
            continue
        searched = SearchPages(found, SearchWords()).generated(page, page.sections)
        assert searched == SearchPages(clean, SearchWords()).generated(other, other.sections)


def test_the_lines_of_the_box_are_as_wide_as_its_excerpts(tmp_path: Path, tab: Page) -> None:
    box = Site(check(suite_with(tmp_path, FAULTY))).box.html("", None)
    style = "".join((THEME / f"stylesheets/{name}.css").read_text() for name in ("site", "marks"))
    tab.set_content(f'<style>{style}</style><article class="md-typeset">{box}</article>')
    for selector in (".violations__file", ".violations > ul > .finding", ".finding__excerpt"):
        widths = tab.locator(selector).evaluate_all("found => found.map(one => one.clientWidth)")
        assert min(width for width in widths if width) > 1100, selector
