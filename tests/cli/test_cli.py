"""The command line: what it prints, and with which status it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchdocs.rules.registry import RULES
from support.commands import run
from support.faulty_suite import WITHOUT_EXAMPLES
from support.paths import BASE
from support.suites import suite_with
from support.tables import table

BROKEN = {"a-component/A-DEM1.yaml": "code: A-DEM1\nlabel: Arrivées 'n'\nweight: 25%\ntresholds: no\n"}


def warned(root: Path) -> Path:
    """A suite with one warning and no error."""
    suite_with(root)
    path = root / "a-component/A-DEM2.yaml"
    path.rename(path.with_name("other.yaml"))
    return root


def test_a_clean_suite_ends_with_status_0_and_a_summary(tmp_path: Path) -> None:
    result = run("check", "--strict", "--root", suite_with(tmp_path))
    assert result.exit_code == 0
    assert result.output == "3 rubrics, 3 benchmarks, 2 prompts: no findings\n"


def test_a_finding_shows_place_rule_message_line_caret_and_hint(tmp_path: Path) -> None:
    result = run("check", "--root", suite_with(tmp_path, BROKEN))
    assert result.exit_code == 1
    assert (
        "a-component/A-DEM1.yaml:3:9: error FLD103: "
        "`weight` has to be a number, but YAML reads the text `25%`\n"
        "   3 | weight: 25%\n"
        "     |         ^\n"
        "     = hint: write the share as a number: `0.25`\n"
    ) in result.output
    assert "= hint: did you mean `threshold`?" in result.output


def test_warnings_fail_only_on_request(tmp_path: Path) -> None:
    root = warned(tmp_path)
    assert run("check", "--root", root).exit_code == 0
    assert run("check", "--root", root, "--strict").exit_code == 1


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
        "hint": "write the share as a number: `0.25`",
        "related": [],
    }
    assert answer["summary"]["errors"] == sum(entry["severity"] == "error" for entry in answer["findings"])


def test_paths_narrow_what_is_shown_but_not_what_is_read(tmp_path: Path) -> None:
    root = suite_with(tmp_path, BROKEN)
    other = run("check", "--root", root, "a-component/A-DEM2.yaml")
    assert other.exit_code == 0
    assert "A-DEM1.yaml:" not in other.output
    assert run("check", "--root", root, root / "a-component").exit_code == 1


@table
def test_wrong_usage_ends_with_status_2_and_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(suite_with(tmp_path))
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.output


def test_a_folder_without_specs_is_wrong_usage(tmp_path: Path) -> None:
    result = run("check", "--root", tmp_path)
    assert result.exit_code == 2
    assert "no specs in" in result.output


def test_a_suite_without_a_spec_is_not_called_free_of_findings(tmp_path: Path) -> None:
    (tmp_path / "rubrics").mkdir()
    assert run("check", "--root", tmp_path).output == "0 rubrics, 0 benchmarks, 0 prompts: nothing to check\n"


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


def test_a_rule_that_other_suites_switch_on_is_listed_nowhere_else(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"benchdocs.toml": "nonsense = 1\n"})
    told = run("rules", "--root", root).output + run("check", "--root", root).output
    assert "FLD101" in told
    assert "`nonsense` is not a setting" in told
    assert "SCP701" not in told
    assert "clinical" not in told


def test_rules_are_given_as_json_too() -> None:
    assert [entry["id"] for entry in json.loads(run("rules", "--format", "json").output)] == [
        rule.id for rule in RULES
    ]
    assert json.loads(run("rules", "FLD103", "--format", "json").output)["severity"] == "error"


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


def test_the_inventory_is_written_into_agents_md_and_nothing_else_changes(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"AGENTS.md": "# Ours\n\nOur words.\n"})
    assert "warning INV801" in run("check", "--root", root).output
    assert run("inventory", "--write", "--root", root).exit_code == 0
    text = (root / "AGENTS.md").read_text()
    assert text.startswith("# Ours\n\nOur words.\n\n## Inventory\n")
    assert "| A-DEM | Demonstration | A-DEM1, A-DEM2 | 1 code, 1 hybrid | 1 | 2 active |" in text
    assert run("check", "--strict", "--root", root).exit_code == 0
    assert "was up to date" in run("inventory", "--write", "--root", root).output
    assert (root / "AGENTS.md").read_text() == text
    assert {path.name for path in root.iterdir()} == {"a-component", "rubrics", "evaluators", "AGENTS.md"}


def test_the_inventory_lists_no_mistake(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"AGENTS.md": "# Ours\n"})
    run("inventory", "--write", "--root", root)
    before = (root / "AGENTS.md").read_text()
    spec = root / "a-component/A-DEM2.yaml"
    spec.write_text(spec.read_text().replace("evaluator_type: code", "evaluator_type: cod"))
    assert "INV801" not in run("check", "--root", root).output
    result = run("inventory", "--write", "--root", root)
    assert (result.exit_code, "the suite has errors" in result.output) == (1, True)
    assert (root / "AGENTS.md").read_text() == before


def test_the_inventory_is_shown_without_writing(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    assert "| A-AUX | Auxiliary |" in run("inventory", "--root", root).output
    assert not (root / "AGENTS.md").exists()


def test_a_terminal_is_never_sent_what_it_would_obey(tmp_path: Path) -> None:
    files = {"a-component/A-DEM1.yaml": 'code: A-DEM1\nlabel: \x1b[31mred\nweights: "\x9b2J"\n'}
    output = run("check", "--root", suite_with(tmp_path, files)).output
    assert "YML001" in output
    assert "\x1b" not in output
    assert "\x9b" not in output


@pytest.mark.parametrize("options", [(), ("--strict",), ("--fix",), ("a-component",)])
def test_notes_are_counted_and_listed_on_request(tmp_path: Path, options: tuple[str, ...]) -> None:
    root = suite_with(tmp_path, {"a-component/A-DEM2.yaml": WITHOUT_EXAMPLES})
    arguments = ["check", *(str(root / each) if each[0] != "-" else each for each in options)]
    plain = run(*arguments, "--root", root)
    listed = run(*arguments, "--root", root, "--notes")
    assert plain.exit_code == listed.exit_code == 0
    assert ": 1 note" in plain.output.splitlines()[-1]
    assert "TXT506" not in plain.output
    assert "note TXT506" in listed.output


@pytest.mark.parametrize("form", ["json", "sarif", "github"])
def test_reports_for_programs_have_all_notes(tmp_path: Path, form: str) -> None:
    root = suite_with(tmp_path, {"a-component/A-DEM2.yaml": WITHOUT_EXAMPLES})
    assert "TXT506" in run("check", "--format", form, "--root", root).output


def test_a_check_reads_no_metadata_of_installed_packages() -> None:
    """pydantic would, to find plugins, and it loads a parser of mail for that."""
    code = "import sys; from benchdocs.cli.main import main; main(['check'], standalone_mode=False)"
    ending = "; print([name for name in ('email', 'importlib.metadata') if name in sys.modules])"
    wrapped = f"try: exec({code!r})\nexcept SystemExit: exec({ending[2:]!r}, {{'sys': __import__('sys')}})"
    done = subprocess.run(
        [sys.executable, "-c", wrapped], cwd=BASE, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
