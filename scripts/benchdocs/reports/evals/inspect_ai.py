"""Tasks of Inspect: Python modules that test each judge on its cases, and run a product."""

import json
import re
from collections.abc import Iterator

from benchdocs.reports.evals.evaluators import Evaluator, Evaluators
from benchdocs.reports.evals.runs import Run, shared_files


def files(evaluators: Evaluators, run: Run) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the export by path."""
    codes = [evaluator.code for evaluator, _ in evaluators.judged]
    tasks = {code: re.sub(r"\W", "_", code.lower()) for code in codes}
    yield "README.md", evaluators.filled("inspect_readme.md.j2")
    yield "tasks.py", evaluators.filled("inspect_tasks.py.j2", tasks=tasks)
    yield "product.py", evaluators.filled("inspect_product.py.j2")
    yield "results.py", evaluators.filled("inspect_results.py.j2")
    yield from shared_files(evaluators, run)
    for evaluator, _ in evaluators.judged:
        yield f"datasets/{evaluator.code}.jsonl", "".join(_lines(evaluator)).encode()


def _lines(evaluator: Evaluator) -> Iterator[str]:
    """Yield the cases, a line each."""
    for case in evaluator.cases:
        line = {"id": case.id, **case.inputs, **case.data, **evaluator.scoring}
        yield json.dumps(line, ensure_ascii=False) + "\n"
