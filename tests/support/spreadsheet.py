"""A small spreadsheet: works out the formulas of a workbook as Excel would, without the values kept in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.workbook import Workbook

Value = Any
_OPERATORS = {"=": "==", "<>": "!=", "^": "**"}


class Spreadsheet:
    """The values of a workbook's cells; knows the functions that the sheet of weights uses."""

    def __init__(self, book: Workbook) -> None:
        self.book = book
        self.known: dict[tuple[str, str], Value] = {}

    def value(self, sheet: str, cell: str) -> Value:
        """What a cell shows."""
        key = (sheet, cell.replace("$", ""))
        if key not in self.known:
            found = self.book[sheet][key[1]]
            is_formula = found.data_type == "f"
            self.known[key] = self._calculate(sheet, str(found.value)) if is_formula else found.value
        return self.known[key]

    def _calculate(self, sheet: str, formula: str) -> Value:
        """The formula as a Python expression whose functions get their arguments unevaluated."""
        source = "".join(self._python(token, sheet) for token in Tokenizer(formula).items)
        functions: dict[str, Callable[..., Value]] = {
            "ABS": lambda value: abs(value()),
            "IF": lambda test, yes, no: yes() if test() else no(),
            "INDEX": lambda cells, place: cells()[place() - 1],
            "MATCH": lambda value, cells, _: cells().index(value()) + 1,
            "ROUND": lambda value, digits: round(value(), digits()),
            "SUMIFS": _sumifs,
            "cell": self.value,
            "cells": self._cells,
        }
        return eval(source, {"__builtins__": {}, **functions})

    def _python(self, token: Token, sheet: str) -> str:
        if token.type == Token.FUNC:
            return f"{token.value}lambda: " if token.subtype == Token.OPEN else ")"
        if token.type == Token.SEP:
            return ", lambda: "
        if token.type == Token.OPERAND and token.subtype == Token.RANGE:
            home, _, place = token.value.rpartition("!")
            kind = "cells" if ":" in place else "cell"
            return f"{kind}({home or sheet!r}, {place!r})"
        return _OPERATORS.get(token.value, str(token.value))

    def _cells(self, sheet: str, place: str) -> list[Value]:
        rows = self.book[sheet][place.replace("$", "")]
        return [self.value(sheet, cell.coordinate) for row in rows for cell in row]


def _sumifs(terms: Callable[[], list[Value]], *conditions: Callable[[], Value]) -> Value:
    pairs = [(conditions[place](), conditions[place + 1]()) for place in range(0, len(conditions), 2)]
    return sum(
        term
        for place, term in enumerate(terms())
        if all(cells[place] == wanted for cells, wanted in pairs) and isinstance(term, int | float)
    )
