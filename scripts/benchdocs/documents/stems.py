"""Compare two wordings by the stems of their words, so that a corrected spelling is no other text."""

import re

_ENDING = re.compile(r"(?<=\w{4})(?:'s|’s|es|s|ed|e|ing)$")
"""Ending of an inflected word, after a stem that is long enough not to be another word."""
_MARKS = ".,;:!?'\"()“”‘’"
"""Punctuation around a word, which is no part of it; signs such as `<`, `%` and `-` are."""


def same_stems(old: str, new: str) -> bool:
    """Return whether two wordings have the same words in the same order, but for case, marks and endings.

    A word with a digit has to stay as it is.
    """
    return _stems(old) == _stems(new)


def _stems(text: str) -> list[str]:
    stripped = (word.strip(_MARKS) for word in text.split())
    return [_stem(word) for word in stripped if word]


def _stem(word: str) -> str:
    return _ENDING.sub("", word.casefold()) if word.replace("'", "").replace("’", "").isalpha() else word
