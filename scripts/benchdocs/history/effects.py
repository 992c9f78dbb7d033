"""Which class a change of a field belongs to, where that takes more than the field's facts."""

from enum import Enum
from typing import Any

from benchdocs.documents.stems import same_stems
from benchdocs.specs.blocks import ScoringScale
from benchdocs.specs.choices import EvaluatorType
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.field_index import prose_fields
from benchdocs.specs.fields import Fields
from benchdocs.specs.formula import DEFAULT, FormulaError, Scale, parse_formula
from benchdocs.specs.models import Benchmark


def effect_of(name: str, old: Fields, new: Fields) -> Effect:
    """Return what a change of a field can do, given the whole block before and after."""
    before, after = getattr(old, name), getattr(new, name)
    if name in prose_fields() | type(new).blocks().keys() and _same_words(before, after):
        return Effect.EDITORIAL
    if name == "concept" and isinstance(old, Benchmark) and isinstance(new, Benchmark):
        return Effect.SCORE if _is_only_in_words(old) or _is_only_in_words(new) else Effect.MEANING
    if isinstance(old, ScoringScale) and isinstance(new, ScoringScale) and name == "normalization_formula":
        return Effect.MEANING if _same_scores(old, new) else Effect.SCORE
    return type(new).facts()[name].effect_of(before, after)


def _is_only_in_words(benchmark: Benchmark) -> bool:
    """Return whether a script measures what the concept alone says."""
    by_script = benchmark.evaluator_type in (EvaluatorType.CODE, EvaluatorType.HYBRID)
    metric = benchmark.metric
    return by_script and not (metric and metric.numerator and metric.denominator)


def _same_scores(old: ScoringScale, new: ScoringScale) -> bool:
    """Return whether two formulas give every raw score of one scale the same score."""
    if not old.ends or old.ends != new.ends or old.ends[0] >= old.ends[1]:
        return False
    try:
        formulas = [parse_formula(scale.normalization_formula or DEFAULT) for scale in (old, new)]
    except FormulaError:
        return False
    return formulas[0].equals(formulas[1], Scale.of(*old.ends))


def _same_words(old: Any, new: Any) -> bool:
    """Return whether texts have the same stems, at the same places of two values, and all else is equal."""
    if isinstance(old, Fields) and type(old) is type(new):
        known = all(_same_words(getattr(old, name), getattr(new, name)) for name in type(old).model_fields)
        return known and old.model_extra == new.model_extra
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_same_words, old, new))
    if isinstance(old, str) and isinstance(new, str) and not isinstance(old, Enum):
        return same_stems(old, new)
    return bool(old == new)
