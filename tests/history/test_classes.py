"""The class of a change where it takes more than the field's name: formulas, concepts, settings, pages."""

from __future__ import annotations

from pathlib import Path

from benchdocs.history.change import Change
from benchdocs.history.changes import changes
from benchdocs.specs.field_facts import Effect
from support.paths import BASE
from support.stories import stories
from support.suites import base_with, suite_in, suite_with
from support.tables import table

DEM1, DEM2, AUX1 = (f"a-component/A-{name}.yaml" for name in ("DEM1", "DEM2", "AUX1"))
SCORE, MEANING, EDITORIAL = Effect


def between(tmp_path: Path, old: dict[str, str], new: dict[str, str]) -> tuple[Change, ...]:
    states = (suite_in(suite_with(tmp_path / name, files)) for name, files in (("old", old), ("new", new)))
    return changes(*states)


def edited(path: str, *pairs: str) -> dict[str, str]:
    return {path: base_with(path, *zip(pairs[::2], pairs[1::2], strict=True))}


@table
def test_a_formula_with_the_same_scores_on_the_scale_changes_no_score(
    tmp_path: Path, formula: str, effect: str
) -> None:
    [change] = between(tmp_path, {}, edited(DEM1, '"x"', f'"{formula}"'))
    assert change.effect == effect


test_story = stories(__file__)


@table
def test_a_concept_affects_scores_where_more_than_a_prompt_judges(
    tmp_path: Path, path: str, before: str, after: str, effect: Effect
) -> None:
    old = {path: (BASE / path).read_text() + before}
    new = {path: (BASE / path).read_text().replace("Measures whether", "Tells whether", 1) + after}
    found = {change.field: change.effect for change in between(tmp_path, old, new)}
    assert found["concept"] == effect


@table
def test_a_change_of_a_word_is_never_its_spelling_alone(
    tmp_path: Path, old: str, new: str, effect: Effect
) -> None:
    [change] = between(tmp_path, {}, edited(DEM2, old, new))
    assert (change.field, change.effect) == ("concept", effect)


def test_every_score_affecting_change_of_a_number_says_which_way(tmp_path: Path) -> None:
    raised = edited("rubrics/A-DEM.yaml", "weight: 0.75", "weight: 0.8", "0.80", "0.9")
    assert [change.can for change in between(tmp_path, {}, raised)] == [
        "The rubric counts for more of what it is part of.",
        "A score that passed may now miss.",
    ]


@table
def test_layout_is_editorial_and_templates_are_not(tmp_path: Path, path: str, effect: Effect) -> None:
    for name, old, new in (("added", {}, {path: "a"}), ("changed", {path: "a"}, {path: "b"})):
        (change,) = between(tmp_path / name, old, new)
        assert (change.subject, change.effect) == (path, effect)


@table
def test_no_entry_of_a_list_changes_unseen(tmp_path: Path, old: str, new: str, text: str) -> None:
    before, after = ({DEM1: f"{(BASE / DEM1).read_text()}decisions:\n{each}"} for each in (old, new))
    found = between(tmp_path, before, after)
    assert "; ".join(change.text for change in found) == text
    assert {change.effect for change in found} == {MEANING}


@table
def test_what_decides_verdicts_is_missed(tmp_path: Path, path: str, text: str, effect: Effect) -> None:
    [gone] = between(tmp_path, {path: text}, {})
    assert (gone.text.startswith(f"{path} removed"), gone.effect) == (True, effect)
