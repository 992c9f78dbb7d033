"""Slips in a text of several lines: its lines are not indented, or it has no `>` ahead of it."""

from __future__ import annotations

import re
from itertools import islice, takewhile

from benchdocs.documents.spelling import closest
from benchdocs.documents.syntax_errors.names import COLON_LIKE, stands
from benchdocs.documents.syntax_errors.parse_failure import (
    BARE_FIELD,
    FIELD,
    FIELD_LIKE,
    Place,
    Slip,
    indented_by,
    spaces,
    width_of,
)

_NAME = re.compile(r"[ ]*(?P<key>\w+)[ ]*[:=]")
_OPENED_TEXT = re.compile(r"[ ]*(?P<key>[\w.-]+):[ ]+(?P<sign>[>|])[+-]?[ ]*$")
_NOTE = re.compile(
    r"[ ]*(?:[^\w\s]|(?:NOTE|NOTES|TODO|FIXME|XXX|HACK|WIP|TBD|TBC|DRAFT|PROVISIONAL|REVIEW|NB|PS|P\.S)\b)"
)
"""How a line begins that an author may have written to themselves, and not for the page."""
_FIRST_WORD = re.compile(rf"[ ]*(?P<key>[A-Za-z_]+)[ ]*(?P<colon>{COLON_LIKE}|[;|-])?")
_LONGEST_NAME = 60
"""Characters of a line above which its words are no field's name."""


def of_text_not_indented(place: Place) -> Slip | None:
    """Lines of a text that are not indented as its `>` asks for."""
    inner = None
    for start, line in place.before():
        if opened := _OPENED_TEXT.match(line):
            if inner is None and width_of(line) and opened["key"] in place.fields:
                what = f"the field `{opened['key']}` does not stand at the margin"
                edit = (start, start + width_of(line), "")
                return place.mended(what, f"write {spaces(0)} ahead of it", edit, offset=edit[1])
            return _indented(place, opened, inner or width_of(line) + 2, is_first=inner is None)
        inner = width_of(line)
        if inner <= place.indent:
            return None
    return None


def of_sentence_of_text(place: Place) -> Slip | None:
    """A sentence at the margin that holds a colon, below a text that it may belong to."""
    match = FIELD.match(place.line)
    name = match["key"] if match else ""
    if place.indent or not name[:1].isupper() or name.lower() in place.fields or closest(name, place.fields):
        return None
    return of_text_not_indented(place)


def _indented(place: Place, opened: re.Match[str], width: int, *, is_first: bool) -> Slip | None:
    """The slip of a text's lines; without edits where a line among indented ones may be none of them."""
    field = _NAME.match(place.line)
    is_deeper = place.indent > width_of(opened[0])
    if (is_deeper and is_first) or (field and field["key"] in place.fields):
        return None
    name = f"`{opened['key']}: {opened['sign']}`"
    lines = [(place.start, place.line), *takewhile(_is_of_text, place.below())]
    is_in_line = place.indent >= width_of(opened[0]) + 2
    if not is_first and is_in_line and (slip := _of_first_line(place, lines, name)):
        return slip
    is_mixed = any(width_of(line) >= width for _, line in lines)
    if not is_first or is_mixed or _may_be_a_note(place, place.start, place.line):
        return _doubtful(place, name, width, goes_on_below=is_mixed)
    edits: list[tuple[int, int, str]] = []
    last = place.start
    for start, line in lines:
        if edits and (start != last or _may_be_a_note(place, start, line)):
            break
        edits.append((start, start + width_of(line), " " * width))
        last = place.text.find("\n", start) + 1
    hint = f"indent each line of the text below {name} by {spaces(width)}"
    return place.mended(f"the text below {name} is not indented", hint, *edits)


def _is_of_text(numbered: tuple[int, str]) -> bool:
    return not FIELD_LIKE.match(numbered[1])


def _of_first_line(place: Place, lines: list[tuple[int, str]], name: str) -> Slip | None:
    """The first line of a text that stands further in than all of the others."""
    above = list(takewhile(_is_of_text, islice(place.before(), 2)))
    if len(above) != 1 or any(width_of(line) != place.indent for _, line in lines):
        return None
    start, line = above[0]
    edit = (start, start + width_of(line), " " * place.indent)
    what = f"the first line of the text below {name} is not in line with the others"
    return place.mended(what, indented_by(place.indent), edit, offset=edit[1])


