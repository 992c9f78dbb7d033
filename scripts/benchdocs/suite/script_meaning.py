"""What counts of scripts: the syntax trees of what `evaluate` reaches, with the texts of reasons apart.

Comments, docstrings, annotations, layout and what no run reaches are left out, whichever Python reads the
scripts. So is what a function calls its variables.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import suppress
from copy import copy
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import NamedTuple, cast

from benchdocs.specs.code_evaluator import ENTRY, MODULES, CodeEvaluator, imports, parts
from benchdocs.suite.script_effects import Reader, evaluated
from benchdocs.suite.script_names import (
    LOOP,
    Statement,
    idle_annotations,
    inner_variables,
    names_of_module,
    observes_names,
    variables,
)
from benchdocs.suite.script_reasons import texts_of_reasons
from benchdocs.suite.suite import Suite

_ANY = ""
"""Name for whatever a module defines."""
_IMPORTED = "import"
"""Name that no module defines, for what runs when it is imported."""
_WITHOUT_EFFECT = ("ctx", "kind", "type_comment")
"""Fields of a syntax tree that say only how something is written."""
Reached = dict[str, set[int]]
"""Places of statements by module."""


class Code(str):
    """What counts of a script, as a text that is compared and digested.

    Attributes:
        statements: The same as a syntax tree.
    """

    statements: tuple[ast.stmt, ...] = ()

    @cached_property
    def source(self) -> str:
        """The statements as people read them; the text itself where Python cannot read it."""
        with suppress(RecursionError):
            return "\n".join(map(ast.unparse, self.statements)) or str(self)
        return str(self)


class Meaning(NamedTuple):
    """What counts of a script or module, and the texts that it gives as reasons."""

    code: Code
    reasons: list[str]


def meanings(suite: Suite, script: CodeEvaluator) -> dict[str, Meaning]:
    """Return what counts of a script, and of what it reaches of the modules that it imports, by name."""
    program = _program(suite.code_evaluators)
    return {name: program.meaning(name, places) for name, places in program.reached[script.name].items()}


def labels_read(suite: Suite, script: CodeEvaluator) -> list[str]:
    """Return the labels of the data dictionary that a script, or what it reaches of a module, names."""
    labels = (suite.dictionary.fields.labels if suite.dictionary else None) or {}
    strings = _program(suite.code_evaluators).strings(script)
    return [label for label in labels if label in strings]


def meaning_of_file(suite: Suite, script: CodeEvaluator) -> Meaning:
    """Return what counts of a file: what a benchmark's script reaches of it; all of it where none does."""
    program, places = _program(suite.code_evaluators), set[int]()
    for spec in suite.users.get(script.path, ()):
        if user := suite.script_of(spec.fields):
            places |= program.reached[user.name].get(script.name, set())
    return program.meaning(script.name, places or program.from_place(script.name, _ANY)[script.name])


@lru_cache(maxsize=4)
def _program(scripts: tuple[CodeEvaluator, ...]) -> "_Program":
    """Return scripts taken together; states of a suite that have the same ones share it."""
    return _Program(scripts)


class _Module(NamedTuple):
    """What the statements of a module are read by.

    Attributes:
        defined: Names that it defines.
        known: Names that it may bind, with Python's own; None where something observes names.
    """

    name: str
    defined: Set[str]
    known: Set[str] | None
    reader: Reader


class _Part(NamedTuple):
    """A statement of a module.

    Attributes:
        name: What it defines and no more; empty for a statement that always counts.
        needs: The names of modules that it uses, each with its module.
        texts: The texts in it, an outer one first.
        runs: Own modules that it imports, which runs them whether a name of theirs is used or not.
        variables: Finds its variables, each with its place among them, if it is a function.
    """

    node: ast.stmt
    name: str
    needs: set[tuple[str, str]]
    texts: list[ast.Constant]
    runs: set[tuple[str, str]]
    variables: Callable[[], Mapping[str, str]]


