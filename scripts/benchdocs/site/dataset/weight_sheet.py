"""The workbook's sheet of weights: every share and effective weight as a formula, beside what is published.

Each formula finds its numbers by code, so that the rows of every sheet can be sorted. Below an aggregation
without weights (MINIMUM, MAXIMUM, MEAN) there are no effective weights.
"""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from xlsxwriter.utility import xl_col_to_name

from benchdocs.rules.weights import TOLERANCE
from benchdocs.site.dataset.tables import Cell, Table
from benchdocs.site.views.spec import effective_text
from benchdocs.specs.numbers import as_decimal
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.codes import component_of, is_component
from benchdocs.suite.suite import Suite

COLUMNS = (
    *("code", "label", "kind", "top", "member of", "aggregation there", "weight", "sum of weights"),
    *("share", "effective weight above", "effective weight", "published effective weight"),
    *("sum is 1", "as published"),
)
_LETTER = {name: xl_col_to_name(index) for index, name in enumerate(COLUMNS)}
_BENCHMARK, _RUBRIC = "Benchmark", "Rubric"
_DIGITS = 9
"""Decimals in which a spreadsheet's binary numbers are compared."""


class Calculated(NamedTuple):
    """A cell that the spreadsheet calculates, and its result."""

    formula: str
    value: Decimal | str


SheetRow = tuple[Cell | Calculated, ...]


class _SheetEntry(NamedTuple):
    """A rubric or benchmark among its siblings.

    Attributes:
        group: Code of the rubric that it belongs to, or words where rubrics of a component have none.
        top: Code at the top of its tree.
        effective: Its share of the score at the top.
    """

    spec: AnySpec
    kind: str
    group: str
    top: str
    effective: Decimal | None

    @property
    def code(self) -> str:
        """Its own code."""
        return self.spec.code

    @property
    def weight(self) -> Decimal:
        """The stated weight, which only a suite with errors lacks; such a suite has no workbook."""
        return self.spec.fields.weight or Decimal(0)


