"""What every export needs to run a product: its cases, and the program that judges what it writes."""

import json
from collections.abc import Iterator
from typing import Any

from benchdocs.history.provenance import suite_digest
from benchdocs.reports.evals.evaluators import Evaluators, json_text
from benchdocs.specs.choices import EvaluatorType, Unit, UnparseableOutput
from benchdocs.specs.code_evaluator import ENTRY, CodeEvaluator
from benchdocs.suite.cases import named_cases
from benchdocs.suite.suite import Suite, is_in_use

SCRIPTS = "evaluators"
"""Folder of an export that has the code evaluators."""


def files(evaluators: Evaluators, *, is_apart: bool = False) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are the same for every harness by path; `is_apart`: each script in a process."""
    judges = {evaluator.code: judge._asdict() for evaluator, judge in evaluators.judged}
    lines = (json.dumps(case, ensure_ascii=False) + "\n" for case in dictations(evaluators.suite))
    yield "scoring.json", evaluators.scoring
    yield "judges.json", json_text(judges).encode()
    yield "cases.jsonl", "".join(lines).encode()
    values = {"folder": SCRIPTS, "entry": ENTRY, "share": Unit.ITEM, "fails": UnparseableOutput.FAILS}
    values["has_own_form"] = evaluators.suite.settings.prompts.reply
    template = "judging.py.j2" if is_apart else "judging_before.py.j2"
    yield "judging.py", evaluators.filled(template, **values)
    if is_apart:
        yield "script_runner.py", evaluators.filled("script_runner.py.j2", entry=ENTRY)
        yield "plan.json", json_text(plan(evaluators.suite)).encode()
    for script in evaluators.suite.evaluator.values():
        if isinstance(script, CodeEvaluator):
            yield f"{SCRIPTS}/{script.name}.py", script.text.encode()


def dictations(suite: Suite) -> Iterator[dict[str, Any]]:
    """Yield what a product is given, with the labels of the case and the benchmarks that it belongs to."""
    for name, case in named_cases(suite).items():
        yield {"id": name, "benchmarks": case.codes, "labels": case.labels, "narrative": case.narrative}


_HALVES = {
    EvaluatorType.CODE: ("code",),
    EvaluatorType.LLM_JUDGE: ("judge",),
    EvaluatorType.HYBRID: ("code", "judge"),
    EvaluatorType.MANUAL_SME: ("expert",),
}


def plan(suite: Suite) -> dict[str, Any]:
    """Return what a whole run has: cases with the benchmarks they answer, versions, halves of hybrids."""
    versions, halves = {}, {}
    for spec in filter(is_in_use, suite.ordered_benchmarks):
        versions[spec.code] = spec.fields.version
        if kind := spec.fields.evaluator_type:
            halves[spec.code] = _HALVES[kind]
    return {
        "suite": suite_digest(suite),
        "versions": versions,
        "halves": halves,
        "runs": 1,
        "tags": [],
        "cases": {name: {"benchmarks": case.codes} for name, case in named_cases(suite).items()},
    }
