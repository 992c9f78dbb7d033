"""Criteria split into sentences, each with the words that say what it does."""

from __future__ import annotations

from benchdocs.documents.sentences import sentences

_OPENINGS = (
    *("Apply when", "Flag if", "Do not apply when", "Do not apply", "Do not use for", "Do not use"),
    "Also exclude",
)


def clauses(text: str | None) -> list[tuple[str, str]]:
    """Return the sentences of criteria as written, each cut after the words that say what it does."""
    found = []
    for sentence in sentences(text or ""):
        opening = next((words for words in _OPENINGS if sentence.startswith(words)), "")
        found.append((opening, sentence[len(opening) :]))
    return found
