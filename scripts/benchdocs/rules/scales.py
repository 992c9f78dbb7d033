"""SCL: scoring scales whose ends, levels or formula cannot give a score from 0 to 1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeGuard

from benchdocs.finding import Link, Severity, Violation, at, at_key
from benchdocs.formula import DEFAULT, Formula, FormulaError, Scale, parse_formula
from benchdocs.rules.rule import rule
from benchdocs.suite import BenchmarkSpec, Suite
from benchdocs.textfile import shorten
from benchdocs.yamldoc import OddNumber, kind_of

SOURCE = "ScoringScale Field Breakdown"
_FORMULA = ("scoring_scale", "normalization_formula")
_LEVELS = ("scoring_scale", "descriptions")
_NUMBER_IN_KEY = re.compile(r"(?<![\w.,])([0-9]*[.,]?[0-9]+)\s*(%?)(?!\w)")


class Range(NamedTuple):
    """The two ends of a benchmark's raw scale, of which the first is the lower one."""

    low: Decimal
    high: Decimal

    def __str__(self) -> str:
        """The range in words."""
        return f"{self.low} to {self.high}"


def _range(spec: BenchmarkSpec) -> Range | None:
    """A benchmark's raw scale; None where an end is missing or the ends are the wrong way round."""
    scale = spec.fields.scoring_scale
    if scale is None or scale.min_value is None or scale.max_value is None:
        return None
    return Range(scale.min_value, scale.max_value) if scale.min_value < scale.max_value else None


def _level_keys(spec: BenchmarkSpec) -> list[object]:
    """All levels that a benchmark describes, those with a faulty text included."""
    scale = spec.document.data.get("scoring_scale")
    levels = scale.get("descriptions") if isinstance(scale, dict) else None
    return list(levels) if isinstance(levels, dict) else []


def _is_number(key: object) -> TypeGuard[Decimal]:
    return isinstance(key, Decimal) and key.is_finite()


@rule("SCL401", "scale without extent", source=f"{SOURCE}: `min_value`, `max_value`")
def empty_scale(suite: Suite) -> Iterator[Violation]:
    """The scale's `min_value` is not less than its `max_value`.

    Why: there is no score between the two ends, so nothing can be normalised and no level has a place.

    Fix: exchange the two numbers, or correct the one that is wrong.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 5
          max_value: 0

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 5
          descriptions:
            5: "Every time is charted"
            0: "No time is charted"
    """
    for spec in suite.benchmarks:
        scale = spec.fields.scoring_scale
        if scale is None or scale.min_value is None or scale.max_value is None:
            continue
        low, high = scale.min_value, scale.max_value
        if low >= high:
            message = f"`min_value` is {low} and `max_value` is {high}, but the first has to be the lower one"
            hint = "a scale needs two different ends" if low == high else "exchange the two numbers"
            related = (Link(spec.document, at("scoring_scale", "max_value"), f"`max_value` is {high}"),)
            yield Violation(spec.document, at("scoring_scale", "min_value"), message, hint, related)


@rule("SCL402", "level outside the scale", source=f"{SOURCE}: `descriptions`")
def level_outside(suite: Suite) -> Iterator[Violation]:
    """A described level is less than `min_value` or greater than `max_value`.

    Why: no case can ever get that score, and the level has no place on the chart.

    Fix: correct the level or the end of the scale. Most often one of them is in percent: 90 on a scale from
    0 to 1 is `0.90`.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          descriptions:
            1: "Every time is charted"
            90: "A rare miss"
            0: "No time is charted"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          descriptions:
            1: "Every time is charted"
            0.90: "A rare miss"
            0: "No time is charted"
    """
    for spec in suite.benchmarks:
        ends = _range(spec)
        if ends is None:
            continue
        for key in filter(_is_number, _level_keys(spec)):
            if not ends.low <= key <= ends.high:
                side = "below" if key < ends.low else "above"
                message = f"the level {key} lies {side} the scale, which runs from {ends}"
                yield Violation(spec.document, at_key(*_LEVELS, str(key)), message, _hint_outside(key, ends))


def _hint_outside(key: Decimal, ends: Range) -> str:
    if ends.high <= 1 and 2 <= key <= 100:
        return f"if you mean {key} %, write `{key / 100:f}`"
    return "correct the level, or the `min_value` or `max_value` of the scale"


@rule("SCL403", "level is not a number", source=f"{SOURCE}: `descriptions`")
def level_not_number(suite: Suite) -> Iterator[Violation]:
    """A described level is text, a truth value, a date, infinite or nothing, where a score is needed.
    A number in quotes is text, and one in an odd notation is none: `12:30`, `010`, `0x10`, `1_000`.

    Why: a level is the lower end of a band of scores. What is no number has no place among them, and two
    spellings of one level would both be kept.

    Fix: write the score alone, without quotes or a percent sign, and put the rest into the description.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          descriptions:
            1: "Every time is charted"
            "90%": "A rare miss"
            0: "No time is charted"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          descriptions:
            1: "Every time is charted"
            0.90: "A rare miss"
            0: "No time is charted"
    """
    for spec in suite.benchmarks:
        for key in _level_keys(spec):
            if not _is_number(key):
                message = f"a level has to be a plain number, but this one is {_as_read(key)}"
                hint = _hint_for_key(key, _range(spec))
                yield Violation(spec.document, at_key(*_LEVELS, str(key)), message, hint)


