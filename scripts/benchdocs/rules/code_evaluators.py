"""EVL: whether each code evaluator is found, is a script that can judge, and does only what it may.

A script is read as text and parsed. Nothing here imports or runs one.
"""

import ast
import posixpath
import symtable
import sys
import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from types import ModuleType

from benchdocs.documents.locations import Place, Position, at
from benchdocs.documents.spelling import meant
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support.code_suggestions import ALIKE, Vocabulary
from benchdocs.specs.code_evaluator import (
    ENTRY,
    MODULES,
    PARAMETERS,
    UNPARSABLE,
    CodeEvaluator,
    script_path,
)
from benchdocs.specs.discovery import CODE_FOLDER
from benchdocs.suite.suite import Suite, is_in_use

SOURCE = "Measurement"
_SIGNATURE = f"{ENTRY}({', '.join(PARAMETERS)})"
_FORBIDDEN = (
    *("open", "exec", "eval", "compile", "globals", "locals", "vars", "breakpoint"),
    *("getattr", "setattr", "delattr", "hash", "id"),
)
"""Functions of Python that reach files, other code, or names that a script does not state, or that vary."""
_MEMBERS = (
    *("now", "today", "utcnow"),
    *("ForwardRef", "Formatter", "evaluate_forward_ref", "get_type_hints", "make_dataclass"),
)
"""Members of allowed modules that tell the time of a run, or that read a text as code."""
_HARMLESS = (*("__init__", "__post_init__", "__name__", "__doc__", "__version__", "__all__", "__future__"),)
_NAMES_OF_EXPORTS = ("judging", "script_runner")
"""Modules next to the scripts in each export."""
_NAMING = (ast.Import, ast.ImportFrom, ast.Name, ast.Attribute, ast.Assign)
"""What names another module or a member of one."""


@rule(
    "EVL1701",
    "code evaluator not found",
    fields=("metric.implementation",),
    fixable=True,
)
def not_found(suite: Suite) -> Iterator[Violation]:
    """`metric.implementation` is not the path of a script in `evaluators/code/`, from the repository's root,
    with forward slashes and the capital letters of the file.

    Why: without the script nobody can repeat the score.

    Fix: correct the path, or write the script there.

    Bad a-component/A-DEM2.yaml:

        evaluator_type: code
        metric:
          implementation: evaluators/departure.py

    Good a-component/A-DEM2.yaml:

        evaluator_type: code
        metric:
          unit: case
    """
    known = {script.name.casefold(): script.path for script in reversed(suite.code_evaluators)}
    names = Vocabulary(known)
    for spec in suite.benchmarks:
        path = spec.fields.implementation
        if not path or _script(suite, path):
            continue
        name = posixpath.basename(path.strip().replace("\\", "/")).casefold().removesuffix(".py")
        right = known.get(name) or known.get(name.replace("-", "_"))
        likely = right or known.get(names.closest(name, ALIKE) or "")
        hint = meant(likely, f"write `{CODE_FOLDER}/...py`, and the script there")
        message = f"there is no code evaluator `{shorten(' '.join(path.split()), 100)}`"
        place = at("metric", "implementation")
        yield Violation(spec.document, place, message, hint, fix=right)


def _script(suite: Suite, path: str) -> CodeEvaluator | None:
    script = suite.evaluator.get(path)
    return script if isinstance(script, CodeEvaluator) else None


@rule(
    "EVL1702",
    "script that cannot judge",
)
def cannot_judge(suite: Suite) -> Iterator[Violation]:
    """A file in `evaluators/code/` is not valid Python. Or it defines another `evaluate` than the function
    `evaluate(labels, output, narrative)`, or none although a benchmark names it: a module that only other
    scripts import needs none.

    Why: a harness calls this function for every case.

    Fix: correct the line that the message names, or define the function.

    Bad (whole file) evaluators/code/departure.py:

        def evaluate(output):
            return {}

    Good (whole file) evaluators/code/departure.py:

        def evaluate(labels, output, narrative):
            return {}

    Good a-component/A-DEM2.yaml:

        metric:
          implementation: evaluators/code/departure.py

    Good a-component/A-DEM1.yaml:

        evaluator_type: llm_judge
    """
    named = {spec.fields.implementation for spec in suite.benchmarks}
    for script in suite.code_evaluators:
        try:
            with warnings.catch_warnings(action="ignore"):  # of odd escapes
                table = symtable.symtable(script.text, script.name, "exec")
        except UNPARSABLE as error:
            yield _unparsable(script, error)
            continue
        functions = {each.get_name(): each for each in table.get_children()}
        found = functions.get(ENTRY)
        is_right = isinstance(found, symtable.Function) and found.get_parameters() == PARAMETERS
        if (found or script.path in named) and not is_right:
            position = Position(found.get_lineno(), 1) if found else None
            message = f"it defines `{ENTRY}` otherwise" if found else f"it defines no function `{ENTRY}`"
            yield Violation(script, Place(position=position), message, f"write `def {_SIGNATURE}:`")


