"""Errors at a field's name and colon: marks around the name, no colon or space, another character instead."""

import re
from collections.abc import Iterator
from itertools import takewhile

from benchdocs.documents.syntax_errors.parse_failure import Advice, Edit, Line, ParseFailure
from benchdocs.documents.text_file import shorten

COLON_LIKE = r":=|=>|[-=]>|\u2192|\u21d2|[:\uff1a\ufe55\ufe30\u2236\ua789=]"
"""What authors write for a colon, including the colon itself."""
_NAMED = re.compile(
    r"(?P<open>[^\w\n]{0,12})(?P<key>[A-Za-z]\w*)(?P<close>[^\w\s:=\uff1a\ufe55\ufe30\u2236\ua789|;-]{0,3})"
    rf"[ ]*(?P<colon>{COLON_LIKE}|[|;]|(?<= )[-\u2013\u2014](?= ))(?P<rest>.*)$"
)
_CLOSING_MARKS = re.compile("[*_`~'\"\u201d\u2019]+[ ]+")
_PAIRS = {"(": ")", "[": "]", "{": "}", **{mark: mark for mark in "|*_`~"}}
_DASHED = re.compile(r"-[ ]+(?P<key>[a-z][a-z_]*):(?:[ ]|$)")
_PLAIN_VALUE = re.compile(r"[\w./\"'-]+$")
_TABBED = re.compile(r"[ ]*\t[ \t]*(?P<key>[a-z][a-z_]*):(?:[ ]|\r?$)", re.MULTILINE)
_NO_SPACE = re.compile(r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*):)(?P<value>[^\s:/](?:.*[^ ])?)[ ]*$")
_OTHER_CHARACTER = re.compile(
    r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*))[ ]*"
    rf"(?P<mark>(?!:[^=])(?:{COLON_LIKE})|(?<= )[-\u2013\u2014](?= [\"']))[ ]*(?P<value>\S(?:.*[^ ])?)[ ]*$"
)
_ABSENT = re.compile(
    r"(?P<lead>[ ]*(?P<key>[a-z]+(?:_[a-z]+)*|\d+(?:\.\d+)?))(?:[ ]+(?P<value>[^\s:=](?:.*[^ ])?))?[ ]*$"
)
_UNAMBIGUOUS_COLONS = ":==\uff1a\ufe55\ufe30\u2236\ua789"
_SENTENCE_VERB = re.compile(
    r"(?:is|are|was|were|has|have|may|can|must|will|should|of|in|on|for|from|to|and|or|that|which)\b"
)
"""Words after the first word of a sentence, which then names no field."""
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+$")


def marked_name(failure: ParseFailure) -> Advice | None:
    """Explain a name with marks around it, or followed by another character than a colon."""
    match = _NAMED.match(failure.line)
    if not match or failure.indent:
        return None
    name = match["key"] if match["key"] in failure.fields else match["key"].lower()
    if name not in failure.fields or has_field(failure, name):
        return None
    value = _without_marks(match["rest"], match["open"])
    is_plain = not (match["open"] or match["close"]) and match["colon"] == ":"
    if is_plain or (match["colon"] in "|;-\u2013\u2014" and not _PLAIN_VALUE.match(value)):
        return None
    right = f"{name}: {value}" if value else f"{name}:"
    is_marked = match["open"].strip() or match["close"].strip()
    extra = f"there are extra characters ({_marks(match)}) around the name of the field `{name}`"
    what = extra if is_marked else _in_place(match["colon"])
    edit = (failure.start, failure.start + len(failure.line), right)
    return failure.advise(what, f"write `{shorten(right)}`", edit, offset=failure.start)


def _marks(match: re.Match[str]) -> str:
    """Return the characters around a name, each kind once."""
    marks = " ".join(dict.fromkeys(re.findall(r"[^\w\s]+", match["open"] + " " + match["close"])))
    return f"`` {marks} ``" if "`" in marks else f"`{marks}`"


def _in_place(mark: str) -> str:
    """Describe a character in the place of a colon."""
    code = "" if mark.isascii() else f" (U+{ord(mark[0]):04X})"
    return f"a `{mark}`{code} is used instead of a colon"


def _without_marks(rest: str, opened: str) -> str:
    """Return the value after a colon, without the marks that close those before the name."""
    value = rest.strip()
    if marks := _CLOSING_MARKS.match(value):
        value = value[marks.end() :] if opened.strip() else value
    for mark in reversed(opened.replace(" ", "")):
        if mark in _PAIRS and value.endswith(_PAIRS[mark]):
            value = value[:-1].rstrip()
    return value


