"""Text of a spec is text: whatever an author writes is shown as written, and nothing of it runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from conftest import Serve, mkdocs
from suites import suite_with

LONG_WORD = "w" * 3000
TEXTS = {
    "label": "</title><script>window.ran = 'label'</script> 😀 <b>bold</b> & &amp; {{ 7*7 }}",
    "concept": "</p><script>window.ran = 'concept'</script> [x](javascript:window.ran=1) *no* _emphasis_ "
    "{: .class #id } ![i](x) <img src=x onerror=\"window.ran='img'\"> &lt;b&gt; a | b | c {% raw %} $x$ :a: "
    'Formula: (a / b). Threshold: >=0.90. <div data-slot="top"></div> ' + LONG_WORD,
    "inclusion_criteria": "Apply when {{ 7*7 }} <svg onload=\"window.ran='svg'\"> is dictated. "
    'Flag if --8<-- "f" or # heading or | table | is lost.',
    "exclusion_criteria": "Do not apply when <!-- nothing --> or ]]> or \\\\backslash or ``ticks`` appear.",
    "rationale": "[ref]: http://evil.example ~~~ ``` <details open ontoggle=\"window.ran='details'\">",
}
EXAMPLE = 'Narrative: \'<script>window.ran="example"</script>\' --8<-- "mkdocs.yml" 1. not a list'
LEVEL = "</table><script>window.ran='level'</script> | pipe & <i>"
RUBRIC_LABEL = "R </title><script>window.ran='rubric'</script> \"quoted\" & <i>"


def hostile_suite(root: Path) -> Path:
    """The demonstration suite with hostile text wherever text can stand."""
    suite_with(root)
    path = root / "a-component/A-DEM1.yaml"
    kept = [
        line
        for line in path.read_text().splitlines()
        if line.split(":")[0] in ("code", "parent_rubric", "weight")
    ]
    kept += [f"{name}: {json.dumps(text, ensure_ascii=False)}" for name, text in TEXTS.items()]
    kept += [
        "threshold: 0.90",
        f"examples: [{json.dumps(EXAMPLE, ensure_ascii=False)}]",
        "evaluator_type: hybrid",
    ]
    kept += ["llm_prompt_file: evaluators/llm-judge/arrival_prompt.md", "scoring_scale:", "  min_value: 0"]
    kept += [
        "  max_value: 1",
        "  descriptions:",
        f"    1: {json.dumps(LEVEL, ensure_ascii=False)}",
        "    0: nothing",
    ]
    path.write_text("\n".join(kept) + "\n")
    rubric = root / "rubrics/A-DEM.yaml"
    rubric.write_text(
        rubric.read_text().replace(
            "label: Demonstration", f"label: {json.dumps(RUBRIC_LABEL, ensure_ascii=False)}"
        )
    )
    prompt = root / "evaluators/llm-judge/arrival_prompt.md"
    text = prompt.read_text().replace(
        "- formatting", f"- {TEXTS['inclusion_criteria']} <script>window.ran=1</script>"
    )
    prompt.write_text(text)
    return root


@pytest.fixture(scope="module")
def hostile_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the hostile suite."""
    folder = tmp_path_factory.mktemp("hostile")
    result = mkdocs("build", "--no-strict", "-d", str(folder / "site"), root=hostile_suite(folder / "suite"))
    assert result.returncode == 0, result.stderr
    return folder / "site"


def spaced(text: str) -> str:
    """Text with its white space folded, as a browser shows it."""
    return " ".join(text.split())


@pytest.mark.browser
def test_a_benchmark_page_shows_every_text_as_written(hostile_site: Path, serve: Serve, tab: Page) -> None:
    tab.goto(f"{serve(hostile_site)}benchmarks/a-dem1/")
    shown = spaced(tab.locator("article").inner_text())
    for text in (*TEXTS.values(), EXAMPLE, LEVEL):
        assert spaced(text) in shown
    assert tab.title().startswith(f"A-DEM1 {TEXTS['label']}")
    assert tab.evaluate("window.ran") is None


@pytest.mark.browser
@pytest.mark.parametrize(
    "url", ["", "benchmarks/", "benchmarks/a-dem2/", "rubrics/", "rubrics/a-dem/", "prompts/arrival/"]
)
def test_nothing_of_a_spec_runs_on_any_page(hostile_site: Path, serve: Serve, tab: Page, url: str) -> None:
    tab.goto(f"{serve(hostile_site)}{url}")
    assert tab.evaluate("window.ran") is None
    if url == "rubrics/a-dem/":
        assert spaced(RUBRIC_LABEL) in spaced(tab.locator("h1").inner_text())
        assert tab.title().startswith(f"A-DEM {RUBRIC_LABEL}")
    if url == "prompts/arrival/":
        assert TEXTS["inclusion_criteria"] in spaced(tab.locator("pre.verbatim").inner_text())


@pytest.mark.browser
def test_nothing_runs_in_the_search_results(hostile_site: Path, serve: Serve, tab: Page) -> None:
    tab.goto(f"{serve(hostile_site)}benchmarks/a-dem2/")
    tab.locator("input.md-search__input").click()
    tab.keyboard.type("dictated")
    tab.locator(".md-search-result__item").first.wait_for()
    assert tab.evaluate("window.ran") is None
    assert tab.locator(".md-search-result__item script").count() == 0


@pytest.mark.browser
def test_a_word_of_3000_letters_does_not_widen_the_page(hostile_site: Path, serve: Serve, tab: Page) -> None:
    tab.set_viewport_size({"width": 375, "height": 800})
    tab.goto(f"{serve(hostile_site)}benchmarks/a-dem1/")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 375
