"""Names in scripts that nobody sees but a function: its variables, whatever they are called."""

import ast
import builtins
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from benchdocs.specs.code_evaluator import parts
from benchdocs.suite.script_effects import annotations

_OBSERVERS = frozenset(
    {"locals", "vars", "dir", "eval", "exec", "f_locals", "inspect", "singledispatch", "get_type_hints"}
    | {"__annotations__", "__code__", "*"}
)
"""Names by which a script may see how something is called or annotated."""
LOOP = "."
"""Place of a variable that is none outside of comprehensions."""
_WITHIN = "#."
_TYPES = (ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.BinOp, ast.BitOr, ast.Load)
"""What annotations are made of that do nothing."""


Statement = Sequence[ast.AST]
"""A statement and all parts of it, an outer one first."""


def observes_names(statements: Iterable[Statement]) -> bool:
    """Return whether a module may judge by how something is called or annotated."""
    for statement in statements:
        for node in statement:
            is_use = isinstance(node, ast.alias | ast.Attribute | ast.Name)
            if is_use and not _OBSERVERS.isdisjoint(_names(node)):
                return True
    return False


def names_of_module(statements: Iterable[Statement]) -> set[str]:
    """Return Python's own names and all that a module may bind; a few more do no harm."""
    names = {*dir(builtins)}
    for statement in statements:
        is_closed = isinstance(statement[0], ast.FunctionDef | ast.ClassDef)
        for node in statement:
            if node is statement[0] or isinstance(node, ast.Global) or not is_closed:
                names.update(_names(node))
    return names


def variables(statement: Statement, known: Container[str]) -> dict[str, str]:
    """Return the variables of a function, each with its place among them, by which it is compared.

    A name that the module knows as well, that a parameter has or that a class binds is none: other code may
    see it. Those that only comprehensions bind have the place `LOOP`.
    """
    places, fixed, looped = dict[str, str](), set[str](), dict[int, str]()
    if not isinstance(statement[0], ast.FunctionDef):
        return {}
    for node in statement:
        if isinstance(node, ast.ClassDef):
            return {}
        for name in _targets(node):
            looped[id(name)] = name.id
        if not isinstance(node, ast.Name):
            fixed.update(_names(node))
        elif isinstance(node.ctx, ast.Store) and id(node) not in looped:
            places.setdefault(node.id, f"#{len(places)}")
    places = dict.fromkeys(looped.values(), LOOP) | places
    return {name: place for name, place in places.items() if name not in fixed and name not in known}


def inner_variables(node: ast.AST, around: Mapping[str, str]) -> Mapping[str, str]:
    """Return the variables of a function, with those of a comprehension where no other may be meant."""
    generators = getattr(node, "generators", None)
    if not generators:
        return around
    depth = sum(place.startswith(_WITHIN) for place in around.values())
    names = dict[str, str]()
    for target in _targets(node):
        if around.get(target.id, _WITHIN).startswith(_WITHIN):
            return around
        names.setdefault(target.id, f"{_WITHIN}{depth + len(names)}")
    for inner in parts(generators[0].iter):
        if isinstance(inner, ast.Name) and inner.id in names:
            return around
    return {**around, **names}


def _targets(node: ast.AST) -> Iterator[ast.Name]:
    """Yield the names that a comprehension binds."""
    for generator in getattr(node, "generators", ()):
        for part in parts(generator.target):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part


def idle_annotations(statement: Statement, known: Container[str]) -> Iterator[ast.expr]:
    """Yield the parts of a function's annotations that do nothing: they only name what is there."""
    for node in statement:
        if isinstance(node, ast.AnnAssign):
            continue
        for annotation in annotations(node):
            named = parts(annotation)
            if all(_is_idle(part, known) for part in named):
                yield from (part for part in named if isinstance(part, ast.expr))


def _is_idle(part: ast.AST, known: Container[str]) -> bool:
    if isinstance(part, ast.Name):
        return part.id in known
    return isinstance(part, _TYPES) or (isinstance(part, ast.Constant) and part.value is None)


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a part of a script holds."""
    for value in () if isinstance(node, ast.Constant) else vars(node).values():
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from (entry for entry in value if isinstance(entry, str))
