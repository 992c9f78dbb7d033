"""Suggest corrections of misspelled words, and tell a mere typo from another word."""

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import TypeVar
from unicodedata import combining, normalize

_SHORT = 3
_NEAR = 5
"""Words that are near, among which one with the same letters in another order is the closest."""
_LONGEST_WORD = 200
"""Longest mistyped word that is compared, in characters; codes, fields and paths are shorter."""

_SPELLED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ẞ": "SS"}
    | {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L"}
    | {"đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"}
)
"""Letters that are spelled with others, or are no plain letter with a mark."""

_Otherwise = TypeVar("_Otherwise", bound=str | None)


def alike(first: str, second: str) -> float:
    """Return how alike two words are, from 0 to 1."""
    import difflib  # only a suite with two words for one thing pays for it

    return difflib.SequenceMatcher(None, first.casefold(), second.casefold()).ratio()


def closest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the known word closest to a mistyped one, or None where none is close."""
    import difflib  # only a suite with a mistyped word pays for it

    by_lower = {candidate.lower(): candidate for candidate in known}
    if not by_lower or len(word) > _LONGEST_WORD:
        return None
    close = difflib.get_close_matches(word.lower(), sorted(by_lower), n=_NEAR, cutoff=cutoff)
    if not close:
        return None
    for candidate in close:
        if sorted(candidate) == sorted(word.lower()):
            return by_lower[candidate]
    return by_lower[close[0]]


def one_typo_away(word: str, known: Iterable[str]) -> str | None:
    """Return the only known word that a word differs from by one typo; None for another word.

    A letter is missing, doubled, wrong, or swapped with the next. Digits are never typos: they tell names
    apart. Neither are words of up to three letters.
    """
    typos = [right for right in dict.fromkeys(known) if len(right) > _SHORT and _is_typo(word, right)]
    if len(typos) != 1:
        return None
    return typos[0]


def _is_typo(word: str, right: str) -> bool:
    start = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, right, strict=False)))
    typed, meant = word[start:], right[start:]
    if any(map(str.isdigit, typed[:1] + meant[:1])):
        return False
    is_missing = bool(meant) and typed == meant[1:]
    is_doubled = bool(typed) and typed[1:] == meant and typed[0] == word[start - 1 : start]
    is_wrong = bool(typed and meant) and typed[1:] == meant[1:] and typed[0].isalpha()
    is_swapped = typed[:2] == meant[1::-1] and typed[2:] == meant[2:] and len(meant) > 1
    return is_missing or is_doubled or is_wrong or is_swapped


def plain_letters(text: str) -> str:
    """Return a text with its Latin letters spelled from a to z, as German does: `Überdosis`, `Ueberdosis`."""
    spelled = normalize("NFC", text).translate(_SPELLED)
    plain = "".join(letter for letter in normalize("NFKD", spelled) if not combining(letter))
    return plain.upper() if text.isupper() else plain


def plain_name(text: str, joint: str) -> str:
    """Return the words of a text in plain small letters and digits, joined."""
    return re.sub(r"[^a-z0-9]+", joint, plain_letters(text).lower()).strip(joint)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint that names the known word closest to a mistyped one, or None where none is close."""
    close = closest(word, known)
    if close and close != word and normalize("NFC", close) == normalize("NFC", word):
        return f"copy `{close}` from there: the letters look the same, and are stored in another form"
    return meant(close, None)


def meant(word: str | None, otherwise: _Otherwise) -> str | _Otherwise:
    """Return a hint that asks whether a word was meant; another one where there is no such word."""
    if word:
        return f"did you mean `{word}`?"
    return otherwise
