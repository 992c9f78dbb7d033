"""Weights are multiplied out exactly, and what is missing is found."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import prod

from benchdocs.site.audit.weight_trace import WeightTrace, exact
from benchdocs.site.views.suite import Views
from support.shipped import shipped_report
from support.stories import stories
from support.tables import table

SHIPPED = WeightTrace(Views(shipped_report()))
DIGITS = Fraction(1, 10**25)
"""What a share of 28 digits may miss."""
DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"


# Weights ----------------------------------------------------------------------------------------------


def test_factors_multiply_to_the_effective_weight_of_every_benchmark() -> None:
    weights = [weight for _, _, members in SHIPPED.rubrics for weight in members]
    assert [weight.code for weight in weights] == [view.code for view in SHIPPED.views.benchmarks]
    for weight in weights:
        effective = SHIPPED.suite.effective_weight(SHIPPED.suite.benchmark[weight.code])
        if SHIPPED.views.benchmark[weight.code].figures.parent_rubric not in {"A-SFT", "A-FMT"}:
            assert weight.product == effective
        assert weight.product == prod(step.share for step in weight.steps)
        assert abs(Fraction(weight.decimal) - weight.product) < DIGITS
        assert prod(factor(text) for text, _ in weight.factors) == weight.product


def factor(text: str) -> Fraction:
    """Return a factor, which is a weight or a weight divided by the sum of its siblings."""
    weight, _, total = text.partition(" / ")
    return Fraction(weight) / Fraction(total or 1)


def test_every_benchmark_is_in_one_rank_the_largest_first_and_together_they_weigh_one() -> None:
    ranks = SHIPPED.ranks("A")
    codes = [code for rank in ranks for code in rank.codes]
    assert sorted(codes) == sorted(SHIPPED.suite.benchmark)
    assert [rank.share for rank in ranks] == sorted((rank.share for rank in ranks), reverse=True)
    total = sum((rank.share * (1 if rank.undivided else len(rank.codes)) for rank in ranks), Decimal(0))
    assert abs(Fraction(total) - 1) < DIGITS
    undivided = {rank.undivided: rank for rank in ranks if rank.undivided}
    assert {words: rank.codes for words, rank in undivided.items()} == {
        "of A-FMT's 2, only the lowest counts": ("A-FMT1", "A-FMT2"),
        "of A-SFT's 3, only the lowest counts": ("A-SFT1", "A-SFT2", "A-SFT4"),
    }
    for rank in undivided.values():
        assert abs(Fraction(rank.share) - Fraction("0.125") / Fraction("2.1")) < DIGITS
    for rank in ranks:
        for code in rank.codes if not rank.undivided else ():
            effective = SHIPPED.suite.effective_weight(SHIPPED.suite.benchmark[code])
            assert abs(Fraction(rank.share) - (effective or 0)) < DIGITS


def test_the_benchmarks_of_a_component_weigh_one_together() -> None:
    assert SHIPPED.tops == ("A",)
    for _, own, members in SHIPPED.rubrics:
        assert own
        assert own.product == sum(weight.product for weight in members)


@table
def test_a_number_is_written_without_rounding(value: Fraction, text: str) -> None:
    assert exact(value) == text
    assert Fraction(text) == value


test_story = stories(__file__)
