"""Errors in lists: at the dash of an entry, a text written as an entry, a value above the entries."""

import re
from collections.abc import Iterator
from itertools import takewhile

from benchdocs.documents.syntax_errors.parse_failure import (
    MOST_LINES,
    Advice,
    Line,
    ParseFailure,
    width_of,
)

_DASH_WITHOUT_SPACE = re.compile(r"[ ]*-(?P<mark>)(?=[^\s-])")
_BULLET = re.compile(
    r"[ ]*(?P<mark>[*+\u00b7\u2022\u2023\u25aa\u25e6\u2013\u2014]|\(?[0-9]{1,2}[.)])[ ]+(?=\S)"
)

_CODE = re.compile(r"[\"']?[A-Za-z]+-[A-Za-z0-9-]+[\"']?,?$")
_Row = list[tuple[int, re.Match[str]]]
"""Lines that start alike, with their offsets."""


def entry_errors(failure: ParseFailure) -> Iterator[Advice | None]:
    """Yield entries with a wrong dash; consecutive ones are fixed together."""
    if unspaced := _row(failure, _DASH_WITHOUT_SPACE):
        what, hint = "there is no space after the `-` of an entry", "write a space after the `-`"
        yield _unless_a_note(failure, unspaced, what, hint, " ")
    if bullets := _row(failure, _BULLET):
        mark = min(bullets)[1]["mark"]
        what, hint = f"`{mark}` is used instead of the `-` of an entry", f"replace `{mark} ` with `- `"
        yield _unless_a_note(failure, bullets, what, hint, "-")


def _unless_a_note(failure: ParseFailure, row: _Row, what: str, hint: str, new: str) -> Advice | None:
    """Advise to mend the marks of a row of entries; no edits where a line may be a note and no entry."""
    first, mark = min(row)
    edits = [(start + match.start("mark"), start + match.end("mark"), new) for start, match in row]
    advice = failure.advise(what, hint, *edits, offset=first + width_of(mark[0]))
    near = [*failure.above[:MOST_LINES], *failure.below[:1]]
    number = next((n for n, line in enumerate(near) if line.names_list(failure.indent)), len(near))
    is_quoted = any(line.text.lstrip().startswith(('- "', "- '")) for line in near[: number + 1])
    texts = [match.string[match.end() :].strip(" \r") for _, match in row]
    if number < len(near) and near[number].bare_key in failure.names.plain:
        is_likely = all(_CODE.match(text) for text in texts)
    else:
        is_likely = len(texts) > 1 or not is_quoted or texts[0][:1] in "\"'"
    if advice is None or is_likely:
        return advice
    hint = f"{advice.hint} if it is an entry, or put a `#` there if it is a comment"
    return advice._replace(hint=hint, edits=(), why_not="only you know whether it is an entry or a comment")


def _row(failure: ParseFailure, pattern: re.Pattern[str]) -> _Row:
    """Return the consecutive lines that start like the one at fault, with their offsets."""
    own = pattern.match(failure.line)
    found = [(failure.start, own)] if own else []
    for lines in (failure.above, failure.below):
        near = takewhile(lambda line: _goes_on(failure, line, pattern), lines if own else ())
        matches = ((line.start, pattern.match(line.text)) for line in near if line.width == failure.indent)
        found += [(start, match) for start, match in matches if match]
    return found


def _goes_on(failure: ParseFailure, line: Line, pattern: re.Pattern[str]) -> bool:
    """Return whether a line starts like the entries of a row, or continues one of them."""
    return line.width > failure.indent or (line.width == failure.indent and bool(pattern.match(line.text)))