class _Program:
    """The scripts of a suite taken together.

    Attributes:
        reached: What the entry of each script reaches, by the script's name.
    """

    def __init__(self, scripts: Iterable[CodeEvaluator]) -> None:
        self._script = {script.name: script for script in scripts}
        self._own = self._script.keys() - MODULES  # of one name, Python's own module comes first
        self._idle = set[int]()  # parts of annotations
        inner_of: dict[str, dict[ast.stmt, Statement]] = {}
        for name, script in self._script.items():
            inner_of[name] = dict(_statements(script))
        statements = [*chain.from_iterable(module.values() for module in inner_of.values())]
        is_observed = observes_names(statements)
        called = set[str]()
        for part in chain.from_iterable(statements):
            if isinstance(part, ast.FunctionDef | ast.ClassDef):
                called.add(part.name)
        self._parts = dict[str, list[_Part]]()
        for name, inner in inner_of.items():
            known = None if is_observed else names_of_module(inner.values())
            foreign = {_bound(node) for node in inner if any(of not in self._own for of, _ in imports(node))}
            module = _Module(name, set(map(_bound, inner)), known, Reader(foreign, called))
            self._parts[name] = [self._part(module, *entry) for entry in inner.items()]
        self._meanings = dict[tuple[str, frozenset[int]], Meaning]()
        self._leads: dict[tuple[str, str], tuple[set[int], set[tuple[str, str]]]] = {}
        self.reached = {name: self.from_place(name, ENTRY) for name in self._script}

    @cached_property
    def _reasons(self) -> dict[int, str]:
        with suppress(RecursionError):  # as deep as no text of a reason is
            return texts_of_reasons(part.node for module in self._parts.values() for part in module)
        return {}

    def _part(self, module: _Module, node: ast.stmt, statement: Statement) -> _Part:
        places: Callable[[], Mapping[str, str]] = dict
        if module.known is not None:
            self._idle.update(map(id, idle_annotations(statement, module.known)))
            places = partial(variables, statement, module.known)
        needs, texts, runs = set[tuple[str, str]](), list[ast.Constant](), set[tuple[str, str]]()
        for inner in statement:
            if id(inner) in self._idle:
                continue
            if isinstance(inner, ast.Name):
                if inner.id in module.defined:
                    needs.add((module.name, inner.id))
            elif isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                texts.append(inner)
            for imported, taken in imports(inner):
                if imported in self._own:
                    needs.add((imported, _ANY if taken == "*" else taken))
                    if inner is node:
                        runs.add((imported, _IMPORTED))
        name = _bound(node) if module.reader.is_quiet(node) else _ANY
        return _Part(node, name, needs, texts, runs, places)

    def from_place(self, module: str, name: str) -> Reached:
        """Return what runs where a module is imported and a name of it is used."""
        reached: Reached = {}
        seen, waiting = set[tuple[str, str]](), {(module, name)}
        while waiting:
            module, name = place = waiting.pop()
            seen.add(place)
            if place not in self._leads:
                self._leads[place] = self._lead(module, name)
            numbers, places = self._leads[place]
            reached.setdefault(module, set()).update(numbers)
            waiting |= places - seen
        return reached

    def _lead(self, module: str, name: str) -> tuple[set[int], set[tuple[str, str]]]:
        """Return the statements that run by a name of a module, and the places that they lead to."""
        numbers, places = set[int](), set[tuple[str, str]]()
        for number, part in enumerate(self._parts[module]):
            if part.runs:
                numbers.add(number)
                places |= part.runs
            if part.name in (_ANY, name) or name == _ANY:
                numbers.add(number)
                places |= part.needs
        return numbers, places

    def strings(self, script: CodeEvaluator) -> set[str]:
        """Return all texts in what a script reaches."""
        strings = set[str]()
        for module, places in self.reached[script.name].items():
            for number in places:
                strings.update(str(text.value) for text in self._parts[module][number].texts)
        return strings

    def meaning(self, name: str, places: Iterable[int]) -> Meaning:
        """Return what counts of some statements of a module, in whatever order it defines functions."""
        key = name, frozenset(places)
        if key not in self._meanings:
            self._meanings[key] = self._meaning(*key)
        return self._meanings[key]

    def _meaning(self, name: str, places: Iterable[int]) -> Meaning:
        script, reasons = self._script[name], list[str]()
        if script.tree is None:
            return Meaning(Code(script.unix_text), reasons)
        nodes = _in_order([self._parts[name][number].node for number in sorted(places)])
        for node in nodes:
            reasons += self._texts[id(node)].reasons
        code = Code("\n".join(self._texts[id(node)].code for node in nodes))
        code.statements = tuple(nodes)
        return Meaning(code, reasons)

    @cached_property
    def _texts(self) -> dict[int, Meaning]:
        """What counts of each statement, by its identity."""
        texts = {}
        for name, module in self._parts.items():
            for part in module:
                reasons = [self._reasons[id(text)] for text in part.texts if id(text) in self._reasons]
                code = Code(self._script[name].unix_text)  # of a statement that is nested too deep
                with suppress(RecursionError):
                    code = Code(self._written(part.node, part.variables()))
                texts[id(part.node)] = Meaning(code, reasons)
        return texts

    def _written(self, node: object, own: Mapping[str, str]) -> str:
        """Return a syntax tree as a text, the same in every Python; texts of reasons are blank."""
        if isinstance(node, list):
            return f"[{', '.join(self._written(entry, own) for entry in node if not _is_docstring(entry))}]"
        if not isinstance(node, ast.AST):
            return ascii(node)
        if isinstance(node, ast.Name) and own.get(node.id, LOOP) != LOOP:
            return own[node.id]
        own = inner_variables(node, own)
        fields = []
        for name, value in ast.iter_fields(node):
            is_idle = name in _WITHOUT_EFFECT or value in (None, []) or id(value) in self._idle
            if not is_idle and id(node) not in self._reasons:
                fields.append(f"{name}={self._written(value, own)}")
        return f"{type(node).__name__}({', '.join(fields)})"


def _is_docstring(node: object) -> bool:
    """Return whether a statement is a text and no more."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return isinstance(node.value.value, str)
    return False


def _statements(script: CodeEvaluator) -> Iterator[tuple[ast.stmt, Statement]]:
    """Yield the statements of a module with their parts, those that import several names one by one."""
    for statement in script.statements:
        node = cast(ast.stmt, statement[0])
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                single = copy(node)
                single.names = [alias]
                yield single, [single, alias]
        elif not _is_docstring(node):
            yield node, statement


def _in_order(nodes: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements that run one after the other, then by name those that may stand anywhere.

    These define a name once, by nothing that other statements define.
    """
    count = Counter(map(_bound, nodes))
    own = {_bound(node) for node in nodes if not isinstance(node, ast.Import | ast.ImportFrom)}
    fixed, free = list[ast.stmt](), list[ast.stmt]()
    for node in nodes:
        is_free = _bound(node) and count[_bound(node)] == 1 and _looked_up(node).isdisjoint(own)
        group = free if is_free and not isinstance(node, ast.ClassDef) else fixed
        group.append(node)
    return [*fixed, *sorted(free, key=_bound)]


@lru_cache(maxsize=4096)
def _looked_up(node: ast.stmt) -> set[str]:
    """Return the names that Python looks up where it reads a definition, but for those of types."""
    names = set[str]()
    _, values = evaluated(node) or ((), ())
    for value in filter(None, values):
        names.update(part.id for part in parts(value) if isinstance(part, ast.Name))
    return names


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
