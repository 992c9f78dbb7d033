"""Write one key, value, word or entry into a text; comments, order, quotes and line ends remain."""

import re
from collections.abc import Iterator

from benchdocs.documents.locations import Edit, Route
from benchdocs.documents.text_file import TextFile, requoted
from benchdocs.documents.yaml_composer import YamlNode
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml

_IS_YAML = re.compile(r"\.ya?ml\b", re.IGNORECASE)


def edited(text: str, edit: Edit) -> str | None:
    """Return a file's text after an edit; None where a key or value beside it would not be the same.

    Byte order marks at the start are not counted, and stay.
    """
    body = text.lstrip("\ufeff")
    new = body[: edit.start] + edit.new + body[edit.end :]
    if _IS_YAML.search(edit.path):
        is_addition = edit.start == edit.end
        first, last = edit.start + is_addition, edit.start + len(edit.new)
        before, after = (parse_yaml(TextFile(edit.path, content)) for content in (body, new))
        if not before.root or not after.root or len(after.problems) > len(before.problems):
            return None
        if [*_others(before.root, first, edit.end)] != [*_others(after.root, first, last)]:
            return None
    return text[: len(text) - len(body)] + new


def _others(node: YamlNode, first: int, last: int, depth: int = 0) -> Iterator[tuple[int, object, str]]:
    """Yield depth, value and source of each key and value that ends before `first` or starts after `last`."""
    if node.source is not None and (node.end < first or node.start > last):
        yield depth, node.value, node.source
    for item in node.items:
        yield from _others(item, first, last, depth + 1)
    for key, value in node.entries:
        yield from _others(key, first, last, depth + 1)
        yield from _others(value, first, last, depth + 1)


def entry_added(document: YamlDocument, route: Route, code: str) -> Edit | None:
    """Return the edit that adds a code at the end of a list of codes, in the list's own style."""
    text, node = document.text, document.node_at(route)
    if node is None or not isinstance(node.value, list):
        return None
    if not node.items:
        return Edit(document.path, node.start + 1, node.start + 1, code)
    last = node.items[-1]
    code = requoted(text[last.start : last.end], code)
    if text[node.start] == "[":
        return Edit(document.path, last.end, last.end, f", {code}")
    dash = text[text.rfind("-", 0, last.start) : last.start]
    indent = document.position_of(last.start - len(dash)).column - 1
    end = last.end + len(re.split(r"[\r\n]", text[last.end :], maxsplit=1)[0])
    return Edit(document.path, end, end, f"{document.line_end}{' ' * indent}{dash}{code}")
