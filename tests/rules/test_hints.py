"""What a finding about weights, scales or texts says, and what it tells the author to type."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.rule import Sample
from support.suites import overlay_samples

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
LEVELS = """
  descriptions:
    {high}: "Every time is charted"
    {low}: "No time is charted"
"""


def told(target: Path, rule: str, *fragments: tuple[str, str]) -> list[str]:
    """Messages and hints of a rule's findings, with these fragments merged into the demonstration suite."""
    samples = tuple(Sample(path, text, whole=False) for path, text in fragments)
    found = check(overlay_samples(target, samples)).findings
    return [f"{finding.message} | {finding.hint}" for finding in found if finding.rule == rule]


def scale(low: str, high: str, formula: str = "", *, level: str = "") -> str:
    text = f"scoring_scale:\n  min_value: {low}\n  max_value: {high}"
    text += f'\n  normalization_formula: "{formula}"' if formula else ""
    return text + LEVELS.format(low=low, high=high) + (f'    {level}: "Some"\n' if level else "")


@pytest.mark.parametrize(
    ("weights", "total", "remedy"),
    [
        (("0.5", "0.40"), "0.5 + 0.40 = 0.9, which is 0.1 short of 1", "raise the weights by 0.1 in total"),
        (
            ("1", "1.0"),
            "1 + 1.0 = 2, which is 1 more than 1",
            "for equal shares, write `weight: 0.5` in each",
        ),
        (("0.7", "0.5"), "0.7 + 0.5 = 1.2, which is 0.2 more than 1", "lower the weights by 0.2 in total"),
    ],
)
def test_a_sum_of_weights_is_worked_out(
    tmp_path: Path, weights: tuple[str, str], total: str, remedy: str
) -> None:
    fragments = ((DEM1, f"weight: {weights[0]}\n"), (DEM2, f"weight: {weights[1]}\n"))
    message = f"the weights of A-DEM's `benchmarks` do not sum to 1: {total} | {remedy}"
    assert told(tmp_path, "WGT301", *fragments) == [message]


def many(tmp_path: Path, count: int, weight: str) -> list[str]:
    spec = "code: A-DEM{0}\nweight: {1}\n"
    codes = ", ".join(f"A-DEM{number}" for number in range(1, count + 1))
    fragments = [(f"a-component/A-DEM{n}.yaml", spec.format(n, weight)) for n in range(count, 0, -1)]
    return told(tmp_path, "WGT301", *fragments, ("rubrics/A-DEM.yaml", f"benchmarks: [{codes}]\n"))


def test_up_to_eight_weights_are_written_out(tmp_path: Path) -> None:
    (message,) = many(tmp_path, 8, "0.1")
    assert f"{' + '.join(['0.1'] * 8)} = 0.8, which" in message
    assert message.endswith("| for equal shares, write `weight: 0.125` in each")


def test_more_than_eight_weights_are_shortened(tmp_path: Path) -> None:
    (message,) = many(tmp_path, 9, "0.1")
    assert ": 0.1 + 0.1 + 0.1 + ... (9 weights) = 0.9, which" in message


def test_a_long_sum_is_shortened(tmp_path: Path) -> None:
    (message,) = many(tmp_path, 20, "0.1")
    assert ": 0.1 + 0.1 + 0.1 + ... (20 weights) = 2, which is 1 more than 1 |" in message
    assert message.endswith("| for equal shares, write `weight: 0.05` in each")


def test_so_many_equal_weights_that_rounding_shows_are_left_to_the_author(tmp_path: Path) -> None:
    (message,) = many(tmp_path, 21, "0.1")
    assert message.endswith("| lower the weights by 1.1 in total")


def test_a_round_sum_keeps_its_zeros(tmp_path: Path) -> None:
    (message,) = many(tmp_path, 10, "1")
    assert " = 10, which is 9 more than 1 |" in message


