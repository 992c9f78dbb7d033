"""The suite as an Excel workbook, whose sheet of weights calculates the weights again.

Every formula has a cached result, for programs that do not calculate.
"""

import datetime
import io
from collections.abc import Sequence
from decimal import Decimal

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from benchdocs.site.dataset import records
from benchdocs.site.dataset.records import MetaRecord
from benchdocs.site.dataset.tables import Tables
from benchdocs.site.dataset.weight_sheet import COLUMNS, Calculated, SheetRow, WeightSheet
from benchdocs.site.views.suite import Views

_CREATED = datetime.datetime(1980, 1, 1)
"""Date in the file's properties, the earliest of a ZIP archive, so that builds do not differ."""
_LONGEST = 32_767
"""Characters that a cell of Excel holds."""
_CUT_NOTE = " … (cut: the cell is full; the whole text is in suite.json)"
_NARROWEST, _WIDEST = 13, 66
"""Characters that a column shows."""
_PIXELS = 7
"""Width of a character."""
_LINE = 15
"""Points from line to line."""
_HEADER_LINES, _MOST_LINES = 3, 5
_TITLES = {"sha256": "SHA-256", "url": "Page", "llm_prompt_file": "LLM prompt file"}
_MOST_DECIMALS = 10


def workbook(views: Views, meta: MetaRecord, tables: Tables) -> bytes:
    """Return the workbook; the same data give the same bytes."""
    target = io.BytesIO()
    _write(Workbook(target, {"in_memory": True}), views, meta, tables)
    return target.getvalue()


def _write(book: Workbook, views: Views, meta: MetaRecord, tables: Tables) -> None:
    tool = f"{meta.tool} {meta.tool_version}"
    comments = f"Written by {tool}. Suite SHA-256 {meta.suite_digest}. Commit {meta.commit or 'unknown'}."
    book.set_properties({"title": meta.suite, "comments": comments, "created": _CREATED})
    writer = _SheetWriter(book)
    rubrics, benchmarks = tables.of(records.RubricRecord), tables.of(records.BenchmarkRecord)
    weights = WeightSheet(views, rubrics, benchmarks)
    writer.sheet("Rubrics", *rubrics)
    writer.sheet("Benchmarks", *benchmarks)
    writer.checked_sheet("Weights", COLUMNS, weights.rows, weights.totals)
    writer.sheet("Prompts", *tables.of(records.PromptRecord))
    found = tables.of(records.FindingRecord)
    findings = writer.sheet("Findings", *found)
    if not found.rows:
        findings.write_string(1, 0, "No rule finds anything.")
    facts = [(_title(name), "" if value is None else str(value)) for name, value in meta]
    writer.sheet("About", ("fact", "value"), facts)
    book.close()


class _SheetWriter:
    """Writer of sheets with a frozen header and filters, wrapped texts, and numbers as stated."""

    def __init__(self, book: Workbook) -> None:
        self.book = book
        self.text = book.add_format({"text_wrap": True, "valign": "top"})
        self.status = book.add_format({"valign": "top", "align": "center"})
        self.header = book.add_format(
            {"text_wrap": True, "valign": "top", "bold": True, "bg_color": "#DCE6EA", "bottom": 1}
        )
        self.wrong = book.add_format({"bg_color": "#F8D7DA", "font_color": "#7A0012", "bold": True})
        self.numbers: dict[int, Format] = {}

    def sheet(self, name: str, columns: Sequence[str], rows: Sequence[SheetRow]) -> Worksheet:
        """Add a sheet with one row per record."""
        sheet = self.book.add_worksheet(name)
        sheet.freeze_panes(1, 1)
        sheet.set_landscape()
        sheet.repeat_rows(0)
        for line, row in enumerate(rows, start=1):
            sheet.set_row(line, _height(row))
            self._row(sheet, line, row)
        sheet.set_column(0, len(columns) - 1, _NARROWEST)
        sheet.autofit(_WIDEST * _PIXELS)
        for number, column in enumerate(columns):
            sheet.write_string(0, number, _title(column), self.header)  # its words wrap
        sheet.set_row(0, _LINE * _HEADER_LINES)
        sheet.autofilter(0, 0, len(rows), len(columns) - 1)
        return sheet

    def checked_sheet(
        self, name: str, columns: Sequence[str], rows: Sequence[SheetRow], totals: Sequence[SheetRow]
    ) -> None:
        """Add a sheet with totals below its rows, whose last two columns say `OK` or what is wrong."""
        sheet = self.sheet(name, columns, rows)
        for line, row in enumerate(totals, start=len(rows) + 2):
            self._row(sheet, line, row)
        sheet.fit_to_pages(1, 0)
        first, last = len(columns) - 2, len(columns) - 1
        cell = xl_rowcol_to_cell(1, first)
        rule = {"type": "formula", "criteria": f'=AND({cell}<>"",{cell}<>"OK")', "format": self.wrong}
        sheet.conditional_format(1, first, len(rows) + 1 + len(totals), last, rule)

    def _row(self, sheet: Worksheet, line: int, row: SheetRow) -> None:
        for number, cell in enumerate(row):
            match cell:
                case Calculated(formula, value):
                    cached = float(value) if isinstance(value, Decimal) else value
                    sheet.write_formula(line, number, formula, self._format(value), cached)
                case Decimal():
                    sheet.write_number(line, number, float(cell), self._format(cell))
                case str():
                    sheet.write_string(line, number, _fitting(cell), self.text)

    def _format(self, value: Decimal | str) -> Format:
        """Return the format of a number, with as many decimals as its author wrote."""
        if isinstance(value, str):
            return self.status
        exponent = value.as_tuple().exponent
        decimals = min(-exponent if isinstance(exponent, int) and exponent < 0 else 0, _MOST_DECIMALS)
        if decimals not in self.numbers:
            look = f"0.{'0' * decimals}" if decimals else "0"
            self.numbers[decimals] = self.book.add_format({"num_format": look, "valign": "top"})
        return self.numbers[decimals]


def _title(column: str) -> str:
    """Return a column's name as a header: `scoring_scale.min_value` is `Scoring scale: min value`."""
    words = _TITLES.get(column) or column.replace(".", ": ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _height(row: SheetRow) -> int:
    """Return a row's height in points: that of its wrapped texts, but few enough lines to compare rows."""
    texts = (cell.split("\n") for cell in row if isinstance(cell, str))
    lines = (sum(len(line) // _WIDEST + 1 for line in text) for text in texts)
    return _LINE * min(max(lines, default=1), _MOST_LINES)


def _fitting(text: str) -> str:
    """Return a text, cut where a cell cannot hold all of it."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - len(_CUT_NOTE)] + _CUT_NOTE
