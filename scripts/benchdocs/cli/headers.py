"""`headers`: the HTTP headers that a host should send with released versions of the site."""

from pathlib import Path

import click

from benchdocs.files.atomic import replace_text


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def headers(folder: Path) -> None:
    """Write the headers that a host should send with the released versions in FOLDER.

    Each build writes its own headers. With several versions side by side, one file above them covers all, and
    allows the scripts that the build of each version allowed.
    """
    from benchdocs.site import http_headers

    path = folder / http_headers.NAME
    try:
        replace_text(path, http_headers.headers(folder, http_headers.released_scripts(folder)))
    except OSError as error:
        raise click.ClickException(f"{path} was not changed: {error.strerror}") from None
