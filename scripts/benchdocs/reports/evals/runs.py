"""What every export needs to run a product: its cases, and the program that judges what it writes."""

import json
from collections.abc import Iterator
from typing import Any

from benchdocs.reports.evals.evaluators import Evaluators, json_text
from benchdocs.specs.choices import Unit, UnparseableOutput
from benchdocs.specs.code_evaluator import ENTRY, CodeEvaluator
from benchdocs.suite.cases import named_cases
from benchdocs.suite.suite import Suite

SCRIPTS = "evaluators"
"""Folder of an export that has the code evaluators."""


def files(evaluators: Evaluators) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are the same for every harness by path."""
    judges = {evaluator.code: judge._asdict() for evaluator, judge in evaluators.judged}
    lines = (json.dumps(case, ensure_ascii=False) + "\n" for case in dictations(evaluators.suite))
    yield "scoring.json", evaluators.scoring
    yield "judges.json", json_text(judges).encode()
    yield "cases.jsonl", "".join(lines).encode()
    values = {"folder": SCRIPTS, "entry": ENTRY, "share": Unit.ITEM, "fails": UnparseableOutput.FAILS}
    values["has_own_form"] = evaluators.suite.settings.prompts.reply
    yield "judging.py", evaluators.filled("judging.py.j2", **values)
    for script in evaluators.suite.evaluator.values():
        if isinstance(script, CodeEvaluator):
            yield f"{SCRIPTS}/{script.name}.py", script.text.encode()


def dictations(suite: Suite) -> Iterator[dict[str, Any]]:
    """Yield what a product is given, with the labels of the case and the benchmarks that it belongs to."""
    for name, case in named_cases(suite).items():
        yield {"id": name, "benchmarks": case.codes, "labels": case.labels, "narrative": case.narrative}
