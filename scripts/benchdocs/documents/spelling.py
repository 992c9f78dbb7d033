"""Suggest corrections of misspelled words."""

from collections.abc import Iterable

_LONGEST_WORD = 200
"""Longest mistyped word that is compared, in characters; codes, fields and paths are shorter."""


def closest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the known word closest to a mistyped one, or None where none is close."""
    import difflib  # only a suite with a mistyped word pays for it

    by_lower = {candidate.lower(): candidate for candidate in known}
    if not by_lower or len(word) > _LONGEST_WORD:
        return None
    close = difflib.get_close_matches(word.lower(), sorted(by_lower), n=1, cutoff=cutoff)
    return by_lower[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint that names the known word closest to a mistyped one, or None where none is close."""
    close = closest(word, known)
    return f"did you mean `{close}`?" if close else None
