"""SCL: normalization formulas that cannot be read, or cannot give a score from 0 to 1."""

from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from benchdocs.documents.locations import at
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.scales import SOURCE, ScaleEnds, scale_ends
from benchdocs.specs.formula import DEFAULT, Formula, FormulaError, Scale, parse_formula
from benchdocs.suite.suite import BenchmarkSpec, Suite

UNREADABLE = "the formula cannot be read"
_ADVICE = "use `x`, `min`, `max`, numbers, `+ - * /` and parentheses, as in `(x-min)/(max-min)`"
_FORMULA = ("scoring_scale", "normalization_formula")


@rule(
    "SCL404",
    "formula cannot be read",
    source=f"{SOURCE}: `normalization_formula`",
    fields=("scoring_scale.normalization_formula",),
)
def unreadable_formula(suite: Suite) -> Iterator[Violation]:
    """The normalization formula uses more than `x` (the raw score), `min` and `max` (the ends of the scale),
    numbers, `+ - * /` and parentheses, or divides by what depends on `x`. Or it is longer than 200 characters
    or has more than 50 of the signs `*` and `/`.

    Why: a small calculator computes the formula exactly; it never runs as a program. Without a readable
    formula there is no score.

    Fix: use only these parts. A product needs its sign: `2*x`, not `2x`. Write a power as a product: `x*x`.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          normalization_formula: "x**2"
          descriptions:
            1: "Every time is recorded"
            0: "No time is recorded"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          normalization_formula: "x*x"
          descriptions:
            1: "Every time is recorded"
            0: "No time is recorded"
    """
    for spec in suite.benchmarks:
        text = _formula_text(spec) or DEFAULT
        try:
            parse_formula(text)
        except FormulaError as error:
            unread = None if error.offset is None else text[error.offset :]
            message = f"{UNREADABLE}: {error}"
            yield Violation(spec.document, at(*_FORMULA, text=unread), message, _ADVICE)


def _formula_text(spec: BenchmarkSpec) -> str | None:
    scale = spec.fields.scoring_scale
    return scale.normalization_formula if scale else None


def _worked_out(suite: Suite) -> Iterator[tuple[BenchmarkSpec, Formula, ScaleEnds]]:
    """Yield benchmarks with a formula of their own, and their scale; other rules report the rest."""
    for spec in suite.benchmarks:
        text, ends = _formula_text(spec), scale_ends(spec)
        if text is not None and ends is not None:
            with suppress(FormulaError):
                yield spec, parse_formula(text), ends


@rule(
    "SCL405",
    "formula leaves 0-1, or never reaches the threshold",
    source=f"{SOURCE}: `normalization_formula`",
    fields=("threshold", "scoring_scale.normalization_formula"),
)
def formula_leaves_range(suite: Suite) -> Iterator[Violation]:
    """Somewhere on the scale the formula gives less than 0 or more than 1, or divides by zero. Or its highest
    score is below the threshold. The check computes the formula at 129 evenly spaced raw scores, including
    both ends of the scale.

    Why: thresholds and averages treat every score as a share of 1. A score of 100 would outweigh all other
    benchmarks together, and a threshold that no score reaches fails every run.

    Fix: divide by the length of the scale: `x/100` for 0 to 100, and `(x-min)/(max-min)` for any scale. The
    latter also applies when no formula is given.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 100
          normalization_formula: "x"
          descriptions:
            100: "Every time is recorded"
            0: "No time is recorded"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 100
          normalization_formula: "x/100"
          descriptions:
            100: "Every time is recorded"
            0: "No time is recorded"
    """
    for spec, formula, ends in _worked_out(suite):
        threshold = spec.fields.threshold
        if outside := _outside(formula, ends):
            yield Violation(spec.document, at(*_FORMULA), outside, _hint_for_range(ends))
        elif threshold is not None and (best := _best(formula, ends)) < Fraction(threshold):
            message = f"no score reaches the threshold of {threshold}: the formula `{formula.text}` gives"
            message += f" at most {_shown(best)} on the scale from {ends}"
            related = (Link(spec.document, at(*_FORMULA), f"gives at most {_shown(best)}"),)
            yield Violation(spec.document, at("threshold"), message, _hint_for_range(ends), related)


@lru_cache(maxsize=256)
def _best(formula: Formula, ends: ScaleEnds) -> Fraction:
    """Return the highest score that a formula gives on its scale."""
    return max(score for _, score in formula.curve(Scale.of(*ends)))


@lru_cache(maxsize=256)
def _outside(formula: Formula, ends: ScaleEnds) -> str | None:
    """Return how a formula leaves 0 to 1 on its scale; None where it does not."""
    scale = Scale.of(*ends)
    if formula.has_pole(scale):
        return f"the formula `{formula.text}` divides by zero on the scale from {ends}"
    raw, score = max(formula.curve(scale), key=lambda pair: abs(pair[1] - Fraction(1, 2)))
    if 0 <= score <= 1:
        return None
    result = f"gives {_shown(score)} at the raw score {_shown(raw)}"
    return f"the formula `{formula.text}` {result}, but a score has to be between 0 and 1"


def _hint_for_range(ends: ScaleEnds) -> str:
    simple = "(x-min)/(max-min)"
    if ends.low == 0:
        simple = "x" if ends.high == 1 else f"x/{ends.high}"
    return f"write `{simple}`, or leave out the formula: then {ends} is mapped evenly to 0 to 1"


def _shown(value: Fraction) -> str:
    """Return a fraction as a decimal number of at most six digits."""
    return f"{Decimal(value.numerator) / Decimal(value.denominator):.6g}"


@rule(
    "SCL406",
    "formula does not increase",
    Severity.WARNING,
    source=f"{SOURCE}: `normalization_formula`",
    fields=("scoring_scale.normalization_formula",),
)
def formula_not_increasing(suite: Suite) -> Iterator[Violation]:
    """A higher raw score does not always give a higher normalized score: the formula falls, or stays level,
    on a part of the scale. The check computes it at 129 evenly spaced raw scores and does not see what
    happens between two of them.

    Why: readers expect a higher score to be better. Where the formula does not rise, the threshold matches no
    raw score, or several.

    Fix: write a formula that rises over the whole scale. If few errors are good, measure the share of cases
    without an error instead.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          normalization_formula: "1-x"
          descriptions:
            1: "Every time is recorded"
            0: "No time is recorded"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          normalization_formula: "x"
          descriptions:
            1: "Every time is recorded"
            0: "No time is recorded"
    """
    for spec, formula, ends in _worked_out(suite):
        scale = Scale.of(*ends)
        if not (_outside(formula, ends) or formula.is_increasing(scale)):
            scores = formula.curve(scale)
            pairs = [(scores[0], scores[-1]), *pairwise(scores)]
            (low, at_low), (high, at_high) = next((low, high) for low, high in pairs if low[1] >= high[1])
            fall = f"raw {_shown(low)} gives {_shown(at_low)}, raw {_shown(high)} gives {_shown(at_high)}"
            message = f"the formula `{formula.text}` does not rise everywhere: {fall}"
            hint = "a higher raw score has to give a higher normalized one, as with `(x-min)/(max-min)`"
            yield Violation(spec.document, at(*_FORMULA), message, hint)
