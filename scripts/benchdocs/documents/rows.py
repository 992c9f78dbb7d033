"""Read a list of rows, YAML or CSV, as a YAML document with one field, which locates them in their file."""

import csv
import json
import re
from collections.abc import Iterator, Sequence
from io import StringIO

from benchdocs.documents.locations import Place, Position
from benchdocs.documents.text_file import Problem, ProblemKind, TextFile, shorten
from benchdocs.documents.yaml_composer import CountFaults
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml

_BEFORE_LIST = re.compile(r"(?:[ \t]*(?:#.*)?\r?\n|---[ \t]*\r?\n)*(?=[ \t]*(?P<mark>-\s|\[))")


class _Rows(YamlDocument):
    """Rows as YAML, below the name of their field, which a file may lack.

    Attributes:
        added: Characters of the name before the rows; None of CSV, of which only the lines are known.
    """

    def __init__(self, file: TextFile, text: str, added: int | None = None) -> None:
        super().__init__(file.path, text)
        self.file = file
        self.added = added

    def position_of(self, offset: int) -> Position:
        """Return line and column in the file as it was written."""
        if self.added is None:
            return Position(super().position_of(offset).line, 1)
        return self.file.position_of(max(offset - self.added, 0))


def parse_rows(
    file: TextFile, field: str, columns: Sequence[str], needed: Sequence[str], most: int, count: CountFaults
) -> YamlDocument:
    """Return a document whose one field is a list of at most so many rows: by its name, CSV or else YAML.

    Of a line of CSV, empty values are left out. A file with a problem has no rows. `count` counts the faults
    that the fields of the document would have after a repair.
    """
    if file.problems:
        return YamlDocument(file.path, file.text, file.problems)
    problems: list[Problem] = []
    if file.path.lower().endswith(".csv"):
        lines = [f"{field}:", *_entries(file, columns, needed, problems)]
        document = _Rows(file, "\n".join(lines))
    else:
        document = _named(file, field)
    read = parse_yaml(document, count)
    problems += read.problems
    rows = read.data.get(field, ...)
    if not problems and (not rows or (isinstance(rows, list) and len(rows) > most)):
        size = len(rows) if isinstance(rows, list) else 0
        message = f"the file has {size:,} rows, and from 1 to {most:,} are read"
        problems.append(Problem(ProblemKind.LIMIT, Place(), message, "split it" if rows else None))
    document.problems = tuple(problems)
    if not problems:
        document.data, document.is_readable = read.data, read.is_readable
    return document


def _named(file: TextFile, field: str) -> _Rows:
    """Return the document of a YAML file; a list without a name gets that of the field."""
    unnamed = _BEFORE_LIST.match(file.text)
    if unnamed is None:
        return _Rows(file, file.text, added=0)
    name = f"{field}: " if unnamed["mark"] == "[" else f"{field}:\n"
    return _Rows(file, f"{unnamed[0]}{name}{file.text[unnamed.end() :]}", len(name))


def _entries(
    file: TextFile, columns: Sequence[str], needed: Sequence[str], problems: list[Problem]
) -> Iterator[str]:
    """Yield the lines of CSV below the first, which names the columns, as entries of a list in YAML.

    What follows the first line of an entry of several lines is empty. Problems are added to those given.
    """

    def add(line: int, message: str, hint: str) -> None:
        problems.append(Problem(ProblemKind.SHAPE, Place(position=Position(line, 1)), message, hint))

    table = csv.reader(StringIO(file.plain_text), strict=True)
    names, line = [name.strip() for name in next(table, [])], 2
    if len({*names}) < len(names) or not {*needed} <= {*names} <= {*columns}:
        message = f"the first line is `{shorten(file.lines[0])}`, and has to name columns, with commas"
        add(1, message, f"begin the file with `{','.join(columns)}`")
    try:
        for values in table:
            if len(values) > len(names):
                message = f"the line has {len(values)} values, and the first line names {len(names)} columns"
                add(line, message, "put quotes around a value with a comma")
            stated = {name: value.strip() for name, value in zip(names, values, strict=False)}
            row = {name: value for name, value in stated.items() if value}
            yield f"- {json.dumps(row, ensure_ascii=False)}" if row else ""
            yield from [""] * (table.line_num - line)
            line = table.line_num + 1
    except csv.Error as error:
        hint = 'put the whole value in quotes, and write `""` for one within it'
        add(line, f"the line is no CSV: {error}", hint)
