"""Geometry of the home page's map: every benchmark as a box whose area is its effective weight.

Rubrics are side by side in strips, in reading order, and the benchmarks of a rubric in rows below its
name; in a large suite it is composites and their rubrics. Horizontal positions are percentages and vertical
ones pixels, as in the other charts, so areas keep their proportions at any width; a narrow screen gets a
layout of its own with fewer rubrics per strip. More boxes make the map higher.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from benchdocs.site.charts.lengths import DIGIT_WIDTH, percentage

_NAME_HEIGHT = 22
_NAME_CHARACTER = 7.4
"""Width of a character in a rubric's name, in pixels."""
_INSET = 8
_MARK = 12
_STRIP_GAP = 10
_LEAST_BOX = 46 * 24
"""Square pixels that a box of mean weight has: a short code fits into it."""
_MOST_TRIED = 40
"""Numbers of rows among which the best is chosen."""
_LINE = 0.35
"""Half the gap between two rubrics of a strip, in percent of the width."""


class Layout(NamedTuple):
    """How a map is laid out for a range of screens."""

    name: str
    strip: Decimal
    """Effective weight that a strip holds at most, unless one rubric alone weighs more."""
    height: float
    """Pixels of height for each percent of effective weight in a strip."""
    widths: tuple[int, ...]
    """Widths at which the style sheet shows more labels, in pixels; the first is the narrowest there is."""


LAYOUTS = (
    Layout("wide", Decimal("0.25"), 6.0, (680, 900, 1150)),
    Layout("narrow", Decimal("0.10"), 11.0, (270,)),
)


class MapItem(NamedTuple):
    """A benchmark or rubric to be drawn; `weight` is its effective weight, 0 to 1."""

    code: str
    weight: Decimal
    is_marked: bool = False
    """Whether a mark is drawn beside its code."""


class MapGroup(NamedTuple):
    """A rubric or composite to be drawn, with its members in their order."""

    code: str
    label: str
    items: tuple[MapItem, ...]

    @property
    def weight(self) -> Decimal:
        """Effective weight of all its members together."""
        return sum((item.weight for item in self.items), Decimal(0))


class MapBox(NamedTuple):
    """The box of a member: x and width with their unit, y and height in pixels."""

    code: str
    x: str
    y: float
    width: str
    height: float
    text: str
    """As much of the code as fits; empty where nothing does."""
    right: str
    """The x position where the box ends."""


class MapBlock(NamedTuple):
    """The boxes of a group below its name."""

    code: str
    x: str
    y: float
    label_from: str
    """Width of the map, one of the layout's, from which the rubric's label fits beside its code."""
    boxes: tuple[MapBox, ...]


class SuiteMap(NamedTuple):
    """One layout of the map."""

    name: str
    height: float
    blocks: tuple[MapBlock, ...]


def suite_map(groups: Sequence[MapGroup], layout: Layout) -> SuiteMap:
    """Lay out the groups that have a weight; the others are only in the table beside the map."""
    drawn = [group for group in groups if group.weight > 0]
    blocks: list[MapBlock] = []
    top = 0.0
    count = sum(item.weight > 0 for group in drawn for item in group.items)
    area = 100 * layout.height * layout.widths[0] * float(sum((group.weight for group in drawn), Decimal(0)))
    stretch = max(1.0, count * _LEAST_BOX / area) if drawn else 1.0
    for strip in _strips(drawn, layout.strip):
        total = sum((group.weight for group in strip), Decimal(0))
        height = float(total) * 100 * layout.height * stretch
        left = 0.0
        for group in strip:
            width = 100 * float(group.weight / total)
            blocks.append(_block(group, left + _LINE, top, width - 2 * _LINE, height, layout))
            left += width
        top += _NAME_HEIGHT + height + _STRIP_GAP
    return SuiteMap(layout.name, max(top - _STRIP_GAP, 0), tuple(blocks))


def _strips(groups: Sequence[MapGroup], most: Decimal) -> list[list[MapGroup]]:
    """Split rubrics into strips of about the same weight, none above the limit except a single rubric."""
    total = sum((group.weight for group in groups), Decimal(0))
    count = max(1, int(-(-total // most)))
    strips: list[list[MapGroup]] = []
    weight = Decimal(0)
    for group in groups:
        full = weight + group.weight > most or weight >= total / count
        if not strips or full:
            strips.append([])
            weight = Decimal(0)
        strips[-1].append(group)
        weight += group.weight
    return strips


def _block(group: MapGroup, left: float, top: float, width: float, height: float, layout: Layout) -> MapBlock:
    pixels = layout.widths[0] * width / 100
    needed = len(f"{group.code} {group.label}") * _NAME_CHARACTER / width * 100
    label_from = next((str(step) for step in layout.widths if needed <= step), "never")
    items = [item for item in group.items if item.weight > 0]
    boxes: list[MapBox] = []
    y = top + _NAME_HEIGHT
    for row in _rows(items, pixels, height):
        weight = sum((item.weight for item in row), Decimal(0))
        row_height = round(height * float(weight / group.weight), 2)
        x = left
        for item in row:
            box_width = width * float(item.weight / weight)
            short = item.code.removeprefix(group.code).removeprefix("-") or item.code
            room = layout.widths[0] * box_width / 100 - _INSET - (_MARK if item.is_marked else 0)
            text = next((text for text in (item.code, short) if len(text) * DIGIT_WIDTH <= room), "")
            start, wide, right = percentage(x), percentage(box_width), percentage(x + box_width)
            boxes.append(MapBox(item.code, start, y, wide, row_height, text, right))
            x += box_width
        y = round(y + row_height, 2)
    return MapBlock(group.code, percentage(left), top, label_from, tuple(boxes))


def _rows(items: Sequence[MapItem], width: float, height: float) -> list[list[MapItem]]:
    """Split members into as many rows of about the same weight as make the boxes most nearly square."""

    total = sum((item.weight for item in items), Decimal(0))

    def split(count: int) -> list[list[MapItem]]:
        rows: list[list[MapItem]] = [[]]
        passed = Decimal(0)
        for item in items:
            middle = passed + item.weight / 2
            if rows[-1] and middle * count >= total * len(rows):
                rows.append([])
            rows[-1].append(item)
            passed += item.weight
        return rows

    def stretch(rows: list[list[MapItem]]) -> float:
        worst = 0.0
        for row in rows:
            weight = sum((item.weight for item in row), Decimal(0))
            row_height = height * float(weight / total)
            for item in row:
                ratio = width * float(item.weight / weight) / row_height
                worst = max(worst, ratio / 1.6, 1.6 / ratio)
        return worst

    best = round((1.6 * len(items) * height / width) ** 0.5)  # where all weigh the same
    first = max(1, min(best, len(items)) - _MOST_TRIED // 2)
    counts = range(first, min(len(items), first + _MOST_TRIED) + 1)
    return min((split(count) for count in counts), key=stretch)