class WeightSheet:
    """The rows of the sheet; the tables are those of the rubrics and benchmarks in the same workbook."""

    def __init__(self, suite: Suite, rubrics: Table, benchmarks: Table) -> None:
        self._suite = suite
        self._tables = {_RUBRIC: ("Rubrics", rubrics), _BENCHMARK: ("Benchmarks", benchmarks)}
        self._entries = tuple(self._listed())
        self._last = len(self._entries) + 1
        self._sums: defaultdict[str, Decimal] = defaultdict(Decimal)
        for entry in self._entries:
            self._sums[entry.group] += entry.weight

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        """A row for each rubric that has siblings or a composite, and for each benchmark that counts."""
        return tuple(self._row(entry, number) for number, entry in enumerate(self._entries, start=2))

    @property
    def totals(self) -> tuple[SheetRow, ...]:
        """For each top the sum of the effective weights below it, below an empty row.

        A rubric that uses no weights counts as one.
        """
        tops = dict.fromkeys(each.top for each in self._entries if each.effective is not None)
        return tuple(self._total(top, number) for number, top in enumerate(tops, start=self._last + 2))

    def _listed(self) -> Iterator[_SheetEntry]:
        suite = self._suite
        for rubric in suite.ordered_rubrics:
            if composite := suite.composite_of.get(rubric.code):
                yield self._entry(rubric, _RUBRIC, composite.code)
            elif not is_component(rubric.code):
                yield self._entry(rubric, _RUBRIC, f"{component_of(rubric.code)}, in no composite")
        members = {spec.code for rubric in suite.ordered_rubrics for spec in suite.members(rubric)}
        for spec in suite.ordered_benchmarks:
            if spec.code in members:
                yield self._entry(spec, _BENCHMARK, suite.parent_code(spec))

    def _entry(self, spec: AnySpec, kind: str, group: str) -> _SheetEntry:
        effective = as_decimal(self._suite.effective_weight(spec))
        return _SheetEntry(spec, kind, group, self._suite.top_of(spec.code), effective)

    def _row(self, entry: _SheetEntry, row: int) -> SheetRow:
        share, total = as_decimal(self._suite.share(entry.spec)), self._sums[entry.group]
        group = self._suite.rubric.get(entry.group)
        return (
            entry.code,
            entry.spec.fields.label or entry.code,
            entry.kind,
            entry.top,
            entry.group,
            str(group.fields.aggregation_method) if group else None,
            Calculated(self._weight(entry.kind, row), entry.weight),
            Calculated(
                f"=SUMIFS({self._range('weight')},{self._range('member of')},{_at('member of', row)})", total
            ),
            Calculated(
                f'=IF({_at("sum of weights", row)}=0,"–",{_at("weight", row)}/{_at("sum of weights", row)})',
                "–" if share is None else share,
            ),
            *self._effective(entry, row),
            _check(f"{_at('sum of weights', row)}-1", total - 1, TOLERANCE),
            None if entry.effective is None else _as_published(row),
        )

    def _weight(self, kind: str, row: int) -> str:
        sheet, table = self._tables[kind]
        weight, code = (xl_col_to_name(table.columns.index(name)) for name in ("weight", "code"))
        last = len(table.rows) + 1
        found = f"MATCH({_at('code', row)},{sheet}!${code}$2:${code}${last},0)"
        return f"=INDEX({sheet}!${weight}$2:${weight}${last},{found})"

    def _effective(self, entry: _SheetEntry, row: int) -> SheetRow:
        """Return the weight of what a row belongs to, the row's own, and the published one."""
        own, path = entry.effective, self._suite.weight_path(entry.spec)
        if own is None or path is None:
            return (None, effective_text(None, self._suite.unused_by(entry.spec)), None)
        above = [step.spec.code for step in path[1:]]
        names = [_at("member of", row), *(f'"{code}"' for code in above[1:])][: len(above)]
        factors = [f"INDEX({self._range('share')},MATCH({name},{self._range('code')},0))" for name in names]
        weight = as_decimal(self._suite.effective_weight(path[1].spec)) if above else Decimal(1)
        formula = f"={_at('effective weight above', row)}*{_at('share', row)}"
        assert weight is not None  # a spec has an effective weight only where its rubric has one
        return (Calculated("=" + ("*".join(factors) or "1"), weight), Calculated(formula, own), own)

    def _total(self, top: str, row: int) -> SheetRow:
        entries = [entry for entry in self._entries if entry.top == top]
        rubrics = (entry for entry in entries if entry.kind == _RUBRIC)
        undivided = [each for each in rubrics if self._suite.ignores_weights(self._suite.rubric[each.code])]
        counted = (*undivided, *(entry for entry in entries if entry.kind == _BENCHMARK))
        total = sum((entry.effective or Decimal(0) for entry in counted), Decimal(0))
        terms = [f'{self._range("top")},{_at("top", row)},{self._range("kind")},"{_BENCHMARK}"']
        terms += [f'{self._range("code")},"{entry.code}"' for entry in undivided]
        sums = "+".join(f"SUMIFS({self._range('effective weight')},{term})" for term in terms)
        return (
            "Total",
            "Effective weights of all benchmarks, and of rubrics that use no weights",
            None,
            top,
            *[None] * 6,
            Calculated(f"={sums}", total),
            total,
            _check(f"{_at('effective weight', row)}-1", total - 1),
            _as_published(row),
        )

    def _range(self, column: str) -> str:
        letter = _LETTER[column]
        return f"${letter}$2:${letter}${self._last}"


def _at(column: str, row: int) -> str:
    """Return a cell's reference, with a fixed column so that formulas can be copied along a row."""
    return f"${_LETTER[column]}{row}"


def _as_published(row: int) -> Calculated:
    difference = f"{_at('effective weight', row)}-{_at('published effective weight', row)}"
    return _check(difference, Decimal(0))


def _check(difference: str, value: Decimal, tolerance: Decimal = Decimal(0)) -> Calculated:
    """Return a cell that shows `OK` where a difference is within the tolerance, else the difference."""
    rounded = f"ROUND({difference},{_DIGITS})"
    formula = f'=IF(ABS({rounded})<={tolerance:f},"OK",{rounded})'
    value = round(value, _DIGITS)
    return Calculated(formula, "OK" if abs(value) <= tolerance else value)
