"""What a suite's settings say of it is on its pages, and nothing of another suite is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.rules.check import check
from benchdocs.site.links import CALLS_URL, LABELS_URL
from benchdocs.site.page import Page
from benchdocs.site.site import Site
from support.case_folders import RULE_CASES
from support.paths import BASE
from support.prompt_forms import OTHER_FORM, OTHER_HEADINGS, in_other_form
from support.suites import base_with, overlay_folder, suite_with, write
from support.tables import table

SETTINGS = """\
product = "Q&A's desk"
input = "query"
output = "brief"
author = "client"
given = "asked"
returned = "noted"
"""


def words_of(page: Page) -> str:
    """The HTML of a page, each run of blanks one space."""
    return " ".join("".join(part.html for part in page.sections).split())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of the demonstration suite under these settings."""
    root = overlay_folder(tmp_path_factory.mktemp("suite"), RULE_CASES / "CAS1601/ok")
    call = "evaluators/calls/arrival.yaml"
    write(root, {"benchdocs.toml": SETTINGS, call: (RULE_CASES / "CAS1613/ok" / call).read_text()})
    spec = root / "a-component/A-DEM1.yaml"
    example = "Query: 'on scene at 14:05' The brief has no time - flagged."
    text, count = re.subn(r'(?<=examples:\n  - )".*"', f'"{example}"', spec.read_text())
    assert count == 1
    spec.write_text(text)
    return Site(check(root))


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, str]:
    return {page.url: words_of(page) for page in site.pages}


def test_pages_name_the_product_and_what_goes_in_and_out(site: Site, pages: dict[str, str]) -> None:
    assert "The brief is what Q&amp;A&#39;s desk made from the query." in pages[LABELS_URL]
    assert "<h1>Labels and brief</h1>" in pages[LABELS_URL]
    (calls,) = (page for page in site.pages if page.url == CALLS_URL)
    assert calls.description.startswith("Whole queries with their labels, the right brief of each")
    assert "worth less than ten queries." in "".join(pages.values())
    heads = '<th scope="col">Asked</th><th scope="col">Noted</th><th scope="col">Verdict</th>'
    assert heads in "".join(pages.values())


def test_no_noun_can_be_markup(pages: dict[str, str]) -> None:
    assert not [url for url, html in pages.items() if "Q&A" in html]


def test_a_rule_that_no_setting_switches_on_is_nowhere(site: Site, pages: dict[str, str]) -> None:
    assert not [url for url, html in pages.items() if "SCP701" in html]
    assert "SCP701" not in [rule["id"] for rule in json.loads(site.conformance.json())["rules"]]


CATEGORIES = """\
ignore = [{rule = "TXT506", reason = "One <example> is enough here."}]

[[categories]]
name = "intake"
label = "Facts & figures"
meaning = "Whether the <memo> has what the client wrote."
rubrics = ["A-DEM"]

[[categories]]
name = "system_logic"
"""


def test_the_categories_of_a_suite_are_its_own(tmp_path: Path) -> None:
    rubric = base_with("rubrics/A-DEM.yaml", ("category: extraction\n", ""))
    site = Site(check(suite_with(tmp_path, {"benchdocs.toml": CATEGORIES, "rubrics/A-DEM.yaml": rubric})))
    assert {each.rule for each in site.report.findings} == {"WVR902"}, "the ignored rule finds nothing"
    shown = {page.url: "".join(part.html for part in page.sections) for page in site.pages}
    assert "Facts &amp; figures" in shown[""]
    assert not [url for url, html in shown.items() if "<memo>" in html or "clinical" in html]
    schema = json.loads(dict(site.files())["schemas/rubric.schema.json"])
    assert schema["properties"]["category"]["enum"] == ["intake", "system_logic"]


def test_a_category_that_the_suite_does_not_name_is_found(tmp_path: Path) -> None:
    found = check(suite_with(tmp_path, {"benchdocs.toml": CATEGORIES})).findings
    (finding,) = (each for each in found if each.rule == "FLD105")
    assert str(finding.place) == "rubrics/A-DEM.yaml:3:11"
    assert "has to be `intake` or `system_logic`, not the text `extraction`" in finding.message


