"""The home page's map: areas are effective weights, and every benchmark is on it once."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.charts.lengths import DIGIT_WIDTH
from benchdocs.site.charts.suite_map import LAYOUTS, Layout, MapGroup, MapItem, SuiteMap, suite_map
from benchdocs.site.site import Site
from benchdocs.site.views.home import Overview
from benchdocs.site.views.suite import Views
from support.shipped import shipped_report
from support.suites import suite_with

VIEWS = Views(shipped_report())
GROUPS = (
    MapGroup(
        "A-DEM",
        "Demonstration",
        tuple(
            MapItem(f"A-DEM{n}", Decimal(weight))
            for n, weight in enumerate(("0.1", "0.05", "0.02", "0.03"), 1)
        ),
    ),
    MapGroup("A-AUX", "Auxiliary", (MapItem("A-AUX1", Decimal("0.8")),)),
)


def areas(drawn: SuiteMap) -> dict[str, float]:
    return {
        box.code: float(box.width.rstrip("%")) * box.height for block in drawn.blocks for box in block.boxes
    }


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_the_area_of_a_box_is_its_weight(layout: Layout) -> None:
    drawn = areas(suite_map(GROUPS, layout))
    weights = {item.code: float(item.weight) for group in GROUPS for item in group.items}
    assert drawn.keys() == weights.keys()
    scale = drawn["A-AUX1"] / weights["A-AUX1"]
    for code, area in drawn.items():
        # The gaps between rubrics are taken from their widths, which costs a hundredth or two.
        assert area / scale == pytest.approx(weights[code], rel=0.03), code


@pytest.mark.parametrize("drawn", Overview(VIEWS).maps, ids=lambda drawn: drawn.name)
def test_every_benchmark_of_the_shipped_suite_has_one_box_and_none_overlap(drawn: SuiteMap) -> None:
    boxes = [box for block in drawn.blocks for box in block.boxes]
    assert sorted(box.code for box in boxes) == sorted(VIEWS.benchmark)
    places = [
        (float(box.x.rstrip("%")), float(box.right.rstrip("%")), box.y, box.y + box.height) for box in boxes
    ]
    for index, (left, right, top, bottom) in enumerate(places):
        assert 0 <= left < right <= 100
        assert bottom <= drawn.height + 0.1
        for other_left, other_right, other_top, other_bottom in places[:index]:
            apart = right <= other_left + 0.01 or other_right <= left + 0.01
            assert apart or bottom <= other_top + 0.1 or other_bottom <= top + 0.1


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_code_that_does_not_fit_its_box_is_cut_to_its_number_or_left_out(layout: Layout) -> None:
    drawn = next(drawn for drawn in Overview(VIEWS).maps if drawn.name == layout.name)
    for block in drawn.blocks:
        for box in block.boxes:
            assert box.text in (box.code, box.code.removeprefix(block.code).removeprefix("-"), "")
            room = layout.widths[0] * float(box.width.rstrip("%")) / 100
            assert len(box.text) * DIGIT_WIDTH <= room


def test_a_large_suite_shows_its_rubrics_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchdocs.site.views.home.MOST_BOXES", 51)
    codes = [box.code for block in Overview(VIEWS).maps[0].blocks for box in block.boxes]
    assert codes == [view.code for view in VIEWS.rubrics if not view.is_composite]
    assert [block.code for block in Overview(VIEWS).maps[0].blocks] == ["A"]


def test_rubrics_that_no_composite_lists_are_drawn_under_their_component(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("benchdocs.site.views.home.MOST_BOXES", 0)
    root = suite_with(tmp_path)
    (root / "rubrics/A.yaml").unlink()
    site = Site(check(root))
    (block, *_) = Overview(site.views).maps[0].blocks
    assert block.code == "A"
    assert {box.code for box in block.boxes} == {"A-DEM", "A-AUX"}
    assert '<text class="map__name"' in site.pages[0].sections[0].html


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_each_of_hundreds_of_boxes_can_be_read(layout: Layout) -> None:
    items = tuple(MapItem(f"A-{n:03}", Decimal(9 + n % 3) / 6000) for n in range(600))
    (block,) = suite_map((MapGroup("A", "All", items),), layout).blocks
    assert all(box.text for box in block.boxes)
    assert min(box.height for box in block.boxes) > 18


def test_rubrics_without_weight_are_left_out() -> None:
    nothing = MapGroup("A-NIL", "Nothing", (MapItem("A-NIL1", Decimal(0)),))
    assert suite_map((nothing,), LAYOUTS[0]).blocks == ()


def test_the_mixes_count_every_benchmark_once() -> None:
    for _, _, parts in Overview(VIEWS).mixes:
        assert sum(count for _, count, _, _ in parts) == len(VIEWS.benchmarks)
        assert sum(float(width.rstrip("%")) for *_, width in parts) == pytest.approx(100, abs=0.01)
