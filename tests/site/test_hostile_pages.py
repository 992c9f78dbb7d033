"""A hostile hand-written page is refused; where no check has seen it, nothing of it runs or loads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchdocs.rules.check import check
from benchdocs.rules.pages import CODE_FILES, published_files, refused_in_page
from benchdocs.rules.rule import MAX_LISTED
from benchdocs.rules.support.markup import refused_in_css, refused_in_html, refused_in_svg
from benchdocs.site.pages.print import FOOT
from benchdocs.site.pages.registry import PAGE_KINDS
from support.browser import settle
from support.faulty_suite import waiver
from support.mkdocs_command import mkdocs
from support.paths import REPOSITORY
from support.projects import project_with
from support.suites import suite_with
from support.web_server import hosted

RUN = "document.head.remove()"
FAR = "https://far.example"
PAGES = (
    f"<script>{RUN}</script>",
    f"<SCRIPT\n>{RUN}</SCRIPT>",
    f'<script src="{FAR}/a.js"></script>',
    f"text <script>{RUN}</script> text",
    f"- a list\n\n    <div><script>{RUN}</script></div>",
    f"| a |\n|---|\n| <img src=x onerror={RUN}> |",
    f'<img src="x" onerror="{RUN}">',
    f"<img src=x\nonerror={RUN}>",
    f"<img src='x' alt='a > b' onerror='{RUN}'>",
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<details open ontoggle={RUN}>x</details>",
    f"<body onload={RUN}>",
    f"<input autofocus onfocus={RUN}>",
    f"<x onclick={RUN}>x</x>",
    f"x\n{{: onmouseover='{RUN}' }}",
    f"# Heading {{: onclick='{RUN}' }}",
    f"![x](x.png){{: onerror='{RUN}' }}",
    f"[x](javascript:{RUN})",
    f"[x](JaVaScRiPt:{RUN})",
    f"[x](java&#115;cript:{RUN})",
    f"[x](java&Tab;script:{RUN})",
    f"[x](javascript&colon;{RUN})",
    f"[x](&#1;javascript:{RUN})",
    f"[x][y]\n\n[y]: javascript:{RUN}",
    f'<a href="java\nscript:{RUN}">x</a>',
    f'<a href=" javascript:{RUN}">x</a>',
    "[x](vbscript:run)",
    "[x](data:text/html,<script>1</script>)",
    f"x\n{{: href='javascript:{RUN}' }}\n[x](#){{: href='javascript:{RUN}' }}",
    f'<a xlink:href="javascript:{RUN}">x</a>',
    f'<form action="{FAR}"><button>x</button></form>',
    f'<button formaction="{FAR}">x</button>',
    f'<base href="{FAR}/">',
    f'<meta http-equiv="refresh" content="0; url={FAR}">',
    f'<link rel="stylesheet" href="{FAR}/a.css">',
    '<link rel="stylesheet" href="../../source/a.css">',
    f"<style>@import '{FAR}/a.css'</style>",
    f'<p style="background: url({FAR}/a.png)">x</p>',
    f'<iframe src="{FAR}"></iframe>',
    '<iframe srcdoc="<script>1</script>"></iframe>',
    f'<object data="{FAR}"></object>',
    f'<embed src="{FAR}">',
    "<frameset><frame></frameset>",
    f"![x]({FAR}/a.png)",
    "![x](//far.example/a.png)",
    r"![x](\\\\far.example/a.png)",
    f'<img srcset="{FAR}/a.png 2x">',
    f'<video src="{FAR}/a.mp4"></video>',
    f'<video poster="{FAR}/a.png"></video>',
    f'<audio><source src="{FAR}/a.mp3"></audio>',
    f'<a href="#" ping="{FAR}">x</a>',
    f"<math><mtext><img src=x onerror={RUN}></mtext></math>",
    f"<noscript><p title='</noscript><script>{RUN}</script>'></noscript>",
    f"<!--><script>{RUN}</script>-->",
    f"<!-- --!><script>{RUN}</script> -->",
    f"<![CDATA[><script>{RUN}</script>]]>",
    f"<?php ?><img src=x onerror={RUN}>",
    f"<xmp><p title='</xmp><script>{RUN}</script>'></xmp>",
    "# Heading {: #__config }",
    '<div id="__config">{"base": "https://far.example"}</div>',
    "graph\n{: .mermaid }",
    "[x](https://github.com/a/b){: data-md-component=source }",
    "---\ntemplate: redirect.html\n---\n# Note",
    "---\rtemplate: redirect.html\r---\r# Note",
    f"title: </title><script>{RUN}</script>\n\n# Note",
    f"![a [b](c.png) ]({FAR}/a.png)",
    rf"![a \](b.png) ]({FAR}/a.png)",
    f"![a `](b.png)` ]({FAR}/a.png)",
    f"[x][y]\n\n> [y]: javascript:{RUN}",
    f"[y]\n\n- a\n\n    [y]: javascript:{RUN}",
    f"![x [a](b)][y]\n\n> [y]: {FAR}/a.png",
    "x\n{: .md\\-dialog }",
    "x\n{: hidden }",
    "x\n{: contenteditable autofocus }",
    f'<a href="{FAR}" target="_blank" rel="noreferrer OPENER">x</a>',
    f"[x]({FAR}){{: target=other }}",
)
ESCAPED = (
    f'<img/src="x"/onerror="{RUN}">',
    f'<img src="x"onerror="{RUN}">',
)
"""Markup for a browser, and text for Markdown."""
HEADINGS = f"""# `</title><script>{RUN}</script>`

