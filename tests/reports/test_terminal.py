"""On a terminal a report has color, and words are completed; elsewhere it is plain."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.reports.text import findings_text, shows_color
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import check
from support.paths import REPOSITORY
from support.patience import PATIENCE
from support.suites import suite_with
from support.tables import table

BROKEN = {"a-component/A-DEM1.yaml": "code: A-DEM1\nlabel: Arrivées 'n'\nweight: 25%\ntresholds: no\n"}
SITE = "https://docs.example.org/benchmarks"
ADDED = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@table
def test_color_is_where_a_terminal_is_or_the_environment_wants_it(
    is_terminal: bool, environment: dict[str, str], color: bool
) -> None:
    stream = Terminal() if is_terminal else io.StringIO()
    assert shows_color(stream, environment) is color


def test_an_address_never_carries_what_a_terminal_would_obey() -> None:
    assert site_address({"BENCHDOCS_SITE_URL": f"{SITE}/\x1b]8;;\x07"}) == f"{SITE}/%1B]8;;%07/"
    assert site_address({"BENCHDOCS_SITE_URL": "javascript:alert(1)"}) == ""


def test_style_adds_to_the_text_and_changes_none_of_it(tmp_path: Path) -> None:
    findings = check(suite_with(tmp_path, BROKEN)).findings
    plain = list(findings_text(findings))
    styled = list(findings_text(findings, color=True))
    assert styled != plain
    assert [ADDED.sub("", line) for line in styled] == plain


def run_in_terminal(*arguments: str, root: Path) -> str:
    """What `benchdocs` prints when its standard output is a real terminal."""
    master, slave = pty.openpty()
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
    process = subprocess.Popen(
        [sys.executable, "-m", "benchdocs", *arguments],
        cwd=root,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=kept | {"TERM": "xterm"},
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


def test_a_real_terminal_gets_color_and_the_summary_last(tmp_path: Path) -> None:
    root = suite_with(tmp_path, BROKEN)
    shown = run_in_terminal("check", root=root)
    assert "\x1b[31m\x1b[1merror\x1b[0m" in shown
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


def completed(line: str) -> list[str]:
    """What click's completion answers for a line with the cursor at its end, as a shell asks."""
    last = str(len(line.split(" ")) - 1)
    environment = {"_BENCHDOCS_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": last}
    return CliRunner().invoke(main, [], prog_name="benchdocs", env=environment).output.splitlines()


def test_commands_options_and_formats_are_completed() -> None:
    assert "plain,check" in completed("benchdocs ch")
    assert "plain,--strict" in completed("benchdocs check --s")
    assert completed("benchdocs check --format s") == ["plain,sarif"]


@pytest.mark.parametrize("wrong", ["chek", "inventry", "rewiew"])
def test_a_misspelled_command_gets_a_guess(wrong: str) -> None:
    right = {"chek": "check", "rewiew": "review"}
    result = CliRunner().invoke(main, [wrong])
    assert result.exit_code == 2
    assert re.search(rf"Did you mean .*'{right.get(wrong, 'inventory')}'", result.output)


def test_every_command_explains_itself_with_h() -> None:
    names = [[], *([name] for name in main.list_commands(click.Context(main))), ["new", "benchmark"]]
    for name in names:
        short, long = (CliRunner().invoke(main, [*name, option]) for option in ("-h", "--help"))
        assert (short.exit_code, short.output) == (0, long.output), name
        assert long.output.startswith("Usage: ")


def test_the_line_that_the_guide_gives_for_a_shell_switches_completion_on() -> None:
    variable = "bash_source"
    page = (REPOSITORY / "scripts/benchdocs/pages/authoring/commands.md").read_text()
    assert f"_BENCHDOCS_COMPLETE={variable} benchdocs" in page
    result = CliRunner().invoke(main, [], prog_name="benchdocs", env={"_BENCHDOCS_COMPLETE": variable})
    assert "_BENCHDOCS_COMPLETE=bash_complete" in result.output
