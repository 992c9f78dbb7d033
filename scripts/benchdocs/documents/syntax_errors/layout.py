"""Errors in the layout of texts, fields and entries: out of line, not indented, or without a `>`."""

import re
from itertools import islice, takewhile

from benchdocs.documents.spelling import closest
from benchdocs.documents.syntax_errors.fields import COLON_LIKE, has_field
from benchdocs.documents.syntax_errors.parse_failure import (
    BARE_FIELD,
    FIELD,
    FIELD_LIKE,
    Advice,
    ParseFailure,
    indented_by,
    read_events,
    reads_beyond,
    spaces,
    width_of,
)
from benchdocs.documents.text_file import edited, shorten

_NAME = re.compile(r"[ ]*(?P<key>\w+)[ ]*[:=]")
_OPENED_TEXT = re.compile(r"[ ]*(?P<key>[\w.-]+):[ ]+(?P<mark>[>|])[+-]?[ ]*$")
_NOTE = re.compile(
    r"[ ]*(?:[^\w\s]|(?:NOTE|NOTES|TODO|FIXME|XXX|HACK|WIP|TBD|TBC|DRAFT|PROVISIONAL|REVIEW|NB|PS|P\.S)\b)"
)
"""Starts of lines that authors may write as notes to themselves."""
_FIRST_WORD = re.compile(rf"[ ]*(?P<key>[A-Za-z_]+)[ ]*(?P<colon>{COLON_LIKE}|[;|-])?")
_LONGEST_NAME = 60
"""Longest line whose words can be a field's name, in characters."""
_KEY = re.compile(r"[ ]*(?P<key>[\w.-]+)[ ]*:(?:[ ]|$)")
_OPENING = "\"'[{|>&*!@`%"
_EMPTY_VALUES = ("{}", "[]", "~", "null", "none", "yes", "true", "on", "...")


def text_not_indented(failure: ParseFailure) -> Advice | None:
    """Lines of a text that are not indented below its `>`."""
    inner = None
    for start, line in failure.lines_above():
        if opened := _OPENED_TEXT.match(line):
            if inner is None and width_of(line) and opened["key"] in failure.fields:
                what = f"the field `{opened['key']}` must not be indented"
                edit = (start, start + width_of(line), "")
                return failure.advise(what, f"write {spaces(0)} before it", edit, offset=edit[1])
            return _indentation(failure, opened, inner or width_of(line) + 2, inner is None)
        inner = width_of(line)
        if inner <= failure.indent:
            return None
    return None


def sentence_at_margin(failure: ParseFailure) -> Advice | None:
    """Explain a sentence with a colon at the margin, below a text that it may belong to."""
    match = FIELD.match(failure.line)
    if failure.indent or not match or not match["key"][:1].isupper():
        return None
    is_field = match["key"].lower() in failure.fields or closest(match["key"], failure.fields)
    return None if is_field else text_not_indented(failure)


def _indentation(failure: ParseFailure, opened: re.Match[str], width: int, is_first: bool) -> Advice | None:
    """Advise on a text's lines; without edits where one of them may not belong to it."""
    field = _NAME.match(failure.line)
    is_deeper = failure.indent > width_of(opened[0])
    if (is_deeper and is_first) or (field and field["key"] in failure.fields):
        return None
    name = f"`{opened['key']}: {opened['mark']}`"
    lines = [(failure.start, failure.line), *takewhile(_is_text_line, failure.lines_below())]
    is_in_line = failure.indent >= width_of(opened[0]) + 2
    if not is_first and is_in_line and (advice := _first_line_too_deep(failure, lines, name)):
        return advice
    is_mixed = any(width_of(line) >= width for _, line in lines)
    if not is_first or is_mixed or _may_be_a_note(failure, failure.start, failure.line):
        return _undecided_line(failure, name, width, goes_on_below=is_mixed)
    own = [lines[0], *takewhile(lambda line: not _may_be_a_note(failure, *line), lines[1:])]
    edits = [(start, start + width_of(line), " " * width) for start, line in own]
    hint = f"indent each line of the text below {name} by {spaces(width)}"
    return failure.advise(f"the text below {name} is not indented", hint, *edits)


