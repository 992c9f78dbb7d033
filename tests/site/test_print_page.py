"""The whole methodology prints as one document: contents, numbered sheets, links, nothing missing or cut."""

from __future__ import annotations

import ctypes
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, expect
from pypdfium2 import raw

from benchdocs.rules.check import check
from benchdocs.site.pages.print import URL
from benchdocs.site.site import Site
from support.elements import parsed, words
from support.faulty_suite import waiver
from support.shipped import shipped_report
from support.suites import suite_with

SUITE = shipped_report().suite
SITE = Site(shipped_report())
TITLES = [
    *(view.title for view in SITE.views.rubrics),
    *(view.title for view in SITE.views.benchmarks),
]
A4_TEXT = {"width": 688, "height": 1000}
"""Pixels between the margins of an upright A4 sheet."""


class _Ids:
    """A page's ids, the places on it that it links to, and its text."""

    def __init__(self, page: str) -> None:
        parts = [*parsed(page).iter()]
        self.ids = [part.attrib["id"] for part in parts if "id" in part.attrib]
        self.links = {part.get("href", "")[1:] for part in parts if part.get("href", "").startswith("#")}
        self.words = words(parts[0])


def _page(site: Site) -> str:
    page = next(page for page in site.pages if page.url == URL)
    return "".join(f'<h2 id="{section.id}">{section.heading}</h2>{section.html}' for section in page.sections)


def test_the_page_of_a_large_suite_ends_with_its_rubrics_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = Site(check(suite_with(tmp_path)))
    monkeypatch.setattr("benchdocs.site.views.suite.MOST_LISTED", len(site.views.benchmarks))
    assert "This suite is too large" not in _page(Site(check(tmp_path)))
    monkeypatch.setattr("benchdocs.site.views.suite.MOST_LISTED", len(site.views.benchmarks) - 1)
    page = _Ids(_page(site))
    assert "This suite is too large for one page." in page.words
    assert page.links <= set(page.ids)
    assert {"code-a", "code-a-dem", "overview", "findings"} <= set(page.ids)
    assert not {"code-a-dem1", "prompts"} & set(page.ids)
    assert "Appendix" not in page.words


def _solid(text: str) -> str:
    """Text without spaces: a PDF loses some at the ends of lines."""
    return re.sub(r"\s", "", text)


class _Pdf:
    """A PDF read by the library that Chromium's own viewer is made of."""

    def __init__(self, content: bytes) -> None:
        self.document = pypdfium2.PdfDocument(content)
        self.sheets = [_solid(sheet.get_textpage().get_text_bounded()) for sheet in self.document]

    @property
    def outline(self) -> set[tuple[str, int]]:
        """Titles of the outline, each with the number of its sheet, from 0."""
        return {
            (_solid(entry.get_title()), entry.get_dest().get_index()) for entry in self.document.get_toc()
        }

    def links(self, sheet: int) -> Iterator[int | None]:
        """Sheets that the links of one lead to; None for a link that leaves the document."""
        place, link = ctypes.c_int(0), raw.FPDF_LINK()
        while raw.FPDFLink_Enumerate(self.document[sheet], place, link):
            target = raw.FPDFLink_GetDest(self.document, link)
            yield raw.FPDFDest_GetDestPageIndex(self.document, target) if target else None


@pytest.fixture(scope="module")
def printed(address: str, browser: Browser) -> _Pdf:
    """The page as Chromium saves it."""
    tab = browser.new_page()
    tab.goto(address + URL)
    pdf = tab.pdf(format="A4", outline=True, tagged=True)
    tab.close()
    return _Pdf(pdf)


def test_the_pdf_holds_every_rubric_benchmark_and_prompt(printed: _Pdf) -> None:
    text = "".join(printed.sheets)
    outline = dict(printed.outline)
    views = SITE.views
    titles = [*TITLES, *(prompt.title for prompt in views.prompts)]
    assert len(titles) == len(SUITE.specs) + len(SUITE.prompts)
    for title in map(_solid, titles):
        assert title in printed.sheets[1], "the contents"
        assert title in printed.sheets[outline[title]], "the place that the outline gives"
    assert all(prompt.digest in text for prompt in views.prompts)


def test_every_sheet_is_numbered(printed: _Pdf) -> None:
    total = len(printed.sheets)
    assert total > len(SUITE.specs)
    for number, sheet in enumerate(printed.sheets, start=1):
        assert f"{number}/{total}" in sheet


