"""Names in scripts that nobody sees but a function: its variables, whatever they are called."""

import ast
import builtins
from collections.abc import Container, Iterable, Iterator

_OBSERVERS = frozenset(
    {"locals", "vars", "dir", "eval", "exec", "f_locals", "inspect", "singledispatch", "get_type_hints"}
    | {"__annotations__", "__code__", "*"}
)
"""Names by which a script may see how something is called or annotated."""
_TYPES = (ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.BinOp, ast.BitOr, ast.Load)
"""What annotations are made of that do nothing."""


def observes_names(statements: Iterable[ast.stmt]) -> bool:
    """Return whether a module may judge by how something is called or annotated."""
    for statement in statements:
        for node in ast.walk(statement):
            is_use = isinstance(node, ast.alias | ast.Attribute | ast.Name)
            if is_use and not _OBSERVERS.isdisjoint(_names(node)):
                return True
    return False


def names_of_module(statements: Iterable[ast.stmt]) -> set[str]:
    """Return Python's own names and all that a module may bind; a few more do no harm."""
    names = {*dir(builtins)}
    for statement in statements:
        is_function = isinstance(statement, ast.FunctionDef)
        for node in ast.walk(statement):
            if node is statement or isinstance(node, ast.Global) or not is_function:
                names.update(_names(node))
    return names


def variables(function: ast.stmt, known: Container[str]) -> dict[str, str]:
    """Return the variables of a function, each with its place among them, by which it is compared.

    A name that the module knows as well, that a parameter has or that a class binds is none: other code may
    see it.
    """
    places, fixed = dict[str, str](), set[str]()
    if not isinstance(function, ast.FunctionDef):
        return {}
    for node in ast.walk(function):
        if isinstance(node, ast.ClassDef):
            return {}
        if not isinstance(node, ast.Name):
            fixed.update(_names(node))
        elif isinstance(node.ctx, ast.Store):
            places.setdefault(node.id, f"#{len(places)}")
    return {name: place for name, place in places.items() if name not in fixed and name not in known}


def idle_annotations(function: ast.AST, known: Container[str]) -> Iterator[ast.expr]:
    """Yield the parts of annotations that do nothing: they only name what is there."""
    for node in ast.walk(function):
        annotation = getattr(node, "returns", None)
        if isinstance(node, ast.arg):
            annotation = node.annotation
        parts = list(ast.walk(annotation)) if annotation else []
        if all(_is_idle(part, known) for part in parts):
            yield from (part for part in parts if isinstance(part, ast.expr))


def _is_idle(part: ast.AST, known: Container[str]) -> bool:
    if isinstance(part, ast.Name):
        return part.id in known
    return isinstance(part, _TYPES) or (isinstance(part, ast.Constant) and part.value is None)


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a part of a script holds."""
    for field, value in ast.iter_fields(node):
        entries = value if isinstance(value, list) else [value]
        if field not in ("value", "kind"):
            yield from (entry for entry in entries if isinstance(entry, str))