def _unparsable(script: CodeEvaluator, error: Exception) -> Violation:
    line = error.lineno if isinstance(error, SyntaxError) else None
    column = max(error.offset or 1, 1) if isinstance(error, SyntaxError) else 1
    what = error.msg if isinstance(error, SyntaxError) else "it is nested too deep"
    place = Place(position=Position(line, column) if line else None)
    return Violation(script, place, f"it is not valid Python: {what}", "correct the line")


@rule("EVL1703", "script that does what no evaluator may")
def forbidden(suite: Suite) -> Iterator[Violation]:
    """A script imports a module that is neither in its folder nor an allowed one of Python, or reaches one
    through another, such as `json.codecs`. Or it uses a function that reaches files or other code, the time
    or `hash`, a private member of a module, or a name between double underscores. Or it has the name of a
    module of Python or of an export.

    Why: a verdict has to depend on the case alone, in every run. This finds mistakes, not ill will: read a
    script before you run an export.

    Fix: judge by the labels, the output and the input alone. Allowed are `__future__`, `collections`,
    `dataclasses`, `datetime`, `decimal`, `difflib`, `fractions`, `functools`, `itertools`, `json`, `math`,
    `re`, `string`, `typing` and `unicodedata`.

    Bad (whole file) evaluators/code/departure.py:

        import os

        def evaluate(labels, output, narrative):
            return {}

    Good (whole file) evaluators/code/departure.py:

        import re

        def evaluate(labels, output, narrative):
            return {}

    Good a-component/A-DEM2.yaml:

        metric:
          implementation: evaluators/code/departure.py

    Good a-component/A-DEM1.yaml:

        evaluator_type: llm_judge
    """
    allowed = MODULES | {script.name for script in suite.code_evaluators} - sys.stdlib_module_names
    for script in suite.code_evaluators:
        if script.name in _NAMES_OF_EXPORTS or script.name in sys.stdlib_module_names:
            owner = "an export" if script.name in _NAMES_OF_EXPORTS else "Python"
            message = f"it has the name of `{script.name}`, a module of {owner}"
            yield Violation(script, Place(), message, "give the file another name")
        if script.tree is None:  # EVL1702 says so
            continue
        nodes = [node for node in script.nodes if isinstance(node, _NAMING)]
        imported, found = _imported(nodes), []
        for node in nodes:
            for message, hint in _objections(node, allowed, imported):
                found.append((node.lineno, node.col_offset, message, hint))
        for line, start, message, hint in sorted(found):
            column = len(script.lines[line - 1].encode()[:start].decode(errors="replace")) + 1
            yield Violation(script, Place(position=Position(line, column)), message, hint)


def _root(module: str) -> str:
    """Return the first part of a module's name."""
    return module.partition(".")[0]


@cache
def _members() -> frozenset[str]:
    """Return the names that no member of an allowed module may have, those of other modules included."""
    found = {*_MEMBERS}
    for module in map(import_module, MODULES):
        for name, value in vars(module).items():
            if isinstance(value, ModuleType) and _root(value.__name__) not in MODULES:
                found.add(name)
    return frozenset(found)


