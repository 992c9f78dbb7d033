"""Figures of SciPy and statsmodels for every method, and slow exact references for random inputs."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import comb, log
from typing import Any

import pytest
import scipy

from benchdocs.specs.choices import Aggregation, Criticality
from benchdocs.specs.numbers import round_down, round_up
from benchdocs.suite.operating_curves import OperatingCurve
from benchdocs.suite.paired_tests import chance_in_attempts, holm, least_changes, mcnemar, paired_interval
from benchdocs.suite.sampling import (
    Passed,
    PassRule,
    by_source,
    cases_needed,
    level_of_each,
    lower_bound,
    upper_bound,
)
from benchdocs.suite.score_tree import BenchmarkNode, RubricNode
from support.paths import DATA, REPOSITORY
from support.tables import each_row, table

ROWS = json.loads((DATA / "statistics.json").read_text())["rows"]
VERDICTS = {True: "pass", False: "fail", None: "open"}


def exact(number: str | float | None) -> Fraction:
    return Fraction(str(number))


def rule(threshold: str | float, level: str | float | None, min_cases: int = 1, **kind: bool) -> PassRule:
    return PassRule(exact(threshold), min_cases, None if level is None else exact(level), **kind)


def two_sided(level: float) -> float:
    return (1 + level) / 2


def by_stopping_early(rate: float, threshold: str, first_look: int, last_look: int) -> float:
    """The chance that the score reaches a threshold at some look: one after every case from the first on."""
    running = {0: 1.0}
    stopped = 0.0
    for cases in range(1, last_look + 1):
        after: dict[int, float] = {}
        enough = exact(threshold) * cases
        for passed, chance in running.items():
            after[passed] = after.get(passed, 0.0) + chance * (1 - rate)
            after[passed + 1] = after.get(passed + 1, 0.0) + chance * rate
        running = {}
        for passed, chance in after.items():
            if cases >= first_look and passed >= enough:
                stopped += chance
            else:
                running[passed] = chance
    return stopped


def curve(tree: dict[str, Any], rate: float, dependence: str) -> dict[str, float]:
    members = []
    for place, member in enumerate(tree["members"]):
        gate = Criticality.HARD_GATE if member["hard"] else None
        level = member["level"] and Decimal(member["level"])
        numbers = (Decimal(member["weight"]), Decimal(member["threshold"]))
        members.append(BenchmarkNode(f"X-A{place}", "", *numbers, gate, member["n"], level))
    method = Aggregation(tree["method"])
    top = RubricNode("X-A", "", Decimal(1), Decimal(tree["threshold"]), method, tuple(members))
    found = OperatingCurve(top, [exact(rate)])
    ((passes, fails, opens),) = found.independent() if dependence == "none" else found.shared()
    return {"pass": passes, "fail": fails, "open": opens}


METHODS: dict[str, Callable[..., Any]] = {
    "exact_lower_bound": lambda passed, cases, level: lower_bound(passed, cases, level),
    "exact_interval": lambda passed, cases, level: [*Passed(passed, cases).bounds(two_sided(level))],
    "cases_needed": lambda claim, failed, level: cases_needed(exact(claim), exact(level), failed),
    "round_outward": lambda value, end, decimals: (round_down if end == "low" else round_up)(value, decimals),
    "verdict_of_planned": lambda passed, evaluated, planned, threshold, level, min_cases: VERDICTS[
        rule(threshold, level, min_cases).verdict(Passed(passed, evaluated, planned - evaluated))
    ],
    "interval_with_missing": lambda passed, evaluated, planned, level: [
        *Passed(passed, evaluated, planned - evaluated).bounds(two_sided(level))
    ],
    "joint_each_bonferroni": lambda gates, level: [
        Passed(passed, cases).bounds(level_of_each(len(gates), level)).low for passed, cases in gates
    ],
    "joint_floor": lambda gates, level: min(
        Passed(passed, cases).bounds(level).low for passed, cases in gates
    ),
    "holm": lambda p: [float(value) for value in holm([exact(value) for value in p])],
    "mcnemar_exact": lambda better, worse: float(mcnemar(better, worse)),
    "paired_interval": lambda **inputs: [*paired_interval(**inputs)],
    "share_lower_bound": lambda sum, cases, level: lower_bound(exact(sum), cases, level, by_share=True),
    "share_interval": lambda sum, cases, level: [
        *Passed(exact(sum), cases).bounds(two_sided(level), by_share=True)
    ],
    "share_verdict": lambda sum, cases, threshold, level: VERDICTS[
        rule(threshold, level, by_share=True).outcome(exact(sum), cases)
    ],
    "cases_to_pass": lambda passed, evaluated, threshold, level, min_cases: rule(
        threshold, level, min_cases
    ).more_to_pass(Passed(passed, evaluated)),
    "clustered_lower_bound": lambda mean_share_of_each_call, level: (
        by_source([Passed(share, 1) for share in map(exact, mean_share_of_each_call)]).bounds(level).low
    ),
    "rate_as_worst_of_runs": lambda rate, runs: rate**runs,
    "chance_of_a_pass_in_attempts": chance_in_attempts,
    "chance_by_stopping_early": by_stopping_early,
    "operating_curve": curve,
}


@each_row("row", {row["id"]: row for row in ROWS})
def test_a_figure_is_that_of_the_reference(row: dict[str, Any]) -> None:
    found, expected = METHODS[row["method"]](**row["inputs"]), row["expected"]
    if isinstance(expected, str | None):
        assert found == expected
    else:
        assert found == pytest.approx(expected, abs=row["tolerance"], rel=0)


def test_the_run_protocol_says_what_stopping_early_does() -> None:
    protocol = (REPOSITORY / "docs/methodology/run-protocol.md").read_text()
    (row,) = re.findall(r"^\| Cases were added until.*", protocol, re.MULTILINE)
    looks = [(0.85, 1000), (0.85, 29), (0.88, 200)]
    chances = [f"{by_stopping_early(rate, '0.90', 29, last):.0%}" for rate, last in looks]
    assert re.findall(r"\d+%", row) == chances


def test_there_are_figures_of_every_method() -> None:
    assert {row["method"] for row in ROWS} == METHODS.keys()


# Random inputs ------------------------------------------------------------------------------------------


def logarithm(value: Fraction) -> Decimal:
    return (Decimal(value.numerator) / Decimal(value.denominator)).ln()


def is_shown(total: Fraction, cases: int, rate: Fraction, level: Fraction, by_share: bool) -> bool:
    """Whether so high a sum shows at a level that the true rate is higher, or just so high."""
    if total.denominator == 1 and not by_share:
        ways = (comb(cases, k) * rate**k * (1 - rate) ** (cases - k) for k in range(int(total), cases + 1))
        return sum(ways, Fraction(0)) <= 1 - level
    mean = total / cases
    if mean <= rate:
        return False
    if not rate:
        return True
    divergence = mean * Fraction(logarithm(mean / rate))
    if mean < 1:
        divergence += (1 - mean) * Fraction(logarithm((1 - mean) / (1 - rate)))
    return cases * divergence >= -Fraction(logarithm(1 - level))


def plain_outcome(rule: PassRule, total: Fraction, cases: int) -> str:
    """The outcome of so many passed cases, word for word."""
    if rule.level is None or rule.threshold in (0, 1):
        return "pass" if total >= rule.threshold * cases else "fail"
    if is_shown(total, cases, rule.threshold, rule.level, rule.by_share):
        return "pass"
    misses = is_shown(cases - total, cases, 1 - rule.threshold, rule.level, rule.by_share)
    return "fail" if misses else "open"


def plain_verdict(rule: PassRule, score: Passed) -> str:
    """The verdict on a score, word for word: unreadable cases left out, and failed."""
    found = set()
    for failed in (0, int(score.unreadable)):
        evaluated, missing = int(score.evaluated) + failed, int(score.missing)
        needed = max(evaluated + missing, rule.min_cases)
        best = Fraction(score.passed) + needed - evaluated
        if plain_outcome(rule, best, needed) == "fail":
            found.add("fail")
        elif missing or evaluated < rule.min_cases:
            found.add("open")
        else:
            found.add(plain_outcome(rule, Fraction(score.passed), evaluated))
    return found.pop() if len(found) == 1 else "open"


def drawn(draw: random.Random) -> tuple[PassRule, Passed]:
    threshold = Fraction(draw.choice((0, 50, 80, 85, 90, 95, 100)), 100)
    level = draw.choice((None, None, Fraction(19, 20), Fraction(4, 5)))
    by_share = draw.random() < 0.4
    evaluated = draw.choice((1, 5, 14, 29, 59))
    passed = Fraction(max(0, evaluated - draw.choice((0, 0, 1, 2, 3, 9))))
    if by_share and passed:
        passed -= Fraction(draw.randint(0, 4), 4)
    missing, unreadable = (draw.choice((0, 0, 0, 1, 2, 10)) for _ in range(2))
    score = Passed(passed, evaluated, missing, unreadable)
    return PassRule(threshold, draw.choice((1, 14, 29, 59)), level, by_share), score


def test_a_verdict_is_that_of_its_definition() -> None:
    draw, seen = random.Random(53), set()
    for _ in range(2000):
        pass_rule, score = drawn(draw)
        expected = plain_verdict(pass_rule, score)
        assert VERDICTS[pass_rule.verdict(score)] == expected, (pass_rule, score)
        seen.add((expected, pass_rule.level is None, pass_rule.by_share))
    assert len(seen) == 12, "every verdict by score and by bound, of cases and of shares"


def test_how_many_further_cases_would_pass_is_found_one_by_one() -> None:
    draw = random.Random(57)
    for _ in range(60):
        pass_rule, score = drawn(draw)
        score = score._replace(missing=0, unreadable=0)
        if draw.random() < 0.3:
            left = [min(Fraction(1), max(Fraction(0), score.passed - n)) for n in range(int(score.evaluated))]
            score = by_source([Passed(share, 1) for share in left])
        by_share = pass_rule._replace(by_share=pass_rule.by_share or bool(score.sources))
        more = max(0, pass_rule.min_cases - int(score.evaluated))
        while plain_outcome(by_share, Fraction(score.passed + more), int(score.evaluated) + more) != "pass":
            more += 1
            if more > 300:
                break
        found = pass_rule.more_to_pass(score)
        assert found == more if more <= 300 else found is None or found > 300


@pytest.mark.parametrize("by_share", [False, True])
def test_any_score_reaches_a_threshold_of_0_once_all_is_there(by_share: bool) -> None:
    none = rule("0", "0.95", 29, by_share=by_share)
    scores = [Passed(0, 29), Passed(Fraction(1, 2), 29), Passed(29, 29), Passed(0, 28), Passed(29, 29, 1)]
    assert [VERDICTS[none.verdict(score)] for score in scores] == ["pass", "pass", "pass", "open", "open"]
    assert none.least_passed(29) == 0


@pytest.mark.parametrize("by_share", [False, True])
def test_at_a_threshold_of_1_only_the_score_can_decide(by_share: bool) -> None:
    strict = rule("1.00", "0.95", 29, by_share=by_share)
    scores = [Passed(29, 29), Passed(Fraction(57, 2), 29), Passed(28, 29), Passed(28, 28), Passed(28, 28, 1)]
    assert [VERDICTS[strict.verdict(score)] for score in scores] == ["pass", "fail", "fail", "open", "open"]


ONE = Passed(1, 1)


@table
def test_a_source_counts_once_with_the_mean_of_what_is_not_left_out(
    other: dict[str, Any], share: str, lowest: str, highest: str
) -> None:
    counted = Passed(**other | {"lost": Fraction(other.get("lost", 0))})
    for sources in ([ONE, counted], [counted, ONE]):
        score = by_source(sources)
        assert (score.share, *score.ends) == (Fraction(share), Fraction(lowest), Fraction(highest))
        assert score.planned == 2


def test_leaving_out_a_line_never_beats_reporting_it() -> None:
    draw = random.Random(59)
    for _ in range(2000):
        pass_rule, score = drawn(draw)
        told = pass_rule.verdict(score)
        without_a_pass = score._replace(
            passed=score.passed - 1, evaluated=score.evaluated - 1, missing=score.missing + 1
        )
        without_a_fail = score._replace(evaluated=score.evaluated - 1, missing=score.missing + 1)
        if score.passed >= 1:
            hidden = pass_rule.verdict(without_a_pass)
            assert hidden is not True
            assert told is not False or hidden is False
        if score.passed <= score.evaluated - 1:
            assert pass_rule.verdict(without_a_fail) is not True


def test_bounds_of_shares_are_those_of_a_root_finder_and_no_tighter_than_exact_ones() -> None:
    draw = random.Random(61)
    for _ in range(500):
        cases, level = draw.randint(1, 200), draw.choice((0.8, 0.95, 0.99))
        total = Fraction(draw.randint(1, 12 * cases - 1), 12)

        def reference(mean: float, cases: int = cases, level: float = level) -> float:
            def excess(rate: float) -> float:
                divergence = scipy.special.rel_entr(mean, rate) + scipy.special.rel_entr(1 - mean, 1 - rate)
                return cases * float(divergence) + log(1 - level)

            return float(scipy.optimize.brentq(excess, 1e-300, mean * (1 - 1e-13)))

        low = lower_bound(total, cases, level, by_share=True)
        high = upper_bound(total, cases, level, by_share=True)
        assert low == pytest.approx(reference(float(total) / cases), abs=1e-8)
        assert high == pytest.approx(1 - reference(float(cases - total) / cases), abs=1e-8)
        if total.denominator == 1:
            assert low <= lower_bound(total, cases, level) + 1e-11
            assert high >= upper_bound(total, cases, level) - 1e-11


def test_tests_of_pairs_are_scipys_and_adjusted_as_holm_defines_it() -> None:
    draw = random.Random(67)
    for _ in range(300):
        counts = [(draw.randint(0, 12), draw.randint(0, 4)) for _ in range(draw.randint(1, 20))]
        values = [mcnemar(*pair) for pair in counts]
        for (better, worse), value in zip(counts, values, strict=True):
            if better + worse:
                assert float(value) == pytest.approx(scipy.stats.binomtest(better, better + worse).pvalue)
        for value, adjusted in zip(values, holm(values), strict=True):
            smaller = [other for other in values if other <= value]
            ranked = [(len(values) - sum(x < p for x in values)) * p for p in smaller]
            assert adjusted == min(1, max(ranked))


def test_how_many_cases_have_to_change_depends_on_the_number_of_tests() -> None:
    assert [least_changes(tests, Fraction(1, 20)) for tests in (1, 2, 52)] == [6, 7, 12]
