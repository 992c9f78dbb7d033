"""Tasks of Inspect: a Python module that reads a dataset for each judge."""

import json
import re
from collections.abc import Iterator

from benchdocs.reports.evals.evaluators import Evaluator, Evaluators, json_text

_README = """\
# Judges and their cases for Inspect

- `tasks.py`: a task for each judge, and the scorer, which compares the judge's verdict with the right one.
- `judges.json`: the prompts, each a system message and the part that is filled in for a case.
- `datasets/CODE.jsonl`: the cases, each with the inputs of the judge and the expected verdict.
- `scoring.json`: weights, thresholds and gates, which are applied to the results.

`inspect eval tasks.py --model MODEL` runs all tasks, `inspect eval tasks.py@NAME --model MODEL` one of them;
`inspect list tasks` names them. To judge your own output, use it instead of `candidate_output`.
"""
_TASKS = '''\
"""Tasks that test the suite's judges on their cases, with Inspect (inspect_ai)."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import Sample, json_dataset
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState, generate

HERE = Path(__file__).parent
JUDGES = json.loads((HERE / "judges.json").read_text(encoding="utf-8"))
INPUTS = ("ground_truth", "source_narrative", "candidate_output")


def messages(code: str, case: dict[str, Any]) -> list[ChatMessageSystem | ChatMessageUser]:
    """Return what the judge is sent; boundaries and inputs are filled in at once, so none is read twice."""
    inputs = {"{" + name + "}": case[name] for name in INPUTS}
    boundary = sha256("\\0".join(inputs.values()).encode()).hexdigest()[:16]
    values = {**inputs, "BOUNDARY": boundary}
    user = re.sub("|".join(map(re.escape, values)), lambda found: values[found[0]], JUDGES[code]["case_part"])
    return [ChatMessageSystem(content=JUDGES[code]["system"]), ChatMessageUser(content=user)]


def verdict(reply: str) -> str:
    """Return the verdict in a judge's reply; empty where it is no JSON object with `pass`."""
    try:
        read = json.loads(reply)
    except ValueError:
        return ""
    if not isinstance(read, dict) or not isinstance(read.get("pass"), bool):
        return ""
    if read.get("applicable") is False:
        return "not_applicable"
    if read.get("uncertain") is True:
        return "uncertain"
    return "pass" if read["pass"] else "fail"


@scorer(metrics=[accuracy(), stderr()])
def agreement() -> Scorer:
    """Score whether the judge gives the verdict that its case expects."""

    async def score(state: TaskState, target: Target) -> Score:
        given = verdict(state.output.completion)
        return Score(
            value=CORRECT if given == target.text else INCORRECT,
            answer=given or None,
            explanation=state.output.completion,
        )

    return score


def judge(code: str) -> Task:
    """Return the task of one judge."""

    def sample(case: dict[str, Any]) -> Sample:
        known = {name: value for name, value in case.items() if name not in ("id", *INPUTS)}
        return Sample(id=case["id"], input=messages(code, case), target=case["expected"], metadata=known)

    dataset = json_dataset(str(HERE / "datasets" / f"{code}.jsonl"), sample, name=code)
    return Task(dataset=dataset, solver=generate(), scorer=agreement(), name=code)
'''
_TASK = '''

@task
def {name}() -> Task:
    """Test the judge of {code}."""
    return judge("{code}")
'''


def files(evaluators: Evaluators) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the export by path."""
    judged = evaluators.judged
    tasks = (_TASK.format(name=re.sub(r"\W", "_", each.code.lower()), code=each.code) for each, _ in judged)
    judges = {each.code: {"system": judge.system, "case_part": judge.case_part} for each, judge in judged}
    yield "README.md", _README.encode()
    yield "scoring.json", evaluators.scoring
    yield "tasks.py", (_TASKS + "".join(tasks)).encode()
    yield "judges.json", json_text(judges).encode()
    for each, _ in judged:
        yield f"datasets/{each.code}.jsonl", "".join(_lines(each)).encode()


def _lines(each: Evaluator) -> Iterator[str]:
    """Yield the cases, a line each."""
    for case in each.cases:
        line = {"id": case.id, **case.inputs, **case.data, **each.scoring}
        yield json.dumps(line, ensure_ascii=False) + "\n"
