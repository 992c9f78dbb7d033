"""SCL: scoring scales whose ends or levels do not fit each other; `formulas` looks at the formulas."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple, TypeGuard

from benchdocs.documents.locations import at, at_key
from benchdocs.documents.text_file import shorten
from benchdocs.documents.yaml_scalars import OddNumber, kind_of
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support import corrections
from benchdocs.suite.suite import BenchmarkSpec, Suite

SOURCE = "ScoringScale Field Breakdown"
_LEVELS = ("scoring_scale", "descriptions")


class ScaleEnds(NamedTuple):
    """The two ends of a benchmark's raw scale, of which the first is the lower one."""

    low: Decimal
    high: Decimal

    def __str__(self) -> str:
        """Return the range in words."""
        return f"{self.low} to {self.high}"


def scale_ends(spec: BenchmarkSpec) -> ScaleEnds | None:
    """Return a benchmark's raw scale; None where an end is missing or the ends are the wrong way round."""
    ends = spec.fields.scoring_scale.ends if spec.fields.scoring_scale else None
    return ScaleEnds(*ends) if ends and ends[0] < ends[1] else None


def _level_keys(spec: BenchmarkSpec) -> list[object]:
    """Return all levels that a benchmark describes, those with a faulty text included."""
    scale = spec.document.data.get("scoring_scale")
    levels = scale.get("descriptions") if isinstance(scale, dict) else None
    return list(levels) if isinstance(levels, dict) else []


def _is_number(key: object) -> TypeGuard[Decimal]:
    return isinstance(key, Decimal) and key.is_finite()


@rule(
    "SCL401",
    "scale without a range",
    source=f"{SOURCE}: `min_value`, `max_value`",
    fields=("scoring_scale.min_value", "scoring_scale.max_value"),
)
def empty_scale(suite: Suite) -> Iterator[Violation]:
    """The scale's `min_value` is not less than its `max_value`.

    Why: there is no score between the two ends, so no score can be normalized and no level fits.

    Fix: swap the two numbers, or correct the wrong one.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 5
          max_value: 0

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 5
          descriptions:
            5: "Every time is recorded"
            0: "No time is recorded"
    """
    for spec in suite.benchmarks:
        ends = spec.fields.scoring_scale.ends if spec.fields.scoring_scale else None
        if ends and ends[0] >= ends[1]:
            low, high = ends
            message = f"`min_value` is {low} and `max_value` is {high}, but `min_value` has to be lower"
            hint = "a scale needs two different ends" if low == high else "swap the two numbers"
            related = (Link(spec.document, at("scoring_scale", "max_value"), f"`max_value` is {high}"),)
            yield Violation(spec.document, at("scoring_scale", "min_value"), message, hint, related)


@rule(
    "SCL402",
    "level outside the scale",
    source=f"{SOURCE}: `descriptions`",
    fields=("scoring_scale.descriptions",),
)
def level_outside(suite: Suite) -> Iterator[Violation]:
    """A described level is less than `min_value` or greater than `max_value`.

    Why: no case can ever get that score, and the chart has no place for the level.

    Fix: correct the level or the end of the scale. Usually one of them is a percentage: 90 on a scale from 0
    to 1 is `0.90`.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          descriptions:
            1: "Every time is recorded"
            90: "A rare miss"
            0: "No time is recorded"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          descriptions:
            1: "Every time is recorded"
            0.90: "A rare miss"
            0: "No time is recorded"
    """
    for spec in suite.benchmarks:
        ends = scale_ends(spec)
        if ends is None:
            continue
        for key in filter(_is_number, _level_keys(spec)):
            if not ends.low <= key <= ends.high:
                side = "below" if key < ends.low else "above"
                message = f"the level {key} is {side} the scale, which runs from {ends}"
                hint = "correct the level, or the `min_value` or `max_value` of the scale"
                if ends.high <= 1 and 2 <= key <= 100:
                    hint = f"if you mean {key}%, write `{key / 100:f}`"
                yield Violation(spec.document, at_key(*_LEVELS, str(key)), message, hint)


@rule(
    "SCL403",
    "level is not a number",
    source=f"{SOURCE}: `descriptions`",
    fields=("scoring_scale.descriptions",),
    fixable=True,
)
def level_not_number(suite: Suite) -> Iterator[Violation]:
    """A described level is text, a truth value, a date, infinite or empty, where a score is needed. A number
    in quotes is text, and an unusual notation is not a number: `12:30`, `010`, `0x10`, `1_000`.

    Why: a level is the lower end of a band of scores. Only numbers can be ordered, and two spellings of one
    level would both be kept.

    Fix: write only the score, without quotes or a percent sign, and put the rest into the description.

    Bad a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          descriptions:
            1: "Every time is recorded"
            "90%": "A rare miss"
            0: "No time is recorded"

    Good a-component/A-DEM1.yaml:

        scoring_scale:
          min_value: 0
          max_value: 1
          descriptions:
            1: "Every time is recorded"
            0.90: "A rare miss"
            0: "No time is recorded"
    """
    for spec in suite.benchmarks:
        for key in _level_keys(spec):
            if not _is_number(key):
                message = f"a level has to be a plain number, but this one is {_as_read(key)}"
                hint, right = _remedy_for_key(key, scale_ends(spec))
                place = at_key(*_LEVELS, str(key))
                is_free = right and Decimal(right) not in _level_keys(spec)
                yield Violation(spec.document, place, message, hint, fix=right if is_free else None)


def _as_read(key: object) -> str:
    """Return what YAML made of a level's key, in words."""
    if isinstance(key, OddNumber):
        return f"{kind_of(key)} (written `{key}`)"
    return f"the text `{shorten(key)}`" if isinstance(key, str) and key.strip() else kind_of(key)


def _remedy_for_key(key: object, ends: ScaleEnds | None) -> tuple[str, str | None]:
    """Return what to write in place of a level, and the number alone where the text holds nothing else."""
    if isinstance(key, OddNumber):
        return "write the score as a plain decimal, for example `0.90`", None
    right = corrections.number(str(key), share=ends is not None and ends.high <= 1)
    if right is None:
        return "write the score that the text describes, for example `0.90`", None
    return f"write only the score: `{right}`", right


@rule(
    "SCL407",
    "end of the scale not described",
    Severity.NOTE,
    source=f"{SOURCE}: `descriptions`",
    fields=("scoring_scale.min_value", "scoring_scale.max_value", "scoring_scale.descriptions"),
)
def undescribed_end(suite: Suite) -> Iterator[Violation]:
    """A scale has no described level at its `min_value` or at its `max_value`.

    Why: the two ends define total failure and full success. Without them readers have to guess.

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
            1: "Every time is recorded"
            0: "No time is recorded"
    """
    for spec in suite.benchmarks:
        ends, levels = scale_ends(spec), _level_keys(spec)
        bare = [end for end in (ends.low, ends.high) if end not in levels] if ends else []
        if bare and all(map(_is_number, levels)):
            scores = f"the scores {bare[0]} and {bare[1]} mean" if bare[1:] else f"the score {bare[0]} means"
            entries = " and ".join(f'`{end}: "..."`' for end in bare)
            hint = f"add {entries} to `descriptions`"
            yield Violation(spec.document, at_key(*_LEVELS), f"no level says what {scores}", hint)
