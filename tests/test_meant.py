"""What a refused value can only have meant is known, and nothing is made of what may mean two things."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.check import check
from benchdocs.finding import Edit, Finding
from benchdocs.rules import meant
from benchdocs.rules.rule import Sample
from suites import overlay_samples

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
    assert meant.number(text, share=share) == number


@pytest.mark.parametrize(
    "text", ["none", "No", " nothing ", "n/a", "NA", "-", "--", "–", "null", "nil", "“none”"]
)
def test_a_text_that_says_nothing_is_known(text: str) -> None:
    assert meant.says_none(text)


@pytest.mark.parametrize("text", ["", "no gate", "n", "nan", "none."])
def test_a_text_that_says_something_is_not_taken_for_nothing(text: str) -> None:
    assert not meant.says_none(text)


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
    assert meant.remark(text) == parts


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Hard Gate", "hard_gate"),
        ("hard-gate", "hard_gate"),
        ("hard _- gate", "hard_gate"),
        ("“hybrid”", "hybrid"),
        ("hyb", "hybrid"),
        ("hy", None),
        ("hybird", "hybrid"),
        ("hardgate", "hard_gate"),
        ("hard_gate.", "hard_gate"),
        ("nohybrid", None),
        ("not hybrid", None),
        ("un-hybrid", None),
        ("xhybrid", None),
        ("hybrid?", None),
        ("hybrids", "hybrid"),
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
def test_a_text_stands_for_the_one_word_that_is_near(text: str, word: str | None) -> None:
    assert meant.word(text, WORDS) == word


@pytest.mark.parametrize(
    ("text", "words", "word"),
    [
        ("inactive", ("draft", "active", "deprecated"), None),
        ("deprecated", ("draft", "active", "deprecated"), "deprecated"),
        ("depricated", ("draft", "active", "deprecated"), "deprecated"),
        ("gate", WORDS, None),
        ("judge", WORDS, "llm_judge"),
        ("hradgate", WORDS, "hard_gate"),
        ("median", ("MEAN", "MINIMUM"), None),
        ("`code`", WORDS, "code"),
    ],
)
def test_a_text_may_stand_for_a_word_that_it_says_no_more_than(
    text: str, words: tuple[str, ...], word: str | None
) -> None:
    assert meant.likely_word(text, words) == word


@pytest.mark.parametrize(
    ("name", "field", "likely"),
    [
        ("rubric", "parent_rubric", "parent_rubric"),
        ("max_threshold", None, "threshold"),
        ("noncriticality", None, None),
        ("un_aliases", None, None),
        ("criteria", None, None),
    ],
)
def test_a_name_stands_for_the_field_that_it_is_the_end_of_and_not_for_its_contrary(
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
    assert meant.field(name, fields) == field
    assert meant.likely_field(name, fields) == likely


def test_a_start_that_two_words_share_stands_for_none() -> None:
    assert meant.word("hard", ("hard_gate", "hard_stop")) is None
    assert meant.word("har", ("hard_gate", "soft_gate")) == "hard_gate"


def test_a_word_that_two_others_are_near_to_stands_for_none() -> None:
    assert meant.word("min_valu_", ("min_value", "max_value")) is None
    assert meant.word("threshhold", ("threshold", "passing_threshold")) is None
    assert meant.field("treshold", ("threshold", "weight")) == "threshold"


def test_a_likely_field_is_the_nearest_one() -> None:
    assert meant.likely_field("min_valu_", ("min_value", "max_value")) == "min_value"
    assert meant.likely_field("nothing_like_it", ("weight",)) is None


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
    assert meant.code(text) == code


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
    assert meant.codes(text) == codes


# What is told, and what is written -----------------------------------------------------------------


def finding(tmp_path: Path, rule: str, fragment: str) -> tuple[Finding, str]:
    """The one finding of a rule, and the fragment as its fix would leave it."""
    root = overlay_samples(tmp_path, (Sample(SPEC, fragment, whole=False),))
    (found,) = (each for each in check(root).findings if each.rule == rule)
    text = (root / SPEC).read_bytes().decode()
    for change in reversed(found.fix):
        assert isinstance(change, Edit)
        text = text[: change.start] + change.new + text[change.end :]
    start = len((root / SPEC).read_bytes().decode()) - len(fragment)
    return found, text[start:] if found.fix else ""


@pytest.mark.parametrize(
    ("fragment", "hint", "mended"),
    [
        ("weight: 0.5 // half\n", "write `0.5  # half`: a comment starts with `#`", "weight: 0.5  # half\n"),
        ("weight: '>= 0.5'\n", "write the number alone: `0.5`", "weight: 0.5\n"),
        ("weight: '0.5;'\n", "write the number alone: `0.5`", "weight: 0.5\n"),
        ("weight: '0.5'\n", "write it without quotes: `0.5`", "weight: 0.5\n"),
        ('weight: "0.5"\n', "write it without quotes: `0.5`", "weight: 0.5\n"),
        ("weight: 5e-1\n", "write it in plain decimals: `0.5`", "weight: 0.5\n"),
        ("weight: 50%\n", "write the share as a number: `0.5`", "weight: 0.5\n"),
        ("weight: 50 %\n", "write the share as a number: `0.5`", "weight: 0.5\n"),
        ("weight: 0,5\n", "write it as a number: `0.5`", "weight: 0.5\n"),
        ("weight: <0.5\n", "write the number alone: `0.5`", ""),
        ("weight: ~ 0.5\n", "write the number alone: `0.5`", ""),
        ("weight: 1%\n", "write the share as a number: `0.01`", ""),
        ("weight: half\n", "write a plain number, as `0.25`", ""),
        ("weight: 1e12\n", "write a plain number", "weight: 1000000000000\n"),
        ("weight: 1e11\n", "write it in plain decimals: `100000000000`", "weight: 100000000000\n"),
        ("weight: 1e-12\n", "write a plain number", "weight: 0.000000000001\n"),
        (
            "weight: 0x1F\n",
            "write it in plain decimals, as `0.25`: no colon, underscore, prefix or leading zero",
            "",
        ),
        ("version: v3\n", "write a whole number: `3`", "version: 3\n"),
        ("version: 'V 3'\n", "write a whole number: `3`", "version: 3\n"),
        ("version: v2.1\n", "write a whole number: `2`", ""),
        ("version: first\n", "write a whole number: `1`", ""),
        ("label: 5\n", 'put quotes around it: `"5"`', 'label: "5"\n'),
        ("label: [a, b]\n", "write the entries as sentences of one text, below `label: >`", ""),
        ("label: {a: b}\n", "write `label: >`, so that the lines below are one text", ""),
        ("examples: [a: b]\n", "put quotes around the text, because it holds `: `", 'examples: ["a: b"]\n'),
        (
            "examples:\n  - a: b\n",
            "put quotes around the text, because it holds `: `",
            'examples:\n  - "a: b"\n',
        ),
        ("examples:\n  - a: b # c\n", "put quotes around the text, because it holds `: `", ""),
        ("examples:\n  - a: '\"'\n", "put quotes around the text, because it holds `: `", ""),
        ("examples: [[a, b]]\n", "write the entries as sentences of one text, below `- >`", ""),
        ("examples:\n  - a: b\n    c: d\n", "write `- >`, so that the lines below are one text", ""),
        (
            "examples: one\n",
            "write `- ` ahead of the text, on its own line below `examples:`",
            "examples:\n  - one\n",
        ),
        ("examples: >\n  one\n", "write `- ` ahead of the text, on its own line below `examples:`", ""),
        (
            "scoring_scale:\n  min_value:0\n  max_value:1\n",
            "write a space behind each colon",
            "scoring_scale:\n  min_value: 0\n  max_value: 1\n",
        ),
        (
            "scoring_scale: from 0 to 1\n",
            "write lines of the form `name: value` below `scoring_scale:`, indented alike",
            "",
        ),
        ("aliases: A-DEM8\n", "write it in brackets: `[A-DEM8]`", "aliases: [A-DEM8]\n"),
        (
            "aliases: A-DEM8 and A-DEM9\n",
            "write one entry a line, or all in brackets: `[A-DEM8, A-DEM9]`",
            "aliases: [A-DEM8, A-DEM9]\n",
        ),
        ("examples:\n  -one\n  -two\n", "write a space behind each `-`", "examples:\n  - one\n  - two\n"),
        (
            "examples:\n  • one\n  • two\n",
            "write `- ` in place of `• `",
            "examples:\n  - one\n  - two\n",
        ),
        (
            "examples: >\n  1. one\n  2. two\n",
            "delete the `>` behind `examples:`, and write `- ` in place of `1. `",
            "examples:\n  - one\n  - two\n",
        ),
        ("examples: |\n  - one\n", "delete the `|` behind `examples:`", "examples:\n  - one\n"),
        (
            "examples:\n  one thing\n  two things\n",
            "write `- ` ahead of the text, on its own line below `examples:`",
            "",
        ),
        (
            "examples: |\n  one\n",
            "write `- ` ahead of the text, on its own line below `examples:`",
            "",
        ),
        ("examples: '- one'\n", "write each entry on a line of its own, with `- ` ahead of it", ""),
    ],
)
def test_a_value_of_the_wrong_type_comes_with_what_to_write(
    tmp_path: Path, fragment: str, hint: str, mended: str
) -> None:
    found, text = finding(tmp_path, "FLD103", fragment)
    assert found.hint == hint
    assert text == mended


@pytest.mark.parametrize(
    ("fragment", "hint"),
    [
        ("weight: 25\n", "if you mean 25 %, write `0.25`"),
        ("weight: 2\n", "if you mean 2 %, write `0.02`"),
        ("weight: 100\n", "if you mean 100 %, write `1`"),
        ("weight: 1.5\n", "write a share of 1, as `0.25`"),
        ("weight: 101\n", "write a share of 1, as `0.25`"),
        ("weight: -0.5\n", "delete the sign if you mean `0.5`"),
        ("weight: -1\n", "delete the sign if you mean `1`"),
        ("weight: -2\n", "write a share of 1, as `0.25`"),
        ("weight: .inf\n", None),
        ("version: 1.5\n", "write a whole number, as `1`; a change that affects scores raises it by 1"),
        ("scoring_scale: {min_value: 0, max_value: .inf}\n", None),
    ],
)
def test_a_number_out_of_range_comes_with_what_may_be_meant(
    tmp_path: Path, fragment: str, hint: str | None
) -> None:
    assert finding(tmp_path, "FLD104", fragment)[0].hint == hint


@pytest.mark.parametrize(
    ("fragment", "hint", "mended"),
    [
        ("criticality: none\n", "delete the field: a benchmark without a gate has none", ""),
        ("criticality: hard gate\n", "did you mean `hard_gate`?", "criticality: hard_gate\n"),
        (
            "criticality: hard // fatal\n",
            "write `hard_gate  # fatal`: a comment starts with `#`",
            "criticality: hard_gate  # fatal\n",
        ),
        ("status: none\n", "write one of these words: draft, active, deprecated", ""),
        ("status: 5\n", "write one of these words: draft, active, deprecated", ""),
        ("status: [draft]\n", "did you mean `draft`?", "status: draft\n"),
        ("status: [draft, active]\n", "write one of these words: draft, active, deprecated", ""),
    ],
)
def test_a_word_that_is_not_on_the_list_comes_with_the_one_that_is(
    tmp_path: Path, fragment: str, hint: str, mended: str
) -> None:
    found, text = finding(tmp_path, "FLD105", fragment)
    assert found.hint == hint
    assert text == mended


@pytest.mark.parametrize(
    ("fragment", "missing"),
    [
        ("scoring_scale: {min_valu: 0, max_value: 1}\n", []),
        (
            "scoring_scale: {lowest: 0, max_value: 1}\n",
            ["the required field `scoring_scale.min_value` is missing"],
        ),
        (
            "scoring_scale: {max_value: 1}\nmin_value: 0\n",
            ["the required field `scoring_scale.min_value` is missing"],
        ),
    ],
)
def test_a_field_that_is_misspelled_in_its_block_is_not_missing_as_well(
    tmp_path: Path, fragment: str, missing: list[str]
) -> None:
    root = overlay_samples(tmp_path, (Sample(SPEC, fragment, whole=False),))
    assert [each.message for each in check(root).findings if each.rule == "FLD101"] == missing


def test_what_is_left_to_the_author_is_told_with_the_reason(tmp_path: Path) -> None:
    reasons = {
        "examples: '- one'\n": "where each entry ends only you know",
        "label: [a, b]\n": "how the entries make one text only you know",
        "weight: <0.5\n": "what the `<` is to say only you know",
        "version: v2.1\n": "what a version of several numbers counts only you know",
    }
    for number, (fragment, reason) in enumerate(reasons.items()):
        assert finding(tmp_path / str(number), "FLD103", fragment)[0].why_not == reason


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_new_lines_of_a_fix_end_as_those_of_the_file(tmp_path: Path, newline: str) -> None:
    spec = overlay_samples(tmp_path / "text", (Sample(SPEC, "examples: one\n", whole=False),)) / SPEC
    spec.write_bytes(spec.read_bytes().replace(b"\n", newline.encode()))
    (text,) = (each for each in check(tmp_path / "text").findings if each.rule == "FLD103")
    assert [change.new for change in text.fix if isinstance(change, Edit)] == [f"{newline}  - "]

    fragment = "benchmarks:\n  - A-DEM1, A-DEM2\n"
    rubric = overlay_samples(tmp_path / "codes", (Sample(RUBRIC, fragment, whole=False),)) / RUBRIC
    rubric.write_bytes(rubric.read_bytes().replace(b"\n", newline.encode()))
    (codes,) = (each for each in check(tmp_path / "codes").findings if each.rule == "FLD106")
    assert [change.new for change in codes.fix if isinstance(change, Edit)] == [f"A-DEM1{newline}  - A-DEM2"]


def test_an_opening_that_a_comment_cuts_off_is_left_and_a_long_one_is_shown_in_part(tmp_path: Path) -> None:
    fragment = "inclusion_criteria: For cases #1 to #3.\n"
    found = finding(tmp_path / "comment", "TXT501", fragment)[0]
    assert found.why_not == "whether what follows the `#` is text or a comment only you know"
    long = "For " + "a" * 70
    found = finding(tmp_path / "long", "TXT501", f"inclusion_criteria: {long} is. Flag if it is not.\n")[0]
    assert found.message.endswith(f', not with "{long[:60]}"')
