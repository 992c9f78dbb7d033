"""Fields that are indented like the text above them, and so have become a part of it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from benchdocs.documents.locations import Route
from benchdocs.rules.support.corrections import BLOCKS
from benchdocs.specs.validation import AnyFile

_INDENTED = re.compile(r"\n[ ]++([a-z_]++)[ ]*:")
"""A line that must not be indented and opens as a field does."""
_SIGN = r":[ ][>|](?![ ]?=?[ ]?[0-9])"
"""The sign of a text after a name, which may be in the middle of a line."""


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


def field_in(spec: AnyFile, route: Route) -> AbsorbedField | None:
    """Return the field of this route, where it is required at the margin and was absorbed by a text."""
    return _found(spec, str(route[0]), "") if len(route) == 1 else None


def fields_in(spec: AnyFile) -> Iterator[AbsorbedField]:
    """Yield the optional fields that were absorbed by a text."""
    model, data = type(spec.fields), spec.document.data
    fields = model.model_fields
    block, inner = BLOCKS.get(model, ("", ()))
    within = data.get(block)
    text = spec.document.text
    before = (text[text.rfind(" ", 0, sign.start()) + 1 : sign.start()] for sign in re.finditer(_SIGN, text))
    for name in sorted({*_INDENTED.findall(text), *before}):
        if name in inner and isinstance(within, dict) and name not in within:
            yield from filter(None, [_found(spec, name, block)])
        elif name in fields and name not in data and name not in model.needed_fields():
            yield from filter(None, [_found(spec, name, "")])


def _found(spec: AnyFile, name: str, block: str) -> AbsorbedField | None:
    document = spec.document
    pattern = rf"(?:^[ ]+|[ ](?={name}{_SIGN}))(?P<name>{re.escape(name)})[ ]*:(?=\s)"
    match = re.search(pattern, document.text, re.MULTILINE)
    if not match or not any(scalar.start <= match.start() < scalar.end for _, scalar in document.scalars()):
        return None
    return AbsorbedField(name, block, match.start("name"))
