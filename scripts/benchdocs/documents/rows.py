"""Read rows of known columns, from CSV or a list in YAML, into a document that can locate each value."""

import re
from collections.abc import Collection, Iterator
from typing import Any, cast

from benchdocs.documents.locations import Place
from benchdocs.documents.spelling import closest, meant
from benchdocs.documents.text_file import Problem, ProblemKind, TextFile, shorten
from benchdocs.documents.yaml_composer import Composer, YamlNode
from benchdocs.documents.yaml_document import YamlDocument

_VALUE = re.compile(r'(?:"(?P<quoted>[^"]*(?:""[^"]*)*)"|(?P<plain>[^",\r\n]*))(?P<end>,|\r\n|\n|\r|\Z)')
_OTHER_SEPARATORS = {";": "semicolons", "\t": "tabs"}


def parse_rows(
    file: TextFile, field: str, columns: Collection[str], needed: Collection[str], most: int
) -> YamlDocument:
    """Return a document whose one field is a list of at most so many rows: by its name, CSV or else YAML.

    Of a line of CSV, empty values are left out. A file with a problem has no rows.
    """
    problems = list(file.problems)
    root = None
    if not problems and file.path.lower().endswith(".csv"):
        table = _Table(file, columns, needed)
        root, problems = _field(field, table.rows), table.problems
    elif not problems:
        composer = _ListComposer(file)
        composer.field = field
        root, problems = composer.compose(), composer.problems
    data = cast(dict[object, object], root.value) if root else {}
    rows = data.get(field)
    if not problems and isinstance(rows, list) and not 0 < len(rows) <= most:
        message = f"the file has {len(rows):,} rows, and from 1 to {most:,} are read"
        problems.append(Problem(ProblemKind.LIMIT, Place(), message, "split it" if rows else None))
    if problems or root is None:
        return YamlDocument(file.path, file.text, tuple(problems))
    document = YamlDocument(file.path, file.text, (), data)
    vars(document)["root"] = root  # which composing it again as YAML would not give
    return document


class _ListComposer(Composer):
    """A composer that takes a list for the field that has it."""

    field: str

    def _node(self, event: Any, depth: int) -> YamlNode:
        node = super()._node(event, depth)
        return _field(self.field, node) if depth == 1 and isinstance(node.value, list) else node


def _field(name: str, rows: YamlNode) -> YamlNode:
    """Return the block with one field, which has some rows."""
    key = YamlNode(rows.start, rows.start, name, name)
    return YamlNode(rows.start, rows.end, {name: rows.value}, entries=((key, rows),))


class _Table:
    """The rows of CSV, and what is wrong with it."""

    def __init__(self, file: TextFile, columns: Collection[str], needed: Collection[str]) -> None:
        self._file = file
        self.problems: list[Problem] = []
        lines = self._lines()
        header = next(lines, [])
        self._check(header, columns, needed)
        blocks: list[YamlNode] = []
        for line in lines:
            entries = tuple((key, value) for key, value in zip(header, line, strict=False) if value.source)
            if line[len(header) :]:
                message = f"the line has {len(line)} values, and the first line names {len(header)} columns"
                self._add(line[len(header)].start, message, "put quotes around a value with a comma")
            if entries:
                row = {key.value: value.value for key, value in entries}
                blocks.append(YamlNode(line[0].start, line[-1].end, row, entries=entries))
        rows = [block.value for block in blocks]
        self.rows = YamlNode(0, len(file.text), rows, items=tuple(blocks))

    def _lines(self) -> Iterator[list[YamlNode]]:
        """Yield the values of each line, up to one that cannot be read."""
        line: list[YamlNode] = []
        start = 0
        while start < len(self._file.text):
            value = _VALUE.match(self._file.text, start)
            if value is None:
                message = "a quotation mark is where no value begins or ends"
                self._add(start, message, 'put the whole value in quotes, and write `""` for one within it')
                return
            text = (value["plain"] or (value["quoted"] or "").replace('""', '"')).strip()
            line.append(YamlNode(start, value.start("end"), text, text))
            start = value.end()
            if value["end"] != ",":
                yield line
                line = []
        if line:
            yield line

    def _check(self, header: list[YamlNode], columns: Collection[str], needed: Collection[str]) -> None:
        """List what is wrong with the names of the columns."""
        names = [name.source or "" for name in header]
        for separator, called in _OTHER_SEPARATORS.items():
            if len(names) == 1 and separator in names[0]:
                self._add(0, f"{called} separate the values", "save the file as CSV with commas")
                return
        for place, (name, node) in enumerate(zip(names, header, strict=True)):
            if name in names[:place]:
                self._add(node.start, f"two columns are called `{shorten(name)}`", "keep one of them")
            elif name not in columns:
                hint = meant(closest(name, columns), f"columns are {', '.join(columns)}")
                self._add(node.start, f"the first line names a column `{shorten(name)}`", hint)
        if absent := [name for name in needed if name not in names]:
            message = f"the first line names no column `{absent[0]}`"
            self._add(0, message, f"begin the file with `{','.join(columns)}`")

    def _add(self, offset: int, message: str, hint: str) -> None:
        self.problems.append(Problem(ProblemKind.SHAPE, self._file.place_of(offset), message, hint))
