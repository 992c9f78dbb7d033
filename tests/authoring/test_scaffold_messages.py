"""What `benchdocs new` works out is told as it is, also where the suite has faults that leave it unknown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from support.commands import run
from support.suites import suite_with
from support.tables import table

RUBRIC = "rubrics/A-DEM.yaml"
PROMPTS = "evaluators/llm-judge"
UNKNOWN = "The remaining weight of A-DEM's benchmarks is unknown, because some weights cannot be read: {}."
NOTHING = "So {} gets the weight 0, and the other weights do not change: "


def new(root: Path, *arguments: str) -> str:
    result = run("new", *arguments, "--root", root)
    assert result.exit_code == 0, result.output
    return result.output


def replace(root: Path, path: str, pattern: str, text: str) -> None:
    old = (root / path).read_text()
    changed = re.sub(pattern, text, old, count=1, flags=re.MULTILINE)
    assert changed != old
    (root / path).write_text(changed)


def reweigh(root: Path, weights: dict[str, str]) -> None:
    for code, weight in weights.items():
        folder = "a-component" if code[-1].isdigit() else "rubrics"
        replace(root, f"{folder}/{code}.yaml", "^weight: .*", f"weight: {weight}")


def weight_in(root: Path, path: str) -> str:
    return (root / path).read_text().split("\nweight: ")[1].split("\n")[0]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return suite_with(tmp_path / "suite")


@table
def test_no_sum_is_claimed_where_a_weight_cannot_be_read(
    root: Path, weights: dict[str, str], unread: str
) -> None:
    reweigh(root, weights)
    told = new(root, "benchmark", "A-DEM3")
    assert UNKNOWN.format(unread) in told
    assert NOTHING.format("A-DEM3") + "fix what cannot be read" in told
    assert "sum to" not in told
    assert weight_in(root, "a-component/A-DEM3.yaml") == "0"


def test_no_sum_is_claimed_where_a_listed_sibling_is_gone(root: Path) -> None:
    (root / "a-component/A-DEM2.yaml").unlink()
    assert UNKNOWN.format("A-DEM2 (no file has this code)") in new(root, "benchmark", "A-DEM3")
    assert weight_in(root, "a-component/A-DEM3.yaml") == "0"


def test_a_new_member_that_the_rubric_lists_already_is_not_waited_for(root: Path) -> None:
    replace(root, RUBRIC, "  - A-DEM2", "  - A-DEM2\n  - A-DEM3")
    assert "sum to 1.0 (A-DEM1 0.5, A-DEM2 0.5); nothing is left." in new(root, "benchmark", "A-DEM3")


def test_a_rubric_s_share_is_unknown_where_another_one_s_weight_cannot_be_read(root: Path) -> None:
    reweigh(root, {"A-AUX": "20%"})
    told = new(root, "rubric", "A-NEW")
    assert "The remaining weight of A's rubrics is unknown" in told
    assert "because some weights cannot be read: A-AUX (rubrics/A-AUX.yaml)." in told
    assert weight_in(root, "rubrics/A-NEW.yaml") == "0"


def test_a_composite_that_cannot_be_read_is_mended_first(root: Path) -> None:
    replace(root, "rubrics/A.yaml", "^sub_rubrics:", "sub_rubrics: A-DEM\nremarks:")
    result = run("new", "rubric", "A-NEW", "--root", root)
    assert (result.exit_code, "cannot be read completely; fix it first" in result.output) == (2, True)


@pytest.mark.parametrize(("weight", "left"), [("0.499", "0"), ("0.498", "0.002")])
def test_what_the_rule_on_sums_tolerates_is_not_given_away(root: Path, weight: str, left: str) -> None:
    reweigh(root, {"A-DEM2": weight})
    told = new(root, "benchmark", "A-DEM3")
    assert ("nothing is left" in told) is (left == "0")
    assert weight_in(root, "a-component/A-DEM3.yaml") == left


@table
def test_a_threshold_that_is_not_the_rubric_s_is_told(root: Path, line: str, told: str) -> None:
    replace(root, RUBRIC, "^passing_threshold: .*", line)
    expected = f"The threshold 0.90 is the usual one: {told}.\n"
    assert expected in new(root, "benchmark", "A-DEM3")
    assert "\nthreshold: 0.90\n" in (root / "a-component/A-DEM3.yaml").read_text()


def test_a_threshold_of_a_composite_that_states_none_is_not_claimed(root: Path) -> None:
    replace(root, "rubrics/A.yaml", "^passing_threshold: .*", "")
    expected = "The passing threshold 0.90 is the usual one: A has none."
    assert expected in new(root, "rubric", "A-NEW")


def test_nothing_is_said_of_weights_that_may_change_later(root: Path) -> None:
    new(root, "benchmark", "A-DEM3", "--evaluator", "code")
    rationale = (root / "a-component/A-DEM3.yaml").read_text().split("rationale: >\n")[1]
    assert [line.strip().split(" ")[0] for line in rationale.splitlines()] == ["TODO:"]


def test_the_or_behind_a_blank_stays_when_it_is_filled_in(root: Path) -> None:
    new(root, "prompt", "later")
    blanks = [finding for finding in check(root).findings if finding.rule == "TXT507"]
    hints = [finding.hint for finding in blanks]
    assert "replace `TODO: what fails the case`" in hints
    assert not [hint for hint in hints if hint and "OR" in hint]


@table
def test_a_prompt_is_called_after_its_label_in_plain_letters(root: Path, label: str, name: str) -> None:
    told = new(root, "benchmark", "A-DEM3", "--evaluator", "llm_judge", "--label", label)
    assert f"writes {PROMPTS}/{name}_prompt.md\n" in told


def test_a_prompt_may_be_named_by_its_path(root: Path) -> None:
    path = f"{PROMPTS}/later_prompt.md"
    assert f"writes {path}\n" in new(root, "prompt", path)


def test_a_folder_without_specs_is_told_how_to_start_or_where_they_are(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root / "a-component")
    assert "a suite is in a folder above: `--root ..`" in run("check", "--root", ".").output
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    told = run("check").output
    assert "to start a suite here, run `benchdocs init`" in told
    Path("rubrics").mkdir()
    assert run("new", "rubric", "A-XYZ").exit_code == 0
    assert {finding.rule for finding in check(Path()).findings} == {"TXT507", "CAS1604"}


def test_the_categories_of_the_suite_are_named(root: Path) -> None:
    wrong = ("new", "rubric", "A-NEW", "--category", "foo", "--root", root)
    (root / "benchdocs.toml").write_text('[[categories]]\nname = "completeness"\n')
    assert "no category of this suite; it has completeness\n" in run(*wrong).output


def test_blanks_name_the_suite_s_own_input_and_output(root: Path) -> None:
    nouns = 'input = "call"\noutput = "note"\ngiven = "said"\nreturned = "noted"\n'
    (root / "benchdocs.toml").write_text(nouns)
    new(root, "benchmark", "A-DEM3", "--evaluator", "hybrid")
    benchmark = (root / "a-component/A-DEM3.yaml").read_text()
    assert "TODO: what can be computed from note and labels" in benchmark
    assert "TODO: the call, the note, and why it is right" in benchmark
    prompt = (root / f"{PROMPTS}/a_dem3_prompt.md").read_text()
    assert '"quote": "TODO: the words that were said", "entry": "TODO: the entry that was noted"' in prompt


FIELD_SPECIFICATION = ("extraction", "system_logic", "clinical_judgment")


@table
def test_a_suite_without_categories_is_led_to_its_own(
    root: Path, settings: str | None, where: str, *, are_usual: bool
) -> None:
    (root / "benchdocs.toml").unlink(missing_ok=True)
    if settings is not None:
        (root / ("pyproject.toml" if "tool" in settings else "benchdocs.toml")).write_text(settings)
    new = ("new", "rubric", "A-NEW", "--dry-run", "--root", root, "--category")
    done = run(*new, "legibility")
    assert done.exit_code == 2
    assert f"the settings name no categories: name it in {where}" in done.output
    assert not any(name in done.output for name in FIELD_SPECIFICATION)
    assert run(*new, "system_logic").exit_code == (0 if are_usual else 2)
    rubric = root / "rubrics/A-DEM.yaml"
    stated = re.sub(r"^category:.*\n", "", rubric.read_text(), flags=re.MULTILINE)
    rubric.write_text(f"{stated}category: legibility\n")
    (found,) = (finding for finding in check(root).findings if "legibility" in finding.message)
    assert found.message == "`category` is the text `legibility`, but the settings name no categories"
    assert found.hint == f"name it in {where}"