def test_a_deprecated_member_is_named_as_not_counted(tmp_path: Path) -> None:
    (message,) = told(tmp_path, "WGT301", (DEM2, "status: deprecated\n"))
    assert ": 0.5, which is 0.5 short of 1 | " in message
    assert message.endswith("a single member needs `weight: 1`; not counted because deprecated: A-DEM2")


def test_weights_that_the_aggregation_leaves_unused_are_said_to_be(tmp_path: Path) -> None:
    rubric = ("rubrics/A-DEM.yaml", "aggregation_method: MINIMUM\n")
    (message,) = told(tmp_path, "WGT301", (DEM2, "weight: 0.4\n"), rubric)
    assert message.endswith("in total; MINIMUM does not use them, so no score changes")


METHODS = (
    *("annotated", "assessed", "calculated", "checked", "compared", "computed", "counted", "detected"),
    *("evaluated", "examined", "expert", "extracted", "inspected", "judged", "labelled", "looked at"),
    *("matched", "model", "parsed", "read", "reviewed", "schema", "script", "searched", "tested", "truth"),
    *("validated", "verified"),
)


def concept(tmp_path: Path, text: str) -> list[str]:
    found = told(tmp_path, "TXT505", (DEM1, f"concept: >\n  {text}\n"))
    return [line.split(" | ")[0] for line in found]


def test_each_word_for_a_method_says_how_it_is_measured(tmp_path: Path) -> None:
    text = "The share of times that are kept, {}. FORMULA = (a_b/c_d). Threshold: >=0.90."
    for word in METHODS:
        assert concept(tmp_path / word, text.format(word)) == [], word
    lacking = ["the concept does not seem to say how it is measured"]
    assert concept(tmp_path / "none", text.format("somehow")) == lacking


def test_five_words_may_say_what_is_measured(tmp_path: Path) -> None:
    text = "{}. A script. Formula: (a_b/c_d). Threshold: >=0.90."
    assert concept(tmp_path / "five", text.format("Share of times kept whole")) == []
    lacking = ["the concept does not seem to say what is measured"]
    assert concept(tmp_path / "four", text.format("Share of times kept")) == lacking


@pytest.mark.parametrize(
    ("path", "code", "whole"), [("rubrics/A-AUX.yaml", "A-AUX", "A"), ("rubrics/A.yaml", "A", "the suite")]
)
def test_a_rubric_without_weight_has_no_share(tmp_path: Path, path: str, code: str, whole: str) -> None:
    (message,) = told(tmp_path, "WGT303", (path, "weight: 0\n"))
    assert message.startswith(f"`weight` is 0, so {code} has no share in {whole} |")


@pytest.mark.parametrize(
    ("threshold", "hint"),
    [
        (">=0.80.", "add `threshold: 0.80`"),
        (">= 80 %.", "add `threshold: 0.8`"),
        ("1.", "add `threshold: 1`"),
        ("80.", "add `threshold`, a number from 0 to 1"),
    ],
)
def test_a_threshold_that_only_the_concept_states_is_to_be_added(
    tmp_path: Path, threshold: str, hint: str
) -> None:
    spec = f"code: A-DEM3\nconcept: >\n  Measures doses. Threshold: {threshold}\n"
    (message,) = told(tmp_path, "WGT304", ("a-component/A-DEM3.yaml", spec))
    assert message.endswith(f"| {hint}")


@pytest.mark.parametrize(
    ("low", "high", "hint"),
    [("5", "0", "swap the two numbers"), ("1", "1.0", "a scale needs two different ends")],
)
def test_ends_of_a_scale_that_do_not_fit_are_told_apart(
    tmp_path: Path, low: str, high: str, hint: str
) -> None:
    message = f"`min_value` is {low} and `max_value` is {high}, but `min_value` has to be lower"
    text = f"scoring_scale:\n  min_value: {low}\n  max_value: {high}\n"
    assert told(tmp_path, "SCL401", (DEM1, text)) == [f"{message} | {hint}"]


