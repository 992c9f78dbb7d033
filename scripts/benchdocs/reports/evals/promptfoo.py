"""Configurations of promptfoo that test every judge on its cases, and run a product."""

import re
from collections.abc import Iterator
from typing import Any

from benchdocs.reports.evals.evaluators import Evaluator, Evaluators, Judge, JudgedCase, json_text
from benchdocs.reports.evals.runs import Run, shared_files
from benchdocs.specs.prompt_file import BOUNDARY, INPUTS

_OF_TEMPLATES = re.compile(r"\{(?=[{%#])|#(?=\})")
"""First of two signs that open a template of promptfoo, or end a comment in one."""


def files(evaluators: Evaluators, run: Run) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the export by path."""
    judged = evaluators.judged
    yield "README.md", evaluators.filled("promptfoo_readme.md.j2")
    yield from shared_files(evaluators, run)
    yield "verdict.py", evaluators.filled("promptfoo_verdict.py.j2")
    codes = [evaluator.code for evaluator, _ in judged]
    yield "promptfooconfig.yaml", evaluators.filled("promptfoo_config.yaml.j2", codes=codes)
    yield "product.yaml", evaluators.filled("promptfoo_product.yaml.j2")
    product_tests = [_test_of_product(name, case.narrative) for name, case in run.cases.items()]
    yield "product_tests.json", json_text(product_tests).encode()
    yield "judges.yaml", evaluators.filled("promptfoo_judges.yaml.j2", codes=codes)
    yield "results.py", evaluators.filled("promptfoo_results.py.j2")
    for evaluator, judge in judged:
        tests = [_test(evaluator, case) for case in evaluator.cases]
        yield f"prompts/{evaluator.code}.json", json_text(_messages(judge)).encode()
        yield f"tests/{evaluator.code}.json", json_text(tests).encode()


def _messages(judge: Judge) -> list[dict[str, str]]:
    """Return the prompt as a chat, with variables of promptfoo for what changes from case to case.

    The inputs are in one variable: promptfoo looks into texts for other variables, but not into objects.
    """
    user = _literal(judge.case_part).replace(BOUNDARY, "{{ inputs.boundary }}")
    for name in INPUTS:
        user = user.replace(f"{{{name}}}", f"{{{{ inputs.{name} }}}}")
    return [{"role": "system", "content": _literal(judge.system)}, {"role": "user", "content": user}]


def _literal(text: str) -> str:
    """Return a text of which promptfoo takes nothing for a template."""
    return _OF_TEMPLATES.sub(r"{{ '\g<0>' }}", text)


def _test_of_product(name: str, narrative: str) -> dict[str, Any]:
    return {"description": name, "vars": {"case": {"id": name, "narrative": narrative}}}


def _test(evaluator: Evaluator, case: JudgedCase) -> dict[str, Any]:
    return {
        "description": f"{evaluator.code} {case.id}",
        "vars": {
            "inputs": {**case.inputs, "boundary": case.boundary},
            "benchmark": evaluator.code,
            "expected": case.expected.value,
        },
        "metadata": {**evaluator.scoring, **case.data},
        "prompts": [evaluator.code],
    }
