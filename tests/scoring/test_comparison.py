"""Two runs are compared on shared cases; the measurement is watched."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from benchdocs.reports.scores.forms import score_text
from benchdocs.scoring.comparison import RISK, Difference, differences, turned
from benchdocs.scoring.report import ScoreReport
from benchdocs.scoring.watch import close_pairs, correlation, never_fired
from benchdocs.specs.numbers import counted
from benchdocs.suite.paired_tests import least_changes
from support.result_files import ABOUT, DIGEST, planned, read, run_lines
from support.shipped import shipped_report
from support.tables import table

SUITE = shipped_report().suite
ITEMS = [code for code, spec in SUITE.benchmark.items() if spec.fields.has_shares]


def scored(sources: int = 0, **cases: str) -> ScoreReport:
    """A run with a case for each letter of a benchmark: `p` passes, `f` fails, `h` has half, `-` none."""
    letters_by_code = {code.replace("_", "-"): letters for code, letters in cases.items()}
    plan = planned(SUITE, {code: len(letters) for code, letters in letters_by_code.items()}, sources=sources)
    lines: list[dict[str, Any]] = []
    for code, letters in letters_by_code.items():
        for half in plan.halves[code]:
            results = {code: {half: " ".join(f"{letter}1" for letter in letters)}}
            lines += run_lines(results, ITEMS)
    return ScoreReport(SUITE, read([ABOUT, *lines], SUITE, plan), DIGEST, plan)


def compared(then: str, now: str, sources: int = 0, **others: str) -> Difference:
    """How A-NEG1 differs between two runs of a plan; other benchmarks do not."""
    before, after = scored(sources, A_NEG1=then, **others), scored(sources, A_NEG1=now, **others)
    return next(each for each in differences(before, after) if each.code == "A-NEG1")


def test_only_cases_of_both_runs_are_compared() -> None:
    found = compared("pppff-f", "pfpppp-")
    assert (found.cases, found.better, found.worse) == (5, ("case-3", "case-4"), ("case-1",))
    assert found.lost == ("case-6",)
    assert found.change == Fraction(1, 5)
    assert found.p == 1


@table
def test_it_is_better_only_if_it_would_be_with_lost_cases_worse(then: str, now: str, shown: str) -> None:
    """For one benchmark, 6 to 0 (p = 0.03) and 8 to 1 (0.04) are no chance; 5 to 0 and 8 to 2 may be."""
    assert compared(then, now).shown == shown


def test_every_benchmark_of_the_plan_is_a_test() -> None:
    alone, among_two = compared("f" * 6, "p" * 6), compared("f" * 6, "p" * 6, A_NEG2="ppp")
    assert (alone.p, alone.shown) == (Fraction(1, 32), "better")
    assert (among_two.p, among_two.shown) == (Fraction(1, 16), "")
    without_results = compared("f" * 6, "p" * 6, A_NEG2="---")
    assert without_results.p == Fraction(1, 16)
    assert compared("f" * least_changes(2, RISK), "p" * 7, A_NEG2="p").shown == "better"


def test_where_items_count_cases_are_compared_and_not_their_items() -> None:
    """By hand: of six cases that gain half of their items, a sign test gives 2 / 2 ** 6."""
    before, after = scored(A_PRT1="hhhhhh"), scored(A_PRT1="pppppp")
    [found] = differences(before, after)
    assert (found.cases, found.split, found.change) == (6, (6, 0), Fraction(1, 2))
    assert (found.p, found.shown, found.interval) == (Fraction(1, 32), "better", None)
    [mixed] = differences(scored(A_PRT1="hpfhh"), scored(A_PRT1="phfh-"))
    assert (mixed.better, mixed.worse, mixed.lost) == (("case-0",), ("case-1",), ("case-4",))
    assert (mixed.cases, mixed.change, mixed.p) == (4, Fraction(0), Fraction(1))
    shown = score_text(after, before)
    assert "A-PRT1: better: +0.5000, 6 better, 0 worse of 6, p = 0.0312\n" in shown


@pytest.mark.parametrize(
    ("tests", "changed"), [(1, 6), (2, 7), (12, 9), (13, 10), (25, 10), (26, 11), (52, 12)]
)
def test_a_comparison_says_how_many_changed_cases_a_difference_takes(tests: int, changed: int) -> None:
    """By hand: 2 / 2 ** changed, times the number of tests, is at most 1 / 20 from 40 * tests on."""
    assert 2 ** (changed - 1) < 40 * tests <= 2**changed
    run = scored(0, **dict.fromkeys([code.replace("-", "_", 1) for code in SUITE.benchmark][:tests], "p"))
    corrected = f"p corrected for {counted(tests, 'benchmark')}"
    says = f"({corrected}; a difference takes {changed} changed cases, all one way)"
    assert says in score_text(run, run)


def test_cases_of_one_source_change_together() -> None:
    found = compared("f" * 12, "p" * 11 + "f", sources=2)
    assert (found.cases, found.better, found.p) == (2, ("source 0", "source 1"), Fraction(1, 2))
    assert found.change == Fraction(11, 12)
    assert found.interval is None


def test_the_interval_is_that_of_bonett_and_price() -> None:
    """By hand: 7 better, 1 worse of 21 give (8 - 2) / 23 and 1.96 * sqrt((10 - 36 / 23) / 23 / 23)."""
    then, now = "p" * 1 + "f" * 7 + "p" * 13, "f" * 1 + "p" * 7 + "p" * 13
    found = compared(then, now)
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
    """By hand: means 3/5 and 2/5; products sum to 4/5, squares to 6/5 each, also if all are taken from 1."""
    one = Fraction(1)
    assert correlation({"a": one, "b": one, "e": one}, {"a": one, "e": one}, 5) == pytest.approx(2 / 3)
    assert correlation({}, {"a": one}, 5) == 0
