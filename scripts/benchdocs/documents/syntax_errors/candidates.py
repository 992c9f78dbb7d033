"""Candidates for the error in a line and the lines around it, the least doubtful first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.documents.syntax_errors.block_text import (
    sentence_at_margin,
    stray_line,
    text_not_indented,
    text_without_marker,
)
from benchdocs.documents.syntax_errors.colons import colon_errors
from benchdocs.documents.syntax_errors.indentation import (
    block_below_value,
    block_field_at_margin,
    misaligned_line,
)
from benchdocs.documents.syntax_errors.lists import (
    entry_errors,
    line_below_entry,
    missing_dash,
    value_above_entries,
)
from benchdocs.documents.syntax_errors.names import name_errors
from benchdocs.documents.syntax_errors.parse_failure import FIELD, Advice, ParseFailure
from benchdocs.documents.syntax_errors.plain_values import comparison_at_level, value_errors
from benchdocs.documents.syntax_errors.quotes import quote_lookalikes, quotes_over_lines

_ENTRY = re.compile(r"(?P<lead>[ ]*-[ ]+)(?P<value>\S(?:.*[^ ])?)[ ]*$")


def errors_in_lines(failure: ParseFailure) -> Iterator[Advice]:
    """Yield possible causes of a parser's error; each is tried out only when asked for."""
    yield from filter(None, name_errors(failure))
    yield from colon_errors(failure)
    yield from entry_errors(failure)
    yield from filter(None, [quote_lookalikes(failure), sentence_at_margin(failure)])
    lists = [missing_dash(failure), line_below_entry(failure), value_above_entries(failure)]
    yield from filter(None, lists)
    yield from filter(None, value_errors(failure, _ENTRY.match(failure.line) or FIELD.match(failure.line)))
    yield from filter(None, quotes_over_lines(failure))
    for look in (
        comparison_at_level,
        text_not_indented,
        block_field_at_margin,
        block_below_value,
        misaligned_line,
        text_without_marker,
        stray_line,
    ):
        if advice := look(failure):
            yield advice
