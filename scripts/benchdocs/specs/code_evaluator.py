"""Code evaluators: scripts that judge. The package reads them as texts, and never imports one."""

import ast
import warnings
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from benchdocs.documents.text_file import TextFile
from benchdocs.specs.discovery import CODE_FOLDER

MODULES = frozenset(
    (
        *("__future__", "collections", "dataclasses", "datetime", "decimal", "difflib", "fractions"),
        *("functools", "itertools", "json", "math", "re", "string", "typing", "unicodedata"),
    )
)
"""Modules of the standard library that an evaluator may import, with what is in them."""
ENTRY = "evaluate"
PARAMETERS = ("labels", "output", "narrative")
UNPARSABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
"""Errors of Python's own parser."""


def script_path(code: str) -> str:
    """Return the path of a new script for the benchmark with a code."""
    return f"{CODE_FOLDER}/{code.lower().replace('-', '_')}.py"


def imports(node: ast.AST) -> list[tuple[str, str]]:
    """Return each module that a node imports, with the name that it takes of it; empty for all of it."""
    if isinstance(node, ast.ImportFrom):
        return [(node.module or alias.name, alias.name if node.module else "") for alias in node.names]
    if isinstance(node, ast.Import):
        return [(alias.name, "") for alias in node.names]
    return []


def parts(root: ast.AST) -> list[ast.AST]:
    """Return a node and all parts of it as `ast.walk` does, an outer one first, in a third of its time."""
    found = [root]
    for node in found:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found += [entry for entry in value if isinstance(entry, ast.AST)]
    return found


class CodeEvaluator(TextFile):
    """Script that judges the cases of a benchmark, or a module that such scripts share."""

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.rpartition("/")[2].removesuffix(".py")

    @cached_property
    def tree(self) -> ast.Module | None:
        """The script as Python reads it; None where it cannot."""
        try:
            with warnings.catch_warnings(action="ignore"):  # of odd escapes
                return ast.parse(self.text)
        except UNPARSABLE:
            return None

    @cached_property
    def statements(self) -> list[list[ast.AST]]:
        """Its statements, each with all parts of it, an outer one first; none where Python cannot read it."""
        return [*map(parts, self.tree.body)] if self.tree else []

    @property
    def nodes(self) -> Iterator[ast.AST]:
        """All parts of its statements."""
        return chain.from_iterable(self.statements)

    @cached_property
    def imported(self) -> frozenset[str]:
        """Names of the modules that it imports besides those of the standard library, wherever it does."""
        names: set[str] = set()
        for node in self.nodes:
            names.update(module.partition(".")[0] for module, _ in imports(node))
        return frozenset(names - MODULES)
