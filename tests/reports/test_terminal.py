"""On a terminal a report has color and links, and words are completed; elsewhere it is plain."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.reports.terminal import PLAIN, Style, style_of
from benchdocs.reports.text import findings_text
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from benchdocs.rules.registry import RULES
from support.paths import REPOSITORY
from support.patience import PATIENCE
from support.repositories import Repository
from support.suites import suite_with

BROKEN = {"a-component/A-DEM1.yaml": "code: A-DEM1\nlabel: Arrivées 'n'\nweight: 25%\ntresholds: no\n"}
SITE = "https://docs.example.org/benchmarks"
ADDED = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\")


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "color"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"TERM": "xterm-256color", "NO_COLOR": ""}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        (Terminal(), {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (io.StringIO(), {}, False),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {"CLICOLOR_FORCE": "1"}, True),
        (io.StringIO(), {"CLICOLOR_FORCE": "0", "FORCE_COLOR": ""}, False),
    ],
)
def test_color_is_where_a_terminal_is_or_the_environment_wants_it(
    stream: io.StringIO, environment: Mapping[str, str], color: bool
) -> None:
    assert style_of(stream, environment).color is color


def test_links_are_where_a_terminal_is_and_the_site_has_an_address() -> None:
    site = {"BENCHDOCS_SITE_URL": SITE}
    assert style_of(Terminal(), site).rule("FLD103") == (
        f"\x1b]8;;{SITE}/rules/fld/#fld103\x1b\\FLD103\x1b]8;;\x1b\\"
    )
    for stream, environment in (
        (Terminal(), {}),
        (Terminal(), site | {"TERM": "dumb"}),
        (io.StringIO(), site | {"FORCE_COLOR": "1"}),
    ):
        assert style_of(stream, environment).rule("FLD103") == "FLD103"


def test_an_address_never_carries_what_a_terminal_would_obey() -> None:
    assert site_address({"BENCHDOCS_SITE_URL": f"{SITE}/\x1b]8;;\x07"}) == f"{SITE}/%1B]8;;%07/"
    assert site_address({"BENCHDOCS_SITE_URL": "javascript:alert(1)"}) == ""


def test_style_adds_to_the_text_and_changes_none_of_it(tmp_path: Path) -> None:
    findings = check(suite_with(tmp_path, BROKEN)).findings
    plain = list(findings_text(findings))
    styled = list(findings_text(findings, Style(True, f"{SITE}/")))
    assert plain == list(findings_text(findings, PLAIN))
    assert styled != plain
    assert [ADDED.sub("", line) for line in styled] == plain
    for severity in Severity:
        assert ADDED.sub("", Style(True).of(severity, severity)) == severity


def run_in_terminal(*arguments: str, root: Path, **environment: str) -> str:
    """What `benchdocs` prints when its standard output is a real terminal."""
    master, slave = pty.openpty()
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
    process = subprocess.Popen(
        [sys.executable, "-m", "benchdocs", *arguments],
        cwd=root,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=kept | {"TERM": "xterm"} | environment,
    )
    os.close(slave)
    output = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    os.close(master)
    assert process.wait(timeout=PATIENCE) == 1
    return output.decode().replace("\r\n", "\n")


def test_a_real_terminal_gets_color_and_links_and_the_summary_last(tmp_path: Path) -> None:
    root = suite_with(tmp_path, BROKEN)
    shown = run_in_terminal("check", root=root, BENCHDOCS_SITE_URL=SITE)
    assert "\x1b[31m\x1b[1merror\x1b[0m" in shown
    assert f"\x1b]8;;{SITE}/rules/fld/#fld103\x1b\\FLD103\x1b]8;;\x1b\\" in shown
    assert shown.endswith("3 rubrics, 3 benchmarks, 2 prompts: 6 errors, 1 warning, 1 note\n")


def test_without_a_terminal_the_report_is_plain_and_leads_to_a_rule_once(tmp_path: Path) -> None:
    root = suite_with(tmp_path, BROKEN)
    lines = CliRunner().invoke(main, ["check", "--root", str(root)], color=True).output.splitlines()
    assert not any("\x1b" in line for line in lines)
    assert lines[-2] == "To explain a rule, run `benchdocs rules FLD101`"
    assert len([line for line in lines if "benchdocs rules" in line]) == 1
    published = CliRunner().invoke(main, ["check", "--root", str(root)], env={"BENCHDOCS_SITE_URL": SITE})
    assert f"`benchdocs rules FLD101`, or read {SITE}/rules/fld/#fld101\n" in published.output


def test_forced_color_reaches_a_file(tmp_path: Path) -> None:
    root = suite_with(tmp_path, BROKEN)
    assert (
        "\x1b[31m"
        in CliRunner().invoke(main, ["check", "--root", str(root)], env={"FORCE_COLOR": "1"}).output
    )


# Tab completion ---------------------------------------------------------------------------------------


def completed(line: str, shell: str = "bash") -> list[str]:
    """What click's completion answers for a line with the cursor at its end, as a shell asks."""
    words = line.split(" ")
    environment = {
        "_BENCHDOCS_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words) - 1),
    }
    return CliRunner().invoke(main, [], prog_name="benchdocs", env=environment).output.splitlines()


