"""Run the `benchdocs` command, for authors and continuous integration."""

import atexit
import gc
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import click

from benchdocs.cli.retired import replacement
from benchdocs.files.termination import end_in_order
from benchdocs.reports import streams

gc.set_threshold(10_000_000)
"""A command creates many objects and frees few: Python's frequent search for reference cycles finds none."""
_LOADER = ModuleType("pydantic.plugin._loader")
_LOADER.get_plugins = tuple  # type: ignore[attr-defined]
sys.modules.setdefault(_LOADER.__name__, _LOADER)
"""Else pydantic reads what every installed package says of itself, to look for plugins."""
atexit.register(gc.freeze)
"""Otherwise Python searches everything once more on exit, which takes a fifth of a check's time."""

UNREPORTED = 4
"""Exit code of a command that did its work and whose output was lost; 3 is a score that decides nothing."""
_COMMANDS = (
    *("check", "diff", "export-evals", "init", "inventory", "new"),
    *("review", "rules", "schema", "score"),
)
"""Each command is in the module of its name, with underscores; only that of the one that runs is imported."""


class _Commands(click.Group):
    """Group that imports a command when it is run."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command; say where its output could not be written."""
        end_in_order()
        streams.make_lasting()
        try:
            return super().main(*args, **kwargs)
        except SystemExit as end:
            if lost := streams.why_lost():
                click.echo(
                    f"The command did all else, but not all output could be written: {lost}.", err=True
                )
                raise SystemExit(end.code or UNREPORTED) from None
            raise

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was called; wrong usage if it or one of its options is retired."""
        if sentence := replacement(args[0], args[1:]):
            raise click.UsageError(sentence)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, imported; None where there is none."""
        if cmd_name not in _COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command = getattr(import_module(f"benchdocs.cli.{name}"), name)
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=_Commands,
    commands={name: click.Command(name) for name in _COMMANDS},
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="benchdocs")
def main() -> None:
    """Check benchmark specs, and explain what is found."""


if __name__ == "__main__":
    main()
