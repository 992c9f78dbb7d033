"""Tell the slip behind what a YAML parser says: where it is, what to write, and the edit that mends it.

A parser reports where it could go on no more, in terms of its grammar. An author left out a space behind a
colon. Each slip that is known here is tried out: its edit is offered only where the text can then be read
further, and only where there is one way to mend it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import yaml

from benchdocs.textfile import edited, shorten

_LONGEST_TEXT = 100_000
"""Characters of a text above which slips are not tried out; a spec has about 3,000."""
_ADVICE = {
    "mapping values are not allowed": "a text that holds `: ` needs quotes around it, "
    "or a `>` and its own lines",
    "found character that cannot start any token": "indent with spaces, not tabs; put quotes "
    "around a text that starts with `@`, `` ` `` or `%`",
    "could not find expected ':'": "write `key: value`, with a colon and a space, and indent continued text",
    "did not find expected key": "line the key up with the other keys of its block",
    "did not find expected '-' indicator": "line the list entry up with the other `-` entries",
    "found unexpected end of stream": "close the quote or bracket that was opened before",
    "did not find expected ',' or": "close the bracket, or put quotes around the text",
    "found unknown escape character": "double the backslash, or use single quotes",
    "did not find expected hexdecimal number": "double the backslash, or use single quotes",
}
_UNCLOSED = ("found unexpected end of stream", "did not find expected ',' or")
_CONFLICT = re.compile(r"^(?:<{7}|>{7})(?: |$)", re.MULTILINE)
_ODD_SPACE = r"[\u00a0\u2000-\u200a\u202f\u205f\u3000]"
_ODD_SPACES = re.compile(rf"^[ \t]*(?:-?[ ]*[\w.]+:)?[ ]*(?P<odd>{_ODD_SPACE}+)", re.MULTILINE)
_TABS = re.compile(r"^[ ]*\t[ \t]*(?=\S)", re.MULTILINE)
_ENTRY = re.compile(r"(?P<lead>[ ]*-[ ]+)(?P<value>\S.*?)[ ]*$")
_FIELD = re.compile(r"(?P<lead>[ ]*(?P<key>[\w.-]+)[ ]*:[ ]+)(?P<value>\S.*?)[ ]*$")
_BARE_FIELD = re.compile(r"(?P<lead>[ ]*(?P<key>[\w.-]+):)[ ]*$")
_OPENED_TEXT = re.compile(r"[ ]*(?P<key>[\w.-]+):[ ]+(?P<sign>[>|])[+-]?[ ]*$")
_TIGHT_COLON = re.compile(r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*):)(?P<value>[^\s:/].*?)[ ]*$")
_EQUALS = re.compile(r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*))[ ]*=[ ]*(?P<value>\S.*?)[ ]*$")
_AT_LEAST = re.compile(r"(?:>=|≥)[ ]*(?P<number>[0-9]*\.?[0-9]+)$")
_FIELD_LIKE = re.compile(r"[ ]*(?:-[ ]|[a-z][a-z_]*:(?:[ ]|$))")
_STRAIGHT = str.maketrans("“”„‘’", '"""' + "''")
_CURLY = re.compile(r"(?:[“„].*[”“]|‘.*’)$")
_SIGNS = "@`%*&!"


class Slip(NamedTuple):
    """Where something went wrong, what to do about it, and the edits (start, end, new text) that do it."""

    offset: int
    hint: str | None
    edits: tuple[tuple[int, int, str], ...] = ()
    why_not: str | None = None
    """Why there are no edits, as a clause."""
    what: str | None = None
    """What is wrong in an author's words; None where only the parser's words are known."""


def explain(text: str, error: yaml.YAMLError, last_scalar: Any = None) -> Slip:
    """The slip behind a parser's error; where none is known, the error's place and general advice."""
    place = _Place(text, error, last_scalar)
    if len(text) <= _LONGEST_TEXT:
        for slips in (_of_spaces(place), _of_lines(place)):
            found = next(slips, None)
            if found:
                return found
    advice = next((hint for start, hint in _ADVICE.items() if place.problem.startswith(start)), None)
    return Slip(place.offset, place.quote_advice or advice)


