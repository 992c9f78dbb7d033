"""Formulas are exact arithmetic, and nothing but arithmetic."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from benchdocs.specs.formula import DEFAULT, MAX_LENGTH, FormulaError, Scale, parse_formula
from support.patience import little_work
from support.tables import table

UNIT = Scale.of(Decimal("0"), Decimal("1"))
STARS = Scale.of(Decimal("1"), Decimal("5"))


def value(text: str, x: str = "0", scale: Scale = UNIT) -> Fraction:
    return parse_formula(text).evaluate(Fraction(x), scale)


def refused(text: str) -> FormulaError:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)
    return caught.value


@table
def test_a_formula_is_worked_out_exactly(text: str, x: str, expected: str) -> None:
    assert value(text, x) == Fraction(expected)


def test_min_and_max_are_the_ends_of_the_scale() -> None:
    assert value("min", scale=STARS) == 1
    assert value("max", scale=STARS) == 5
    assert value(DEFAULT, "4", STARS) == Fraction(3, 4)


@table
def test_the_first_piece_that_is_no_arithmetic_is_named_with_its_place(
    text: str, offset: int, message: str
) -> None:
    error = refused(text)
    assert (error.offset, str(error)) == (offset, message)


@table
def test_what_is_no_whole_formula_has_no_place(text: str, message: str) -> None:
    error = refused(text)
    assert (error.offset, str(error)) == (None, message)


@pytest.mark.parametrize("text", ["(" * 10_000, "-" * 10_000, "9" * 100_000, "x" + "*x" * 50_000])
def test_a_formula_over_the_length_is_refused_unread(text: str) -> None:
    assert str(refused(text)) == "it is longer than 200 characters"


@pytest.mark.parametrize("text", ["x" + "*x" * 51, "x" + "/2" * 51])
def test_products_have_a_bound(text: str) -> None:
    assert str(refused(text)) == "it multiplies and divides more than 50 times"


def test_the_deepest_formulas_are_read() -> None:
    assert value("(" * 99 + "x" + ")" * 99, "1") == 1
    assert value("-" * 199 + "x", "1") == -1
    assert value("x" + "+1" * 99, "1") == 100


@pytest.mark.parametrize("text", ["9" * MAX_LENGTH, "x" + "*x" * 50, "x" + "/2" * 50])
def test_the_largest_formulas_are_worked_out_in_good_time(text: str) -> None:
    formula, scale = parse_formula(text), Scale.of(Decimal("1e-30"), Decimal("1e30"))
    with little_work():
        assert not formula.has_pole(scale)
        assert formula.is_increasing(scale) in (True, False)


@table
def test_a_divisor_that_is_zero_is_a_pole(text: str) -> None:
    assert parse_formula(text).has_pole(UNIT)


@pytest.mark.parametrize("text", ["x", "x/2", "(x-min)/(max-min)", "(1/2)/(3/4)"])
def test_a_divisor_that_stays_off_zero_is_no_pole(text: str) -> None:
    assert not parse_formula(text).has_pole(UNIT)


def test_a_pole_belongs_to_a_scale() -> None:
    assert parse_formula("x/(max-min-4)").has_pole(STARS)
    assert not parse_formula("x/(max-min-4)").has_pole(UNIT)


@pytest.mark.parametrize("text", ["x", "x*x", "4*x*x*x-6*x*x+3*x", DEFAULT, "0.5+x/1000000"])
def test_a_formula_that_always_rises_is_increasing(text: str) -> None:
    assert parse_formula(text).is_increasing(UNIT)


@pytest.mark.parametrize("text", ["1-x", "0.5", "x-x", "4*x*(1-x)", "8*x*x*x-12*x*x+5*x", "-x*x"])
def test_a_formula_that_falls_or_stays_level_is_not_increasing(text: str) -> None:
    assert not parse_formula(text).is_increasing(UNIT)


def test_the_square_is_increasing_only_where_it_rises() -> None:
    assert not parse_formula("x*x").is_increasing(Scale.of(Decimal("-1"), Decimal("1")))


@table
def test_the_raw_score_of_a_normalised_one_is_exact(text: str, score: str, raw: str) -> None:
    assert parse_formula(text).raw_at(Fraction(score), UNIT) == Fraction(raw)


def test_the_raw_score_of_a_straight_formula_is_exact_whatever_its_digits() -> None:
    score = Fraction(7 * 10**30 + 1, 3 * 10**30)
    assert parse_formula("x").raw_at(score, STARS) == score
    assert parse_formula("2*x+1").raw_at(2 * score + 1, STARS) == score


def test_the_raw_score_is_found_on_any_scale() -> None:
    assert parse_formula(DEFAULT).raw_at(Fraction("0.9"), STARS) == Fraction("4.6")
    assert parse_formula("x/100").raw_at(Fraction("0.9"), Scale.of(Decimal("0"), Decimal("100"))) == 90


def test_a_raw_score_that_is_no_fraction_is_rounded_up_by_a_trace() -> None:
    raw = parse_formula("x*x").raw_at(Fraction(1, 2), UNIT)
    assert raw is not None
    assert 0 < raw * raw - Fraction(1, 2) < Fraction(1, 10**17)


@pytest.mark.parametrize(
    ("text", "score"),
    [("x/2", "0.6"), ("x/2+0.5", "0.4"), ("1-x", "0.5"), ("0.5", "0.5"), ("4*x*(1-x)", "0")],
)
def test_there_is_no_raw_score_where_the_formula_does_not_give_exactly_one(text: str, score: str) -> None:
    assert parse_formula(text).raw_at(Fraction(score), UNIT) is None


@pytest.mark.parametrize("text", ["x", "(x)", " ( ( x ) ) ", "(\tx\n)", "+x", "x/1", "(x-min)/(max-min)"])
def test_the_identity_is_known_in_every_form(text: str) -> None:
    assert parse_formula(text).is_identity(UNIT)


@pytest.mark.parametrize("text", ["-x", "x/2", "x*x", "max", "0.5"])
def test_anything_else_is_not_the_identity(text: str) -> None:
    assert not parse_formula(text).is_identity(UNIT)


def test_the_default_formula_is_the_identity_on_a_scale_from_0_to_1_only() -> None:
    assert not parse_formula("(x-min)/(max-min)").is_identity(Scale.of(Decimal(0), Decimal(100)))
