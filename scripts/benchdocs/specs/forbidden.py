"""Patterns that a suite forbids in its texts: what one is, and what keeps it from being used."""

import re
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from benchdocs.documents.text_file import shorten

MOST_PATTERNS = 50
LONGEST_PATTERN = 6_000
MARK = "¦"
"""Stands before and after a match in the text that `unless` is searched in."""
_MANY = 10
"""Repetitions from which on a limit is as good as none."""
_TOKEN = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<look>\(\?<?[=!])|(?P<open>\()|(?P<close>\))|(?P<choice>\|)"
    r"|(?P<many>[*+]|\{\d*,(?P<most>\d*)\}|\{(?P<exactly>\d+)\})|.",
    re.DOTALL,
)


def _pattern(text: str) -> str:
    """Return a pattern without its line ends and the spaces around them; refuse what cannot be used."""
    pattern = "".join(line.strip() for line in text.splitlines())
    if why := _refusal(pattern) if pattern else "":
        raise PydanticCustomError("pattern", "{why}", {"why": shorten(why, 200)})
    return pattern


Pattern = Annotated[
    str, AfterValidator(_pattern), WithJsonSchema({"type": "string", "maxLength": LONGEST_PATTERN})
]


def _refusal(pattern: str) -> str:
    """Return why a pattern cannot be used; empty where it can."""
    if len(pattern) > LONGEST_PATTERN:
        return f"has more than {LONGEST_PATTERN:,} characters"
    try:
        compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"is no regular expression: {error}"
    if compiled.match(""):
        return "matches a text without characters, as anything does"
    if _may_take_forever(pattern):
        return "repeats a group without limit that has another repetition or a choice, which may take forever"
    return ""


def _may_take_forever(pattern: str) -> bool:
    """Return whether a group is repeated many times in which the same text can be read in several ways."""
    groups: list[tuple[bool, bool]] = [(False, False)]  # whether each looks around, and whether it varies
    closed = False  # whether the group that just ended varies
    for token in _TOKEN.finditer(pattern):
        looks, varies = groups[-1]
        if token["look"] or token["open"]:
            groups.append((bool(token["look"]), False))
        elif token["close"] and len(groups) > 1:
            groups.pop()
            closed = varies and not looks
            outer = groups[-1]
            groups[-1] = (outer[0], outer[1] or closed)
            continue
        elif token["choice"]:
            groups[-1] = (looks, True)
        elif token["many"] and int(token["most"] or token["exactly"] or _MANY) >= _MANY:
            if closed:
                return True
            groups[-1] = (looks, True)
        closed = False
    return False
