"""A rubric's arithmetic: exact, and the same in words."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from benchdocs.site.views.aggregation import aggregation_formula
from benchdocs.specs.choices import Aggregation
from benchdocs.specs.models import Rubric
from benchdocs.suite.verdicts import aggregate
from support.members import member

PAIRS = [(Decimal("1.00"), Decimal("0.60")), (Decimal("0.90"), Decimal("0.40"))]
TERMS = [
    member("A-X1", Decimal("0.60"), Decimal("1.00")),
    member("A-X2", Decimal("0.40"), Decimal("0.90")),
]


@pytest.mark.parametrize(
    ("method", "score"),
    [("WEIGHTED_AVERAGE", "0.96"), ("MINIMUM", "0.9"), ("MAXIMUM", "1"), ("MEAN", "0.95")],
)
def test_each_method_gives_its_exact_score(method: str, score: str) -> None:
    assert aggregate(Aggregation(method), PAIRS) == Fraction(score)


def test_weights_are_taken_together_as_one() -> None:
    doubled = [(score, weight * 2) for score, weight in PAIRS]
    assert aggregate(Aggregation.WEIGHTED_AVERAGE, doubled) == Fraction("0.96")


def test_nothing_to_aggregate_is_an_error() -> None:
    with pytest.raises(ValueError, match="no score"):
        aggregate(Aggregation.MEAN, [])
    with pytest.raises(ValueError, match="no score"):
        aggregate(Aggregation.WEIGHTED_AVERAGE, [(Decimal(1), Decimal(0))])


def test_the_formula_names_each_weight_with_its_member() -> None:
    rubric = Rubric(aggregation_method=Aggregation.WEIGHTED_AVERAGE, passing_threshold=Decimal("0.96"))
    assert aggregation_formula(rubric, TERMS) == "0.60 × A-X1 + 0.40 × A-X2"


def test_the_formula_names_a_weight_once() -> None:
    rubric = Rubric(aggregation_method=Aggregation.WEIGHTED_AVERAGE)
    weights = ("0.125", "0.25", "0.125", "0.5")
    terms = [member(f"A-X{number}", Decimal(weight), None) for number, weight in enumerate(weights, 1)]
    assert aggregation_formula(rubric, terms) == "0.125 × (A-X1 + A-X3) + 0.25 × A-X2 + 0.5 × A-X4"
    equal = [member(f"A-X{number}", Decimal("0.125"), None) for number in range(1, 9)]
    assert aggregation_formula(rubric, equal).count("0.125") == 1