def test_a_rule_that_is_switched_off_finds_nothing_and_is_shown_with_its_reason(tmp_path: Path) -> None:
    root = overlay_folder(tmp_path, RULE_CASES / "TXT506/err")
    assert "TXT506" in {each.rule for each in check(root).findings}
    write(root, {"benchdocs.toml": CATEGORIES})
    site = Site(check(root))
    assert "TXT506" not in {each.rule for each in site.report.findings}
    assert "TXT506" not in [rule.id for rule in site.conformance.rules]
    (page,) = (page for page in site.pages if page.url == "audit/conformance/")
    shown = next(part.html for part in page.sections if part.id == "waivers")
    assert "TXT506</a></th><td>One &lt;example&gt; is enough here." in shown
    told = json.loads(site.conformance.json())["ignored"]
    assert told == [{"rule": "TXT506", "reason": "One <example> is enough here."}]


def test_prompts_of_another_form_are_read_checked_and_shown(tmp_path: Path) -> None:
    paths = [path.relative_to(BASE).as_posix() for path in (BASE / "evaluators/llm-judge").glob("*.md")]
    files = {path: in_other_form((BASE / path).read_text()) for path in paths}
    report = check(suite_with(tmp_path / "suite", {**files, "benchdocs.toml": OTHER_FORM}))
    usual = check(suite_with(tmp_path / "usual"))
    assert not report.findings
    for prompt, other in zip(usual.suite.prompts, report.suite.prompts, strict=True):
        assert [each.heading.key for each in prompt.sections] == [each.heading.key for each in other.sections]
        assert [each.line for each in prompt.sections] == [each.line for each in other.sections]
    shown = {page.url: words_of(page) for page in Site(report).pages}
    assert (
        "FACTS OF THE FILE contains the labels of the case. LETTER is the input." in shown["prompts/arrival/"]
    )
    assert "<code>{letter}</code></th><td>the input" in shown["prompts/"]


def test_what_is_wrong_in_a_prompt_of_another_form_is_found(tmp_path: Path) -> None:
    path = "evaluators/llm-judge/arrival_prompt.md"
    text = in_other_form((BASE / path).read_text())
    text = text.replace("{letter}", "{source_narrative}").replace("Reject if:", "Rejects if:")
    found = check(suite_with(tmp_path, {path: text, "benchdocs.toml": OTHER_FORM})).findings
    told = [each.message for each in found if each.path == path]
    assert "`{source_narrative}` is not an input of a judge" in told
    assert any("`Rejects if:`" in message and "not a known heading" in message for message in told)


INPUTS_TOGETHER = """\
[prompts]
inputs = ["facts", "letter", "memo"]
[prompts.headings]
inputs = "MATERIAL"
"""
WITHOUT_HEADINGS = 'ground_truth = ""\nsource_narrative = ""\ncandidate_output = ""\n'
PROMPT = "evaluators/llm-judge/arrival_prompt.md"


def with_inputs_below_one_heading(text: str, inputs: str) -> str:
    reply = 'Reply with {"reason": "...", "pass": true}'
    return text.partition("INPUTS\n")[0] + f"MATERIAL\n\n{inputs}\n\n{reply}\n"


@pytest.mark.parametrize("settings", [INPUTS_TOGETHER, INPUTS_TOGETHER + WITHOUT_HEADINGS])
@table
def test_inputs_can_be_below_one_heading_together(
    tmp_path: Path, settings: str, inputs: str, expected: list[str]
) -> None:
    text = with_inputs_below_one_heading((BASE / PROMPT).read_text(), inputs)
    found = check(suite_with(tmp_path, {PROMPT: text, "benchdocs.toml": settings})).findings
    assert sorted(each.message for each in found if each.path == PROMPT) == sorted(expected)


