"""What every export needs to run a product: a plan, its cases, and the program that judges the outputs."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from benchdocs.files.directory_swap import MANIFEST
from benchdocs.reports.evals.evaluators import Evaluators, json_text
from benchdocs.scoring.agenda import of_plan
from benchdocs.scoring.calibration import calibration_plan
from benchdocs.scoring.plan import FILE, Plan
from benchdocs.scoring.planned_cases import make_plan, suite_cases
from benchdocs.specs.choices import Criticality, Unit, UnparseableOutput
from benchdocs.specs.code_evaluator import ENTRY, CodeEvaluator
from benchdocs.specs.numbers import counted
from benchdocs.specs.prompt_settings import lacks_verdict
from benchdocs.suite.cases import NamedCase, published_narratives
from benchdocs.suite.digest import suite_digest
from benchdocs.suite.judges import able_to_qualify, confirmed_cases
from benchdocs.suite.sampling import Passed
from benchdocs.suite.score_tree import benchmark_node
from benchdocs.suite.suite import Suite, is_in_use

SCRIPTS = "evaluators"
"""Folder of an export that has the code evaluators."""


class Run(NamedTuple):
    """The cases of a run, by name, and its plan.

    Attributes:
        records: The record of each case, where it measures judges and no product is run.
    """

    cases: Mapping[str, NamedCase]
    plan: Plan
    records: Mapping[str, Any] = MappingProxyType({})


def planned_run(
    suite: Suite, own: Mapping[str, NamedCase] | None = None, runs: int = 1, tags: Sequence[str] = ()
) -> Run:
    """Return a run of the suite's cases, or of `own`. Raises ValueError where there is none."""
    cases = own or suite_cases(suite, tags)
    if not cases:
        raise ValueError("the suite has no case that can be run")
    _refuse_without_verdict(suite)
    return Run(cases, make_plan(suite, suite_digest(suite), cases, runs, tags))


def calibration_run(suite: Suite) -> Run:
    """Return a run of the suite's judges on its confirmed cases. Raises ValueError where there is none."""
    _refuse_without_verdict(suite)
    plan, cases = calibration_plan(suite, suite_digest(suite)), confirmed_cases(suite)
    records = {name: each.record for name, each in cases.items()}
    return Run({name: each.case for name, each in cases.items()}, plan, records)


def _refuse_without_verdict(suite: Suite) -> None:
    """Raise ValueError where no reply of a judge has a verdict."""
    if lacks_verdict(suite.root, prompts := suite.settings.prompts):
        key = f"no reply of a judge has `{prompts.reply_key('pass')}`, true or false"
        raise ValueError(f"{key}: name its key, `pass` in `[prompts.reply_keys]`")


def limits(evaluators: Evaluators, run: Run) -> Iterator[str]:
    """Yield what the cases of a run cannot show, in sentences."""
    suite = evaluators.suite
    if run.records:
        measured = counted(len({each.codes for each in run.cases.values()}), "judge")
        able = len(able_to_qualify(confirmed_cases(suite), suite))
        yield f"Enough confirmed cases to qualify, if every reply is right: {able} of {measured}."
        return
    agenda = of_plan(run.plan, suite)
    can_pass, gates = Counter[bool](), Counter[bool]()
    for node in map(benchmark_node, filter(is_in_use, suite.ordered_benchmarks)):
        sources = {agenda.sources[case] for case in agenda.cases_of(node.code)}
        all_pass = Passed(len(sources), len(sources))
        can = node.threshold is not None and node.rule.verdict(all_pass) is True
        can_pass[can] += 1
        gates[can] += node.gate is Criticality.HARD_GATE and node.threshold is not None
    if run.plan.tags:
        yield "Cases chosen by a tag are a subset, which decides nothing."
    else:
        ones = f"{can_pass[True]} of {counted(can_pass.total(), 'benchmark')}"
        among = f"{gates[True]} of {counted(gates.total(), 'hard gate')}"
        yield f"Enough cases for a pass: {ones}, {among} among them."
    contents = published_narratives(suite)
    if published := sum(case.narrative_digest in contents for case in run.cases.values()):
        yield f"Published with the suite, so that a product may know them: {counted(published, 'case')}."
    if untested := evaluators.untested:
        yield untested


def shared_files(evaluators: Evaluators, run: Run) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are the same for every harness by path."""
    judges = {each.code: each.judge._asdict() for each in evaluators if each.judge}
    lines = []
    for name, case in run.cases.items():
        entry = {"id": name, "labels": case.labels, "narrative": case.narrative}
        if name in run.records:
            entry["output"] = run.records[name]
        lines.append(json.dumps(entry, ensure_ascii=False) + "\n")
    yield FILE, run.plan.text.encode()
    yield "cases.jsonl", "".join(lines).encode()
    yield "scoring.json", evaluators.scoring
    yield "judges.json", json_text(judges).encode()
    values = {"folder": SCRIPTS, "share": Unit.ITEM, "fails": UnparseableOutput.FAILS}
    values["manifest"] = MANIFEST
    form = evaluators.suite.settings.prompts
    values |= {
        "has_own_form": form.reply,
        "reply_keys": json.dumps(dict(form.reply_keys), ensure_ascii=False),
    }
    yield "judging.py", evaluators.filled("judging.py.j2", **values)
    yield "script_runner.py", evaluators.filled("script_runner.py.j2", entry=ENTRY)
    for script in evaluators.suite.evaluator.values():
        if isinstance(script, CodeEvaluator) and not run.records:
            yield f"{SCRIPTS}/{script.name}.py", script.text.encode()
