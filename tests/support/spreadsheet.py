"""A small spreadsheet: works out a formula over the sheets of a workbook as Excel would."""

from __future__ import annotations

from typing import Any

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.workbook import Workbook


def calculated(book: Workbook, sheet: str, formula: str) -> Any:
    """What a formula on a sheet shows; it may use INDEX, MATCH and arithmetic."""

    def python(token: Token) -> str:
        if token.type == Token.OPERAND and token.subtype == Token.RANGE:
            home, _, place = token.value.rpartition("!")
            return f"value({home or sheet!r}, {place!r})"
        return "," if token.type == Token.SEP else str(token.value)

    def value(home: str, place: str) -> Any:
        found = book[home][place.replace("$", "")]
        return [cell.value for cell in found] if ":" in place else found.value

    functions = {
        "INDEX": lambda cells, place: cells[place - 1],
        "MATCH": lambda wanted, cells, _: cells.index(wanted) + 1,
        "value": value,
    }
    return eval("".join(map(python, Tokenizer(formula).items)), {"__builtins__": {}, **functions})
