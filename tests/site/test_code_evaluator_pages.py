"""The page of a script: what it reads, how it compares, its cases, and every line of it, escaped."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.page import Page, body
from benchdocs.site.site import Site
from support.shipped import shipped_pages
from support.suites import base_with, suite_with

PATH = "evaluators/code/a_dem2.py"
HOSTILE = '''"""A-DEM2: whether <script>alert(1)</script> & the time are charted."""

COMPARE = {"times": {"departure": "time"}, "mode": "exact"}


def evaluate(labels, output, narrative):
    return {"</code></pre><b>": "{{ 1 }} <<<  \\t>>>"}
'''


def site(folder: Path, source: str) -> Site:
    metric = f"metric:\n  labels: [times]\n  implementation: {PATH}\n"
    files = {
        PATH: source,
        "a-component/A-DEM2.yaml": base_with("a-component/A-DEM2.yaml", end=metric),
    }
    return Site(check(suite_with(folder / "suite", files)))


def page(of: Site, url: str) -> Page:
    return next(page for page in of.pages if page.url == url)


def lines(html: str) -> list[str]:
    """The lines of the script as a reader sees them."""
    shown = re.search(r'<pre class="script"><code[^>]*>(.*?)</code></pre>', html, re.DOTALL)
    assert shown
    spans = re.findall(r'<span id="line-\d+">(.*?)\n</span>', shown[1], re.DOTALL)
    return [unescape(re.sub(r"<[^>]+>", "", span)) for span in spans]


def test_the_page_shows_the_script_line_by_line_and_runs_nothing_of_it(tmp_path: Path) -> None:
    made = page(site(tmp_path, HOSTILE), "evaluators/a-dem2/")
    html = body(made.sections)
    assert lines(html) == HOSTILE.splitlines()
    assert "<script>" not in html
    assert "whether &lt;script&gt;" in html
    assert made.title == "A-DEM2 script: Departure time recorded"


def test_the_page_says_how_the_script_compares(tmp_path: Path) -> None:
    html = body(page(site(tmp_path, HOSTILE), "evaluators/a-dem2/").sections)
    (table,) = re.findall(r"(?s)<tbody>\n(.*?)\n</tbody>", html)
    told = [re.sub(r"<[^>]+>", " ", row).split() for row in table.splitlines()]
    assert told == [["Label", "times"], ["departure", "time"], ["Label", "mode"], ["all", "exact"]]


def test_a_script_has_colors_and_loses_no_character(tmp_path: Path) -> None:
    source = (
        '# if \'a\'\r\ndef f():\f\n    x = rb\'if\' + """<two\n  # lines"""\n    return notify if None else '
        "'it\\'s'\n"
        'y = \'open\nis_in = """never'
    )
    html = body(page(site(tmp_path, source), "evaluators/a-dem2/").sections)
    assert lines(html) == source.splitlines()
    found = re.findall(r'<span class="script__(\w+)">(.*?)</span>', html)
    assert [(kind, unescape(text)) for kind, text in found] == [
        ("comment", "# if 'a'"),
        ("keyword", "def"),
        ("string", "rb'if'"),
        ("string", '"""<two'),
        ("string", '  # lines"""'),
        ("keyword", "return"),
        ("keyword", "if"),
        ("keyword", "None"),
        ("keyword", "else"),
        ("string", "'it\\'s'"),
        ("string", '""'),
    ]


@pytest.mark.parametrize("source", ["def evaluate(", "COMPARE = {1: open}\n", "COMPARE: dict = {}\n", ""])
def test_a_script_that_says_nothing_of_itself_has_a_page(tmp_path: Path, source: str) -> None:
    html = body(page(site(tmp_path, source), "evaluators/a-dem2/").sections)
    assert lines(html) == source.splitlines()
    assert "It compares no values" in html


def test_script_and_benchmark_and_list_name_each_other() -> None:
    made = shipped_pages()
    urls = made.code_urls
    assert urls
    index = body(page(made, "prompts/").sections)
    for view in made.views.code_evaluators:
        own = body(page(made, urls[view.script.path]).sections)
        assert f'href="../{urls[view.script.path]}"' in index
        for user in view.users:
            assert f'href="../../{made.urls[user.code]}"' in own
            if not view.is_shared:
                named = body(page(made, made.urls[user.code]).sections)
                assert f'href="../../{urls[view.script.path]}"' in named
                cases = next(shown for shown in view.cases if shown.code == user.code)
                assert own.count("#case-") == len(cases.cases)


def test_the_archive_and_the_search_have_the_scripts() -> None:
    made = shipped_pages()
    assert {path for path in made.sources if path.endswith(".py")} == {*made.code_urls}
