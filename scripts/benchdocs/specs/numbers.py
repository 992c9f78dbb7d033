"""Show numbers as pages and messages do."""

import datetime
import re
from contextlib import suppress
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction


def shown(value: Decimal) -> str:
    """Return a number of a spec as its author wrote it, never in scientific notation."""
    return f"{value:f}"


def counted(number: int, name: str) -> str:
    """Return a number with its noun: `1 error`, `2,192 errors`."""
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def shown_fraction(value: Fraction) -> str:
    """Return a computed number, rounded to four decimals and marked `≈` where that is not exact.

    A number that would be rounded to 0 gets as many decimals as it takes to differ from it.
    """
    places = 4
    while value and not round(value, places):
        places += 1
    rounded = round(value, places)
    text = f"{float(rounded):.{places}f}".rstrip("0").rstrip(".")
    return text if rounded == value else f"≈ {text}"


def shown_score(score: Fraction, threshold: Decimal | None) -> str:
    """Return a score with at least two decimals, and as keep it on its side of a threshold and of 1."""
    limits = [Fraction(1)] if threshold is None else [Fraction(1), Fraction(threshold)]
    places, rounded = 2, round(score, 2)
    while any((rounded >= limit) != (score >= limit) for limit in limits):
        places += 1
        rounded = round(score, places)
    return f"{Decimal(rounded.numerator) / rounded.denominator:.{places}f}"


def as_decimal(share: Fraction | None) -> Decimal | None:
    """Return a share as a decimal of 28 digits."""
    return None if share is None else Decimal(share.numerator) / share.denominator


def percent(share: Decimal, places: int = 3) -> str:
    """Return a share of 1 as a percentage with at most so many decimals: 0.00625 is `0.625%`."""
    text = f"{(share * 100).quantize(Decimal(10) ** -places, ROUND_HALF_UP):.{places}f}"
    text = text.rstrip("0").rstrip(".")
    return f"{text}%"


def day_text(day: object) -> str:
    """Return a date as pages show it: `2026-01-31`; a finding has it as its file does."""
    return f"{day}"


def round_down(bound: float, places: int = 3) -> str:
    """Return a lower bound with so many decimals: never more than it is."""
    return f"{Decimal(str(bound)).quantize(Decimal(10) ** -places, ROUND_FLOOR):f}"


def round_up(bound: float, places: int = 3) -> str:
    """Return an upper bound with so many decimals: never less than it is."""
    return f"{Decimal(str(bound)).quantize(Decimal(10) ** -places, ROUND_CEILING):f}"


def date_hint(written: str) -> str:
    """Return how to write a date such as `24.12.2026`; with an example where it could be two."""
    parts = list(map(int, re.findall(r"\d+", written)[:3]))
    if "/" not in written and len(parts) == 3:
        year, month, day = sorted((parts, parts[::-1]), reverse=True)[0]
        with suppress(ValueError):
            return f"write the date as {datetime.date(year, month, day)}"
    return "write year, month and day: `2026-01-31`"
