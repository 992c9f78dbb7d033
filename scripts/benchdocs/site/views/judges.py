"""What the page of the measured judges shows: who is qualified for what, and rates without known errors."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from benchdocs.site.charts.bars import percentage
from benchdocs.site.views.runs import MOST_PAGES, RunView
from benchdocs.site.views.spec import BenchmarkView
from benchdocs.site.views.suite import Views
from benchdocs.specs.choices import EvaluatorType, Expected
from benchdocs.specs.numbers import counted, round_down, round_up, shown_fraction, shown_score
from benchdocs.suite.judge_quality import chance_to_qualify, corrected_rate
from benchdocs.suite.judges import (
    JudgeStanding,
    Measurement,
    able_to_qualify,
    calibration_cases,
    confirmed_cases,
    has_judge,
    measured_judges,
    measurement,
    standing_by,
)
from benchdocs.suite.runs import passed_in
from benchdocs.suite.sampling import ConfidenceInterval, Passed
from benchdocs.suite.suite import Suite

MOST_JUDGES = 6
"""Judges that the page shows: those measured last."""
WORDS = {"pass": "qualified", "open": "not yet qualified", "none": "not measured"}
"""What is known of a judge, by the kind of its sign."""
_KINDS = {JudgeStanding.QUALIFIED: "pass", JudgeStanding.UNQUALIFIED: "open"}
_TRUE_RATE = Fraction("0.95")
_SIZES = (30, 60)


@dataclass(frozen=True)
class JudgeRate:
    """A rate of a judge with its bounds, and the floor that the lower one has to reach.

    Attributes:
        side: What records it is of.
        verb: What the judge rightly does with them.
    """

    side: str
    verb: str
    passed: Passed
    bounds: ConfidenceInterval
    floor: Decimal

    @property
    def name(self) -> str:
        """What it is a rate of."""
        return f"{self.side} it {self.verb}"

    @property
    def cases(self) -> str:
        """How many cases it judged rightly; of several of one source, their mean counts."""
        return f"{shown_fraction(Fraction(self.passed.passed))} of {self.passed.evaluated}"

    @property
    def rate(self) -> str:
        """The rate itself; a dash where there are no cases."""
        return shown_score(self.passed.share, self.floor) if self.passed.evaluated else "–"

    @property
    def low(self) -> str:
        """Its lower bound."""
        return round_down(self.bounds.low)

    @property
    def reaches(self) -> bool:
        """Whether the lower bound reaches the floor."""
        return self.bounds.low >= self.floor

    @property
    def places(self) -> dict[str, str]:
        """Where bar, point and floor are on an axis from 0 to 1."""
        low, high = self.bounds
        ends = {"left": low, "width": high - low, "floor": float(self.floor)}
        ends["point"] = float(self.passed.share) if self.passed.evaluated else low
        return {name: percentage(100 * end) for name, end in ends.items()}


@dataclass(frozen=True)
class JudgedBenchmark:
    """What is known of a judge for one benchmark.

    Attributes:
        kind: Kind of its sign: a key of `WORDS`.
        found: The newest measurement with today's prompt; None without one.
        rates: How many of the good records it passes, and of the faulty ones it fails.
        run: The newest run that it judged and that still compares; None without one.
    """

    view: BenchmarkView
    kind: str = "none"
    found: Measurement | None = None
    rates: tuple[JudgeRate, ...] = ()
    run: RunView | None = None

    @cached_property
    def without_errors(self) -> tuple[str, str]:
        """The rate of passed cases in the run, with the judge's errors and without; and why there is none."""
        try:
            return self._corrected(), ""
        except ValueError as error:
            return "", str(error)

    def _corrected(self) -> str:
        """Return both rates in words. Raises ValueError with the reason where there is none."""
        fields = self.view.spec.fields
        if fields.evaluator_type is not EvaluatorType.LLM_JUDGE:
            raise ValueError("the script of a hybrid fails cases, too")
        if self.run is None or self.found is None:
            raise ValueError("no run of this judge compares with today's suite")
        then, plan = self.run.outcomes[self.view.code].then, self.run.run.fields.plan
        score = passed_in(then)
        if score is None or fields.has_shares or then.sources or self.found.quality.by_share:
            raise ValueError("cases count as shares")
        if plan.runs != 1:
            raise ValueError("of several runs of a case, the worst counts")
        found = corrected_rate(score, self.found.quality)
        ends = f"{round_down(found.interval.low, 2)} to {round_up(found.interval.high, 2)}"
        limit = ", cut at the limit" if found.is_cut else ""
        raw = f"{shown_score(score.share, fields.threshold)} of cases pass as judged"
        return f"{raw}; {found.rate:.2f} ({ends}) without its known errors{limit}"


