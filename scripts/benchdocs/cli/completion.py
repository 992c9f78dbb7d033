"""Complete rules and codes on the command line, beside what click completes by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.files.tree import entries
from benchdocs.rules.registry import RULES
from benchdocs.specs.discovery import COMPONENT_FOLDER, MAX_FOLDERS, RUBRIC_FOLDER

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def complete_rules(context: click.Context, parameter: click.Parameter, prefix: str) -> list[CompletionItem]:
    """Return the rules whose IDs start with a prefix, each with its title."""
    from click.shell_completion import CompletionItem

    found = (rule for rule in RULES if rule.id.lower().startswith(prefix.lower()))
    return [CompletionItem(rule.id, help=rule.title) for rule in found]


def complete_codes(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the codes of the suite that start with a prefix, taken from its file names."""
    return _spec_names(context, prefix, RUBRIC_FOLDER)


def complete_benchmarks(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the codes of benchmarks that start with a prefix, taken from their file names."""
    return _spec_names(context, prefix)


def _spec_names(context: click.Context, prefix: str, *more: str) -> list[str]:
    """Return the names of specs that start with a prefix, in the components' folders and in more ones."""
    try:
        inside = Path(context.params.get("root") or Path()).iterdir()
        folders = [path for path in inside if path.name in more or COMPONENT_FOLDER.fullmatch(path.name)]
        files = [Path(entry.name) for folder in folders for entry in entries(folder, MAX_FOLDERS)]
    except OSError:
        return []
    codes = {file.stem for file in files if file.suffix in (".yaml", ".yml")}
    return [code for code in sorted(codes) if code.lower().startswith(prefix.lower())]
