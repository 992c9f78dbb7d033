"""Tasks of Inspect: a Python module that reads a dataset for each judge."""

import json
import re
from collections.abc import Iterator

from benchdocs.reports.evals.evaluators import Evaluator, Evaluators, filled, json_text


def files(evaluators: Evaluators) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the export by path."""
    judged = evaluators.judged
    tasks = {each.code: re.sub(r"\W", "_", each.code.lower()) for each, _ in judged}
    judges = {each.code: {"system": judge.system, "case_part": judge.case_part} for each, judge in judged}
    yield "README.md", filled("inspect_readme.md.j2")
    yield "scoring.json", evaluators.scoring
    yield "tasks.py", filled("inspect_tasks.py.j2", tasks=tasks)
    yield "judges.json", json_text(judges).encode()
    for each, _ in judged:
        yield f"datasets/{each.code}.jsonl", "".join(_lines(each)).encode()


def _lines(each: Evaluator) -> Iterator[str]:
    """Yield the cases, a line each."""
    for case in each.cases:
        line = {"id": case.id, **case.inputs, **case.data, **each.scoring}
        yield json.dumps(line, ensure_ascii=False) + "\n"
