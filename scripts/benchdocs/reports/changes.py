"""Changes between two states of a suite as a person, a program or a pull request reads them."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from benchdocs.documents.markdown import escaped
from benchdocs.history.change import Change
from benchdocs.history.log import Log
from benchdocs.history.revisions import Baseline
from benchdocs.history.word_diff import Fate
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.numbers import counted

_IN_TEXT = {Fate.KEPT: "{}", Fate.GONE: "[-{}-]", Fate.NEW: "{{+{}+}}"}
"""Words as `git diff --word-diff` marks them."""
_IN_MARKDOWN = {Fate.KEPT: "{}", Fate.GONE: "<del>{}</del>", Fate.NEW: "<ins>{}</ins>"}
_LINKED = re.compile(
    r"""(?<!\\)(`+)(?!`).*?(?<!`)\1(?!`)                  # code, in which nothing is linked
    | (?<=[@\#!~%&])(?=\w)                              # people, issues, merge requests, labels, milestones
    | (?<=\bGH-)(?=\d) | (?<=\b[0-9a-f]{6})(?=[0-9a-f])  # issues, commits
    | (?<=:)(?=//) | (?<=\bwww)(?=\.)                   # addresses, which also notify whom they lead to
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Code, and the places within a text at which a code host would see a link."""


def changes_text(changes: Sequence[Change]) -> Iterator[str]:
    """Yield the changes by effect, one a line, and a closing line with the counts."""
    for effect, affected in _by_effect(changes):
        yield f"{effect.capitalize()}:"
        for change in affected:
            yield f"  {change.text}"
            for line in (_wording(change, _IN_TEXT, str), _can(change)):
                if line:
                    yield f"      {line}"
        yield ""
    yield summary(changes)


def changes_json(changes: Sequence[Change]) -> str:
    """Return the changes with fields and values, and the counts, as a JSON object."""
    return json.dumps(_changes_and_counts(changes), indent=2, ensure_ascii=False)


def _changes_and_counts(changes: Sequence[Change]) -> dict[str, Any]:
    return {
        "changes": [change._asdict() for change in changes],
        "summary": {str(effect): _count(changes, effect) for effect in Effect},
    }


def history_json(changes: Sequence[Change], since: Baseline | None, log: Log) -> str:
    """Return the changes since a state, and the commits that touched the suite, as JSON."""
    state = None
    if since:
        state = {"commit": since.commit.id, "date": since.commit.date, "release": since.release or None}
    commits = [commit._asdict() | {"files": log.files[commit.id]} for commit in log.commits]
    answer = {
        "since": state,
        **_changes_and_counts(changes),
        "commits": commits,
        "gap": log.gap or None,
    }
    return json.dumps(answer, indent=1, ensure_ascii=False) + "\n"


def changes_markdown(changes: Sequence[Change]) -> Iterator[str]:
    """Yield the changes as Markdown lists under headings, escaped so that a code host notifies nobody."""
    yield f"**{summary(changes)}**"
    for effect, affected in _by_effect(changes):
        yield f"\n### {effect.capitalize()}\n"
        for change in affected:
            can = _can(change)
            consequence = f" _{escaped(can)}_" if can else ""
            yield f"- {quiet(change.text)}{consequence}"
            if wording := _wording(change, _IN_MARKDOWN, quiet):
                yield f"  > {wording}"


def _by_effect(changes: Sequence[Change]) -> Iterator[tuple[Effect, list[Change]]]:
    """Yield the classes of which there are changes, with these."""
    for effect in Effect:
        if affected := [change for change in changes if change.effect is effect]:
            yield effect, affected


def quiet(text: str) -> str:
    """Return the text in Markdown, in which a code host links nothing and calls nobody."""
    return _LINKED.sub(lambda match: match[0] or "<!-- -->", escaped(text))


def _can(change: Change) -> str:
    """Return what a change can do, where its class and words do not say enough."""
    return "" if change.effect is Effect.EDITORIAL else change.can


def _wording(change: Change, marks: Mapping[Fate, str], plain: Callable[[str], str]) -> str:
    """Return the words of a text that was reworded; empty for any other change."""
    return " ".join(marks[piece.fate].format(plain(piece.text)) for piece in change.wording)


def summary(changes: Sequence[Change]) -> str:
    """Return how many changes there are of each effect, in a sentence."""
    if not changes:
        return "No change."
    counts = ", ".join(f"{_count(changes, effect)} {effect}" for effect in Effect)
    return f"{counted(len(changes), 'change')}: {counts}."


def _count(changes: Sequence[Change], effect: Effect) -> int:
    return sum(change.effect is effect for change in changes)
