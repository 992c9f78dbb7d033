"""The results of a benchmark or rubric over the newest runs: a chart against its threshold, and a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from benchdocs.reports.scores.summary import VERDICT_KINDS
from benchdocs.site.charts.bars import percentage
from benchdocs.site.views.runs import KIND_WORDS, MOST_PAGES, RunView
from benchdocs.site.views.spec import BenchmarkView, SpecView
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.specs.numbers import percent, round_down, round_up, shown, shown_score
from benchdocs.suite.runs import passed_in

HEIGHT = 150
"""Height of the chart's ground in pixels."""
_USUAL_LOWEST = Decimal("0.5")
_LEFT, _WIDTH = 12.0, 88.0
"""Where the ground begins, and how wide it is, in percent of the chart."""


@dataclass(frozen=True)
class RunResult:
    """What a benchmark or rubric came to in one run.

    Attributes:
        kind: A key of `KIND_WORDS`.
        score: None where there is no result.
        ends: For a benchmark the bounds of its true rate, for a rubric the range of its score.
        compares: Whether it compares with a result of today; None of a rubric, for which nobody knows.
        passed: Cases that passed, in words.
    """

    run: RunView
    kind: str
    score: Fraction | None
    ends: tuple[float, float]
    compares: bool | None = None
    version: str = ""
    passed: str = ""


@dataclass(frozen=True)
class ResultPoint:
    """A result on the chart: places in percent of its width, and in pixels from its top."""

    result: RunResult
    x: str
    left: str
    width: str
    y: float
    top: float
    bottom: float


class ResultChart:
    """The results of a spec over the newest runs, the oldest first."""

    height = HEIGHT
    level = percent(USUAL_LEVEL)

    def __init__(self, view: SpecView, runs: Sequence[RunView]) -> None:
        self.view = view
        self.is_benchmark = isinstance(view, BenchmarkView)
        self.results = [*self._results([*reversed(runs[:MOST_PAGES])])]
        self.total = len(runs)

    def _results(self, runs: Sequence[RunView]) -> Iterator[RunResult]:
        for run in runs:
            if self.is_benchmark and (outcome := run.outcomes.get(self.view.code)):
                passed, then = passed_in(outcome.then), outcome.then
                by_share = outcome.view is not None and outcome.view.spec.fields.has_shares
                ends = tuple(passed.bounds(float(USUAL_LEVEL), by_share=by_share)) if passed else (0.0, 1.0)
                words = f"{then.passed} of {then.evaluated}"
                if then.evaluated != then.planned:
                    words += f" ({then.planned} planned)"
                score = passed.share if passed else None
                yield RunResult(
                    run, outcome.kind, score, (ends[0], ends[1]), outcome.compares, f"{then.version}", words
                )
            elif rubric := run.run.fields.rubrics.get(self.view.code):
                low, high = Fraction(rubric.low), Fraction(rubric.high)
                kind = VERDICT_KINDS[rubric.verdict]
                score = None if kind == "none" else low
                yield RunResult(run, kind, score, (float(low), float(high)))

    @cached_property
    def lowest(self) -> Decimal:
        """The lowest score on the chart: 0.5, or 0 where a result or bound lies below."""
        for result in self.results:
            if result.score is not None and min(float(result.score), result.ends[0]) < _USUAL_LOWEST:
                return Decimal(0)
        return _USUAL_LOWEST

    def _y(self, score: float) -> float:
        return round(8 + (HEIGHT - 8) * (1 - score) / float(1 - self.lowest), 1)

    @property
    def ticks(self) -> Iterator[tuple[str, float]]:
        """Yield scores beside the chart, with their places; none at the threshold, which has its own."""
        step = Decimal("0.1") if self.lowest >= _USUAL_LOWEST else Decimal("0.2")
        score = Decimal(1)
        while score >= self.lowest:
            if self.threshold is None or abs(score - self.threshold) > step / 4:
                yield f"{score:.1f}", self._y(float(score))
            score -= step

    @property
    def threshold(self) -> Decimal | None:
        """The score that passes today."""
        return self.view.threshold

    @property
    def threshold_place(self) -> float:
        """Where the line of the threshold is."""
        return self._y(float(self.threshold or 0))

    @property
    def points(self) -> Iterator[ResultPoint]:
        """Yield the results on the chart, the oldest at the left."""
        slot = _WIDTH / max(len(self.results), 1)
        for index, result in enumerate(self.results):
            left = _LEFT + slot * index
            score = float(result.score or 0)
            yield ResultPoint(
                result,
                percentage(left + slot / 2),
                percentage(left),
                percentage(slot),
                self._y(score),
                self._y(min(result.ends[1], 1.0)),
                self._y(max(result.ends[0], float(self.lowest))),
            )

    def score_of(self, result: RunResult) -> str:
        """Return a score, never rounded across the threshold that it was held against."""
        if result.score is None:
            return "–"
        threshold = self.threshold if result.compares is not False else None
        if not self.is_benchmark and result.ends[0] < result.ends[1]:
            high = shown_score(Fraction(result.ends[1]).limit_denominator(10**6), threshold)
            return f"{shown_score(result.score, threshold)} to {high}"
        return shown_score(result.score, threshold)

    def bounds_of(self, result: RunResult) -> str:
        """Return both bounds of a benchmark's true rate."""
        if result.score is None:
            return "–"
        return f"at least {round_down(result.ends[0])}, at most {round_up(result.ends[1])}"

    @property
    def title(self) -> str:
        """What the chart shows."""
        needed = f", and the threshold {shown(self.threshold)}" if self.threshold is not None else ""
        return f"Score of {self.view.code} over {len(self.results)} runs{needed}"

    kind_words = KIND_WORDS


def results_over_runs(view: SpecView, runs: Sequence[RunView]) -> ResultChart | None:
    """Return the results of a benchmark or rubric; None where no recorded run has one."""
    found = ResultChart(view, runs)
    return found if found.results else None