def _as_read(key: object) -> str:
    """What YAML made of a level's key, in words."""
    if isinstance(key, OddNumber):
        return f"{kind_of(key)} (written `{key}`)"
    return f"the text `{shorten(key)}`" if isinstance(key, str) and key.strip() else kind_of(key)


def _hint_for_key(key: object, ends: Range | None) -> str:
    if isinstance(key, OddNumber):
        return "write the score in plain decimals, for example `0.90`"
    match = _NUMBER_IN_KEY.search(key) if isinstance(key, str) else None
    if not match:
        return "write the score that the text describes, for example `0.90`"
    if match[1] == key and "," not in match[1]:
        return f"delete the quotes: `{key}`"
    number = Decimal(match[1].replace(",", "."))
    if match[2] and ends and ends.high <= 1:
        number /= 100
    return f"write the score alone: `{number:f}`"


@rule("SCL404", "formula cannot be read", source=f"{SOURCE}: `normalization_formula`")
def unreadable_formula(suite: Suite) -> Iterator[Violation]:
    """The normalisation formula is no arithmetic over `x` (the raw score), `min` and `max` (the ends of the
    scale), numbers, `+ - * /` and parentheses, or is longer than 200 characters.

    Why: the formula is worked out exactly by a small calculator, never run as a program. What the calculator
    cannot read gives no score.

    Fix: write it with these pieces only. A product needs its sign: `2*x`, not `2x`. A power is written out:
    `x*x`.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          normalization_formula: "x**2"
          descriptions:
            1: "Every time is charted"
            0: "No time is charted"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          normalization_formula: "x*x"
          descriptions:
            1: "Every time is charted"
            0: "No time is charted"
    """
    for spec in suite.benchmarks:
        text = _formula_text(spec) or DEFAULT
        try:
            parse_formula(text)
        except FormulaError as error:
            unread = None if error.offset is None else text[error.offset :]
            message = f"the formula cannot be read: {error}"
            yield Violation(spec.document, at(*_FORMULA, text=unread), message, _advice(text, unread))


_ADVICE = (
    (re.compile(r"\*\|\*|\|\w*[\^²³]"), "write a power out: `x*x`"),
    (re.compile(r"(?:min|max)\|\("), "`min` and `max` are numbers here, the two ends of the scale"),
    (re.compile(r"[\dx)]\|(?:x|min|max|\()|[x)]\|\d"), "a product needs its sign: `2*x`"),
    (re.compile(r"\d\|,"), "write the decimals behind a point: `0.5`"),
    (re.compile(r"\|%"), "write a percentage as a share of 1: 50 % is `0.5`"),
)
"""What to do where the formula's readable part, a bar, and the rest of it look so."""


def _advice(text: str, unread: str | None) -> str:
    if unread is not None:
        divided = f"{text[: len(text) - len(unread)].rstrip()}|{unread}"
        for situation, advice in _ADVICE:
            if situation.search(divided):
                return advice
    return "use `x`, `min`, `max`, numbers, `+ - * /` and parentheses, as in `(x-min)/(max-min)`"


def _formula_text(spec: BenchmarkSpec) -> str | None:
    scale = spec.fields.scoring_scale
    return scale.normalization_formula if scale else None


def _worked_out(spec: BenchmarkSpec) -> tuple[Formula, Range] | None:
    """A benchmark's own formula and its scale; None where there is none, or another rule reports it."""
    text, ends = _formula_text(spec), _range(spec)
    if text is None or ends is None:
        return None
    try:
        return parse_formula(text), ends
    except FormulaError:
        return None


@rule(
    "SCL405",
    "formula leaves 0-1, or never reaches the threshold",
    source=f"{SOURCE}: `normalization_formula`",
)
def formula_leaves_range(suite: Suite) -> Iterator[Violation]:
    """Somewhere on the scale the formula gives less than 0 or more than 1, or divides by zero; or its highest
    score is less than the threshold. The formula is worked out at 129 evenly spread raw scores, the two ends
    of the scale among them.

    Why: thresholds and averages take every score for a share of 1. A score of 100 would outweigh all other
    benchmarks together, and a threshold that no score reaches fails every run.

    Fix: divide by the length of the scale: `x/100` for 0 to 100, and `(x-min)/(max-min)` for any scale. The
    latter also holds where no formula is given.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 100
          normalization_formula: "x"
          descriptions:
            100: "Every time is charted"
            0: "No time is charted"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 100
          normalization_formula: "x/100"
          descriptions:
            100: "Every time is charted"
            0: "No time is charted"
    """
    for spec in suite.benchmarks:
        worked_out = _worked_out(spec)
        if worked_out and (outside := _outside(*worked_out)):
            yield Violation(spec.document, at(*_FORMULA), outside, _hint_for_range(worked_out[1]))
        elif worked_out:
            yield from _out_of_reach(spec, *worked_out)


