"""Errors in the layout of texts, fields and entries: out of line, not indented, or without a `>`."""

import re
from itertools import takewhile

from benchdocs.documents.spelling import closest
from benchdocs.documents.syntax_errors.fields import COLON_LIKE, has_field
from benchdocs.documents.syntax_errors.parse_failure import (
    FIELD,
    FIELD_LIKE,
    NO_LINE,
    Advice,
    Edit,
    Line,
    ParseFailure,
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
    inner = 0
    for line in failure.above:
        if opened := _OPENED_TEXT.match(line.text):
            if not inner and line.width and opened["key"] in failure.fields:
                return failure.realign(line, 0, f"the field `{opened['key']}` must not be indented")
            return _indentation(failure, opened, inner or line.width + 2, is_first=not inner)
        inner = line.width
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


def _indentation(
    failure: ParseFailure, opened: re.Match[str], width: int, *, is_first: bool
) -> Advice | None:
    """Advise on a text's lines; without edits where one of them may not belong to it."""
    field, outer = _NAME.match(failure.line), width_of(opened[0])
    if (failure.indent > outer and is_first) or (field and field["key"] in failure.fields):
        return None
    name = f"`{opened['key']}: {opened['mark']}`"
    lines = [failure.own, *takewhile(lambda line: not line.opens, failure.below)]
    above = list(takewhile(lambda line: not line.opens, failure.above[:2]))
    if failure.indent >= outer + 2 and len(above) == 1 and {line.width for line in lines} == {failure.indent}:
        what = f"the first line of the text below {name} is not aligned with the others"
        if advice := failure.realign(above[0], failure.indent, what):
            return advice
    is_mixed = any(line.width >= width for line in lines)
    if not is_first or is_mixed or _may_be_a_note(failure, failure.own):
        return _undecided_line(failure, name, width, goes_on_below=is_mixed)
    own = [lines[0], *takewhile(lambda line: not _may_be_a_note(failure, line), lines[1:])]
    hint = f"indent each line of the text below {name} by {spaces(width)}"
    edits = [line.indented(width) for line in own]
    return failure.advise(f"the text below {name} is not indented", hint, *edits)


def _may_be_a_note(failure: ParseFailure, line: Line) -> bool:
    """Return whether a line is separate from the text above, or starts as notes and fields do."""
    start, word = line.start, _FIRST_WORD.match(line.text)
    is_apart = start > 1 and not failure.text[failure.text.rfind("\n", 0, start - 1) + 1 : start].strip()
    if is_apart or _NOTE.match(line.text) or word is None:
        return True
    name = word["key"].lower()
    return name in failure.fields and (bool(word["colon"]) or not has_field(failure, name))


def _undecided_line(failure: ParseFailure, name: str, width: int, *, goes_on_below: bool) -> Advice | None:
    """Explain a line that may belong to the text above it, or be a note: only its author knows."""
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
    return failure.realign(failure.own, width, what, hint, why_not)


def text_without_marker(failure: ParseFailure) -> Advice | None:
    """Explain a text of several lines that holds `: ` or ` #` and lacks its `>`."""
    indent = failure.indent
    line = next((line for line in failure.above if line.width < indent or line.opens), NO_LINE)
    if not failure.line.lstrip()[:1].isalnum() or failure.own.opens or line.width >= indent:
        return None
    mark = " #" if " #" in failure.text[line.start : failure.own.start] else ": "
    what = f"a text of several lines contains `{mark}` and has no `>` before it"
    if line.bare_key:
        hint = f"write `{line.bare_key}: >`, so that the lines below become one text"
        return failure.advise(what, hint, (line.end, line.end, " >"))
    begun = FIELD.match(line.text)
    if not begun or begun["value"][0] in "\"'[{|>&*" or not any(map(str.isalnum, begun["value"])):
        return None
    hint = f"write `{begun['key']}: >`, and the whole text on the lines below"
    at = line.start + begun.start("value")
    advice = failure.advise(what, hint, (at, at, f">{failure.newline}{' ' * indent}"))
    return advice and _unless_within_text(failure, advice, line.start, begun["key"])


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
    start, above = failure.next_above
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
    lines = [line for line in failure.above if not line.text.lstrip().startswith("#")]
    number, line = next((e for e in enumerate(lines) if e[1].width < failure.indent), (0, NO_LINE))
    above = next((above for above in lines[number + 1 :] if above.width <= failure.indent), NO_LINE)
    is_first = above.width < failure.indent
    if not (line.bare_key and failure.own.opens) or line.name in failure.fields | failure.names.inner:
        return None
    if is_first and not above.bare_key:
        return None
    ours = _read_until(failure, line.indented(failure.indent))
    theirs = _read_until(failure, failure.own.indented(line.width))
    if ours < theirs or (ours == theirs and is_first):
        return None  # it is the line at fault that is out of line, or may be
    sibling = f"{failure.own.name}` below" if is_first else f"{above.name}` above"
    return failure.realign(line, failure.indent, f"this field is not aligned with the field `{sibling}")


def _read_until(failure: ParseFailure, edit: Edit) -> float:
    """Return how far a text can be read with an edit: where the reading stops, or infinity."""
    stopped = read_events(edited(failure.text, [edit]))[1]
    return float("inf") if stopped is None else stopped


def misaligned_line(failure: ParseFailure) -> Advice | None:
    """Explain a field or entry that is not aligned with the one above."""
    own = failure.own
    is_known = not own.is_entry and own.name in failure.fields
    has_inner = False
    is_block = own.bare_key and failure.next_below.width > own.width
    for line in failure.above if own.opens else ():
        if not line.opens or line.is_entry is not own.is_entry:
            has_inner = own.name in failure.names.inner
            continue
        if is_block and line.width >= failure.next_below.width:
            continue  # it is in the block of a name above
        if is_known and line.width and own.width:
            continue  # it belongs to the margin, where the fields of a block do not
        if is_known and line.width:
            what = f"this field is not aligned with the field `{own.name}` below"
            return failure.realign(line, 0, what) if line.name in failure.fields else None
        if line.width == own.width or (own.is_entry and line.name[2:] in failure.fields):
            return None
        if not (own.is_entry or is_known) and (
            line.width == 0 or (line.bare_key and not (has_inner or is_block))
        ):
            return None  # there it would be a field of another block
        what = f"this {_kind(own)} is not aligned with {_sibling(line)} above"
        advice = failure.realign(own, line.width, what)
        return advice if is_known else _unless_either(failure, advice, line)
    return None


def _kind(line: Line) -> str:
    return "entry" if line.is_entry else "field"


def _sibling(line: Line) -> str:
    return "the entry" if line.is_entry else f"the field `{line.name}`"


def _unless_either(failure: ParseFailure, advice: Advice | None, line: Line) -> Advice | None:
    """Return the advice for this line or the line above; without edits where either may be wrong."""
    other = line.indented(failure.indent)
    if not reads_beyond(failure.text, [other], failure.end):
        return advice
    theirs = read_events(edited(failure.text, [other]))
    ours = read_events(edited(failure.text, advice.edits)) if advice else ([], 0)
    if advice and (ours == theirs or (ours[1] is None and theirs[1] is not None)):
        return advice
    if theirs[1] is None and ours[1] is not None:
        what = f"this {_kind(line)} is not aligned with {_sibling(failure.own)} below"
        return failure.realign(line, failure.indent, what)
    return advice and advice._replace(edits=(), why_not="only you know which of the two lines is wrong")


def block_field_at_margin(failure: ParseFailure) -> Advice | None:
    """Explain a field of a block at the margin, above the rest of its block."""
    name, inner = failure.own.name, failure.names.inner
    line = next((line for line in failure.above if line.opens and not line.width), NO_LINE)
    is_likely = failure.indent and failure.own.opens and name in inner
    if not is_likely or line.name not in inner - failure.fields:
        return None
    what = f"this field is not aligned with the field `{name}` below"
    return failure.realign(line, failure.indent, what)
