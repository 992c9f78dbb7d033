"""Charts and numbers: every mark is drawn where its number belongs."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from benchdocs.rules.check import check
from benchdocs.site.charts.bars import scale_bars
from benchdocs.site.links import Linker
from benchdocs.site.renderer import Renderer
from benchdocs.site.site import Site
from benchdocs.site.views.scale import ScaleView, scale_view
from benchdocs.specs.models import Benchmark
from benchdocs.specs.numbers import percent, shown_fraction
from benchdocs.suite.suite import BenchmarkSpec
from support.shipped import shipped_pages
from support.stories import stories
from support.suites import with_changes
from support.tables import table

SITE = shipped_pages()


def ladder(
    keys: list[str], threshold: str, formula: str = "x", ends: tuple[str, str] = ("0", "1")
) -> ScaleView:
    scale = {"min_value": Decimal(ends[0]), "max_value": Decimal(ends[1]), "normalization_formula": formula}
    texts = {Decimal(key): f"level {key}" for key in keys}
    fields = Benchmark.model_validate(
        {"threshold": Decimal(threshold), "scoring_scale": {**scale, "descriptions": texts}}
    )
    view = scale_view(cast(BenchmarkSpec, SimpleNamespace(fields=fields)))
    assert view
    return view


def test_each_level_says_its_whole_range_and_has_an_anchor() -> None:
    view = ladder(["0.0", "0.80", "0.90", "1.0"], "0.90", ends=("0.0", "1.0"))
    assert [(level.id, level.range) for level in view.levels] == [
        ("level-1-0", "1.0"),
        ("level-0-90", "0.90 – < 1.0"),
        ("level-0-80", "0.80 – < 0.90"),
        ("level-0-0", "0.0 – < 0.80"),
    ]
    assert [level.range for level in ladder(["0", "0.95"], "1").levels] == ["0.95 – 1", "0 – < 0.95"]


def test_scores_below_the_lowest_level_are_a_step_that_nothing_describes() -> None:
    lowest = ladder(["0.5", "1"], "0.5").levels[-1]
    assert (lowest.id, lowest.range, lowest.text) == ("", "0 – < 0.5", "")


def test_a_ladder_says_normalized_scores_only_where_they_are_others() -> None:
    bent = ladder(["0", "50", "100"], "0.25", "(x/100)*(x/100)", ("0", "100"))
    assert [level.normalized for level in bent.levels] == ["1", "0.25 – < 1", "0 – < 0.25"]
    assert (bent.raw_threshold, bent.line) == ("50", "50%")
    assert {level.normalized for level in ladder(["0", "1"], "1").levels} == {""}


@table
def test_the_line_from_which_it_passes_is_below_the_last_level_with_scores_that_pass(
    keys: list[str], threshold: str, passing: int, is_within: bool
) -> None:
    view = ladder(keys, threshold)
    assert (view.passing, view.is_within) == (passing, is_within)


@pytest.mark.parametrize("keys", [["0", "0.6", "0.7", "1.0"], ["-10", "0", "10"], ["1", "2", "3", "4", "5"]])
def test_bars_fill_the_scale_and_the_level_at_the_maximum_is_a_point(keys: list[str]) -> None:
    numbers = [Decimal(key) for key in keys]
    bars = [*scale_bars(list(pairwise([*numbers, numbers[-1]])), numbers[0], numbers[-1])]
    assert [bar.is_point for bar in bars] == [False] * (len(keys) - 1) + [True]
    assert sum(float(bar.width.rstrip("%")) for bar in bars) == pytest.approx(100, abs=0.02)
    assert (bars[0].tint, bars[-1].tint) == (1, 5)


def test_bars_compare_shares_with_the_largest() -> None:
    macros = vars(Renderer(Linker({}))._jinja.get_template("macros.html.j2").module)
    shares = (Decimal("0.2"), Decimal("0.05"))
    drawn = "".join(str(macros["share_bar"](share, shares[0])) for share in shares)
    assert re.findall(r'chart__share" width="([^"]*)"', drawn) == ["100%", "25%"]
    assert str(macros["share_bar"](None, None)) == ""


def test_every_chart_has_a_visible_title() -> None:
    titles = []
    for page in SITE.pages:
        html = "".join(section.html for section in page.sections)
        figures = re.findall(r'<figure class="chart.*?</figure>', html, re.DOTALL)
        titles += [
            re.findall(r'<figcaption id="[\w-]+-title">([^<]+)</figcaption>', each) for each in figures
        ]
        outside = re.sub(r'<figure class="chart.*?</figure>', "", html, flags=re.DOTALL)
        assert not re.search('role="img"|class="handover"|<polyline|chart__share', outside), page.url
    assert len(titles) >= 4
    assert {len(title) for title in titles} == {1}


test_story = stories(__file__)


EXPLAINED = {"A-component (automated evaluation)": "A-component", "Whole (one) score": "Whole (one) score"}


@pytest.mark.parametrize(("label", "name"), EXPLAINED.items())
def test_a_composite_is_named_without_the_explanation_in_its_label(
    tmp_path: Path, label: str, name: str
) -> None:
    changes = {
        "rubrics/A.yaml": (("label: Demonstration component", f"label: {label}"),),
        "rubrics/A-DEM.yaml": (("label: Demonstration", "label: Demo (adults)"),),
    }
    views = Site(check(with_changes(tmp_path, changes))).views
    assert views.rubric["A"].label == name
    assert views.rubric["A"].explanation == ("automated evaluation" if name != label else "")
    assert views.rubric["A-DEM"].label == "Demo (adults)", "which may tell it from its neighbors"


@table
def test_a_share_is_shown_as_a_percentage(share: str, text: str) -> None:
    assert percent(Decimal(share)) == text


@table
def test_a_computed_number_says_when_it_is_rounded(value: tuple[int, int], text: str) -> None:
    assert shown_fraction(Fraction(*value)) == text
