"""The evaluators of the shipped suite, each loaded from its file, and the cases that they decide."""

from __future__ import annotations

import ast
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import cache
from types import CodeType, ModuleType
from typing import Any

import yaml

from benchdocs.specs.cases import Case, plain_value
from benchdocs.specs.choices import EvaluatorType, Expected
from benchdocs.specs.judge_reply import JudgeReply, ShareReply, objections
from support.paths import DATA, REPOSITORY
from support.shipped import shipped_report

FOLDER = REPOSITORY / "evaluators/code"
SHARED = (
    "words",
    "texts",
    "readings",
    "negations",
    "constants",
    "comparison",
    "record_view",
    "element_checks",
)
"""Names of the modules that evaluators share; each may import those before it."""
_MOST_KNOWN = 500
"""How many parts of records are remembered with what they hold."""
_BENCHMARKS = {spec.code: spec for spec in shipped_report().suite.benchmark.values()}
IMPLEMENTED = {
    code: path.removeprefix("evaluators/code/").removesuffix(".py")
    for code, spec in _BENCHMARKS.items()
    if (path := spec.fields.implementation)
}
"""Names of the evaluators' modules, by the codes of their benchmarks."""
HYBRIDS = [code for code in IMPLEMENTED if _BENCHMARKS[code].fields.evaluator_type is EvaluatorType.HYBRID]
"""Codes of the benchmarks of which the module decides a half, and a judge the other."""


def form_of(code: str) -> type[JudgeReply]:
    """The form of the replies of a benchmark's evaluator."""
    metric = _BENCHMARKS[code].fields.metric
    return ShareReply if metric and metric.unit == "item" else JudgeReply


@cache
def tree_of(name: str) -> ast.Module:
    return ast.parse((FOLDER / f"{name}.py").read_text())


@cache
def _code_of(name: str) -> CodeType:
    return compile(tree_of(name), f"{name}.py", "exec")


@contextmanager
def _imported(modules: dict[str, ModuleType]) -> Iterator[None]:
    """Let imports give these modules."""
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name in modules:
            del sys.modules[name]


def run(name: str, tree: ast.Module, shared: dict[str, ModuleType]) -> ModuleType:
    """A module made of a tree, which may have been changed; `shared` is what it may import."""
    module = ModuleType(name)
    with _imported(shared | {name: module}):
        is_changed = tree is not tree_of(name)
        exec(compile(tree, f"{name}.py", "exec") if is_changed else _code_of(name), module.__dict__)
    return module


def shared_modules(changed: str = "", tree: ast.Module | None = None) -> dict[str, ModuleType]:
    """The modules that evaluators share, one of which may have been changed to a tree."""
    found: dict[str, ModuleType] = {}
    for name in SHARED:
        found[name] = run(name, tree if tree and name == changed else tree_of(name), found)
    return found


@cache
def _shared() -> dict[str, ModuleType]:
    """The modules that evaluators share; what a record holds is worked out once for all that ask."""
    modules = shared_modules()
    for name in ("without_constants", "without_constant_sections", "mappings"):
        once = _once(next(vars(module)[name] for module in modules.values() if name in vars(module)))
        for module in modules.values():
            if name in vars(module):
                setattr(module, name, once)
    return modules


def _once(work_out: Callable[[Any], Any]) -> Callable[[Any], Any]:
    known: dict[int, tuple[Any, Any]] = {}

    def worked_out(part: Any) -> Any:
        if id(part) not in known:
            if len(known) > _MOST_KNOWN:
                known.clear()
            result = work_out(part)
            known[id(part)] = part, (*result,) if isinstance(result, Iterator) else result
        result = known[id(part)][1]
        return iter(result) if isinstance(result, tuple) else result  # an iterator is used up, as in a run

    return worked_out


def shared_module(name: str) -> ModuleType:
    return _shared()[name]


@cache
def evaluator(name: str) -> ModuleType:
    return run(name, tree_of(name), _shared())


@cache
def calibration_cases(code: str) -> tuple[Case, ...]:
    files = [file for file in shipped_report().suite.cases if file.fields.benchmark == code]
    return tuple(case for file in files for case in file.fields.cases or ())


@cache
def cases(code: str) -> tuple[Case, ...]:
    """The cases of a benchmark; for a hybrid, with what its script has to say of each, and further ones."""
    if code not in HYBRIDS:
        return calibration_cases(code)
    halves = yaml.safe_load((DATA / "evaluators" / f"{IMPLEMENTED[code]}.yaml").read_text())
    said = {case: said for said, group in halves["calibration"].items() for case in group}
    own = [_half(case, said[str(case.id)]) for case in calibration_cases(code)]
    return (*own, *(_further(name, entry) for name, entry in halves["further"].items()))


def _half(case: Case, said: str) -> Case:
    return case.model_copy(update={"expected": Expected(said)})


def _further(name: str, entry: dict[str, Any]) -> Case:
    narrative = entry.get("narrative", "nothing dictated")
    parts = {key: _as_loaded(entry[key]) for key in ("labels", "output", "expected")}
    return Case(id=name, narrative=narrative, **parts)


def _as_loaded(value: Any) -> Any:
    """A value with its numbers as the suite loads them."""
    if isinstance(value, dict):
        return {key: _as_loaded(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_as_loaded(entry) for entry in value]
    return Decimal(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value


def table_lines(name: str) -> range:
    """The lines of an evaluator's table of elements, whose names and keys are held against the dictionary."""
    for node in tree_of(name).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == "ELEMENTS" for target in targets):
            return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return range(0)


def decide(module: ModuleType, case: Case) -> dict[str, Any]:
    """The reply of an evaluator to a case."""
    labels, output = plain_value(case.labels), plain_value(case.output)
    reply: dict[str, Any] = module.evaluate(labels, output, case.narrative)
    return reply


def objections_to(code: str, case: Case, reply: dict[str, Any]) -> list[str]:
    """What is wrong with a reply to a case: its form, its verdict, its score."""
    form = form_of(code)
    if wrong := [*objections(reply, form)]:
        return wrong
    outcome = form.model_validate(reply).outcome
    wrong = [] if outcome == case.expected else [f"is {outcome}"]
    score, expected = reply.get("score"), case.expected_score
    if (score and round(score, 2)) != (expected and float(expected)):
        wrong.append(f"scores {score}")
    return wrong


def survives(code: str, name: str, tree: ast.Module) -> bool:
    """Whether a benchmark's cases come out as expected although one of the modules was changed to this."""
    evaluated = IMPLEMENTED[code]
    signal.signal(signal.SIGVTALRM, _end)
    signal.setitimer(signal.ITIMER_VIRTUAL, 2)  # some faults never come to an end
    try:
        shared = shared_modules(name, tree) if name in SHARED else _shared()
        changed = run(evaluated, tree if name == evaluated else tree_of(evaluated), shared)
        return not any(objections_to(code, case, decide(changed, case)) for case in cases(code))
    except Exception:
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _end(signum: int, frame: object) -> None:
    raise TimeoutError
