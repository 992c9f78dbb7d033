"""Compare two wordings by the stems of their words, so that a corrected spelling is no other text."""

import re
from functools import lru_cache

_ENDING = re.compile(r"(?<=\w{4})(?:'s|’s|es|s|ed|e|ing)$")
"""Ending of an inflected word, after a stem that is long enough not to be another word."""
_TOKEN = re.compile(r"[\w'’]+|[^\w\s]")
"""A word, or a mark or sign: a comma or quotes in another place can mean something else."""


def same_stems(old: str, new: str) -> bool:
    """Return whether two wordings have the same words and marks in the same order, but for case and endings.

    A word with a digit has to stay as it is; a period at the end means nothing.
    """
    return _stems(old) == _stems(new)


def _stems(text: str) -> list[str]:
    return [_stem(token) for token in _TOKEN.findall(text.rstrip(" \n."))]


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    return _ENDING.sub("", word.casefold()) if word.replace("'", "").replace("’", "").isalpha() else word