def _is_text_line(numbered: tuple[int, str]) -> bool:
    return not FIELD_LIKE.match(numbered[1])


def _first_line_too_deep(failure: ParseFailure, lines: list[tuple[int, str]], name: str) -> Advice | None:
    """Explain the first line of a text, indented further than all others."""
    above = list(takewhile(_is_text_line, islice(failure.lines_above(), 2)))
    if len(above) != 1 or any(width_of(line) != failure.indent for _, line in lines):
        return None
    start, line = above[0]
    edit = (start, start + width_of(line), " " * failure.indent)
    what = f"the first line of the text below {name} is not aligned with the others"
    return failure.advise(what, indented_by(failure.indent), edit, offset=edit[1])


def _may_be_a_note(failure: ParseFailure, start: int, line: str) -> bool:
    """Return whether a line is separate from the text above, or starts as notes and fields do."""
    if start > 1 and not failure.text[failure.text.rfind("\n", 0, start - 1) + 1 : start].strip():
        return True
    word = _FIRST_WORD.match(line)
    if _NOTE.match(line) or word is None:
        return True
    name = word["key"].lower()
    return name in failure.fields and (bool(word["colon"]) or not has_field(failure, name))


def _undecided_line(failure: ParseFailure, name: str, width: int, *, goes_on_below: bool) -> Advice | None:
    """Explain a line that may belong to the text above it, or be a note: only its author knows."""
    indent = (failure.start, failure.start + failure.indent, " " * width)
    what = f"a line is neither a field nor indented like the text below {name}"
    comment = f"move it before {name}, after a `#`" if goes_on_below else "start it with `# `"
    hint = f"indent it by {spaces(width)} in total if it belongs to the text; if it is a comment, {comment}"
    why_not = "only you know whether it belongs to the text or is a comment"
    words = failure.line.strip(" \t:>|+-*_#").lower()
    field = "_".join(re.split(r"[ _-]+", words)) if len(words) < _LONGEST_NAME else ""
    if field in failure.fields | failure.names.inner:
        what = f"a line below {name} may be meant as the field `{field}`"
        mark = " >" if field in failure.names.texts else ""
        hint = f"write `{field}:{mark}` if it is the field; {hint}"
        why_not = "only you know whether it is a field, belongs to the text or is a comment"
    return failure.advise(what, hint, indent, offset=failure.start + failure.indent, why_not=why_not)


def text_without_marker(failure: ParseFailure) -> Advice | None:
    """Explain a text of several lines that holds `: ` and lacks its `>`."""
    indent = failure.indent
    what = "a text of several lines contains `: ` and has no `>` before it"
    if not failure.line.lstrip()[:1].isalnum() or FIELD_LIKE.match(failure.line):
        return None
    for start, line in failure.lines_above():
        if width_of(line) >= indent:
            if FIELD_LIKE.match(line):
                return None
            continue
        bare, begun = BARE_FIELD.match(line), FIELD.match(line)
        if bare:
            hint = f"write `{bare['key']}: >`, so that the lines below become one text"
            end = start + bare.end("lead")
            return failure.advise(what, hint, (end, end, " >"))
        is_text = begun and any(character.isalnum() for character in begun["value"])
        if begun and is_text and begun["value"][0] not in "\"'[{|>&*":
            hint = f"write `{begun['key']}: >`, and the whole text on the lines below"
            at = start + begun.start("value")
            advice = failure.advise(what, hint, (at, at, f">{failure.newline}{' ' * indent}"))
            return advice and _unless_within_text(failure, advice, start, begun["key"])
        return None
    return None


