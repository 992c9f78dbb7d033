"""`schema`: what editors check and explain a spec by."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from benchdocs.cli.options import root_option, turn_in
from benchdocs.files.atomic import reason


@click.command()
@click.argument("kind", required=False, type=click.Choice(["benchmark", "rubric"]))
@click.option("--write", is_flag=True, help="Put the schemas into the root's folder `schemas`.")
@root_option
def schema(kind: str | None, write: bool, root: Path) -> None:
    """Show the JSON Schemas of specs, or only that of one KIND; editors check and explain specs by them.

    Without KIND, one object holds both by the names of their files.
    """
    # Not for `check`, whose start they would slow down.
    from benchdocs.schemas import build

    known = build.schemas()
    chosen = {name: known[name] for name in known if kind is None or name.startswith(f"{kind}.")}
    if not write:
        click.echo(build.json_text(chosen if kind is None else next(iter(chosen.values()))), nl=False)
        return
    with turn_in(root, to_change=True):
        _write(root, {f"{build.FOLDER}/{name}": build.json_text(body) for name, body in chosen.items()})


def _write(root: Path, texts: Mapping[str, str]) -> None:
    from benchdocs.authoring.changeset import Step, StoppedError, carry_out

    try:
        changed = {path: text for path, text in texts.items() if not _holds(root / path, text)}
        carry_out(root, [Step(path, text) for path, text in changed.items()])
    except (StoppedError, OSError) as error:
        why = reason(error) if isinstance(error, OSError) else error.reason
        raise click.UsageError(f"the schemas cannot be written: {why}") from None
    for path in texts:
        click.echo(f"{root / path} " + ("now says what the models say" if path in changed else "was current"))


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_bytes() == text.encode()
