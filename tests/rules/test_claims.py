"""A number in a concept counts where it is stated as the benchmark's own, and nowhere else."""

from __future__ import annotations

from decimal import Decimal

import pytest

from benchdocs.rules.support.claims import scale_claims, share_claims, threshold_claims, weight_claims

THRESHOLDS = [
    ("Threshold: >=0.90.", "0.90"),
    ("threshold >= 0.9", "0.9"),
    ("Threshold = 90 %.", "90 %"),
    ("Threshold (at least 0.9)", "0.9"),
    ("Threshold: above 0.9.", "0.9"),
    ("Threshold: `0.9`.", "0.9"),
    ("**Threshold**: not less than 0.9.", "0.9"),
    ("Threshold: a minimum of 0.9.", "0.9"),
    ("Threshold: min. 0.9.", "0.9"),
    ("Threshold > .9 across all cases", ".9"),
    ("Threshold is: 0.9 when scored.", "0.9"),
    ("Threshold: 5.", "5"),
    ("Threshold: 5 points", None),
    ("Threshold: 0.9 points", None),
    ("Threshold: 0.9 and more", "0.9"),
    ("A threshold of 0.9 applies.", "0.9"),
    ("The threshold is 90 per cent.", "90 per cent"),
    ("The threshold is set at 0.9.", "0.9"),
    ("The threshold stands at 0.9 because it must.", "0.9"),
    ("The threshold 0.9 must be met.", "0.9"),
    ("The threshold is 5.", None),
    ("The threshold is 0.9 of all.", None),
    ("Its passing score is 0.9.", "0.9"),
    ("Passing score: 0.9.", "0.9"),
    ("The similarity threshold is 0.9.", None),
    ("Similarity threshold: 0.9.", None),
    ("The threshold of the rubric is 0.9.", None),
    ("Threshold: 0.9-1.0.", None),
    ("Threshold: 0.9 to 1.0.", None),
    ("Threshold: 0.9.1", None),
    ("Thresholds: 0.9.", None),
    ("The threshold of nine cases.", None),
]


@pytest.mark.parametrize(("sentence", "written"), THRESHOLDS)
def test_a_stated_threshold_is_found(sentence: str, written: str | None) -> None:
    assert [claim.written for claim in threshold_claims(sentence)] == ([written] if written else [])


@pytest.mark.parametrize(
    ("sentence", "value", "is_share", "words"),
    [
        ("Threshold: >=0.90.", "0.90", True, "Threshold: >=0.90"),
        ("Threshold: 90 %.", "0.9", True, "Threshold: 90 %"),
        ("Threshold: 90.", "90", False, "Threshold: 90"),
        ("Threshold: 1.", "1", False, "Threshold: 1"),
        ("The overall threshold is 0.5 per case.", "0.5", True, "threshold is 0.5"),
    ],
)
def test_a_stated_number_has_a_value_and_its_words(
    sentence: str, value: str, is_share: bool, words: str
) -> None:
    (claim,) = threshold_claims(sentence)
    assert (claim.value, claim.is_share, claim.words) == (Decimal(value), is_share, words)


@pytest.mark.parametrize(
    ("sentence", "written"),
    [
        ("Weight: 0.25.", "0.25"),
        ("A weight of 25 % applies.", "25 %"),
        ("Its weight is 0.25.", "0.25"),
        ("The body weight is 0.25.", None),
        ("Weight: 25 kg", None),
    ],
)
def test_a_stated_weight_is_found(sentence: str, written: str | None) -> None:
    assert [claim.written for claim in weight_claims(sentence)] == ([written] if written else [])


@pytest.mark.parametrize(
    ("sentence", "written"),
    [
        ("It makes up 25 % of A-DEM.", "25 %"),
        ("It is 0.25 of the A-DEM rubric.", "0.25"),
        ("It is 25 % of the A-AUX rubric.", None),
        ("It is 25 % of A-DEM cases.", None),
        ("It is 25 of A-DEM.", None),
    ],
)
def test_a_stated_share_of_the_own_rubric_is_found(sentence: str, written: str | None) -> None:
    assert [claim.written for claim in share_claims("A-DEM", sentence)] == ([written] if written else [])


@pytest.mark.parametrize(
    ("sentence", "ends"),
    [
        ("Scored on a scale of 1 to 5.", ("1", "5")),
        ("The scoring scale runs from 0 to 10.", ("0", "10")),
        ("Its scale: 0-4.", ("0", "4")),
        ("The raw scale is -1 to 1 for each case scored.", ("-1", "1")),
        ("Scores range from 0 to 3.", ("0", "3")),
        ("Each score can go from 0 to 3.", ("0", "3")),
        ("Raw values run from 0 % to 100 %.", ("0", "1")),
        ("Every case is rated 1 to 5.", ("1", "5")),
        ("Rated on a 1-5 scale.", ("1", "5")),
        ("It is graded from 1 to 5 points.", ("1", "5")),
        ("Pain scores range from 0 to 10.", None),
        ("The pain scale of 0 to 10 is charted.", None),
        ("Normalised scores range from 0 to 1.", None),
        ("Times range from 0 to 3.", None),
        ("The scale is kept.", None),
    ],
)
def test_a_stated_scale_is_found(sentence: str, ends: tuple[str, str] | None) -> None:
    found = [(claim.low, claim.high) for claim in scale_claims(sentence)]
    assert found == ([tuple(map(Decimal, ends))] if ends else [])


@pytest.mark.parametrize(
    "word",
    [
        *("a", "an", "and", "benchmark", "its", "minimum", "overall"),
        *("pass", "passing", "required", "the", "this", "with"),
    ],
)
def test_a_word_ahead_leaves_a_threshold_the_benchmarks_own(word: str) -> None:
    assert [claim.written for claim in threshold_claims(f"It has {word} threshold of 0.9.")] == ["0.9"]


@pytest.mark.parametrize("word", ["benchmark", "its", "raw", "scoring", "this"])
def test_a_word_ahead_leaves_a_scale_the_benchmarks_own(word: str) -> None:
    assert [claim.high for claim in scale_claims(f"On {word} scale of 1 to 5.")] == [5]


@pytest.mark.parametrize("word", ["a", "benchmark", "each", "its", "raw", "the", "this"])
def test_a_word_ahead_leaves_scores_the_benchmarks_own(word: str) -> None:
    assert [claim.high for claim in scale_claims(f"Here {word} score ranges from 0 to 3.")] == [3]


@pytest.mark.parametrize(
    "verb", ["Scored", "Rated", "Graded", "It is rated on", "The benchmark is graded from"]
)
def test_what_is_scored_rated_or_graded_has_a_scale(verb: str) -> None:
    assert [claim.high for claim in scale_claims(f"{verb} 1 to 5.")] == [5]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Uses a scale of 1 to 5.", True),
        ("It uses a scale of 1 to 5.", False),
        ("Each case is scored on a scale of 1 to 5.", True),
        ("A judge grades on the scale of 1 to 5.", True),
        ("It is graded on a scale of 1 to 5.", True),
        ("Marks are given on a scale of 1 to 5.", True),
        ("It is marked on a scale of 1 to 5.", True),
        ("It is judged on a scale of 1 to 5.", True),
        ("The medic asks for a scale of 1 to 5.", False),
    ],
)
def test_a_scale_counts_where_the_sentence_is_about_scoring(sentence: str, found: bool) -> None:
    assert bool(list(scale_claims(sentence))) == found