def _unless_within_text(failure: ParseFailure, advice: Advice, start: int, key: str) -> Advice:
    """Leave out the edits where the field is within another field's text."""
    above = failure.text[: max(start - 1, 0)].rsplit("\n", 1)[-1].rstrip("\r")
    is_text = above.strip() and width_of(above) == failure.indent and not FIELD_LIKE.match(above)
    if not (is_text or _OPENED_TEXT.match(above)):
        return advice
    hint = "move the line after the text, or before it"
    hint += f"; if the lines below belong to `{key}`, {advice.hint}"
    why_not = "only you know whether the lines below belong to it"
    return Advice(start, hint, (), why_not, f"the field `{key}` is among the lines of a text")


def stray_line(failure: ParseFailure) -> Advice | None:
    """Explain a line at the margin, below a field without text, that is no field."""
    is_likely = failure.problem.startswith("could not find expected ':'") and failure.line[:1] not in "\"'-"
    if failure.indent or ":" in failure.line or not is_likely:
        return None
    what = "a line is neither a field nor a comment"
    why_not = "only you know whether it is a field or a comment"
    hint = "put `# ` before it if it is a comment, or a colon after the name if it is a field"
    edit = (failure.start, failure.start, "# ")
    return failure.advise(what, hint, edit, offset=failure.start, why_not=why_not)


def block_below_value(failure: ParseFailure) -> Advice | None:
    """Explain a field with both a value and a block of fields below it."""
    start, above = next(failure.lines_above(), (0, ""))
    field, inner = FIELD.match(above), _KEY.match(failure.line)
    if not field or not inner or inner["key"] in failure.fields or width_of(above) >= failure.indent:
        return None
    if inner["key"] in failure.names.inner and field["key"] in failure.names.inner:
        return None  # it is not below the field above, but out of line with it
    value, name = field["value"], f"`{field['key']}:`"
    is_empty = value.lower() in _EMPTY_VALUES
    if " #" in value or (value[0] in _OPENING and not is_empty):
        return None
    what = f"`{shorten(value)}` is after {name}, and a block of fields is below it"
    hint, at = f"delete the `{shorten(value)}` after {name}", start + field.start("value")
    edit = (start + len(field["lead"].rstrip()), at + len(value), "")
    if " " in value:
        hint += f", or write `{field['key']}: >`, and the whole text on the lines below"
    why_not = None if is_empty else "only you know which of the two counts"
    return failure.advise(what, hint, edit, offset=at, why_not=why_not)


def name_too_far_left(failure: ParseFailure) -> Advice | None:
    """Explain the name of a block that is left of its siblings; the line at fault is the next of them."""
    known = failure.fields | failure.names.inner
    lines = (found for found in failure.lines_above() if not found[1].lstrip().startswith("#"))
    start, line = next((found for found in lines if width_of(found[1]) < failure.indent), (0, ""))
    _, above = next((found for found in lines if width_of(found[1]) <= failure.indent), (0, ""))
    is_first = width_of(above) < failure.indent
    if not (BARE_FIELD.match(line) and FIELD_LIKE.match(failure.line)) or _name(line) in known:
        return None
    if is_first and not BARE_FIELD.match(above):
        return None
    sibling = f"`{_name(failure.line)}` below" if is_first else f"`{_name(above)}` above"
    what = f"this field is not aligned with the field {sibling}"
    offset = start + width_of(line)
    edit = (start, offset, " " * failure.indent)
    other = (failure.start, failure.start + failure.indent, line[: width_of(line)])
    ours, theirs = _read_until(failure, edit), _read_until(failure, other)
    if ours < theirs or (ours == theirs and is_first):
        return None  # it is the line at fault that is out of line, or may be
    return failure.advise(what, indented_by(failure.indent), edit, offset=offset)


def _read_until(failure: ParseFailure, edit: tuple[int, int, str]) -> float:
    """Return how far a text can be read with an edit: where the reading stops, or infinity."""
    stopped = read_events(edited(failure.text, [edit]))[1]
    return float("inf") if stopped is None else stopped