def of_second_document(text: str, start: int) -> Slip:
    """The mark of a further document; below which nothing follows, it is simply left over."""
    marker = re.compile(r"(?P<line>---[ \t]*(?:\r\n|\r|\n|$))\s*$").match(text, start)
    if marker:
        return Slip(start, "delete the `---`", ((start, marker.end("line"), ""),))
    hint = "delete the `---`, and keep one spec a file"
    return Slip(start, hint, why_not="which of the documents is the spec only you know")


def of_anchor(text: str, start: int, name: str) -> Slip:
    """An anchor, which can be deleted where no alias refers to it."""
    anchor = re.compile(r"&\S+[ ]+(?=\S)").match(text, start)
    alone = anchor and not re.search(rf"\*{re.escape(name)}\b", text)
    edits = ((start, anchor.end(), ""),) if anchor and alone else ()
    return Slip(start, "delete it; values are written out where they are used", edits)


class _Place:
    """Where the parser stopped, moved to where the author has to look."""

    def __init__(self, text: str, error: yaml.YAMLError, last: Any) -> None:
        self.text = text
        self.problem = str(getattr(error, "problem", None) or "")
        self.quote_advice: str | None = None
        mark, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
        if mark and opened and opened.line < mark.line and self.problem.startswith((*_UNCLOSED, "could not")):
            mark = opened
        elif mark and last and last.style in ("'", '"') and last.end_mark.line == mark.line:
            mark = last.start_mark if last.start_mark.line < mark.line else mark
            inside = 'write `\\"` for one' if last.style == '"' else "double one"
            self.quote_advice = f"close the quote where its text ends, and {inside} inside of it"
        self.offset = min(mark.index, len(text)) if mark else 0
        self.start = text.rfind("\n", 0, self.offset) + 1
        end = text.find("\n", self.offset)
        self.end = len(text) if end < 0 else end

    @property
    def line(self) -> str:
        """The line at fault, without its line end."""
        return self.text[self.start : self.end].rstrip("\r")

    def before(self) -> Iterator[tuple[int, str]]:
        """The lines above that are not blank, the nearest first, each with its offset."""
        end = self.start - 1
        while end >= 0:
            start = self.text.rfind("\n", 0, end) + 1 if end else 0
            line = self.text[start:end].rstrip("\r")
            if line.strip():
                yield start, line
            end = start - 1

    def mended(
        self, what: str, hint: str, *edits: tuple[int, int, str], offset: int | None = None
    ) -> Slip | None:
        """The slip, if the text can be read beyond it with these edits."""
        if _gets_beyond(self.text, edits, self.end):
            return Slip(self.offset if offset is None else offset, hint, edits, what=what)
        return None


def _of_spaces(place: _Place) -> Iterator[Slip]:
    """Slips that nobody sees: tabs, no-break spaces; and the marks of a merge that was not settled."""
    text = place.text
    if conflict := _CONFLICT.search(text):
        hint = "keep one of the two versions, and delete the lines with `<<<<<<<`, `=======` and `>>>>>>>`"
        what = "two versions stand between the marks of a merge"
        yield Slip(conflict.start(), hint, (), "which of the two versions counts only you know", what)
    odd = list(_ODD_SPACES.finditer(text))
    if odd and odd[0].start() <= place.offset:
        name = unicodedata.name(odd[0]["odd"][0], "odd space").lower()
        edits = [(match.start("odd"), match.end("odd"), " " * len(match["odd"])) for match in odd]
        if slip := place.mended(
            f"a {name} stands where a space belongs",
            "write an ordinary space in its place",
            *edits,
            offset=odd[0].start("odd"),
        ):
            yield slip
    tabs = list(_TABS.finditer(text))
    if (
        tabs
        and tabs[0].start() <= place.end
        and "\t" in place.line[: len(place.line) - len(place.line.lstrip())]
    ):
        yield _of_tabs(place, tabs)


def _of_tabs(place: _Place, tabs: list[re.Match[str]]) -> Slip:
    """Tabs ahead of a line, mended where all widths that can be read give the same document."""
    readings: dict[int, list[object]] = {}
    ways = {
        width: [(match.start(), match.end(), match[0].replace("\t", " " * width)) for match in tabs]
        for width in (2, 4, 8)
    }
    for width, edits in ways.items():
        events, stopped = _read(edited(place.text, edits))
        if stopped is None:
            readings[width] = events
    hint, what = "indent with spaces, not tabs", "a tab stands where spaces belong"
    if readings and all(events == next(iter(readings.values())) for events in readings.values()):
        return Slip(place.offset, hint, tuple(ways[min(readings)]), what=what)
    return Slip(place.offset, hint, (), "how many spaces a tab stands for only you know", what)


