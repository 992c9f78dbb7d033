"""A change of a statement that decides verdicts affects scores; one of what stands beside it does not."""

from __future__ import annotations

from copy import copy
from functools import cache

from benchdocs.documents.text_file import TextFile
from benchdocs.history.changes import changes
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite
from support.paths import BASE, REPOSITORY
from support.tables import table


@cache
def suite() -> Suite:
    return Suite(load(BASE))


def with_norm(file: TextFile) -> Suite:
    """The demonstration suite with this page alone."""
    other = copy(suite())
    vars(other)["norms"] = (file,)
    return other


def effects(path: str, old: str, new: str) -> set[Effect]:
    text = (REPOSITORY / path).read_text("utf-8")
    assert old in text, (path, old)
    before, after = TextFile(path, text), TextFile(path, text.replace(old, new, 1))
    return {change.effect for change in changes(with_norm(before), with_norm(after))}


@table
def test_what_decides_verdicts_is_stated_where_a_change_of_it_affects_scores(
    path: str, old: str, new: str
) -> None:
    assert effects(path, old, new) == {Effect.SCORE}


@table
def test_what_decides_no_verdict_affects_no_score(path: str, old: str, new: str) -> None:
    assert Effect.SCORE not in effects(path, old, new)
