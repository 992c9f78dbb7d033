"""Find what edits of a YAML file change besides what they are meant to, so that a bad fix is refused.

They may change only the keys and values that they touch.
"""

from collections.abc import Iterator, Sequence

from benchdocs.documents.locations import Edit
from benchdocs.documents.text_file import TextFile, edited
from benchdocs.documents.yaml_composer import YamlNode
from benchdocs.documents.yaml_document import parse_yaml

_Span = tuple[int, int, str]
_Value = tuple[tuple[str | None, ...], str | None, type]
"""The keys that lead to a value, its source and its type."""


def side_effect(text: str, edits: Sequence[Edit]) -> str | None:
    """Return why edits are refused, as a clause; None if they change only what they may."""
    spans = sorted(edit[1:] for edit in edits)
    result = edited(text, spans)
    before, after = (parse_yaml(TextFile("", content)).root for content in (text, result))
    if before is None:
        return "the file cannot be read"
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
