"""The navigation of a site whose `mkdocs.yml` has none: the known pages, and the others by folder."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml
from mkdocs.utils import dirname_to_title

KNOWN = yaml.safe_load(Path(__file__).with_name("navigation.yml").read_text(encoding="utf-8"))
"""The pages that a site may have, in order."""


def listed(nav: Any) -> Iterator[str]:
    """Yield the files that a navigation names, in order."""
    if isinstance(nav, str):
        yield nav
    for item in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from listed(item)


def navigation(generated: Collection[str], handwritten: Iterable[str]) -> list[Any]:
    """Return the known pages that exist; other hand-written ones end the section of their folder."""
    own = {*handwritten}
    kept: list[Any] = _existing(KNOWN, {*generated, *own}) or []
    sections = {
        next(listed(pages)).partition("/")[0]: pages
        for entry in kept
        for pages in entry.values()
        if isinstance(pages, list)
    }
    for path in sorted(own - {*listed(KNOWN)}):
        folder, is_below, _ = path.partition("/")
        if is_below and folder not in sections:
            sections[folder] = []
            kept.append({dirname_to_title(folder): sections[folder]})
        (sections[folder] if is_below else kept).append(path)
    return kept


def _existing(entry: Any, paths: Collection[str]) -> Any:
    """Return an entry of a navigation without the pages that do not exist; None where none is left."""
    if isinstance(entry, str):
        return entry if entry in paths else None
    if isinstance(entry, list):
        return [kept for each in entry if (kept := _existing(each, paths))] or None
    kept = {title: existing for title, value in entry.items() if (existing := _existing(value, paths))}
    return kept or None
