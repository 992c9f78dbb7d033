"""What the Tab key offers, beside what click knows by itself: rules and codes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.load import COMPONENT_FOLDER, RUBRIC_FOLDER
from benchdocs.rules import RULES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def complete_rules(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The rules whose IDs begin so, each with its title."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(rule.id, help=rule.title) for rule in RULES if _begins(rule.id, begun)]


def complete_codes(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The codes of the suite that begin so, as its files are named."""
    root = Path(context.params.get("root") or Path())
    try:
        folders = [path for path in root.iterdir() if _holds_specs(path.name)]
        files = [path for folder in folders for path in folder.rglob("*.y*ml") if path.name[0] != "."]
    except OSError:
        return []
    return [code for code in sorted({path.stem for path in files}) if _begins(code, begun)]


def _holds_specs(name: str) -> bool:
    return name == RUBRIC_FOLDER or bool(COMPONENT_FOLDER.fullmatch(name))


def _begins(word: str, begun: str) -> bool:
    return word.lower().startswith(begun.lower())
