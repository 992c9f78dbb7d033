"""Lines whose field's name is absent or commented out, and texts that a comment cuts in two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from benchdocs.documents.syntax_errors.field_names import BLOCK_OF, INNER_FIELDS
from benchdocs.documents.syntax_errors.names import stands
from benchdocs.documents.syntax_errors.parse_failure import FIELD_LIKE, Place, Slip, width_of

_COMMENT = re.compile(r"[ ]*#")
_NAME = re.compile(r"[ ]*#[# ]*(?P<key>[a-z][a-z_]*)[ ]*:[ ]*(?P<sign>[>|]?)[+-]?[ ]*$")
_OPENED_TEXT = re.compile(r"[ ]*(?P<key>[\w.-]+):[ ]+(?P<sign>[>|])[+-]?[ ]*$")
_KEY = re.compile(r"[ ]*(?P<key>[a-z][a-z_]*):(?:[ ]|$)")
_MOST_LINES = 200
"""Lines above the line at fault that are looked at."""


def of_blocks(place: Place) -> Iterator[Slip | None]:
    """Slips at the name of a field that lines stand below, which is not there."""
    yield _of_name_in_comment(place)
    yield _of_comment_within_text(place)
    yield _of_absent_name(place)


def _of_name_in_comment(place: Place) -> Slip | None:
    """The name of a field behind a `#`, with its entries, fields or text left below it."""
    below = place.line
    for start, line in islice(place.before(), _MOST_LINES):
        match = _NAME.match(line)
        key = match["key"] if match else ""
        if match and (key in place.fields or key in INNER_FIELDS) and not _COMMENT.match(below):
            width = 0 if key in place.fields else max(width_of(below) - 2, 0)
            right = f"{key}: {match['sign']}".rstrip()
            edit = (start, start + len(line), " " * width + right)
            hint = f"write `{right}` without the `#`, or put a `#` ahead of each line below it as well"
            what = f"the name `{key}` stands within a comment, and what belongs to it below"
            why_not = "whether the field is to count only you know"
            slip = place.mended(what, hint, edit, offset=start + line.index("#"))
            return slip._replace(edits=(), why_not=why_not) if slip else None
        if not width_of(line) and not _COMMENT.match(line) and not line.startswith("- "):
            return None
        below = line
    return None


def _of_comment_within_text(place: Place) -> Slip | None:
    """A comment among the lines of a text, which ends there to YAML."""
    comment: int | None = None
    for start, line in islice(place.before(), _MOST_LINES):
        if _COMMENT.match(line) and width_of(line) < place.indent:
            comment = start
        elif comment is None or FIELD_LIKE.match(place.line):
            return None
        elif opened := _OPENED_TEXT.match(line):
            name = f"`{opened['key']}: {opened['sign']}`"
            what = f"a comment ends the text below {name}, which goes on below it"
            hint = f"put the comment ahead of {name}"
            slip = place.mended(what, hint, (comment, place.start, ""), offset=comment)
            why_not = "whether it is a comment or belongs to the text only you know"
            return slip._replace(edits=(), why_not=why_not) if slip else None
        elif width_of(line) < place.indent:
            return None
    return None


def _of_absent_name(place: Place) -> Slip | None:
    """Fields of a block, above which the block's name is absent."""
    match = _KEY.match(place.line)
    block = BLOCK_OF.get(match["key"]) if match and place.indent else None
    if block is None or block not in place.fields or stands(place, block):
        return None
    top = place.start
    for start, line in islice(place.before(), _MOST_LINES):
        inner = _KEY.match(line)
        is_own = inner is not None and BLOCK_OF.get(inner["key"]) == block
        if width_of(line) < place.indent or (width_of(line) == place.indent and not is_own):
            break
        top = start if width_of(line) == place.indent else top
    what = f"the line `{block}:` is missing above its fields"
    edit = (top, top, f"{block}:{place.newline}")
    return place.mended(what, f"write `{block}:` on a line of its own ahead of them", edit, offset=top)