def test_commands_options_and_formats_are_completed() -> None:
    assert "plain,check" in completed("benchdocs ch")
    assert "plain,--strict" in completed("benchdocs check --s")
    assert completed("benchdocs check --format s") == ["plain,sarif"]


def test_a_rule_is_completed_with_its_title_in_any_case_of_letters() -> None:
    expected = [f"plain,{rule.id}" for rule in RULES if rule.id.startswith("WGT")]
    assert completed("benchdocs rules wgt") == expected
    assert completed("benchdocs rules FLD103", "zsh") == ["plain", "FLD103", "wrong type"]
    assert completed("benchdocs rules FLD103", "fish") == ["plain,FLD103\twrong type"]


def test_a_code_is_completed_from_the_root_of_the_command(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"a-component/.A-DEM9.yaml": ""})
    assert completed(f"benchdocs review --root {root} a-dem") == [
        "plain,A-DEM",
        "plain,A-DEM1",
        "plain,A-DEM2",
    ]
    assert completed(f"benchdocs rename --root {root} A-DEM1") == ["plain,A-DEM1"]
    assert completed(f"benchdocs rename --root {root} A-AUX") == ["plain,A-AUX1"]
    (tmp_path / "empty").mkdir()
    assert not any(completed(f"benchdocs review --root {root}/empty A"))


def test_a_benchmark_is_completed_for_a_new_prompt(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    assert completed(f"benchdocs new prompt --root {root} a-d") == ["plain,A-DEM1", "plain,A-DEM2"]


def test_reviewers_and_outcomes_are_completed(tmp_path: Path) -> None:
    reviewers = "reviewers:\n  - id: ems-1\n    role: Medic\n  - {id: 'ems-2', role: Nurse}\n  - id: md-1\n"
    root = suite_with(tmp_path, {"reviewers.yaml": reviewers})
    line = f"benchdocs review A-DEM1 --root {root}"
    assert completed(f"{line} --reviewer EM") == ["plain,ems-1", "plain,ems-2"]
    assert completed(f"{line} --outcome threshold=r") == ["plain,threshold=reject"]
    assert "plain,all=agree" in completed(f"{line} --outcome ")
    assert "plain,min_cases=cannot_judge" in completed(f"{line} --outcome min")
    (root / "reviewers.yaml").unlink()
    assert not any(completed(f"{line} --reviewer e"))


def test_branches_and_tags_are_completed_as_earlier_states(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "suite")
    root = repository.root
    for name in ("v1-draft", "topic"):
        subprocess.run(["git", "-C", root, "tag", name], check=True)
    assert completed(f"benchdocs diff --root {root} main v") == ["plain,v1-draft"]
    assert completed(f"benchdocs check --root {root} --against to") == ["plain,topic"]


@pytest.mark.parametrize("wrong", ["chek", "exprot", "inventry", "rewiew"])
def test_a_misspelled_command_gets_a_guess(wrong: str) -> None:
    right = {"chek": "check", "exprot": "export", "rewiew": "review"}
    result = CliRunner().invoke(main, [wrong])
    assert result.exit_code == 2
    assert re.search(rf"Did you mean .*'{right.get(wrong, 'inventory')}'", result.output)


def test_every_command_explains_itself_with_h() -> None:
    names = [[], *([name] for name in main.list_commands(click.Context(main))), ["new", "cases"]]
    for name in names:
        short, long = (CliRunner().invoke(main, [*name, option]) for option in ("-h", "--help"))
        assert (short.exit_code, short.output) == (0, long.output), name
        assert long.output.startswith("Usage: ")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_line_that_the_readme_gives_for_a_shell_switches_completion_on(shell: str) -> None:
    variable = f"{shell}_source"
    page = (REPOSITORY / "scripts/benchdocs/pages/authoring/commands.md").read_text()
    assert f"_BENCHDOCS_COMPLETE={variable} benchdocs" in page
    result = CliRunner().invoke(main, [], prog_name="benchdocs", env={"_BENCHDOCS_COMPLETE": variable})
    assert f"_BENCHDOCS_COMPLETE={shell}_complete" in result.output


def test_paths_are_left_to_the_shell() -> None:
    assert completed("benchdocs check a-comp") == ["file,a-comp"]
    assert completed("benchdocs check --root a-comp") == ["dir,a-comp"]
