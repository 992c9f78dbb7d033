"""Rows of a rubric's weight table with the values that a test needs."""

from __future__ import annotations

from decimal import Decimal

from benchdocs.site.views.spec import Member


def member(
    code: str,
    weight: Decimal | None = None,
    threshold: Decimal | None = None,
    *,
    share: Decimal | None = None,
    gate: str = "",
) -> Member:
    """A member with these values and no other."""
    return Member(code, code, weight, share, "", threshold, "", "", gate=gate)