@pytest.mark.parametrize(
    ("high", "level", "side", "hint"),
    [
        ("1", "90", "above", "if you mean 90%, write `0.9`"),
        ("0.5", "2", "above", "if you mean 2%, write `0.02`"),
        ("1", "100", "above", "if you mean 100%, write `1`"),
        ("1", "1.5", "above", "correct the level, or the `min_value` or `max_value` of the scale"),
        ("1", "101", "above", "correct the level, or the `min_value` or `max_value` of the scale"),
        ("5", "90", "above", "correct the level, or the `min_value` or `max_value` of the scale"),
        ("1", "-1", "below", "correct the level, or the `min_value` or `max_value` of the scale"),
    ],
)
def test_a_level_outside_the_scale_may_be_meant_in_percent(
    tmp_path: Path, high: str, level: str, side: str, hint: str
) -> None:
    message = f"the level {level} is {side} the scale, which runs from 0 to {high}"
    assert told(tmp_path, "SCL402", (DEM1, scale("0", high, level=level))) == [f"{message} | {hint}"]


@pytest.mark.parametrize(
    ("high", "level", "read", "hint"),
    [
        ("1", '"0.90"', "the text `0.90`", "delete the quotes: `0.90`"),
        ("1", '"90 %"', "the text `90 %`", "write only the score: `0.9`"),
        ("100", '"90%"', "the text `90%`", "write only the score: `90`"),
        ("1", "0.80-0.90", "the text `0.80-0.90`", "write only the score: `0.80`"),
        ("1", '"0,5"', "the text `0,5`", "write only the score: `0.5`"),
        ("1", "level 3", "the text `level 3`", "write only the score: `3`"),
        ("1", "1e3", "the text `1e3`", "write the score that the text describes, for example `0.90`"),
        ("1", "high", "the text `high`", "write the score that the text describes, for example `0.90`"),
        ("1", '""', "text", "write the score that the text describes, for example `0.90`"),
        ("1", ".inf", "the number Infinity", "write the score that the text describes, for example `0.90`"),
        (
            "1",
            "2026-01-31",
            "the date 2026-01-31",
            "write the score that the text describes, for example `0.90`",
        ),
    ],
)
def test_a_level_that_is_no_number_is_shown_with_the_number_to_write(
    tmp_path: Path, high: str, level: str, read: str, hint: str
) -> None:
    message = f"a level has to be a plain number, but this one is {read}"
    assert told(tmp_path, "SCL403", (DEM1, scale("0", high, level=level))) == [f"{message} | {hint}"]


def test_a_percentage_on_a_scale_without_ends_stays_as_it_is(tmp_path: Path) -> None:
    text = 'scoring_scale:\n  min_value: 0\n  descriptions:\n    "90%": "A rare miss"\n'
    (message,) = told(tmp_path, "SCL403", (DEM1, text))
    assert message.endswith("| write only the score: `90`")


@pytest.mark.parametrize(
    ("formula", "hint"),
    [
        ("x**2", "write a power as a product: `x*x`"),
        ("x^2", "write a power as a product: `x*x`"),
        ("2*x²", "write a power as a product: `x*x`"),
        ("min (x)", "`min` and `max` are numbers here, the two ends of the scale"),
        ("2x", "a product needs its sign: `2*x`"),
        ("(x-min)(x)", "a product needs its sign: `2*x`"),
        ("0,5*x", "use a decimal point: `0.5`"),
        ("x*50%", "write a percentage as a share of 1: 50% is `0.5`"),
        ("x-", "use `x`, `min`, `max`, numbers, `+ - * /` and parentheses, as in `(x-min)/(max-min)`"),
        ("score", "use `x`, `min`, `max`, numbers, `+ - * /` and parentheses, as in `(x-min)/(max-min)`"),
    ],
)
def test_a_formula_that_cannot_be_read_comes_with_the_way_to_write_it(
    tmp_path: Path, formula: str, hint: str
) -> None:
    (message,) = told(tmp_path, "SCL404", (DEM1, scale("0", "1", formula)))
    assert message.startswith("the formula cannot be read: ")
    assert message.endswith(f" | {hint}")


