"""The workbook's sheet of weights: every share and effective weight as a formula, beside what is published.

Each formula finds its numbers by code, so that the rows of every sheet can be sorted. Under an aggregation
that takes no weights (MINIMUM, MAXIMUM, MEAN) an effective weight only repeats what the author wrote.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple, cast

from xlsxwriter.utility import xl_col_to_name

from benchdocs.rules.weights import TOLERANCE
from benchdocs.site.dataset.tables import Cell, Table

COLUMNS = (
    "code",
    "label",
    "kind",
    "component",
    "member of",
    "aggregation there",
    "weight",
    "sum of weights",
    "share",
    "effective weight above",
    "effective weight",
    "published effective weight",
    "sum is 1",
    "as published",
)
_LETTER = {name: xl_col_to_name(index) for index, name in enumerate(COLUMNS)}
_BENCHMARK, _RUBRIC = "Benchmark", "Rubric"
_DIGITS = 9
"""Decimals in which a spreadsheet's binary numbers are compared."""


class Calculated(NamedTuple):
    """A cell that the spreadsheet works out, and what comes out of it."""

    formula: str
    value: Decimal | str


SheetRow = tuple[Cell | Calculated, ...]


class _Entry(NamedTuple):
    """What the sheet needs of a row of the rubrics or benchmarks."""

    code: str
    label: str | None
    component: str
    parent: str | None
    weight: Decimal
    share: Decimal | None
    effective_weight: Decimal | None


class _Node(NamedTuple):
    """A rubric or benchmark among its siblings."""

    entry: _Entry
    kind: str
    group: str
    """Code of the rubric that it belongs to, or words where rubrics of a component have none."""
    above: tuple[_Entry, ...]
    """The rubrics whose shares multiply to its group's effective weight, the nearest first."""


