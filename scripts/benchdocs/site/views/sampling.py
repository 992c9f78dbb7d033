"""What a benchmark's number of cases is worth, and the numbers of "How sure is a pass?"."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from benchdocs.site.charts.curves import Axis, BandChart, Values, band_chart
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.specs.choices import Aggregation, Criticality, DecisionMethod
from benchdocs.specs.models import Benchmark
from benchdocs.specs.numbers import counted, percent, round_down, round_up, shown
from benchdocs.suite.operating_curves import OperatingCurve
from benchdocs.suite.paired_tests import chance_in_attempts
from benchdocs.suite.sampling import (
    MOST_CASES,
    Passed,
    PassRule,
    cases_needed,
    level_of_each,
    lower_bound,
    upper_bound,
)
from benchdocs.suite.score_tree import RubricNode, score_trees
from benchdocs.suite.suite import Suite, is_in_use

FAILURES = range(3)
"""Numbers of failed cases for which the cases needed are worked out."""
CLAIMS = tuple(Decimal(claim) for claim in ("0.80", "0.90", "0.95", "0.99"))
"""True rates for which the cases needed are named."""
_MOST_CASES, _MOST_DIGITS = 2000, 12
"""Up to which numbers a benchmark's figures, which are exact, take no time worth mentioning."""
_LEVEL = Fraction(USUAL_LEVEL)
LEVEL = percent(USUAL_LEVEL)
RISK = percent(1 - USUAL_LEVEL)
"""Confidence of the bounds of the methodology page, `95%`, and how often one is wrong."""
GATE_CASES = cases_needed(Fraction("0.95"), _LEVEL) or 0
"""Cases of the gate of 1.00 for which a judge's errors are worked out: so many show a rate of 0.95."""
_STEPS = (Fraction(-1, 10), Fraction(-1, 20), Fraction(0))
_RATES, _MARKED_RATES = (*range(900, 1000, 5), 999), (900, 950, 980, 990, 995, 999)
"""True rates of products, in thousandths, for which the chance to pass the suite is worked out, and named."""
_MOST_DRAWN = 150
"""Most benchmarks with which a build has the time to draw 10,000 products."""


class SampleSize(NamedTuple):
    """What a benchmark's minimum number of cases is worth under its decision rule.

    Attributes:
        by_share: Whether each case counts as the share of its items that are met.
        needed: Cases that show a rate of the threshold, by how many of them failed.
        cases: Its `min_cases`; the figures below it are empty without.
        least: The fewest passed cases that pass; None where not even all of them do.
        bare: The same or, of shares, the lowest sum of them that passes; empty where none does.
        shows: Lower bound of the true rate where all of them pass.
        bare_shows: Lower bound of the true rate at `bare`; empty where that is.
        chances: Chance to pass, each with the true rate before it.
        at_threshold: Chance to pass at a true rate of the threshold.
    """

    threshold: str
    level: str
    by_bound: bool
    by_share: bool
    needed: tuple[int | None, ...]
    cases: int | None = None
    least: int | None = None
    bare: str = ""
    shows: str = ""
    bare_shows: str = ""
    chances: tuple[tuple[str, str], ...] = ()
    at_threshold: Fraction | None = None

    @property
    def words(self) -> str:
        """What the numbers of cases mean, in sentences."""
        return " ".join((*self._at_minimum(), self._claim()))

    def _at_minimum(self) -> Iterator[str]:
        if not self.cases:
            return
        minimum, just = f"With the minimum of {counted(self.cases, 'case')}", f"just {self.bare} pass"
        if self.least is None:
            yield f"{minimum}, no product can pass, even if every case passes."
        elif self.by_share:
            yield f"{minimum}, their shares have to add up to at least {self.bare}."
            just = "they add up to just that"
        elif self.least == self.cases:
            yield f"{minimum}, every case has to pass."
        else:
            yield f"{minimum}, at least {self.least} have to pass."
        bound = f"(one-sided bound at {percent(Decimal(self.level))})"
        if self.bare not in ("", str(self.cases)):
            yield f"If {just}, the true rate is at least {self.bare_shows} {bound}."
        yield f"If all {self.cases} pass, the true rate is at least {self.shows} {bound}."

    @property
    def bare_pass(self) -> str:
        """How few cases have to pass, for the place beside a threshold."""
        if not self.bare:
            return ""
        return f"passes with {self.bare} of {counted(self.cases or 0, 'case')}"

    def _claim(self) -> str:
        goal = f"a true rate of {self.threshold}"
        if Fraction(self.threshold) == 1:
            return f"No number of cases shows {goal}."
        if None in self.needed:
            return f"It takes more than {MOST_CASES:,} cases to show {goal}."
        none, one, two = self.needed
        return (
            f"To show {goal} takes {counted(none or 0, 'case')} if none fail, {one} if one fails, "
            f"or {two} if two fail."
        )


