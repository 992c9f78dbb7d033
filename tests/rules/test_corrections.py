"""What a refused value can only have meant is known, and nothing is made of what may mean two things."""

from __future__ import annotations

import pytest

from benchdocs.rules.support import corrections

WORDS = ("hard_gate", "threshold_gate", "llm_judge", "hybrid", "code")
SPEC, RUBRIC = "a-component/A-DEM1.yaml", "rubrics/A-DEM.yaml"


@pytest.mark.parametrize(
    ("text", "share", "number"),
    [
        ("0.5", True, "0.5"),
        (" “0.5” ", True, "0.5"),
        (".5", False, "0.5"),
        ("0,5", True, "0.5"),
        (",5", True, "0.5"),
        ("2,25", False, "2.25"),
        ("1,000", False, None),
        ("12,5", False, None),
        ("50 %", True, "0.5"),
        ("50%", True, "0.5"),
        ("50  %", True, None),
        ("50 %", False, None),
        ("1%", True, None),
        ("1.5 %", True, "0.015"),
        ("100%", True, "1"),
        (">= 0.8", True, "0.8"),
        ("≥0.8", True, "0.8"),
        (">0.8", True, None),
        ("0.8;", True, "0.8"),
        ("0.8,", True, "0.8"),
        ("0.8,,", True, None),
        ("1e3", False, "1000"),
        ("2.5E-1", False, "0.25"),
        ("1e+2", True, "100"),
        ("1e100", False, None),
        ("25 percent", True, "0.25"),
        ("25 per cent", True, "0.25"),
        ("25 points", True, None),
        ("five", True, None),
        ("0.5.1", True, None),
        ("", True, None),
    ],
)
def test_a_text_that_stands_for_one_number_is_that_number(text: str, share: bool, number: str | None) -> None:
    assert corrections.number(text, share=share) == number


@pytest.mark.parametrize(
    "text", ["none", "No", " nothing ", "n/a", "NA", "-", "--", "–", "null", "nil", "“none”"]
)
def test_a_text_that_says_nothing_is_known(text: str) -> None:
    assert corrections.says_none(text)


@pytest.mark.parametrize("text", ["", "no gate", "n", "nan", "none."])
def test_a_text_that_says_something_is_not_taken_for_nothing(text: str) -> None:
    assert not corrections.says_none(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("0.5 // half", ("0.5", "half")),
        (" 0.5 -- half ", ("0.5", "half")),
        ("0.5 //half", ("0.5", "half")),
        ("0.5# half", ("0.5", "half")),
        ("0.5#", None),
        ("0.5\t--\thalf", ("0.5", "half")),
        ("0.5// half", None),
        ("0.5 //", None),
        ("// half", None),
        ("0.5 - half", None),
    ],
)
def test_a_remark_behind_a_value_is_told_from_it(text: str, parts: tuple[str, str] | None) -> None:
    assert corrections.remark(text) == parts


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Hard Gate", "hard_gate"),
        ("hard-gate", "hard_gate"),
        ("hard _- gate", "hard_gate"),
        ("“hybrid”", "hybrid"),
        ("hyb", None),
        ("hybird", "hybrid"),
        ("hardgate", "hard_gate"),
        ("hard_gate.", "hard_gate"),
        ("nohybrid", None),
        ("not hybrid", None),
        ("un-hybrid", None),
        ("xhybrid", None),
        ("hybrid?", None),
        ("hybrids", None),
        ("hybriid", "hybrid"),
        ("hybrider", None),
        ("code, hybrid", None),
        ("code/hybrid", None),
        ("cide", "code"),
        ("coda gate", None),
        ("script", None),
        ("h", None),
        ("", None),
    ],
)
def test_a_text_stands_for_the_one_word_that_is_a_slip_away(text: str, word: str | None) -> None:
    assert corrections.word(text, WORDS) == word


