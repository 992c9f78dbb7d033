"""A change of a statement that decides verdicts affects scores; one of what stands beside it does not."""

from __future__ import annotations

from benchdocs.history.norm_changes import norm_changes
from benchdocs.specs.field_facts import Effect
from support.paths import REPOSITORY
from support.tables import table


def effects(path: str, old: str, new: str) -> set[Effect]:
    text = (REPOSITORY / path).read_text("utf-8")
    assert old in text, (path, old)
    return {change.effect for change in norm_changes({path: text}, {path: text.replace(old, new, 1)})}


@table
def test_what_decides_verdicts_is_stated_where_a_change_of_it_affects_scores(
    path: str, old: str, new: str
) -> None:
    assert effects(path, old, new) == {Effect.SCORE}


@table
def test_what_decides_no_verdict_affects_no_score(path: str, old: str, new: str) -> None:
    assert Effect.SCORE not in effects(path, old, new)
