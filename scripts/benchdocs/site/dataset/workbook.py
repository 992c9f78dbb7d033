"""The published tables as an Excel workbook, a plain sheet each."""

import datetime
import io
from collections.abc import Mapping
from decimal import Decimal
from tempfile import TemporaryDirectory

from xlsxwriter import Workbook

from benchdocs.site.dataset.suite_record import MetaRecord
from benchdocs.site.dataset.tables import Table

_CREATED = datetime.datetime(1980, 1, 1)
"""Date in the file's properties, the earliest of a ZIP archive, so that builds do not differ."""
_LONGEST = 32_767
"""Characters that a cell of Excel holds."""
_CUT_NOTE = " … (cut: the cell is full; the whole text is in suite.json)"


def workbook(meta: MetaRecord, tables: Mapping[str, Table]) -> bytes:
    """Return the workbook; the same data give the same bytes."""
    facts = [(name, "" if value is None else str(value)) for name, value in meta]
    sheets = {name.capitalize(): table for name, table in tables.items()}
    sheets["About"] = Table(("fact", "value"), facts)
    target = io.BytesIO()
    with TemporaryDirectory(prefix="benchdocs-") as folder:
        # Each row is written to disk before the next one, so that a large suite fits in memory.
        book = Workbook(target, {"constant_memory": True, "tmpdir": folder})
        book.set_properties({"title": meta.suite, "created": _CREATED})
        heading = book.add_format({"bold": True})
        for name, table in sheets.items():
            sheet = book.add_worksheet(name)
            sheet.freeze_panes(1, 1)
            sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)
            for line, row in enumerate((table.columns, *table.rows)):
                for number, cell in enumerate(row):
                    if isinstance(cell, Decimal):
                        sheet.write_number(line, number, float(cell))
                    elif cell:
                        sheet.write_string(line, number, _fitting(cell), None if line else heading)
        book.close()
    return target.getvalue()


def _fitting(text: str) -> str:
    """Return a text, cut where a cell cannot hold all of it."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - len(_CUT_NOTE)] + _CUT_NOTE
