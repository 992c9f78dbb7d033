"""Find the texts of scripts that end up only in the reason of a reply, and so decide nothing."""

import ast
from collections.abc import Mapping, Sequence

from benchdocs.specs.code_evaluator import ENTRY, imports

_REASON = "reason"
"""Key of a reply that no verdict depends on."""
_RESULT = "return"
"""Name for what a function returns, which no variable can have."""
_Function = tuple[str, str]
"""A function by its module and name; what is in none has an empty name."""


def texts_of_reasons(program: Mapping[str, Sequence[ast.stmt]]) -> dict[int, str]:
    """Return the texts of modules that only become a reason, by the identity of their nodes.

    A text becomes a reason as the value of `"reason"`, also by way of a variable, a parameter or a result
    that is used for nothing else. At first every one may be such; those that are used otherwise go.
    """
    search = _Search(program)
    known = -1
    while len(search.used) > known:
        known = len(search.used)
        search.texts.clear()
        for module, statements in program.items():
            for node in statements:
                name = node.name if isinstance(node, ast.FunctionDef) else ""
                search.visit(node, (module, name))
    return search.texts


class _Search:
    """A search for the texts of reasons.

    Attributes:
        used: Variables, parameters and results that are used for something else.
        texts: The texts.
    """

    def __init__(self, program: Mapping[str, Sequence[ast.stmt]]) -> None:
        self.used: set[tuple[_Function, str]] = set()
        self.texts: dict[int, str] = {}
        self._parameters: dict[_Function, list[str]] = {}
        self._meant: dict[_Function, _Function] = {}
        whole = set[str]()
        for module, statements in program.items():
            for node in statements:
                if isinstance(node, ast.FunctionDef):
                    function, given = (module, node.name), node.args
                    arguments = (*given.posonlyargs, *given.args, *given.kwonlyargs)
                    self._parameters[function] = [argument.arg for argument in arguments]
                    self._meant[function] = function
                    if node.decorator_list or node.name == ENTRY:
                        self._escape(function)
                for imported, name in imports(node):
                    if name in ("", "*"):
                        whole.add(imported)
                    self._meant[module, node.names[0].asname or name] = (imported, name)  # type: ignore[attr-defined]
        for function in self._parameters:
            if function[0] in whole:
                self._escape(function)

    def _escape(self, function: _Function) -> None:
        """Give up the parameters and the result of a function that anything may call."""
        for name in (*self._parameters.get(function, ()), _RESULT):
            self.used.add((function, name))

    def visit(self, node: ast.AST, here: _Function, is_reason: bool = False) -> None:
        """Look at a node in a function, whose value is a reason, a part of one, or something else."""
        match node:
            case ast.Constant(value=str(text)) if is_reason:
                self.texts[id(node)] = text
            case ast.Name(id=name) if not is_reason:
                self.used.add((here, name))
                if function := self._meant.get((here[0], name)):
                    self._escape(function)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                self.used.update((here, name) for name in names)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    is_named = isinstance(key, ast.Constant) and key.value == _REASON
                    self.visit(value, here, is_reason or is_named)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.visit(value, here, bool(here[1]) and (here, name) not in self.used)
            case ast.Return(value=ast.expr() as value):
                self.visit(value, here, (here, _RESULT) not in self.used)
            case ast.Call(func=ast.Name(id=name)) if (here[0], name) in self._meant:
                self._visit_call(node, self._meant[here[0], name], here, is_reason)
            case _:
                for child in ast.iter_child_nodes(node):
                    self.visit(child, here, is_reason and not isinstance(node, ast.NamedExpr))

    def _visit_call(self, call: ast.Call, function: _Function, here: _Function, is_reason: bool) -> None:
        """Look at the arguments of a call of a function of the program."""
        if not is_reason:
            self.used.add((function, _RESULT))
        parameters = self._parameters.get(function, [])
        is_plain = not any(isinstance(argument, ast.Starred) for argument in call.args)
        given = [*zip(parameters if is_plain else (), call.args, strict=False)]
        given += [(keyword.arg or "", keyword.value) for keyword in call.keywords]
        for argument in call.args[len(given) - len(call.keywords) :]:
            given.append(("", argument))
        for name, value in given:
            is_only = name in parameters and (function, name) not in self.used
            self.visit(value, here, is_reason or is_only)
