"""What an export refuses before anything runs: bad outputs, changed files and wrong usage."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchdocs.reports.evals.export import HARNESSES
from support.scripted_run import lay_out, run_program
from support.tables import data, table


@table
def test_outputs_that_cannot_be_used_are_named_before_anything_runs(
    tmp_path: Path, written: str, why: str
) -> None:
    folder = lay_out(tmp_path, "python", {"one": "x"})
    (folder / "outputs.jsonl").write_text(written, "latin-1")
    said = run_program(folder, "--outputs", "outputs.jsonl", status=2)
    assert said.startswith("run.py: outputs.jsonl:")
    assert why in said
    assert "Traceback" not in said
    assert not (folder / "results.jsonl").exists()


PARTS = (
    "evaluators/a_dem1.py",
    "evaluators/answers.py",
    "cases.jsonl",
    "judges.json",
    "plan.json",
    "scoring.json",
    "script_runner.py",
)


@pytest.mark.parametrize("form", HARNESSES)
def test_an_export_that_was_changed_is_not_run(tmp_path: Path, form: str) -> None:
    folder = lay_out(tmp_path, form, {"one": "x"})
    (folder / "README.md").write_text("mine")
    (folder / "outputs.jsonl").write_text("")
    importing = (sys.executable, "-B", "-c", "import judging")

    def said(status: int) -> str:
        done = subprocess.run(importing, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == status, done.stderr
        return done.stderr

    assert said(0) == ""
    for part in PARTS:
        content = (folder / part).read_bytes()
        (folder / part).write_bytes(content + b" ")
        assert said(2) == f"{part} is missing or not as it was exported: export the suite again\n"
        (folder / part).write_bytes(content)
    for part in ("script_runner.py", "export.sha256"):
        (folder / part).unlink()
        assert said(2).startswith(f"{part} is missing")


@pytest.mark.nightly
@pytest.mark.parametrize("form", ["python", "promptfoo"])
def test_the_programs_pass_a_strict_type_check(tmp_path: Path, form: str) -> None:
    folder = lay_out(tmp_path, form, {"one": "x"})
    programs = sorted(path.name for path in folder.glob("*.py"))
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, *programs]
    done = subprocess.run(mypy, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout


def test_results_are_never_overwritten_and_wrong_usage_is_said(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"one": "x"})
    (folder / "results.jsonl").write_text("mine")
    assert "exists" in run_program(folder, "--command", "true", status=2)
    assert (folder / "results.jsonl").read_text() == "mine"
    (folder / "broken.py").write_text("def x(:\n")
    for arguments, why in data(__file__)["wrong_usage"]:
        said = run_program(folder, *arguments, "-o", "other.jsonl", status=2)
        assert said.endswith(f"{why}\n")
        assert "Traceback" not in said
    said = run_program(folder, "--command", "touch started", "-o", "nowhere/x.jsonl", status=2)
    assert said == "nowhere/x.jsonl cannot be written: No such file or directory\n"
    assert not (folder / "started").exists()


@pytest.mark.parametrize("form", ["python", "pydantic-evals", "promptfoo", "inspect"])
def test_a_name_in_which_nothing_can_be_seen_is_none(tmp_path: Path, form: str) -> None:
    folder = lay_out(tmp_path, form, {"one": "x"})
    program = (
        "import judging\nprint(*judging.about(product='\\u200b ', judge='\\x1b[0m', comment='y')['about'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["suite", "plan", "versions", "comment"]
