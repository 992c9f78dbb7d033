"""Find what edits of a YAML file change besides what they are meant to, so that a bad fix is refused.

Edits of a file that can be read may change only the keys and values that they touch. Edits of one that cannot
be read must keep every letter, digit and sign of its values, except those that the finding quotes.
"""

import re
from collections.abc import Iterator, Sequence

from benchdocs.documents.locations import Edit
from benchdocs.documents.syntax_errors.parse_failure import read_events
from benchdocs.documents.text_file import TextFile, edited, shorten
from benchdocs.documents.yaml_composer import YamlNode
from benchdocs.documents.yaml_document import parse_yaml

_STRUCTURE = re.compile(
    r"(?<!\S)#.*|^[ ]*(?:(?:-[ ]+)+|-(?!-))|(?<=:)[ ]+-(?!\S)|^(?:---|\.\.\.)(?!\S)|^%.*"
    r"|(?<!\S)(?:[>|][-+0-9]{0,2}|\?)(?=[,;.]*(?:\s|\Z))|(?<!\S)[&*!][\w.!-]*(?!\S)"
    r"|\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)",
    re.MULTILINE,
)
"""What is by its form not a part of a value: a comment, a dash, a `>` on its own, an escape."""
_EITHER = frozenset(":,[]{}\"'\\`")
"""Characters that are part of a value in one place, and structure or quotes in another."""
_QUOTED = re.compile(r"(`+)(.+?)(?<!`)\1(?!`)")
_Span = tuple[int, int, str]
_Value = tuple[tuple[str | None, ...], str | None, type]
"""The keys that lead to a value, its source and its type."""


def side_effect(text: str, edits: Sequence[Edit], words: str) -> str | None:
    """Return why edits are refused, as a clause; None if they change only what they may.

    `words` are the message and hint of the finding that they fix.
    """
    spans = sorted(edit[1:] for edit in edits)
    result = edited(text, spans)
    before, after = (parse_yaml(TextFile("", content)).root for content in (text, result))
    if before is None:
        if lost := _dropped(text, spans, words):
            return f"`{shorten(lost)}` would be lost"
        return None if _is_loaded(text, spans, result) else "a part of a value would be lost"
    if after is None:
        return "the file could then not be read"
    start, end = _touched(before, spans)
    end_after = end + len(result) - len(text)
    is_same = [*_values(before, start, end)] == [*_values(after, start, end_after)]
    return None if is_same else "other values would change too"


def _touched(root: YamlNode, spans: Sequence[_Span]) -> tuple[int, int]:
    """Return the range from the first to the last edit, extended to whole keys and values."""
    start, end = spans[0][0], max(end for _, end, _ in spans)
    for node in _scalars(root):
        if node.start <= end and start <= node.end:
            start, end = min(start, node.start), max(end, node.end)
    return start, end


def _scalars(node: YamlNode) -> Iterator[YamlNode]:
    if node.source is not None:
        yield node
    for item in node.items:
        yield from _scalars(item)
    for key, value in node.entries:
        yield from _scalars(key)
        yield from _scalars(value)


def _values(node: YamlNode, start: int, end: int, keys: tuple[str | None, ...] = ()) -> Iterator[_Value]:
    """Yield the values that start outside a range; a key that starts within it has no name."""
    if not (node.items or node.entries or start <= node.start <= end):
        yield keys, node.source, type(node.value)
    for item in node.items:
        yield from _values(item, start, end, keys)
    for key, value in node.entries:
        name = None if start <= key.start <= end else key.source
        yield from _values(value, start, end, (*keys, name))


def _dropped(text: str, spans: Sequence[_Span], words: str) -> str:
    """Return the first piece that an edit deletes, and that the finding does not quote."""
    quoted = " ".join(found[2] for found in _QUOTED.finditer(words))
    for start, end, new in spans:
        old = text[start:end].strip()
        pieces = "".join(" " if kept else char for char, kept in _kept(old, new)).split()
        if old not in quoted and (lost := next((piece for piece in pieces if piece not in quoted), "")):
            return lost
    return ""


def _kept(old: str, new: str) -> Iterator[tuple[str, bool]]:
    """Yield the characters of a text, each with whether it is in the new text too, in the same order."""
    at, new = 0, new.lower()
    for char in old:
        found = new.find(char.lower(), at)
        at = at if found < 0 else found + 1
        yield char, found >= 0 or not _counts(char)


def _is_loaded(text: str, spans: Sequence[_Span], result: str) -> bool:
    """Return whether the keys and values after the edits contain all that the edits do not delete.

    Those above the first line with an edit have to be the same. Where the rest of the file still cannot be
    read, it is looked at up to the last line with an edit.
    """
    loaded, stopped = _scalars_of(result)
    above, stopped_above = _scalars_of(text[: text.rfind("\n", 0, spans[0][0]) + 1])
    while above and not above[-1]:
        above.pop()  # it has a value below
    if stopped_above is None and loaded[: len(above)] != above:
        return False
    left = iter("".join(loaded).lower())
    is_part = [_counts(char) for char in text]
    for found in _STRUCTURE.finditer(text):
        is_part[slice(*found.span())] = [False] * len(found[0])
    for start, end, new in spans:
        for at, (_, kept) in enumerate(_kept(text[start:end], new), start):
            is_part[at] = is_part[at] and kept
    last = len(text) if stopped is None else (text + "\n").index("\n", spans[-1][1])
    return all(char.lower() in left for char, part in zip(text[:last], is_part, strict=False) if part)


def _scalars_of(text: str) -> tuple[list[str], int | None]:
    """Return the keys and values of a text that may break off, and where it does."""
    events, stopped = read_events(text)
    return [str(value) for _, value in events if value is not None], stopped


def _counts(char: str) -> bool:
    return char.isprintable() and char != " " and char not in _EITHER
