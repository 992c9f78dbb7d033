"""Changes of the settings are told one by one, each with what it can do."""

from __future__ import annotations

import pytest

from benchdocs.documents.text_file import TextFile
from benchdocs.history.norm_changes import settings_changes
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.settings import Settings
from benchdocs.specs.settings_file import parse_settings

FORBIDDEN = '[[forbidden]]\npattern = "late"\nreason = "Labels say it."'
NAMED = '[[categories]]\nname = "intake"\nmeaning = "{}"\n'


FORM = """\
[prompts]
inputs = ["facts", "letter", "memo"]
reply = "a.json"
headings = {examples = ""}
"""


def settings(text: str) -> Settings:
    return parse_settings(TextFile("benchdocs.toml", text))


@pytest.mark.parametrize(
    ("old", "new", "told", "effect"),
    [
        ("", 'output = "memo"', ["sets output to memo"], Effect.EDITORIAL),
        (
            'output = "memo"',
            'output = "note"',
            ["sets output to note, before memo"],
            Effect.EDITORIAL,
        ),
        ('output = "memo"', "", ["no longer sets output to memo"], Effect.EDITORIAL),
        (
            "",
            FORBIDDEN,
            ["forbids late: Labels say it."],
            Effect.MEANING,
        ),
        (
            "",
            'ignore = [{rule = "TXT506", reason = "One is enough."}]',
            ["switches off TXT506: One is enough."],
            Effect.MEANING,
        ),
        ("", NAMED.format("Is it so?"), ["names the category intake: Intake; Is it so?"], Effect.MEANING),
        (
            "",
            FORM,
            [
                "gives the section examples of prompts no heading",
                "gives the section ground_truth of prompts FACTS:",
                "gives the section source_narrative of prompts LETTER:",
                "gives the section candidate_output of prompts MEMO:",
                "names the inputs of prompts facts, letter, memo",
                "takes the form of a judge's reply from a.json",
            ],
            Effect.MEANING,
        ),
    ],
)
def test_each_setting_that_differs_is_told(old: str, new: str, told: list[str], effect: Effect) -> None:
    found = list(settings_changes(settings(old), settings(new)))
    lines = [change.text.removeprefix("benchdocs.toml ") for change in found]
    assert sorted(lines) == sorted(told)
    assert {change.effect for change in found} == {effect}
