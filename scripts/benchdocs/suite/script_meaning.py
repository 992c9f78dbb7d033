"""What counts of scripts: the syntax trees of what `evaluate` reaches, with the texts of reasons apart.

Comments, docstrings, annotations, layout and what no run reaches are left out, whichever Python reads the
scripts. So is how a name is imported, and what only a function or a module calls a thing.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from copy import copy
from functools import cached_property, lru_cache
from typing import NamedTuple

from benchdocs.specs.code_evaluator import ENTRY, MODULES, CodeEvaluator, imports
from benchdocs.suite.script_names import ANY, ModuleNames, defined, is_text
from benchdocs.suite.script_reasons import texts_of_reasons
from benchdocs.suite.script_text import ANYTHING, OPEN_NAME, Kind, StatementText, statement_text
from benchdocs.suite.suite import Suite

_IMPORTED = "import"
"""Name that no module defines, for what runs when it is imported."""
_READERS_OF_ANNOTATIONS = ("singledispatch", "get_type_hints", "__annotations__")
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
    program = _program(suite)
    linked = _Linked(program, program.reached[script.name])
    return {name: linked.meaning(name) for name in linked.modules}


def labels_read(suite: Suite, script: CodeEvaluator) -> list[str]:
    """Return the labels of the data dictionary that a script, or what it reaches of a module, names."""
    labels = (suite.dictionary.fields.labels if suite.dictionary else None) or {}
    strings = _program(suite).strings(script)
    return [label for label in labels if label in strings]


def meaning_of_file(suite: Suite, script: CodeEvaluator) -> Meaning:
    """Return what counts of a file: what a benchmark's script reaches of it; all of it where none does."""
    program, reached = _program(suite), Reached()
    for spec in suite.users.get(script.path, ()):
        user = suite.evaluator.get(spec.fields.implementation or "")
        if isinstance(user, CodeEvaluator):
            for name, places in program.reached[user.name].items():
                reached.setdefault(name, set()).update(places)
    nodes = [program.parts[script.name][number].node for number in reached.get(script.name, ())]
    if all(isinstance(node, ast.Import | ast.ImportFrom) for node in nodes):
        reached = program.from_place(script.name, ANY)
    return _Linked(program, reached).meaning(script.name)


@lru_cache(maxsize=2)
def _program(suite: Suite) -> "_Program":
    return _Program(suite.code_evaluators)


class _Part(NamedTuple):
    """A statement of a module.

    Attributes:
        name: What it defines and no more; empty for a statement that always counts.
        needs: The names that it uses, each with its module.
        runs: Own modules that it imports, which runs them whether a name of theirs is used or not.
    """

    node: ast.stmt
    name: str
    needs: set[tuple[str, str]]
    strings: set[str]
    runs: set[tuple[str, str]]


class _Program:
    """The scripts of a suite taken together.

    Attributes:
        script: Each script by its name.
        names: What the names of each module stand for.
        parts: The statements of each module.
        reached: What the entry of each script reaches, by the script's name.
    """

    def __init__(self, scripts: Iterable[CodeEvaluator]) -> None:
        self.script = {script.name: script for script in scripts}
        own = self.script.keys() - MODULES  # of one name, Python's own module comes first
        texts = "\n".join(script.text for script in self.script.values())
        are_read = any(word in texts for word in _READERS_OF_ANNOTATIONS)
        self.names, self.parts = dict[str, ModuleNames](), dict[str, list[_Part]]()
        for name, script in self.script.items():
            statements = list(_statements(script))
            self.names[name] = ModuleNames(statements, own, keeps_annotations=are_read)
            self.parts[name] = [self._part(name, node) for node in statements]
        self._leads: dict[tuple[str, str], tuple[set[int], set[tuple[str, str]]]] = {}
        self.reached = {name: self.from_place(name, ENTRY) for name in self.script}
        self._texts: dict[int, StatementText] = {}

    @cached_property
    def _reasons(self) -> dict[int, str]:
        statements = [part.node for parts in self.parts.values() for part in parts]
        with suppress(RecursionError):  # as deep as no text of a reason is
            return texts_of_reasons(statements, self.script.keys() - MODULES)
        return {}

    def _part(self, module: str, node: ast.stmt) -> _Part:
        names = self.names[module]
        name, needs, strings, runs = defined(node), set[tuple[str, str]](), set[str](), set[tuple[str, str]]()
        owners = set[int]()
        for inner in names.walk(node):
            if isinstance(inner, ast.Attribute) and (owner := names.module(inner.value)):
                needs.add((owner, inner.attr))
                owners.add(id(inner.value))
            elif isinstance(inner, ast.Name):
                needs.add((module, inner.id))
                if (owner := names.module(inner)) and id(inner) not in owners:
                    needs.add((owner, ANY))
            elif isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                strings.add(inner.value)
            for imported, taken in imports(inner):
                if imported not in names.own:
                    continue
                if inner is node:
                    runs.add((imported, _IMPORTED))
                if taken or inner is not node or name not in names.imported:
                    needs.add((imported, ANY if taken == "*" else taken))
        return _Part(node, name, needs, strings, runs)

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
        for number, part in enumerate(self.parts[module]):
            if part.runs:
                numbers.add(number)
                places |= part.runs
            if part.name in (ANY, name) or name == ANY:
                numbers.add(number)
                places |= part.needs
        return numbers, places

    def strings(self, script: CodeEvaluator) -> set[str]:
        """Return all texts in what a script reaches."""
        strings = set[str]()
        for module, places in self.reached[script.name].items():
            strings.update(*(self.parts[module][number].strings for number in places))
        return strings

    @cached_property
    def private(self) -> dict[str, set[str]]:
        """The names that each module alone uses."""
        elsewhere = {module: set[str]() for module in self.parts}
        for module, parts in self.parts.items():
            for owner, name in set[tuple[str, str]]().union(*(part.needs for part in parts)):
                if owner != module:
                    elsewhere[owner].add(name)
        return {module: names.private.keys() - elsewhere[module] for module, names in self.names.items()}

    def text(self, module: str, number: int) -> StatementText:
        """Return what counts of a statement of a module."""
        node = self.parts[module][number].node
        if id(node) not in self._texts:
            whole = self.script[module].unix_text
            private = self.private[module]
            text = statement_text(node, self.names[module], private, self._reasons, whole)
            self._texts[id(node)] = text
        return self._texts[id(node)]


