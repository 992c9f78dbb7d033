"""Find the texts of scripts that end up only in the reason of a reply, and so decide nothing."""

import ast
from collections.abc import Iterable

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
        for node in self.program:
            if isinstance(node, ast.FunctionDef):
                given = node.args
                names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
                by_place_or_name: dict[str | int | None, str] = {name: name for name in names}
                by_place_or_name.update(enumerate(names))
                self._parameters.setdefault(node.name, []).append(by_place_or_name)
        for node in self.program:
            if isinstance(node, ast.FunctionDef) and (node.decorator_list or node.name == ENTRY):
                self._escape(node.name)

    def _escape(self, function: str) -> None:
        """Give up the parameters of a function that anything may call."""
        for parameters in self._parameters.get(function, ()):
            self.used.update((function, name) for name in parameters.values())

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
                self._escape(name)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                self.used.update((here, name) for name in names)
            case ast.alias(name=name, asname=str()):
                self._escape(name)
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
            case _:
                if isinstance(node, ast.Attribute):
                    self._escape(node.attr)
                for child in ast.iter_child_nodes(node):
                    self.visit(child, here, is_reason and not isinstance(node, ast.NamedExpr))


def _is_spread(call: ast.Call) -> bool:
    """Return whether a list is spread over the arguments of a call."""
    return any(isinstance(argument, ast.Starred) for argument in call.args)
