"""What scores mean for a rubric: its own score, its gates, and whether it passes; all of it exact.

`judge` applies scores to the tree of a rubric or composite. The score explorer
of the site (`explorer.js` of the theme) does the same arithmetic and reports it in the same words.

A missing score may be anything from 0 to 1. What depends on it is a range, and a verdict is `OPEN` unless
every value of the range gives the same one; that on what has no score at all is always `OPEN`. A score may be
given as passed cases of those evaluated and those planned; then the benchmark's own rule decides, and its
verdict is `OPEN` where they are too few.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from math import isfinite, lcm
from operator import mul
from typing import NamedTuple

from benchdocs.specs.choices import Aggregation, Criticality
from benchdocs.specs.numbers import shown, shown_fraction
from benchdocs.suite.sampling import Passed
from benchdocs.suite.score_tree import BenchmarkNode, RubricNode, score_tree
from benchdocs.suite.suite import RubricSpec, Suite

MOST_TRIED = 300
"""Most benchmarks below a rubric for which a page can compute a score on every key press."""
SCORE_FORM = "a number from 0 to 1, or the cases that passed and those evaluated, as `(24, 25)`"
MANY = 4
"""Number of failed rubrics or missed gates from which it is shown instead of their codes."""


class TooManyBenchmarksError(Exception):
    """Too many benchmarks to compute an exact score in a moment."""


class Verdict(StrEnum):
    """Whether a threshold is reached or a rubric passes; open where missing scores leave both possible."""

    PASS = "pass"
    FAIL = "fail"
    OPEN = "open"


class ScoreRange(NamedTuple):
    """A score from 0 to 1, or a distance from -1 to 1, between two bounds that can both be met."""

    low: Fraction
    high: Fraction

    def minus(self, threshold: Decimal) -> "ScoreRange":
        """Return the distance to a threshold, negative where the score is below it."""
        return ScoreRange(self.low - Fraction(threshold), self.high - Fraction(threshold))

    def against(self, threshold: Decimal) -> Verdict:
        """Return whether all, none or only some values reach the threshold."""
        if self.high < Fraction(threshold):
            return Verdict.FAIL
        if self.low < Fraction(threshold):
            return Verdict.OPEN
        return Verdict.PASS

    @property
    def text(self) -> str:
        """The value, or both bounds, rounded to four decimals and marked where that is not exact."""
        return " to ".join(map(shown_fraction, dict.fromkeys(self)))

    @property
    def signed_text(self) -> str:
        """The same with a sign before everything but 0."""
        return " to ".join(map(_signed, dict.fromkeys(self)))


@dataclass(frozen=True)
class BenchmarkResult:
    """A benchmark with its score, or without one."""

    node: BenchmarkNode
    given: Decimal | Passed | None

    @cached_property
    def score(self) -> ScoreRange:
        """The score; a range where cases have no verdict, and 0 to 1 where it is missing."""
        if self.given is None:
            return ScoreRange(Fraction(0), Fraction(1))
        if isinstance(self.given, Passed):
            return ScoreRange(*self.given.ends)
        return ScoreRange(Fraction(self.given), Fraction(self.given))

    @cached_property
    def distance(self) -> ScoreRange | None:
        """Distance to its own threshold; None where it has none."""
        if self.node.threshold is None:
            return None
        return self.score.minus(self.node.threshold)

    @cached_property
    def verdict(self) -> Verdict | None:
        """Whether it reaches its own threshold; None where it has none."""
        threshold = self.node.threshold
        if threshold is None:
            return None
        if self.given is None:
            return Verdict.OPEN
        if not isinstance(self.given, Passed):
            return self.score.against(threshold)
        return _of_cases(self.node, self.given)

    def __repr__(self) -> str:
        """Return the score and the outcome in a line."""
        return f"<{self.node.code}: {self.score_text}, {self.text}>"

    @property
    def score_text(self) -> str:
        """The score as it was given."""
        if isinstance(self.given, Passed):
            return self.given.text
        if self.given is None:
            return "no score"
        return shown(self.given)

    @property
    def text(self) -> str:
        """The outcome in words."""
        if self.given is None:
            return "no score"
        if self.distance is None:
            return "no threshold"
        if self.verdict is Verdict.OPEN:
            return "undecided at this sample size"
        gap = self.distance.low
        amount = f"by {shown_fraction(abs(gap))}" if gap else "exactly"
        if self.verdict is Verdict.FAIL:
            return f"missed {amount}"
        return f"reached {amount}"


@dataclass(frozen=True)
class RubricResult:
    """The result of a rubric or composite from its members' scores.

    `score` is the aggregate; a missed hard gate does not change it.
    """

    node: RubricNode
    score: ScoreRange
    members: tuple["BenchmarkResult | RubricResult", ...]

    @cached_property
    def distance(self) -> ScoreRange | None:
        """Distance to the passing threshold; None where there is none."""
        if self.node.threshold is None:
            return None
        return self.score.minus(self.node.threshold)

    @cached_property
    def score_verdict(self) -> Verdict:
        """Whether the score reaches the passing threshold; open where there is none, or no score."""
        if self.node.threshold is None or self.is_missing:
            return Verdict.OPEN
        return self.score.against(self.node.threshold)

    @cached_property
    def blocked_by(self) -> tuple[str, ...]:
        """Codes of the hard gates below it, at any depth, that are missed; a rubric misses its by failing."""
        gates = self.gates(Criticality.HARD_GATE)
        return tuple(gate.node.code for gate in gates if gate.verdict is Verdict.FAIL)

    @cached_property
    def verdict(self) -> Verdict:
        """Whether it passes: the score reaches the threshold, and no hard gate below it is missed.

        A missed hard gate, benchmark or rubric, blocks every rubric and composite above it, whatever
        the scores. A rubric that is no hard gate and whose score alone misses leaves their verdicts alone.
        """
        outcomes = {self.score_verdict, *(gate.verdict for gate in self.gates(Criticality.HARD_GATE))}
        for outcome in (Verdict.FAIL, Verdict.OPEN):
            if outcome in outcomes:
                return outcome
        return Verdict.PASS

    @cached_property
    def below(self) -> tuple["BenchmarkResult | RubricResult", ...]:
        """All benchmarks and rubrics below it in the order of the pages, each rubric before its parts."""
        below: list[BenchmarkResult | RubricResult] = []
        for member in self.members:
            below.append(member)
            if isinstance(member, RubricResult):
                below += member.below
        return tuple(below)

    @cached_property
    def benchmarks(self) -> tuple[BenchmarkResult, ...]:
        """All benchmarks below it."""
        return tuple(result for result in self.below if isinstance(result, BenchmarkResult))

    @cached_property
    def is_missing(self) -> bool:
        """Whether no benchmark below it has a score."""
        return all(benchmark.given is None for benchmark in self.benchmarks)

    @cached_property
    def rubrics(self) -> tuple["RubricResult", ...]:
        """All rubrics below it; none for a leaf rubric."""
        return tuple(result for result in self.below if isinstance(result, RubricResult))

    def gates(self, kind: Criticality) -> tuple["BenchmarkResult | RubricResult", ...]:
        """Return what below it is a gate of a kind; without a threshold none can be missed, and is none."""
        gates = (result for result in self.below if result.node.gate is kind)
        return tuple(gate for gate in gates if gate.node.threshold is not None)

    def __repr__(self) -> str:
        """Return the verdict and the score in a line."""
        return f"<{self.node.code}: {self.verdict_text}, score {self.score.text}>"

    # The same in words ----------------------------------------------------------------------------

    @property
    def shown_verdict(self) -> str:
        """The verdict that the page shows by color: `mixed` where it passes although a rubric in it fails."""
        if self.verdict is Verdict.PASS and self._failing_rubrics:
            return "mixed"
        return self.verdict

    @property
    def distance_text(self) -> str:
        """The distance with its sign; a dash where there is no passing threshold."""
        return self.distance.signed_text if self.distance else "–"

    @property
    def verdict_text(self) -> str:
        """The verdict with the causes of a failure; that of a composite names failing rubrics below it."""
        if self.verdict is Verdict.OPEN:
            return "open"
        if self.verdict is Verdict.PASS:
            if not self._failing_rubrics:
                return "passes"
            fail = "fails" if len(self._failing_rubrics) == 1 else "fail"
            return f"score passes, but {_named(self._failing_rubrics, 'rubrics')} {fail}"
        if self.blocked_by:
            return f"blocked by {_named(self.blocked_by, 'hard gates')}"
        return "fails by its score"

    @cached_property
    def _failing_rubrics(self) -> tuple[str, ...]:
        """Codes of the rubrics below it that fail."""
        return tuple(rubric.node.code for rubric in self.rubrics if rubric.verdict is Verdict.FAIL)

    def gates_text(self, kind: Criticality) -> str:
        """Return in words which gates of a kind are missed or open."""
        gates = self.gates(kind)
        if not gates:
            return "none"
        return _outcomes("missed", gates) or "all reached"

    @property
    def rubrics_text(self) -> str:
        """Which rubrics below it fail or are open."""
        return _outcomes("fail", self.rubrics) or "all pass"


def judge(tree: RubricNode, scores: Mapping[str, Decimal | Passed]) -> RubricResult:
    """Apply benchmarks' scores, by code and from 0 to 1, to a tree; codes that it lacks are ignored.

    Raises ValueError for a score of one of its benchmarks that is no number from 0 to 1, or of no cases.
    """
    results: list[BenchmarkResult | RubricResult] = []
    lows, highs = [], []
    for member in tree.members:
        if isinstance(member, RubricNode):
            result: BenchmarkResult | RubricResult = judge(member, scores)
        else:
            result = _scored(member, scores.get(member.code))
        weight = member.weight or Decimal(0)
        results.append(result)
        lows.append((result.score.low, weight))
        highs.append((result.score.high, weight))
    low = aggregate(tree.method, lows)
    high = low
    if highs != lows:
        high = aggregate(tree.method, highs)
    return RubricResult(tree, ScoreRange(low, high), tuple(results))


@lru_cache(maxsize=4096)
def _of_cases(node: BenchmarkNode, cases: Passed) -> Verdict:
    """Return the verdict that a benchmark's rule gives its cases; records of many runs ask for the same."""
    has_passed = node.rule.verdict(cases)
    if has_passed is None:
        return Verdict.OPEN
    return Verdict.PASS if has_passed else Verdict.FAIL


