"""A benchmark's scoring scale as its page shows it: a ladder of levels, and the line from which it passes."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from benchdocs.site.charts.bars import ScaleBar, position, scale_bars
from benchdocs.specs.formula import DEFAULT, Formula, FormulaError, Scale, parse_formula
from benchdocs.specs.numbers import shown, shown_fraction
from benchdocs.suite.suite import BenchmarkSpec


class Level(NamedTuple):
    """A step of the ladder: the scores from its own key up to the next level's.

    Attributes:
        key: Its lowest score.
        id: Its anchor; empty for scores that no level describes.
        normalized: The range in normalized scores; empty where the raw ones are those.
    """

    key: Decimal
    id: str
    range: str
    normalized: str
    text: str
    bar: ScaleBar


class ScaleView(NamedTuple):
    """A scoring scale with its ladder, the highest level first, and the raw score at the threshold.

    Attributes:
        line: Where on the bars the threshold lies; empty where it is at no single score.
        passing: How many levels, from the top, hold scores that pass.
        is_within: Whether only a part of the lowest of those levels passes.
    """

    low: str
    high: str
    formula: str
    is_identity: bool
    levels: tuple[Level, ...]
    raw_threshold: str | None
    line: str
    passing: int
    is_within: bool


def scale_view(spec: BenchmarkSpec) -> ScaleView | None:
    """Return the view of a benchmark's scale; None where it has none that can be drawn."""
    scale, threshold = spec.fields.scoring_scale, spec.fields.threshold
    if not scale or scale.min_value is None or scale.max_value is None or scale.min_value >= scale.max_value:
        return None
    low, high = scale.min_value, scale.max_value
    texts = {
        key: text
        for key, text in scale.descriptions.items()
        if isinstance(key, Decimal) and key.is_finite() and low <= key <= high
    }
    range_, written = Scale.of(low, high), scale.normalization_formula or DEFAULT
    try:
        formula = parse_formula(written)
    except FormulaError:
        return None
    if formula.has_pole(range_):
        return None
    raw = raw_threshold = None
    if threshold is not None:
        raw = formula.raw_at(Fraction(threshold), range_)
    if raw is not None:
        raw_threshold = shown_fraction(raw)
    if threshold is not None and raw == Fraction(threshold):
        raw_threshold = shown(threshold)  # as the author wrote it
    is_identity = formula.is_identity(range_)
    bounds = list(_bounds(sorted(texts), low, high))
    levels = _levels(bounds, texts, None if is_identity else formula)
    line, passing = "", []
    if raw is not None:
        line, passing = position(raw, low, high), list(_passing(bounds, raw))
    return ScaleView(
        low=shown(low),
        high=shown(high),
        formula=written,
        is_identity=is_identity,
        levels=tuple(reversed(list(levels))),
        raw_threshold=raw_threshold,
        line=line,
        passing=len(passing),
        is_within=raw is not None and any(Fraction(start) < raw for start, _ in passing),
    )


def _bounds(keys: list[Decimal], low: Decimal, high: Decimal) -> Iterator[tuple[Decimal, Decimal]]:
    """Yield the start and end of every level, the lowest first, and of what lies below all of them."""
    if keys and low < keys[0]:
        yield low, keys[0]
    yield from pairwise([*keys, high] if keys else ())


def _passing(bounds: list[tuple[Decimal, Decimal]], raw: Fraction) -> Iterator[tuple[Decimal, Decimal]]:
    """Yield the levels with a score that reaches the threshold; only the last one includes its end."""
    for start, end in bounds:
        is_last = (start, end) == bounds[-1]
        if Fraction(start) >= raw or raw < Fraction(end) or (is_last and raw == Fraction(end)):
            yield start, end


def _levels(
    bounds: list[tuple[Decimal, Decimal]], texts: dict[Decimal, str], formula: Formula | None
) -> Iterator[Level]:
    if not bounds:
        return
    low, high = bounds[0][0], bounds[-1][1]
    scale = Scale.of(low, high)

    def normalized(value: Decimal) -> str:
        return shown_fraction(formula.evaluate(Fraction(value), scale)) if formula else ""

    for (start, end), bar in zip(bounds, scale_bars(bounds, low, high), strict=True):
        until = "" if start == end else "–" if (start, end) == bounds[-1] else "– <"
        named = f"level-{shown(start).replace('.', '-')}" if start in texts else ""
        ranges = (_range(shown(start), until, shown(end)), _range(normalized(start), until, normalized(end)))
        yield Level(start, named, *ranges, texts.get(start, ""), bar)


def _range(start: str, until: str, end: str) -> str:
    return f"{start} {until} {end}" if until and start else start
