"""Published records as tables: the rows of the CSV files and of the workbook's sheets."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cache, reduce
from typing import Any, NamedTuple, get_args, get_origin

from benchdocs.site.dataset.build import json_bytes
from benchdocs.site.dataset.record import Record, RecordT
from benchdocs.specs.numbers import shown

Cell = str | Decimal | None
"""A value in a table; a Decimal is a number, None an empty cell."""
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Characters at the start of a text that make a spreadsheet treat it as a formula."""


class Table(NamedTuple):
    """Records as rows; a column is named by the path to its value, as in `scoring_scale.min_value`."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]

    @property
    def csv(self) -> bytes:
        """The table in the format of RFC 4180, in UTF-8; `'` precedes a text that a spreadsheet would run."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerow(self.columns)
        writer.writerows([_csv_cell(cell) for cell in row] for row in self.rows)
        return text.getvalue().encode()


def table(model: type[RecordT], listed: Iterable[RecordT]) -> Table:
    """Return records of a kind as a table."""
    names = [name for name, _ in columns(model)]
    paths = [name.split(".") for name in names]
    rows = [tuple(_cell(reduce(_field, path, record)) for path in paths) for record in listed]
    return Table(tuple(names), rows)


@cache
def columns(model: type[Record]) -> tuple[tuple[str, str], ...]:
    """Return the columns of the table of a kind of record, each with what it holds; a list is one column."""
    found: list[tuple[str, str]] = []
    for name, info in model.model_fields.items():
        if block := _block(info.annotation):
            found += [(f"{name}.{column}", meaning) for column, meaning in columns(block)]
        else:
            found.append((name, info.description or ""))
    return tuple(found)


def _block(annotation: Any) -> type[Record] | None:
    options = () if get_origin(annotation) is list else (annotation, *get_args(annotation))
    blocks = (option for option in options if isinstance(option, type) and issubclass(option, Record))
    return next(blocks, None)


def _field(record: Any, name: str) -> Any:
    return getattr(record, name, None)


def _cell(value: Any) -> Cell:
    """Return a value as a cell; a list has one entry per line."""
    match value:
        case None | Decimal():
            return value
        case int():
            return Decimal(value)
        case list():
            return "\n".join(map(str, value))
        case dict():
            return json_bytes(value).decode().rstrip("\n")
    return str(value)


def _csv_cell(cell: Cell) -> str:
    if isinstance(cell, Decimal):
        return shown(cell)
    return f"'{cell}" if (cell or "").startswith(_FORMULA_STARTS) else cell or ""
