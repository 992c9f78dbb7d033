"""Find the texts of scripts that end up only in the reason of a reply, and so decide nothing."""

import ast
from collections.abc import Iterable, Iterator

from benchdocs.specs.code_evaluator import ENTRY

_REASON = "reason"
"""Key of a reply that no verdict depends on."""


def texts_of_reasons(program: Iterable[ast.stmt]) -> dict[int, str]:
    """Return the texts of some modules that only become a reason, by the identity of their nodes.

    A text becomes a reason as the value of `"reason"`, also by way of a variable or parameter that is used
    for nothing else. At first every one may be such; those that are used otherwise go.
    """
    search = _Search(program)
    known = -1
    while len(search.used) > known:
        known = len(search.used)
        search.texts.clear()
        for node in search.program:
            search.visit(node, node.name if isinstance(node, ast.FunctionDef) else "")
    return search.texts


class _Search:
    """A search for the texts of reasons; functions of one name are taken for one.

    Attributes:
        used: Variables that are used for something else, each with its function.
    """

    def __init__(self, program: Iterable[ast.stmt]) -> None:
        self.program = [*program]
        self.used: set[tuple[str, str]] = set()
        self.texts: dict[int, str] = {}
        self._parameters: dict[str, list[dict[str | int | None, str]]] = {}
        taken = {ENTRY}
        for node in self.program:
            taken.update(_other_names(node))
        for node in self.program:
            if isinstance(node, ast.FunctionDef) and node.name not in taken:
                given = node.args
                names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
                by_place_or_name: dict[str | int | None, str] = {name: name for name in names}
                by_place_or_name.update(enumerate(names))
                self._parameters.setdefault(node.name, []).append(by_place_or_name)

    def _is_only(self, function: str, place: str | int | None) -> bool:
        """Return whether what is given at a place, or by a name, becomes a reason and nothing else."""
        names = [parameters.get(place) for parameters in self._parameters[function]]
        return all(name and (function, name) not in self.used for name in names)

    def visit(self, node: ast.AST, here: str, is_reason: bool = False) -> None:
        """Look at a node in a function, whose value is a reason, a part of one, or something else."""
        match node:
            case ast.Constant(value=str(text)) if is_reason:
                self.texts[id(node)] = text
            case ast.Name(id=name) if not is_reason:
                self.used.add((here, name))
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                self.used.update((here, name) for name in names)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    is_named = isinstance(key, ast.Constant) and key.value == _REASON
                    self.visit(value, here, is_reason or is_named)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.visit(value, here, here != "" and (here, name) not in self.used)
            case ast.Call(func=ast.Name(id=name)) if name in self._parameters and not _is_spread(node):
                named = [(keyword.arg, keyword.value) for keyword in node.keywords]
                for place, value in (*enumerate(node.args), *named):
                    self.visit(value, here, is_reason or self._is_only(name, place))
            case ast.Constant() | ast.Name():
                pass
            case _:
                for child in ast.iter_child_nodes(node):
                    if child._fields:
                        self.visit(child, here, is_reason and not isinstance(node, ast.NamedExpr))


def _is_spread(call: ast.Call) -> bool:
    """Return whether a list is spread over the arguments of a call."""
    return any(isinstance(argument, ast.Starred) for argument in call.args)


def _other_names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names in a statement by which a call may reach something else than a plain function."""
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.alias(asname=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                if node is not statement or node.decorator_list or isinstance(node, ast.ClassDef):
                    yield name