def _out_of_reach(spec: BenchmarkSpec, formula: Formula, ends: Range) -> Iterator[Violation]:
    threshold, scores = spec.fields.threshold, formula.curve(Scale.of(ends.low, ends.high))
    best = max(score for _, score in scores)
    if threshold is not None and best < Fraction(threshold):
        message = f"no score reaches the threshold of {threshold}: the formula `{formula.text}` gives"
        message += f" at most {_shown(best)} on the scale from {ends}"
        related = (Link(spec.document, at(*_FORMULA), f"gives at most {_shown(best)}"),)
        yield Violation(spec.document, at("threshold"), message, _hint_for_range(ends), related)


@lru_cache(maxsize=256)
def _outside(formula: Formula, ends: Range) -> str | None:
    """How a formula leaves 0 to 1 on its scale; None where it does not."""
    scale = Scale.of(ends.low, ends.high)
    if formula.has_pole(scale):
        return f"the formula `{formula.text}` divides by zero on the scale from {ends}"
    raw, score = max(formula.curve(scale), key=lambda pair: abs(pair[1] - Fraction(1, 2)))
    if 0 <= score <= 1:
        return None
    result = f"gives {_shown(score)} at the raw score {_shown(raw)}"
    return f"the formula `{formula.text}` {result}, and a score has to lie between 0 and 1"


def _hint_for_range(ends: Range) -> str:
    simple = "(x-min)/(max-min)"
    if ends.low == 0:
        simple = "x" if ends.high == 1 else f"x/{ends.high}"
    return f"write `{simple}`, or leave the formula out: {ends} is then spread evenly over 0 to 1"


def _shown(value: Fraction) -> str:
    """A fraction as a decimal number of at most six digits."""
    return f"{Decimal(value.numerator) / Decimal(value.denominator):.6g}"


@rule("SCL406", "formula does not increase", Severity.WARNING, source=f"{SOURCE}: `normalization_formula`")
def formula_not_increasing(suite: Suite) -> Iterator[Violation]:
    """A higher raw score does not always give a higher normalised one: the formula falls, or stays level,
    on a part of the scale. It is worked out at 129 evenly spread raw scores; what it does between two of them
    is not seen.

    Why: readers take a higher score for a better one, and where the formula does not rise, the threshold
    stands for no raw score, or for several.

    Fix: write a formula that rises over the whole scale. Where few errors are good, measure the share of
    cases without error instead.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          normalization_formula: "1-x"
          descriptions:
            1: "Every time is charted"
            0: "No time is charted"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          normalization_formula: "x"
          descriptions:
            1: "Every time is charted"
            0: "No time is charted"
    """
    for spec in suite.benchmarks:
        worked_out = _worked_out(spec)
        if worked_out is None or _outside(*worked_out):
            continue
        formula, ends = worked_out
        if not formula.is_increasing(Scale.of(ends.low, ends.high)):
            message = f"the formula `{formula.text}` does not rise everywhere: {_fall(formula, ends)}"
            hint = "a higher raw score has to give a higher normalised one, as with `(x-min)/(max-min)`"
            yield Violation(spec.document, at(*_FORMULA), message, hint)


def _fall(formula: Formula, ends: Range) -> str:
    """Two raw scores of which the higher one gives no higher score: the scale's ends, if they do."""
    scale = Scale.of(ends.low, ends.high)
    scores = formula.curve(scale)
    pairs = [(scores[0], scores[-1]), *pairwise(scores)]
    low, high = next((low, high) for low, high in pairs if low[1] >= high[1])
    return f"raw {_shown(low[0])} gives {_shown(low[1])}, raw {_shown(high[0])} gives {_shown(high[1])}"


@rule("SCL407", "end of the scale not described", Severity.NOTE, source=f"{SOURCE}: `descriptions`")
def undescribed_end(suite: Suite) -> Iterator[Violation]:
    """A scale has no described level at its `min_value` or at its `max_value`.

    Why: the two ends say what total failure and full success are; without them a reader has to guess.

    Fix: add a level for the end that the note names.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          descriptions:
            0.90: "A rare miss"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          descriptions:
            1: "Every time is charted"
            0: "No time is charted"
    """
    for spec in suite.benchmarks:
        ends, levels = _range(spec), _level_keys(spec)
        bare = [end for end in (ends.low, ends.high) if end not in levels] if ends else []
        if bare and all(map(_is_number, levels)):
            scores = f"the scores {bare[0]} and {bare[1]} mean" if bare[1:] else f"the score {bare[0]} means"
            entries = " and ".join(f'`{end}: "..."`' for end in bare)
            hint = f"add {entries} to `descriptions`"
            yield Violation(spec.document, at_key(*_LEVELS), f"no level says what {scores}", hint)
