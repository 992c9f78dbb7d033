"""A code evaluator as its page shows it, read from its text."""

import ast
import keyword
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from benchdocs.rules.finding import Finding
from benchdocs.site.views.cases import CasesView
from benchdocs.site.views.prompt import prompt_label
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.suite.suite import BenchmarkSpec

_COMPARED, _ELEMENTS = "COMPARE", "ELEMENTS"
"""Constants of a script with its comparisons by label: one has fields and kinds, one calls with both."""

_QUOTED = r"""\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
_TOKEN = re.compile(
    rf"(?P<comment>#[^\r\n]*)|(?P<string>(?<!\w)[bfrBFR]{{0,2}}(?:{_QUOTED}))|"
    rf"(?P<keyword>\b(?:{'|'.join(keyword.kwlist)})\b)",
    re.DOTALL,
)


class CodePiece(NamedTuple):
    """A part of a line of a script; `kind` is `comment`, `string`, `keyword` or empty."""

    kind: str
    text: str


@dataclass(frozen=True)
class CodeEvaluatorView:
    """Everything a code evaluator's page shows.

    Attributes:
        cases: The calibration cases of each of its users.
        is_shared: Whether it is a module that scripts import, which judges nothing itself.
        imported: Paths of the modules beside it that it imports.
    """

    script: CodeEvaluator
    slug: str
    users: tuple[BenchmarkSpec, ...]
    findings: tuple[Finding, ...]
    cases: tuple[CasesView, ...]
    is_shared: bool = False
    imported: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What it is called next to the codes of its users."""
        own = prompt_label(self.script, self.users)
        return "What code evaluators share" if self.is_shared else own

    @property
    def title(self) -> str:
        """The label after the codes of the benchmarks it judges."""
        codes = "" if self.is_shared else ", ".join(user.code for user in self.users)
        return f"{codes} script: {self.label}" if codes else self.label

    @property
    def digest(self) -> str:
        """SHA-256 of the text."""
        return sha256(self.script.unix_text.encode()).hexdigest()

    @property
    def lines(self) -> list[list[CodePiece]]:
        """The text by line, each line in pieces of one color."""
        text, at = self.script.text, 0
        pieces = []
        for token in _TOKEN.finditer(text):
            pieces += [CodePiece("", text[at : token.start()]), CodePiece(token.lastgroup or "", token[0])]
            at = token.end()
        lines: list[list[CodePiece]] = [[]]
        for kind, part in (*pieces, CodePiece("", text[at:])):
            for line in part.splitlines(keepends=True):
                shown = "".join(line.splitlines())
                lines[-1].append(CodePiece(kind, shown))
                if shown != line:
                    lines.append([])
        return lines if lines[-1] else lines[:-1]

    @property
    def _tree(self) -> ast.Module:
        return self.script.tree or ast.Module([], [])

    @property
    def purpose(self) -> str:
        """What it says of itself: its docstring, as a sentence where it opens with a code."""
        text = ast.get_docstring(self._tree) or ""
        opening, _, rest = text.partition(": ")
        return f"It judges {rest}" if opening in (user.code for user in self.users) else text

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that its users count."""
        metrics = (user.fields.metric for user in self.users)
        return tuple(dict.fromkeys(label for metric in metrics if metric for label in metric.labels))

    @property
    def compared(self) -> list[tuple[str, str, str]]:
        """How it compares: label, field and kind of comparison; the kind is empty where a trace is enough."""
        with suppress(ValueError, TypeError, AttributeError):
            kinds = ast.literal_eval(self._constant(_COMPARED))
            return [
                (str(label), str(name), str(kind))
                for label, fields in kinds.items()
                for name, kind in (fields.items() if isinstance(fields, dict) else [("", fields)])
            ]
        table = self._constant(_ELEMENTS)
        return [*_elements(table)] if isinstance(table, ast.Dict) else []

    def _constant(self, name: str) -> ast.expr:
        for node in self._tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return getattr(node, "value", None) or ast.Constant(None)
        return ast.Constant(None)


def _elements(table: ast.Dict) -> Iterator[tuple[str, str, str]]:
    """Yield label, field and kind of the calls in a table by label; field and kind come first in each."""
    for label, entries in zip(table.keys, table.values, strict=True):
        for call in ast.walk(entries):
            if isinstance(call, ast.Call) and isinstance(label, ast.Constant):
                field, kind = (
                    [each.value for each in call.args if isinstance(each, ast.Constant)] + ["", ""]
                )[:2]
                yield str(label.value), str(field), str(kind)
