"""The suite as an Excel workbook, whose sheet of weights calculates the weights again.

Every formula has a cached result, for programs that do not calculate.
"""

import datetime
import io
from collections.abc import Mapping, Sequence
from decimal import Decimal
from tempfile import TemporaryDirectory

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from benchdocs.site.dataset.suite_record import MetaRecord
from benchdocs.site.dataset.tables import Cell, Table
from benchdocs.site.dataset.weight_sheet import COLUMNS, Calculated, SheetRow, WeightSheet
from benchdocs.suite.suite import Suite

_CREATED = datetime.datetime(1980, 1, 1)
"""Date in the file's properties, the earliest of a ZIP archive, so that builds do not differ."""
_LONGEST = 32_767
"""Characters that a cell of Excel holds."""
_CUT_NOTE = " … (cut: the cell is full; the whole text is in suite.json)"
_NARROWEST, _WIDEST = 9, 66
_LINE = 15
"""Points from line to line."""
_HEADER_LINES, _MOST_LINES = 3, 5
_TITLES = {"sha256": "SHA-256", "url": "Page", "llm_prompt_file": "LLM prompt file"}
_MOST_DECIMALS = 10
_FILTER_BUTTON = 3
"""Characters that a header's filter button hides."""


def workbook(suite: Suite, meta: MetaRecord, tables: Mapping[str, Table]) -> bytes:
    """Return the workbook; the same data give the same bytes."""
    target = io.BytesIO()
    with TemporaryDirectory(prefix="benchdocs-") as folder:
        # Each row is written to disk before the next one, which rules out `autofit`.
        _write(Workbook(target, {"constant_memory": True, "tmpdir": folder}), suite, meta, tables)
    return target.getvalue()


def _write(book: Workbook, suite: Suite, meta: MetaRecord, tables: Mapping[str, Table]) -> None:
    tool = f"{meta.tool} {meta.tool_version}"
    comments = f"Written by {tool}. Suite SHA-256 {meta.suite_digest}. Commit {meta.commit or 'unknown'}."
    book.set_properties({"title": meta.suite, "comments": comments, "created": _CREATED})
    writer = _SheetWriter(book)
    weights = WeightSheet(suite, tables["rubrics"], tables["benchmarks"])
    writer.sheet("Rubrics", *tables["rubrics"])
    writer.sheet("Benchmarks", *tables["benchmarks"])
    writer.checked_sheet("Weights", COLUMNS, weights.rows, weights.totals)
    writer.sheet("Prompts", *tables["prompts"])
    writer.sheet("Scripts", *tables["scripts"])
    findings = writer.sheet("Findings", *tables["findings"])
    if not tables["findings"].rows:
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
        titles = [_title(column) for column in columns]
        widths = [_width(title, [row[number] for row in rows]) for number, title in enumerate(titles)]
        for number, (title, width) in enumerate(zip(titles, widths, strict=True)):
            sheet.write_string(0, number, title, self.header)
            sheet.set_column(number, number, width)
        sheet.set_row(0, _LINE * _HEADER_LINES)
        for line, row in enumerate(rows, start=1):
            sheet.set_row(line, _height(row, widths))
            self._row(sheet, line, row)
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


def _width(title: str, cells: Sequence[Cell | Calculated]) -> int:
    """Return a column's width in characters: its longest line, within limits."""
    longest = max((len(line) for cell in cells for line in _shown(cell).split("\n")), default=0)
    heading = max(len(word) for word in title.split()) + _FILTER_BUTTON
    return min(max(longest + 1, heading, _NARROWEST), _WIDEST)


def _height(row: SheetRow, widths: Sequence[int]) -> int:
    """Return a row's height in points: that of its wrapped texts, but few enough lines to compare rows."""
    lines = (
        sum(len(line) // width + 1 for line in _shown(cell).split("\n"))
        for cell, width in zip(row, widths, strict=True)
    )
    return _LINE * min(max(lines), _MOST_LINES)


def _shown(cell: Cell | Calculated) -> str:
    value = cell.value if isinstance(cell, Calculated) else cell
    return f"{value:.{_MOST_DECIMALS}f}".rstrip("0") if isinstance(value, Decimal) else value or ""


def _fitting(text: str) -> str:
    """Return a text, cut where a cell cannot hold all of it."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - len(_CUT_NOTE)] + _CUT_NOTE
