"""A hostile hand-written page is refused; where no check has seen it, nothing of it runs or loads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from benchdocs.mkdocs_adapter.defaults import STYLES_OF_ALL
from benchdocs.rules.check import check
from benchdocs.rules.pages import published_files, refused_in_page
from benchdocs.rules.rule import MAX_LISTED
from benchdocs.rules.support import conversion
from benchdocs.rules.support.conversion import is_heavy, to_html, unconvertible
from benchdocs.rules.support.markup import refused_in_css, refused_in_html
from benchdocs.rules.support.pictures import refused_in_svg
from benchdocs.site.pages.registry import PAGE_KINDS
from benchdocs.site.print_foot import FOOT
from support.browser import settle
from support.mkdocs_command import mkdocs
from support.paths import REPOSITORY, THEME
from support.patience import little_work
from support.projects import project_with
from support.suites import suite_with
from support.tables import data, each_row, table
from support.web_server import hosted

RUN = "document.head.remove()"
FAR = "https://far.example"
PAGES = data(__file__)["pages"]
ESCAPED = (
    f'<img/src="x"/onerror="{RUN}">',
    f'<img src="x"onerror="{RUN}">',
)
"""Markup for a browser, and text for Markdown."""
HEADINGS = f"""# `</title><script>{RUN}</script>`

## `<img src=x onerror={RUN}>`