def dashed_fields(failure: ParseFailure) -> Advice | None:
    """Explain fields after a `-`, as if they were entries of a list."""
    lines = [failure.own, *failure.above]
    if not _dashed_field(failure, failure.own):
        is_list = failure.problem.startswith("did not find expected '-'")
        lines = [line for line in lines if not line.text.startswith("#")][-1:] if is_list else []
    elif failure.next_above.text.startswith("- ") and not _dashed_field(failure, failure.next_above):
        return None
    found = [(line.start, match) for line in reversed(lines) if (match := _dashed_field(failure, line))]
    if not found:
        return None
    at, first = found[0]
    what = f"there is a `-` before the field `{first['key']}`, which is not an entry of a list"
    edits = [(start, start + match.start("key"), "") for start, match in found]
    return failure.advise(what, "delete the `- `", *edits, offset=at)


def _dashed_field(failure: ParseFailure, line: Line) -> re.Match[str] | None:
    match = _DASHED.match(line.text)
    return match if match and match["key"] in failure.fields else None


def tab_before_field(failure: ParseFailure) -> Advice | None:
    """Explain a tab before a field that belongs to the margin."""
    match = _TABBED.match(failure.line)
    key = match["key"] if match else ""
    if key not in failure.fields or has_field(failure, key) or failure.next_above.bare_key:
        return None
    found = (tabbed for tabbed in _TABBED.finditer(failure.text) if tabbed["key"] in failure.fields)
    edits = [(tabbed.start(), tabbed.start("key"), "") for tabbed in found]
    what = f"there is a tab before the field `{key}`, which must not be indented"
    return failure.advise(what, "delete the tab, and write no space instead", *edits, offset=failure.start)


def has_field(failure: ParseFailure, name: str) -> bool:
    """Return whether the text has a field at the margin."""
    return bool(re.search(rf"^{re.escape(name)}[ ]*:(?:[ ]|\r?$)", failure.text, re.MULTILINE))


def colon_errors(failure: ParseFailure) -> Iterator[Advice | None]:
    """Yield errors at the colon of the line at fault, or of the lines right above it.

    To the parser, a line without a proper colon below the name of a block is text; it stops only at the
    colon of the next line.
    """
    yield _hash_after_colon(failure)
    if found := _colon_error(failure, failure.own):
        yield failure.advise(*found)
    near = takewhile(lambda line: line.width == failure.indent, failure.above)
    errors = list(takewhile(bool, (_colon_error(failure, line) for line in near)))
    if wrong := [error for error in errors if error]:
        what, hint, _ = wrong[-1]
        top = failure.above[len(wrong) - 1]
        yield failure.advise(what, hint, *(edit for _, _, edit in wrong), offset=top.inner)


def _colon_error(failure: ParseFailure, line: Line) -> tuple[str, str, Edit] | None:
    """Return what is wrong with the colon of a line, what to write, and the edit."""
    match = _NO_SPACE.match(line.text)
    if match and match["value"][0] != "#":
        at = line.start + match.end("lead")
        return "there is no space after the colon", _corrected(match), (at, at, " ")
    match = _OTHER_CHARACTER.match(line.text)
    is_own = line == failure.own and match and match["mark"] in _UNAMBIGUOUS_COLONS
    if match and (is_own or _names_a_field(failure, match)):
        edit = (line.start + match.end("lead"), line.start + match.start("value"), ": ")
        return _in_place(match["mark"]), _corrected(match), edit
    match = _ABSENT.match(line.text)
    if match and _names_a_field(failure, match):
        at = line.start + match.end("lead")
        return f"there is no colon after `{match['key']}`", _corrected(match), (at, at, ":")
    return None


def _hash_after_colon(failure: ParseFailure) -> Advice | None:
    """Explain a `#` right after a colon, which to YAML is part of the name."""
    match = _NO_SPACE.match(failure.line)
    value = match["value"].lstrip("# ") if match else ""
    if not match or match["value"][0] != "#" or not value:
        return None
    at = failure.start + match.end("lead")
    hint = f"write `{shorten(match['key'] + ': ' + value)}`"
    if match["key"] not in failure.names.plain:
        hint += ", or put a space before the `#` if it starts a comment"
    why_not = "only you know whether the text after the `#` is a value or a comment"
    return Advice(at, hint, (), why_not, f"there is a `#` right after the colon of `{match['key']}`")


def _corrected(match: re.Match[str]) -> str:
    value = f" {match['value']}" if match["value"] else ""
    return f"write `{shorten(match['key'] + ':' + value)}`"


def _names_a_field(failure: ParseFailure, match: re.Match[str]) -> bool:
    """Return whether the first word of a line can only be a field's name or a level, and not start a text."""
    key, value = match["key"], match["value"] or ""
    if key[0].isdigit():
        return value.startswith(("'", '"'))
    if _SENTENCE_VERB.match(value):
        return False
    is_known = key in failure.fields and match["lead"] == key and not has_field(failure, key)
    return is_known or "_" in key or bool(_NUMBER.match(value))
