"""Complete rules and codes on the command line, beside what click completes by itself."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.files.tree import entries
from benchdocs.rules.registry import RULES
from benchdocs.specs.discovery import COMPONENT_FOLDER, MAX_FOLDERS, RUBRIC_FOLDER

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from benchdocs.suite.suite import Suite


def complete_rules(context: click.Context, parameter: click.Parameter, prefix: str) -> list[CompletionItem]:
    """Return the rules whose IDs start with a prefix, each with its title."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(rule.id, help=rule.title) for rule in RULES if _starts_with(rule.id, prefix)]


def complete_codes(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the codes of the suite that start with a prefix, taken from its file names."""
    return _spec_names(context, prefix, RUBRIC_FOLDER)


def complete_benchmarks(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the codes of benchmarks that start with a prefix, taken from their file names."""
    return _spec_names(context, prefix)


def complete_without_prompt(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the codes of benchmarks that start with a prefix and for which a prompt can be drafted."""
    from benchdocs.authoring.available_codes import CodeError
    from benchdocs.authoring.scaffold import new_prompt

    suite = _suite(context)
    if suite is None:
        return []
    accepted = []
    for code in sorted(suite.benchmark):
        if _starts_with(code, prefix):
            with suppress(CodeError):
                new_prompt(suite, code)
                accepted.append(code)
    return accepted


def complete_free_codes(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the next free codes that start with a prefix, of rubrics that list benchmarks."""
    from benchdocs.authoring.available_codes import next_free

    suite = _suite(context)
    if suite is None:
        return []
    leaves = (rubric.code for rubric in suite.rubric.values() if rubric.fields.sub_rubrics is None)
    return sorted(code for leaf in leaves if _starts_with(code := next_free(suite, leaf), prefix))


def correct_fish_help() -> None:
    """Let fish show the whole help of a word: click's own script cuts it at the first comma."""
    from click.shell_completion import FishComplete, add_completion_class

    class WholeHelp(FishComplete):
        source_template = FishComplete.source_template.replace(
            'string split "," $completion', 'string split --max 1 "," $completion'
        )

    add_completion_class(WholeHelp, "fish")


def _spec_names(context: click.Context, prefix: str, *more: str) -> list[str]:
    """Return the names of specs that start with a prefix, in the components' folders and in more ones."""
    try:
        inside = _root(context).iterdir()
        folders = [path for path in inside if path.name in more or COMPONENT_FOLDER.fullmatch(path.name)]
        files = [Path(entry.name) for folder in folders for entry in entries(folder, MAX_FOLDERS)]
    except OSError:
        return []
    codes = {file.stem for file in files if file.suffix in (".yaml", ".yml")}
    return [code for code in sorted(codes) if _starts_with(code, prefix)]


def _suite(context: click.Context) -> Suite | None:
    """Return the suite as it is; None where there is none, or its folder cannot be read."""
    from benchdocs.specs.discovery import has_specs
    from benchdocs.specs.loading import load
    from benchdocs.suite.suite import Suite

    try:
        return Suite(load(_root(context))) if has_specs(_root(context)) else None
    except OSError:
        return None


def _root(context: click.Context) -> Path:
    return Path(context.params.get("root") or Path())


def _starts_with(word: str, prefix: str) -> bool:
    return word.lower().startswith(prefix.lower())
