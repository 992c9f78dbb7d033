"""Slips in the line at fault and those around it, those first that leave least doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.documents.syntax_errors.block_text import (
    of_continued_text,
    of_sentence_of_text,
    of_stray_line,
    of_text_not_indented,
)
from benchdocs.documents.syntax_errors.colons import of_colons
from benchdocs.documents.syntax_errors.indentation import (
    of_block_below_value,
    of_field_of_block_at_margin,
    of_indent,
)
from benchdocs.documents.syntax_errors.lists import (
    of_entries,
    of_line_below_entry,
    of_missing_dash,
    of_value_above_entries,
)
from benchdocs.documents.syntax_errors.names import of_names
from benchdocs.documents.syntax_errors.parse_failure import FIELD, Place, Slip
from benchdocs.documents.syntax_errors.plain_values import of_level, of_values
from benchdocs.documents.syntax_errors.quotes import of_quote_signs, of_quotes_over_lines

_ENTRY = re.compile(r"(?P<lead>[ ]*-[ ]+)(?P<value>\S(?:.*[^ ])?)[ ]*$")


def of_lines(place: Place) -> Iterator[Slip]:
    """The slips that a parser's error may come from; each is tried out only when it is asked for."""
    yield from filter(None, of_names(place))
    yield from of_colons(place)
    yield from of_entries(place)
    yield from filter(None, [of_quote_signs(place), of_sentence_of_text(place)])
    lists = [of_missing_dash(place), of_line_below_entry(place), of_value_above_entries(place)]
    yield from filter(None, lists)
    yield from filter(None, of_values(place, _ENTRY.match(place.line) or FIELD.match(place.line)))
    yield from filter(None, of_quotes_over_lines(place))
    for look in (
        of_level,
        of_text_not_indented,
        of_field_of_block_at_margin,
        of_block_below_value,
        of_indent,
        of_continued_text,
        of_stray_line,
    ):
        if slip := look(place):
            yield slip
