"""Suites of other subjects, started by the installed package in an empty folder, pass a strict check."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.foreign_suites import SUITES
from support.installed import Installed


@pytest.mark.parametrize("name", SUITES)
def test_a_strict_check_finds_nothing(name: str, installed: Installed, tmp_path: Path) -> None:
    installed.start(tmp_path / "new", SUITES[name]().all_files(), "Our product")
    checked = installed.run("benchdocs", "check", "--strict", "--notes", folder=tmp_path / "new")
    assert re.fullmatch(r"\d+ rubrics?, \d+ benchmarks?, \d+ prompts?: no findings\n", checked)
