"""Criteria split into sentences, each with the words that say what it does."""

from __future__ import annotations

from dataclasses import dataclass

from benchdocs.documents.sentences import sentences

_OPENINGS = (
    "Apply when",
    "Flag if",
    "Do not apply when",
    "Do not apply",
    "Do not use for",
    "Do not use",
    "Also exclude",
)


@dataclass(frozen=True)
class Clause:
    """A sentence of the criteria: the words that say what it does, and the rest."""

    opening: str
    rest: str


def clauses(text: str | None) -> tuple[Clause, ...]:
    """Split criteria into their sentences, each as it was written."""
    found = []
    for sentence in sentences(text or ""):
        opening = next((words for words in _OPENINGS if sentence.startswith(words)), "")
        found.append(Clause(opening, sentence[len(opening) :]))
    return tuple(found)