## `<img src=x onerror={RUN}>`

## &lt;script&gt;{RUN}&lt;/script&gt; and `</title>`
"""


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_can_run_or_load_something_is_refused_at_its_line(page: str) -> None:
    assert refused_in_page(page)
    code = f"# Note\n\n```\n{page}\n```\n\n"
    assert refused_in_page(code) == ()
    if not page.startswith(("---", "title:")):
        after = refused_in_page(f"{code}{page}\n")
        assert after
        assert min(refusal.offset for refusal in after) >= len(code)


@pytest.mark.parametrize(
    "page",
    [
        f"``` {{a}}\n```\n<script>{RUN}</script>\n```\n```",
        f"```js\n```\n<script>{RUN}</script>\n```\n```",
        f"``` js \n```\n<script>{RUN}</script>\n```\n```",
        f"~~~ {{.a}}\n```\n~~~\n<script>{RUN}</script>\n\n```",
        f"```\n<script>{RUN}</script>\n````",
        f" ```\n<script>{RUN}</script>\n ```",
    ],
)
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


def test_the_code_of_the_site_is_what_its_pages_ask_for() -> None:
    asked = {f"docs/stylesheets/{name}" for kind in PAGE_KINDS for name in kind.styles}
    asked |= {f"docs/javascripts/{name}" for kind in PAGE_KINDS for name in kind.scripts}
    loading = ("mkdocs.yml", "docs/javascripts/search.js")
    for path in (*(REPOSITORY / path for path in loading), *(REPOSITORY / "docs/overrides").rglob("*.html")):
        text = path.read_text()
        asked |= {f"docs/{name}" for name in re.findall(r"(?:stylesheets|javascripts)/[\w-]+\.\w+", text)}
    assert asked == CODE_FILES | {f"docs/stylesheets/{FOOT}"}


@pytest.mark.parametrize(
    "text",
    [
        "@import 'a'",
        "a{b:url(https://far.example)}",
        "a{b:url('//far.example/a')}",
        r"a{b:\75 rl(\68 ttps://far.example)}",
        r"a{b:url(\\\\far.example)}",
        "a{c:'/*';b:url(//far.example);d:'*/'}",
        "a{b:url('/\\\n/far.example')}",
        "a{b:url('/\t/far.example')}",
        "a{b:url('ht\ttps:far.example')}",
    ],
)
def test_a_style_that_loads_is_refused(text: str) -> None:
    assert [*refused_in_css(text)]
    assert refused_in_svg(f'<svg xmlns="http://www.w3.org/2000/svg"><style>{text}</style></svg>')


@pytest.mark.parametrize(
    "inside",
    [
        "<script>1</script>",
        "<g onload='1'/>",
        "<foreignObject/>",
        "<image href='https://far.example/a.png'/>",
        "<use href='other.svg#a'/>",
        "<use href='data:image/svg+xml,1'/>",
        "<a href='javascript:1'/>",
        "<set attributeName='href'/>",
        "<x:script xmlns:x='http://www.w3.org/2000/svg'/>",
        "<g xmlns='http://www.w3.org/1999/xhtml'/>",
        "<rect fill='url(https://far.example/a.svg#a)'/>",
        "<rect fill='url(/&#9;/far.example/a.svg#a)'/>",
        "<style>svg{background:url(/<g/>/far.example/a.png)}</style>",
        "<g>",
        "<?xml-stylesheet href='a'?>",
    ],
)
def test_a_picture_that_can_run_or_load_something_is_refused(inside: str) -> None:
    assert refused_in_svg(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>')
    assert not refused_in_svg('<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>')


def test_a_picture_with_entities_or_another_encoding_is_refused() -> None:
    assert refused_in_svg("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>")
    assert refused_in_svg("<!DOCTYPE svg [<!ATTLIST svg onload CDATA 'run()'>]><svg/>")
    assert refused_in_svg("<?xml version='1.0' encoding='ISO-2022-JP'?><svg/>")


def test_a_page_full_of_markup_is_read_in_reasonable_time() -> None:
    for page in ("<b a" * 20_000, '<b a="' * 20_000, "<!--" * 20_000, "<b onclick=1>x</b>\n\n" * 300):
        [*refused_in_html(page)]
    assert len(refused_in_page("<b onclick=1>x</b>\n\n" * 300)) == MAX_LISTED


def test_findings_of_pages_cannot_be_waived(tmp_path: Path) -> None:
    excused = waiver("DOC1201", "note.md")
    root = suite_with(tmp_path, {"docs/note.md": "<script>1</script>", "pyproject.toml": excused})
    assert [finding.rule for finding in check(root).findings] == ["DOC1201", "WVR901"]


def test_pages_are_those_of_the_project_wherever_the_suite_is(tmp_path: Path) -> None:
    project, suite = tmp_path / "project", suite_with(tmp_path / "suite")
    suite_with(project, {"docs/a.html": "<p>"})
    assert not check(suite).findings
    assert [finding.path for finding in check(suite, project=project).findings] == ["docs/a.html"]


@pytest.mark.parametrize("name", ["docs/note.html", "docs/methodology/index.md", "rubrics/FIELD_SPECS.md"])
def test_a_build_with_such_a_page_publishes_nothing(tmp_path: Path, name: str) -> None:
    project = project_with(tmp_path / "project", {name: f"# Note\n\n<script>{RUN}</script>\n"})
    for options in ((), ("--no-strict",)):
        result = mkdocs(
            "build", "-f", str(project / "mkdocs.yml"), "-d", str(tmp_path / "site"), *options, root=project
        )
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
    page = (site / "authoring/deprecate/index.html").read_text()  # a short one
    for number, payload in enumerate(PAGES + ESCAPED):
        (site / f"payload-{number}").mkdir()
        text = page.replace("</article>", f"{payload}</article>").replace("../../", "../")
        (site / f"payload-{number}/index.html").write_text(text)
    runs = "document.rootElement.id = 1"
    (site / "run.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" onload="{runs}"><script>{runs}</script></svg>'
    )
    with hosted(site) as url:
        yield url


@pytest.mark.browser
def test_headings_with_markup_are_shown_and_run_nothing(published: str, tab: Page) -> None:
    tab.goto(f"{published}methodology/")
    settle(tab)
    assert tab.title().startswith(f"</title><script>{RUN}</script> - ")
    assert tab.evaluate("document.head !== null")
    assert tab.locator("article img, head img, nav img").count() == 0


@pytest.mark.browser
def test_under_the_published_headers_nothing_runs_that_no_check_has_seen(
    published: str, browser: Browser
) -> None:
    tab = browser.new_page()  # one for all, with what the site has of files already loaded
    answered: list[str] = []
    tab.on("response", lambda response: answered.append(response.url))
    for path in (f"payload-{number}/" for number in range(len(PAGES + ESCAPED))):
        tab.goto(published + path)
        settle(tab)
        assert [url for url in answered if not url.startswith(published)] == [], path
        for link in tab.locator("article a[href^='java' i]").all():
            link.evaluate("link => link.click()")
        expect(tab.locator("head"), path).to_have_count(1)  # of the page that it may lead on to, too
    tab.goto(f"{published}run.svg")
    assert tab.evaluate("document.rootElement.id") == ""
    tab.close()