def test_an_input_above_the_heading_of_all_inputs_is_found(tmp_path: Path) -> None:
    inputs = "Facts: {facts}\nLetter: {letter}\nMemo: {memo}"
    text = with_inputs_below_one_heading((BASE / PROMPT).read_text(), inputs)
    text = text.replace("DESCRIPTION:\n", "DESCRIPTION:\nThe {memo} is judged, like every {one} of them.\n")
    files = {PROMPT: text, "benchdocs.toml": INPUTS_TOGETHER + WITHOUT_HEADINGS}
    found = [each for each in check(suite_with(tmp_path, files)).findings if each.path == PROMPT]
    assert [each.message for each in found] == ["`{memo}` is below `DESCRIPTION:`, not below `MATERIAL`"]
    assert found[0].hint == "name the input only below `MATERIAL`, and write MEMO elsewhere"


def test_inputs_without_headings_are_shown_drafted_and_exported(tmp_path: Path) -> None:
    inputs = "Facts: {facts}\nLetter: {letter}\nMemo: {memo}"
    cases = RULE_CASES / "CAS1601/ok"
    root = overlay_folder(tmp_path / "suite", cases)
    missing = "evaluators/llm-judge/missing_time_prompt.md"
    both = {
        path: with_inputs_below_one_heading((root / path).read_text(), inputs) for path in (PROMPT, missing)
    }
    write(root, {**both, "benchdocs.toml": INPUTS_TOGETHER + WITHOUT_HEADINGS})
    pages = {page.url: words_of(page) for page in Site(check(root)).pages}
    assert "MEMO is the output to judge. FACTS contains the labels of the case." in pages["prompts/arrival/"]
    assert "append the labels" not in pages["prompts/arrival/"]
    exported = CliRunner().invoke(
        main, ["export-evals", "--format", "promptfoo", str(tmp_path / "evals"), "--root", str(root)]
    )
    assert exported.exit_code == 0, exported.output
    prompt = (tmp_path / "evals/prompts/A-DEM1.json").read_text()
    assert "Letter: {{ inputs.source_narrative }}\\nMemo: {{ inputs.candidate_output }}" in prompt
    assert CliRunner().invoke(main, ["new", "prompt", "other", "--root", str(root)]).exit_code == 0
    draft = root / "evaluators/llm-judge/other_prompt.md"
    assert "MATERIAL\n\nFACTS:\n<<<BOUNDARY\n{facts}\nBOUNDARY>>>\n" in draft.read_text()
    assert not [each for each in check(root).findings if each.rule == "PRM612"]


def test_a_draft_of_a_prompt_has_the_form_of_the_suite(tmp_path: Path) -> None:
    left_out = OTHER_FORM + '\nexamples = ""\n'
    root = suite_with(tmp_path, {"benchdocs.toml": left_out})
    assert CliRunner().invoke(main, ["new", "prompt", "other", "--root", str(root)]).exit_code == 0
    text = (root / "evaluators/llm-judge/other_prompt.md").read_text()
    assert [line for line in text.splitlines() if line in OTHER_HEADINGS.values()] == [
        text for key, text in OTHER_HEADINGS.items()
    ]
    assert "<<<BOUNDARY\n{letter}\nBOUNDARY>>>" in text
    assert "EXAMPLES" not in text
    assert "Hold MEMO against FACTS OF THE FILE and LETTER." in text


def test_a_suite_publishes_the_schema_of_its_own_replies(tmp_path: Path) -> None:
    files = {"benchdocs.toml": '[prompts]\nreply = "schemas/verdict.json"\n', "schemas/verdict.json": "{}\n"}
    path = "evaluators/llm-judge/arrival_prompt.md"
    text = (BASE / path).read_text() + '\nReply with {"verdict": "reject", "because": "..."}\n'
    site = Site(check(suite_with(tmp_path, {**files, path: text})))
    assert not [each for each in site.report.findings if each.rule in ("PRM610", "PRM613")]
    assert dict(site.files())["schemas/judge_reply.schema.json"] == b"{}\n"
    page = next(page for page in site.pages if page.url == "prompts/arrival/")
    assert not [part for part in page.sections if "the older form" in part.html]
