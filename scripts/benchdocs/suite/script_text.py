"""Write a statement of a script as a text to compare: the same if only names differ that it alone sees."""

import ast
import re
from collections.abc import Mapping, Set
from contextlib import suppress
from enum import StrEnum
from typing import Any, NamedTuple

from benchdocs.suite.script_names import (
    ModuleNames,
    Scope,
    defined,
    identifier,
    own_names,
    parameters,
)

OPEN_NAME = re.compile("\0(.) ([^ \0]*) ([^ \0]*)\0")
"""A name that is written only when all is known that a run reaches: its kind, itself and its place."""
ANYTHING = "**"
"""Stands for whatever name a call may give to a value."""
_WITHOUT_EFFECT = ("ctx", "kind", "type_comment")
"""Fields of a syntax tree that say only how something is written."""
_OBSERVERS = frozenset(
    (
        *("globals", "locals", "vars", "dir", "eval", "exec", "getattr", "setattr", "delattr", "hasattr"),
        *("__import__", "*"),
    )
)
"""Names by which a script may see how something is called."""
_HARMLESS = ("__init__", "__post_init__", "__doc__", "__future__")


class Kind(StrEnum):
    """Kind of an open name.

    Attributes:
        LOCAL: Seen by a function alone; its place is a number.
        ARGUMENT: The same, and a call may name it.
        PRIVATE: Seen by a module alone.
        LINK: Defined by another module of the suite, which is its place.
        IMPORT: What an import takes; its place is the name that it gives it.
    """

    LOCAL = "L"
    ARGUMENT = "A"
    PRIVATE = "P"
    LINK = "X"
    IMPORT = "I"


class StatementText(NamedTuple):
    """What counts of a statement.

    Attributes:
        text: The statement, with open names.
        reasons: The texts that it gives as reasons.
        defines: Names that it defines, by which other modules may use it.
        handed: Names that its calls give to values.
        is_observer: Whether it may see how something is called.
    """

    text: str
    reasons: list[str]
    defines: Set[str]
    handed: Set[str]
    is_observer: bool


def statement_text(
    node: ast.stmt, names: ModuleNames, private: Set[str], reasons: Mapping[int, str], whole: str
) -> StatementText:
    """Return what counts of a statement: the `whole` text of its module where it is nested too deep."""
    given = [reasons[id(inner)] for inner in ast.walk(node) if id(inner) in reasons]
    name = defined(node)
    if isinstance(node, ast.Import | ast.ImportFrom) and name in names.imported:
        path = names.imported[name]
        is_renamed = path.rpartition(".")[2] != name
        return StatementText(
            _open(Kind.IMPORT, path, name), given, {name} if is_renamed else set(), set(), False
        )
    defines = names.defines(node)
    writer = _Writer(node, names, private, reasons)
    with suppress(RecursionError):
        text = writer.statement(node)
        return StatementText(text, given, defines, writer.handed, writer.is_observer)
    return StatementText(whole, given, defines, {ANYTHING}, True)


def _open(kind: Kind, name: str, place: object) -> str:
    return f"\0{kind} {name} {place}\0"


