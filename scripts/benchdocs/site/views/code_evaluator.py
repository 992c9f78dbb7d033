"""A code evaluator as its page shows it, read from its text."""

import ast
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from benchdocs.rules.finding import Finding
from benchdocs.site.views.cases import CasesView
from benchdocs.site.views.prompt import prompt_label
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.suite.suite import BenchmarkSpec

_COMPARED = "COMPARE"
"""Constant of a script that names, by label and field, how it compares."""


@dataclass(frozen=True)
class CodeEvaluatorView:
    """Everything a code evaluator's page shows; `cases` are the calibration cases of each of its users."""

    script: CodeEvaluator
    slug: str
    users: tuple[BenchmarkSpec, ...]
    findings: tuple[Finding, ...]
    cases: tuple[CasesView, ...]

    @property
    def label(self) -> str:
        """What it is called next to the codes of its users."""
        own = prompt_label(self.script, self.users)
        return "What code evaluators share" if self.script.is_shared else own

    @property
    def title(self) -> str:
        """The label after the codes of the benchmarks it judges."""
        codes = "" if self.script.is_shared else ", ".join(user.code for user in self.users)
        return f"{codes} script: {self.label}" if codes else self.label

    @property
    def digest(self) -> str:
        """SHA-256 of the text."""
        return sha256(self.script.unix_text.encode()).hexdigest()

    @cached_property
    def _tree(self) -> ast.Module:
        with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            return ast.parse(self.script.text)
        return ast.Module([], [])

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
        """How it compares: label, field and kind of comparison."""
        return [
            (str(label), str(field), str(kind))
            for label, kinds in self._constant.items()
            for field, kind in (kinds.items() if isinstance(kinds, dict) else [("", kinds)])
        ]

    @property
    def _constant(self) -> dict[Any, Any]:
        for node in self._tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == _COMPARED for target in targets):
                with suppress(ValueError, TypeError):
                    found = ast.literal_eval(node.value)  # type: ignore[attr-defined]
                    return found if isinstance(found, dict) else {}
        return {}
