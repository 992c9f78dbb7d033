"""The shipped files hold what a reader of their raw text looks for, without any parser of YAML."""

from __future__ import annotations

import re
from pathlib import Path

from support.paths import REPOSITORY
from support.plain_specs import BENCHMARKS, RUBRICS
from support.tables import data, each_row

SPECS = sorted((REPOSITORY / "a-component").glob("*.yaml"))
PROMPTS = sorted((REPOSITORY / "evaluators/llm-judge").glob("*_prompt.md"))
OPENINGS = ("Apply when", "Flag if", "Do not apply", "Do not use")
TORN = re.compile("|".join(opening.replace(" ", r"(?: *\n\s*| {2,})") for opening in OPENINGS))
"""An opening with anything but one space between its words."""
SECTIONS = data(__file__)["sections"]
FAILS = re.compile(rf"^{re.escape(SECTIONS[7])}\n(.*?)\n\n", re.MULTILINE | re.DOTALL)

every_spec = each_row("path", SPECS)
every_prompt = each_row("path", PROMPTS)


@every_spec
def test_no_opening_of_a_criterion_is_torn_by_the_end_of_a_line(path: Path) -> None:
    text = path.read_text("utf-8")
    assert TORN.findall(text) == []
    assert "Apply when" in text
    assert "Flag if" in text
    assert "Do not apply" in text or "Do not use" in text


@every_prompt
def test_a_prompt_has_every_section_once_and_in_order(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if line in SECTIONS] == [*SECTIONS]


@every_prompt
def test_a_prompt_shows_a_pass_and_a_fail_in_two_or_three_examples_and_names_no_code(path: Path) -> None:
    text = path.read_text("utf-8")
    shown = re.findall(r"^(Pass|Fail|Unclear|Not applicable): .+\n\{", text, re.MULTILINE)
    assert {"Pass", "Fail"} <= {*shown}
    assert len(shown) <= 3
    assert re.findall(r"\b[A-Z]-[A-Z]{3}\d*\b", text) == []


@every_prompt
def test_each_condition_that_fails_a_case_is_on_one_line(path: Path) -> None:
    (conditions,) = FAILS.findall(path.read_text("utf-8"))
    *others, last = conditions.split("\n")
    assert all(re.fullmatch(r"- .+, OR", line) for line in others)
    assert re.fullmatch(r"- .+\.", last)


def test_rubrics_members_and_prompts_name_each_other() -> None:
    leaves = {code: fields["benchmarks"] for code, fields in RUBRICS.items() if "benchmarks" in fields}
    by_parent: dict[str, set[str]] = {}
    for code, fields in BENCHMARKS.items():
        by_parent.setdefault(fields["parent_rubric"], set()).add(code)
    assert {code: set(members) for code, members in leaves.items()} == by_parent
    assert all(len(members) == len(set(members)) for members in leaves.values())
    assert set(RUBRICS["A"]["sub_rubrics"]) == leaves.keys()
    judged = {code: fields for code, fields in BENCHMARKS.items() if fields["evaluator_type"] != "code"}
    named = [fields["llm_prompt_file"] for fields in judged.values()]
    assert sorted(named) == [str(path.relative_to(REPOSITORY).as_posix()) for path in PROMPTS]
    assert all("llm_prompt_file" not in fields for code, fields in BENCHMARKS.items() if code not in judged)
