"""`headers`: the HTTP headers that a host should send with released versions of the site."""

from pathlib import Path

import click

from benchdocs.files.atomic import replace_text


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def headers(folder: Path) -> None:
    """Write the headers that a host should send with the released versions in FOLDER.

    Each build writes its own headers. With several versions side by side, one file above them covers all. Its
    policy for a version allows the scripts that the build of that version allowed.
    """
    from benchdocs.site import http_headers

    path = folder / http_headers.NAME
    if not http_headers.is_built(folder):
        raise click.UsageError(f"`{folder}` has no finished site; build one there first")
    try:
        replace_text(path, http_headers.released_headers(folder))
    except ValueError as error:
        raise click.ClickException(f"{path} was not changed: {error}") from None
    except OSError as error:
        raise click.ClickException(f"{path} was not changed: {error.strerror}") from None
