"""Numbers as pages and messages show them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction


def shown(value: Decimal) -> str:
    """A number of a spec as its author wrote it, never in scientific notation."""
    return f"{value:f}"


def shown_fraction(value: Fraction) -> str:
    """A computed number, rounded to four decimals and marked where that is not exact.

    One that is next to nothing gets as many decimals as it takes not to look like nothing.
    """
    places = 4
    while value and not round(value, places):
        places += 1
    rounded = round(value, places)
    text = f"{float(rounded):.{places}f}".rstrip("0").rstrip(".")
    return text if rounded == value else f"≈ {text}"


def percent(share: Decimal) -> str:
    """A share of 1 as a percentage with at most three decimals: 0.00625 is `0.625 %`."""
    text = f"{(share * 100).quantize(Decimal('0.001'), ROUND_HALF_UP):f}"
    text = text.rstrip("0").rstrip(".")
    return f"{text} %"
