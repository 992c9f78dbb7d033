"""Codes and terms in texts become links, once and to the right place; the rest stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.links import GlossaryTerm, Linker, read_glossary, relative
from benchdocs.site.site import Site
from benchdocs.site.written_pages import read_pages
from support.paths import BASE, REPOSITORY
from support.stories import stories
from support.suites import suite_with
from support.tables import table

PROMPT = "evaluators/llm-judge/arrival_prompt.md"
URLS = {
    **{f"A-DEM{number}": f"benchmarks/a-dem{number}/" for number in (1, 2, 3)},
    "A-DEM": "rubrics/a-dem/",
}
TERMS = (
    GlossaryTerm("Hard gate", "hard-gate", 'Nothing makes "up" for it.'),
    GlossaryTerm("LKW", "lkw", "Last known well."),
    GlossaryTerm("Component A", "component-a", "All rubrics together."),
    GlossaryTerm("Finding", "finding", "What the checker reports.", is_linked=False),
)


@pytest.fixture
def linker() -> Linker:
    return Linker(URLS, TERMS)


test_story = stories(__file__)


@table
def test_codes_and_terms_of_a_text_become_links(text: str, html: str) -> None:
    linker = Linker(URLS, TERMS, retired=frozenset({"A-DEM2"}))
    assert str(linker.html(text, "benchmarks/a-dem3/")) == html


def test_only_a_link_to_a_long_code_may_break() -> None:
    linker = Linker({})
    assert linker.link_class("A-CMP6-airport") == "code"
    assert linker.link_class(f"A-{'X' * 58}") == "code code--long"


def test_a_term_is_explained_where_a_page_has_it_first(linker: Linker) -> None:
    meaning = "Nothing makes &#34;up&#34; for it."
    first = f'<a class="term" href="../../methodology/glossary/#hard-gate" title="{meaning}">'
    text = "hard gates and a hard gate"
    assert str(linker.html(text, "rules/x/")) == f"{first}hard gates</a> and a hard gate"
    linker.start_page()
    assert first in str(linker.html("Hard gate", "rules/x/"))


def test_a_prompt_shown_word_for_word_has_no_term_linked(tmp_path: Path) -> None:
    text = (BASE / PROMPT).read_text().replace("- formatting", "- LKW (A-DEM2)")
    site = Site(check(suite_with(tmp_path, {PROMPT: text})), TERMS)
    page = site.page["prompts/arrival.md"]
    (verbatim,) = (section.html for section in page.sections if section.id == "verbatim")
    assert '- LKW (<a class="code" href="../../benchmarks/a-dem2/">A-DEM2</a>)' in verbatim
    assert 'title="Last known well."' in "".join(section.html for section in page.sections)


def test_running_text_of_a_finished_page_is_linked_and_nothing_else(linker: Linker) -> None:
    page = '<h2 id="A-DEM1">A-DEM1</h2><p>A-DEM1 &amp; <a href="x">A-DEM1</a> <code>A-DEM1</code><br/> A-DEM'
    html = linker.in_html(page, "methodology/")
    assert html.count('class="code"') == 2
    assert html.startswith('<h2 id="A-DEM1">A-DEM1</h2><p><a class="code" href="../benchmarks/a-dem1/">')
    assert "&amp; " in html


def test_the_glossary_is_read_from_its_page() -> None:
    terms = {term.name: term for term in read_glossary(read_pages(REPOSITORY / "docs"))}
    assert terms["Hard gate"].id == "hard-gate"
    assert terms["STEMI"].meaning.startswith("ST-elevation myocardial infarction")
    assert not terms["Finding"].is_linked
    assert len(terms) > 80
    assert all(term.meaning and "[" not in term.meaning for term in terms.values())
    assert read_glossary({}) == ()


@table
def test_addresses_are_relative(target: str, url: str, way: str) -> None:
    assert relative(target, url) == way
