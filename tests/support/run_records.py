"""Recorded runs of the demonstration suite; product, judge and every verdict are synthetic."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path
from typing import Any

from benchdocs.scoring.planned_cases import make_plan
from benchdocs.suite.cases import NamedCase
from benchdocs.suite.digest import suite_digest
from support.commands import run
from support.result_files import REASON, line, reply, text_of
from support.suites import suite_in

CASES = 4
FAILS = {"case-0"}
"""A case that fails wherever a run is said to fail."""


def results(
    root: Path,
    folder: Path,
    failing: Container[str] = (),
    why: str = REASON,
    tags: Sequence[str] = (),
    **about: Any,
) -> Path:
    """The results of a whole run of a suite beside its plan, in which some benchmarks fail one case."""
    suite = suite_in(root)
    cases = {f"case-{n}": NamedCase(tuple(suite.benchmark), {}, f"narrative {n}") for n in range(CASES)}
    plan = make_plan(suite, suite_digest(suite), cases, tags=tags)
    lines: list[dict[str, Any]] = [
        {"about": {"plan": plan.digest, "product": "Product 1", "judge": "Judge 1", **about}}
    ]
    for name, case in plan.cases.items():
        for code in case.benchmarks:
            is_met = name not in FAILS or code not in failing
            given = reply([is_met]) | ({} if is_met else {"reason": why})
            lines += [line(name, code, half=half, reply=given) for half in plan.halves[code]]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plan.json").write_text(plan.text)
    path = folder / "results.jsonl"
    path.write_text(text_of(lines))
    return path


def record(root: Path, name: str, *options: str | Path, **about: Any) -> Any:
    """What `score --record` says of such a run of this suite."""
    path = results(root, root.parent / f"run-{name}", **about)
    return run("score", "--root", root, path, "--record", name, *options)
