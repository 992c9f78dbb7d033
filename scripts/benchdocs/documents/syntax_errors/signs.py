"""Signs like quotes that are none to YAML, where a value opens or closes with one."""

from __future__ import annotations

import re

from benchdocs.documents.syntax_errors.parse_failure import Place, Slip
from benchdocs.documents.syntax_errors.value_span import Value, value_at

_PARTNERS = {
    **{"\u201c": "\u201d", "\u201e": "\u201d\u201c", "\u201d": "\u201d", "\u201f": "\u201d"},
    **{"\u2018": "\u2019", "\u201a": "\u2019\u2018", "\u2019": "\u2019", "\u201b": "\u2019"},
    **{"\uff02": "\uff02", "\uff07": "\uff07", "`": "`", "\u00b4": "\u00b4", "\u301d": "\u301e"},
    **{"\u00ab": "\u00bb", "\u00bb": "\u00ab", "\u2039": "\u203a", "\u203a": "\u2039"},
}
"""Signs that open a quotation, each with those that close it."""
_OPENERS = frozenset(_PARTNERS)
_ODD = frozenset(_OPENERS | set("".join(_PARTNERS.values())))
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])['\u2019](?=[^\W\d_])")
_OPENING = re.compile(r"(?:^|(?<=[\s(]))'(?=\S)")
_CLOSING = re.compile(r"(?<=\S)'(?=[\s.,;:)]|$)")
_STRAIGHT_IN_VALUES = re.compile(r"(?:[“„].*[”“]|‘.*’|`(?!.*: ).*`)$")
"""What is mended as a value of one line, without quotes where it needs none."""
_WHY_NOT = "where the quotation begins and ends only you know"


def of_quote_signs(place: Place) -> Slip | None:
    """A value that opens or closes with a sign which is like a quote, and none to YAML."""
    value = value_at(place)
    if value is None or " #" in value.text or len(value.text) < 3:
        return None
    first, last = value.text[0], value.text[-1]
    inner = _APOSTROPHE.sub("x", value.text[1:-1])
    if first == "'" and last in {'"', *_ODD}:
        return _of_apostrophe(place, value, inner)
    if first == '"' and last == "'":
        return _of_apostrophe_behind(place, value, inner)
    if first not in _ODD and last not in _ODD:
        return None
    if first in {'"', *_ODD} and last in {'"', *_ODD}:
        return _of_pair(place, value, inner)
    if first == '"' or last in "\"'":
        return None
    if first in _ODD and any(sign in inner for sign in _PARTNERS.get(first, first)):
        return None  # a word or two at the beginning stand within them
    if last in _ODD and first not in _ODD and any(last in _PARTNERS.get(sign, "") for sign in inner):
        return None
    sign, at_other_end = (first, "ends") if first in _ODD else (last, "begins")
    hint = f'write `"` in place of {_named(sign)}, and one where the text {at_other_end}'
    return _left(place, value, sign, hint)


def _of_pair(place: Place, value: Value, inner: str) -> Slip | None:
    """A text between two signs, one of which or both are no quotes to YAML."""
    first, last = value.text[0], value.text[-1]
    within = {first, last, *_PARTNERS.get(first, "")} & set(inner)
    is_clear = not within and "\\" not in inner and (first != '"' or last != '"')
    if is_clear and "\n" not in value.text and _STRAIGHT_IN_VALUES.match(value.text):
        return None
    odd = first if first in _ODD else last
    hint = f'write a straight quote (`"`) in place of {_named(odd)}'
    if first in _ODD and last in _ODD:
        hint = f'write straight quotes (`"`) in place of {_named(first)} and {_named(last)}'
    if not is_clear:
        return _left(place, value, odd, f'{hint}, and `\\"` for a quote within the text')
    escapes = [
        (value.start + sign.start(), value.start + sign.end(), '\\"')
        for sign in re.finditer('"', value.text)
        if 0 < sign.start() < len(value.text) - 1
    ]
    edits = [(value.start, value.start + 1, '"'), *escapes, (value.end - 1, value.end, '"')]
    changed = [edit for edit in edits if place.text[edit[0] : edit[1]] != edit[2]]
    offset = value.start if first in _ODD else value.end - 1
    return place.mended(_what(odd), hint, *changed, offset=offset)


def _of_apostrophe(place: Place, value: Value, inner: str) -> Slip | None:
    """A text that opens with `'`, and closes with another sign."""
    last = value.text[-1]
    at = inner.find("'")
    opens_again = at > 0 and inner[at - 1] in " (" and inner[at + 1 : at + 2].isalnum()
    if (at >= 0 and not opens_again) or (last in _ODD and at < 0):
        return None  # the first words stand within apostrophes
    hint = "write `\"` in place of the `'` ahead of the text"
    if last in _ODD:
        hint += f", and of {_named(last)} at its end"
    if last in inner or '"' in inner or "\\" in inner:
        return _left(place, value, "'", hint)
    edits = [(value.start, value.start + 1, '"')]
    if last in _ODD:
        edits.append((value.end - 1, value.end, '"'))
    what = "an apostrophe stands where the quote ahead of the text belongs"
    return place.mended(what, hint, *edits, offset=value.start)


def _of_apostrophe_behind(place: Place, value: Value, inner: str) -> Slip | None:
    """A text that closes with `'`, which closes no quotation within it."""
    opened, closed = len(_OPENING.findall(inner)), len(_CLOSING.findall(inner))
    if opened == closed + 1 or '"' in inner or "\\" in inner:
        return None  # it closes a quotation within the text
    hint = "write `\"` in place of the `'` behind the text"
    if opened != closed:
        return _left(place, value, "'", f"{hint}, or behind it if it belongs to the text")
    what = "an apostrophe stands where the quote behind the text belongs"
    return place.mended(what, hint, (value.end - 1, value.end, '"'), offset=value.end - 1)


def _left(place: Place, value: Value, sign: str, hint: str) -> Slip | None:
    """The slip without edits, if the value is what cannot be read."""
    offset = value.start if value.text[0] == sign else value.end - 1
    slip = place.mended(_what(sign), hint, (value.start, value.end, '"x"'), offset=offset)
    return slip._replace(edits=(), why_not=_WHY_NOT) if slip else None


def _what(sign: str) -> str:
    if sign in "\u201c\u201d\u201e\u2018\u2019":
        return "curly quotes are no quotes to YAML"
    return "an apostrophe is no quote here" if sign == "'" else f"{_named(sign)} is no quote to YAML"


def _named(sign: str) -> str:
    if sign == "`":
        return "a backtick"
    return f"`{sign}`"