@pytest.mark.sweep(3)
@pytest.mark.parametrize("url", ["benchmarks/a-neg1/", URL, "methodology/scoring-flow/"])
def test_every_sheet_of_every_page_has_the_name_above_and_the_state_at_its_foot(
    address: str, browser: Browser, shipped_site: Path, url: str
) -> None:
    foot = (shipped_site / "stylesheets/print-foot.css").read_text()
    line, name = re.findall(r'content: "(.*?)"', foot)
    tab = browser.new_page()
    tab.goto(address + url)
    sheets = _Pdf(tab.pdf(format="A4")).sheets
    tab.close()
    assert "suiteSHA-256" in _solid(line)
    assert name == "Medic Copilot benchmarks"
    assert all(_solid(text) in sheet for sheet in sheets for text in (line, name))


def test_the_contents_lead_to_the_sheets_of_the_parts(printed: _Pdf) -> None:
    targets = list(printed.links(1))
    assert None not in targets
    outline = dict(printed.outline)
    for title in TITLES:
        assert outline[_solid(title)] in targets


def test_nothing_is_cut_at_the_edge_of_a_sheet(address: str, tab: Page) -> None:
    tab.set_viewport_size(A4_TEXT)  # type: ignore[arg-type]
    tab.emulate_media(media="print")
    tab.goto(address + URL)
    cut = tab.evaluate(
        """() => [...document.querySelectorAll(".md-typeset :is(table, pre, pre > code, svg, dl, p, li)")]
          .filter((element) => element.getClientRects().length
            && (element.getBoundingClientRect().right > innerWidth + 1
              || (element.matches("table, pre, code") && element.scrollWidth > element.clientWidth + 1)))
          .map((element) => element.outerHTML.slice(0, 100))"""
    )
    assert cut == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= A4_TEXT["width"]
    expect(tab.locator(".md-header")).to_be_hidden()
    for on_the_screen in tab.locator(".cover__how").all():
        expect(on_the_screen).to_be_hidden()


def test_ids_are_unique_and_every_link_on_the_page_has_its_place() -> None:
    page = _Ids(_page(SITE))
    assert len(set(page.ids)) == len(page.ids)
    assert page.links
    assert page.links <= set(page.ids)


def test_it_holds_what_the_pages_hold() -> None:
    words = _Ids(_page(SITE)).words
    for prompt in SUITE.prompts:
        system, case, values = prompt.text.partition("\nINPUTS\n")
        assert " ".join(system.split()) in words
        assert " ".join(f"{case}{values}".split()) in words
    for spec in SUITE.benchmarks:
        fields = spec.fields
        assert fields.scoring_scale
        texts = [fields.concept, *fields.examples, *fields.scoring_scale.descriptions.values()]
        for text in texts:
            assert " ".join(str(text).replace("`", "").split()) in words
    for rubric in SUITE.rubrics:
        guide = rubric.fields.evaluation_guidelines
        stated = (*guide.focus_areas, *(each.text for each in guide.critical_requirements)) if guide else ()
        for text in stated:
            assert " ".join(str(text).replace("`", "").split()) in words


def test_the_search_knows_its_title_alone(shipped_site: Path) -> None:
    index = (shipped_site / "search/search_index.js").read_text()
    pages = json.loads(index.removeprefix("window.searchIndex=").removesuffix(";\n"))["pages"]
    ((_, _, _, _, parts),) = (page for page in pages if page[0] == URL)
    assert len(parts) == 1


def test_findings_and_waivers_are_on_it(tmp_path: Path) -> None:
    excused = waiver("TXT506", "A-DEM1", "No cases yet.")
    root = suite_with(tmp_path, {"pyproject.toml": excused})
    for name in ("A-DEM1", "A-DEM2"):
        path = root / f"a-component/{name}.yaml"
        path.write_text(re.sub(r"^examples:\n(?:[ -].*\n)*", "", path.read_text(), flags=re.MULTILINE))
    words = _Ids(_page(Site(check(root)))).words
    assert "TXT506" in words
    assert "No cases yet." in words


def test_a_broken_suite_prints_too(tmp_path: Path) -> None:
    root = suite_with(
        tmp_path,
        {
            "a-component/A-DEM1.yaml": "code: [",
            "a-component/A-DEM2.yaml": "",
            "a-component/A-OTH1.yaml": "code: A-OTH1\n",
            "a-component/odd name.yaml": "concept: 1\n",
            "rubrics/A-DEM.yaml": "code: A-DEM\nbenchmarks: 3\n",
            "evaluators/llm-judge/odd_prompt.md": b"\xff\x00",
        },
    )
    page = _page(Site(check(root)))
    assert 'id="code-a-oth1"' in page
    assert "Benchmarks without a rubric" in page
    assert all(" " not in id for id in _Ids(page).ids)
    assert 'id="code-a-oth1--finding-1"' in page
    assert "Next finding" not in page


def test_a_page_of_its_own_has_no_prefixed_ids(shipped_site: Path) -> None:
    benchmark = (shipped_site / "benchmarks/a-neg1/index.html").read_text()
    assert 'id="level-1-0"' in benchmark
    assert "code-a-neg1" not in benchmark
