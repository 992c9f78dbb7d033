"""The workbook: its sheets, its formulas, and the cached value of each formula."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from openpyxl.workbook import Workbook

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.paths import BASE
from support.published_data import HOSTILE, SITE, SUITE, rich_suite, workbook
from support.spreadsheet import Spreadsheet
from support.suites import suite_with


@pytest.fixture
def rich(tmp_path: Path) -> Site:
    report = check(rich_suite(tmp_path))
    assert not report.failing(strict=False)
    return Site(report)


def test_the_workbook_has_a_sheet_for_each_kind_with_a_frozen_header_and_filters() -> None:
    book = workbook(SITE)
    assert book.sheetnames == ["Rubrics", "Benchmarks", "Weights", "Prompts", "Scripts", "Findings", "About"]
    counts = {"Rubrics": SUITE.rubrics, "Benchmarks": SUITE.benchmarks, "Prompts": SUITE.prompts}
    counts["Scripts"] = SUITE.code_evaluators
    for sheet in book.worksheets:
        assert sheet.freeze_panes == "B2"
        assert sheet.auto_filter.ref.startswith("A1:")
        if sheet.title in counts:
            assert sheet.max_row == len(counts[sheet.title]) + 1
    found = [row[0].value for row in book["Findings"].iter_rows(min_row=2)]
    assert found == ([each.rule for each in SITE.report.findings] or ["No rule finds anything."])


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


def weights(book: Workbook) -> dict[str, dict[str, Any]]:
    """The sheet of weights: each row's values by the header, by the row's code."""
    head, *body = book["Weights"].iter_rows(values_only=True)
    return {str(row[0]): dict(zip(map(str, head), row, strict=True)) for row in body if row[0]}


def test_the_cached_values_of_the_sheet_of_weights_are_the_suites() -> None:
    found = weights(workbook(SITE, values=True))
    for view in SITE.views.benchmarks:
        row = found[view.code]
        if view.parent == "A-SFT":
            assert (row["Effective weight"], row["Published effective weight"]) == ("not used", None)
            continue
        assert view.effective is not None
        assert row["Effective weight"] == row["Published effective weight"] == float(view.effective)
        assert view.share is not None
        assert row["Share"] == float(view.share)
    assert {row["Sum is 1"] for row in found.values()} == {"OK"}
    unused = {code for code, row in found.items() if row["As published"] != "OK"}
    assert unused == {"A-SFT1", "A-SFT2", "A-SFT4"}
    assert found["Total"]["Effective weight"] == 1


def test_every_formula_gives_its_cached_value(rich: Site) -> None:
    for site in (SITE, rich):
        book, kept = workbook(site), workbook(site, values=True)
        calculated = Spreadsheet(book)
        cells = [cell for row in book["Weights"].iter_rows() for cell in row]
        formulas = [cell for cell in cells if cell.data_type == "f"]
        assert len(formulas) >= 7 * (len(site.report.suite.benchmarks) + 1)
        for cell in formulas:
            value = kept["Weights"][cell.coordinate].value
            result = calculated.value("Weights", cell.coordinate)
            assert result == (pytest.approx(value) if isinstance(value, int | float) else value), cell


def test_a_changed_weight_goes_through_to_the_totals() -> None:
    book = workbook(SITE)
    head, *body = book["Benchmarks"].iter_rows()
    column = [cell.value for cell in head].index("Weight")
    (cell,) = [row[column] for row in body if row[0].value == "A-NEG1"]
    cell.value = 0.5
    places = {row[0].value: row[0].row for row in book["Weights"].iter_rows()}
    calculated = Spreadsheet(book)

    def shown(code: str, column: str) -> Any:
        return calculated.value("Weights", f"{column}{places[code]}")

    assert [shown("A-NEG1", column) for column in "GHIKMN"] == pytest.approx(
        [0.5, 1.25, 0.4, 0.02, 0.25, 0.0075]
    )
    assert shown("A-NEG2", "N") == pytest.approx(-0.0025)
    assert shown("A-TMP1", "N") == "OK"
    assert shown("Total", "M") == "OK"


@pytest.mark.parametrize("weight", ["0.40", "0.5005"])
def test_weights_that_miss_one_show_by_how_much(tmp_path: Path, weight: str) -> None:
    path = suite_with(tmp_path) / "a-component/A-DEM1.yaml"
    path.write_text(re.sub(r"^weight: .*", f"weight: {weight}", path.read_text(), flags=re.MULTILINE))
    rubric = tmp_path / "rubrics/A-DEM.yaml"
    rubric.write_text(rubric.read_text().replace("WEIGHTED_AVERAGE", "MEAN"))
    row = weights(workbook(Site(check(tmp_path)), values=True))["A-DEM1"]
    assert row["Sum is 1"] == ("OK" if weight == "0.5005" else -0.1)
    assert row["Share"] == pytest.approx(float(weight) / (float(weight) + 0.5))
    assert (row["Effective weight"], row["As published"]) == ("not used", None)


def test_rubrics_below_rubrics_are_multiplied_all_the_way_up(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    group = (root / "rubrics/A.yaml").read_text().replace("code: A\n", "code: A-GRP\n")
    (root / "rubrics/A-GRP.yaml").write_text(re.sub(r"weight: .*", "weight: 0.5", group))
    top = re.sub(
        r"sub_rubrics:.*", "sub_rubrics: [A-GRP, A-ODD]", (root / "rubrics/A.yaml").read_text(), flags=re.S
    )
    (root / "rubrics/A.yaml").write_text(top)
    odd = (root / "rubrics/A-AUX.yaml").read_text().replace("A-AUX", "A-ODD")
    (root / "rubrics/A-ODD.yaml").write_text(re.sub(r"\bweight: .*", "weight: 0.5", odd))
    spec = (root / "a-component/A-AUX1.yaml").read_text().replace("A-AUX", "A-ODD")
    (root / "a-component/A-ODD1.yaml").write_text(spec)
    site = Site(check(root))
    assert not site.report.failing(strict=False)
    book = workbook(site)
    calculated = Spreadsheet(book)
    for row in book["Weights"].iter_rows(min_row=2):
        code = str(row[0].value)
        if view := site.views.benchmark.get(code):
            effective = float(view.effective or 0)
            assert calculated.value("Weights", row[10].coordinate) == pytest.approx(effective)
            assert calculated.value("Weights", row[12].coordinate) == "OK"
    assert weights(workbook(site, values=True))["Total"]["Effective weight"] == 1


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
from pathlib import Path
from xlsxwriter.worksheet import Worksheet
from benchdocs.rules.check import check
from benchdocs.site.site import Site
def full(*_):
    assert any(Path(sys.argv[2]).iterdir())
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
    assert list((tmp_path / "temporary").iterdir()) == []
