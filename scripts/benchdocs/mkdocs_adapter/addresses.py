"""Addresses of generated files: a warning names a hand-written file that has one of them as well."""

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from mkdocs.exceptions import Abort
from mkdocs.structure.files import Files

_LOG = logging.getLogger("mkdocs.plugins.benchdocs")


def take(files: Files, generated: Collection[str], docs: Path) -> dict[str, str]:
    """Return the paths of the hand-written files by their addresses; those of generated pages have none.

    Raises Abort where the generated pages are missing.
    """
    taken = {file.dest_uri: file.src_uri for file in files if file.src_uri in generated}
    if missing := sorted(set(generated) - set(taken.values())):
        script = "`scripts/gen_pages.py`, which the plugin `gen-files` has to run"
        raise Abort(f"The site was not built: `{missing[0]}` did not come from {script}.")
    for path in generated:
        if (docs / path).is_file():
            _warn(path, path)
    own = [file for file in files if file.src_uri not in generated]
    for file in own:
        if file.dest_uri in taken:
            _warn(file.src_uri, taken[file.dest_uri])
            files.remove(file)
    return {file.dest_uri: file.src_uri for file in own}


def replacing(
    handwritten: Mapping[str, str], files: Iterable[tuple[str, bytes]]
) -> Iterator[tuple[str, bytes]]:
    """Yield generated files to write, with a warning for each that takes the place of a hand-written one."""
    for path, content in files:
        if path in handwritten:
            _warn(handwritten[path], path)
        yield path, content


def _warn(own: str, generated: str) -> None:
    _LOG.warning(f"`{own}` of the docs folder is not published: the generated `{generated}` has its address.")