def misaligned_line(failure: ParseFailure) -> Advice | None:
    """Explain a field or entry that is not aligned with the one above."""
    if not FIELD_LIKE.match(failure.line):
        return None
    is_entry = failure.line.lstrip().startswith("- ")
    is_known = not is_entry and _name(failure.line) in failure.fields
    has_inner = False
    below = width_of(next(failure.lines_below(), (0, ""))[1])
    is_block = BARE_FIELD.match(failure.line) and below > failure.indent
    for start, line in failure.lines_above():
        if not FIELD_LIKE.match(line) or line.lstrip().startswith("- ") is not is_entry:
            has_inner = _name(failure.line) in failure.names.inner
            continue
        width = width_of(line)
        if is_block and width >= below:
            continue  # it is in the block of a name above
        if is_known and width and failure.indent:
            continue  # it belongs to the margin, where the fields of a block do not
        if is_known and width:
            return _field_above(failure, start, line)
        if width == failure.indent or (is_entry and _name(line)[2:] in failure.fields):
            return None
        if not (is_entry or is_known) and (
            width == 0 or (BARE_FIELD.match(line) and not (has_inner or is_block))
        ):
            return None  # there it would be a field of another block
        name = "the entry above" if is_entry else f"the field `{_name(line)}` above"
        what = f"this {'entry' if is_entry else 'field'} is not aligned with {name}"
        offset = failure.start + failure.indent
        hint, edit = indented_by(width), (failure.start, offset, line[:width])
        advice = failure.advise(what, hint, edit, offset=offset)
        return advice if is_known else _unless_either(failure, advice, start, line)
    return None


def _field_above(failure: ParseFailure, start: int, line: str) -> Advice | None:
    """Explain an indented field above one at the margin, where it belongs itself."""
    if _name(line) not in failure.fields:
        return None
    offset = start + width_of(line)
    what = f"this field is not aligned with the field `{_name(failure.line)}` below"
    return failure.advise(what, indented_by(0), (start, offset, ""), offset=offset)


def _name(line: str) -> str:
    return line.split(":")[0].strip()


def _unless_either(failure: ParseFailure, advice: Advice | None, start: int, line: str) -> Advice | None:
    """Return the advice for this line or the line above; without edits where either may be wrong."""
    width = width_of(line)
    other = (start, start + width, " " * failure.indent)
    if not reads_beyond(failure.text, [other], failure.end):
        return advice
    theirs = read_events(edited(failure.text, [other]))
    ours = read_events(edited(failure.text, advice.edits)) if advice else ([], 0)
    if advice and (ours == theirs or (ours[1] is None and theirs[1] is not None)):
        return advice
    if theirs[1] is None and ours[1] is not None:
        is_entry = line.lstrip().startswith("- ")
        below = "the entry below" if is_entry else f"the field `{_name(failure.line)}` below"
        what = f"this {'entry' if is_entry else 'field'} is not aligned with {below}"
        return Advice(start + width, indented_by(failure.indent), (other,), what=what)
    if advice is None:
        return None
    return advice._replace(edits=(), why_not="only you know which of the two lines is wrong")


def block_field_at_margin(failure: ParseFailure) -> Advice | None:
    """Explain a field of a block at the margin, above the rest of its block."""
    name = _name(failure.line)
    if not failure.indent or not FIELD_LIKE.match(failure.line) or name not in failure.names.inner:
        return None
    fields = (found for found in failure.lines_above() if FIELD_LIKE.match(found[1]))
    start, line = next((found for found in fields if not width_of(found[1])), (0, ""))
    if _name(line) not in failure.names.inner - failure.fields:
        return None
    what = f"this field is not aligned with the field `{name}` below"
    edit = (start, start, " " * failure.indent)
    return failure.advise(what, indented_by(failure.indent), edit, offset=start)