class _Linked:
    """What a run reaches, with the names as they can be told apart in it.

    Attributes:
        modules: The modules of which anything is reached.
    """

    def __init__(self, program: _Program, reached: Reached) -> None:
        self._program = program
        self._reached = reached
        self.modules = [
            name for name, places in reached.items() if places or program.script[name].tree is None
        ]
        self._handed, self._is_observed = set[str](), False
        self._owners = Counter[str]()
        for module in self.modules:
            names = set[str]()
            for number in reached[module]:
                text = program.text(module, number)
                self._handed |= text.handed
                self._is_observed |= text.is_observer
                names |= text.defines
            self._owners.update(names)

    def meaning(self, module: str) -> Meaning:
        """Return what counts of a module, in whatever order it defines functions and plain values."""
        program, reasons = self._program, list[str]()
        if program.script[module].tree is None:
            return Meaning(Code(program.script[module].unix_text), reasons)
        parts, movable = program.parts[module], program.names[module].movable
        numbers = sorted(self._reached[module])
        first = [number for number in numbers if id(parts[number].node) not in movable]
        rest = {parts[number].name: number for number in numbers if id(parts[number].node) in movable}
        first += [rest.pop(name) for name in sorted(rest.keys() - program.private[module])]
        private = list[str]()  # in the order in which they come up
        lines, nodes = list[str](), list[ast.stmt]()

        def closed(name: re.Match[str]) -> str:
            if name[1] == Kind.PRIVATE and name[2] not in private:
                private.append(name[2])
            return self._closed(name, private)

        def write(number: int) -> None:
            text = program.text(module, number)
            lines.append(OPEN_NAME.sub(closed, text.text))
            reasons.extend(text.reasons)
            nodes.append(parts[number].node)

        for number in first:
            write(number)
        for name in private:  # grows while they are written
            if name in rest:
                write(rest.pop(name))
        for name in sorted(rest):
            write(rest[name])
        code = Code("\n".join(filter(None, lines)))
        code.statements = tuple(nodes)
        return Meaning(code, reasons)

    def _closed(self, name: re.Match[str], private: list[str]) -> str:
        """Return what an open name is compared by: a number, or itself where the program may see it."""
        kind, own, place = name.groups()
        if kind == Kind.IMPORT:
            return f"import {own} as {place}" if self._is_observed else ""
        if kind == Kind.LINK:
            is_clear = self._owners[own] < 2 and not self._is_observed
            return f".{own}" if is_clear else f"{place}.{own}"
        is_handed = kind == Kind.ARGUMENT and not self._handed.isdisjoint((own, ANYTHING))
        if self._is_observed or is_handed:
            return ascii(own)
        return f"_{private.index(own)}" if kind == Kind.PRIVATE else f"#{place}"


def _statements(script: CodeEvaluator) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those that import several names one by one."""
    for node in script.tree.body if script.tree else ():
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                single = copy(node)
                single.names = [alias]
                yield single
        elif not is_text(node):
            yield node
