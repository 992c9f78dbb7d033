"""Read the settings in a suite's `pyproject.toml`: exclusions, reserved codes, categories, waivers."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchdocs.documents.locations import Place, Position
from benchdocs.documents.text_file import TextFile, read_text, shorten
from benchdocs.specs.choices import Category

SETTINGS_FILE = "pyproject.toml"
MAX_FAULTS = 100
"""Most unknown settings that are listed."""
MAX_GLOBS = 1_000
_LONGEST_GLOB = 1_000
"""Most characters of a glob, which every path is matched against."""
_KNOWN = ("exclude", "reserved", "categories", "waivers")
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\r\n]*+"|'[^'\r\n]*+')[ \t]*+\.[ \t]*+){64}""")
"""Dotted key with absurdly many parts; the time to read one grows with the square of its length."""


class Waiver(NamedTuple):
    """Excuse for findings: one rule, for one benchmark, rubric or prompt, with a reason."""

    rule: str
    code: str
    reason: str
    position: Position


class Settings(NamedTuple):
    """Content of the `[tool.benchdocs]` table of a root; empty where there is none."""

    file: TextFile
    exclude: tuple[str, ...] = ()
    reserved: tuple[str, ...] = ()
    """Codes that are reserved, or were used once: no spec may have one."""
    categories: Mapping[str, str] = MappingProxyType({})
    waivers: tuple[Waiver, ...] = ()
    faults: tuple[tuple[Place, str], ...] = ()
    """Messages on what is wrong in the table, with their places."""

    def place_of_glob(self, glob: str) -> Place:
        """Return where an entry of `exclude` stands; where the list starts if it is written in escapes."""
        text = self.file.text
        start = max(text.find("exclude", max(text.find("[tool.benchdocs"), 0)), 0)
        found = [offset for quote in "\"'" if (offset := text.find(quote + glob + quote, start)) >= 0]
        return Place(position=self.file.position_of(min(found, default=start)))


def read_settings(root: Path) -> Settings:
    """Read the settings of a root; a broken file results in faults, never in an exception."""
    if not os.path.lexists(root / SETTINGS_FILE):
        return Settings(TextFile(SETTINGS_FILE, ""))
    file = read_text(root, SETTINGS_FILE)
    if file.problems:
        return Settings(file, faults=tuple((problem.place, problem.message) for problem in file.problems))
    if deep := _LONG_KEY.search(file.text):
        place = Place(position=file.position_of(deep.start()))
        return Settings(file, faults=((place, "a key of more than 64 parts stands here"),))
    try:
        tool = tomllib.loads(file.text).get("tool")
    except (ValueError, RecursionError) as error:
        return Settings(file, faults=((_place_of(error), f"the file is not valid TOML: {error}"),))
    return _SettingsReader(file, tool.get("benchdocs", {}) if isinstance(tool, dict) else {}).settings()


def _place_of(error: Exception) -> Place:
    """Return the place that a TOML error names in its text, or the file's start."""
    match = re.search(r"\(at line (\d+), column (\d+)\)$", str(error))
    return Place(position=Position(int(match[1]), int(match[2])) if match else None)


class _SettingsReader:
    """Reader of the parsed table, which lists what does not fit."""

    def __init__(self, file: TextFile, table: object) -> None:
        self.file = file
        self.table = table if isinstance(table, dict) else {}
        self.faults: list[tuple[Place, str]] = []
        if not isinstance(table, dict):
            self._fault("benchdocs", "`[tool.benchdocs]` has to be a table")

    def settings(self) -> Settings:
        unknown = [name for name in self.table if name not in _KNOWN]
        for name in unknown[:MAX_FAULTS]:
            known = "`exclude`, `reserved`, `categories` and `waivers` are"
            self._fault(name, f"`{shorten(name)}` is no setting; {known}")
        exclude, reserved = self._texts("exclude"), self._texts("reserved")
        if len(exclude) > MAX_GLOBS:
            self._fault("exclude", f"`exclude` has more than {MAX_GLOBS:,} entries")
            exclude = exclude[:MAX_GLOBS]
        if any(len(glob) > _LONGEST_GLOB for glob in exclude):
            self._fault("exclude", f"an entry of `exclude` has more than {_LONGEST_GLOB:,} characters")
            exclude = tuple(glob for glob in exclude if len(glob) <= _LONGEST_GLOB)
        categories = self._categories()
        waivers = tuple(self._waivers())
        return Settings(self.file, exclude, reserved, categories, waivers, tuple(self.faults))

    def _texts(self, name: str) -> tuple[str, ...]:
        value = self.table.get(name, [])
        if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
            return tuple(value)
        self._fault(name, f"`{name}` has to be a list of texts")
        return ()

    def _categories(self) -> dict[str, str]:
        value = self.table.get("categories", {})
        known = list(Category)
        if isinstance(value, dict) and all(entry in known for entry in value.values()):
            return value
        self._fault("categories", f"`categories` has to map rubric codes to one of {', '.join(known)}")
        return {}

    def _waivers(self) -> list[Waiver]:
        entries = self.table.get("waivers", [])
        if not isinstance(entries, list):
            self._fault("waivers", "waivers are written as `[[tool.benchdocs.waivers]]` tables")
            return []
        positions = self._waiver_positions(len(entries))
        waivers = []
        for entry, position in zip(entries, positions, strict=True):
            fields = entry if isinstance(entry, dict) else {}
            values = (fields.get(name) for name in ("rule", "code", "reason"))
            rule, code, reason = (value.strip() if isinstance(value, str) else "" for value in values)
            waivers.append(Waiver(rule, code, reason, position))
        return waivers

    def _waiver_positions(self, count: int) -> list[Position]:
        """Return where each waiver starts: its `[[...]]` header, or the `waivers` key of an inline list."""
        lines = ((n, line.replace(" ", "")) for n, line in enumerate(self.file.lines, 1))
        headers = [Position(n, 1) for n, line in lines if line.startswith("[[tool.benchdocs.waivers]]")]
        if len(headers) == count:
            return headers
        return [self._position("waivers")] * count

    def _fault(self, name: str, message: str) -> None:
        self.faults.append((Place(position=self._position(name)), message))

    def _position(self, name: str) -> Position:
        """Return where a setting is: at its key or the header of its table, else at the header above it."""
        header = self.file.find("[tool.benchdocs") or 0
        start = r"^[ \t]*(?:\[*tool\.benchdocs\.)?[\"']?"
        written = re.compile(start + f"({re.escape(name)})" + r"[\"']?[ \t]*[=.\]]", re.MULTILINE)
        match = written.search(self.file.text, self.file.text.rfind("\n", 0, header) + 1)
        return self.file.position_of(match.start(1) if match else header)
