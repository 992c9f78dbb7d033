"""Read rows of known columns, from CSV or a list in YAML, into a document that can locate each value."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from benchdocs.documents.locations import Place
from benchdocs.documents.text_file import Problem, ProblemKind, TextFile, shorten
from benchdocs.documents.yaml_composer import Composer, YamlNode
from benchdocs.documents.yaml_document import YamlDocument

_VALUE = re.compile(r'(?:"(?P<quoted>[^"]*(?:""[^"]*)*)"|(?P<plain>[^",\r\n]*))(?P<end>,|\r\n|\n|\r|\Z)')


def parse_rows(
    file: TextFile, field: str, columns: Sequence[str], needed: Sequence[str], most: int
) -> YamlDocument:
    """Return a document whose one field is a list of at most so many rows: by its name, CSV or else YAML.

    Of a line of CSV, empty values are left out. A file with a problem has no rows.
    """
    composer = _RowComposer(file)
    composer.field, composer.columns, composer.needed = field, columns, needed
    composer.problems += file.problems
    root = None if file.problems else composer.compose()
    data = cast(dict[object, object], root.value) if root else {}
    rows = data.get(field)
    if not composer.problems and isinstance(rows, list) and not 0 < len(rows) <= most:
        message = f"the file has {len(rows):,} rows, and from 1 to {most:,} are read"
        composer.problems.append(Problem(ProblemKind.LIMIT, Place(), message, "split it" if rows else None))
    if composer.problems or root is None:
        return YamlDocument(file.path, file.text, tuple(composer.problems))
    document = YamlDocument(file.path, file.text, (), data)
    vars(document)["root"] = root  # which composing it again as YAML would not give
    return document


class _RowComposer(Composer):
    """A composer that takes a list for the field that has it, and reads CSV."""

    field: str
    columns: Sequence[str]
    needed: Sequence[str]

    def _document(self) -> YamlNode | None:
        return self._table() if self.file.path.lower().endswith(".csv") else super()._document()

    def _node(self, event: Any, depth: int) -> YamlNode:
        node = super()._node(event, depth)
        return self._block(node) if depth == 1 and isinstance(node.value, list) else node

    def _block(self, rows: YamlNode) -> YamlNode:
        """Return the block with one field, which has some rows."""
        key = YamlNode(rows.start, rows.start, self.field, self.field)
        return YamlNode(rows.start, rows.end, {self.field: rows.value}, entries=((key, rows),))

    def _table(self) -> YamlNode:
        """Return the block with the rows of CSV, whose first line names the columns."""
        lines = self._lines()
        header = next(lines, [])
        names = [name.source or "" for name in header]
        if len({*names}) < len(names) or not {*self.needed} <= {*names} <= {*self.columns}:
            message = (
                f"the first line is `{shorten(self.file.lines[0])}`, and has to name columns, with commas"
            )
            self._add(ProblemKind.SHAPE, 0, message, f"begin the file with `{','.join(self.columns)}`")
        rows: list[YamlNode] = []
        for line in lines:
            if line[len(header) :]:
                message = f"the line has {len(line)} values, and the first line names {len(header)} columns"
                hint = "put quotes around a value with a comma"
                self._add(ProblemKind.SHAPE, line[len(header)].start, message, hint)
            entries = tuple((key, value) for key, value in zip(header, line, strict=False) if value.source)
            if entries:
                row = {key.value: value.value for key, value in entries}
                rows.append(YamlNode(line[0].start, line[-1].end, row, entries=entries))
        return self._block(YamlNode(0, 0, [row.value for row in rows], items=tuple(rows)))

    def _lines(self) -> Iterator[list[YamlNode]]:
        """Yield the values of each line of CSV, up to one that cannot be read."""
        line: list[YamlNode] = []
        start, text = 0, self.file.text
        while start < len(text):
            value = _VALUE.match(text, start)
            if value is None:
                message = "a quotation mark is where no value begins or ends"
                hint = 'put the whole value in quotes, and write `""` for one within it'
                self._add(ProblemKind.SHAPE, start, message, hint)
                return
            source = (value["plain"] or (value["quoted"] or "").replace('""', '"')).strip()
            line.append(YamlNode(start, value.start("end"), source, source))
            start = value.end()
            if value["end"] != "," or start == len(text):
                yield line
                line = []