class WeightSheet:
    """The rows of the sheet, from the tables of the rubrics and benchmarks."""

    def __init__(self, rubrics: Table, benchmarks: Table) -> None:
        self._rubric = {entry.code: entry for entry in _entries(rubrics, "parent")}
        self._method = {row[0]: row[1] for row in _picked(rubrics, "code", "aggregation_method")}
        self._tables = {_RUBRIC: ("Rubrics", rubrics), _BENCHMARK: ("Benchmarks", benchmarks)}
        self._nodes = list(self._tree())
        self._last = len(self._nodes) + 1
        sums: dict[str, Decimal] = {}
        for node in self._nodes:
            sums[node.group] = sums.get(node.group, Decimal(0)) + node.entry.weight
        self._sums = sums

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        """A row for each rubric that has siblings or a composite, and for each benchmark that counts."""
        return tuple(self._row(node, number) for number, node in enumerate(self._nodes, start=2))

    @property
    def totals(self) -> tuple[SheetRow, ...]:
        """For each component the sum of its benchmarks' effective weights, below an empty row."""
        components = dict.fromkeys(node.entry.component for node in self._nodes)
        return tuple(
            self._total(component, number)
            for number, component in enumerate(components, start=self._last + 2)
        )

    def _tree(self) -> Iterator[_Node]:
        for rubric in self._rubric.values():
            if rubric.parent or "-" in rubric.code:
                group = rubric.parent or f"{rubric.component}, in no composite"
                yield _Node(rubric, _RUBRIC, group, tuple(self._above(rubric.parent)))
        (_, rubrics), (_, benchmarks) = self._tables.values()
        members = {code for (codes,) in _picked(rubrics, "members") for code in str(codes).split("\n")}
        for benchmark in _entries(benchmarks, "parent_rubric"):
            if benchmark.code in members:
                group = benchmark.parent or ""
                yield _Node(benchmark, _BENCHMARK, group, tuple(self._above(group)))

    def _above(self, code: str | None) -> Iterator[_Entry]:
        """The rubrics from this one up to the component, which has no share in itself."""
        seen: set[str] = set()
        while code and "-" in code and code not in seen:
            seen.add(code)
            yield self._rubric[code]
            code = self._rubric[code].parent

    def _row(self, node: _Node, row: int) -> SheetRow:
        entry = node.entry
        total = self._sums[node.group]
        return (
            entry.code,
            entry.label or entry.code,
            node.kind,
            entry.component,
            node.group,
            self._method.get(node.group),
            Calculated(self._weight(node.kind, row), entry.weight),
            Calculated(
                f"=SUMIFS({self._range('weight')},{self._range('member of')},{_at('member of', row)})", total
            ),
            Calculated(
                f'=IF({_at("sum of weights", row)}=0,"–",{_at("weight", row)}/{_at("sum of weights", row)})',
                "–" if entry.share is None else entry.share,
            ),
            *self._effective(node, row),
            _check(f"{_at('sum of weights', row)}-1", total - 1, TOLERANCE),
            None if entry.effective_weight is None else _as_published(row),
        )

    def _weight(self, kind: str, row: int) -> str:
        sheet, table = self._tables[kind]
        weight, code = (xl_col_to_name(table.columns.index(name)) for name in ("weight", "code"))
        last = len(table.rows) + 1
        found = f"MATCH({_at('code', row)},{sheet}!${code}$2:${code}${last},0)"
        return f"=INDEX({sheet}!${weight}$2:${weight}${last},{found})"

    def _effective(self, node: _Node, row: int) -> SheetRow:
        """What stands above a row, what follows for it, and what is published of it."""
        own = node.entry.effective_weight
        if own is None:
            return (None, None, None)
        codes = [_at("member of", row), *(f'"{rubric.code}"' for rubric in node.above[1:])]
        factors = [
            f"INDEX({self._range('share')},MATCH({code},{self._range('code')},0))"
            for code, _ in zip(codes, node.above, strict=False)
        ]
        above = node.above[0].effective_weight if node.above else Decimal(1)
        formula = f"={_at('effective weight above', row)}*{_at('share', row)}"
        assert above is not None  # what is above a number is a number
        return (Calculated("=" + ("*".join(factors) or "1"), above), Calculated(formula, own), own)

    def _total(self, component: str, row: int) -> SheetRow:
        effective = [
            node.entry.effective_weight
            for node in self._nodes
            if node.kind == _BENCHMARK and node.entry.component == component
        ]
        total = sum((weight for weight in effective if weight is not None), Decimal(0))
        terms = f'{self._range("component")},{_at("component", row)},{self._range("kind")},"{_BENCHMARK}"'
        return (
            "Total",
            "Effective weights of all benchmarks",
            None,
            component,
            *[None] * 6,
            Calculated(f"=SUMIFS({self._range('effective weight')},{terms})", total),
            total,
            _check(f"{_at('effective weight', row)}-1", total - 1),
            _as_published(row),
        )

    def _range(self, column: str) -> str:
        letter = _LETTER[column]
        return f"${letter}$2:${letter}${self._last}"


def _entries(table: Table, parent: str) -> Iterator[_Entry]:
    """The rows of a table; `parent` is its column of the rubric that each belongs to."""
    names = ("code", "label", "component", parent, "weight", "share", "effective_weight")
    return (_Entry(*cast(Any, row)) for row in _picked(table, *names))


def _picked(table: Table, *columns: str) -> Iterator[tuple[Cell, ...]]:
    """Some cells of every row."""
    places = [table.columns.index(column) for column in columns]
    return (tuple(row[place] for place in places) for row in table.rows)


def _at(column: str, row: int) -> str:
    """A cell's name; the column stays where a formula is copied along a row."""
    return f"${_LETTER[column]}{row}"


def _as_published(row: int) -> Calculated:
    difference = f"{_at('effective weight', row)}-{_at('published effective weight', row)}"
    return _check(difference, Decimal(0))


def _check(difference: str, value: Decimal, tolerance: Decimal = Decimal(0)) -> Calculated:
    """`OK` where a difference is within the tolerance, else the difference."""
    rounded = f"ROUND({difference},{_DIGITS})"
    formula = f'=IF(ABS({rounded})<={tolerance:f},"OK",{rounded})'
    value = round(value, _DIGITS)
    return Calculated(formula, "OK" if abs(value) <= tolerance else value)