class JudgeView:
    """What is known of a judge, by benchmark."""

    words = WORDS

    def __init__(self, name: str, views: Views, runs: Sequence[RunView]) -> None:
        self.name = name
        self._views = views
        self._runs = [run for run in runs[:MOST_PAGES] if run.run.fields.judge == name]

    @cached_property
    def benchmarks(self) -> dict[str, JudgedBenchmark]:
        """All benchmarks with a judge, by code, in reading order."""
        judged = {}
        for view in self._views.benchmarks:
            if has_judge(view.spec):
                judged[view.code] = self._judged(view)
        return judged

    def _judged(self, view: BenchmarkView) -> JudgedBenchmark:
        suite = self._views.suite
        found = measurement(suite, self.name, view.code)
        if found is None:
            return JudgedBenchmark(view)
        sides = (("good records", "passes"), ("faulty records", "fails"))
        rates = []
        for words, passed, bounds in zip(sides, found.quality.sides, found.quality.bounds(), strict=True):
            rates.append(JudgeRate(*words, passed, bounds, suite.settings.judge_floor))
        run = None
        for newest in self._runs:
            outcome = newest.outcomes.get(view.code)
            if outcome and outcome.compares and outcome.kind != "none":
                run = newest
                break
        return JudgedBenchmark(view, _KINDS[standing_by(found.quality, suite)], found, tuple(rates), run)

    @property
    def counts(self) -> dict[str, int]:
        """How many benchmarks are of each kind; kinds without any are left out."""
        counts = Counter(judged.kind for judged in self.benchmarks.values())
        return {kind: counts[kind] for kind in WORDS if counts[kind]}

    def of_kind(self, kind: str) -> list[JudgedBenchmark]:
        """Return the benchmarks of a kind, in reading order."""
        return [judged for judged in self.benchmarks.values() if judged.kind == kind]


def judges_of(views: Views, runs: Sequence[RunView]) -> tuple[JudgeView, ...]:
    """Return the judges with a record, those measured last first."""
    return tuple(JudgeView(name, views, runs) for name in measured_judges(views.suite)[:MOST_JUDGES])


def qualifying_plan(floor: Decimal) -> str:
    """Return how often a good judge qualifies with so many cases, in a sentence."""
    few, many = (f"{float(chance_to_qualify(size, _TRUE_RATE, Fraction(floor))):.0%}" for size in _SIZES)
    judge = f"A judge that is right in {float(_TRUE_RATE):.0%} of the cases of either kind qualifies"
    small, large = _SIZES
    measured = f"with {small} good and {small} faulty cases in {few} of measurements"
    return f"{judge} {measured}, with {large} and {large} in {many}."


def unmeasured(suite: Suite) -> str:
    """Return that no judge is measured, and how many the suite's cases would be enough for."""
    cases, confirmed = calibration_cases(suite), confirmed_cases(suite)
    passing = dict.fromkeys((spec.code for spec in filter(has_judge, suite.ordered_benchmarks)), 0)
    for each in cases.values():
        passing[each.code] += each.case.expected is Expected.PASS
    if not cases:
        return "No judge is measured."
    now, ever = (len(able_to_qualify(each, suite)) or "none" for each in (confirmed, cases))
    few, many = min(passing.values()), max(passing.values())
    judges, whole = counted(len(passing), "judge"), counted(len(cases), "case")
    all_cases = f"all {whole} that expect a pass or a fail"
    good = f"{few} to {many}" if few < many else f"{few}"
    ends = f"{ever} if {all_cases} were confirmed: each judge has {good} on which it ought to pass"
    return f"No judge is measured. Of {judges}, {now} could qualify by the confirmed cases, and {ends}."
