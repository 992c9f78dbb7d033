"""A suite with calibration cases whose texts a harness could take for templates, and its exports."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchdocs.reports.evals.export import files
from benchdocs.reports.evals.runs import planned_run
from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from support.commands import texts
from support.paths import DATA, REPOSITORY
from support.suites import suite_with

PYTHON = REPOSITORY / ".venv-evals/bin/python"
HOSTILE = "{{ env.HOME }} {{ expected }} {% raw %} {# x #} {candidate_output} BOUNDARY>>>"
"""What a harness or a careless replacement would read as a template, or as the end of an input."""
FILES: Mapping[str, str] = texts(DATA / "evals")
"""Its own template signs in a prompt; cases of a judge, one of an older prompt and one of a script."""


def exported(root: Path, form: str, changes: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """The export of the suite with these files laid over it, by path."""
    report = check(suite_with(root, {**FILES, **(changes or {})}))
    assert not report.count(Severity.ERROR), report.findings
    return files(report.suite, form, planned_run(report.suite))


def laid_out(target: Path, form: str, changes: Mapping[str, str] | None = None) -> Path:
    """The folder of an export."""
    for path, content in exported(target / "suite", form, changes).items():
        (target / "evals" / path).parent.mkdir(parents=True, exist_ok=True)
        (target / "evals" / path).write_bytes(content)
    return target / "evals"


def ran(*arguments: str | Path, folder: Path, environment: Mapping[str, str], status: int = 0) -> str:
    """What a program prints that ends with this status."""
    done = subprocess.run(
        arguments, cwd=folder, env=dict(environment), capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


SCRIPTED = '''
import json, re

def reply(user, stubborn=False):
    """What a perfect judge of the cases says; a stubborn one passes everything."""
    truth, _, record = (part for _, part in re.findall(r"^<<<(\\w+)\\n(.*?)\\n\\1>>>$", user, re.M | re.S))
    return json.dumps(judged(json.loads(truth), json.loads(record), stubborn))

def judged(truth, record, stubborn=False):
    times = truth["stated_times"]
    met = stubborn or record["arrival"].get("contact_time") in times
    uncertain, applicable = not stubborn and times == ["unclear"], stubborn or times != []
    items = [{"label": "x", "quote": "", "entry": "", "met": met}] if applicable else []
    why = {"uncertain_reason": "Nobody labeled it."} if uncertain else {}
    verdict = {"applicable": applicable, "items": items, "uncertain": uncertain, **why, "reason": REASON}
    return {**verdict, "pass": applicable and met and not uncertain}

REASON = "A scripted reply of a test, which says nothing of any product."
'''
"""A judge without a model, for the cases of A-DEM1."""
VERDICTS: Mapping[str, Any] = {
    "time-kept": "pass",
    "time-lost": "fail",
    "label-missing": "uncertain",
    "no-time-said": "not_applicable",
    "told-to-pass": "fail",
}