def _imported(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that a script imports, or sets to what it imports."""
    names: set[str] = set()
    known = -1
    while len(names) > known:  # wherever they stand
        known = len(names)
        for node in nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                names.update(each.asname or _root(each.name) for each in node.names)
            elif isinstance(node, ast.Assign) and _owner(node.value) in names:
                names.update(map(_owner, node.targets))
    return names


def _owner(node: ast.AST) -> str:
    """Return the name at the start of `name.member.member`; empty where there is none."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _objections(node: ast.AST, allowed: frozenset[str], imported: set[str]) -> Iterator[tuple[str, str]]:
    """Yield what a part of a script may not be, each with a hint."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        own = f"{'.' * node.level}{node.module or ''}" if isinstance(node, ast.ImportFrom) else ""
        modules = [own] if own else [each.name for each in node.names]
        for module in modules:
            if _root(module) not in allowed:
                is_beside = own.startswith(".") and own[1:] in allowed - MODULES
                hint = f"write `from {own[1:]} import ...`" if is_beside else "do without it"
                yield f"it imports `{module}`, which no evaluator may do", hint
        for each in node.names:
            is_member = each.name in _members() or _is_private(each.name)
            if _root(own) in MODULES and is_member:
                yield f"it imports `{each.name}` of `{own}`, which no evaluator may do", "do without it"
    elif isinstance(node, ast.Name) and (node.id in _FORBIDDEN or _is_hidden(node.id)):
        other = "; call a variable of your own something else"
        hint = "write `re.compile`" if node.id == "compile" else f"do without it{other}"
        yield f"it uses `{node.id}`, which no evaluator may do", hint
    elif isinstance(node, ast.Attribute):
        is_barred = node.attr in _members() or _is_private(node.attr)
        is_member = is_barred and _owner(node) in imported
        if is_member or node.attr in _MEMBERS or _is_hidden(node.attr):
            yield f"it uses the attribute `{node.attr}`, which no evaluator may do", "do without it"


def _is_private(name: str) -> bool:
    return name.startswith("_") and name not in _HARMLESS


def _is_hidden(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in _HARMLESS


@rule("EVL1704", "orphan script", Severity.WARNING)
def orphan(suite: Suite) -> Iterator[Violation]:
    """No benchmark names this script, and no script of a benchmark imports it. Deprecated benchmarks count.
    While the script of a benchmark is not known, or one is not valid Python, none is reported.

    Why: readers take an unused script for a part of the suite.

    Fix: name it as `metric.implementation` of the benchmark that it judges, or delete it.

    Bad (whole file) evaluators/code/departure.py:

        def evaluate(labels, output, narrative):
            return {}

    Good (whole file) evaluators/code/departure.py:

        def evaluate(labels, output, narrative):
            return {}

    Good a-component/A-DEM2.yaml:

        metric:
          implementation: evaluators/code/departure.py

    Good a-component/A-DEM1.yaml:

        evaluator_type: llm_judge
    """
    named = [spec.fields.implementation for spec in suite.benchmarks]
    is_unread = any(script.tree is None for script in suite.code_evaluators)
    if is_unread or any(path and not _script(suite, path) for path in named):
        return
    for script in suite.code_evaluators:
        if script.path in suite.users:
            continue
        hint = f"write `implementation: {script.path}` in the `metric` of the benchmark, or delete the file"
        yield Violation(script, Place(), "no benchmark names this script", hint)


@rule(
    "EVL1705",
    "code evaluator yet to be written",
    Severity.NOTE,
    fields=("evaluator_type", "metric.implementation"),
)
def unwritten(suite: Suite) -> Iterator[Violation]:
    """A script takes part in the judgment (`code` or `hybrid`), but the benchmark names none, and the
    suite has some.

    Why: until then everybody who scores a product has to write the script.

    Fix: write it, and name it as `metric.implementation`.

    Bad (whole file) evaluators/code/departure.py:

        def evaluate(labels, output, narrative):
            return {}

    Good (whole file) evaluators/code/departure.py:

        def evaluate(labels, output, narrative):
            return {}

    Good a-component/A-DEM2.yaml:

        metric:
          implementation: evaluators/code/departure.py

    Good (whole file) evaluators/code/departure.py:

        def evaluate(labels, output, narrative):
            return {}

    Good a-component/A-DEM2.yaml:

        metric:
          implementation: evaluators/code/departure.py

    Good a-component/A-DEM1.yaml:

        evaluator_type: llm_judge
    """
    for spec in suite.benchmarks if suite.code_evaluators else ():
        kind = spec.fields.evaluator_type
        is_by_code = kind and kind.needs_script and is_in_use(spec)
        if is_by_code and not spec.fields.implementation:
            message = f"`{spec.code}` is judged by code, and names no script that does it"
            hint = f"write `implementation: {script_path(spec.code)}` in `metric`"
            yield Violation(spec.document, at("evaluator_type"), message, hint)


@rule(
    "EVL1706",
    "script for an evaluator type that uses none",
    fields=("evaluator_type", "metric.implementation"),
)
def without_code(suite: Suite) -> Iterator[Violation]:
    """A benchmark that a language model or people judge names a script.

    Why: the script would decide cases that the spec leaves to others.

    Fix: delete `implementation`, or correct `evaluator_type`.

    Bad a-component/A-DEM2.yaml:

        evaluator_type: manual_sme
        metric:
          implementation: evaluators/code/departure.py

    Good a-component/A-DEM2.yaml:

        evaluator_type: manual_sme
    """
    for spec in suite.benchmarks:
        kind = spec.fields.evaluator_type
        if kind and not kind.needs_script and spec.fields.implementation:
            message = f"`{spec.code}` has the evaluator type `{kind}`, which uses no script"
            hint = "delete `implementation`, or correct `evaluator_type`"
            yield Violation(spec.document, at("metric", "implementation"), message, hint)
