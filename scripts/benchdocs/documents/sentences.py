"""Split a text into sentences."""

import re

_FULL_STOP = re.compile(r"\. (?=[A-Z\"'(])")


_SENTENCE_END = re.compile(r"[.!?] (?=[A-Z\"'(])")


def sentences(text: str) -> list[str]:
    """Split a text after `.`, `!` or `?` before white space and a new sentence."""
    line = text.strip()
    if "  " in line or not line.isprintable():
        line = " ".join(text.split())
    parts, start = [], 0
    ends = _SENTENCE_END if "! " in line or "? " in line else _FULL_STOP  # which is found much faster
    for end in ends.finditer(line):
        parts.append(line[start : end.start() + 1])
        start = end.end()
    return [*parts, line[start:]] if line else []
