"""What sample sizes are worth: scipy's figures for thousands of random inputs, and those of known tables."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy

from benchdocs.suite.sampling import (
    PassRule,
    cases_needed,
    lower_bound,
    tail,
    upper_bound,
)

INPUTS = 10_000
CLOSE = 1e-9
ONE = scipy.stats.binomtest(1, 2)


def random_counts(most: int) -> tuple[np.ndarray, np.ndarray]:
    """Passed cases and cases, few and many; all passed and none passed are among them."""
    rng = random.Random(20260131)
    cases = [rng.randint(1, rng.choice((5, 60, most))) for _ in range(INPUTS)]
    passed = [rng.choice((0, n, rng.randint(0, n), rng.randint(0, n))) for n in cases]
    return np.array(passed), np.array(cases)


def random_levels(low: float) -> np.ndarray:
    return np.random.default_rng(7).uniform(low, 0.9999, INPUTS)


def beta_bound(passed: np.ndarray, cases: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Clopper and Pearson's lower end by quantiles of the beta distribution, with `below` left out."""
    with np.errstate(invalid="ignore"):
        return np.where(passed == 0, 0.0, scipy.stats.beta.ppf(below, passed, cases - passed + 1))


def furthest(mine: list[float] | list[list[float]], theirs: np.ndarray) -> float:
    return float(np.abs(np.array(mine) - theirs).max())


def test_one_sided_exact_bounds_are_scipys() -> None:
    passed, cases = random_counts(400)
    levels = random_levels(0.01)
    mine = [lower_bound(int(k), int(n), float(c)) for k, n, c in zip(passed, cases, levels, strict=True)]
    assert furthest(mine, beta_bound(passed, cases, 1 - levels)) < CLOSE


def test_one_sided_exact_upper_bounds_are_scipys() -> None:
    passed, cases = random_counts(150)
    levels = random_levels(0.5)
    mine = [upper_bound(int(k), int(n), float(c)) for k, n, c in zip(passed, cases, levels, strict=True)]
    assert furthest(mine, 1 - beta_bound(cases - passed, cases, 1 - levels)) < CLOSE


def test_exact_tails_are_scipys() -> None:
    passed, cases = random_counts(150)
    rates = [Fraction(random.Random(at).randint(0, 1000), 1000) for at in range(INPUTS)]
    mine = [float(tail(int(k), int(n), rate)) for k, n, rate in zip(passed, cases, rates, strict=True)]
    assert furthest(mine, scipy.stats.binom.sf(passed - 1, cases, np.array(rates, dtype=float))) < CLOSE


def test_chances_to_pass_are_scipys_and_outcomes_follow_scipys_bounds() -> None:
    rng = random.Random(5)
    for _ in range(300):
        rule = PassRule(
            Fraction(rng.randint(1, 99), 100), 1, rng.choice((None, Fraction(9, 10), Fraction(19, 20)))
        )
        cases, rate = rng.randint(1, 150), Fraction(rng.randint(0, 100), 100)
        every = np.arange(cases + 1)
        if rule.level is None:
            reached = every / cases >= float(rule.threshold) - 1e-12
            missed = ~reached
        else:
            below = np.full(cases + 1, 1 - float(rule.level))
            reached = beta_bound(every, np.full(cases + 1, cases), below) >= float(rule.threshold)
            missed = 1 - beta_bound(cases - every, np.full(cases + 1, cases), below) <= float(rule.threshold)
        outcomes = [rule.outcome(int(k), cases) for k in every]
        assert [one is True for one in outcomes] == reached.tolist()
        assert [one is False for one in outcomes] == missed.tolist()
        theirs = float(scipy.stats.binom.pmf(every, cases, float(rate))[reached].sum())
        assert float(rule.chance_to_pass(cases, rate)) == pytest.approx(theirs, abs=CLOSE)


KNOWN = {
    80: (14, 22, 30, 37),
    90: (29, 46, 61, 76),
    95: (59, 93, 124, 153),
    99: (299, 473, 628, 773),
}
"""Cases for a claim in percent with 0 to 3 failures, at 95%, as tables of reliability tests print them."""


@pytest.mark.parametrize("claim", KNOWN)
def test_cases_needed_are_those_of_known_tables(claim: int) -> None:
    level = Fraction(95, 100)
    assert tuple(cases_needed(Fraction(claim, 100), level, failed) for failed in range(4)) == KNOWN[claim]


def test_the_cases_needed_are_the_fewest_whose_bound_reaches_the_claim() -> None:
    for percent, level, failed in product((50, 72, 90, 98), (0.8, 0.95, 0.99), (0, 1, 5)):
        claim = Fraction(percent, 100)
        needed = cases_needed(claim, Fraction(str(level)), failed)
        assert needed is not None
        assert lower_bound(needed - failed, needed, level) >= percent / 100 - 1e-12
        assert needed == failed + 1 or lower_bound(needed - 1 - failed, needed - 1, level) < percent / 100


def test_no_number_of_cases_shows_that_a_product_never_fails() -> None:
    assert cases_needed(Fraction(1), Fraction(95, 100)) is None
    assert cases_needed(Fraction(999_999_999, 1_000_000_000), Fraction(95, 100)) is None
    assert cases_needed(Fraction(0), Fraction(95, 100)) == 1
    bound = PassRule(Fraction(1), 1, Fraction(95, 100))
    assert bound.least_passed(5000) == 5000
    assert [bound.outcome(passed, 59) for passed in (58, 59)] == [False, True]


def test_a_rule_decides_nothing_on_fewer_cases_than_it_asks_for() -> None:
    rule = PassRule(Fraction(9, 10), 29)
    assert [rule.outcome(passed, 28) for passed in (0, 28)] == [None, None]
    assert [rule.outcome(passed, 29) for passed in (26, 27)] == [False, True]
    assert (rule.least_passed(28), rule.least_passed(29)) == (None, 27)


def test_by_a_bound_one_failure_in_29_decides_nothing_and_many_are_a_miss() -> None:
    rule = PassRule(Fraction(9, 10), 29, Fraction(95, 100))
    assert [rule.outcome(passed, 29) for passed in (29, 28, 24, 23, 22)] == [True, None, None, None, False]
    assert rule.least_passed(46) == 45
