"""Datasets of Pydantic Evals, two a benchmark: for the product, with its LLMJudge, and for the judge."""

from collections.abc import Iterator
from typing import Any

from benchdocs.reports.evals import runs
from benchdocs.reports.evals.evaluators import Evaluator, Evaluators, Judge, JudgedCase, json_text

_READING = (
    "SOURCE_NARRATIVE is in the Input, CANDIDATE_OUTPUT is the Output, and GROUND_TRUTH is the "
    "ExpectedOutput; their tags are the marker lines. The output passes if what follows calls for a pass.\n\n"
)
"""Note to the judge of Pydantic Evals on where it finds the inputs of a prompt."""


def files(evaluators: Evaluators) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the export by path."""
    yield "README.md", evaluators.filled("pydantic_evals_readme.md.j2")
    yield "product.py", evaluators.filled("pydantic_evals_product.py.j2")
    yield from runs.files(evaluators)
    for evaluator in evaluators:
        if not evaluator.cases:
            continue
        yield f"outputs/{evaluator.code}.json", json_text(_outputs(evaluator)).encode()
        if judge := evaluator.judge:
            yield f"judges/{evaluator.code}.json", json_text(_calibration(evaluator, judge)).encode()


def _outputs(evaluator: Evaluator) -> dict[str, Any]:
    """Return the dataset whose task is the product: a judge reads narrative, record and labels."""
    cases = [_product_case(evaluator, case) for case in evaluator.cases]
    judges = [_llm_judge(evaluator, evaluator.judge)] if evaluator.judge else []
    return {"name": evaluator.code, "cases": cases, "evaluators": judges}


def _product_case(evaluator: Evaluator, case: JudgedCase) -> dict[str, Any]:
    return {
        "name": case.id,
        # The judge sees the inputs, so they must not give away what is expected.
        "inputs": {"key": case.boundary, "source_narrative": case.inputs["source_narrative"]},
        "expected_output": case.labels,
        "metadata": {**evaluator.scoring, **case.data, "candidate_output": case.output},
    }


def _llm_judge(evaluator: Evaluator, judge: Judge) -> dict[str, Any]:
    """Return the judge of Pydantic Evals, which has a form of reply of its own."""
    rubric = _READING + judge.system.partition("\nREPLY:\n")[0].rstrip("\n-")
    assertion = {"evaluation_name": evaluator.code, "include_reason": True}
    shown = {"include_input": True, "include_expected_output": True}
    return {"LLMJudge": {"rubric": rubric, **shown, "assertion": assertion}}


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
