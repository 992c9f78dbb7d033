"""The command line: what it prints, and with which status it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchdocs.rules.registry import RULES
from support.commands import run
from support.paths import BASE
from support.stories import stories
from support.suites import suite_with
from support.tables import table

BROKEN = {"a-component/A-DEM1.yaml": "code: A-DEM1\nlabel: Arrivées 'n'\nweight: 25%\ntresholds: no\n"}


test_story = stories(__file__)


def test_json_has_every_finding_with_its_place_and_a_summary(tmp_path: Path) -> None:
    result = run("check", "--root", suite_with(tmp_path, BROKEN), "--format", "json")
    assert result.exit_code == 1
    answer = json.loads(result.output)
    finding = next(entry for entry in answer["findings"] if entry["rule"] == "FLD103")
    assert finding == {
        "rule": "FLD103",
        "severity": "error",
        "path": "a-component/A-DEM1.yaml",
        "line": 3,
        "column": 9,
        "message": "`weight` has to be a number, but YAML reads the text `25%`",
        "hint": "write it as a number: `0.25`",
        "related": [],
    }
    assert answer["summary"]["errors"] == sum(entry["severity"] == "error" for entry in answer["findings"])


@table
def test_wrong_usage_ends_with_status_2_and_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(suite_with(tmp_path))
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.output


@pytest.mark.parametrize("arguments", [("check",), ("inventory",)])
def test_the_environment_names_the_folder_and_one_that_is_missing_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(suite_with(tmp_path))
    monkeypatch.setenv("BENCHDOCS_ROOT", "nope")
    result = run(*arguments)
    assert result.exit_code == 2
    assert "'nope' does not exist" in result.output
    monkeypatch.setenv("BENCHDOCS_ROOT", str(suite_with(tmp_path / "other", BROKEN)))
    assert "A-DEM1.yaml" in run("check").output
    assert run("check", "--root", ".").exit_code == 0


def test_every_rule_is_listed_and_explained(tmp_path: Path) -> None:
    listing = run("rules").output
    for rule in RULES:
        assert f"{rule.id}  {rule.severity}" in listing
        page = run("rules", rule.id.lower()).output
        for part in (
            rule.title,
            "Why it matters:",
            "How to fix it:",
            "Breaks the rule",
            "Follows the rule",
            "Source:",
        ):
            assert part in page


def test_a_caret_stands_under_wide_and_long_text(tmp_path: Path) -> None:
    padding = "x" * 300
    files = {
        "a-component/A-DEM1.yaml": f"code: A-DEM1\n'日本': 1\nmetric: {{ {padding}: 1 }}\n? a{padding}\n: 1\n"
    }
    lines = run("check", "--root", suite_with(tmp_path, files)).output.splitlines()
    wide = next(index for index, line in enumerate(lines) if "日本" in line and "|" in line)
    assert lines[wide + 1] == "     | ^"
    assert max(len(line) for line in lines if " | " in line) < 130
    assert any(line.endswith("x…") for line in lines)


def test_a_check_reads_no_metadata_of_installed_packages() -> None:
    """pydantic would, to find plugins, and it loads a parser of mail for that."""
    code = "import sys; from benchdocs.cli.main import main; main(['check'], standalone_mode=False)"
    ending = "; print([name for name in ('email', 'importlib.metadata') if name in sys.modules])"
    wrapped = f"try: exec({code!r})\nexcept SystemExit: exec({ending[2:]!r}, {{'sys': __import__('sys')}})"
    done = subprocess.run(
        [sys.executable, "-c", wrapped], cwd=BASE, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
