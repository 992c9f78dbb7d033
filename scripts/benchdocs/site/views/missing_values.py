"""Numbers as pages show them, with a marker in place of one that is absent."""

from decimal import Decimal

from benchdocs.specs.numbers import percent, shown

NONE = "–"
"""The marker in place of a value that is absent, or depends on one that is."""


def number_text(value: Decimal | None) -> str:
    """Return a number as its author wrote it; a dash where there is none."""
    return NONE if value is None else shown(value)


def share_text(share: Decimal | None, places: int = 3) -> str:
    """Return a share of 1 as a percentage; a dash where there is none."""
    return NONE if share is None else percent(share, places)
