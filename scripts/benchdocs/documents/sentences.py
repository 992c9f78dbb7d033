"""Split a text into sentences."""

import re

_FULL_STOP = re.compile(r"\. (?=[A-Z\"'(])")
_SENTENCE_END = re.compile(r" (?<=[!?] )(?=[A-Z\"'(])")


def sentences(text: str) -> list[str]:
    """Split a text after `.`, `!` or `?` before white space and a new sentence."""
    line = text.strip()
    if "  " in line or not line.isprintable():
        line = " ".join(text.split())
    if "!" in line or "?" in line:
        line = _SENTENCE_END.sub("\n", line)
    return _FULL_STOP.sub(".\n", line).split("\n") if line else []