def _of_lines(place: _Place) -> Iterator[Slip]:
    """Slips in the line at fault, those first that leave least doubt."""
    line, start = place.line, place.start
    found: list[Slip | None] = []
    if match := _EQUALS.match(line):
        right = f"{match['lead'].strip()}: {match['value']}"
        edit = (start + match.end("lead"), start + match.start("value"), ": ")
        found.append(place.mended("a `=` stands where a colon belongs", f"write `{shorten(right)}`", edit))
    if match := _TIGHT_COLON.match(line):
        hint, at = f"write `{shorten(match['key'] + ': ' + match['value'])}`", start + match.end("lead")
        found.append(place.mended("there is no space behind the colon", hint, (at, at, " ")))
    found += _of_values(place, _ENTRY.match(line) or _FIELD.match(line))
    found.append(_of_text_not_indented(place))
    found.append(_of_indent(place))
    found.append(_of_continued_text(place))
    return filter(None, found)


def _of_values(place: _Place, match: re.Match[str] | None) -> Iterator[Slip | None]:
    """Slips in what stands behind a field's colon or an entry's dash."""
    if not match:
        return
    value, start = match["value"], place.start + match.start("value")
    span = (start, start + len(value))
    if number := _AT_LEAST.match(value):
        what, hint = "a sign stands ahead of the number", f"write the number alone: `{number['number']}`"
        yield place.mended(what, hint, (*span, number["number"]))
    if _CURLY.match(value):
        first, last = (value[at].translate(_STRAIGHT) for at in (0, -1))
        straight = first + value[1:-1].replace(first, f"\\{first}" if first == '"' else "''") + last
        hint = f"write straight quotes (`{straight[0]}`) in place of `{value[0]}` and `{value[-1]}`"
        yield place.mended("curly quotes are no quotes to YAML", hint, (*span, straight))
    elif value[0] in "\"'":
        yield _of_quotes(place, value, start)
    elif " #" not in value and value[0] not in "[{|>":
        what = f"starts with `{value[0]}`" if value[0] in _SIGNS else "holds `: `"
        if (value[0] in _SIGNS or ": " in value) and _is_single(place):
            new = _quoted(value)
            hint = f"put quotes around it: `{shorten(new)}`"
            yield place.mended(f"a text without quotes {what}", hint, (*span, new))


def _of_quotes(place: _Place, value: str, start: int) -> Slip | None:
    """A quote that is not closed, or one within the text."""
    quote = value[0]
    if value.count(quote) == 1 and " #" not in value and _is_single(place):
        end = start + len(value)
        return place.mended("a quote is not closed", f"write `{quote}` behind the text", (end, end, quote))
    inside = "write `''` for an apostrophe within the text"
    if quote == '"':
        inside = 'write `\\"` for a quote within the text'
    if len(value) > 1 and value.endswith(quote) and value.count(quote) > 2:
        what = "a quote within the text ends it too early"
        return Slip(place.offset, inside, (), "which quotes belong to the text only you know", what)
    return None


def _is_single(place: _Place) -> bool:
    """Whether the line below opens a field or entry of its own, so that the text ends with its line."""
    below = place.text[place.end + 1 :].lstrip("\r\n")
    return not below.strip() or bool(_FIELD_LIKE.match(below)) or not below.startswith(" ")


def _of_text_not_indented(place: _Place) -> Slip | None:
    """Lines of a text that stand at the margin below its `>`."""
    above = next(place.before(), None)
    opened = _OPENED_TEXT.match(above[1]) if above else None
    if not opened or place.line.startswith(" "):
        return None
    edits = []
    for match in re.compile(r"^(?=[^\r\n])", re.MULTILINE).finditer(place.text, place.start):
        if _FIELD_LIKE.match(place.text, match.start()):
            break
        if place.text[match.start()] == " ":
            return None
        edits.append((match.start(), match.start(), "  "))
    name = f"`{opened['key']}: {opened['sign']}`"
    hint = f"write two spaces ahead of each line of the text below {name}"
    return place.mended(f"the text below {name} is not indented", hint, *edits)


