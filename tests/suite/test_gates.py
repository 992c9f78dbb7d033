"""A miss fails a rubric where even perfect scores of all others do not make up for it, and only there."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from benchdocs.specs.choices import Aggregation
from benchdocs.specs.loading import load
from benchdocs.suite.gates import miss_fails_rubric, needed_score
from benchdocs.suite.suite import Suite
from benchdocs.suite.verdicts import aggregate
from support.paths import BASE
from support.shipped import shipped_report
from support.suites import suite_with

DEM = "rubrics/A-DEM.yaml"
A_LITTLE = Decimal("0.000001")


@pytest.mark.parametrize("passing", ["0", "0.45", "0.80", "0.95", "0.951", "1"])
@pytest.mark.parametrize("method", list(Aggregation))
def test_a_miss_fails_a_rubric_where_nothing_makes_up_for_it(
    method: Aggregation, passing: str, tmp_path: Path
) -> None:
    text = (BASE / DEM).read_text().replace("WEIGHTED_AVERAGE", method)
    text = text.replace("passing_threshold: 0.80", f"passing_threshold: {passing}")
    third = (BASE / "a-component/A-DEM2.yaml").read_text().replace("A-DEM2", "A-DEM3")
    root = suite_with(
        tmp_path,
        {DEM: text.replace("- A-DEM2", "- A-DEM2\n  - A-DEM3"), "a-component/A-DEM3.yaml": third},
    )
    suite = Suite(load(root))
    members = suite.members(suite.rubric["A-DEM"])
    assert len(members) == 3, "with two, a median is a mean"
    for spec in members:
        threshold = spec.fields.threshold
        assert threshold

        def score(own: Decimal | Fraction, code: str = spec.code) -> Fraction:
            pairs = [
                (own if it.code == code else Decimal(1), it.fields.weight or Decimal(0)) for it in members
            ]
            return aggregate(method, pairs)

        assert miss_fails_rubric(suite, spec) == (score(threshold - A_LITTLE) < Fraction(passing))
        needed = needed_score(suite, spec)
        assert score(needed or Decimal(0)) >= Fraction(passing)
        assert needed is None or score(needed - Fraction(A_LITTLE)) < Fraction(passing)


def test_a_missed_threshold_gate_of_the_safety_flags_fails_them(shipped_site: Path) -> None:
    suite = shipped_report().suite
    failing = {spec.code for spec in suite.benchmarks if miss_fails_rubric(suite, spec)}
    assert {"A-SFT1", "A-SFT2", "A-SFT4"} <= failing
    page = (shipped_site / "benchmarks/a-sft4/index.html").read_text()
    assert 'a miss fails <a class="code" href="../../rubrics/a-sft/">A-SFT</a>' in page
    assert "may make up for it" not in page
    assert "may make up for it" in (shipped_site / "benchmarks/a-ref2/index.html").read_text()
