"""What a suite's settings say of it is on its pages, and nothing of another suite is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.rules.check import check
from benchdocs.site.page import Page
from benchdocs.site.site import Site
from support.paths import BASE
from support.prompt_forms import OTHER_FORM, OTHER_HEADINGS, in_other_form
from support.stories import stories
from support.suites import suite_with
from support.tables import table


def words_of(page: Page) -> str:
    """The HTML of a page, each run of blanks one space."""
    return " ".join("".join(part.html for part in page.sections).split())


test_story = stories(__file__)


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


def test_a_draft_of_a_prompt_has_the_form_of_the_suite(tmp_path: Path) -> None:
    left_out = OTHER_FORM + '\nexamples = ""\n'
    root = suite_with(tmp_path, {"benchdocs.toml": left_out})
    arguments = ["new", "benchmark", "A-DEM3", "--evaluator", "llm_judge", "--root", str(root)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    text = (root / "evaluators/llm-judge/a_dem3_prompt.md").read_text()
    assert [line for line in text.splitlines() if line in OTHER_HEADINGS.values()] == [
        text for key, text in OTHER_HEADINGS.items()
    ]
    assert "<<<BOUNDARY\n{letter}\nBOUNDARY>>>" in text
    assert "EXAMPLES" not in text
    assert "Hold MEMO against FACTS OF THE FILE and LETTER." in text
