"""The aggregation of members' scores into the score of their rubric."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from benchdocs.specs.models import Aggregation


def aggregate(method: Aggregation, scores: Sequence[tuple[Decimal | Fraction, Decimal]]) -> Fraction:
    """Return a rubric's score from its members' (score, weight) pairs; the weights are divided by their sum.

    Raises ValueError where there are no pairs, or where a weighted average has no weight at all.
    """
    values = [Fraction(value) for value, _ in scores]
    total = sum((Fraction(weight) for _, weight in scores), Fraction(0))
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
            return sum((Fraction(value) * Fraction(weight) for value, weight in scores), Fraction(0)) / total
