"""What the rules on code evaluators say of scripts of all kinds, none of which is ever run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchdocs.rules.code_evaluators import forbidden
from benchdocs.specs.code_evaluator import MODULES
from support.rule_cases import found
from support.suites import base_with, suite_with
from support.tables import table

PATH = "evaluators/code/departure.py"
SPEC = base_with("a-component/A-DEM2.yaml", end=f"metric:\n  implementation: {PATH}\n")
EVALUATE = "def evaluate(labels, output, narrative):\n    return {}\n"


def told(folder: Path, source: str, **others: str) -> list[str]:
    """What the family finds in a script, by line and rule."""
    shared = {"evaluators/code/comparison.py": "def same(one, other):\n    return one == other\n"}
    files = {"a-component/A-DEM2.yaml": SPEC, PATH: source, **shared, **others}
    findings = found(suite_with(folder / "suite", files), "EVL")
    return [f"{each.line} {each.rule}: {each.message}" for each in findings if each.path == PATH]


@table
def test_a_script_does_only_what_it_may(tmp_path: Path, source: str, expected: list[str]) -> None:
    assert told(tmp_path, source + EVALUATE) == expected


@table
def test_a_script_can_judge(tmp_path: Path, source: str, expected: list[str]) -> None:
    assert told(tmp_path, source) == expected


@pytest.mark.parametrize("source", ["x = " + "-" * 20_000 + "1\n", "x = " + "(" * 5_000 + ")" * 5_000 + "\n"])
def test_a_script_that_is_nested_without_end_is_answered(tmp_path: Path, source: str) -> None:
    (line,) = told(tmp_path, source)
    assert "EVL1702: it is not valid Python" in line


def test_no_module_is_an_orphan_while_a_script_cannot_be_read(tmp_path: Path) -> None:
    (line,) = told(tmp_path, f"from comparison import same\n{EVALUATE}x = (\n")
    assert "EVL1702: it is not valid Python" in line
    assert [each.rule for each in found(tmp_path / "suite", "EVL") if each.path != PATH] == ["EVL1705"]


def test_no_script_is_run_or_imported(tmp_path: Path) -> None:
    mark = tmp_path / "was-here"
    source = f"open({str(mark)!r}, 'w').write('x')\nwhile True: pass\n{EVALUATE}"
    assert told(tmp_path, source) == ["1 EVL1703: it uses `open`, which no evaluator may do"]
    assert not mark.exists()
    assert "departure" not in sys.modules


def test_a_script_has_no_name_of_a_module_of_python_or_of_an_export(tmp_path: Path) -> None:
    others = {f"evaluators/code/{name}.py": "x = 1\n" for name in ("os", "json", "judging")}
    assert told(tmp_path, f"import json\nimport os\n{EVALUATE}", **others) == [
        "2 EVL1703: it imports `os`, which no evaluator may do"
    ]
    rules = found(tmp_path / "suite", "EVL")
    findings = [each for each in rules if each.path in others and each.rule == "EVL1703"]
    assert [each.message for each in findings] == [
        "it has the name of `json`, a module of Python",
        "it has the name of `judging`, a module of an export",
        "it has the name of `os`, a module of Python",
    ]


def test_the_page_of_the_rule_lists_the_modules() -> None:
    listed = forbidden.explanation.fix.partition("Allowed are")[2]
    assert {name.strip("`,.") for name in listed.split()} - {"and"} == MODULES
