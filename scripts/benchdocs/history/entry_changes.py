"""Changes of files of fields that are no specs (cases, labels, reviewers, reviews), value by value."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.history.change import Change, phrase, reworded, shown
from benchdocs.specs.discovery import ASSESSMENT_FILE, LABELS_FILE, REPLY_SCHEMA
from benchdocs.specs.field_facts import Effect
from benchdocs.suite.fingerprints import meaning

_EMPTY: tuple[Any, ...] = (None, [], {})
_WORDS = {True: "yes", False: "no"}
"""What an author of the self-assessment wrote where YAML reads a truth value."""
Route = tuple[str, ...]


def entry_changes(path: str, old: str, new: str, can: str) -> Iterator[Change]:
    """Yield the values that differ; where only a comment or the form does, nothing."""
    before, after = _data(path, old), _data(path, new)
    codes = concerned(path, old, new)
    if before is None or after is None:
        yield Change(path, "text", old, new, _effect(path, ()), reworded(path, old, new), can, codes)
        return
    for route, one, other in _differences(before, after):
        what = " ".join(route)
        if isinstance(one or other, dict) and None in (one, other):
            text = f"{path} {what} {'added' if one is None else 'removed'}"
        else:
            text = f"{path} {phrase(what, _shown(path, one), _shown(path, other))}"
        values = _shown(path, one), _shown(path, other)
        yield Change(path, what, *values, _effect(path, route), text, can, codes)


def concerned(path: str, *texts: str) -> tuple[str, ...]:
    """Return the codes that a file is about: those of the cases' benchmark, or of the reviewed spec."""
    data = (_data(path, text) or {} for text in texts)
    found = (each.get(name) for each in data for name in ("benchmark", "code"))
    return tuple(dict.fromkeys(code for code in found if isinstance(code, str)))


def _effect(path: str, route: Route) -> Effect:
    """Return the class of a change: labels are what scores are counted from, the schema what a reply is."""
    is_counted = path == REPLY_SCHEMA or (path == LABELS_FILE and route[:1] != ("record",))
    return Effect.SCORE if is_counted else Effect.MEANING


def _differences(old: Any, new: Any, route: Route = ()) -> Iterator[tuple[Route, Any, Any]]:
    """Yield the values that differ, with their routes; a block that is there once only, as a whole."""
    if old in _EMPTY and new in _EMPTY:
        return
    one, other = _blocks(old, route), _blocks(new, route)
    if not (one and other) and isinstance(old, dict) and isinstance(new, dict):
        one, other = ({(*route, str(key)): entry for key, entry in each.items()} for each in (old, new))
    if one or other:
        for place in dict.fromkeys((*one, *other)):
            yield from _differences(one.get(place), other.get(place), place)
    elif meaning(old) != meaning(new):
        yield route, old, new


def _blocks(value: Any, route: Route) -> dict[Route, Any]:
    """Return the blocks in a list, named by their `id` or number, or those in a mapping, by route."""
    if isinstance(value, list) and all(isinstance(entry, dict) for entry in value):
        *above, last = route
        names = [str(entry.get("id", number)) for number, entry in enumerate(value, 1)]
        if len({*names}) < len(names):
            names = [f"{number} ({name})" for number, name in enumerate(names, 1)]
        each = zip(names, value, strict=True)
        return {(*above, f"{last.removesuffix('s')} {name}"): entry for name, entry in each}
    if isinstance(value, dict) and all(isinstance(entry, dict) for entry in value.values()):
        return {(*route, str(key)): entry for key, entry in value.items()}
    return {}


def _shown(path: str, value: Any) -> str:
    return _WORDS[value] if path == ASSESSMENT_FILE and isinstance(value, bool) else shown(value)


@lru_cache(maxsize=512)
def _data(path: str, text: str) -> dict[str, Any] | None:
    """Return the values of a file; None where it cannot be read in full."""
    document: Any = parse_yaml(TextFile(path, text))
    return document.data if document.is_readable and not document.problems else None