def sample_size(fields: Benchmark) -> SampleSize | None:
    """Return what the number of cases is worth; None without a threshold, or where it takes too long."""
    threshold, cases, decision = fields.threshold, fields.min_cases, fields.decision
    level = decision.level if decision and decision.level is not None else USUAL_LEVEL
    digits = max(len(number.as_tuple().digits) for number in (threshold or level, level))
    if threshold is None or digits > _MOST_DIGITS or (cases or 0) > _MOST_CASES:
        return None
    by_bound = decision is not None and decision.method is DecisionMethod.LOWER_BOUND
    minimum = None if cases is None else int(cases)
    return _worked_out(shown(threshold), shown(level), by_bound, minimum, fields.has_shares)


@cache
def _worked_out(threshold: str, level: str, by_bound: bool, cases: int | None, by_share: bool) -> SampleSize:
    """Return what a number of cases is worth; numbers are texts, since 0.90 is shown differently from 0.9."""
    reached, confidence = Fraction(threshold), Fraction(level)
    needed = tuple(cases_needed(reached, confidence, failed) for failed in FAILURES)
    size = SampleSize(threshold, level, by_bound, by_share, needed)
    if cases is None:
        return size
    rule = PassRule(reached, cases, confidence if by_bound else None, by_share)
    least = rule.least_passed(cases)
    bare, bare_text, bare_shows = None, "", ""
    if least is not None:
        bare = Decimal(least)
    if by_share and not by_bound:
        bare = Decimal(threshold) * cases
    if bare is not None:
        bare_text = f"{bare.normalize():f}"
        bare_shows = round_down(lower_bound(Fraction(bare), cases, float(confidence), by_share=by_share))
    chances = []
    for rate in sorted({reached + step for step in _STEPS} | {(1 + reached) / 2, Fraction(99, 100)}):
        if 0 <= rate <= 1:
            chance = rule.chance_to_pass(cases, rate)
            chances.append((_exactly(rate), chance_text(float(chance))))
    return size._replace(
        cases=cases,
        least=least,
        bare=bare_text,
        shows=round_down(lower_bound(cases, cases, float(confidence))),
        bare_shows=bare_shows,
        chances=tuple(chances),
        at_threshold=rule.chance_to_pass(cases, reached),
    )


def suite_rows(benchmarks: Iterable[Benchmark]) -> list[tuple[SampleSize, int, str]]:
    """Return every sample size of a suite, how many benchmarks have it, and its chance at the threshold."""
    sizes = Counter(size for size in map(sample_size, benchmarks) if size and size.cases)
    rows = [(size, count, chance_text(float(size.at_threshold or 0))) for size, count in sizes.items()]
    return sorted(rows, key=lambda row: (Fraction(row[0].threshold), row[0].cases or 0))


class AllAtOnce(NamedTuple):
    """What a product shows if all cases of all hard gates pass.

    Attributes:
        gates: How many benchmarks are hard gates.
        floor: The rate that no gate's true rate is below.
        each: Lower bounds of single gates that are right at once, the different ones.
    """

    gates: int
    floor: str
    each: tuple[str, ...]


def all_at_once(suite: Suite) -> AllAtOnce | None:
    """Return what passing all hard gates shows, at their minimum cases; None where there are none.

    Those that no longer count, or are without a threshold or a minimum number of cases, are left out.
    """
    full = []
    for spec in filter(is_in_use, suite.benchmarks):
        rule = _rule(spec.fields)
        if rule and spec.fields.criticality is Criticality.HARD_GATE:
            full.append(Passed(rule.min_cases, rule.min_cases))
    if not full:
        return None
    floor = min(score.bounds(float(_LEVEL)).low for score in full)
    level = level_of_each(len(full), float(_LEVEL))
    each = sorted({round_down(score.bounds(level).low) for score in full})
    return AllAtOnce(len(full), round_down(floor), tuple(each))


def _rule(fields: Benchmark) -> PassRule | None:
    size = sample_size(fields)
    if size is None or not size.cases:
        return None
    level = Fraction(size.level) if size.by_bound else None
    return PassRule(Fraction(size.threshold), size.cases, level, fields.has_shares)


def chance_text(chance: float) -> str:
    """Return a probability in percent; what is rounded to 0 or 100 and is not says so."""
    if chance in (0, 1):
        return f"{chance:.0%}"
    return "<0.1%" if chance < 0.0005 else ">99.9%" if chance >= 0.9995 else f"{100 * chance:.1f}%"


def _exactly(rate: Fraction) -> str:
    """Return a decimal with two places at least."""
    text = f"{float(rate):.6f}".rstrip("0")
    return text + "0" * max(0, 2 - len(text.partition(".")[2]))


