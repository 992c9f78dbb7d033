"""The page *Run it on your product* holds what it says: its commands are run as they stand."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchdocs.specs.discovery import SUITE_NAMES
from support.commands import run
from support.documentation import blocks
from support.paths import REPOSITORY

GUIDE = (REPOSITORY / "scripts/benchdocs/pages/methodology/run-it.md").read_text()
EXPORT, PRODUCT, SCORE = (shlex.split(block) for block in blocks(GUIDE, "sh"))
EXPORTED, RESULTS, REPORT = blocks(GUIDE, "text")


def without_numbers(text: str) -> str:
    """The text, in which every number and digest is a zero."""
    return re.sub(r"\b([0-9a-f]{8}|\d+)\b", "0", text)


def test_three_commands_lead_to_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SUITE_NAMES:
        for path in REPOSITORY.glob(name):
            (shutil.copytree if path.is_dir() else shutil.copy)(path, tmp_path / path.name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    exported = run(*EXPORT[1:])
    assert exported.exit_code == 0
    assert without_numbers(exported.output) == without_numbers(EXPORTED.replace("…", "0"))
    done = subprocess.run([sys.executable, *PRODUCT[1:]], capture_output=True, text=True, check=True)
    assert without_numbers(done.stderr) == without_numbers(RESULTS)
    scored = run(*SCORE[1:])
    assert scored.exit_code == 1
    assert scored.stdout.startswith(REPORT.rstrip())
    assert Path("report.html").read_text().startswith("<!doctype html>")
