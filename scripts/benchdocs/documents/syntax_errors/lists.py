"""Errors in lists: at the dash of an entry, a text written as an entry, a value above the entries."""

import re
from collections.abc import Iterator
from itertools import chain, islice

from benchdocs.documents.syntax_errors.parse_failure import (
    BARE_FIELD,
    FIELD,
    FIELD_LIKE,
    MOST_LINES,
    Advice,
    ParseFailure,
    spaces,
    width_of,
)
from benchdocs.documents.text_file import shorten

_DASH = re.compile(r"[ ]*(?P<dash>-[ ]+)\S")
_LONGEST_LIST = 50
"""Lines around the line at fault that may belong to its list."""
_DASH_WITHOUT_SPACE = re.compile(r"[ ]*(?P<mark>-)(?=[^\s-])")
_BULLET = re.compile(
    r"[ ]*(?P<mark>[*+\u00b7\u2022\u2023\u25aa\u25e6\u2013\u2014]|\(?[0-9]{1,2}[.)])[ ]+(?=\S)"
)

_CODE = re.compile(r"[\"']?[A-Za-z]+-[A-Za-z0-9-]+[\"']?,?$")
_Row = list[tuple[int, re.Match[str]]]
"""Lines that start alike, with their offsets."""


def entry_errors(failure: ParseFailure) -> Iterator[Advice | None]:
    """Yield entries with a wrong dash; consecutive ones are fixed together."""
    if unspaced := _row(failure, _DASH_WITHOUT_SPACE):
        edits = [(start + match.end(), start + match.end(), " ") for start, match in unspaced]
        what, hint = "there is no space after the `-` of an entry", "write a space after the `-`"
        yield _unless_a_note(failure, unspaced, what, hint, edits)
    if bullets := _row(failure, _BULLET) or _first_of_list(failure):
        edits = [(start + match.start("mark"), start + match.end("mark"), "-") for start, match in bullets]
        mark = min(bullets)[1]["mark"]
        what, hint = f"`{mark}` is used instead of the `-` of an entry", f"replace `{mark} ` with `- `"
        yield _unless_a_note(failure, bullets, what, hint, edits)


def _unless_a_note(
    failure: ParseFailure, row: _Row, what: str, hint: str, edits: list[tuple[int, int, str]]
) -> Advice | None:
    """Advise on a row of entries; without edits where a line may be a note instead of an entry."""
    first, mark = min(row)
    advice = failure.advise(what, hint, *edits, offset=first + mark.start("mark"))
    name, is_quoted = "", False
    for _, line in chain(islice(failure.lines_above(), MOST_LINES), islice(failure.lines_below(), 1)):
        is_quoted = is_quoted or line.lstrip().startswith(('- "', "- '"))
        if (bare := BARE_FIELD.match(line)) and width_of(line) <= failure.indent:
            name = bare["key"]
            break
    texts = [match.string[match.end() :].strip(" \r") for _, match in row]
    if name in failure.names.plain:
        is_likely = all(_CODE.match(text) for text in texts)
    else:
        is_likely = len(texts) > 1 or not is_quoted or texts[0][:1] in "\"'"
    if advice is None or is_likely:
        return advice
    hint = f"{advice.hint} if it is an entry, or put a `#` there if it is a comment"
    return advice._replace(hint=hint, edits=(), why_not="only you know whether it is an entry or a comment")


def _first_of_list(failure: ParseFailure) -> _Row:
    """Return the first entry of a list, which without its `-` takes in the entries below."""
    found: _Row = []
    for start, line in islice(failure.lines_above(), MOST_LINES):
        match = _BULLET.match(line)
        if match and width_of(line) <= failure.indent and line[match.end()] in "\"'":
            found.append((start, match))
        elif bare := BARE_FIELD.match(line):
            is_first = found and width_of(failure.text[found[-1][0] : failure.end]) >= width_of(line)
            return found[-1:] if is_first and bare["key"] in failure.names.lists else []
    return []


