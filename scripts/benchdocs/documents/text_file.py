"""Read any file of a suite safely, and locate pieces of its text.

Whatever a path leads to (a folder, a pipe, 20 MB, bytes in another encoding), the outcome is a
`TextFile`, with its problems listed instead of raised.
"""

from __future__ import annotations

import os
import re
import stat
from bisect import bisect_right
from codecs import BOM_UTF8
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from sys import maxsize
from typing import NamedTuple

from benchdocs.documents.locations import Edit, Place, Position, printable

MAX_BYTES = 500_000
"""Largest file that is read, in bytes; a spec of this suite has about 3,000."""

CONFLICT = r"(?m)^[ \t]*(?P<mark>(?:<{7}|>{7})(?=\s|\Z)|\|{7}(?= \w))"
"""First line of a version in a merge conflict, or its last line."""
CONFLICT_HINT = "keep one of the two versions, and delete the lines with `<<<<<<<`, `=======` and `>>>>>>>`"
_LINE_END = re.compile(r"\r\n|\r|\n")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_CONTROL_BYTES = bytes([*range(9), *range(14, 32), 127])
_RARE_BYTES = (b"\xc2", b"\xef\xbf")
"""First bytes of the control characters beyond ASCII in UTF-8; few other characters start with them."""


OFFICE_ENDINGS = (".doc", ".docx", ".odt", ".pages", ".pdf", ".rtf", ".rtfd")
"""Endings in lower case of texts with fonts and pages, from which nothing can be read."""
_OFFICE_STARTS = {
    b"{\\rtf": "rich text",
    b"PK\x03\x04": "a file of a word processor, or an archive",
    b"\xd0\xcf\x11\xe0": "a file of a word processor",
    b"%PDF-": "a PDF",
}


class ProblemKind(StrEnum):
    """The kinds of problem of a file itself; each belongs to one YML rule."""

    UNREADABLE = "unreadable"
    DUPLICATE_KEY = "duplicate key"
    SHAPE = "shape"
    LIMIT = "limit"


class Problem(NamedTuple):
    """A problem of a file itself, found before its fields are looked at.

    Attributes:
        first: For a duplicate: the place of the first one.
    """

    kind: ProblemKind
    place: Place
    message: str
    hint: str | None = None
    first: Place | None = None

    @classmethod
    def unreadable(cls, message: str, hint: str | None = None, position: Position | None = None) -> Problem:
        """Return a problem that leaves nothing of the file to work with."""
        return cls(ProblemKind.UNREADABLE, Place(position=position or Position(1, 1)), message, hint)


def as_plain_text(name: str) -> str:
    """Return the hint for a text with fonts and pages that is to be a plain text of this name."""
    return f"copy the text into a plain text editor, and save it there as `{name}`"


def shorten(text: str, limit: int = 40) -> str:
    """Return the start of a long text for a message, with characters that cannot be shown escaped."""
    if len(text) > limit:
        text = text[: limit - 3] + "..."
    return printable(text)


def is_blank(text: str) -> bool:
    """Return whether a text shows nothing: it is empty, or all white space and invisible characters."""
    return not text[:1].isalnum() and not any(char.isprintable() and char != " " for char in text)


def unix_ends(content: bytes) -> bytes:
    """Return a file's content with the line ends of Unix and no byte order mark, as `decode` reads it.

    That is what is compared and digested: a copy that an editor or git made on Windows may differ in both.
    Bytes that are no text stay as they are.
    """
    if b"\0" in content:
        return content
    return content.removeprefix(BOM_UTF8).replace(b"\r\n", b"\n")


def quoted(text: str) -> str:
    """Return a text of one line in quotes of the kind that leaves its characters as they are."""
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


def requoted(old: str, new: str) -> str:
    """Return a plain word in the quotes of the text it replaces."""
    quote = old[:1]
    if quote not in ('"', "'") or not re.fullmatch(r"[A-Za-z][\w./-]*", new):
        return new
    return f"{quote}{new}{quote}"


def _words_pattern(text: str) -> str:
    """Return a pattern that finds the words of a text, with any white space between them (folded text)."""
    return r"\s+".join(re.escape(word) for word in text.split()) or r"(?!)"


