"""What every export needs to run a product: its cases, and the program that judges what it writes."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from benchdocs.reports.evals.evaluators import Evaluators, filled, json_text
from benchdocs.specs.cases import plain_value
from benchdocs.specs.choices import Unit, UnparseableOutput
from benchdocs.specs.code_evaluator import ENTRY, CodeEvaluator
from benchdocs.suite.cases import applying

SCRIPTS = "evaluators"
"""Folder of an export that has the code evaluators."""


def files(evaluators: Evaluators) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are the same for every harness by path."""
    judges = {
        each.code: {"system": judge.system, "case_part": judge.case_part} for each, judge in evaluators.judged
    }
    lines = (json.dumps(case, ensure_ascii=False) + "\n" for case in dictations(evaluators))
    yield "scoring.json", evaluators.scoring
    yield "judges.json", json_text(judges).encode()
    yield "cases.jsonl", "".join(lines).encode()
    values = {"folder": SCRIPTS, "entry": ENTRY, "share": Unit.ITEM, "fails": UnparseableOutput.FAILS}
    yield "judging.py", filled("judging.py.j2", **values)
    for script in evaluators.suite.evaluator.values():
        if isinstance(script, CodeEvaluator):
            yield f"{SCRIPTS}/{script.name}.py", script.text.encode()


def dictations(evaluators: Evaluators) -> Iterator[dict[str, Any]]:
    """Yield what a product is given, with the labels of the case and the benchmarks that it belongs to.

    Complete calls come first. An ID that several files use has the benchmark's code before it.
    """
    suite, codes = evaluators.suite, {each.code for each in evaluators}
    cases = [(each.code, case) for each in evaluators for case in each.cases if case.case.narrative]
    uses = Counter((*(call.stem for call in suite.calls), *(case.id for _, case in cases)))
    for call in suite.calls:
        labels = plain_value(call.fields.labels or {})
        own = [code for code in applying(suite, labels) if code in codes]
        yield _row(call.stem, own, labels, call.fields.narrative)
    for code, case in cases:
        name = case.id if uses[case.id] == 1 else f"{code}/{case.id}"
        yield _row(name, [code], case.labels, case.case.narrative)


def _row(name: str, codes: list[str], labels: Any, narrative: str | None) -> dict[str, Any]:
    return {"id": name, "benchmarks": codes, "labels": labels, "narrative": narrative or ""}
