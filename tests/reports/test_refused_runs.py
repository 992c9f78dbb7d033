"""What an export refuses before anything runs: bad outputs, changed files and wrong usage."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchdocs.reports.evals.export import HARNESSES
from support.scripted_run import lay_out, run_program

BAD_LINES = {
    '{"case": "two", "output": {}}': "the plan has no case 'two' with a run 1",
    '{"case": "one", "run": 2, "output": {}}': "the plan has no case 'one' with a run 2",
    '{"case": ["one"], "output": {}}': "the plan has no case ['one'] with a run 1",
    '{"case": "one", "run": [1], "output": {}}': "the plan has no case 'one' with a run [1]",
    '{"case": "one", "run": true, "output": {}}': "the plan has no case 'one' with a run True",
    '{"case": "one", "run": 1.0, "output": {}}': "the plan has no case 'one' with a run 1.0",
    '{"case": "one"}': "`case` is needed, and one of `output` and `failed`",
    '{"output": {}}': "`case` is needed, and one of `output` and `failed`",
    "[1]": "this is no JSON object",
    "{": "this is no JSON object",
    "\udcff": "this is no JSON object",
    '{"case": "one", "output": {}}\n{"case": "one", "output": {}}': "a second output for 'one', run 1",
}


@pytest.mark.parametrize("written", BAD_LINES)
def test_outputs_that_cannot_be_used_are_named_before_anything_runs(tmp_path: Path, written: str) -> None:
    folder = lay_out(tmp_path, "python", {"one": "x"})
    (folder / "outputs.jsonl").write_text(written, errors="surrogateescape")
    said = run_program(folder, "--outputs", "outputs.jsonl", status=2)
    assert said.startswith("run.py: outputs.jsonl:")
    assert BAD_LINES[written] in said
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


WRONG: dict[tuple[str, ...], str] = {
    ("--function", "nowhere:x"): "run.py: the module `nowhere` cannot be imported: "
    "ModuleNotFoundError: No module named 'nowhere'",
    ("--function", "broken:x"): "SyntaxError: invalid syntax (broken.py, line 1)",
    ("--function", "json:nothing"): "run.py: the module `json` has no function `nothing`",
    ("--function", "json:__name__"): "run.py: the module `json` has no function `__name__`",
    ("--function", "json"): "run.py: `json` is not written as `module:name`",
    ("--function", ""): "run.py: `` is not written as `module:name`",
    ("--function", "json:loads", "--judge", "json:", "--judge-name", "m"): "is not written as `module:name`",
    ("--outputs", "absent"): "run.py: absent cannot be read: No such file or directory",
    ("--outputs", ""): "cannot be read: Is a directory",
    ("--command", " "): "`--command` is empty",
    ("--command", "a 'b"): "run.py: `--command`: No closing quotation",
    **{
        ("--command", "true", "--product", unseen): "`--product` has to name the product and its version"
        for unseen in (" ", "\u200b", "\u00a0\u00ad", "\x1b[31m\x1b[0m", "\u3164\u2060")
    },
    (
        *("--command", "true", "--judge", "json:loads", "--judge-name", "\u200b"),
    ): "`--judge-name` has to name the model and its version",
    ("--command", "true", "--timeout", "0"): "`--timeout` more than 0 and at most 86400",
    ("--command", "true", "--timeout", "inf"): "and `--timeout` more than 0 and at most 86400",
    (
        "--command",
        "true",
        "--parallel",
        "0",
    ): "`--parallel` has to be from 1 to 1000, and `--timeout` more than 0 and at most 86400",
    ("--command", "true", "--parallel", "1001"): "and `--timeout` more than 0 and at most 86400",
}


def test_results_are_never_overwritten_and_wrong_usage_is_said(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"one": "x"})
    (folder / "results.jsonl").write_text("mine")
    assert "exists" in run_program(folder, "--command", "true", status=2)
    assert (folder / "results.jsonl").read_text() == "mine"
    (folder / "broken.py").write_text("def x(:\n")
    for arguments, why in WRONG.items():
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
