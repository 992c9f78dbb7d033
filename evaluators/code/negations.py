"""Negations: which words of a text it denies, and whether it says only no."""

import re
from collections.abc import Collection
from itertools import dropwhile, takewhile
from typing import Any

from texts import is_mark_for_unknown, leaves, normal, plain, text_of
from words import ENDS, LINK, negates, roles


def is_denied(text: str, wanted: Collection[str]) -> bool:
    """Return whether a part of a text denies one of these words.

    A negation denies what follows it, such as in "no waveform", or else what stands before it, such as in
    "waveform lost" and "waveform: none". A negation of another, as in "never lost", denies nothing.
    """
    before: list[str] = []
    for part in re.split(r"[,;:()\n]|\.(?![0-9])|\bbut\b|\s-\s", plain(text)):
        words = ["no"] if part.strip() == "-" else normal(part).split()
        if not {*_denied(words, before, wanted)}.isdisjoint(wanted):
            return True
        before = words or before
    return False


def denies(text: str) -> bool:
    """Return whether a text, such as a status, denies what it is about."""
    return is_denied(f"it; {text}", {"it"})


def _denied(words: list[str], before: list[str], wanted: Collection[str]) -> list[str]:
    """Return the words that a part of a text denies, and of the part before it where it only denies."""
    denied: list[str] = []
    place = 0
    while place < len(words):
        word, *rest = words[place:]
        place += 1
        is_other = word in wanted or (word == "held" and rest) or words[place - 2 : place - 1] == ["as"]
        if is_other or not negates(word):
            continue
        object_ = [*takewhile(lambda each: each not in ENDS, dropwhile(LINK.fullmatch, rest))]
        if any(map(negates, object_)):
            place += len(rest)
        else:
            denied += object_ or words[: place - 1] or before
    return denied


_SUBJECTS = {"patient", "pt", "he", "she", "they", "by", "the", "any", "reported", "has", "is", "was"}


def polarity(value: Any, finding: str) -> str:
    """Return "absent", "present" or "unknown" where a value says only that; else an empty text."""
    text = text_of(value).strip()
    if any(path for path, _ in leaves(value)):
        return ""  # the keys of a mapping say more
    if re.fullmatch(r"[(\[]-[)\]]", text):
        return "absent"
    if text.strip("()[]") == "+":
        return "present"
    words = normal(text).replace("not present", "absent").split()
    rest = {*words} - {*normal(finding).split()} - _SUBJECTS
    if rest and roles(rest - {"never"}) <= {"absence", "none"}:
        return "absent"
    if rest and roles(rest) == {"presence"}:
        return "present"
    return "unknown" if words and is_mark_for_unknown(text) else ""
