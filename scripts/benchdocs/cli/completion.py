"""Complete what a suite names on the command line, beside what click completes by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.documents.text_file import read_text
from benchdocs.files.tree import entries
from benchdocs.rules.registry import RULES
from benchdocs.specs import discovery
from benchdocs.specs.choices import Outcome

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def complete_rules(context: click.Context, parameter: click.Parameter, prefix: str) -> list[CompletionItem]:
    """Return the rules whose IDs start with a prefix, each with its title."""
    from click.shell_completion import CompletionItem

    found = (rule for rule in RULES if rule.id.lower().startswith(prefix.lower()))
    return [CompletionItem(rule.id, help=rule.title) for rule in found]


def complete_codes(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the codes of the suite that start with a prefix, taken from its file names."""
    return _spec_names(context, prefix, discovery.RUBRIC_FOLDER)


def complete_benchmarks(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the codes of benchmarks that start with a prefix, taken from their file names."""
    return _spec_names(context, prefix)


def complete_reviewers(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the IDs of reviewers that start with a prefix."""
    text = read_text(_root(context), discovery.REVIEWERS_FILE).text
    return _starting(prefix, re.findall(r"""\bid:\s*["']?([\w-]+)""", text))


def complete_outcomes(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the outcomes of a review that start with a prefix, for each value that is decided."""
    from benchdocs.specs.models import Benchmark
    from benchdocs.specs.reviews import ALL

    return _starting(prefix, (f"{item}={word}" for item in (ALL, *Benchmark.decided()) for word in Outcome))


def complete_states(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the branches and tags that start with a prefix."""
    from benchdocs.history.git import GitError, git

    names: list[str] = []
    with suppress(GitError):
        names += git(_root(context), "for-each-ref", "--format=%(refname:short)").decode().split()
    return _starting(prefix, names)


def _root(context: click.Context) -> Path:
    return Path(context.params.get("root") or Path())


def _starting(prefix: str, names: Iterable[str]) -> list[str]:
    return [name for name in sorted({*names}) if name.lower().startswith(prefix.lower())]


def _spec_names(context: click.Context, prefix: str, *more: str) -> list[str]:
    """Return the names of specs that start with a prefix, in the components' folders and in more ones."""
    with suppress(OSError):
        inside, component = _root(context).iterdir(), discovery.COMPONENT_FOLDER
        folders = [path for path in inside if path.name in more or component.fullmatch(path.name)]
        files = [Path(entry.name) for folder in folders for entry in entries(folder, discovery.MAX_FOLDERS)]
        return _starting(prefix, (file.stem for file in files if file.suffix in (".yaml", ".yml")))
    return []
