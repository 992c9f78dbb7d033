"""Code evaluators: scripts that judge. The package reads them as texts, and never imports one."""

import re
from functools import cached_property

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
_IMPORTED = re.compile(r"^[ \t]*(?:from|import)[ \t]+(\w+)", re.MULTILINE)


def script_path(code: str) -> str:
    """Return the path of a new script for the benchmark with a code."""
    return f"{CODE_FOLDER}/{code.lower().replace('-', '_')}.py"


class CodeEvaluator(TextFile):
    """Script that judges the cases of a benchmark, or a module that such scripts share."""

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.rpartition("/")[2].removesuffix(".py")

    @cached_property
    def imported(self) -> frozenset[str]:
        """Names of the modules that it imports besides those of the standard library."""
        return frozenset(_IMPORTED.findall(self.text)) - MODULES
