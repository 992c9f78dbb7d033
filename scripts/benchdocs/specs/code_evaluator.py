"""Code evaluators: scripts that judge. The package reads them as texts, and never imports one."""

import re

from benchdocs.documents.text_file import TextFile
from benchdocs.specs.discovery import CODE_FOLDER

MODULES = frozenset(
    (
        *("__future__", "collections", "dataclasses", "datetime", "decimal", "difflib", "fractions"),
        *("functools", "itertools", "json", "math", "re", "string", "typing", "unicodedata"),
    )
)
"""Modules of the standard library that an evaluator may import, with what is in them."""
SHARED = "comparison"
"""The module beside the evaluators that they share."""
SHARED_FILE = f"{CODE_FOLDER}/{SHARED}.py"
ENTRY = "evaluate"
PARAMETERS = ("labels", "output", "narrative")
_IMPORTS_SHARED = re.compile(rf"^[ \t]*(?:from|import)[ \t]+{SHARED}\b", re.MULTILINE)


def script_path(code: str) -> str:
    """Return the path of a new script for the benchmark with a code."""
    return f"{CODE_FOLDER}/{code.lower().replace('-', '_')}.py"


class CodeEvaluator(TextFile):
    """Script that judges the cases of a benchmark, or the module that such scripts share."""

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.rpartition("/")[2].removesuffix(".py")

    @property
    def is_shared(self) -> bool:
        """Whether it is the module that the others share."""
        return self.path == SHARED_FILE

    @property
    def uses_shared(self) -> bool:
        """Whether it imports the shared module."""
        return not self.is_shared and _IMPORTS_SHARED.search(self.text) is not None