def _may_be_a_note(place: Place, start: int, line: str) -> bool:
    """Whether a line stands apart from the text above it, or begins as notes and fields do."""
    if start > 1 and not place.text[place.text.rfind("\n", 0, start - 1) + 1 : start].strip():
        return True
    word = _FIRST_WORD.match(line)
    if _NOTE.match(line) or word is None:
        return True
    name = word["key"].lower()
    return name in place.fields and (bool(word["colon"]) or not stands(place, name))


def _doubtful(place: Place, name: str, width: int, *, goes_on_below: bool) -> Slip | None:
    """A line that may belong to the text above it, or be a note of the author's: only they know."""
    indent = (place.start, place.start + place.indent, " " * width)
    what = f"a line is neither a field nor indented like the text below {name}"
    hint = f"indent it by {spaces(width)} in all if it belongs to the text; "
    if goes_on_below:
        hint += f"if it is a comment, put it ahead of {name}, behind a `#`"
    else:
        hint += "if it is a comment, start it with `# `"
    why_not = "whether it belongs to the text or is a comment only you know"
    if field := _named_in_words(place):
        what = f"a line may be meant as the field `{field}`, and stands below {name}"
        sign = " >" if field in place.names.texts else ""
        hint = f"write `{field}:{sign}` if it is the field; {hint}"
        why_not = "whether it is a field, belongs to the text or is a comment only you know"
    return place.mended(what, hint, indent, offset=place.start + place.indent, why_not=why_not)


def _named_in_words(place: Place) -> str | None:
    """The field whose name the line's words are, with spaces for underscores."""
    words = place.line.strip(" \t:>|+-*_#").lower()
    name = "_".join(re.split(r"[ _-]+", words)) if len(words) < _LONGEST_NAME else ""
    return name if name in place.fields | place.names.inner else None


def of_continued_text(place: Place) -> Slip | None:
    """A text of several lines that holds `: ` and has no `>` ahead of it."""
    indent = len(place.line) - len(place.line.lstrip(" "))
    what = "a text of several lines holds `: ` and has no `>` ahead of it"
    if not place.line.lstrip()[:1].isalnum() or FIELD_LIKE.match(place.line):
        return None
    for start, line in place.before():
        own = len(line) - len(line.lstrip(" "))
        if own >= indent and FIELD_LIKE.match(line):
            return None
        if own >= indent:
            continue
        bare, begun = BARE_FIELD.match(line), FIELD.match(line)
        if bare:
            hint = f"write `{bare['key']}: >`, so that the lines below are one text"
            end = start + bare.end("lead")
            return place.mended(what, hint, (end, end, " >"))
        is_text = begun and any(character.isalnum() for character in begun["value"])
        if begun and is_text and begun["value"][0] not in "\"'[{|>&*":
            hint = f"write `{begun['key']}: >`, and the whole text on the lines below"
            at = start + begun.start("value")
            slip = place.mended(what, hint, (at, at, f">{place.newline}{' ' * indent}"))
            return _unless_within_text(place, slip, start, begun["key"], indent)
        return None
    return None


def _unless_within_text(place: Place, slip: Slip | None, start: int, key: str, indent: int) -> Slip | None:
    """The slip, without its edits where the field stands among the lines of another field's text."""
    above = place.text[: max(start - 1, 0)].rsplit("\n", 1)[-1].rstrip("\r")
    is_text = above.strip() and width_of(above) == indent and not FIELD_LIKE.match(above)
    if slip is None or not (is_text or _OPENED_TEXT.match(above)):
        return slip
    hint = "put the line behind the text, or ahead of it"
    hint += f"; if the lines below belong to `{key}`, {slip.hint}"
    why_not = "whether the lines below belong to it only you know"
    return Slip(start, hint, (), why_not, f"the field `{key}` stands among the lines of a text")


def of_stray_line(place: Place) -> Slip | None:
    """A line at the margin that is neither a field nor anything else, below a field that holds no text."""
    is_likely = place.problem.startswith("could not find expected ':'") and place.line[:1] not in "\"'-"
    if place.indent or ":" in place.line or not is_likely:
        return None
    what = "a line is neither a field nor a comment"
    why_not = "whether it is a field or a comment only you know"
    hint = "put `# ` ahead of it if it is a comment, or a colon behind the name if it is a field"
    edit = (place.start, place.start, "# ")
    return place.mended(what, hint, edit, offset=place.start, why_not=why_not)
