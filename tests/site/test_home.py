"""The home page: an example, doors, what is confirmed and what is not, and a map whose areas are weights."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page

from benchdocs.reports.scores.summary import Summary
from benchdocs.rules.check import Report, check
from benchdocs.scoring.report import ScoreReport
from benchdocs.site.links import relative
from benchdocs.site.site import Site
from benchdocs.site.site_info import About
from benchdocs.site.views.home import Overview
from benchdocs.specs.choices import Criticality
from benchdocs.suite.gates import Block, release_blockers
from support.browser import Serve, box_of
from support.foreign_suites import SUITES
from support.result_files import DIGEST, planned, read
from support.shipped import shipped_pages, shipped_report
from support.stories import stories
from support.suites import suite_with

REPORT = shipped_report()
SHIPPED = Overview(shipped_pages().views, shipped_pages().reviewed)
VIEWS = SHIPPED.views
AREAS = """() => Object.fromEntries([...document.querySelectorAll('.map .cell')].map((cell) => {
  const { width, height } = cell.getBoundingClientRect();
  return [cell.getAttribute("title").split(" ")[0], [width, height]];
}))"""


def sections(report: Report, about: About | None = None) -> dict[str, str]:
    return {section.id: section.html for section in Site(report, about=about).pages[0].sections}


def plain(html: str) -> str:
    words = " ".join(re.sub("<[^>]*>", " ", html).split())
    return re.sub(r" (?=[.,;])", "", words)


test_story = stories(__file__)


def test_the_first_screen_says_what_the_settings_say_of_the_system(tmp_path: Path) -> None:
    report = check(suite_with(tmp_path))
    for about, words in (
        (
            About("Site", "Its description.", introduction="It turns <speech> into text."),
            "It turns &lt;speech&gt;",
        ),
        (About("Site", "Its description."), "Its description."),
        (None, "Tested against known ground truth: the product."),
    ):
        assert words in sections(report, about)["top"]


def test_the_example_is_one_of_the_suite_and_its_hard_gate_blocks() -> None:
    strip = SHIPPED.strip
    assert strip
    assert strip.view.is_hard_gate
    assert strip.example.text in strip.view.spec.fields.examples
    assert (strip.view.code, strip.misses) == ("A-UNC1", "One miss in 59 cases")
    shown = plain(sections(REPORT)["top"])
    assert strip.example.charted == f"Output charts {strip.charted}"
    for part in ("‘gave him", strip.charted[1:], strip.question[1][1:], "the dictation holds no dose"):
        assert part in shown
    assert "Output charts" not in shown


def test_the_banner_says_what_is_confirmed_reviewed_and_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    def banner() -> str:
        found = re.search(r'<p class="(?:banner|quiet)">(.*?)</p>', sections(REPORT)["top"], re.DOTALL)
        return plain(found[1]) if found else ""

    views, home = "benchdocs.site.views.suite.Views", "benchdocs.site.views.home.Overview"
    calls = len(REPORT.suite.calls)
    assert "No case or call is confirmed by a reviewer, no spec is reviewed and no judge is" in banner()
    assert "185 of 615 values are undecided." in banner()
    assert banner().startswith("Not ready to rely on.")
    monkeypatch.setattr(f"{views}.drafts", 3)
    monkeypatch.setattr(f"{views}.states", Counter(established=2, provisional=1199, disputed=1))
    assert "3 of 52 benchmarks are drafts" in banner()
    assert "1,200 of 1,202 values are undecided." in banner()
    monkeypatch.setattr(f"{views}.is_settled_unknown", True)
    assert "How many values still need a decision is not known." in banner()
    monkeypatch.setattr(f"{views}.is_settled_unknown", False)
    monkeypatch.setattr(f"{views}.drafts", 0)
    monkeypatch.setattr(f"{home}.cases", (2, 7 + calls))
    monkeypatch.setattr(f"{home}.covered", (1, 4))
    assert banner().startswith(f"2 of 7 cases and {calls} calls are confirmed by a reviewer, 1 of 4 specs is")
    assert 'class="banner"' in sections(REPORT)["top"]
    monkeypatch.setattr(f"{views}.states", Counter(established=2))
    monkeypatch.setattr(f"{home}.cases", (7 + calls, 7 + calls))
    monkeypatch.setattr(f"{home}.covered", (4, 4))
    assert 'class="banner"' not in sections(REPORT)["top"]
    assert "None of 2 values is undecided" in banner()


def test_one_click_leads_to_each_first_question(tab: Page, serve: Serve, shipped_site: Path) -> None:
    address = serve(shipped_site)
    blocking = len(release_blockers(REPORT.suite))
    for link, url, words in (
        (f"{blocking} of 52 benchmarks", "benchmarks/?release=blocked+by+a+miss", f"{blocking} of 52 shown"),
        ("Who decided each threshold", "audit/decisions/", "The suite’s owners"),
        ("Run Test your product in ten minutes", "methodology/run-it/", "benchdocs score"),
        ("What is open", "audit/#open", "Provisional values"),
    ):
        tab.goto(address)
        tab.get_by_role("link", name=link).click()
        tab.wait_for_url(f"{address}{url}")
        assert words in tab.locator("main").inner_text(), url


def test_everything_stands_on_the_first_screen(tab: Page, serve: Serve, shipped_site: Path) -> None:
    address = serve(shipped_site)
    for width, height, last in ((375, 760, "ul.doors"), (1280, 900, "ul.map")):
        tab.set_viewport_size({"width": width, "height": height})
        tab.goto(address)
        box = box_of(tab.locator(last))
        assert box["y"] + box["height"] <= height, width
    tab.locator(".cell[title^='A-SFT2']").click()
    tab.wait_for_url(f"**/{relative('benchmarks/a-sft2/', '')}")


def test_an_area_of_the_map_is_the_weight(tab: Page, serve: Serve, shipped_site: Path) -> None:
    tab.set_viewport_size({"width": 1280, "height": 960})
    tab.goto(serve(shipped_site))
    areas = tab.evaluate(AREAS)
    assert list(areas) == [view.code for view in VIEWS.benchmarks]
    weighed = [view for view in VIEWS.benchmarks if not view.unused_by]
    whole = sum(width * height for width, height in map(areas.get, (view.code for view in weighed)))
    total = sum(float(view.figures.effective_weight or 0) for view in weighed)
    for view in weighed:
        width, height = areas[view.code]
        share = float(view.figures.effective_weight or 0) / total
        assert width * height / whole == pytest.approx(share, rel=0.07), view.code
    assert len({round(areas[code][1]) for code in ("A-SFT1", "A-SFT2", "A-SFT4")}) == 1
    tab.set_viewport_size({"width": 390, "height": 800})
    areas = tab.evaluate(AREAS)
    for view in weighed:
        row = sum(
            areas[each.code][0]
            for each in weighed
            if each.spec.fields.parent_rubric == view.figures.parent_rubric
        )
        assert areas[view.code][0] / row == pytest.approx(float(view.figures.share or 0), rel=0.1), view.code
        assert areas[view.code][1] >= 44


def test_every_part_of_the_map_has_its_name_and_says_what_it_blocks(
    tab: Page, serve: Serve, shipped_site: Path
) -> None:
    tab.goto(serve(shipped_site))
    links = tab.locator(".map").get_by_role("link")
    names = [" ".join(name.split()) for name in links.all_inner_texts()]
    for width in (1280, 320):
        tab.set_viewport_size({"width": width, "height": 800})
        assert tab.evaluate("document.documentElement.scrollWidth") == width
        for name in (
            "FCT1 Vitals Extraction Incorrect",
            "SFT1 Medication Dose or Route Unsafe, blocks a release",
            "SFT4 Missing Repeat Vitals After High-Risk Intervention, blocks a release through its rubric",
        ):
            assert tab.get_by_role("link", name=name, exact=True).count() == 1, (name, names)


def test_a_share_that_nearly_all_rubrics_have_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = plain(sections(REPORT)["map"])
    assert "Each rubric is 5.95% of the overall score, A-SEP 4.76%." in shown
    assert (shown.count("5.95%"), shown.count("4.76%")) == (1, 1)
    monkeypatch.setattr("benchdocs.site.views.home.Overview.usual_share", None)
    shown = plain(sections(REPORT)["map"])
    assert "Percentages are shares of the overall score." in shown
    assert (shown.count("5.95%"), shown.count("4.76%")) == (16, 1)


def test_a_threshold_that_nobody_has_decided_is_not_shown_as_a_fact() -> None:
    whole = REPORT.suite.rubric["A"]
    assert not whole.fields.decisions
    assert "passes from 0.85 ( provisional ) if nothing blocks it" in plain(sections(REPORT)["map"])


@pytest.mark.parametrize("name", SUITES)
def test_suites_of_any_size_have_a_map_of_all_benchmarks(name: str, tmp_path: Path) -> None:
    for path, text in SUITES[name]().all_files().items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    report = check(tmp_path)
    shown = sections(report)["map"]
    for code, spec in report.suite.benchmark.items():
        assert len(re.findall(rf'class="cell[^>]*title="{code} ', shown)) == 1
        gate = spec.fields.criticality is Criticality.HARD_GATE
        assert (f'class="cell cell--itself" href="benchmarks/{code.lower()}/' in shown) == gate
    assert ("map--upright" in shown) == (len(report.suite.rubric) > 8)


def test_what_blocks_a_release_is_counted_alike_everywhere(shipped_site: Path) -> None:
    blockers = release_blockers(REPORT.suite)
    assert Counter(blockers.values()) == {Block.ITSELF: 13, Block.RUBRIC: 1}
    assert blockers["A-SFT4"] is Block.RUBRIC
    pages = {url: (shipped_site / url / "index.html").read_text() for url in ("", "benchmarks", "rubrics/a")}
    assert "14 of 52 benchmarks can block a release" in plain(pages[""])
    assert Counter(re.findall(r'</svg><a class="cell cell--(\w+)"', pages[""])) == {
        "itself": 13,
        "rubric": 1,
    }
    words = "13 hard gates and A-SFT4 through A-SFT"
    assert f"14 benchmarks can block a release: {words}." in plain(pages["benchmarks"])
    assert pages["benchmarks"].count('data-release="blocked by a miss"') == 14
    assert f"Can block a release 14 {words}" in plain(pages["rubrics/a"])
    plan = planned(REPORT.suite, {"A-NEG2": 29})
    signs = Summary(ScoreReport(REPORT.suite, read([], REPORT.suite, plan), DIGEST, plan)).gates
    assert {code: sign for code, sign in signs.items() if sign and code in REPORT.suite.benchmark} == blockers
    for code in REPORT.suite.benchmark:
        page = plain((shipped_site / f"benchmarks/{code.lower()}/index.html").read_text())
        blocks = re.search(
            r"a miss (?:blocks|fails) A-\w+ ?(?:and the release|, which blocks the release)", page
        )
        assert bool(blocks) == (code in blockers), code