@pytest.mark.parametrize(
    ("low", "high", "formula", "result", "better"),
    [
        ("0", "100", "x", "gives 100 at the raw score 100, but a score has to be between 0 and 1", "x/100"),
        ("0", "1", "x-1", "gives -1 at the raw score 0, but a score has to be between 0 and 1", "x"),
        ("1", "5", "x/3", "gives 1.66667 at the raw score 5, but a score has to be between 0 and 1", None),
        ("0", "1", "1/x", "divides by zero on the scale from 0 to 1", "x"),
    ],
)
def test_a_formula_that_leaves_the_range_is_shown_where_it_is_worst(
    tmp_path: Path, low: str, high: str, formula: str, result: str, better: str | None
) -> None:
    hint = f"write `{better or '(x-min)/(max-min)'}`, or leave out the formula"
    (message,) = told(tmp_path, "SCL405", (DEM1, scale(low, high, formula)))
    assert (
        message
        == f"the formula `{formula}` {result} | {hint}: then {low} to {high} is mapped evenly to 0 to 1"
    )


def test_a_threshold_out_of_reach_is_told_with_the_best_score(tmp_path: Path) -> None:
    (message,) = told(tmp_path, "SCL405", (DEM1, scale("0", "5", "x/10")))
    assert message.startswith("no score reaches the threshold of 0.90: the formula `x/10` gives at most 0.5")
    assert "| write `x/5`" in message


def test_a_number_in_an_odd_notation_is_told_as_read_and_as_written(tmp_path: Path) -> None:
    (message,) = told(tmp_path, "FLD103", (DEM1, "version: 12:30\n"))
    assert "but YAML reads the number 750 (written `12:30`) | write it as a plain decimal" in message


@pytest.mark.parametrize(
    ("field", "hint"),
    [
        ("weight: -0.5", "delete the sign if you mean `0.5`"),
        ("weight: 1.5", "write a share of 1, such as `0.25`"),
        ("weight: 25", "if you mean 25%, write `0.25`"),
        ("weight: .inf", "None"),
        ("version: 1.1", "write a whole number, such as `1`; a change that affects scores raises it by 1"),
    ],
)
def test_a_number_out_of_range_comes_with_the_one_to_write(tmp_path: Path, field: str, hint: str) -> None:
    (message,) = told(tmp_path, "FLD104", (DEM1, f"{field}\n"))
    assert message.endswith(f" | {hint}")


@pytest.mark.parametrize(
    ("field", "hint"),
    [
        ("weight: 5e-1", "write it as a plain decimal: `0.5`"),
        ('weight: "5e-1"', "write it without quotes: `0.5`"),
        ("weight: 0.5;", "write only the number: `0.5`"),
        ("weight: ≥0.5", "write only the number: `0.5`"),
        ("weight: <=0.5", "write only the number: `0.5`"),
        ("weight: half", "write a plain number, such as `0.25`"),
        ("version: V3", "write a whole number: `3`"),
        ("version: one", "write a whole number: `1`"),
    ],
)
def test_a_text_in_place_of_a_number_comes_with_the_number(tmp_path: Path, field: str, hint: str) -> None:
    (message,) = told(tmp_path, "FLD103", (DEM1, f"{field}\n"))
    assert message.endswith(f" | {hint}")


def test_a_word_tied_to_a_code_is_to_be_set_apart(tmp_path: Path) -> None:
    text = "exclusion_criteria: Do not use for A-DEM1-related cases.\n"
    (message,) = told(tmp_path, "REF206", (DEM2, text))
    assert message.startswith("no benchmark or rubric has the code `A-DEM1-related` | did you mean `A-DEM1`?")


