"""Small faults for the checker's own code: what could be wrong in a module, one change at a time.

The changes are mutmut's. mutmut itself leaves decorated functions out, and with them every rule, and whatever
stands outside of functions, such as patterns and tables; here all of a module is changed.
"""

from __future__ import annotations

import ast
import difflib
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_if_exp

_Operator = tuple[type, Callable[[Any], Iterable[cst.CSTNode]]]


def operator_removed(node: cst.Expr) -> Iterable[cst.CSTNode]:
    """Drop a call or a yield that stands alone."""
    if isinstance(node.value, cst.Call | cst.Yield):
        yield cst.Pass()


_OPERATORS: tuple[_Operator, ...] = (
    *mutation_operators,
    (cst.If, operator_if_exp),
    (cst.CompIf, operator_if_exp),
    (cst.Expr, operator_removed),
)
_NOT_BEHAVIOR = cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom
_NO_FAULT_IN = ("len", "isinstance", "cast", "TypeVar")
"""Calls that are left alone: the first two as in mutmut, the others are for the type checker only."""


class Name(NamedTuple):
    """What tells a fault from others: a new name of a local variable or another layout leaves it as it is."""

    module: str
    """The module's dotted name."""
    scope: str
    """The function, method, class or constant with the fault, as `Suite.members`; empty outside of them."""
    operator: str
    """The kind of change: `arg_removal`, `LessThan to LessThanEqual`."""
    number: int
    """Which change of this kind it is in the scope, from 0."""


class Mutant(NamedTuple):
    """A module with one fault in it."""

    name: Name
    lines: range
    """Lines of the statement in question; none where it runs when the module is imported."""
    was: str
    becomes: str
    source: str


class _Point(NamedTuple):
    node: cst.CSTNode
    scope: tuple[str, ...]
    lines: range


class _Change(NamedTuple):
    name: Name
    statement: int
    """Which statement of the module it is in."""
    point: _Point
    mutated: cst.CSTNode


def names(module: str, path: Path) -> set[Name]:
    """The names of all faults that can be put into a module."""
    return {change.name for change in _changes(module, MetadataWrapper(_parsed(path)))}


def mutants(module: str, path: Path, share: float = 1, seed: int = 0) -> list[Mutant]:
    """A share (0 to 1) of a module's mutants, drawn by the seed, in the order of the source."""
    wrapper = MetadataWrapper(_parsed(path))
    changes = list(_changes(module, wrapper))
    drawn = random.Random(f"{seed} {module}").sample(range(len(changes)), round(len(changes) * share))
    made = (_mutant(wrapper.module, changes[each]) for each in sorted(drawn))
    return [mutant for mutant in made if mutant]


def _parsed(path: Path) -> cst.Module:
    return cst.parse_module(path.read_text(encoding="utf-8"))


def _changes(module: str, wrapper: MetadataWrapper) -> Iterator[_Change]:
    """Every change that can be made in a module, in the order of the source."""
    positions, tree = wrapper.resolve(PositionProvider), wrapper.module
    seen: Counter[tuple[str, str]] = Counter()
    for number, statement in enumerate(tree.body):
        start = _Point(tree, _constant(statement), range(0))
        for point in _points(tree.with_changes(body=[statement]), start, positions):
            for kind, operator in _OPERATORS:
                for mutated in operator(point.node) if isinstance(point.node, kind) else ():
                    key = (".".join(point.scope), _kind(operator, point.node, mutated))
                    yield _Change(Name(module, *key, seen[key]), number, point, mutated)
                    seen[key] += 1


def _constant(statement: cst.CSTNode) -> tuple[str, ...]:
    """The name that a statement of a module gives to a value, if it does."""
    simple = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    target = simple.target if isinstance(simple, cst.AnnAssign) else None
    target = simple.targets[0].target if isinstance(simple, cst.Assign) else target
    return (target.value,) if isinstance(target, cst.Name) else ()


def _kind(operator: Callable[[Any], Iterable[cst.CSTNode]], node: Any, mutated: Any) -> str:
    """What is changed, in words that name nothing of the source."""
    name = operator.__name__.removeprefix("operator_")
    if name == "swap_op":
        return f"{type(node.operator).__name__} to {type(mutated.operator).__name__}"
    if name == "string":
        same_case = node.value.casefold() != mutated.value.casefold()
        return "string marked" if same_case else f"string {_case(node.value, mutated.value)}"
    return name


def _case(old: str, new: str) -> str:
    """Whether a text was put in small or in capital letters."""
    return "lower" if sum(map(str.isupper, new)) < sum(map(str.isupper, old)) else "upper"


def _mutant(tree: cst.Module, change: _Change) -> Mutant | None:
    """The mutant that a change in a statement makes; none where it changes nothing or is no Python."""
    statement = tree.body[change.statement]
    before, after = tree.body[: change.statement], tree.body[change.statement + 1 :]
    changed = statement.deep_replace(change.point.node, change.mutated)
    old, new = (tree.code_for_node(each) for each in (statement, changed))
    try:
        if ast.dump(ast.parse(old)) == ast.dump(ast.parse(new)):
            return None
        compile(new, change.name.module, "exec")
    except SyntaxError:
        return None
    diff = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    was, becomes = ("\n".join(line[2:].strip() for line in diff if line[:2] == sign) for sign in ("- ", "+ "))
    source = tree.with_changes(body=[*before, changed, *after]).code
    return Mutant(change.name, change.point.lines, was, becomes, source)


def _points(node: cst.CSTNode, at: _Point, positions: Any) -> Iterator[_Point]:
    """Every node below a node, with the function and the lines of the statement that it belongs to."""
    for child in node.children:
        if isinstance(child, _NOT_BEHAVIOR) or _is_left_alone(child):
            continue
        scope, lines = at.scope, at.lines
        if isinstance(node, cst.FunctionDef | cst.ClassDef) and child is node.body:
            scope = (*scope, node.name.value)
        if _runs_later(child, node, at):
            lines = _lines_of(child, positions)
        point = _Point(child, scope, lines)
        yield point
        yield from _points(child, point, positions)


def _is_left_alone(node: cst.CSTNode) -> bool:
    called = node.func if isinstance(node, cst.Call) else None
    return isinstance(called, cst.Name) and called.value in _NO_FAULT_IN


def _runs_later(child: cst.CSTNode, parent: cst.CSTNode, at: _Point) -> bool:
    """Whether a node is a statement of a function, or its body."""
    if isinstance(parent, cst.FunctionDef):
        return child is parent.body
    return bool(at.lines) and isinstance(child, cst.SimpleStatementLine | cst.BaseCompoundStatement)


def _lines_of(node: cst.CSTNode, positions: Any) -> range:
    """The lines of a statement, of a compound one those of its head."""
    whole = positions[node]
    end = whole.end.line
    if isinstance(body := getattr(node, "body", None), cst.IndentedBlock):
        end = max(positions[body.body[0]].start.line - 1, whole.start.line)
    return range(whole.start.line, end + 1)
