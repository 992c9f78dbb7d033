"""Two runs are compared on shared cases; the measurement is watched."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from benchdocs.scoring.comparison import differences, mcnemar, turned
from benchdocs.scoring.report import ScoreReport
from benchdocs.scoring.watch import close_pairs, correlation, never_fired
from support.result_files import DIGEST, planned, read, run_lines
from support.shipped import shipped_report

SUITE = shipped_report().suite


def scored(**cases: str) -> ScoreReport:
    """A run in which each benchmark has a case for each letter: `p` passes, `f` fails, `-` has none."""
    letters_by_code = {code.replace("_", "-"): letters for code, letters in cases.items()}
    plan = planned(SUITE, {code: len(letters) for code, letters in letters_by_code.items()})
    lines: list[dict[str, Any]] = []
    for code, letters in letters_by_code.items():
        for half in plan.halves[code]:
            results = {code: {half: " ".join(f"{letter}1" for letter in letters)}}
            lines += run_lines(results)
    return ScoreReport(SUITE, read(lines, SUITE, plan), DIGEST, plan)


@pytest.mark.parametrize("better", range(9))
@pytest.mark.parametrize("worse", range(9))
def test_the_test_of_mcnemar_is_exact(better: int, worse: int) -> None:
    changed = better + worse
    ways = [comb(changed, k) for k in range(changed + 1)]
    as_far = sum(way for k, way in enumerate(ways) if abs(2 * k - changed) >= abs(better - worse))
    assert mcnemar(better, worse) == Fraction(as_far, 2**changed)


def test_only_cases_of_both_runs_are_compared() -> None:
    (found,) = differences(scored(A_NEG1="pppff-"), scored(A_NEG1="pfpppp", A_NEG2="p"))
    assert (found.code, found.cases, found.better, found.worse) == (
        "A-NEG1",
        5,
        ("case-3", "case-4"),
        ("case-1",),
    )
    assert found.change == Fraction(1, 5)
    assert found.p == 1


def test_the_interval_is_that_of_bonett_and_price() -> None:
    """By hand: 7 better, 1 worse of 21 give (8 - 2) / 23 and 1.96 * sqrt((10 - 36 / 23) / 23 / 23)."""
    then, now = "p" * 1 + "f" * 7 + "p" * 13, "f" * 1 + "p" * 7 + "p" * 13
    (found,) = differences(scored(A_NEG1=then), scored(A_NEG1=now))
    assert found.interval
    assert found.interval.low == pytest.approx(
        6 / 23 - 1.959964 * ((10 - 36 / 23) / 23 / 23) ** 0.5, abs=1e-6
    )
    assert found.interval.high == pytest.approx(
        6 / 23 + 1.959964 * ((10 - 36 / 23) / 23 / 23) ** 0.5, abs=1e-6
    )


def test_verdicts_that_turned_are_listed() -> None:
    found = list(turned(scored(A_REF1="p" * 59), scored(A_REF1="f" * 59)))
    assert ("A-REF1", "pass", "fail") in found
    assert ("A-REF", "undecided", "blocked") in found


def test_benchmarks_that_nearly_agree_and_those_that_never_fired_are_named() -> None:
    run = scored(A_NEG1="pfpfpfpfpfpf", A_NEG2="pfpfpfpfpfpf", A_NEG3="ppppppffffff", A_NEG4="pppppppppppp")
    assert [(each.codes, each.correlation, each.cases) for each in close_pairs(run.tallies)] == [
        (("A-NEG1", "A-NEG2"), 1.0, 12)
    ]
    assert list(never_fired(run.tallies)) == [("A-NEG4", 12)]


@pytest.mark.parametrize(("failed", "is_named"), [(4, False), (5, True)])
def test_benchmarks_that_hardly_fail_are_not_said_to_agree(failed: int, is_named: bool) -> None:
    letters = "f" * failed + "p" * 40
    run = scored(A_NEG1=letters, A_NEG2=letters)
    assert bool([*close_pairs(run.tallies)]) is is_named


def test_only_failures_of_shared_cases_count_for_an_agreement() -> None:
    run = scored(A_NEG1="ffff" + "p" * 40 + "fffff", A_NEG2="ffff" + "p" * 40 + "-----")
    assert not [*close_pairs(run.tallies)]
    assert not [*close_pairs(scored(A_NEG1="pf----", A_NEG2="----pf").tallies)]


def test_a_correlation_is_that_of_pearson() -> None:
    pairs = [(Fraction(a), Fraction(b)) for a, b in ((1, 1), (1, 0), (0, 0), (0, 0), (1, 1))]
    # Means 3/5 and 2/5; products sum to 4/5, squares to 6/5 each.
    assert correlation(pairs) == pytest.approx(2 / 3)
