"""Change one value in a YAML text and nothing else: comments, order, quotes and line ends remain.

Each function takes a file's text (with its byte order mark, if it has one) and returns the text after the
edit. It reads the result again and raises `EditError` where anything but that value would differ, so a text
of an unusual form is refused, never damaged. Values are given as they are to be written: `0.25`, `"yes"`.
"""

import re
from collections.abc import Iterable

from benchdocs.documents.edit_effects import side_effect
from benchdocs.documents.locations import Edit, Route
from benchdocs.documents.text_file import TextFile, edited, requoted
from benchdocs.documents.yaml_composer import YamlNode
from benchdocs.documents.yaml_document import parse_yaml

_Span = tuple[int, int, str]
_TAIL = re.compile(r",?[ ]*(?:#[^\r\n]*)?(?=[\r\n])")
"""What may follow the last entry of a list in brackets on its line: a comma, a comment."""
_ABSENT = object()


class EditError(ValueError):
    """A text whose form does not allow the edit; the message says why."""


def with_entry(text: str, route: Route, source: str) -> str:
    """Return the text with a further entry at the end of the list at a route, in the list's own style.

    Raises EditError where the route leads to no list.
    """
    node = _node(text, route)
    if node is None or not isinstance(node.value, list):
        raise EditError(f"there is no list at `{_shown(route)}`")
    body = _body(text)
    opening = {body[item.start] for item in node.items}
    if len(opening) == 1:
        source = requoted(min(opening), source)
    span = _flow_entry(body, node, source) if body[node.start] == "[" else _block_entry(body, node, source)
    return _checked(text, span, (*route, len(node.items)), _value(source))


def with_field(text: str, name: str, source: str, after: Iterable[str] = ()) -> str:
    """Return the text with a further field, below the first field of `after` that exists, else at its end.

    Raises EditError where the field exists, or its fields are not one per line.
    """
    body, root, indent = _fields(text)
    if root.child(name):
        raise EditError(f"it already has a field `{name}`")
    names = (found for field in after if (found := root.child(field)))
    value = next(names, root.entries[-1])[1]
    end = _line_end_after(body, value)
    return _checked(text, (end, end, f"{_newline(body)}{indent}{name}: {source}"), (name,), _value(source))


def _fields(text: str) -> tuple[str, YamlNode, str]:
    """Return a text's body, the node of its fields, and their indentation; one line holds one field."""
    body, root = _body(text), _node(text, ())
    if root is None or not root.entries or body[root.start] == "{":
        raise EditError("its fields are not one below the other")
    return body, root, " " * (root.start - _line_start(body, root.start))


def _flow_entry(body: str, node: YamlNode, source: str) -> _Span:
    """Add to `[A, B]`, on one line or with one entry per line."""
    if not node.items:
        return node.start, node.start + 1, f"[{source}"
    last = node.items[-1]
    leading = body[_line_start(body, last.start) : last.start]
    if leading.strip():
        return last.end, last.end, f", {source}"
    match = _TAIL.match(body, last.end)
    tail = match[0] if match else ""
    comma = "," if tail.startswith(",") else ""
    rest = tail.removeprefix(",")
    return last.end, last.end + len(tail), f",{rest}{_newline(body)}{leading}{source}{comma}"


def _block_entry(body: str, node: YamlNode, source: str) -> _Span:
    """Add `- A` below `- B` with the same indentation, after any comment on the last entry's line."""
    last = node.items[-1]
    dash = body.rfind("-", 0, last.start)
    indent = body[_line_start(body, dash) : dash]
    if indent.strip():
        raise EditError("its list is on the line of another list")
    end = _line_end_after(body, last)
    gap = body[dash + 1 : last.start]
    return end, end, f"{_newline(body)}{indent}-{gap if gap.isspace() else ' '}{source}"


def _line_end_after(body: str, node: YamlNode) -> int:
    """Return the end of the line with a value's last visible character, without its line end."""
    visible = node.start + len(body[node.start : node.end].rstrip())
    if node.items and body[node.start] != "[":
        return _line_end_after(body, node.items[-1])
    if node.entries and body[node.start] != "{":
        return _line_end_after(body, node.entries[-1][1])
    return visible + len(re.split(r"[\r\n]", body[visible:], maxsplit=1)[0])


def _line_start(body: str, offset: int) -> int:
    return max(body.rfind("\n", 0, offset), body.rfind("\r", 0, offset)) + 1


def _newline(body: str) -> str:
    """Return the line end that the text uses."""
    match = re.search(r"\r\n|\r|\n", body)
    return match[0] if match else "\n"


def _checked(text: str, span: _Span, route: Route, intended: object) -> str:
    """Return the text after an edit that changes nothing but the value at the route, to the intended one."""
    result = edited(text, [span])
    changed = _node(result, route)
    other = side_effect(_body(text), [Edit("", *span)])
    if other or (changed.value if changed else _ABSENT) != intended:
        raise EditError(f"more than `{_shown(route)}` would change")
    return result


def _value(source: str) -> object:
    """Return the value that YAML reads in a source."""
    return parse_yaml(TextFile("", f"value: {source}")).data.get("value", _ABSENT)


def _node(text: str, route: Route) -> YamlNode | None:
    """Return the node at a route; None where there is none, or the text cannot be read."""
    document = parse_yaml(TextFile("", _body(text)))
    return None if document.problems else document.node_at(route)


def _body(text: str) -> str:
    return text.lstrip("\ufeff")


def _shown(route: Route) -> str:
    return ".".join(map(str, route))
