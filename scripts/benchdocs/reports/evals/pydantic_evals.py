"""Datasets of Pydantic Evals: one for a product, and one for each judge."""

from collections.abc import Iterator
from typing import Any

from benchdocs.reports.evals.evaluators import Evaluator, Evaluators, Judge, JudgedCase, json_text
from benchdocs.reports.evals.runs import Run, shared_files


def files(evaluators: Evaluators, run: Run) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the export by path."""
    yield "README.md", evaluators.filled("pydantic_evals_readme.md.j2")
    yield "product.py", evaluators.filled("pydantic_evals_product.py.j2")
    yield from shared_files(evaluators, run)
    for evaluator, judge in evaluators.judged:
        yield f"judges/{evaluator.code}.json", json_text(_calibration(evaluator, judge)).encode()


def _calibration(evaluator: Evaluator, judge: Judge) -> dict[str, Any]:
    """Return the dataset whose task is the judge: the messages are those of the prompt, word for word."""
    cases = [_judge_case(evaluator, judge, case) for case in evaluator.cases]
    return {"name": f"{evaluator.code} judge", "cases": cases, "evaluators": ["EqualsExpected"]}


def _judge_case(evaluator: Evaluator, judge: Judge, case: JudgedCase) -> dict[str, Any]:
    return {
        "name": case.id,
        "inputs": {"system": judge.system, "user": judge.user(case)},
        "expected_output": case.expected.value,
        "metadata": {**evaluator.scoring, **case.data},
    }
