"""What the names in a script stand for: what it defines, what it imports, and what only a function sees."""

import ast
import builtins
from collections import Counter
from collections.abc import Container, Iterator, Set
from enum import Enum, auto
from functools import cached_property
from itertools import chain

from benchdocs.specs.code_evaluator import ENTRY, PARAMETERS, imports

ANY = ""
"""Name for whatever a module defines."""
_ALL = "*"
_OF_FIELDS = ("ClassVar", "InitVar", "KW_ONLY")
"""Annotations that say what a class does with a field."""
_TYPES = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.BinOp, ast.BitOr, ast.Load)
_IDENTIFIERS: dict[type[ast.AST], str] = {
    ast.Name: "id",
    ast.arg: "arg",
    ast.FunctionDef: "name",
    ast.ExceptHandler: "name",
    ast.MatchAs: "name",
    ast.MatchStar: "name",
    ast.MatchMapping: "rest",
}
"""Parts of a script that hold a name which can be another one, each with its field."""


class Scope(Enum):
    """Where a name is bound.

    Attributes:
        LOCAL: In a function, which alone sees it.
        ARGUMENT: As a parameter, which a call may name.
        VISIBLE: In a class, or where a function shows it to others.
    """

    MODULE = auto()
    LOCAL = auto()
    ARGUMENT = auto()
    VISIBLE = auto()


def identifier(node: ast.AST) -> str:
    """Return the name that a part of a script holds and that can be another one; empty for none."""
    return getattr(node, _IDENTIFIERS.get(type(node), ""), None) or ""


def defined(node: ast.stmt) -> str:
    """Return the name that a statement defines and no more; empty for a statement that always counts."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        name = _imported_as(node.names[0])
        return ANY if name == _ALL else name
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return ANY if node.decorator_list else node.name
    target = None
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    return target.id if isinstance(target, ast.Name) else ANY


def _imported_as(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def own_names(node: ast.AST) -> list[ast.AST]:
    """Return the parameters of a lambda, or the variables of a comprehension."""
    if isinstance(node, ast.Lambda):
        return list(parameters(node))
    targets = [each.target for each in getattr(node, "generators", ())]
    names = [name for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return [name for name in names if isinstance(name.ctx, ast.Store)]


def parameters(function: ast.FunctionDef | ast.Lambda) -> list[ast.arg]:
    """Return the parameters of a function in a fixed order."""
    given = function.args
    gathering = filter(None, (given.vararg, given.kwarg))
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *gathering]


def _bindings(statement: ast.stmt) -> Iterator[tuple[str, Scope]]:
    """Yield each name that a statement of a module binds, with where; some names at two places.

    What lambdas and comprehensions bind is seen nowhere else, and left out.
    """
    waiting: list[tuple[ast.AST, Scope]] = [(statement, Scope.MODULE)]
    own = set[int]()
    while waiting:
        node, scope = waiting.pop()
        own.update(map(id, own_names(node)))
        if id(node) not in own:
            yield from _bound_by(node, scope)
        inner = scope
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            inner = Scope.LOCAL
        elif isinstance(node, ast.ClassDef):
            inner = Scope.VISIBLE
        waiting += [(child, inner) for child in ast.iter_child_nodes(node)]


def _bound_by(node: ast.AST, scope: Scope) -> Iterator[tuple[str, Scope]]:
    """Yield the names that a part of a script binds itself."""
    at_top = scope if scope is Scope.MODULE else Scope.VISIBLE
    match node:
        case ast.Name(ctx=ast.Load()):
            pass
        case ast.arg(arg=name):
            yield name, Scope.ARGUMENT
        case ast.alias():
            yield _imported_as(node), at_top
        case ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name, at_top
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            for name in names:
                yield from ((name, Scope.MODULE), (name, Scope.VISIBLE))
        case _ if name := identifier(node):
            yield name, scope
    for first in _worked_out_at_once(node):
        for inner in ast.walk(first):
            if isinstance(inner, ast.NamedExpr):
                yield from ((inner.target.id, Scope.MODULE), (inner.target.id, Scope.VISIBLE))


def _worked_out_at_once(node: ast.AST) -> list[ast.expr]:
    """Return the parts of a function that Python works out where it is defined."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return []
    defaults = [default for default in (*node.args.defaults, *node.args.kw_defaults) if default]
    return [*getattr(node, "decorator_list", ()), *defaults]