@dataclass(eq=False, repr=False)
class TextFile:
    """A text file of the suite; `path` is relative to the root, with forward slashes."""

    path: str
    text: str
    problems: tuple[Problem, ...] = ()

    @property
    def stem(self) -> str:
        """The file's name without its extension."""
        name = self.path.rsplit("/", 1)[-1]
        return name.rpartition(".")[0] or name

    @property
    def unix_text(self) -> str:
        """The text with the line ends of Unix, as it is compared and digested."""
        return self.text.replace("\r\n", "\n")

    @property
    def plain_text(self) -> str:
        """The text with a line feed at the end of each line, whatever ended it."""
        if "\r" not in self.text:
            return self.text
        return "\n".join(self.lines)

    @cached_property
    def lines(self) -> list[str]:
        """The file's lines without their line ends."""
        if "\r" not in self.text:
            return self.text.split("\n")
        return _LINE_END.split(self.text)

    @property
    def line_count(self) -> int:
        """The number of lines; a last line without a line end counts unless it is empty."""
        ends = [match.end() for match in _LINE_END.finditer(self.text)]
        return len(ends) + (not ends or ends[-1] < len(self.text))

    @cached_property
    def _line_starts(self) -> list[int]:
        if "\r" not in self.text:
            return [0, *accumulate(len(line) + 1 for line in self.lines[:-1])]
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    @property
    def line_end(self) -> str:
        """What ends the file's lines, to be written into it."""
        if "\r\n" in self.text:
            return "\r\n"
        return "\n"

    def offset_of(self, line: int) -> int:
        """Return the character offset at which a line starts."""
        return self._line_starts[line - 1]

    def position_of(self, offset: int) -> Position:
        """Return line and column of a character offset."""
        line = bisect_right(self._line_starts, offset)
        return Position(line, offset - self._line_starts[line - 1] + 1)

    def place_of(self, offset: int) -> Place:
        """Return the place of a character offset."""
        return Place(position=self.position_of(offset))

    def find(self, words: str, start: int = 0, end: int = maxsize) -> int | None:
        """Return the offset of words between two offsets, however they are spaced; None where absent."""
        if match := re.compile(_words_pattern(words)).search(self.text, start, end):
            return match.start()
        return None

    def edit(self, place: Place, new: str) -> Edit | None:
        """Return the edit that writes `new` in place of the text of a place; None where it is not there."""
        if not place.text:
            return None
        if not place.position:
            return self.edit_of_words(place.text, new)
        start = self.offset_of(place.position.line) + place.position.column - 1
        if not self.text.startswith(place.text, start):
            return None
        return Edit(self.path, start, start + len(place.text), new)

    def edit_of_words(self, words: str, new: str, start: int = 0, end: int = maxsize) -> Edit | None:
        """Return the edit that replaces whole words between two offsets; None where they are not there."""
        pattern = _words_pattern(words)
        if re.match(r"\w", words):
            pattern = rf"(?<![\w-]){pattern}"
        if re.search(r"\w\Z", words):
            pattern = rf"{pattern}(?!-?\w)"
        if match := re.compile(pattern).search(self.text, start, end):
            return Edit(self.path, match.start(), match.end(), new)
        return None

    def locate(self, place: Place) -> Position:
        """Return the position of a place; its route has one element, the text that starts the line."""
        if place.position:
            return place.position
        start = 0
        if place.route:
            opening = r"(?:^|(?<=\r))" + re.escape(str(place.route[0]))
            if match := re.search(opening, self.text, re.MULTILINE):
                start = match.start()
        if place.text:
            start = self.find(place.text, start) or start
        return self.position_of(start)


def read_text(root: Path, path: str) -> TextFile:
    """Read a file below the root; an unreadable one is returned empty, with the problem that says why."""
    content = _content(root, path)
    if isinstance(content, Problem):
        return TextFile(path, "", (content,))
    return decode(path, content)


def _content(root: Path, path: str) -> bytes | Problem:
    """Return the bytes of a file, or why they are not read."""
    try:
        if first_link(root, path):
            return Problem.unreadable("the file is a link, which is not followed", "put the file itself here")
        status = os.stat(os.path.join(root, path))
        if stat.S_ISDIR(status.st_mode):
            hint = "rename the folder so that it does not look like a file"
            return Problem.unreadable("this is a folder, not a file", hint)
        if not stat.S_ISREG(status.st_mode):
            return Problem.unreadable("this is not a regular file", "put a plain text file here")
        with open(os.path.join(root, path), "rb", buffering=0) as file:
            data = file.read(min(status.st_size, MAX_BYTES) + 1)
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it cannot be opened"
        return Problem.unreadable(f"the file cannot be read: {reason}")
    if len(data) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES:,} bytes"
        return Problem(ProblemKind.LIMIT, Place(), message, "split it, or move data out of it")
    return data


def first_link(root: Path, path: str) -> str | None:
    """Return the path of the outermost link on the way to a path below a root, or of what is there."""
    for place in accumulate(path.split("/"), "{}/{}".format):
        if os.path.islink(f"{root}/{place}"):
            return place
    return None


def decode(path: str, data: bytes) -> TextFile:
    """Decode bytes as UTF-8; bytes in another encoding give a file with the problem that says so."""
    for start, format in _OFFICE_STARTS.items():
        if data.startswith(start):
            hint = as_plain_text(path.rpartition("/")[2])
            problem = Problem.unreadable(f"this is {format}, not plain text", hint)
            return TextFile(path, "", (problem,))
    try:
        text = data.removeprefix(BOM_UTF8).decode("utf-8").lstrip("\ufeff")
    except UnicodeDecodeError as error:
        rest = error.object  # without a byte order mark
        before = TextFile(path, rest[: error.start].decode("utf-8", "replace"))
        where = before.position_of(len(before.text))
        message = f"the file is not UTF-8 text: byte 0x{rest[error.start]:02x} is not valid here"
        problem = Problem.unreadable(message, "save the file with UTF-8 encoding", where)
        return TextFile(path, rest.decode("utf-8", "replace"), (problem,))
    if _may_hold_control(data, is_ascii=text.isascii()) and (match := _CONTROL.search(text)):
        whole = TextFile(path, text)
        message = f"the file contains the control character U+{ord(match[0]):04X}, which YAML and HTML forbid"
        problem = Problem.unreadable(message, "delete the character", whole.position_of(match.start()))
        return TextFile(path, text, (problem,))
    return TextFile(path, text)


def _may_hold_control(data: bytes, *, is_ascii: bool) -> bool:
    """Return whether to search for control characters: asking the bytes first takes a tenth of the search."""
    plain = data.translate(None, _CONTROL_BYTES)
    return len(plain) < len(data) or not (is_ascii or all(rare not in data for rare in _RARE_BYTES))
