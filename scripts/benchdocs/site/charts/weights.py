"""Geometry of the weight charts and of the card at the head of a spec's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from operator import itemgetter

from benchdocs.site.charts.lengths import percentage
from benchdocs.specs.numbers import percent


@dataclass(frozen=True, slots=True)
class WeightBar:
    """One member of a rubric: its share in the rubric, and in the component as a whole."""

    code: str
    y: int
    share_width: str
    share_text: str
    effective_width: str | None
    effective_text: str
    is_hard_gate: bool


@dataclass(frozen=True, slots=True)
class WeightChart:
    """The shares of a rubric's members, both bars on one axis from 0 to 100 %."""

    height: int
    bars: tuple[WeightBar, ...]


_BAR_ROW = 52


_MOST_SEGMENTS = 40
"""Parts of a small bar that can be distinguished."""


def weight_chart(members: Sequence[tuple[str, Decimal, Decimal | None, bool]]) -> WeightChart:
    """Lay out (code, share, effective share, hard gate) rows; shares are 0 to 1, or None above components."""
    bars = tuple(
        WeightBar(
            code=code,
            y=index * _BAR_ROW,
            share_width=percentage(float(share) * 100),
            share_text=percent(share),
            effective_width=None if effective is None else percentage(float(effective) * 100),
            effective_text="–" if effective is None else percent(effective),
            is_hard_gate=is_hard_gate,
        )
        for index, (code, share, effective, is_hard_gate) in enumerate(members)
    )
    return WeightChart(height=len(bars) * _BAR_ROW, bars=bars)


@dataclass(frozen=True, slots=True)
class Segment:
    """A member's part of its rubric's weight, on a bar that is the whole rubric."""

    x: str
    width: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class SpecCard:
    """The small pictures at the head of a spec's page."""

    threshold_x: str | None
    """Place of the threshold on a bar from 0 to 1."""
    passing_width: str
    segments: tuple[Segment, ...]
    """The rubric's members; empty where their shares cannot be worked out."""


def spec_card(threshold: Decimal | None, shares: Sequence[tuple[bool, Decimal | None]]) -> SpecCard:
    """Lay out a threshold from 0 to 1, and a rubric's (own, share) pairs in their order.

    Of very many members, those on either side of the own one are drawn as one.
    """
    segments: list[Segment] = []
    start = Decimal(0)
    known = [(is_own, share) for is_own, share in shares if share is not None]
    drawn = known if len(known) == len(shares) else []
    if len(drawn) > _MOST_SEGMENTS:
        runs = groupby(drawn, key=itemgetter(0))
        drawn = [(is_own, sum((share for _, share in run), Decimal(0))) for is_own, run in runs]
    for is_own, share in drawn:
        segments.append(Segment(percentage(float(start) * 100), percentage(float(share) * 100), is_own))
        start += share
    return SpecCard(
        threshold_x=None if threshold is None else percentage(float(threshold) * 100),
        passing_width="0%" if threshold is None else percentage(100 - float(threshold) * 100),
        segments=tuple(segments),
    )