class ModuleNames:
    """What the names of a module stand for.

    Attributes:
        own: Names of the modules that an import finds beside this one.
        imported: What each imported name stands for, with its module: `collections.abc.Iterator`.
        idle: Identities of docstrings and annotations, by which nothing is judged.
    """

    def __init__(self, statements: list[ast.stmt], own: Set[str], *, keeps_annotations: bool) -> None:
        self.own = own
        self._statements = statements
        self._bindings = {id(node): list(_bindings(node)) for node in statements}
        self._bound, self._hidden = Counter[str](), set[str]()
        for name, scope in chain.from_iterable(self._bindings.values()):
            if scope is Scope.MODULE:
                self._bound[name] += 1
            else:
                self._hidden.add(name)
        self.imported: dict[str, str] = {}
        for node in statements:
            for module, member in imports(node):
                name = defined(node)
                if name and self._bound[name] == 1:
                    is_root = not member and isinstance(node, ast.Import) and not node.names[0].asname
                    whole = name if is_root else module
                    self.imported[name] = f"{whole}.{member}" if member else whole
        self._fixed = {*dir(builtins), *self._bound}
        self._within: dict[int, dict[str, Scope]] = {}
        self.idle: set[int] = set()
        for node in statements:
            for inner in ast.walk(node):
                body = getattr(inner, "body", None)
                self.idle |= (
                    {id(entry) for entry in body if is_text(entry)} if isinstance(body, list) else set()
                )
                for field in () if keeps_annotations else ("annotation", "returns"):
                    annotation = getattr(inner, field, None)
                    if annotation and _is_idle(annotation, self._fixed):
                        self.idle.add(id(annotation))

    def walk(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield a part of the module and the parts in it that count, an outer one first."""
        waiting = [node]
        for part in waiting:
            yield part
            waiting += [child for child in ast.iter_child_nodes(part) if id(child) not in self.idle]

    def module(self, node: ast.AST) -> str:
        """Return which module of the suite a name stands for; empty for none."""
        whole = self.imported.get(node.id, "") if isinstance(node, ast.Name) else ""
        return whole if whole in self.own else ""

    def path(self, node: ast.AST, within: Container[str]) -> str:
        """Return what a name, or a member of an imported module, stands for; empty for nothing imported."""
        if isinstance(node, ast.Name) and node.id not in within:
            return self.imported.get(node.id, "")
        if isinstance(node, ast.Attribute) and (base := self.path(node.value, within)):
            owner = base.partition(".")[0]
            return f"{base}.{node.attr}" if owner == base or owner not in self.own else ""
        return ""

    @cached_property
    def private(self) -> dict[str, ast.stmt]:
        """The functions and constants that an underscore keeps to the module and no function hides."""
        private: dict[str, ast.stmt] = {}
        for node in self._statements:
            name = defined(node)
            is_kept = name.startswith("_") and not name.startswith("__") and name not in self._hidden
            if (
                is_kept
                and self._bound[name] == 1
                and isinstance(node, ast.FunctionDef | ast.Assign | ast.AnnAssign)
            ):
                private[name] = node
        return private

    @cached_property
    def movable(self) -> set[int]:
        """Identities of the functions and constants that use nothing of the suite where they are defined.

        In whatever order they are defined, they are the same.
        """
        movable = set()
        for node in self._statements:
            name = defined(node)
            is_kind = isinstance(node, ast.FunctionDef | ast.Assign | ast.AnnAssign)
            if (
                is_kind
                and self._bound[name] == 1
                and not any(map(self._is_of_suite, self._used_at_once(node)))
            ):
                movable.add(id(node))
        return movable

    def _used_at_once(self, node: ast.stmt) -> Iterator[str]:
        first = _worked_out_at_once(node)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            first = [node.value]
        for part in first:
            for inner in ast.walk(part):
                if isinstance(inner, ast.Name):
                    yield inner.id

    def _is_of_suite(self, name: str) -> bool:
        whole = self.imported.get(name)
        return name in self._bound and not (whole and whole.partition(".")[0] not in self.own)

    def defines(self, node: ast.stmt) -> set[str]:
        """Return the names of the module that a statement binds."""
        return {name for name, scope in self._bindings[id(node)] if scope is Scope.MODULE}

    def within(self, node: ast.stmt) -> dict[str, Scope]:
        """Return the names that a statement binds besides those of the module."""
        if id(node) not in self._within:
            self._within[id(node)] = within = dict[str, Scope]()
            for name, scope in self._bindings[id(node)]:
                if scope is Scope.MODULE:
                    continue
                if name in self._fixed or name.startswith("__") or Scope.VISIBLE in (scope, within.get(name)):
                    within[name] = Scope.VISIBLE
                elif within.get(name) is not Scope.ARGUMENT:
                    within[name] = scope
            if isinstance(node, ast.FunctionDef) and node.name == ENTRY:
                within |= dict.fromkeys(PARAMETERS, Scope.VISIBLE)
        return self._within[id(node)]


def is_text(node: object) -> bool:
    """Return whether a statement is a text and no more."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return isinstance(node.value.value, str)
    return False


def _is_idle(annotation: ast.AST, known: Set[str]) -> bool:
    """Return whether an annotation does nothing: its names are there, and none makes a field of a class."""
    for node in ast.walk(annotation):
        if isinstance(node, ast.Constant) and (node.value is None or node.value is ...):
            continue
        name = getattr(node, "id", getattr(node, "attr", ""))
        is_there = not isinstance(node, ast.Name) or name in known
        if not (isinstance(node, _TYPES) and is_there) or name in _OF_FIELDS:
            return False
    return True
