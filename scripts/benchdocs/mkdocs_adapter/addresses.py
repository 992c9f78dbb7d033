"""Addresses of generated files: a hand-written file that has one of them as well is named."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from mkdocs.exceptions import Abort
from mkdocs.structure.files import Files


def take(files: Files, generated: Collection[str], docs: Path, lost: list[str]) -> dict[str, str]:
    """Return the paths of the hand-written files by their addresses; those of generated pages have none.

    Sentences on files that are not published are added to `lost`. Raises Abort where the generated pages
    are missing.
    """
    taken = {file.dest_uri: file.src_uri for file in files if file.src_uri in generated}
    if missing := sorted(set(generated) - set(taken.values())):
        needed = "below `plugins`, it needs `scripts: [scripts/gen_pages.py]`"
        script = f"`scripts/gen_pages.py`, which the plugin `gen-files` has to run: {needed}"
        raise Abort(f"The site was not built: `{missing[0]}` did not come from {script}.")
    lost.extend(_not_published(path, path) for path in generated if (docs / path).is_file())
    handwritten = {}
    for file in tuple(files):
        if file.src_uri in generated:
            continue
        handwritten[file.dest_uri] = file.src_uri
        if file.dest_uri in taken:
            lost.append(_not_published(file.src_uri, taken[file.dest_uri]))
            files.remove(file)
    return handwritten


def replacing(
    handwritten: Mapping[str, str], files: Iterable[tuple[str, bytes]], lost: list[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield generated files to write; sentences on hand-written ones in their place are added to `lost`."""
    for path, content in files:
        if path in handwritten:
            lost.append(_not_published(handwritten[path], path))
        yield path, content


def _not_published(own: str, generated: str) -> str:
    more = "; the opening of the home page is `extra.introduction` in `mkdocs.yml`"
    has_it = f"the generated `{generated}` has its address, which no other page can take"
    return f"`{own}` of the docs folder is not published: {has_it}{more if generated == 'index.md' else ''}."
