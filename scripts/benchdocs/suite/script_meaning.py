"""What counts of scripts: the syntax trees of what `evaluate` reaches, with the texts of reasons apart.

Comments, docstrings, layout and what no run reaches are left out, whichever Python reads the scripts.
"""

import ast
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property, lru_cache
from typing import NamedTuple

from benchdocs.specs.code_evaluator import ENTRY, CodeEvaluator, imports
from benchdocs.suite.script_reasons import texts_of_reasons
from benchdocs.suite.suite import Suite

_ANY = ""
"""Name for whatever a module defines."""
_WITHOUT_EFFECT = ("ctx", "kind", "type_comment")
"""Fields of a syntax tree that say only how something is written."""
Reached = dict[str, dict[int, ast.stmt]]
"""Statements by module and by their places in it."""


class Code(str):
    """What counts of a script, as a text that is compared and digested.

    Attributes:
        statements: The same as a syntax tree.
    """

    statements: tuple[ast.stmt, ...] = ()

    @property
    def source(self) -> str:
        """The statements as people read them; the text itself where Python cannot read it."""
        return "\n".join(map(ast.unparse, self.statements)) or str(self)


class Meaning(NamedTuple):
    """What counts of a script or module, and the texts that it gives as reasons."""

    code: Code
    reasons: list[str]


def meanings(suite: Suite, script: CodeEvaluator) -> dict[str, Meaning]:
    """Return what counts of a script, and of what it reaches of the modules that it imports, by name."""
    program = _program(suite)
    return {name: program.meaning(name, parts) for name, parts in program.reached[script.name].items()}


def labels_read(suite: Suite, script: CodeEvaluator) -> list[str]:
    """Return the labels of the data dictionary that a script, or what it reaches of a module, names."""
    labels = (suite.dictionary.fields.labels if suite.dictionary else None) or {}
    strings = _program(suite).strings(script)
    return [label for label in labels if label in strings]


def meaning_of_file(suite: Suite, script: CodeEvaluator) -> Meaning:
    """Return what counts of a file: what a benchmark's script reaches of it; all of it where none does."""
    program, parts = _program(suite), dict[int, ast.stmt]()
    for spec in suite.users.get(script.path, ()):
        user = suite.evaluator.get(spec.fields.implementation or "")
        if isinstance(user, CodeEvaluator):
            parts |= program.reached[user.name].get(script.name, {})
    return program.meaning(script.name, parts or program.from_place(script.name, _ANY)[script.name])


@lru_cache(maxsize=2)
def _program(suite: Suite) -> "_Program":
    return _Program(suite.code_evaluators)


class _Program:
    """The scripts of a suite taken together.

    Attributes:
        reached: What the entry of each script reaches, by the script's name.
    """

    def __init__(self, scripts: Iterable[CodeEvaluator]) -> None:
        self._script = {script.name: script for script in scripts}
        self._parts = {name: list(_statements(script)) for name, script in self._script.items()}
        self._places: dict[tuple[str, str], list[int]] = {}
        for name, statements in self._parts.items():
            for number, statement in enumerate(statements):
                is_own = any(module in self._parts for module, _ in imports(statement))
                bound = _ANY if is_own else _bound(statement)  # to import an own module runs it
                self._places.setdefault((name, bound), []).append(number)
        self._needed: dict[int, set[tuple[str, str]]] = {}
        self._strings: dict[int, set[str]] = {}
        self._texts: dict[int, tuple[str, list[str]]] = {}
        self.reached = {name: self.from_place(name, ENTRY) for name in self._script}

    @cached_property
    def _reasons(self) -> dict[int, str]:
        return texts_of_reasons(self._parts)

    def strings(self, script: CodeEvaluator) -> set[str]:
        """Return all texts in what a script reaches."""
        strings = set[str]()
        for parts in self.reached[script.name].values():
            for statement in parts.values():
                strings |= self._strings[id(statement)]
        return strings

    def from_place(self, module: str, name: str) -> Reached:
        """Return what runs where a module is imported and a name of it is used."""
        reached: Reached = {}
        seen = set[tuple[str, str]]()
        waiting = [(module, name)]
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            module, name = place
            parts = reached.setdefault(module, {})
            numbers = [*self._places.get((module, _ANY), ()), *self._places.get(place, ())]
            for number in range(len(self._parts[module])) if name == _ANY else numbers:
                if number not in parts:
                    parts[number] = self._parts[module][number]
                    waiting += self._needs(module, parts[number])
        return reached

    def _needs(self, module: str, statement: ast.stmt) -> set[tuple[str, str]]:
        """Return the names that a statement uses, each with its module."""
        needed = self._needed.get(id(statement))
        if needed is None:
            needed = self._needed[id(statement)] = set()
            strings = self._strings[id(statement)] = set()
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    needed.add((module, node.id))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    strings.add(node.value)
                for imported, name in imports(node):
                    if imported in self._parts:
                        needed.add((imported, _ANY if name == "*" else name))
        return needed

    def meaning(self, name: str, parts: dict[int, ast.stmt]) -> Meaning:
        """Return what counts of some statements of a module, in whatever order it defines names."""
        script, reasons = self._script[name], list[str]()
        if script.tree is None:
            return Meaning(Code(script.unix_text), reasons)
        statements = [parts[number] for number in sorted(parts)]
        statements.sort(key=_bound)
        texts = []
        for statement in statements:
            if id(statement) not in self._texts:
                given = [self._reasons[id(node)] for node in ast.walk(statement) if id(node) in self._reasons]
                self._texts[id(statement)] = (self._written(statement), given)
            text, given = self._texts[id(statement)]
            texts.append(text)
            reasons += given
        code = Code("\n".join(texts))
        code.statements = tuple(statements)
        return Meaning(code, reasons)

    def _written(self, node: object) -> str:
        """Return a syntax tree as a text, the same in every Python; texts of reasons are blank."""
        if isinstance(node, list):
            return f"[{', '.join(self._written(entry) for entry in node if not _is_docstring(entry))}]"
        if not isinstance(node, ast.AST):
            return ascii(node)
        fields = []
        for name, value in ast.iter_fields(node):
            if name not in _WITHOUT_EFFECT and value not in (None, []) and id(node) not in self._reasons:
                fields.append(f"{name}={self._written(value)}")
        return f"{type(node).__name__}({', '.join(fields)})"


def _is_docstring(node: object) -> bool:
    """Return whether a statement is a text and no more."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return isinstance(node.value.value, str)
    return False


def _statements(script: CodeEvaluator) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those that import several names one by one."""
    for node in script.tree.body if script.tree else ():
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                single = copy(node)
                single.names = [alias]
                yield single
        elif not _is_docstring(node):
            yield node


def _bound(node: ast.stmt) -> str:
    """Return the name that a statement defines and no more; empty for a statement that always counts."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        name = node.names[0].asname or node.names[0].name.partition(".")[0]
        return _ANY if name == "*" else name
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return _ANY if node.decorator_list else node.name
    target = None
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    return target.id if isinstance(target, ast.Name) else _ANY
