"""A small suite with a scripted product and judge, which every form of export can run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchdocs.files.directory_swap import MANIFEST
from benchdocs.suite.digest import manifest
from support.evals import FILES, laid_out
from support.result_files import REASON
from support.suites import base_with

METRIC = "metric:\n  numerator: matching\n  denominator: dictated\n  implementation: evaluators/code/{}.py\n"
SUITE_FILES = {
    **FILES,
    "evaluators/code/a_dem1.py": '''"""The half of a hybrid: what the record says of itself."""

from answers import reply


def evaluate(labels, output, narrative):
    """Return the verdict on one case."""
    return reply(output.get("code", "pass"))
''',
    "evaluators/code/a_dem2.py": '''"""Whether the output is a record."""

from answers import reply


def evaluate(labels, output, narrative):
    """Return the verdict on one case."""
    return reply("pass" if isinstance(output, dict) else "fail")
''',
    "evaluators/code/answers.py": f'''"""Replies of the scripts."""


def reply(outcome):
    """Return the reply that comes to an outcome."""
    is_met, applicable = outcome == "pass", outcome != "not_applicable"
    items = [{{"label": "x", "quote": "", "entry": "", "met": is_met}}] if applicable else []
    verdict = {{"applicable": applicable, "items": items, "uncertain": False}}
    return {{**verdict, "reason": {REASON!r}, "pass": is_met}}
''',
    "a-component/A-DEM1.yaml": base_with(
        "a-component/A-DEM1.yaml", end=METRIC.format("a_dem1") + "  labels: [stated_times]\n"
    ).replace("evaluator_type: llm_judge", "evaluator_type: hybrid"),
    "a-component/A-DEM2.yaml": base_with(
        "a-component/A-DEM2.yaml", end=METRIC.format("a_dem2") + "  unparseable_output: fails\n"
    ),
}
ALL = ("A-DEM1", "A-DEM2", "A-AUX1")
"""A hybrid; a script that fails what is no record; a judge."""


def lay_out(folder: Path, form: str, cases: dict[str, str], runs: int = 1, **files: str) -> Path:
    """Write an export of the suite with these cases, by name the narrative, for all benchmarks."""
    target = laid_out(folder, form, {**SUITE_FILES, **files})
    plan = json.loads((target / "plan.json").read_text())
    plan |= {"runs": runs, "cases": {name: {"benchmarks": ALL, "digest": "d" * 64} for name in cases}}
    (target / "plan.json").write_text(json.dumps(plan))
    lines = [{"id": name, "labels": {"stated_times": []}, "narrative": text} for name, text in cases.items()]
    (target / "cases.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    if form == "promptfoo":
        tests = [{"description": each, "vars": {"case": {"narrative": cases[each]}}} for each in cases]
        (target / "product_tests.json").write_text(json.dumps(tests))
    seal(target)
    return target


def seal(folder: Path) -> None:
    """Make a changed export one that was exported so."""
    listed = (folder / MANIFEST).read_text().splitlines()
    paths = [line.partition("  ")[2] for line in listed]
    (folder / MANIFEST).write_bytes(manifest((path, (folder / path).read_bytes()) for path in paths))


def run_program(folder: Path, *arguments: str, status: int = 0) -> str:
    """Run the program of the form `python` for the scripted product; return what it says."""
    return run_export(folder, "--product", "scripted 1", *arguments, status=status)


def run_export(folder: Path, *arguments: str, status: int = 0) -> str:
    """Run the program of the form `python`; return what it says."""
    done = subprocess.run(
        [sys.executable, "run.py", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stderr


def results(folder: Path, name: str = "results.jsonl") -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the first line of a file of results, and the others."""
    about, *lines = map(json.loads, (folder / name).read_text(encoding="utf-8").splitlines())
    return about["about"], lines


def said(line: dict[str, Any]) -> str:
    """Return what a line comes to."""
    if "reply" not in line:
        return next(word for word in ("unreadable", "no_output", "failed") if word in line)
    reply = line["reply"]
    if not reply["applicable"]:
        return "not_applicable"
    return "uncertain" if reply["uncertain"] else "pass" if reply["pass"] else "fail"


def told(lines: list[dict[str, Any]]) -> dict[str, str]:
    """Return what the results say of each case, in the order of `ALL`, the halves of the hybrid first."""
    found: dict[str, str] = {}
    for line in lines:
        key = line["case"] if line["run"] == 1 else f"{line['case']} {line['run']}"
        found[key] = f"{found.get(key, '')} {said(line)}".strip()
    return found
