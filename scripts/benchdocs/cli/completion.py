"""What the Tab key offers, beside what click knows by itself: rules and codes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.rules.registry import RULES
from benchdocs.specs.discovery import COMPONENT_FOLDER, RUBRIC_FOLDER

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from benchdocs.suite.suite import Suite


def complete_rules(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The rules whose IDs begin so, each with its title."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(rule.id, help=rule.title) for rule in RULES if _begins(rule.id, begun)]


def complete_codes(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The codes of the suite that begin so, as its files are named."""
    return _named(context, begun, _holds_specs)


def complete_benchmarks(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The codes of benchmarks that begin so, as their files are named."""
    return _named(context, begun, lambda name: bool(COMPONENT_FOLDER.fullmatch(name)))


def complete_without_prompt(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The codes of benchmarks that begin so and for which a prompt can be started."""
    from benchdocs.authoring.available_codes import CodeError
    from benchdocs.authoring.scaffold import new_prompt

    suite = _suite(context)
    if suite is None:
        return []
    accepted = []
    for code in sorted(suite.benchmark):
        if _begins(code, begun):
            with suppress(CodeError):
                new_prompt(suite, code)
                accepted.append(code)
    return accepted


def complete_free_codes(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The next free code of each rubric that lists benchmarks, where it begins so."""
    from benchdocs.authoring.available_codes import next_free

    suite = _suite(context)
    if suite is None:
        return []
    leaves = (rubric.code for rubric in suite.rubric.values() if rubric.fields.sub_rubrics is None)
    return sorted(code for leaf in leaves if _begins(code := next_free(suite, leaf), begun))


def mend_fish() -> None:
    """Let fish take a word's help as a whole: click's own script cuts it at the first comma."""
    from click.shell_completion import FishComplete, add_completion_class

    class WholeHelp(FishComplete):
        source_template = FishComplete.source_template.replace(
            'string split "," $completion', 'string split --max 1 "," $completion'
        )

    add_completion_class(WholeHelp, "fish")


def _named(context: click.Context, begun: str, holds: Callable[[str], bool]) -> list[str]:
    """Names of specs that begin so, in the folders of these names."""
    try:
        folders = [path for path in _root(context).iterdir() if holds(path.name)]
        files = [path for folder in folders for path in folder.rglob("*.y*ml") if path.name[0] != "."]
    except OSError:
        return []
    return [code for code in sorted({path.stem for path in files}) if _begins(code, begun)]


def _suite(context: click.Context) -> Suite | None:
    """The suite as it is; None where there is none, or its folder cannot be read."""
    from benchdocs.specs.discovery import has_specs
    from benchdocs.specs.loading import load
    from benchdocs.suite.suite import Suite

    try:
        return Suite(load(_root(context))) if has_specs(_root(context)) else None
    except OSError:
        return None


def _root(context: click.Context) -> Path:
    return Path(context.params.get("root") or Path())


def _holds_specs(name: str) -> bool:
    return name == RUBRIC_FOLDER or bool(COMPONENT_FOLDER.fullmatch(name))


def _begins(word: str, begun: str) -> bool:
    return word.lower().startswith(begun.lower())
