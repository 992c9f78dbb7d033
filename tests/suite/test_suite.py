"""Who belongs to whom, and what share everything has, also where a suite is not as it should be."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from benchdocs.documents.sentences import sentences
from benchdocs.specs.loading import load
from benchdocs.suite.codes import CODE_IN_TEXT, codes_in, component_of, implied_rubric, with_codes
from benchdocs.suite.suite import Delegation, Suite
from support.paths import BASE
from support.suites import suite_with
from support.tables import table

DEM2 = (BASE / "a-component/A-DEM2.yaml").read_text()


def suite(tmp_path: Path, files: Mapping[str, str]) -> Suite:
    """A suite of these files alone."""
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return Suite(load(tmp_path))


def rubric(code: str, weight: str = "", **lists: str) -> dict[str, str]:
    fields = [f"code: {code}", *([f"weight: {weight}"] if weight else [])]
    fields += [f"{name}: [{codes}]" for name, codes in lists.items()]
    return {f"rubrics/{code}.yaml": "\n".join(fields)}


def benchmark(code: str, weight: str = "", more: str = "") -> dict[str, str]:
    return {f"a-component/{code}.yaml": f"code: {code}\n" + (f"weight: {weight}\n" if weight else "") + more}


TREE = {
    **rubric("A", "1", sub_rubrics="A-UP, A-LOW, A-LOW, A, A-NONE"),
    **rubric("A-UP", "0.6", sub_rubrics="A-IN, A-OUT"),
    **rubric("A-LOW", "0.2", benchmarks="A-LOW2, A-LOW1, A-LOW2, A-LOW3, A-IN1, A-LOW9"),
    **rubric("A-IN", "0.3", benchmarks="A-IN1"),
    **rubric("A-OUT", "0.1"),
    **benchmark("A-LOW1", "0.3"),
    **benchmark("A-LOW2", "0.1"),
    **benchmark("A-LOW3", "0.5", "status: deprecated\n"),
    **benchmark("A-IN1", "0.5"),
    **benchmark("A-LONE1", "0.5"),
}


@pytest.fixture
def tree(tmp_path: Path) -> Suite:
    return suite(tmp_path, TREE)


def test_members_are_what_a_rubric_lists_and_what_belongs_to_it_and_counts(tree: Suite) -> None:
    assert [spec.code for spec in tree.members(tree.rubric["A-LOW"])] == ["A-LOW2", "A-LOW1"]
    assert tree.members(tree.rubric["A-UP"]) == ()


def test_sub_rubrics_are_what_a_composite_lists_and_what_is_there_but_for_itself(tree: Suite) -> None:
    assert [sub.code for sub in tree.sub_rubrics(tree.rubric["A"])] == ["A-UP", "A-LOW"]
    assert {code: above.code for code, above in tree.composite_of.items()} == {
        "A-UP": "A",
        "A-LOW": "A",
        "A-IN": "A-UP",
        "A-OUT": "A-UP",
    }


def test_shares_are_weights_taken_together_as_one(tree: Suite) -> None:
    assert tree.share(tree.benchmark["A-LOW1"]) == Decimal("0.75")
    assert tree.share(tree.benchmark["A-LOW2"]) == Decimal("0.25")
    assert tree.share(tree.benchmark["A-LOW3"]) is None
    assert tree.share(tree.benchmark["A-LONE1"]) is None
    assert tree.share(tree.rubric["A-UP"]) == Decimal("0.75")
    assert tree.share(tree.rubric["A-OUT"]) == Decimal("0.25")
    assert tree.share(tree.rubric["A"]) == 1


def test_an_effective_weight_is_the_product_down_the_tree(tree: Suite) -> None:
    assert tree.effective_weight(tree.benchmark["A-LOW1"]) == Decimal("0.1875")
    assert tree.effective_weight(tree.benchmark["A-IN1"]) == Decimal("0.5625")
    assert tree.effective_weight(tree.benchmark["A-LONE1"]) is None
    assert tree.effective_weight(tree.benchmark["A-LOW3"]) is None
    assert tree.effective_weight(tree.rubric["A-OUT"]) == Decimal("0.1875")
    assert tree.effective_weight(tree.rubric["A"]) is None


def test_a_weight_path_leads_from_a_spec_up_to_its_component(tree: Suite) -> None:
    path = tree.weight_path(tree.benchmark["A-IN1"])
    assert path is not None
    assert [(step.spec.code, step.parent) for step in path] == [
        ("A-IN1", "A-IN"),
        ("A-IN", "A-UP"),
        ("A-UP", "A"),
    ]
    assert [(step.total, step.share) for step in path[1:]] == [
        (Fraction("0.4"), Fraction("0.75")),
        (Fraction("0.8"), Fraction("0.75")),
    ]
    assert tree.weight_path(tree.rubric["A"]) == ()
    assert tree.weight_path(tree.benchmark["A-LONE1"]) is None


def test_rubrics_that_no_composite_lists_are_shares_of_their_component(tmp_path: Path) -> None:
    loose = suite(
        tmp_path,
        {**rubric("A-ONE", "0.1"), **rubric("A-TWO", "0.3"), **rubric("B-ONE", "0.5"), **rubric("B", "0.5")},
    )
    shares = {code: loose.share(each) for code, each in loose.rubric.items()}
    assert shares == {
        "A-ONE": Decimal("0.25"),
        "A-TWO": Decimal("0.75"),
        "B-ONE": Decimal(1),
        "B": Decimal(1),
    }


@pytest.mark.parametrize("weights", [("0.5", ""), ("0", "0"), ("", "")])
def test_there_are_no_shares_where_a_weight_is_missing_or_all_are_zero(
    tmp_path: Path, weights: tuple[str, str]
) -> None:
    loose = suite(tmp_path, {**rubric("A-ONE", weights[0]), **rubric("A-TWO", weights[1])})
    assert loose.share(loose.rubric["A-ONE"]) is None
    assert loose.effective_weight(loose.rubric["A-ONE"]) is None


def test_a_rubric_that_two_composites_list_is_a_part_of_the_first(tmp_path: Path) -> None:
    files = {
        **rubric("A-ALL", "1", sub_rubrics="A-TWO, A-ONE"),
        **rubric("A-BOTH", "1", sub_rubrics="A-TWO"),
        **rubric("A-ONE", "0.25"),
        **rubric("A-TWO", "0.75"),
    }
    both = suite(tmp_path, files)
    assert both.composite_of["A-TWO"].code == "A-ALL"
    assert both.share(both.rubric["A-TWO"]) == Decimal("0.75")


def test_a_circle_of_rubrics_has_no_weight(tmp_path: Path) -> None:
    files = {
        **rubric("A-ONE", "1", sub_rubrics="A-TWO"),
        **rubric("A-TWO", "1", sub_rubrics="A-ONE"),
    }
    circle = suite(tmp_path, files)
    assert circle.effective_weight(circle.rubric["A-ONE"]) is None


ROOTED = {
    **rubric("ROOT", sub_rubrics="S, L"),
    **rubric("S", "0.1", sub_rubrics="S-ONE, S-TWO"),
    **rubric("L", "0.2", sub_rubrics="L-ONE"),
    **rubric("Q", "0.1", sub_rubrics="Q-ONE"),
    **rubric("S-ONE", "0.3"),
    **rubric("S-TWO", "0.6", benchmarks="S-TWO1"),
    **rubric("L-ONE", "1", benchmarks="L-ONE1, L-ONE2"),
    **rubric("Q-ONE", "1", benchmarks="Q-ONE1"),
    **benchmark("S-TWO1", "0.7"),
    **benchmark("L-ONE1", "0.1"),
    **benchmark("L-ONE2", "0.6"),
    **benchmark("Q-ONE1", "1"),
}


@table
def test_weights_lead_up_to_the_root(
    tmp_path: Path, more: dict[str, str], weights: dict[str, str | None], tops: dict[str, str]
) -> None:
    found = suite(tmp_path, ROOTED | more)
    effective = {spec.code: found.effective_weight(spec) for spec in found.specs if spec.code in weights}
    assert effective == {code: weight and Fraction(weight) for code, weight in weights.items()}
    assert {code: found.top_of(code) for code in tops} == tops


def test_the_first_of_two_equal_codes_counts(tmp_path: Path) -> None:
    files = {"a-component/one.yaml": "code: A-AB1\nlabel: One", "a-component/two.yaml": "code: A-AB1"}
    assert suite(tmp_path, files).benchmark["A-AB1"].stem == "one"


def test_a_suite_is_whole_where_every_spec_could_be_read_in_full(tmp_path: Path) -> None:
    assert Suite(load(suite_with(tmp_path / "whole"))).is_whole
    assert not Suite(load(suite_with(tmp_path / "fault", {"a-component/A-DEM9.yaml": "label: 5"}))).is_whole
    twice = {"a-component/A-DEM2.yaml": DEM2 + "label: Again\n"}
    assert not Suite(load(suite_with(tmp_path / "problem", twice))).is_whole


def test_a_waiver_calls_a_spec_by_its_code_and_a_prompt_by_its_file_name(tmp_path: Path) -> None:
    shown = Suite(load(suite_with(tmp_path)))
    assert shown.subject(shown.benchmarks[0].document) == "A-AUX1"
    assert shown.subject(shown.prompts[0]) == "arrival_prompt.md"


def test_the_category_is_stated_by_the_rubric_or_by_the_settings(tmp_path: Path) -> None:
    table = '[tool.benchdocs.categories]\nA-ONE = "extraction"\nA-SYS = "extraction"\n'
    files = {
        "pyproject.toml": table,
        **rubric("A-ONE"),
        **rubric("A-TWO"),
        **rubric("A-TRE"),
        "rubrics/A-SYS.yaml": "code: A-SYS\ncategory: system_logic\n",
    }
    stated = suite(tmp_path, files)
    found = {code: stated.category(each) for code, each in stated.rubric.items()}
    assert found == {"A-ONE": "extraction", "A-TWO": None, "A-TRE": None, "A-SYS": "system_logic"}


def test_the_users_of_a_prompt_are_all_that_name_it(tmp_path: Path) -> None:
    prompt = "llm_prompt_file: evaluators/llm-judge/a_prompt.md\n"
    files = {**benchmark("A-AB1", "", prompt), **benchmark("A-AB2", "", prompt), **benchmark("A-AB3")}
    users = suite(tmp_path, files).users
    assert {path: [spec.code for spec in specs] for path, specs in users.items()} == {
        "evaluators/llm-judge/a_prompt.md": ["A-AB1", "A-AB2"]
    }


def test_scope_is_handed_over_in_exclusion_criteria_sentence_by_sentence(tmp_path: Path) -> None:
    text = "exclusion_criteria: Not A-AB1. Use A-AB2 or A-AB3, and A-AB2. See A-AB9.\n"
    text += "inclusion_criteria: A-AB3.\n"
    files = {**benchmark("A-AB1", "", text), **benchmark("A-AB2"), **benchmark("A-AB3")}
    sentence = "Use A-AB2 or A-AB3, and A-AB2."
    assert suite(tmp_path, files).delegations == (
        Delegation("A-AB1", "A-AB2", sentence),
        Delegation("A-AB1", "A-AB3", sentence),
    )


# Codes in texts -----------------------------------------------------------------------------------


@table
def test_what_has_the_shape_of_a_code_is_found(text: str, found: list[str]) -> None:
    places = [(text.index(code), code) for code in found]
    assert [(start, code) for start, _, code in codes_in(text)] == places
    assert [match[0] for match in CODE_IN_TEXT.finditer(text)] == found


@table
def test_what_is_known_numbered_or_handed_scope_is_a_mention(
    tmp_path: Path, text: str, named: list[list[str | None]]
) -> None:
    files = {**benchmark("A-AB1", "", "aliases: [A-OLD1]\n"), **rubric("A-AB"), **rubric("QQ-AB")}
    found = suite(tmp_path, files).codes.mentions(text)
    assert [[each.text, each.code] for each in found] == named


@table
def test_a_renamed_code_is_renamed_in_a_text_and_no_longer_one(text: str, changed: str) -> None:
    assert with_codes(text, {"A-AB1": "B-CD1"}) == changed


@table
def test_a_code_implies_its_rubric_and_its_component(code: str, above: str, component: str) -> None:
    assert (implied_rubric(code), component_of(code)) == (above, component)


@table
def test_a_text_is_split_into_sentences(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


def test_items_out_of_scope_hand_over_as_exclusion_criteria_do(tmp_path: Path) -> None:
    text = f'{DEM2}out_of_scope:\n  - "Arrival times (A-DEM1)."\n'
    found = Suite(load(suite_with(tmp_path, {"a-component/A-DEM2.yaml": text}))).delegations
    assert Delegation("A-DEM2", "A-DEM1", "Arrival times (A-DEM1).") in found
