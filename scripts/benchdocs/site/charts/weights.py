"""Geometry of the bar at the head of a spec's page: its part of its rubric's weight."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import groupby
from operator import itemgetter

from benchdocs.site.charts.lengths import share_width

_MOST_SEGMENTS = 40
"""Parts of a small bar that can be distinguished."""


Segment = tuple[str, str, bool]
"""A member's part of a bar that is its whole rubric: where it starts, its width, if it is the own."""


def weight_segments(shares: Sequence[tuple[bool, Decimal | None]]) -> tuple[Segment, ...]:
    """Lay out a rubric's (own, share) pairs in their order; nothing where a share cannot be worked out.

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
        segments.append((share_width(start), share_width(share), is_own))
        start += share
    return tuple(segments)