class _Writer:
    """A writer of syntax trees, the same in every Python; texts of reasons are blank.

    Attributes:
        handed: Names that calls give to values.
        is_observer: Whether the statement may see how something is called.
    """

    def __init__(
        self, node: ast.stmt, names: ModuleNames, private: Set[str], reasons: Mapping[int, str]
    ) -> None:
        self._names, self._private, self._reasons = names, private, reasons
        self._within = names.within(node)
        self._number = _numbers(node)
        self._inner: dict[str, str] = {}  # what lambdas and comprehensions around bind
        self._depth = 0
        self._left_out = set(names.idle)
        self._fields = set[int]()
        self.handed, self.is_observer = set[str](), False

    def statement(self, node: ast.stmt) -> str:
        """Return a statement, and what the imported names stand for that parts of it hide.

        Raises RecursionError.
        """
        written = self._written(node)
        for name in sorted(self._within):
            if path := self._names.imported.get(name):
                written += f" {name}={self._path(path)}"
        return written

    def _written(self, node: Any) -> str:
        if isinstance(node, list):
            return f"[{', '.join(self._written(each) for each in node if id(each) not in self._left_out)}]"
        if not isinstance(node, ast.AST):
            return ascii(node)
        self._look_at(node)
        is_path = isinstance(node, ast.Name | ast.Attribute)
        if is_path and (path := self._names.path(node, {*self._within, *self._inner})):
            self.is_observer |= not isinstance(getattr(node, "ctx", None), ast.Load)
            return f"Name(id={self._path(path)})"
        if own := own_names(node):
            return self._closed(node, own)
        return self._parts(node)

    def _parts(self, node: ast.AST) -> str:
        if isinstance(node, ast.AnnAssign) and node.value and id(node) not in self._fields:
            node = ast.Assign(targets=[node.target], value=node.value)
        fields = []
        for field, value in ast.iter_fields(node):
            is_written = field not in _WITHOUT_EFFECT and value not in (None, [])
            if is_written and id(value) not in self._left_out and id(node) not in self._reasons:
                fields.append(f"{field}={self._field(node, field, value)}")
        return f"{type(node).__name__}({', '.join(fields)})"

    def _closed(self, node: ast.AST, own: list[ast.AST]) -> str:
        """Return a lambda or comprehension, after what is worked out around it."""
        first: list[Any] = [node.generators[0].iter] if hasattr(node, "generators") else []
        if isinstance(node, ast.Lambda):
            first = [*node.args.defaults, *node.args.kw_defaults]
        before = self._written(first)
        self._left_out |= {id(value) for value in first if value}
        around = self._inner, self._depth
        kind = Kind.ARGUMENT if isinstance(node, ast.Lambda) else Kind.LOCAL
        self._inner = {**self._inner}
        for name in dict.fromkeys(map(identifier, own)):
            self._inner[name] = _open(kind, name, f".{self._depth}")
            self._depth += 1
        written = self._parts(node)
        self._inner, self._depth = around
        return f"{before}{written}"

    def _field(self, node: ast.AST, field: str, value: Any) -> str:
        if isinstance(value, str) and value == identifier(node):
            return self._name(value)
        if isinstance(node, ast.Call) and field == "keywords":
            return f"[{', '.join(self._handed(node, keyword) for keyword in value)}]"
        return self._written(value)

    def _look_at(self, node: ast.AST) -> None:
        """Note what a part of a script sees of names."""
        match node:
            case ast.ClassDef():
                self._fields |= set(map(id, node.body))
            case ast.Import() | ast.ImportFrom():
                self.is_observer = True  # where it stands matters
            case ast.Name(id=name) | ast.Attribute(attr=name):
                is_hidden = name.startswith("__") and name.endswith("__") and name not in _HARMLESS
                self.is_observer |= is_hidden or name in _OBSERVERS

    def _name(self, name: str) -> str:
        if name in self._inner:
            return self._inner[name]
        if name in self._within:
            number = self._number.setdefault(name, len(self._number))
            return _numbered(name, self._within[name], number)
        return _open(Kind.PRIVATE, name, "") if name in self._private else ascii(name)

    def _path(self, path: str) -> str:
        owner, _, member = path.partition(".")
        if owner not in self._names.own:
            return f"<{path}>"
        self.is_observer |= not member
        return _open(Kind.LINK, member, owner)

    def _handed(self, call: ast.Call, keyword: ast.keyword) -> str:
        """Return what a call hands on under a name, which may be a parameter of a private function."""
        name, function = ascii(keyword.arg), None
        if (
            isinstance(call.func, ast.Name)
            and call.func.id not in self._inner
            and call.func.id in self._private
        ):
            function = self._names.private[call.func.id]
        if isinstance(function, ast.FunctionDef) and keyword.arg in _named(function):
            scope = self._names.within(function)[keyword.arg]
            name = _numbered(keyword.arg, scope, _numbers(function)[keyword.arg])
        else:
            self.handed.add(keyword.arg or ANYTHING)
        return f"keyword(arg={name}, value={self._written(keyword.value)})"


def _named(function: ast.FunctionDef) -> set[str]:
    """Return the parameters that a call may name."""
    return {each.arg for each in (*function.args.args, *function.args.kwonlyargs)}


def _numbers(node: ast.stmt) -> dict[str, int]:
    """Return the places of the parameters of a function."""
    if not isinstance(node, ast.FunctionDef):
        return {}
    return {each.arg: number for number, each in enumerate(parameters(node))}


def _numbered(name: str, scope: Scope, number: int) -> str:
    if scope is Scope.VISIBLE:
        return ascii(name)
    return _open(Kind.ARGUMENT if scope is Scope.ARGUMENT else Kind.LOCAL, name, number)