## &lt;script&gt;{RUN}&lt;/script&gt; and `</title>`
"""


@each_row("page", PAGES)
def test_a_page_that_can_run_or_load_something_is_refused_at_its_line(page: str) -> None:
    assert refused_in_page(page)
    code = f"# Note\n\n```\n{page}\n```\n\n"
    assert refused_in_page(code) == ()
    if not page.startswith(("---", "title:")):
        after = refused_in_page(f"{code}{page}\n")
        assert after
        assert min(refusal.offset for refusal in after) >= len(code)


@pytest.mark.sweep(6)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("tag", ['<table class="flow">', '<td rowspan="2">', "<br>", "<strong>"])
def test_plain_tags_around_it_hide_nothing(page: str, tag: str) -> None:
    for text in (f"{tag}{page}{tag}", f"{tag}\n{page}\n", f"{tag}\n\n{page}\n{tag}"):
        if any(refused_in_html(to_html(text))):
            assert refused_in_page(text)


@table
def test_a_fence_hides_only_what_the_converter_takes_for_code(page: str) -> None:
    assert refused_in_page(page)


@pytest.mark.parametrize("page", ESCAPED)
def test_what_markdown_shows_as_text_is_no_finding(page: str) -> None:
    assert refused_in_page(page) == ()
    assert [*refused_in_html(page)]


def test_hand_written_pages_of_the_project_are_clean() -> None:
    for path in published_files(REPOSITORY):
        if path.endswith(".md"):
            assert refused_in_page((REPOSITORY / path).read_text()) == (), path


def test_the_style_sheets_and_scripts_of_the_theme_are_what_pages_ask_for() -> None:
    asked = {f"stylesheets/{name}" for kind in PAGE_KINDS for name in kind.styles}
    asked |= {f"javascripts/{name}" for kind in PAGE_KINDS for name in kind.scripts}
    asked |= {*STYLES_OF_ALL}
    for path in (THEME / "javascripts/search.js", *THEME.rglob("*.html")):
        asked |= {*re.findall(r"(?:stylesheets|javascripts)/[\w-]+\.\w+", path.read_text())}
    there = {path.relative_to(THEME).as_posix() for path in THEME.glob("*/*.*s")}
    assert asked == there | {f"stylesheets/{FOOT}"}


def test_the_style_sheets_of_the_theme_load_nothing() -> None:
    for path in THEME.rglob("*.css"):
        assert [*refused_in_css(path.read_text())] == [], path


@table
def test_a_style_that_loads_is_refused(text: str) -> None:
    assert [*refused_in_css(text)]
    assert refused_in_svg(f'<svg xmlns="http://www.w3.org/2000/svg"><style>{text}</style></svg>')


@table
def test_a_style_sheet_names_no_other_host_in_any_function(text: str) -> None:
    assert [*refused_in_css(text)]


@table
def test_a_picture_that_can_run_or_load_something_is_refused(inside: str) -> None:
    assert refused_in_svg(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>')
    assert not refused_in_svg('<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>')


SET = f'image-set("a.png" 9x, "{FAR}/a.png" 1x)'
STYLES = data(__file__)["styles"]
SHEETS = [*(f"svg {{ {style} }}" for style in STYLES), *data(__file__)["sheets"]]
HOSTILE_PICTURES = (
    *(f"<g style='{style.replace(chr(39), '&apos;')}'><rect width='9' height='9'/></g>" for style in STYLES),
    *(f"<style><![CDATA[{sheet}]]></style><rect width='9' height='9'/>" for sheet in SHEETS),
    *(
        f"<rect width='9' height='9' {name}='{value.replace(chr(39), '&quot;')}'/>"
        for name in ("fill", "mask", "filter", "clip-path", "marker-end", "cursor", "x", "d", "transform")
        for value in (f"url({FAR}/a.svg#a)", SET, f"\\75rl({FAR}/a.svg#a)", f"url(&#x0a;{FAR}/a#a)")
    ),
    *data(__file__)["hostile_pictures"],
)
PLAIN_PICTURES = data(__file__)["plain_pictures"]


def picture(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inside}</svg>'


@each_row("inside", HOSTILE_PICTURES)
def test_a_style_of_a_picture_holds_only_what_is_listed(inside: str) -> None:
    assert refused_in_svg(picture(inside))


@each_row("inside", PLAIN_PICTURES)
def test_what_drawing_programs_write_is_allowed_in_a_picture(inside: str) -> None:
    assert refused_in_svg(picture(inside)) == []


@pytest.mark.nightly
def test_no_allowed_picture_asks_another_host_in_a_browser_without_the_headers(browser: Browser) -> None:
    tab, asked = browser.new_page(), list[str]()
    shown = ""

    def answer(route: Route) -> None:
        if route.request.url == "http://own.example/picture.svg":
            route.fulfill(body=shown, content_type="image/svg+xml")
        else:
            asked.append(route.request.url)
            route.abort()

    tab.route("**/*", answer)
    asking = 0
    for inside in (*PLAIN_PICTURES, *HOSTILE_PICTURES):
        shown = picture(inside)
        tab.goto("http://own.example/picture.svg")
        tab.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert not asked or refused_in_svg(shown), inside
        asking += bool(asked)
        asked.clear()
    assert asking > 20  # a request would have been seen
    tab.close()


def test_a_picture_with_entities_or_another_encoding_is_refused() -> None:
    assert refused_in_svg("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>")
    assert refused_in_svg("<!DOCTYPE svg [<!ATTLIST svg onload CDATA 'run()'>]><svg/>")
    assert refused_in_svg("<?xml version='1.0' encoding='ISO-2022-JP'?><svg/>")


def test_a_page_full_of_markup_is_read_in_reasonable_time() -> None:
    for page in ("<b a" * 20_000, '<b a="' * 20_000, "<!--" * 20_000, "<b onclick=1>x</b>\n\n" * 300):
        [*refused_in_html(page)]
    assert len(refused_in_page("<b onclick=1>x</b>\n\n" * 300)) == MAX_LISTED
    for style in (
        "a" * 400_000,
        "a/*" * 100_000,
        "\\61" * 100_000,
        "{a:" * 100_000,
        "url(" * 100_000,
        "; " * 200_000,
    ):
        [*refused_in_css(style)]
        refused_in_svg(picture(f"<style>{style}</style><g style='{style}'/>"))


HEAVY = (
    *("![", "[", "[a](", "[x](<", "[](", "![a](", "![a][", "[a][", "<a", "<a ", "<p\n", "<![CDATA["),
    *("# a {: ", "***a", "```a\n", "a\n=\n", "a\n-\n", "`|", "<b x ", "&#", "[a]:\n", "\\[", "*[a](b"),
)
NESTED = (
    "> " * 4_000,
    "- " * 4_000,
    "1. " * 3_000,
    "> - " * 2_000,
    "\n".join("    " * depth + "- a" for depth in range(200)),
    "[" * 10_000 + "x" + "](a)" * 5_000,
    "[" * 10_000 + "]" * 10_000,
    "|".join("a" * 200) + "\n" + "|".join("-" * 200) + "\n" + "a\n" * 10_000,
    "# a" + " " * 40_000 + "b",
    "# a" + "#" * 40_000 + "b",
    "# " + "{: a } " * 6_000 + "b",
    "***a" + " *b" * 15_000,
    "[" * 90 + "a" * 400_000,
    "<a " * 90 + "a\n" * 200_000,
)


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    "page", [*(each * (40_000 // len(each)) for each in HEAVY), *NESTED], ids=lambda page: repr(page[:9])
)
def test_a_page_never_takes_longer_than_its_limit(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "MAX_SECONDS", 0.5)
    text = f"# Note\n\n{page}\n"
    with little_work():  # without that of the program that is ended
        refused = refused_in_page(text)
        assert bool(unconvertible(text)) == any("the page" in refusal.message for refusal in refused)


@pytest.mark.parametrize(
    ("page", "heavy"),
    [
        ("[a](b.md#c) and more words here\n\n" * 400 + f"{'more words ' * 20}\n\n" * 300, False),
        ("[a](b.md#c) and more words here\n" * 400 + f"{'more words ' * 20}\n" * 300, True),
        ("<b>a</b> and more words here\n\n" * 240 + f"{'more words ' * 20}\n\n" * 300, True),
    ],
    ids=["in paragraphs", "in one", "tags"],
)
def test_a_page_is_heavy_by_what_its_converter_searches_at_once(page: str, heavy: bool) -> None:
    assert is_heavy(page) is heavy


@pytest.mark.parametrize("page", ["![" * 4_000, "[" * 101, "text [" * 101 + "\n\nmore"])
def test_unclosed_brackets_are_found_at_their_paragraph_and_at_once(page: str) -> None:
    text = f"# Note\n\n```\n{'[' * 600}\n```\n\n{page}{' ' * 600}\n"
    (refused,) = refused_in_page(text)
    assert "opens 100 brackets or more" in refused.message
    assert refused.offset == text.index("[", 617)
    assert refused_in_page(f"# Note\n\n{'[' * 90} {'[x](y.md) ' * 600}\n") == ()


def test_what_is_refused_in_a_long_page_is_found_by_its_words() -> None:
    page = "# Note\n\n" + "*a* `b` [c](d.md)\n\n" * 600 + "<b onclick=1>x</b>\n"
    (refused,) = refused_in_page(page)
    assert page[refused.offset :].startswith("onclick")


def test_pages_are_those_of_the_project_wherever_the_suite_is(tmp_path: Path) -> None:
    project, suite = tmp_path / "project", suite_with(tmp_path / "suite")
    suite_with(project, {"docs/a.html": "<p>"})
    assert not check(suite).findings
    assert [finding.path for finding in check(suite, project=project).findings] == ["docs/a.html"]


@table
def test_a_build_with_such_a_page_publishes_nothing(
    tmp_path: Path, name: str, options: tuple[str, ...]
) -> None:
    project = project_with(tmp_path / "project", {name: f"# Note\n\n<script>{RUN}</script>\n"})
    command = ("build", "-f", str(project / "mkdocs.yml"), "-d", str(tmp_path / "site"), *options)
    result = mkdocs(*command, root=project)
    assert result.returncode == 1
    assert f"{name}:" in result.stderr
    assert "DOC1201" in result.stderr
    assert not (tmp_path / "site").exists()


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with hostile headings, and with pages that no check has seen."""
    folder = tmp_path_factory.mktemp("published")
    project = project_with(folder / "project", {"docs/methodology/index.md": HEADINGS})
    site = folder / "site"
    result = mkdocs("build", "-f", str(project / "mkdocs.yml"), "-d", str(site), "--no-strict", root=project)
    assert result.returncode == 0, result.stderr
    page = (site / "authoring/commands/index.html").read_text()  # a short one
    for number, payload in enumerate([*PAGES, *ESCAPED]):
        (site / f"payload-{number}").mkdir()
        text = page.replace("</article>", f"{payload}</article>").replace("../../", "../")
        (site / f"payload-{number}/index.html").write_text(text)
    runs = "document.rootElement.id = 1"
    (site / "run.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" onload="{runs}"><script>{runs}</script></svg>'
    )
    with hosted(site) as url:
        yield url


def test_headings_with_markup_are_shown_and_run_nothing(published: str, tab: Page) -> None:
    tab.goto(f"{published}methodology/")
    settle(tab)
    assert tab.title().startswith(f"</title><script>{RUN}</script> - ")
    assert tab.evaluate("document.head !== null")
    assert tab.locator("article img, head img, nav img").count() == 0


@pytest.mark.sweep(8)
@pytest.mark.parametrize("part", range(8))
def test_under_the_published_headers_nothing_runs_that_no_check_has_seen(
    published: str, browser: Browser, part: int
) -> None:
    tab = browser.new_page()  # one for all, with what the site has of files already loaded
    answered: list[str] = []
    tab.on("response", lambda response: answered.append(response.url))
    for path in (f"payload-{number}/" for number in range(part, len([*PAGES, *ESCAPED]), 8)):
        tab.goto(published + path)
        settle(tab)
        assert [url for url in answered if not url.startswith(published)] == [], path
        for link in tab.locator("article a[href^='java' i]").all():
            link.evaluate("link => link.click()")
        expect(tab.locator("head"), path).to_have_count(1)  # of the page that it may lead on to, too
    tab.goto(f"{published}run.svg")
    assert tab.evaluate("document.rootElement.id") == ""
    tab.close()
