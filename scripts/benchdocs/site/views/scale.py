"""A benchmark's scoring scale as its page shows it: levels, raw threshold and chart."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from benchdocs.site.charts.scale import Level, ScaleChart, scale_chart
from benchdocs.specs.formula import DEFAULT, FormulaError, Scale, parse_formula
from benchdocs.specs.numbers import shown, shown_fraction
from benchdocs.suite.suite import BenchmarkSpec


class ScaleView(NamedTuple):
    """A scoring scale with its chart, its levels, and the raw score at the threshold."""

    low: str
    high: str
    formula: str
    is_identity: bool
    levels: tuple[Level, ...]
    raw_threshold: str | None
    chart: ScaleChart


def scale_view(spec: BenchmarkSpec) -> ScaleView | None:
    """Return the view of a benchmark's scale; None where it has none that can be drawn."""
    scale, threshold = spec.fields.scoring_scale, spec.fields.threshold
    if not scale or scale.min_value is None or scale.max_value is None or scale.min_value >= scale.max_value:
        return None
    texts = tuple(
        (str(key), text)
        for key, text in scale.descriptions.items()
        if isinstance(key, Decimal) and key.is_finite() and scale.min_value <= key <= scale.max_value
    )
    written = None if threshold is None else str(threshold)
    formula = scale.normalization_formula or DEFAULT
    return _worked_out(str(scale.min_value), str(scale.max_value), formula, texts, written)


@lru_cache(maxsize=8192)
def _worked_out(
    min_value: str, max_value: str, text: str, texts: tuple[tuple[str, str], ...], written: str | None
) -> ScaleView | None:
    """Return the view of a scale; its numbers are texts, since 0.90 is shown differently from 0.9.

    Many benchmarks share a scale, and a preview computes the same ones on every save.
    """
    low, high = Decimal(min_value), Decimal(max_value)
    threshold = None if written is None else Decimal(written)
    range_ = Scale.of(low, high)
    try:
        formula = parse_formula(text)
    except FormulaError:
        return None
    if formula.has_pole(range_):
        return None
    raw = None if threshold is None else formula.raw_at(Fraction(threshold), range_)
    raw_threshold = None if raw is None else shown_fraction(raw)
    if threshold is not None and raw == Fraction(threshold):
        raw_threshold = shown(threshold)  # as the author wrote it
    is_identity = formula.is_identity(range_)
    label = None if raw is None or threshold is None else shown(threshold)
    if label and not is_identity:
        label += f" (raw {raw_threshold})"
    levels = tuple(_levels({Decimal(key): said for key, said in texts}, high, raw))
    return ScaleView(
        low=shown(low),
        high=shown(high),
        formula=text,
        is_identity=is_identity,
        levels=tuple(reversed(levels)),
        raw_threshold=raw_threshold,
        chart=scale_chart(levels, low, high, formula, raw, label),
    )


def _levels(texts: dict[Decimal, str], high: Decimal, raw: Fraction | None) -> Iterator[Level]:
    keys = sorted(texts)
    for key, upper in pairwise([*keys, high]):
        # A band ends before the next level's key; the last one includes the highest score.
        yield Level(key, upper, texts[key], _verdict(key, upper, raw, is_last=key == keys[-1]))


def _verdict(key: Decimal, upper: Decimal, raw: Fraction | None, *, is_last: bool) -> str:
    """Return which scores of a level reach the raw threshold: all, those from some score on, or none."""
    if raw is None:
        return ""
    if Fraction(key) >= raw:
        return "reached"
    within = raw < Fraction(upper) or (is_last and raw == Fraction(upper))
    return f"reached from {shown_fraction(raw)}" if within else "not reached"
