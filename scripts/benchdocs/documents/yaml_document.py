"""Parse YAML text into a document of plain values that can locate each of them.

Parse events are read one by one under limits (depth, no anchors, aliases, tags or second document),
and the tree is composed from the same events. Nothing recurses deeper than `MAX_DEPTH`, nothing is
expanded, and every oddity becomes a `Problem`; no input raises.
"""

import re
from collections.abc import Iterator
from dataclasses import InitVar, dataclass
from functools import cached_property
from typing import Any, cast

from benchdocs.documents.locations import Edit, Place, Position, Route
from benchdocs.documents.text_file import TextFile, requoted
from benchdocs.documents.yaml_composer import Composer, CountFaults, YamlNode, count_nothing
from benchdocs.documents.yaml_scalars import plain_mapping


@dataclass(eq=False, repr=False)
class YamlDocument(TextFile):
    """A parsed YAML file: its plain values, and on request the place of each.

    Attributes:
        data: The document's mapping as plain values; empty where it cannot be read.
        is_readable: Whether the file holds a mapping that can be read.
    """

    fields: InitVar[dict[object, object] | None] = None

    def __post_init__(self, fields: dict[object, object] | None) -> None:
        self.data = fields or {}
        self.is_readable = fields is not None

    @cached_property
    def root(self) -> YamlNode | None:
        """The mapping with the places of its values; None where it cannot be read.

        It is parsed again when first asked for: most documents of a large suite never need it.
        """
        return Composer(self).compose() if self.is_readable else None

    @property
    def texts(self) -> list[str]:
        """Every text among its values."""
        return _texts(self.data)

    def scalars(self) -> Iterator[tuple[Route, YamlNode]]:
        """Yield every scalar of the document with its route, keys left out."""
        if self.root:
            yield from self.root.scalars()

    def node_at(self, route: Route) -> YamlNode | None:
        """Return the node at a route, or None where there is none."""
        node = self.root
        for step in route:
            entry = node and node.child(step)
            if not entry:
                return None
            node = entry[1]
        return node

    def source_of(self, route: Route) -> str | None:
        """Return the text of the scalar at a route as its author wrote it, or None if there is none."""
        value: Any = self.data
        for step in route:
            value = isinstance(value, dict) and value.get(step)
        if isinstance(value, str):  # a text is its own source
            return value
        node = self.node_at(route)
        return node and node.source

    def has_comment_after(self, route: Route) -> bool:
        """Return whether a comment follows an unquoted text: it may be meant as the rest of that text."""
        node = self.node_at(route)
        if node is None or node.source is None or self.text[node.start : node.start + 1] in ('"', "'"):
            return False
        return bool(re.compile(r"[ \t]+#").match(self.text, node.end))

    def edit(self, place: Place, new: str) -> Edit | None:
        """Return the edit that writes `new` in place of a key, a value or words of it.

        None where that is not there, is a block of text, or takes several lines.
        """
        if place.position:
            return super().edit(place, new)
        node = self.node_at(place.route)
        if place.key and node and (block := self.node_at(place.route[:-1])):
            node = next(key for key, value in block.entries if value is node)
        if node is None:
            return None
        if place.text:
            return self.edit_of_words(place.text, new, node.start, node.end)
        start, end = node.start, node.end
        if node.source is None and self.text[start] not in "[{":  # a block ends with its last value
            end = max(scalar.end for _, scalar in node.scalars())
        old = self.text[start:end]
        is_block = old[:1] in (">", "|") or (node.source is None and len(old.splitlines()) > 1)
        if is_block or old == new:
            return None
        return Edit(self.path, start, end, requoted(old, new))

    def locate(self, place: Place) -> Position:
        """Return the position of a place; of the nearest enclosing key where the route ends early."""
        if place.position or self.root is None:
            return place.position or Position(1, 1)
        key, node = None, self.root
        for step in place.route:
            entry = node.child(step)
            if entry is None:
                place = Place(key=True)
                break
            key, node = entry
        if place.key:
            return self.position_of((key or node).start)
        if place.text and (offset := self.find(place.text, node.start, node.end)) is not None:
            return self.position_of(offset)
        return self.position_of(node.start)


def _texts(value: Any) -> list[str]:
    if value.__class__ is dict:
        value = value.values()
    texts: list[str] = []
    for inner in value:
        if inner.__class__ is str:
            texts.append(inner)
        elif inner.__class__ in (dict, list):
            texts += _texts(inner)
    return texts


def parse_yaml(file: TextFile, count_faults: CountFaults = count_nothing) -> YamlDocument:
    """Parse a file that was read; the document carries all problems of the file.

    Where it cannot be read, the repair that leaves the fewest faults of its fields explains why.
    """
    if file.problems:
        return YamlDocument(file.path, file.text, file.problems)
    composer = Composer(file, count_faults)
    is_plain = composer.text is file.text and not composer.may_hide
    if is_plain and (fields := plain_mapping(file.text)) is not None:
        return YamlDocument(file.path, file.text, (), fields)
    root = composer.compose()
    data = cast(dict[object, object], root.value) if root else None
    return YamlDocument(file.path, file.text, tuple(composer.problems), data)
