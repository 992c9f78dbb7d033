"""The page of a benchmark says what is counted, from which labels, and how many cases it takes."""

from __future__ import annotations

import re
from pathlib import Path

from support.plain_specs import BENCHMARKS


def test_only_one_benchmark_fails_an_output_that_cannot_be_read() -> None:
    failing = [
        spec["code"] for spec in BENCHMARKS.values() if spec["metric"].get("unparseable_output") == "fails"
    ]
    assert failing == ["A-FMT1"]


def test_a_page_states_the_measurement(shipped_site: Path) -> None:
    page = (shipped_site / "benchmarks/a-prt1/index.html").read_text()
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    formula = "(required_sections_populated / required_sections_with_content)"
    assert re.sub(r"(?<=\() | (?=\))", "", words).count(formula) == 1
    assert "Counts: labeled items, as a share of each case" in words
    assert "Counted from labels: sections_with_content" in words
    assert "Minimum cases: 29" in words
    assert "fails here, once for the suite" in (shipped_site / "benchmarks/a-fmt1/index.html").read_text()


def test_items_out_of_scope_are_listed_with_who_counts_them(shipped_site: Path) -> None:
    page = (shipped_site / "benchmarks/a-neg1/index.html").read_text()
    assert re.search(r"Denials of allergies.{0,150}\(<a [^>]*a-cmp7/[^>]*>A-CMP7</a>\)", page)
