"""Fields that are indented like the text above them, and so have become a part of it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from benchdocs.rules.support.corrections import BLOCKS
from benchdocs.specs.validation import AnyRead

_INDENTED = re.compile(r"\n[ ]++([a-z_]++)[ ]*:")
"""A line that must not be indented and opens as a field does."""
_MARKER = r":[ ][>|](?![ ]?=?[ ]?[0-9])"
"""The marker of a text after a name, which may be in the middle of a line."""


_NAMES = {name for model, (_, inner) in BLOCKS.items() for name in (*model.model_fields, *inner)}


class AbsorbedField(NamedTuple):
    """A field within a text.

    Attributes:
        block: The block of fields that it belongs into; empty for one that belongs to the margin.
    """

    name: str
    block: str
    start: int


def may_hold_one(texts: str) -> bool:
    """Return whether some texts may have absorbed a field: a colon follows its name."""
    return any(not _NAMES.isdisjoint(part.rsplit(None, 1)[-1:]) for part in texts.split(":")[:-1])


def fields_in(spec: AnyRead) -> Iterator[AbsorbedField]:
    """Yield the optional fields that were absorbed by a text."""
    model, data, text = spec.model, spec.document.data, spec.document.text
    block, inner = BLOCKS.get(model, ("", ()))
    within = data.get(block)
    names = set(_INDENTED.findall(text))
    for marker in re.finditer(_MARKER, text):
        names.add(text[text.rfind(" ", 0, marker.start()) + 1 : marker.start()])
    for name in sorted(names):
        lost = None
        if name in inner and isinstance(within, dict) and name not in within:
            lost = absorbed(spec, name, block)
        elif name in model.model_fields and name not in data and name not in model.needed_fields():
            lost = absorbed(spec, name)
        if lost:
            yield lost


def absorbed(spec: AnyRead, name: str, block: str = "") -> AbsorbedField | None:
    """Return the field of a name that belongs into a block, or to the margin, where a text absorbed it."""
    document = spec.document
    pattern = rf"(?:^[ ]+|[ ](?={name}{_MARKER}))(?P<name>{re.escape(name)})[ ]*:(?=\s)"
    match = re.search(pattern, document.text, re.MULTILINE)
    if not match or not any(scalar.start <= match.start() < scalar.end for _, scalar in document.scalars()):
        return None
    return AbsorbedField(name, block, match.start("name"))
