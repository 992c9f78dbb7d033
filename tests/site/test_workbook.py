"""The workbook: its sheets, and that every effective weight follows from two of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.page_findings import html_of
from support.paths import BASE
from support.published_data import HOSTILE, SITE, SUITE, rich_suite, rows, workbook
from support.rooted_suite import rooted_suite
from support.spreadsheet import calculated
from support.suites import suite_with


@pytest.fixture
def rich(tmp_path: Path) -> Site:
    report = check(rich_suite(tmp_path))
    assert not report.failing(strict=False)
    return Site(report)


def test_the_workbook_has_a_sheet_for_each_kind_with_a_frozen_header_and_filters() -> None:
    book = workbook(SITE)
    assert book.sheetnames == ["Rubrics", "Benchmarks", "Prompts", "Scripts", "Findings", "About"]
    counts = {"Rubrics": SUITE.rubrics, "Benchmarks": SUITE.benchmarks, "Prompts": SUITE.prompts}
    counts["Scripts"] = SUITE.code_evaluators
    for sheet in book.worksheets:
        assert sheet.freeze_panes == "B2"
        assert sheet.auto_filter.ref.startswith("A1:")
        if sheet.title in counts:
            assert sheet.max_row == len(counts[sheet.title]) + 1
    found = [row[0].value for row in book["Findings"].iter_rows(min_row=2)]
    waived = (entry.finding for entry in SITE.report.waived)
    assert found == [each.rule for each in (*SITE.report.findings, *waived)]


@pytest.mark.parametrize("suite", ["shipped", "rooted"])
def test_all_effective_weights_follow_from_the_weights_in_two_tables(tmp_path: Path, suite: str) -> None:
    site = SITE if suite == "shipped" else Site(check(rooted_suite(tmp_path / "suite")))
    book = workbook(site)
    share, effective = re.findall(r"<code>(=\w+2.*?)</code>", html_of(site, "audit/downloads/"))
    rubrics = {row["code"]: row for row in rows(site, "rubrics")}

    def expected(rubric: str) -> Fraction:
        """The effective weight of a rubric, from weights alone."""
        record, parent = rubrics[rubric], rubrics.get(rubrics[rubric]["parent"])
        if parent is None:
            return Fraction(1)
        return Fraction(record["weight"]) / Fraction(parent["members_weight"]) * expected(parent["code"])

    counting = [
        (line, row) for line, row in enumerate(rows(site, "benchmarks"), 2) if row["effective_weight"]
    ]
    assert len(counting) > 4
    for line, row in counting:
        found = [
            calculated(book, "Benchmarks", re.sub(r"\b([DHI])2\b", rf"\g<1>{line}", formula))
            for formula in (share, effective)
        ]
        assert found == pytest.approx([float(row["share"]), float(row["effective_weight"])]), row["code"]
        above = expected(row["parent_rubric"])
        assert float(Fraction(row["share"]) * above) == pytest.approx(float(row["effective_weight"]))
    assert sum(float(row["effective_weight"]) for _, row in counting) <= 1 + 1e-9


def test_a_text_in_the_workbook_is_no_formula(rich: Site) -> None:
    book = workbook(rich)
    assert any(cell.value == HOSTILE and cell.data_type == "s" for cell in book["Benchmarks"]["B"])
    for name in ("Rubrics", "Benchmarks", "Prompts", "Scripts", "Findings"):
        cells = [cell for row in book[name].iter_rows() for cell in row]
        assert not any(cell.data_type == "f" or cell.hyperlink for cell in cells)


def test_the_findings_of_the_workbook_are_those_of_the_checks(rich: Site) -> None:
    found = list(workbook(rich)["Findings"].iter_rows(min_row=2, values_only=True))
    expected = (*rich.report.findings, *(entry.finding for entry in rich.report.waived))
    assert [(row[0], row[2], row[3]) for row in found] == [(f.rule, f.path, f.line) for f in expected]
    assert found[-1][-1] == "It is auxiliary."


def test_a_text_too_long_for_a_cell_says_that_it_was_cut(tmp_path: Path) -> None:
    path = suite_with(tmp_path) / "a-component/A-DEM1.yaml"
    path.write_text(path.read_text() + f"rationale: {'long ' * 8000}\n")
    texts = [
        str(cell.value) for row in workbook(Site(check(tmp_path)))["Benchmarks"].iter_rows() for cell in row
    ]
    (cut,) = [text for text in texts if len(text) > 30_000]
    assert len(cut) == 32_767
    assert cut.endswith("the whole text is in suite.json)")


FULL = """
import sys
from fractions import Fraction
from pathlib import Path
from xlsxwriter.worksheet import Worksheet
from benchdocs.rules.check import check
from benchdocs.site.site import Site
def full(*_):
    assert any(Path(sys.argv[2]).glob("benchdocs-*"))
    raise OSError("No space left on device")
Worksheet.autofilter = full
Site(check(Path(sys.argv[1]))).write_evidence(Path(sys.argv[3]))
"""


def test_a_workbook_that_cannot_be_written_leaves_no_temporary_files(tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    command = [sys.executable, "-c", FULL, str(BASE), str(tmp_path / "temporary"), str(tmp_path / "site")]
    surroundings = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    assert done.stderr.endswith("OSError: No space left on device\n")
    assert list((tmp_path / "temporary").glob("benchdocs-*")) == []  # beside compiled templates, which stay
