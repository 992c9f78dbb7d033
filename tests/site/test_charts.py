"""Charts and numbers: every mark is drawn where its number belongs, and labels never touch."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from types import SimpleNamespace
from typing import cast

import pytest

from benchdocs.site.charts.lengths import DIGIT_WIDTH
from benchdocs.site.charts.scale import NARROW, Level, ScaleChart, scale_chart
from benchdocs.site.charts.weights import weight_segments
from benchdocs.site.links import Linker
from benchdocs.site.renderer import Renderer
from benchdocs.site.views.scale import scale_view
from benchdocs.specs.formula import Scale, parse_formula
from benchdocs.specs.models import Benchmark
from benchdocs.specs.numbers import percent, shown_fraction
from benchdocs.suite.suite import BenchmarkSpec
from support.members import member

LEVELS = {
    "six": ["0", "0.60", "0.70", "0.80", "0.90", "0.95", "1.0"],
    "crowded at the top": ["0", "0.98", "0.985", "0.99", "0.995", "1.0"],
    "crowded at the bottom": ["0", "0.005", "0.01", "0.015", "0.02", "1.0"],
    "crowded in the middle": ["0", "0.48", "0.49", "0.50", "0.51", "0.52", "1.0"],
    "two": ["0.0", "1.0"],
    "eleven": [str(key) for key in range(0, 101, 10)],
    "negative": ["-10", "0", "10"],
    "one to five": ["1", "2", "3", "4", "5"],
}


def drawn(keys: list[str], formula: str = "(x-min)/(max-min)", threshold: str = "0.9") -> ScaleChart:
    low, high = Decimal(keys[0]), Decimal(keys[-1])
    uppers = [*map(Decimal, keys[1:]), high]
    levels = [Level(Decimal(key), upper, f"level {key}", "") for key, upper in zip(keys, uppers, strict=True)]
    parsed = parse_formula(formula)
    raw = parsed.raw_at(Fraction(threshold), Scale.of(low, high))
    return scale_chart(levels, low, high, parsed, raw, threshold)


@pytest.mark.parametrize("keys", LEVELS.values(), ids=LEVELS.keys())
def test_labels_touch_neither_each_other_nor_a_line_even_on_a_phone(keys: list[str]) -> None:
    chart = drawn(keys)
    for labels in (chart.ticks, chart.normalized):
        spans = []
        for label in labels:
            line = float(label.x.rstrip("%")) / 100 * NARROW
            width = len(label.text) * DIGIT_WIDTH
            start = line + label.dx - {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
            spans.append((label.y, start, start + width, line))
            assert label.y < chart.height
            assert 0 <= start <= start + width <= NARROW
        for (y, start, end, _), (other_y, other_start, other_end, other_line) in permutations(spans, 2):
            assert y != other_y or end < other_start or other_end < start
            assert other_y <= y or not start <= other_line <= end, "a line crosses a label"


@pytest.mark.parametrize("keys", LEVELS.values(), ids=LEVELS.keys())
def test_bands_fill_the_axis_and_the_level_at_the_maximum_is_a_point(keys: list[str]) -> None:
    chart = drawn(keys)
    assert [band.is_point for band in chart.bands] == [False] * (len(keys) - 1) + [True]
    assert sum(float(band.width.rstrip("%")) for band in chart.bands) == pytest.approx(97, abs=0.02)


def test_the_threshold_is_drawn_at_its_raw_score() -> None:
    threshold = drawn(["0", "50", "100"], "x/100", "0.6").threshold
    assert threshold
    assert float(threshold.x.rstrip("%")) == pytest.approx(1.5 + 0.6 * 97)


def test_the_normalised_axis_follows_a_bent_formula() -> None:
    chart = drawn(["0", "1"], "x*x", "0.25")
    assert [label.text for label in chart.normalized] == ["0", "0.25", "0.5", "0.75", "1"]
    quarter = next(label for label in chart.normalized if label.text == "0.25")
    assert float(quarter.x.rstrip("%")) == pytest.approx(1.5 + 0.5 * 97)


def test_a_raw_axis_that_is_normalised_already_is_drawn_once() -> None:
    assert drawn(["0", "1"], "x").normalized == ()


def test_bars_are_as_long_as_their_shares() -> None:
    first = member("A-X1", share=Decimal("0.125"), effective=Decimal("0.00625"), gate="Hard gate")
    second = member("A-X2", share=Decimal(1))
    macros = Renderer(Linker({}))._jinja.get_template("macros.html.j2").module
    drawn = str(vars(macros)["weight_chart"]([first, second], "x"))
    assert re.findall(r'chart__(share|effective)" [^>]*width="([^"]*)"', drawn) == [
        *(("share", "12.5%"), ("effective", "0.625%"), ("share", "100%")),
    ]
    words = "A-X1, hard gate: 12.5% of the rubric, 0.625% of the component"
    assert f"<title>{words}</title>" in drawn
    assert "<title>A-X2: 100% of the rubric, – of the component</title>" in drawn


def test_of_hundreds_of_members_those_beside_the_own_one_are_drawn_as_one() -> None:
    shares = [(number == 30, Decimal("0.01")) for number in range(100)]
    drawn = list(weight_segments(shares))
    assert drawn == [("0%", "30%", False), ("30%", "1%", True), ("31%", "69%", False)]
    assert len(weight_segments(shares[:40])) == 40


@pytest.mark.parametrize(
    ("share", "text"), [("1", "100%"), ("0.2", "20%"), ("0.00625", "0.625%"), ("0", "0%")]
)
def test_a_share_is_shown_as_a_percentage(share: str, text: str) -> None:
    assert percent(Decimal(share)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [((60, 1), "60"), ((9, 10), "0.9"), ((1, 3), "≈ 0.3333"), ((0, 1), "0"), ((1, 30000), "≈ 0.00003")],
)
def test_a_computed_number_says_when_it_is_rounded(value: tuple[int, int], text: str) -> None:
    assert shown_fraction(Fraction(*value)) == text


def scaled(levels: list[str], threshold: str) -> list[str]:
    scale = {"min_value": Decimal(0), "max_value": Decimal(1), "normalization_formula": "x"}
    texts = {Decimal(key): f"level {key}" for key in levels}
    fields = Benchmark.model_validate(
        {"threshold": Decimal(threshold), "scoring_scale": {**scale, "descriptions": texts}}
    )
    view = scale_view(cast(BenchmarkSpec, SimpleNamespace(fields=fields)))
    assert view
    return [level.verdict for level in view.levels]


def test_a_level_reaches_the_threshold_only_with_scores_of_its_own_band() -> None:
    assert scaled(["0", "0.95", "1.0"], "1") == ["reached", "not reached", "not reached"]
    assert scaled(["0", "0.95"], "1") == ["reached from 1", "not reached"]
    assert scaled(["0", "0.8", "1"], "0.9") == ["reached", "reached from 0.9", "not reached"]
    assert scaled([], "0.5") == []
