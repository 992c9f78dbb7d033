"""Tasks of Inspect: Python modules that test each judge on its cases, and run a product."""

import json
import re
from collections.abc import Iterator

from benchdocs.reports.evals import runs
from benchdocs.reports.evals.evaluators import Evaluator, Evaluators


def files(evaluators: Evaluators) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the export by path."""
    tasks = {each.code: re.sub(r"\W", "_", each.code.lower()) for each, _ in evaluators.judged}
    yield "README.md", evaluators.filled("inspect_readme.md.j2")
    yield "tasks.py", evaluators.filled("inspect_tasks.py.j2", tasks=tasks)
    yield "product.py", evaluators.filled("inspect_product.py.j2")
    yield "results.py", evaluators.filled("inspect_results.py.j2")
    yield from runs.files(evaluators)
    for each, _ in evaluators.judged:
        yield f"datasets/{each.code}.jsonl", "".join(_lines(each)).encode()


def _lines(each: Evaluator) -> Iterator[str]:
    """Yield the cases, a line each."""
    for case in each.cases:
        line = {"id": case.id, **case.inputs, **case.data, **each.scoring}
        yield json.dumps(line, ensure_ascii=False) + "\n"
