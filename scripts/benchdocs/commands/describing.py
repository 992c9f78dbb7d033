"""`schema`: what editors check and explain a spec by."""

from __future__ import annotations

from pathlib import Path

import click

from benchdocs.commands.options import root_option
from benchdocs.staging import replace_text


@click.command()
@click.argument("kind", required=False, type=click.Choice(["benchmark", "rubric"]))
@click.option("--write", is_flag=True, help="Put the schemas into the root's folder `schemas`.")
@root_option
def schema(kind: str | None, write: bool, root: Path) -> None:
    """Show the JSON Schemas of specs, or only that of one KIND; editors check and explain specs by them.

    Without KIND, one object holds both by the names of their files.
    """
    # Not for `check`, whose start they would slow down.
    from benchdocs import schema as schemas

    known = schemas.schemas()
    chosen = {name: known[name] for name in known if kind is None or name.startswith(f"{kind}.")}
    if not write:
        click.echo(schemas.json_text(chosen if kind is None else next(iter(chosen.values()))), nl=False)
        return
    folder = root / schemas.FOLDER
    for name in chosen:
        path, text = folder / name, schemas.json_text(chosen[name])
        try:
            folder.mkdir(exist_ok=True)
            is_current = path.exists() and path.read_bytes() == text.encode()
            if not is_current:
                replace_text(path, text)
        except OSError as error:
            raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None
        click.echo(f"{path} " + ("was current" if is_current else "now says what the models say"))
