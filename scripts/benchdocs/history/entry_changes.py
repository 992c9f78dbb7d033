"""Changes of files of fields that are no specs (cases, labels, reviewers, reviews), value by value."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.history.change import Change, phrase, reworded, shown
from benchdocs.specs.discovery import ASSESSMENT_FILE, CASE_FOLDER, LABELS_FILE, REPLY_SCHEMA
from benchdocs.specs.field_facts import Effect
from benchdocs.suite.fingerprints import meaning

_EMPTY: tuple[Any, ...] = (None, [], {})
_EXACT = ("labels", "output")
"""Fields of a case in which an absent key, `null`, `{}` and `[]` are four different things."""
_ABSENT: Any = object()
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
    for route, one, other in _differences(path, before, after):
        what, values = " ".join(route), (_shown(path, route, one), _shown(path, route, other))
        if _ABSENT in (one, other) and any(value and isinstance(value, dict) for value in (one, other)):
            text = f"{path} {what} {'added' if one is _ABSENT else 'removed'}"
        else:
            text = f"{path} {phrase(what, *values)}"
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


def _is_exact(path: str, route: Route) -> bool:
    """Return whether a value is one that evaluators are given as it is written."""
    return path.startswith(f"{CASE_FOLDER}/") and route[1:2] != () and route[1] in _EXACT


def _differences(path: str, old: Any, new: Any, route: Route = ()) -> Iterator[tuple[Route, Any, Any]]:
    """Yield the values that differ, with their routes; a block that is there once only, as a whole."""
    is_exact = _is_exact(path, route)
    if not is_exact and _is_empty(old) and _is_empty(new):
        return
    if is_exact and type(old) is not type(new):
        yield route, old, new
        return
    one, other = _blocks(old, route), _blocks(new, route)
    if not (one and other) and isinstance(old, dict) and isinstance(new, dict):
        one, other = ({(*route, str(key)): entry for key, entry in each.items()} for each in (old, new))
    if one or other:
        for place in dict.fromkeys((*one, *other)):
            yield from _differences(path, one.get(place, _ABSENT), other.get(place, _ABSENT), place)
    elif meaning(old) != meaning(new):
        yield route, old, new


def _is_empty(value: Any) -> bool:
    return value is _ABSENT or value in _EMPTY


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


def _shown(path: str, route: Route, value: Any) -> str:
    if value is _ABSENT:
        return ""
    if _is_exact(path, route) and value in _EMPTY:
        return "null" if value is None else str(value)
    if _is_exact(path, route) and isinstance(value, dict):
        return ", ".join(f"{key}: {_shown(path, route, entry)}" for key, entry in value.items())
    return _WORDS[value] if path == ASSESSMENT_FILE and isinstance(value, bool) else shown(value)


@lru_cache(maxsize=512)
def _data(path: str, text: str) -> dict[str, Any] | None:
    """Return the values of a file; None where it cannot be read in full."""
    document: Any = parse_yaml(TextFile(path, text))
    return document.data if document.is_readable and not document.problems else None
