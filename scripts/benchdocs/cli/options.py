"""Share options, exit codes and answers to wrong usage among commands."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TypeVar

import click

from benchdocs.files import lock
from benchdocs.specs.discovery import SETTINGS_FILES, has_specs
from benchdocs.suite.suite import Suite

_Result = TypeVar("_Result")
_Command = TypeVar("_Command", bound=Callable[..., object])
CLEAN, FAILED = 0, 1  # wrong usage is 2, which click exits with


def _root(context: click.Context, parameter: click.Parameter, given: Path | None) -> Path:
    """Return the root that was given, else the nearest folder upward that is one, else the current folder."""
    here = Path.cwd()
    if given or _is_root(here):
        return given or Path()
    above = next(filter(_is_root, here.parents), None)
    if above is None:
        return Path()
    root = Path(os.path.relpath(above))
    if not context.resilient_parsing:  # a shell completes words
        click.echo(f"root: `{root.as_posix()}`, found in a folder above this one", err=True)
    return root


def _is_root(folder: Path) -> bool:
    """Return whether a folder holds specs, or the settings of a suite that has none yet."""
    with suppress(OSError, UnicodeDecodeError):  # it may not be read
        alone, shared = map(folder.joinpath, SETTINGS_FILES)
        has_table = shared.is_file() and "[tool.benchdocs" in shared.read_text("utf-8")
        return has_specs(folder) or alone.is_file() or has_table
    return False


root_option = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    callback=_root,
    envvar="BENCHDOCS_ROOT",
    help="Folder with the specs (default: the current one, or the nearest one above it with specs).",
)


def format_option(*formats: str, help: str = "Format of the output.") -> Callable[[_Command], _Command]:
    """Return the option for the format of what a command prints; the first is the usual one."""
    return click.option("--format", "form", type=click.Choice(formats), default=formats[0], help=help)


def with_specs(root: Path) -> Path:
    """Return the root itself; wrong usage where it holds no specs."""
    if not has_specs(root):
        needed = "it has neither a `rubrics/` nor a `...-component/` folder"
        raise click.UsageError(f"no specs in `{root}`: {needed}; {_where_else(root)}")
    return root


def _where_else(root: Path) -> str:
    """Return where specs are in a folder above one without any, or how to start a suite."""
    if above := next(filter(_is_root, Path(os.path.abspath(root)).parents), None):
        return f"a suite is in a folder above: `--root {Path(os.path.relpath(above)).as_posix()}`"
    there = "" if root == Path() else f" {root}"
    return f"to start a suite here, run `benchdocs init{there}`"


@contextmanager
def suite_lock(root: Path, *, for_writing: bool = False) -> Iterator[None]:
    """Wait until no command is changing a suite, and where it is to be changed, keep other commands out.

    The command ends with a sentence where another one takes too long.
    """
    with _ending_if_busy(), lock.changing(root) if for_writing else nullcontext():
        if not for_writing:
            lock.await_changes(root)
        yield


def undisturbed(root: Path, read: Callable[[], _Result]) -> _Result:
    """Return what `read` returns while no command changes a suite; the command ends as in `suite_lock`."""
    with _ending_if_busy():
        return lock.undisturbed(root, read)


@contextmanager
def _ending_if_busy() -> Iterator[None]:
    try:
        yield
    except lock.BusyError as error:
        raise click.ClickException(str(error)) from None


def is_below(path: str, place: str) -> bool:
    """Return whether a path is that of a file or folder, or lies in that folder."""
    return place == "." or path == place or path.startswith(f"{place}/")


def suite_at(name: str, root: Path) -> Suite:
    """Return the suite of a git revision or in a folder; wrong usage where the name is none."""
    # Not for a plain `check`, whose start it would slow down.
    from benchdocs.history import revisions

    folder = Path(name)
    try:
        if folder.is_dir() and has_specs(folder):
            return undisturbed(folder, lambda: revisions.suite_at(name, root))
        return revisions.suite_at(name, root)
    except revisions.RevisionError as error:
        raise click.UsageError(str(error)) from None