def aggregate(method: Aggregation, scores: Sequence[tuple[Decimal | Fraction, Decimal]]) -> Fraction:
    """Return a rubric's score from its members' (score, weight) pairs; the weights are divided by their sum.

    Raises ValueError where there are no pairs, or where a weighted average has no weight at all.
    """
    values = [value if isinstance(value, Fraction) else Fraction(value) for value, _ in scores]
    weights = _whole(tuple(weight for _, weight in scores))
    total = sum(weights)
    if not values or (method is Aggregation.WEIGHTED_AVERAGE and not total):
        raise ValueError("a rubric without members or weights has no score")
    match method:
        case Aggregation.MINIMUM:
            return min(values)
        case Aggregation.MAXIMUM:
            return max(values)
        case Aggregation.MEAN:
            return sum(values, Fraction(0)) / len(values)
        case Aggregation.WEIGHTED_AVERAGE:
            common = lcm(*(value.denominator for value in values))
            parts = (value.numerator * (common // value.denominator) for value in values)
            return Fraction(sum(map(mul, parts, weights)), total * common)


@lru_cache(maxsize=4096)
def _whole(weights: tuple[Decimal, ...]) -> tuple[int, ...]:
    """Return whole numbers in the proportions of weights; many runs ask for those of the same rubrics."""
    exact = [Fraction(weight) for weight in weights]
    common = lcm(*(weight.denominator for weight in exact))
    return tuple(int(weight * common) for weight in exact)


def worked_scores(tree: RubricNode) -> dict[str, Decimal]:
    """Return the scores of the worked example: each benchmark's own threshold, or 1 where it has none."""
    scores = {}
    for node in tree.benchmarks:
        scores[node.code] = Decimal(1) if node.threshold is None else node.threshold
    return scores


def worked_result(suite: Suite, rubric: RubricSpec) -> RubricResult | None:
    """Return the worked example of a rubric or composite; None where it cannot have a score.

    Raises TooManyBenchmarksError where more than `MOST_TRIED` benchmarks are below it.
    """
    try:
        tree = score_tree(suite, rubric)
    except ValueError:
        return None
    if len(tree.benchmarks) > MOST_TRIED:
        raise TooManyBenchmarksError
    return judge(tree, worked_scores(tree))


def _scored(node: BenchmarkNode, score: Decimal | Passed | None) -> BenchmarkResult:
    if isinstance(score, Passed):
        is_score = score.evaluated > 0 and 0 <= score.passed <= score.evaluated
    else:
        is_score = score is None or (isfinite(score) and 0 <= score <= 1)
    if not is_score:
        given = score.text if isinstance(score, Passed) else score
        raise ValueError(f"the score of `{node.code}` has to be {SCORE_FORM}, not {given}")
    return BenchmarkResult(node, score)


def _named(codes: Sequence[str], noun: str) -> str:
    if len(codes) >= MANY:
        return f"{len(codes)} {noun}"
    return ", ".join(codes)


def _signed(value: Fraction) -> str:
    if not value:
        return "0"
    sign = "−" if value < 0 else "+"
    text = shown_fraction(abs(value))
    if text.startswith("≈"):
        return f"≈ {sign}{text.removeprefix('≈ ')}"
    return sign + text


def _outcomes(failed: str, results: Sequence[BenchmarkResult | RubricResult]) -> str:
    """Return the codes of the results that fail, behind a word for it, and of the open ones."""
    parts = []
    for verdict, word in ((Verdict.FAIL, failed), (Verdict.OPEN, "open")):
        codes = [result.node.code for result in results if result.verdict is verdict]
        if codes:
            parts.append(f"{word}: {', '.join(codes)}")
    return "; ".join(parts)
