"""Errors in lists: at the dash of an entry, a text written as an entry, a value above the entries."""

import re
from collections.abc import Iterator
from itertools import takewhile

from benchdocs.documents.syntax_errors.parse_failure import (
    FIELD,
    MOST_LINES,
    Advice,
    Line,
    ParseFailure,
    indented_by,
    spaces,
    width_of,
)
from benchdocs.documents.text_file import shorten

_DASH = re.compile(r"[ ]*(?P<dash>-[ ]+)\S")
_LONGEST_LIST = 50
"""Lines around the line at fault that may belong to its list."""
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
    if bullets := _row(failure, _BULLET) or _first_of_list(failure):
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


def _first_of_list(failure: ParseFailure) -> _Row:
    """Return the first entry of a list, which without its `-` takes in the entries below."""
    found: list[tuple[Line, re.Match[str]]] = []
    for line in failure.above[:MOST_LINES]:
        match = _BULLET.match(line.text)
        if match and line.width <= failure.indent and line.text[match.end()] in "\"'":
            found.append((line, match))
        elif line.bare_key:
            is_first = found and found[-1][0].width >= line.width and line.bare_key in failure.names.lists
            return [(found[-1][0].start, found[-1][1])] if is_first else []
    return []


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


def line_below_entry(failure: ParseFailure) -> Advice | None:
    """Explain a line below an entry that is not indented as its continuation."""
    if not failure.problem.startswith("could not find expected ':'") or failure.own.opens:
        return None
    entries: list[tuple[int, re.Match[str]]] = []
    for line in failure.above[: _LONGEST_LIST + 1]:
        dash = _DASH.match(line.text)
        if dash and line.width <= failure.indent:
            entries.append((line.start, dash))
        elif entries and line.bare_key:
            return _continued_entry(failure, entries, line)
        elif line.opens:
            return None
    return None


def _continued_entry(
    failure: ParseFailure, entries: list[tuple[int, re.Match[str]]], line: Line
) -> Advice | None:
    """Explain what follows the nearest entry below a field's name."""
    (start, dash), key = entries[0], line.bare_key
    mark = start + dash.start("dash")
    if key in failure.names.texts:
        what = f"`{key}` takes one text, but is written as an entry of a list"
        edits = ((line.end, line.end, " >"), (mark, start + dash.end("dash"), ""))
        hint = f"write `{key}: >`, and delete the `- `"
        return failure.advise(what, hint, *edits, offset=mark) if len(entries) == 1 else None
    if key not in failure.names.lists or failure.indent > dash.end("dash"):
        return None
    width = dash.end("dash") - 1
    what = "a line of a list is neither an entry nor indented like the text of one"
    hint = f"{indented_by(width)} if it continues the entry above, or write `- ` before it"
    why_not = "only you know whether it is a separate entry"
    return failure.advise(what, hint, failure.own.indented(width), why_not=why_not)


def value_above_entries(failure: ParseFailure) -> Advice | None:
    """Explain a value after the name of a list that has entries below."""
    start, above = failure.next_above
    field = FIELD.match(above)
    if not field or field["key"] not in failure.names.lists or not failure.own.is_entry:
        return None
    value, at = field["value"], start + field.start("value")
    what = f"`{shorten(value)}` is after `{field['key']}:`, and entries of its list are below"
    hint = "move it to the next line as an entry, with `- ` before it, or delete it"
    why_not = "only you know whether it is an entry"
    return failure.advise(what, hint, (at, at + len(value), ""), offset=at, why_not=why_not)


def missing_dash(failure: ParseFailure) -> Advice | None:
    """Explain entries in quotes without a `-`."""
    lines = [failure.own, *takewhile(lambda line: not _ends_list(line), failure.above)]
    head = failure.above[len(lines) - 1] if len(lines) <= len(failure.above) else lines.pop()
    if len(lines) > _LONGEST_LIST or not head.text.rstrip().endswith(":"):
        return None
    below = takewhile(lambda line: line.is_entry or not line.opens, failure.below[: 2 * _LONGEST_LIST])
    lines = sorted((*lines, *below))
    most = head.width + 2
    dashed = [line.width for line in lines if line.is_entry]
    width = min((width for width in dashed if width <= most), default=most)
    edits, above = [], head
    for line in lines:
        ends = above is head or above.text.rstrip().endswith(('"', "'"))
        if line.text.lstrip()[:1] == '"' and ends and line.width in (width, width + 2):
            edits.append((line.start, line.inner, " " * width + "- "))
        above = line
    if not edits:
        return None
    what, hint = "an entry of the list has no `-` before it", "write `- ` before the entry"
    start, end, _ = edits[0]
    if end - start != width:
        hint = f"align the entry with the others, with {spaces(width)} and `- ` before it"
    return failure.advise(what, hint, *edits, offset=end)


def _ends_list(line: Line) -> bool:
    """Return whether a line above entries is the field that holds them."""
    return line.opens and not line.text.lstrip().startswith(("- ", '"', "'"))