def whole_percent(chance: float) -> str:
    """Return a probability in whole percents; what would be rounded to 0 or 100 is said to be near it."""
    if chance < 0.005:
        return "<1%"
    return ">99%" if chance >= 0.995 else f"{chance:.0%}"


def operating_curves(suite: Suite) -> BandChart | None:
    """Return the chart of how often a product passes the whole suite, by its true rate.

    None where a benchmark states no minimum number of cases, or where it would take too long.
    """
    rules = [_rule(spec.fields) for spec in suite.benchmarks if is_in_use(spec)]
    cases = {rule.min_cases for rule in rules if rule}
    if not rules or None in rules or len(rules) > _MOST_DRAWN or sum(cases) > _MOST_CASES:
        return None
    try:
        return _operating_curves(score_trees(suite))
    except ValueError:
        return None


@cache
def _operating_curves(tops: tuple[RubricNode, ...]) -> BandChart:
    members = tuple(replace(top, gate=Criticality.HARD_GATE) for top in tops)
    every = RubricNode("", "", None, Decimal(0), Aggregation.MEAN, members)
    curve = OperatingCurve(every, [Fraction(rate, 1000) for rate in _RATES])
    curves: dict[str, Sequence[float]] = {}
    undecided: dict[str, Sequence[float]] = {}
    for luck, chances in (("independent", curve.independent()), ("shared", curve.shared())):
        curves[f"passes, {luck} luck"], _, opens = zip(*chances, strict=True)
        undecided[f"undecided, {luck} luck"] = opens
    if curve.can_be_open:
        curves |= undecided
    return band_chart(
        "operating-curves",
        "How often a product passes this suite",
        "between independent and shared luck",
        Axis("true rate", _RATES, _MARKED_RATES, (900, 925, 950, 975), _thousandths),
        Values("share of runs that pass", (0, 0.25, 0.5, 0.75, 1), whole_percent),
        curves,
    )


def _thousandths(rate: int) -> str:
    return _exactly(Fraction(rate, 1000))


# The methodology page ---------------------------------------------------------------------------------


@cache
def intervals() -> BandChart:
    """Return the chart of the true rates that fit a score of 0.90, between two one-sided bounds."""
    cases, low, high = range(10, 201, 10), list[float](), list[float]()
    for number in cases:
        passed = number * 9 // 10
        low.append(float(round_down(lower_bound(passed, number, float(_LEVEL)))))
        high.append(float(round_up(upper_bound(passed, number, float(_LEVEL)))))
    return band_chart(
        "intervals",
        "True rates that fit a score of 0.90",
        f"between the bounds, each at {LEVEL}",
        Axis("cases", cases, (10, 20, 30, 50, 100, 200), (10, 50, 100, 150, 200)),
        Values("true rate", (0.5, 0.6, 0.7, 0.8, 0.9, 1), "{:.3f}".format),
        {"at least": low, "at most": high},
    )


def claims() -> list[tuple[str, int | None, int | None]]:
    """Return true rates, each with the cases that show it if none of them fails, and if one does."""
    return [
        (str(claim), cases_needed(Fraction(claim), _LEVEL), cases_needed(Fraction(claim), _LEVEL, 1))
        for claim in CLAIMS
    ]


def usual_chances(rows: Iterable[tuple[SampleSize, int, str]]) -> str:
    """Return how often a product at a threshold below 1.00 passes by its score in a suite; empty if never."""
    by_score = {}
    for size, _, chance in rows:
        if not size.by_bound and Fraction(size.threshold) < 1:
            by_score[size.at_threshold or Fraction(0)] = chance
    if not by_score:
        return ""
    low, high = by_score[min(by_score)], by_score[max(by_score)]
    return low if low == high else f"{low} to {high}"


def few_cases() -> dict[str, str]:
    """Return chances to pass 0.90 over 29 cases: at a rate of 0.90 in one run or three, by bound at 0.98."""
    threshold = Fraction(9, 10)
    by_score = float(PassRule(threshold).chance_to_pass(29, threshold))
    by_bound = PassRule(threshold, level=_LEVEL).chance_to_pass(29, Fraction(98, 100))
    return {
        "one_run": chance_text(by_score),
        "best_of_three": chance_text(chance_in_attempts(by_score, 3)),
        "by_bound": chance_text(float(by_bound)),
    }


def never_flagged(rate: float, tries: int = GATE_CASES) -> str:
    """Return the chance that all of so many tries succeed at a rate, such as a judge's with good outputs."""
    return chance_text(rate**tries)


def never_noticed(rate: float, faulty: int) -> str:
    """Return the chance that a judge that fails a share of faulty outputs notices none of so many."""
    return chance_text((1 - rate) ** faulty)
