"""The class of a change where it takes more than the field's name: formulas, concepts, settings, pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.history.change import Change
from benchdocs.history.changes import changes
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite
from support.faulty_suite import waiver
from support.paths import BASE
from support.suites import base_with, suite_with
from support.tables import table

DEM1, DEM2, AUX1 = (f"a-component/A-{name}.yaml" for name in ("DEM1", "DEM2", "AUX1"))
PAGE = "docs/methodology/scoring.md"
SCORE, MEANING, EDITORIAL = Effect


def state(root: Path, files: dict[str, str]) -> Suite:
    return Suite(load(suite_with(root, files)))


def between(tmp_path: Path, old: dict[str, str], new: dict[str, str]) -> tuple[Change, ...]:
    return changes(state(tmp_path / "old", old), state(tmp_path / "new", new))


def edited(path: str, *pairs: str) -> dict[str, str]:
    return {path: base_with(path, *zip(pairs[::2], pairs[1::2], strict=True))}


@pytest.mark.parametrize(
    ("formula", "effect"),
    [
        ("(x-min)/(max-min)", MEANING),
        ("x*x/x*1", SCORE),  # not at 0, where it has a pole
        ("2*x-x", MEANING),
        ("x*x", SCORE),
        ("x*(1000001-x)/1000000", SCORE),
        ("x+", SCORE),
    ],
)
def test_a_formula_with_the_same_scores_on_the_scale_changes_no_score(
    tmp_path: Path, formula: str, effect: Effect
) -> None:
    [change] = between(tmp_path, {}, edited(DEM1, '"x"', f'"{formula}"'))
    assert change.effect is effect


def test_a_formula_on_another_scale_is_another_one(tmp_path: Path) -> None:
    new = edited(DEM1, '"x"', '"(x-min)/(max-min)"', "max_value: 1.0", "max_value: 2.0")
    found = {change.field: change.effect for change in between(tmp_path, {}, new)}
    assert found == {"scoring_scale.max_value": SCORE, "scoring_scale.normalization_formula": SCORE}


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


def test_settings_are_compared_entry_by_entry(tmp_path: Path) -> None:
    head = '[tool.benchdocs]\nreserved = ["A-DEM7"]\n'
    old = {"pyproject.toml": head + waiver("TXT506", "A-DEM1", "It is the first reason.")}
    other = waiver("TXT506", "A-DEM1", "It is the second reason.") + "until = 9000-01-31\n"
    new = {"pyproject.toml": head.replace("7", "8") + other + "\n[tool.ruff]\n"}
    found = between(tmp_path, old, new)
    assert {change.effect for change in found} == {MEANING}
    assert [change.text for change in found] == [
        "pyproject.toml reserved: A-DEM8 added, A-DEM7 removed",
        "pyproject.toml waivers TXT506 A-DEM1 reason It is the first reason. → It is the second reason.",
        "pyproject.toml waivers TXT506 A-DEM1 until set to 9000-01-31",
    ]
    assert between(tmp_path / "again", new, {"pyproject.toml": new["pyproject.toml"] + "x = 1\n"}) == ()


@pytest.mark.parametrize(
    ("text", "told", "effect"),
    [
        ('output = "memo"', "output set to memo", EDITORIAL),
        ('[[forbidden]]\npattern = "late"\nreason = "Labels say it."', "forbidden late added", MEANING),
        ('releases = "v*"', "releases set to v*", MEANING),
        ('[categories]\nA = "extraction"', "categories A set to extraction", MEANING),
        ('ignore = [{rule = "TXT506", reason = "One is enough."}]', "ignore TXT506 added", MEANING),
    ],
)
def test_each_setting_that_differs_is_told(text: str, told: str, effect: Effect, tmp_path: Path) -> None:
    found = between(
        tmp_path, {"benchdocs.toml": "reserved = []\n"}, {"benchdocs.toml": f"reserved = []\n{text}\n"}
    )
    own = [change for change in found if change.subject == "benchdocs.toml"]
    assert [(change.text, change.effect) for change in own] == [(f"benchdocs.toml {told}", effect)]


def test_pages_are_compared_section_by_section(tmp_path: Path) -> None:
    old = {PAGE: "# A\n\nOne.\n\n## B\n\nTwo.\n\n```\n# no heading\n```\n\n## C\n\nThree.\n"}
    new = {PAGE: f"# A\n\nOne.\n\n## B\n\n{'Two. ' * 20}\n\n```\n# no heading\n```\n\n## D\n\nFour.\n"}
    found = between(tmp_path, old, new)
    assert [(change.field, change.text, change.effect) for change in found] == [
        ("section.B", f'{PAGE} section "B" reworded', MEANING),
        ("section.C", f'{PAGE} section "C" Three. → none', MEANING),
        ("section.D", f'{PAGE} section "D" set to Four.', MEANING),
    ]
    assert [piece.text for piece in found[0].wording if piece.fate != "kept"] == [("Two. " * 19).strip()]


def test_sections_in_another_order_change_a_meaning(tmp_path: Path) -> None:
    old = {PAGE: "# A\n\n## B\n\nTwo.\n\n## C\n\nThree.\n"}
    [change] = between(tmp_path, old, {PAGE: "# A\n\n## C\n\nThree.\n\n## B\n\nTwo.\n"})
    assert (change.field, change.effect) == ("sections.order", MEANING)


@table
def test_layout_is_editorial_and_templates_are_not(tmp_path: Path, path: str, effect: Effect) -> None:
    for name, old, new in (("added", {}, {path: "a"}), ("changed", {path: "a"}, {path: "b"})):
        (change,) = between(tmp_path / name, old, new)
        assert (change.subject, change.effect) == (path, effect)


def test_a_file_that_the_settings_leave_out_is_removed(tmp_path: Path) -> None:
    reason = "Its labels are being redone."
    entry = f'[tool.benchdocs]\nexclude = [{{path = "{DEM2}", reason = "{reason}"}}]\n'
    found = between(tmp_path, {}, {"pyproject.toml": entry})
    assert [(change.text, change.effect) for change in found] == [
        ("A-DEM2 removed", SCORE),
        ("pyproject.toml added", MEANING),
    ]


@table
def test_no_entry_of_a_list_changes_unseen(tmp_path: Path, old: str, new: str, text: str) -> None:
    before, after = ({DEM1: f"{(BASE / DEM1).read_text()}decisions:\n{each}"} for each in (old, new))
    found = between(tmp_path, before, after)
    assert "; ".join(change.text for change in found) == text
    assert {change.effect for change in found} == {MEANING}


@pytest.mark.parametrize("ids", [("a", "b"), ("a", "a")])
def test_no_case_changes_unseen(tmp_path: Path, ids: tuple[str, str]) -> None:
    path = "evaluators/cases/arrival.yaml"
    cases = "".join(f"  - {{id: {each}, narrative: At noon.}}\n" for each in ids)
    old = f"benchmark: A-DEM1\ncases:\n{cases}"
    [change] = between(tmp_path, {path: old}, {path: old.replace("noon", "night", 1)})
    assert change.effect is MEANING
    assert change.text.endswith("narrative At noon. → At night.")


@table
def test_what_decides_verdicts_is_missed(tmp_path: Path, path: str, text: str, effect: Effect) -> None:
    [gone] = between(tmp_path, {path: text}, {})
    assert (gone.text.startswith(f"{path} removed"), gone.effect) == (True, effect)


@pytest.mark.parametrize("path", [DEM1, "rubrics/A-DEM.yaml"])
@pytest.mark.parametrize(
    ("before", "after"), [("", "notes: Ask in May.\n"), ("notes: Ask.\n", "notes: Do.\n")]
)
def test_remarks_for_maintainers_affect_nothing(path: str, before: str, after: str, tmp_path: Path) -> None:
    text = (BASE / path).read_text("utf-8")
    found = between(tmp_path, {path: text + before}, {path: text + after})
    assert [(change.field, change.effect) for change in found] == [("notes", EDITORIAL)]
