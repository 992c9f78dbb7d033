"""Markdown twins say what the specs say, whatever an author writes: text never becomes markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from benchdocs.documents.markdown import code, escaped, fence
from benchdocs.rules.check import check
from benchdocs.site.markdown_twins import TWIN_NAME, Twin
from benchdocs.site.renderer import Section
from benchdocs.site.site import Site
from benchdocs.site.views.spec import clauses
from support.hostile_text import EXAMPLE, LEVEL, RUBRIC_LABEL, TEXTS, hostile_suite
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import table

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
SIGNS = st.sampled_from(
    [
        *"\\`*_[]()<>&#-+=~|!:.;/\"'{}$^@ \t\nab1é漢😀\u00a0",
        "](",
        "]:",
        "[ ] ",
        "<b>",
        "&amp;",
        "1. ",
        "```",
        "~~~",
    ]
)
TEXT = st.lists(SIGNS | st.characters(exclude_categories=["Cs", "Cc"]), max_size=25).map("".join)
CODE_SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")


def spaced(text: str) -> str:
    return " ".join(text.split())


def meant(text: str) -> str:
    """What a text says: back-ticked spans are code, as on the pages, everything else stands for itself."""
    return spaced(CODE_SPAN.sub(r"\1", re.sub(r"[ \t\n\r\f\v]+", " ", text)))


def said(inline: Token, *wanted: str) -> str:
    """The text of an inline token, which may hold nothing else than text, code and what is wanted."""
    children = inline.children or []
    assert {child.type for child in children} <= {"text", "code_inline", *wanted}
    return spaced("".join(child.content for child in children))


def kinds(tokens: Sequence[Token]) -> list[str]:
    return [token.type for token in tokens]


@given(TEXT.filter(meant))
@example("# no heading")
@example("1. no list")
@example("1) no list")
@example("+ no list")
@example("---")
@example("> no quotation")
@example("[ref]: http://evil.example")
@example("[x](javascript:alert(1)) ![i](x)")
@example("<b>bold</b> <http://a.example> &amp; &#60;")
@example("\\*not\\* escaped")
@example("~~~ and ~~struck~~")
@example("```\ncode")
@example("[ ] no task")
def test_a_line_says_what_the_author_wrote(text: str) -> None:
    tokens = PARSER.parse(escaped(text))
    assert kinds(tokens) == ["paragraph_open", "inline", "paragraph_close"]
    assert said(tokens[1]) == meant(text)


def converted(html: str) -> str:
    """The twin of a page of this content, at `a/b/`."""
    return Twin("a/b/", {"a/c/"}).text([Section("top", "", html)])


@given(TEXT)
def test_a_cell_stays_a_cell(text: str) -> None:
    rows = f"<tr><td>{escape(text)}</td><td>last</td></tr><tr><td>first</td></tr>"
    tokens = PARSER.parse(converted(f"<table><thead><tr><th>a</th><th>b</th></tr></thead>{rows}</table>"))
    cells = [after for token, after in pairwise(tokens) if token.type == "td_open"]
    assert [said(inline) for inline in cells] == [meant(text), "last", "first", ""]


@given(TEXT)
def test_a_heading_ends_where_the_author_ends_it(text: str) -> None:
    for tokens in (
        PARSER.parse(converted(f"<h1>A {escape(text)}</h1><ul><li>b</li></ul>")),
        PARSER.parse(Twin("", ()).text([Section("a", f"A {text}", "<ul><li>b</li></ul>")])),
    ):
        assert kinds(tokens)[:4] == ["heading_open", "inline", "heading_close", "bullet_list_open"]
        assert said(tokens[1]) == spaced(f"A {meant(text)}")


@given(TEXT.filter(meant))
@example("\\ ")
def test_the_label_of_a_link_is_text(label: str) -> None:
    tokens = PARSER.parse(converted(f'<p>See <a href="../c/#d">{escape(label)}</a>.</p>'))
    assert kinds(tokens) == ["paragraph_open", "inline", "paragraph_close"]
    before, opening, *inside, closing, after = tokens[1].children or []
    assert (opening.type, closing.type) == ("link_open", "link_close")
    assert (before.content.strip(" "), after.content.strip(" ")) == ("See", ".")
    assert {child.type for child in inside} <= {"text", "code_inline"}
    assert spaced("".join(child.content for child in inside)) == meant(label)


@table
def test_a_link_leads_where_the_pages_does(href: str, twin: str, absolute: str) -> None:
    for site, expected in (("", twin), ("https://site.example/", absolute)):
        text = Twin("a/b/", {"a/c/"}, site).text([Section("", "", f'<p><a href="{href}">x</a></p>')])
        assert text == (f"[x]({expected})\n" if expected else "x\n")


@table
def test_what_a_page_shows_is_markdown(html: str, expected: str) -> None:
    assert converted(html) == expected


@given(st.lists(TEXT | st.just("`") | st.just("````")).map("\n".join))
def test_a_fence_holds_its_text_word_for_word(text: str) -> None:
    tokens = PARSER.parse(f"before\n\n{fence(text, 'text')}\n\nafter")
    assert kinds(tokens)[3] == "fence"
    assert len(tokens) == 7
    assert tokens[3].content.removesuffix("\n") == text.removesuffix("\n")


@given(TEXT.filter(lambda text: spaced(text) == text and bool(text)))
def test_code_holds_its_text(text: str) -> None:
    tokens = PARSER.parse(f"a {code(text)} b")
    assert [child.content for child in tokens[1].children or []] == ["a ", text, " b"]


@table
def test_prose_stays_as_it_was_written(text: str) -> None:
    assert escaped(text) == text


# Twins of a suite --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shipped() -> Site:
    return Site(shipped_report())


@cache
def files(site: Site) -> dict[str, bytes]:
    return dict(site.twins())


def twin(site: Site, url: str) -> str:
    return files(site)[f"{url}{TWIN_NAME}"].decode()


def test_every_benchmark_rubric_and_evaluator_has_a_twin(shipped: Site) -> None:
    with_twin = {page.url for page in shipped.pages if page.kind.has_twin}
    suite = shipped.views
    assert len(with_twin) == sum(map(len, (suite.benchmarks, suite.rubrics, suite.suite.evaluators)))
    assert {path.removesuffix(TWIN_NAME) for path in files(shipped) if path.endswith(TWIN_NAME)} == with_twin


def words_of(twin: str) -> str:
    """The words of a twin, as a CommonMark parser shows them."""
    shown = (
        " ".join(child.content for child in token.children or []) if token.type == "inline" else token.content
        for token in PARSER.parse(twin)
    )
    return re.sub(r"[\W_]+", " ", " ".join(shown))


def test_a_benchmarks_twin_says_everything_its_spec_says(shipped: Site) -> None:
    for view in shipped.views.benchmarks:
        text = twin(shipped, shipped.urls[view.code])
        words, fields = words_of(text), view.spec.fields
        for said_there in (
            *fields.examples,
            *(fields.scoring_scale.descriptions.values() if fields.scoring_scale else ()),
            *(
                f"{opening} {rest}"
                for criteria in (fields.inclusion_criteria, fields.exclusion_criteria)
                for opening, rest in clauses(criteria)
            ),
            *fields.out_of_scope,
            fields.concept or "",
            fields.rationale or "",
        ):
            assert words_of(said_there).strip() in words, (view.code, said_there)
        for fact in (
            f"- Threshold: ≥ {fields.threshold}",
            f"- Effective weight: {view.effective_text.capitalize()},",
            f"- Evaluator: {view.evaluator}",
            f"- Status: {view.status}, version {view.version}",
            f"source/{view.spec.document.path}",
        ):
            assert fact in text, view.code


def test_a_prompts_twin_holds_it_word_for_word(shipped: Site) -> None:
    for view in shipped.views.prompts:
        text = twin(shipped, shipped.prompt_urls[view.prompt.path])
        fences = [token.content for token in PARSER.parse(text) if token.type == "fence"]
        system, case = next(pair for pair in pairwise(fences) if pair[1].startswith("INPUTS\n"))
        assert system + case == view.prompt.text
        assert view.digest in text


def test_a_twin_has_no_tool_of_the_page_no_key_of_marks_and_no_column_of_pictures(
    shipped: Site, tmp_path: Path
) -> None:
    for site in (shipped, Site(check(suite_with(tmp_path)))):
        for path, content in site.twins():
            text = content.decode()
            assert not re.search(r"JavaScript|Try scores|last score counts|established, provisional", text), (
                path
            )
            assert "| On the scale |" not in text, path


def test_a_section_that_says_nothing_has_no_heading() -> None:
    tool = Section("tool", "Try it", "<div data-search-exclude><p>Enter a number.</p></div>")
    assert Twin("", ()).text([tool, Section("a", "A", "<p>b</p>")]) == "## A\n\nb\n"


def test_no_two_words_of_a_twin_stand_apart_by_style_alone(shipped: Site) -> None:
    for page in shipped.pages:
        for section in page.render() if page.kind.has_twin else ():
            if "data-search-exclude" not in section.html[:60]:
                meet = re.search(r"\w(</(a|code|span|strong)>)*<(a|code|span|strong)\b[^>]*>\w", section.html)
                assert not meet, f"{page.url}: {meet}"


def test_every_link_of_a_twin_leads_to_a_file_of_the_site(shipped: Site, shipped_site: Path) -> None:
    for path, content in files(shipped).items():
        for inline in PARSER.parse(content.decode()) if path.endswith(TWIN_NAME) else ():
            for child in inline.children or []:
                if child.type == "link_open":
                    address = str(child.attrs["href"]).partition("#")[0].partition("?")[0]
                    target = (shipped_site / path).parent / unquote(address)
                    assert target.exists() or "://" in address, f"{path} -> {child.attrs['href']}"


def test_a_hostile_spec_changes_nothing_but_the_words(tmp_path: Path) -> None:
    plain, hostile = (
        Site(check(suite_with(tmp_path / "plain"))),
        Site(check(hostile_suite(tmp_path / "hostile"))),
    )
    tokens = PARSER.parse(twin(hostile, "benchmarks/a-dem1/"))
    titles = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    assert titles[1:] == [
        "When it applies and what it flags",
        "What it is not for",
        "What it measures",
        "Examples",
        "Scale and threshold",
        "Evaluator and prompt",
        "Neighbors",
        "Rationale",
        "Decisions",
        "Source",
    ]
    allowed = {"text", "code_inline", "link_open", "link_close", "strong_open", "strong_close"}
    words = spaced(" ".join(said(token, *allowed) for token in tokens if token.type == "inline"))
    for text in (*TEXTS.values(), EXAMPLE, LEVEL):
        assert meant(text) in words
    for path, content in hostile.twins():
        parsed = PARSER.parse(content.decode())
        assert not {"html_block", "hr", "blockquote_open", "code_block"} & set(kinds(parsed)), path
        links = [child for token in parsed for child in token.children or [] if child.type == "link_open"]
        assert all(re.match(r"\.\.?/", str(child.attrs["href"])) for child in links), path
    assert dict(plain.twins()).keys() == dict(hostile.twins()).keys()
    tokens = PARSER.parse(twin(hostile, "rubrics/a-dem/"))
    title = next(after for token, after in pairwise(tokens) if token.type == "heading_open")
    assert meant(RUBRIC_LABEL) in said(title)


def test_a_broken_spec_still_has_a_twin(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"a-component/A-DEM1.yaml": "code: A-DEM1\nweight: 25%\n"})
    assert "`weight` has to be a number" in twin(Site(check(root)), "benchmarks/a-dem1/")
