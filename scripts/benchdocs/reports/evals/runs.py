"""What every export needs to run a product: a plan, its cases, and the program that judges the outputs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from benchdocs.files.directory_swap import MANIFEST
from benchdocs.history.provenance import suite_digest
from benchdocs.reports.evals.evaluators import Evaluators, json_text
from benchdocs.scoring.plan import FILE, Plan
from benchdocs.scoring.planned_cases import make_plan, suite_cases
from benchdocs.specs.choices import Unit, UnparseableOutput
from benchdocs.specs.code_evaluator import ENTRY, CodeEvaluator
from benchdocs.suite.cases import NamedCase
from benchdocs.suite.suite import Suite

SCRIPTS = "evaluators"
"""Folder of an export that has the code evaluators."""


class Run(NamedTuple):
    """The cases of a run, by name, and its plan."""

    cases: Mapping[str, NamedCase]
    plan: Plan


def planned_run(
    suite: Suite, own: Mapping[str, NamedCase] | None = None, runs: int = 1, tags: Sequence[str] = ()
) -> Run:
    """Return a run of the suite's cases, or of `own`. Raises ValueError where there is none."""
    cases = own or suite_cases(suite, tags)
    if not cases:
        raise ValueError("the suite has no case that can be run")
    return Run(cases, make_plan(suite, suite_digest(suite), cases, runs, tags))


def files(evaluators: Evaluators, run: Run) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are the same for every harness by path."""
    judges = {each.code: each.judge._asdict() for each in evaluators if each.judge}
    lines = []
    for name, case in run.cases.items():
        entry = {"id": name, "labels": case.labels, "narrative": case.narrative}
        lines.append(json.dumps(entry, ensure_ascii=False) + "\n")
    yield FILE, run.plan.text.encode()
    yield "cases.jsonl", "".join(lines).encode()
    yield "scoring.json", evaluators.scoring
    yield "judges.json", json_text(judges).encode()
    values = {"folder": SCRIPTS, "share": Unit.ITEM, "fails": UnparseableOutput.FAILS}
    values["manifest"] = MANIFEST
    values["has_own_form"] = evaluators.suite.settings.prompts.reply
    yield "judging.py", evaluators.filled("judging.py.j2", **values)
    yield "script_runner.py", evaluators.filled("script_runner.py.j2", entry=ENTRY)
    for script in evaluators.suite.evaluator.values():
        if isinstance(script, CodeEvaluator):
            yield f"{SCRIPTS}/{script.name}.py", script.text.encode()
