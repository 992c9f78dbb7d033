"""A prompt's page says what the judge is asked, how it is called, and who takes what it leaves aside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.page_findings import html_of
from support.paths import BASE
from support.suites import suite_with, with_changes, write
from support.tables import table

PROMPT = "evaluators/llm-judge/arrival_prompt.md"
USER = "a-component/A-DEM1.yaml"
EXAMPLES = """REPLY:
One JSON object.

EXAMPLES:
Pass: the time is charted as dictated.
{"applicable": true, "items": [{"label": "time", "quote": "at <nine>", "entry": "09:00", "met": true}],
"uncertain": false, "reason": "The arrival at nine is charted as it was dictated.", "pass": true}
Fail: no time is charted.
{"applicable": true, "items": [{"label": "time", "quote": "at ten", "entry": "", "met": false}],
"uncertain": false, "reason": "The medic said ten, and the record holds no time at all.", "pass": false}

---

INPUTS"""
OUT_OF_SCOPE = """
out_of_scope:
  - "Formatting of times, whoever
    typed them (A-DEM2, and A-AUX1 for a lost one)."
  - "Times of the way back (of any vehicle)."
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    ignored = (
        "- Formatting of times,\n  whoever typed them.\n- Times of the way back (of any vehicle).\n- Other."
    )
    changes = {
        PROMPT: (("- formatting", ignored), ("---\n\nINPUTS", EXAMPLES)),
        USER: (("\nevaluator_type:", f"{OUT_OF_SCOPE}\nevaluator_type:"),),
    }
    return Site(check(with_changes(tmp_path_factory.mktemp("suite"), changes)))


def plain(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", html).split())


def test_what_is_left_aside_links_the_codes_of_the_spec(site: Site) -> None:
    asks = html_of(site, "prompts/arrival/", "asks")
    aside = asks.partition("It ignores")[2].partition("</h3>")[2].partition("</section>")[0]
    assert [plain(item) for item in re.findall(r"<li\b[^>]*>(.*?)</li>", aside, re.DOTALL)] == [
        "Formatting of times, whoever typed them. A-DEM2 , A-AUX1",
        "Times of the way back (of any vehicle).",
        "Other.",
    ]
    assert re.findall(r'href="([^#"]*)"', aside) == ["../../benchmarks/a-dem2/", "../../benchmarks/a-aux1/"]


def test_examples_are_shown_with_their_evidence(site: Site) -> None:
    examples = html_of(site, "prompts/arrival/", "asks").partition("Examples that the judge is shown")[2]
    assert re.findall(r'class="example example--(\w+)"', examples) == ["pass", "fail"]
    rows = [plain(row) for row in re.findall(r"(?s)<tr><th scope=\"row\">.*?</tr>", examples)]
    assert rows == ["time “at &lt;nine&gt;” 09:00 yes", "time “at ten” – no"]


def test_the_two_messages_are_cut_at_the_inputs_and_hold_the_whole_text(site: Site) -> None:
    verbatim = html_of(site, "prompts/arrival/", "verbatim")
    texts = re.findall(r'<pre class="verbatim".*?</pre>', verbatim, re.DOTALL)
    system, case = plain("".join(texts[:-1])), plain(texts[-1])
    assert system.startswith("SYSTEM: You are a judge.")
    assert case.startswith("INPUTS GROUND_TRUTH: {ground_truth}")
    assert re.findall(r'<h3 id="([\w-]*)">', verbatim) == ["system-message", "case-message"]
    assert '<a href="../#call">' in verbatim


def test_how_to_call_a_judge_is_said_once(site: Site) -> None:
    call = html_of(site, "prompts/", "call")
    assert "../schemas/judge_reply.schema.json" in re.findall(r'href="([^"]*)"', call)
    assert re.findall(r"<code>(\{\w+\})</code>", call) == [
        "{ground_truth}",
        "{source_narrative}",
        "{candidate_output}",
    ]


def test_a_prompt_without_inputs_is_one_text_and_says_who_appends_them(tmp_path: Path) -> None:
    whole = (BASE / PROMPT).read_text()
    text = whole.partition("---\n\nINPUTS")[0] + 'Reply with {"reason": "...", "pass": true}\n'
    site = Site(check(suite_with(tmp_path, {PROMPT: text})))
    verbatim = html_of(site, "prompts/arrival/", "verbatim")
    assert "append the labels, the input and the output yourself" in verbatim
    assert (verbatim.count("<pre"), verbatim.count("<h3")) == (1, 0)


@table
def test_every_page_calls_a_prompt_by_the_label_of_what_it_judges(site: Site, url: str, section: str) -> None:
    html = html_of(site, url, section)
    assert re.findall(r'<a href="[./]*(?:prompts/)?arrival/">([^<]*)</a>', html) == ["Arrival time recorded"]


def test_the_file_stands_below_the_title_and_the_search_shows_what_is_asked(site: Site) -> None:
    page = next(page for page in site.pages if page.url == "prompts/arrival/")
    assert page.title == "A-DEM1 prompt: Arrival time recorded"
    html = html_of(site, page.url, "top")
    assert '<h1><span class="code">A-DEM1 prompt:</span> Arrival time recorded</h1>' in html
    (file,) = re.findall(r'<p class="quiet">File <a href="([^"]*)"><code>arrival_prompt.md</code></a>', html)
    assert file == "../../source/evaluators/llm-judge/arrival_prompt.md"
    description = next(view for view in site.views.prompts if view.slug == "arrival").prompt.section(
        "description"
    )
    assert description
    asked = " ".join(description.body.split()).split(". ")[0].removesuffix(".")
    assert page.search_text == f"Judge prompt for A-DEM1. {asked}."


def test_the_list_counts_prompts_in_correct_english(site: Site, tmp_path: Path) -> None:
    assert re.search(r"The 2 prompts have \d+ calibration cases?\.", html_of(site, "prompts/", "top"))
    root = suite_with(tmp_path / "suite")
    script = "evaluators/code/one.py"
    write(root, {script: "def evaluate(case):\n    return {}\n"})
    for number, words in ((1, "The suite's only prompt has"), (0, "This suite has no prompts.")):
        sorted((root / "evaluators/llm-judge").glob("*_prompt.md"))[0].unlink()
        (page,) = (page for page in Site(check(root)).pages if page.url == "prompts/")
        assert words in page.sections[0].html
        assert ("call" in {section.id for section in page.sections}) == bool(number)
    (root / script).unlink()
    assert "prompts/index.md" not in Site(check(root)).page
