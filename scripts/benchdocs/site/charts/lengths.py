"""Lengths that all charts share: percentages of their width, and pixels of their labels."""

from __future__ import annotations

DIGIT_WIDTH = 7.5
"""Width of a digit in the labels, in pixels."""


def percentage(value: float) -> str:
    """Return a position or width in percent of a chart's width, as SVG writes it."""
    return f"{value:.3f}".rstrip("0").rstrip(".") + "%"