def _row(failure: ParseFailure, pattern: re.Pattern[str]) -> _Row:
    """Return the consecutive lines that start like the one at fault, with their offsets."""
    own = pattern.match(failure.line)
    found = [(failure.start, own)] if own else []
    for lines in (failure.lines_above(), failure.lines_below()):
        for start, line in lines if own else ():
            match = pattern.match(line) if width_of(line) == failure.indent else None
            if match:
                found.append((start, match))
            elif width_of(line) <= failure.indent:
                break
    return found


def line_below_entry(failure: ParseFailure) -> Advice | None:
    """Explain a line below an entry that is not indented as its continuation."""
    if not failure.problem.startswith("could not find expected ':'") or FIELD_LIKE.match(failure.line):
        return None
    entry: tuple[int, re.Match[str]] | None = None
    is_only = False
    for count, (start, line) in enumerate(failure.lines_above()):
        dash, bare = _DASH.match(line), BARE_FIELD.match(line)
        if dash and width_of(line) <= failure.indent:
            is_only, entry = entry is None, entry or (start, dash)
        elif entry and bare:
            if bare["key"] in failure.names.texts and not is_only:
                return None
            return _continued_entry(failure, *entry, start + bare.end("lead"), bare["key"])
        elif FIELD_LIKE.match(line) or count > _LONGEST_LIST:
            return None
    return None


def _continued_entry(
    failure: ParseFailure, start: int, dash: re.Match[str], at: int, key: str
) -> Advice | None:
    mark = start + dash.start("dash")
    if key in failure.names.texts:
        what = f"`{key}` takes one text, but is written as an entry of a list"
        edits = ((at, at, " >"), (mark, start + dash.end("dash"), ""))
        return failure.advise(what, f"write `{key}: >`, and delete the `- `", *edits, offset=mark)
    if key not in failure.names.lists or failure.indent > dash.end("dash"):
        return None
    width = dash.end("dash") - 1
    what = "a line of a list is neither an entry nor indented like the text of one"
    hint = f"indent it by {spaces(width)} in total if it continues the entry above"
    hint += ", or write `- ` before it"
    edit = (failure.start, failure.start + failure.indent, " " * width)
    why_not = "only you know whether it is a separate entry"
    return failure.advise(what, hint, edit, why_not=why_not)


def value_above_entries(failure: ParseFailure) -> Advice | None:
    """Explain a value after the name of a list that has entries below."""
    start, above = next(failure.lines_above(), (0, ""))
    field = FIELD.match(above)
    if not field or field["key"] not in failure.names.lists or not failure.line.lstrip().startswith("- "):
        return None
    value, at = field["value"], start + field.start("value")
    what = f"`{shorten(value)}` is after `{field['key']}:`, and entries of its list are below"
    hint = "move it to the next line as an entry, with `- ` before it, or delete it"
    why_not = "only you know whether it is an entry"
    return failure.advise(what, hint, (at, at + len(value), ""), offset=at, why_not=why_not)


def missing_dash(failure: ParseFailure) -> Advice | None:
    """Explain entries in quotes without a `-`."""
    lines = [(failure.start, failure.line)]
    for start, line in failure.lines_above():
        lines.append((start, line))
        if not line.lstrip().startswith(("- ", '"', "'")) and FIELD_LIKE.match(line):
            break
        if len(lines) > _LONGEST_LIST:
            return None
    head = lines.pop()[1]
    if not head.rstrip().endswith(":"):
        return None
    for start, line in failure.lines_below():
        if (FIELD_LIKE.match(line) and not line.lstrip().startswith("- ")) or len(lines) > 2 * _LONGEST_LIST:
            break
        lines.append((start, line))
    most = width_of(head) + 2
    dashed = [width_of(line) for _, line in lines if line.lstrip().startswith("- ")]
    width = min((width for width in dashed if width <= most), default=most)
    edits, above = [], head
    for start, line in sorted(lines):
        ends = above is head or above.rstrip().endswith(('"', "'"))
        if line.lstrip()[:1] == '"' and ends and width_of(line) in (width, width + 2):
            edits.append((start, start + width_of(line), " " * width + "- "))
        above = line
    if not edits:
        return None
    what, hint = "an entry of the list has no `-` before it", "write `- ` before the entry"
    start, end, _ = edits[0]
    if end - start != width:
        hint = f"align the entry with the others, with {spaces(width)} and `- ` before it"
    return failure.advise(what, hint, *edits, offset=end)
