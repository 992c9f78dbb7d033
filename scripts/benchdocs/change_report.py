"""Changes between two states of a suite as a person, a program or a pull request reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from benchdocs.changes import Change, Effect
from benchdocs.history import History
from benchdocs.mdtext import escaped

_TITLES = {Effect.SCORE: "Score-affecting", Effect.EDITORIAL: "Editorial"}


def changes_text(found: Sequence[Change]) -> Iterator[str]:
    """A line for each change below its effect, and a closing line with the counts."""
    for effect in Effect:
        affected = [change for change in found if change.effect is effect]
        if affected:
            yield f"{_TITLES[effect]}:"
            yield from (f"  {change.text}" for change in affected)
            yield ""
    yield summary(found)


def changes_json(found: Sequence[Change]) -> str:
    """The changes with their fields and values, and the counts, as an object."""
    return json.dumps(
        {
            "changes": [change._asdict() for change in found],
            "summary": {str(effect): _count(found, effect) for effect in Effect},
        },
        indent=2,
        ensure_ascii=False,
    )


def history_json(history: History) -> str:
    """All commits that changed what the suite means, newest first; whole prompt texts are left out."""
    commits = [
        entry.commit._asdict() | {"changes": [_brief(change) for change in entry.changes]}
        for entry in history.entries
    ]
    answer = {"commits": commits, "gap": history.gap or None}
    return json.dumps(answer, indent=1, ensure_ascii=False) + "\n"


def _brief(change: Change) -> dict[str, str]:
    """A change without the two texts of a prompt that was reworded."""
    whole = change._asdict()
    return {
        name: text for name, text in whole.items() if change.field != "text" or name not in ("old", "new")
    }


def changes_markdown(found: Sequence[Change]) -> Iterator[str]:
    """The same as lists under headings; text of a spec stays text."""
    yield f"**{summary(found)}**"
    for effect in Effect:
        affected = [change for change in found if change.effect is effect]
        if affected:
            yield f"\n### {_TITLES[effect]}\n"
            yield from (f"- {escaped(change.text)}" for change in affected)


def summary(found: Sequence[Change]) -> str:
    """How many changes there are of each effect, in a sentence."""
    if not found:
        return "No change that means something."
    counts = ", ".join(f"{_count(found, effect)} {effect}" for effect in Effect)
    return f"{len(found)} change{'' if len(found) == 1 else 's'}: {counts}."


def _count(found: Sequence[Change], effect: Effect) -> int:
    return sum(change.effect is effect for change in found)
