"""Lengths that all charts share: percentages of their width, and pixels of their labels."""

from decimal import Decimal

DIGIT_WIDTH = 7.5
"""Width of a digit in the labels, in pixels."""


def percentage(value: float) -> str:
    """Return a position or width in percent of a chart's width, as SVG writes it."""
    return f"{value:.3f}".rstrip("0").rstrip(".") + "%"


def share_width(share: Decimal) -> str:
    """Return a share of 1 as a length on an axis from 0 to 1."""
    return percentage(float(share) * 100)
