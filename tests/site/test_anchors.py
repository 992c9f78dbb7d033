"""Every heading has an id and a link that copies its address: seen when pointed at, named, large enough."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from benchdocs.mkdocs_adapter.handwritten_pages import name_links
from support.browser import script
from support.elements import parsed, words
from support.page_kinds import KINDS

HEADINGS = ("h1", "h2", "h3", "h4")
SIGN = "a[@class='headerlink']"
LINKED_KINDS = [kind for kind in KINDS if kind != "not-found"]
"""Nobody copies the address of a missing page."""
SIGNS = ".md-typeset .headerlink:visible"
CONTRAST = script("contrast")
SIZES = """signs => signs.map((sign) => {
  const { width, height } = sign.getBoundingClientRect();
  return Math.min(width, height);
})"""
GROWN = script("grown-by-signs")
"""How much taller parts become by their signs, those apart that take one more line for a last word."""
ALONE = script("signs-alone")
"""Signs that are not on the line of the last word."""
PARTS = re.compile(
    "(applies|excluded|out-of-scope|example|focus|deviation|requirement|level|asks-(?!uncertainty)[a-z_]+)-[0-9-]+"
)
"""Ids of clauses, examples and levels, which have a link each."""
NAMES = {
    "benchmark": {"item out of scope 1"},
    "rubric": {"focus area 1", "acceptable deviation 1", "critical requirement 1"},
    "fields": {"“code”", "“code of a rubric”"},
}
"""What links of a kind of page are called that golden pages do not have."""


class _Article:
    """The headings of a page, and the names of its links that copy an address."""

    def __init__(self, site: Path, kind: str) -> None:
        url = KINDS[kind]
        html = (site / (url if url.endswith(".html") else f"{url}index.html")).read_text()
        (article,) = parsed(html).iter("article")
        self.headings = [part for part in article.iter() if part.tag in HEADINGS]
        self.ids = [part.get("id", "") for part in article.iter() if part.get("id")]
        links = article.findall(f".//{SIGN}")
        self.names = [link.get("title", "") for link in links]
        self.linked = [link.get("href", "").removeprefix("#") for link in links]


@pytest.mark.parametrize("kind", LINKED_KINDS)
def test_every_heading_has_an_id_and_a_link_that_names_it(shipped_site: Path, kind: str) -> None:
    found = _Article(shipped_site, kind)
    assert found.headings
    for heading in found.headings:
        text, link = words(heading), heading.find(f".//{SIGN}")
        assert heading.get("id"), text
        assert link is not None, text
        assert link.get("href") == f"#{heading.get('id')}", text
        assert link.get("title", "").startswith(f"Copy link to “{text}”"), text
    assert len(found.names) == len(set(found.names))
    assert all(name.startswith("Copy link to ") for name in found.names)
    assert len(found.ids) == len(set(found.ids))
    assert {*filter(PARTS.fullmatch, found.ids)} <= {*found.linked}
    assert {f"Copy link to {name}" for name in NAMES.get(kind, ())} <= {*found.names}


def test_a_rule_of_the_list_is_linked(shipped_site: Path) -> None:
    link = '<a class="headerlink" href="#ref206" title="Copy link to rule REF206"></a>'
    row = '<tr id="ref206"><th scope="row"><a href="ref/#ref206">REF206</a></th>'
    html = (shipped_site / "rules/index.html").read_text()
    assert f'{row}<td class="wide">Criteria name an unknown or former code{link}</td>' in html.replace(
        "\n", ""
    )


def test_a_link_of_a_handwritten_heading_is_named_after_it() -> None:
    link = '<a class="headerlink" href="#a-b" title="Permanent link"> </a>'
    html = f'<h2 class="x" id="a-b">A &lt; <code>"b"</code>{link}</h2>\n<h3 id="c">c</h3>'
    assert name_links(html) == (
        '<h2 class="x" id="a-b">A &lt; <code>"b"</code>'
        '<a class="headerlink" href="#a-b" title="Copy link to “A &lt; &#34;b&#34;”"></a></h2>'
        '\n<h3 id="c">c</h3>'
    )


def test_no_text_that_leaves_the_pages_names_the_links(shipped_site: Path) -> None:
    for path in ("llms.txt", "search/search_index.js"):
        assert "Copy link to" not in (shipped_site / path).read_text(), path


@pytest.mark.sweep(2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_link_is_seen_under_the_pointer_with_the_focus_and_on_touch_but_not_at_rest(
    tab: Page, address: str, browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    shown = "signs => signs.filter(sign => getComputedStyle(sign).opacity !== '0').length"
    tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    tab.goto(address + KINDS["benchmark"])
    signs = tab.locator(SIGNS)
    assert signs.count() > 25
    assert signs.evaluate_all(shown) == 0
    example = tab.locator("#examples .headerlink")
    tab.locator("#examples").hover(position={"x": 5, "y": 5})
    assert signs.evaluate_all(shown) == 1
    assert example.evaluate_all(CONTRAST) >= 4.5
    tab.mouse.move(0, 0)
    example.focus()
    assert example.evaluate_all(shown) == 1
    focused = example.evaluate("sign => getComputedStyle(sign).color")
    assert focused == tab.locator(".md-typeset h1 .code").evaluate("code => getComputedStyle(code).color")
    with browser.new_context(has_touch=True, is_mobile=True, color_scheme=scheme) as phone:
        touched = phone.new_page()
        touched.goto(address + KINDS["benchmark"])
        assert touched.locator(SIGNS).evaluate_all(shown) == signs.count()
        assert touched.locator(SIGNS).evaluate_all(CONTRAST) >= 3


@pytest.mark.sweep(4)
@pytest.mark.parametrize("kind", ["benchmark", "rubric", "home", "prompt", "rules", "glossary"])
@pytest.mark.parametrize("width", [1280, 375])
def test_a_link_is_large_enough_and_stays_within_the_lines(
    tab: Page, address: str, kind: str, width: int
) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(address + KINDS[kind])
    signs = tab.locator(SIGNS)
    assert min(signs.evaluate_all(SIZES)) >= 24
    assert signs.evaluate_all(ALONE) == []
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    assert signs.evaluate_all(GROWN) == []


def test_paper_shows_no_such_links(tab: Page, address: str) -> None:
    tab.goto(address + KINDS["benchmark"])
    tab.emulate_media(media="print")
    expect(tab.locator(SIGNS)).to_have_count(0)


def test_the_former_address_of_the_neighbors_leads_to_them(tab: Page, address: str) -> None:
    for id in ("neighbors", "neighbours"):
        tab.goto("about:blank")
        tab.goto(f"{address}{KINDS['benchmark']}#{id}")
        top = tab.locator("h2#neighbors").evaluate("heading => heading.getBoundingClientRect().top")
        header = tab.locator(".md-header").evaluate("header => header.getBoundingClientRect().bottom")
        assert header <= top < 300