@pytest.mark.parametrize(
    ("text", "words", "word"),
    [
        ("inactive", ("draft", "active", "deprecated"), None),
        ("deprecated", ("draft", "active", "deprecated"), "deprecated"),
        ("depricated", ("draft", "active", "deprecated"), "deprecated"),
        ("gate", WORDS, None),
        ("judge", WORDS, "llm_judge"),
        ("llm", WORDS, "llm_judge"),
        ("hyb", WORDS, "hybrid"),
        ("hy", WORDS, None),
        ("hradgate", WORDS, "hard_gate"),
        ("median", ("MEAN", "MINIMUM"), None),
        ("`code`", WORDS, "code"),
    ],
)
def test_a_text_may_stand_for_a_word_that_it_says_no_more_than(
    text: str, words: tuple[str, ...], word: str | None
) -> None:
    assert corrections.likely_word(text, words) == word


@pytest.mark.parametrize(
    ("name", "field", "likely"),
    [
        ("rubric", None, "parent_rubric"),
        ("Parent Rubric", "parent_rubric", "parent_rubric"),
        ("parentrubric", "parent_rubric", "parent_rubric"),
        ("parent_rubrik", "parent_rubric", "parent_rubric"),
        ("max_threshold", None, "threshold"),
        ("noncriticality", None, None),
        ("un_aliases", None, None),
        ("criteria", None, None),
    ],
)
def test_a_name_stands_for_the_field_that_it_is_a_slip_away_from_and_may_mean_another(
    name: str, field: str | None, likely: str | None
) -> None:
    fields = (
        "parent_rubric",
        "threshold",
        "criticality",
        "aliases",
        "inclusion_criteria",
        "exclusion_criteria",
    )
    assert corrections.field(name, fields) == field
    assert corrections.likely_field(name, fields) == likely


def test_a_start_of_a_word_stands_for_none() -> None:
    assert corrections.word("hard", ("hard_gate", "soft_gate")) is None


def test_a_word_that_is_a_slip_away_from_two_others_stands_for_none() -> None:
    assert corrections.word("mxn_value", ("min_value", "max_value", "men_value")) is None
    assert corrections.word("threshhold", ("threshold", "passing_threshold")) == "threshold"
    assert corrections.field("treshold", ("threshold", "weight")) == "threshold"


def test_a_likely_field_is_the_nearest_one() -> None:
    assert corrections.likely_field("min_valu_", ("min_value", "max_value")) == "min_value"
    assert corrections.likely_field("nothing_like_it", ("weight",)) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A-NEG1", "A-NEG1"),
        ("a_neg_1", "A-NEG1"),
        ("a neg 1", "A-NEG1"),
        ("A-NEG-1", "A-NEG1"),
        ("a-neg1-Late", "A-NEG1-late"),
        ("A-CMP6 airport", "A-CMP6-airport"),
        ("a-neg", "A-NEG"),
        ("a", "A"),
        (" A-NEG1.yaml ", "A-NEG1"),
        ("A-NEG1.YML;", "A-NEG1"),
        ("A-NEG1,", "A-NEG1"),
        ("A-NEG1,,", None),
        ("A-NEG1.", None),
        ("ANEG1", None),
        ("A-N1", None),
        ("ABCDE-NEG1", None),
        ("A-NEG1-2x", None),
        ("1", None),
        ("", None),
    ],
)
def test_a_text_of_the_shape_of_a_code_is_that_code(text: str, code: str | None) -> None:
    assert corrections.code(text) == code


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("A-NEG1, a-neg2", ["A-NEG1", "A-NEG2"]),
        ("A-NEG1;A-NEG2", ["A-NEG1", "A-NEG2"]),
        ("A-NEG1 & A-NEG2", ["A-NEG1", "A-NEG2"]),
        ("A-NEG1 and A-NEG2", ["A-NEG1", "A-NEG2"]),
        ("A-NEG1 - A-NEG2", ["A-NEG1", "A-NEG2"]),
        ("A-NEG1 A-NEG2", ["A-NEG1", "A-NEG2"]),
        ("A-NEG 1", ["A-NEG1"]),
        ("A-NEG1, 5", []),
    ],
)
def test_a_text_that_is_a_list_of_codes_is_these_codes(text: str, codes: list[str]) -> None:
    assert corrections.codes(text) == codes
