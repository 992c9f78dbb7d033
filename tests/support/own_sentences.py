"""The words that the project itself writes: on pages, in messages and in the help of commands.

Not among them are specs, prompts and cases, code, and what is quoted.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from support.paths import REPOSITORY

_PAGES = (
    *("README.md", "AGENTS.md", "a-component/FIELD_SPECS.md", "rubrics/FIELD_SPECS.md"),
    *(
        "evaluators/llm-judge/PROMPT_SPECS.md",
        "docs/**/*.md",
        "scripts/benchdocs/**/*.j2",
        "scripts/benchdocs/pages/**/*.md",
    ),
)
_NOT_OWN = re.compile(
    r"""^[ ]*(?P<fence>```|~~~).*?^[ ]*(?P=fence)[ ]*$    # a block of code
    | <!--[ ]inventory.*?<!--[ ]end[ ]of[ ]inventory[ ]-->    # labels of the suite
    | <!--[ ]bench:.*?<!--[ ]end[ ]of[ ]bench[ ]-->
    | \{\#[\w-]+\}    # an anchor
    | \{%.*?%\} | \{\#.*?\#\} | \{\{.*?\}\}    # Jinja
    | <(?P<tag>style|script|code|pre|svg)\b.*?</(?P=tag)> | <[^<>]*>
    | (?P<ticks>`+).*?(?P=ticks)
    | "[^"\n]*(?:\n[^"\n]*)?" | “[^”]*”    # what is quoted
    | (?<=\])\([^()\s]*\)    # where a link leads
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_SAMPLES = re.compile(r"^    (?:Bad|Good)\b.*", re.MULTILINE | re.DOTALL)
"""The examples at the end of a rule's text."""
_NO_WORDS = re.compile(r"\\|\(\?|\A\S*\Z")
"""A pattern, or a single word."""


class OwnText(NamedTuple):
    """Words in a file, with dots for code and quotations."""

    path: str
    line: int
    text: str


def own_texts() -> Iterator[OwnText]:
    """Every text of the project's own, with the line it starts in."""
    for path in _paths(*_PAGES):
        yield _own(path, 1, path.read_text(encoding="utf-8"))
    for path in _paths("scripts/benchdocs/**/*.py"):
        for line, text in _strings(ast.parse(path.read_text(encoding="utf-8"))):
            if not _NO_WORDS.search(text):
                yield _own(path, line, text)


def _paths(*patterns: str) -> Iterator[Path]:
    return (path for pattern in patterns for path in sorted(REPOSITORY.glob(pattern)))


def _own(path: Path, line: int, text: str) -> OwnText:
    words = _NOT_OWN.sub(lambda match: "…" + "\n" * match[0].count("\n"), text)
    return OwnText(path.relative_to(REPOSITORY).as_posix(), line, words)


def _strings(module: ast.Module) -> Iterator[tuple[int, str]]:
    """What a module says to people: the texts of rules and commands, and strings that are no docstrings."""
    seen: set[ast.AST] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Expr):
            seen.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            seen.update(node.values)
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values),
            )
        elif isinstance(node, ast.FunctionDef) and node.decorator_list:
            docstring = ast.get_docstring(node, clean=False)
            if docstring and re.match(r"rule\(|click\.command", ast.unparse(node.decorator_list[0])):
                yield node.body[0].lineno, _SAMPLES.sub("", docstring)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in seen:
            yield node.lineno, node.value
