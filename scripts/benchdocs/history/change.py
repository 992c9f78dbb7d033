"""One difference between two states of a suite, in words."""

from decimal import Decimal
from typing import Any, NamedTuple

from benchdocs.history.word_diff import DiffPiece, word_diff
from benchdocs.specs.field_facts import Effect
from benchdocs.suite.script_meaning import Code
from benchdocs.suite.wording import words

LONGEST_SHOWN = 60
"""Longest value that a change quotes, in characters; a longer text is reported as reworded."""


class Change(NamedTuple):
    """A difference between two states.

    Attributes:
        subject: Code of the benchmark or rubric as it is now, or the path of another file.
        field: What differs: the value's route with dots, the section of a page, or what happened to the
            whole: `added`, `removed`, `moved`, `layout`.
        old: The value before, as its author wrote it; empty where there was none.
        text: The change in words, starting with its subject: `A-REF2 threshold 0.85 → 0.95`.
        can: What it can do, in a sentence; empty where its class says enough.
    """

    subject: str
    field: str
    old: str
    new: str
    effect: Effect
    text: str
    can: str = ""

    @property
    def is_reworded(self) -> bool:
        """Whether it gives a text other words."""
        return bool(self.old) and self.text.endswith(" reworded")

    @property
    def wording(self) -> tuple[DiffPiece, ...]:
        """The word-by-word difference of a reworded text, worked out anew; empty for any other change."""
        if not self.is_reworded:
            return ()
        return word_diff(self.old, self.new)


def phrase(what: str, old: Any, new: Any) -> str:
    """Return what happened to a value: `threshold 0.85 → 0.95`; a long text is not quoted."""
    before, after = shown(old), shown(new)
    if isinstance(old, list) and isinstance(new, list):
        entries = _entries(old, new)
        if entries and len(entries) <= LONGEST_SHOWN:
            return f"{what}: {entries}"
    is_long = max(len(before), len(after)) > LONGEST_SHOWN
    if not before:
        return f"{what} added" if is_long else f"{what} set to {after}"
    if not after:
        return f"{what} removed" if is_long else f"{what} {before} → none"
    if is_long or before == after:
        return reworded(what, before, after)
    return f"{what} {before} → {after}"


def reworded(what: str, old: str, new: str) -> str:
    """Return that a text has other words, or the same ones in another form."""
    if words(old) == words(new):
        return f"{what} has the same words in other lines or list levels"
    return f"{what} reworded"


def _entries(old: list[Any], new: list[Any]) -> str:
    """Return the entries that came and went: `A-DEM7 added, A-DEM2 removed`."""
    came = [f"{shown(entry)} added" for entry in new if entry not in old]
    went = [f"{shown(entry)} removed" for entry in old if entry not in new]
    return ", ".join((*came, *went))


def shown(value: Any) -> str:
    """Return a value in one line, as its author wrote it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, list):
        return ", ".join(map(shown, value)) or "[]"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {shown(entry)}" for key, entry in value.items()) or "{}"
    return words(value.source if isinstance(value, Code) else str(value))