def _of_indent(place: _Place) -> Slip | None:
    """A field or entry that is not in line with the one above."""
    if not _FIELD_LIKE.match(place.line):
        return None
    indent = len(place.line) - len(place.line.lstrip(" "))
    is_entry = place.line.lstrip().startswith("- ")
    for start, line in place.before():
        if not _FIELD_LIKE.match(line) or line.lstrip().startswith("- ") is not is_entry:
            continue
        width = len(line) - len(line.lstrip(" "))
        name = "the entry above" if is_entry else f"the field `{line.split(':')[0].strip()}` above"
        what = f"this {'entry' if is_entry else 'field'} is not in line with {name}"
        if width != indent:
            offset = place.start + indent
            hint, edit = f"write {_spaces(width)} ahead of it", (place.start, offset, line[:width])
            slip = place.mended(what, hint, edit, offset=offset)
            return _unless_either(place, slip, (start, start + width, " " * indent))
        return None
    return None


def _unless_either(place: _Place, slip: Slip | None, other: tuple[int, int, str]) -> Slip | None:
    """The slip, without its edits where the line above could be the wrong one, and say something else."""
    if slip is None or not _gets_beyond(place.text, [other], place.end):
        return slip
    if _read(edited(place.text, slip.edits)) == _read(edited(place.text, [other])):
        return slip
    return slip._replace(edits=(), why_not="which of the two lines is out of line only you know")


def _spaces(width: int) -> str:
    return "no space" if width == 0 else "one space" if width == 1 else f"{width} spaces"


def _of_continued_text(place: _Place) -> Slip | None:
    """A text of several lines that holds `: ` and has no `>` ahead of it."""
    indent = len(place.line) - len(place.line.lstrip(" "))
    what = "a text of several lines holds `: ` and has no `>` ahead of it"
    if not place.line.lstrip()[:1].isalnum() or _FIELD_LIKE.match(place.line):
        return None
    for start, line in place.before():
        own = len(line) - len(line.lstrip(" "))
        if own >= indent and _FIELD_LIKE.match(line):
            return None
        if own >= indent:
            continue
        bare, begun = _BARE_FIELD.match(line), _FIELD.match(line)
        if bare:
            hint = f"write `{bare['key']}: >`, so that the lines below are one text"
            end = start + bare.end("lead")
            return place.mended(what, hint, (end, end, " >"))
        if begun and begun["value"][0] not in "\"'[{|>&*":
            hint = f"write `{begun['key']}: >`, and the whole text on the lines below"
            newline = "\r\n" if "\r\n" in place.text else "\n"
            at = start + begun.start("value")
            return place.mended(what, hint, (at, at, f">{newline}{' ' * indent}"))
        return None
    return None


def _quoted(value: str) -> str:
    """The text in double quotes, or in single ones where it holds double ones."""
    if '"' in value or "\\" in value:
        return "'" + value.replace("'", "''") + "'"
    return f'"{value}"'


def _gets_beyond(text: str, edits: Iterable[tuple[int, int, str]], end: int) -> bool:
    """Whether a parser reads the edited text, at least beyond the end of the line at fault."""
    edits = tuple(edits)
    added = sum(len(new) - (stop - start) for start, stop, new in edits if start <= end)
    _, stopped = _read(edited(text, edits))
    return bool(edits) and (stopped is None or stopped > end + added)


def _read(text: str) -> tuple[list[object], int | None]:
    """The events of a text, and the offset where it can be read no further; None where it can be."""
    events: list[object] = []
    loader: Any = yaml.CSafeLoader(text)
    try:
        while event := loader.get_event():
            if isinstance(event, yaml.AliasEvent):
                break
            events.append((type(event), getattr(event, "value", None)))
        return events, int(event.start_mark.index) if event else None
    except yaml.MarkedYAMLError as error:
        marks = [error.problem_mark]
        if str(error.context).startswith("while scanning"):
            marks.append(error.context_mark)
        return events, min((mark.index for mark in marks if mark is not None), default=0)
    except yaml.YAMLError:
        return events, 0
