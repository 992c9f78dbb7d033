"""How well a judge tells good from faulty, what that means for a rate, and how far two sides agree."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from scipy.stats import beta

from benchdocs.suite.judge_quality import (
    LEVEL,
    CorrectedRate,
    GivenVerdict,
    JudgeQuality,
    agreement,
    chance_to_qualify,
    corrected_rate,
    judge_quality,
)
from benchdocs.suite.sampling import Passed, PassRule
from support.paths import DATA


def of(good_passed: int, good: int, faulty_failed: int, faulty: int) -> JudgeQuality:
    return JudgeQuality(Passed(good_passed, good), Passed(faulty_failed, faulty))


def qualified(
    good_passed: int, good: int, faulty_failed: int, faulty: int, floor: float, level: float
) -> dict[str, float | None]:
    quality = of(good_passed, good, faulty_failed, faulty)
    reached = Fraction(str(floor))
    low_good, low_faulty = (each.low for each in quality.bounds(level))
    more_good, more_faulty = map(PassRule(reached, level=LEVEL).more_to_pass, quality.sides)
    found = {"low_good": low_good, "low_faulty": low_faulty, "qualified": quality.is_qualified(reached)}
    return found | {"more_good": more_good, "more_faulty": more_faulty}


WHY = {
    "the judge is not shown to tell good from faulty": "do not show that the judge tells good",
    "the run does not fit the judge's measured rates": "does not fit the rates",
}


def corrected(passed: int, cases: int, **judge: int) -> dict[str, Any]:
    try:
        found = corrected_rate(Passed(passed, cases), of(**judge))
    except ValueError as error:
        (why,) = (name for name, words in WHY.items() if words in str(error))
        return {"shown": False, "why": why}
    return {"shown": True, "rate": found.rate, "low": found.interval.low, "high": found.interval.high}


def counts(expected_and_reply: list[tuple[str, str]]) -> dict[str, Any]:
    cases = [GivenVerdict(*pair, f"{number}") for number, pair in enumerate(expected_and_reply)]
    good, faulty = judge_quality(cases).sides
    found = {"good_passed": good.passed, "good": good.evaluated}
    return found | {"faulty_failed": faulty.passed, "faulty": faulty.evaluated}


def kappa(table: list[list[int]]) -> dict[str, float]:
    found = agreement(table)
    assert found
    low, high = found.interval or (found.kappa, found.kappa)
    return {"kappa": found.kappa, "low": low, "high": high}


METHODS: dict[str, Callable[..., dict[str, Any]]] = {
    "judge_qualified": qualified,
    "corrected_rate": corrected,
    "judge_counts": counts,
    "kappa": kappa,
}
NOT_SHOWN = ("unclipped", "unclipped_rate")
ROWS = json.loads((DATA / "judge_figures.json").read_text())["rows"]


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_figure_is_that_of_the_reference(row: dict[str, Any]) -> None:
    found = METHODS[row["method"]](**row["inputs"])
    expected = {name: value for name, value in row["expected"].items() if name not in NOT_SHOWN}
    assert found.pop("why", None) == expected.pop("why", None)
    assert found == pytest.approx(expected, abs=row["tolerance"], rel=0)


def test_there_are_figures_of_every_method() -> None:
    assert {row["method"] for row in ROWS} == METHODS.keys()


def test_a_judge_needs_fourteen_cases_of_each_kind_or_more_with_errors() -> None:
    floor = Fraction("0.80")
    for wrong, needed in enumerate((14, 22, 30, 37)):
        assert of(needed - wrong, needed, 14, 14).is_qualified(floor)
        assert not of(needed - wrong - 1, needed - 1, 14, 14).is_qualified(floor)
        assert not of(14, 14, needed - wrong - 1, needed - 1).is_qualified(floor)


def test_as_many_cases_qualify_a_good_judge_more_often_than_not_as_are_named() -> None:
    chances = [chance_to_qualify(cases, Fraction("0.95"), Fraction("0.80")) for cases in (13, 30, 60)]
    assert [round(float(chance), 2) for chance in chances] == [0, 0.66, 0.94]


def test_a_judge_without_cases_of_a_kind_is_not_qualified() -> None:
    assert not of(0, 0, 59, 59).is_qualified(Fraction("0.01"))


def test_cases_of_one_source_count_once_with_their_mean() -> None:
    """The bound of shares asks for more than the exact one, also where their sum is a whole number."""
    single = [GivenVerdict(right, right, f"{right} {n}") for right in ("pass", "fail") for n in range(30)]
    assert judge_quality(single) == of(30, 30, 30, 30)
    twins = [GivenVerdict("pass", given, f"pass {n}") for n in (0, 1) for given in ("fail", "pass")]
    found = judge_quality([*twins, *single[2:]])
    assert found == JudgeQuality(Passed(29, 30), Passed(30, 30), True)
    assert found.bounds()[0].low < of(29, 30, 30, 30).bounds()[0].low
    assert [found.is_qualified(Fraction(floor)) for floor in ("0.80", "0.84")] == [True, False]
    assert of(29, 30, 30, 30).is_qualified(Fraction("0.84"))


def test_the_two_sides_of_one_source_are_apart() -> None:
    cases = [GivenVerdict("pass", "pass", "call"), GivenVerdict("fail", "pass", "call")]
    assert judge_quality(cases) == of(1, 1, 0, 1)


def test_an_estimate_outside_0_and_1_says_that_it_was_cut() -> None:
    cut = corrected_rate(Passed(59, 59), of(57, 60, 54, 60))
    assert cut == CorrectedRate(1.0, cut.interval, True)
    assert not corrected_rate(Passed(56, 59), of(57, 60, 54, 60)).is_cut


def test_the_interval_covers_the_true_rate_at_its_level() -> None:
    """In each of four settings, at least 95% of the intervals hold the true rate."""
    draw = random.Random(83)
    for rate, good, faulty in ((0.9, 0.95, 0.9), (0.5, 0.9, 0.95), (0.99, 0.99, 0.8), (0.1, 0.85, 0.9)):
        covered = tried = 0
        for _ in range(200):
            passed = sum(draw.random() < (good if draw.random() < rate else 1 - faulty) for _ in range(59))
            judge = of(
                sum(draw.random() < good for _ in range(40)),
                40,
                sum(draw.random() < faulty for _ in range(40)),
                40,
            )
            try:
                low, high = corrected_rate(Passed(passed, 59), judge).interval
            except ValueError:
                continue
            tried += 1
            covered += low <= rate <= high
        assert tried > 150
        assert covered / tried >= 0.95


def test_bounds_are_those_of_scipy_for_random_judges() -> None:
    draw = random.Random(89)
    for _ in range(200):
        good, faulty = draw.randint(1, 80), draw.randint(1, 80)
        right = draw.randint(0, good), draw.randint(0, faulty)
        quality = of(right[0], good, right[1], faulty)
        lows = [
            beta.ppf(0.05, k, n - k + 1) if k else 0.0 for k, n in zip(right, (good, faulty), strict=True)
        ]
        assert quality.is_qualified(Fraction("0.80")) == (min(lows) >= 0.80)


@pytest.mark.parametrize(
    "table", [[[5, 3], [0, 0]], [[5, 0], [3, 0]], [[8, 0], [0, 0]], [[0, 0], [0, 0]], []]
)
def test_a_side_that_always_says_the_same_agrees_with_nobody(table: list[list[int]]) -> None:
    assert agreement(table) is None


def test_full_agreement_has_no_interval() -> None:
    for table in ([[4, 0], [0, 4]], [[1, 0, 0], [0, 2, 0], [0, 0, 3]]):
        found = agreement(table)
        assert found
        assert found.kappa == pytest.approx(1)
        assert found.interval is None