@pytest.mark.parametrize(
    ("formula", "fall"),
    [
        ("1-x", "raw 0 gives 1, raw 1 gives 0"),
        ("0.5", "raw 0 gives 0.5, raw 1 gives 0.5"),
        ("8*x*x*x-12*x*x+5*x", "raw 0.296875 gives 0.636078, raw 0.304688 gives 0.635708"),
    ],
)
def test_a_formula_that_falls_is_shown_where_it_does(tmp_path: Path, formula: str, fall: str) -> None:
    (message,) = told(tmp_path, "SCL406", (DEM1, scale("0", "1", formula)))
    assert message.startswith(f"the formula `{formula}` does not rise everywhere: {fall} |")


@pytest.mark.parametrize(
    ("levels", "told_"),
    [
        ("    0.5: Half\n", 'the scores 0 and 1.0 mean | add `0: "..."` and `1.0: "..."` to `descriptions`'),
        ("    0: None\n", 'the score 1.0 means | add `1.0: "..."` to `descriptions`'),
    ],
)
def test_an_end_without_a_level_is_named(tmp_path: Path, levels: str, told_: str) -> None:
    text = f"scoring_scale:\n  min_value: 0\n  max_value: 1.0\n  descriptions:\n{levels}"
    assert told(tmp_path, "SCL407", (DEM1, text)) == [f"no level says what {told_}"]


@pytest.mark.parametrize(
    ("field", "rule", "text", "hint"),
    [
        ("inclusion", "TXT501", "Applies when a is b.", 'replace "Applies when" with "Apply when"'),
        ("inclusion", "TXT501", "Use for a and b.", 'replace "Use for" with "Apply when"'),
        (
            "inclusion",
            "TXT501",
            "Apply only if a is b.",
            'replace "Apply only if" with "Apply when"',
        ),
        ("inclusion", "TXT501", "Only use for a.", 'replace "Only use for" with "Apply when"'),
        ("inclusion", "TXT501", "“Apply when a is b.", "delete the `“`"),
        ("exclusion", "TXT504", "Don't use for a.", 'replace "Don\'t use" with "Do not use"'),
        ("inclusion", "TXT501", "If a is b.", 'start the text with "Apply when" and the condition'),
        ("exclusion", "TXT504", "Don't apply to a.", 'replace "Don\'t apply" with "Do not apply"'),
        ("exclusion", "TXT504", "Not applicable if a.", 'replace "Not applicable" with "Do not apply"'),
        ("exclusion", "TXT504", "Cases of a.", 'start the text with "Do not apply" and the condition'),
        ("inclusion", "TXT502", "Apply when a. Flags if b.", 'replace "Flags if" with "Flag if"'),
        (
            "inclusion",
            "TXT502",
            "Apply when a; flag if b.",
            'end the sentence before "flag if" with a period and continue with "Flag if"',
        ),
        ("inclusion", "TXT502", "Apply when a.", 'add a sentence: "Flag if" and what counts as a failure'),
    ],
)
def test_criteria_come_with_the_words_to_write(
    tmp_path: Path, field: str, rule: str, text: str, hint: str
) -> None:
    (message,) = told(tmp_path, rule, (DEM1, f"{field}_criteria: >\n  {text}\n"))
    assert message.endswith(f" | {hint}")


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("Arrival times.", "what is measured, how it is measured, the formula or the threshold"),
        ("Arrival times get lost on the way, judged by label.", "the formula or the threshold"),
        ("Arrival times get lost on the way, judged by (lost / told).", "the threshold"),
    ],
)
def test_a_note_names_all_that_a_concept_leaves_out(tmp_path: Path, text: str, absent: str) -> None:
    (message,) = told(tmp_path, "TXT505", (DEM1, f"concept: {text}\n"))
    assert message.startswith(f"the concept does not seem to say {absent} |")
