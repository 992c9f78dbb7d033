"""Whole runs of the shipped suite as files, and the command that scores them; every verdict is synthetic."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from benchdocs.scoring.plan import FILE, Plan
from benchdocs.scoring.planned_cases import make_plan
from benchdocs.suite.cases import NamedCase
from benchdocs.suite.digest import suite_digest
from support.commands import run
from support.paths import REPOSITORY
from support.result_files import line, reply, text_of
from support.shipped import shipped_report

SUITE = shipped_report().suite
GOOD = line("case-1", "A-NEG2", reply=reply([True]))


@cache
def plan(cases: int = 60, runs: int = 1, suite: str = "") -> Plan:
    """A plan in which every benchmark has so many cases."""
    named = {f"case-{n}": NamedCase(tuple(SUITE.benchmark), {}, f"narrative {n}") for n in range(cases)}
    return make_plan(SUITE, suite or suite_digest(SUITE), named, runs)


def everything(made: Plan, *, met: bool = True, **about: Any) -> list[dict[str, Any]]:
    """Lines that say what they are of, and answer everything that a plan asks with a pass or a fail."""
    lines: list[dict[str, Any]] = [
        {"about": {"plan": made.digest, "product": "P 1", "judge": "a synthetic judge", **about}}
    ]
    for name, case in made.cases.items():
        for code in case.benchmarks:
            given = reply([met], share=SUITE.benchmark[code].fields.has_shares)
            lines += [line(name, code, half=half, reply=given) for half in made.halves[code]]
    return lines


def score(*arguments: str | Path) -> Any:
    """What the command says of results, with the suite checked once for all tests of a process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("benchdocs.rules.check.check", lambda root: shipped_report())
        return run("score", "--root", REPOSITORY, *arguments)


def data(path: Path, *options: str | Path) -> Any:
    """What it says of this file as JSON."""
    found = score(path, "--format", "json", *options)
    assert found.exit_code in (0, 1, 3), found.output
    assert isinstance(found.exception, SystemExit | None), found.exception
    return json.loads(found.stdout)


def written(folder: Path, *lines: dict[str, Any], name: str = "run.jsonl", made: Plan | None = None) -> Path:
    """A file of these lines, beside its plan."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text_of(lines))
    if made:
        (folder / FILE).write_text(made.text)
    return path
