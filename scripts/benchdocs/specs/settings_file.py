"""Read a suite's settings, and say what is wrong with them and where.

They have a file of their own, because a `pyproject.toml` also names code that an installation runs.
"""

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from benchdocs.documents.locations import Place, Position, Route
from benchdocs.documents.spelling import did_you_mean, plain_name
from benchdocs.documents.text_file import TextFile, read_text, shorten
from benchdocs.specs import settings as tables
from benchdocs.specs.discovery import SETTINGS_FILES
from benchdocs.specs.numbers import date_hint
from benchdocs.specs.prompt_settings import KEYS, NAME, REPLY_KEYS, Prompts
from benchdocs.specs.settings import NO_SETTINGS, Settings, StatedSettings, prefix_in, start_in
from benchdocs.specs.toml_file import FileFault, read_toml

_MOST_FAULTS = 100
_MOST_READINGS = 20
"""How often a file is read, each time without what did not fit before."""
KNOWN = tuple(StatedSettings.model_fields)
_DECISIVE = ("benchmarks", "criteria", "ignore", "prompts")
"""Settings without which sound files would get findings."""
_LISTS: dict[str, type[tables.Entry]] = {
    "forbidden": tables.Forbidden,
    "ignore": tables.Ignored,
    "waivers": tables.Waiver,
    "categories": tables.NamedCategory,
}
"""Settings that are lists of tables, each with what a table can say."""
_KEYS: dict[str, Collection[str]] = {
    **{name: table.model_fields for name, table in _LISTS.items()},
    "criteria": tables.CriteriaWords.model_fields,
    "prompts": Prompts.model_fields,
    "headings": KEYS,
    "reply_keys": REPLY_KEYS,
}
"""What a table can say, by the setting that it belongs to."""
_FORMS = {
    "string_type": "has to be a text in quotes",
    "string_too_short": "has to say something",
    "string_too_long": "has more than {max_length} characters",
    "tuple_type": "has to be a list",
    "list_type": "has to be a list",
    "too_long": "has more than {max_length} entries",
    "dict_type": "has to be a table",
    "model_type": "has to be a table",
    "literal_error": "has to be {expected}",
}
"""What is wrong, by the kind of error; the others say it themselves."""
_PATTERNS = {
    NAME: "has to be a name in lowercase letters, digits and underscores",
    tables.SENTENCE: "has to be a sentence on one line",
    tables.FOLDER_NAME: "has to be the name of one folder",
    tables.TAGS: "has to be a pattern of tags, such as `v*`",
}


def read_settings(root: Path) -> Settings:
    """Read the settings of a root; a broken file results in faults, never in an exception."""
    files = [read_text(root, path) for path in SETTINGS_FILES if os.path.lexists(root / path)]
    settings = parse_settings(files[0]) if files else NO_SETTINGS
    for file in files[1:]:
        if _content(file)[0] is not None:
            return settings.model_copy(update={"unread": Settings.model_construct(file=file)})
    return settings


def parse_settings(file: TextFile) -> Settings:
    """Read the settings in a file; what does not fit is left out."""
    content, faults = _content(file)
    if faults:
        return Settings.model_construct(file=file, faults=faults, is_broken=True)
    settings = _SettingsFile(file, {} if content is None else content).settings()
    return settings.model_copy(update={"stated": content if isinstance(content, dict) else {}})


def _content(file: TextFile) -> tuple[Any, tuple[FileFault, ...]]:
    """Return what a file says of the suite, None for nothing; or why it cannot be read."""
    content, faults = read_toml(file)
    for name in prefix_in(file).split(".")[:-1]:
        content = content.get(name) if isinstance(content, dict) else None
    return content, faults


class _SettingsFile:
    """File with the table of settings that was read from it."""

    def __init__(self, file: TextFile, table: Any) -> None:
        self.file = file
        self.prefix = prefix_in(file)
        self.table = table
        self.places = dict(self._entries()) if isinstance(table, dict) else {}

    def settings(self) -> Settings:
        """Return what fits of the table, and what is wrong with the rest."""
        if not isinstance(self.table, dict):
            fault = FileFault(self._place(("benchdocs",)), "`[tool.benchdocs]` has to be a table")
            return Settings.model_construct(file=self.file, faults=(fault,), is_broken=True)
        faults: list[FileFault] = []
        is_broken = False
        for _ in range(_MOST_READINGS):
            try:
                stated = StatedSettings.model_validate(self.table, context=self.places)
            except ValidationError as error:
                wrong = error.errors(include_url=False)
                faults += [self._fault(_route(details), details) for details in wrong[:_MOST_FAULTS]]
                for route in sorted({*map(_unfit, wrong)}, key=_order, reverse=True):
                    is_broken |= _is_decisive(route)
                    del self._at(route[:-1])[route[-1]]
            else:
                break
        else:
            stated, is_broken = StatedSettings(), True
        return Settings.model_construct(
            file=self.file, faults=tuple(faults), is_broken=is_broken, **dict(stated)
        )

    def _entries(self) -> Iterator[tuple[int, Position]]:
        """Yield the place of each table in a list, by its identity."""
        for name in _LISTS:
            entries = self.table.get(name)
            if isinstance(entries, list):
                for entry, position in zip(entries, self._positions(name, len(entries)), strict=True):
                    yield id(entry), position

    def _at(self, route: Route) -> Any:
        """Return the value at a route."""
        value = self.table
        for step in route:
            value = value[step]
        return value

    def _fault(self, route: Route, error: ErrorDetails) -> FileFault:
        """Return what is wrong at a route, in words."""
        kind, name = error["type"], shorten(str(route[-1]))
        holder = next((step for step in reversed(route[:-1]) if isinstance(step, str)), "")
        place, within = self._place(route), f" of `{holder}`" if holder else ""
        if kind == "missing":
            return FileFault(place, f"an entry{within} has no `{name}`", f'add `{name} = "..."`')
        if kind == "extra_forbidden":
            is_field = f"is not a field{within}" if holder else "is not a setting"
            return FileFault(place, f"`{name}` {is_field}", self._hint(str(route[-1]), holder))
        about = error.get("ctx", {})
        form = _FORMS[kind].format(**about) if kind in _FORMS else error["msg"]
        form = _PATTERNS.get(about.get("pattern", ""), form)
        hint = None
        if kind == "date":
            hint = date_hint(str(error["input"]))
        elif "\\" in str(error["input"]) and kind == "reply":
            hint = "write `/` between folders"
        elif about.get("pattern") == NAME and (right := plain_name(str(error["input"]), "_")):
            hint = f"write it as `{right}`"
        if form == "has to be a list" and name in _LISTS:
            form, hint = "has to be a list of tables", f"write `[[{self.prefix}{name}]]`"
        subject = f"an entry{within}" if isinstance(route[-1], int) else f"`{name}`{within}"
        return FileFault(place, f"{subject} {form}", hint)

    def _hint(self, name: str, holder: str) -> str:
        """Return what an unknown name could be instead."""
        if not holder and name == "exclude":
            return "no file is left out: move what is no part of the suite to another folder"
        if not holder and name == "tool":
            return "here the settings are at the top, without `tool.benchdocs`"
        if holder and name in KNOWN:
            return "move this setting above the headings in `[...]`"
        names = _KEYS[holder] if holder else KNOWN
        kind = "its fields" if holder else "settings"
        return did_you_mean(name, names) or f"{kind} are `{'`, `'.join(names)}`"

    def _place(self, route: Route) -> Place:
        """Return where a value is, or the table that lacks it."""
        index = _first_index(route)
        if index == len(route):
            return Place(position=self._position(".".join(map(str, route))))
        entries, (number, *inner) = self._at(route[:index]), route[index:]
        entry, list_name = entries[number], ".".join(map(str, route[:index]))
        position = self.places.get(id(entry)) or self._position(list_name)
        if inner and isinstance(entry, dict) and inner[0] in entry:
            position = self._position_of_key(str(inner[0]), position)
        return Place(position=position)

    def _position_of_key(self, name: str, start: Position) -> Position:
        """Return the first place of a key from a start on; the start where it is not found."""
        key = re.compile(rf"""(?<![\w-])["']?{re.escape(name)}["']?[ \t]*[=.]""")
        match = key.search(self.file.text, self.file.offset_of(start.line) + start.column - 1)
        if not match:
            return start
        return self.file.position_of(match.start())

    def _positions(self, name: str, count: int) -> list[Position]:
        """Return where each table of a list starts: its `[[...]]` header, or the key of an inline list."""
        header = f"[[{self.prefix}{name}]]"
        lines = enumerate(self.file.lines, 1)
        headers = [Position(n, 1) for n, line in lines if line.replace(" ", "").startswith(header)]
        if len(headers) != count:
            return [self._position(name)] * count
        return headers

    def _position(self, name: str) -> Position:
        """Return where a setting is (`prompts.reply`): at its key or header, else at the header above it."""
        header = start_in(self.file)
        start = rf"^[ \t]*(?:\[*{re.escape(self.prefix)})?[\"']?"
        key = r"[\"']?[ \t]*\.[ \t]*[\"']?".join(map(re.escape, name.split(".")))
        stated = re.compile(start + f"({key})" + r"[\"']?[ \t]*[=.\]]", re.MULTILINE)
        matches = stated.finditer(self.file.text, self.file.text.rfind("\n", 0, header) + 1)
        if match := min(matches, key=lambda match: match[0].endswith("."), default=None):
            return self.file.position_of(match.start(1))
        table, _, last = name.rpartition(".")
        if table:
            return self._position_of_key(last, self._position(table))
        return self.file.position_of(header)


def _route(error: ErrorDetails) -> Route:
    """Return the keys and indices that lead to what is wrong."""
    steps = [step for step in error["loc"] if step not in ("tables", "codes", "[key]")]
    return (*steps, *error.get("ctx", {}).get("route", ()))


def _unfit(error: ErrorDetails) -> Route:
    """Return the route to what is left out: a value, or all of its table or list where less would not fit."""
    route = _route(error)
    index = _first_index(route)
    if route[0] not in _LISTS:
        return route[:index]
    if error["type"] in ("date", "extra_forbidden"):
        return route
    return route[: index + 1]


def _is_decisive(route: Route) -> bool:
    """Return whether other files are read or judged by what is at a route, or is meant there."""
    name = str(route[0])
    if name not in KNOWN:
        return bool(did_you_mean(name, _DECISIVE))
    return name in _DECISIVE or route[-1] in _DECISIVE


def _first_index(route: Route) -> int:
    """Return where in a route the first index of a list is; the route's length where there is none."""
    for place, step in enumerate(route):
        if isinstance(step, int):
            return place
    return len(route)


def _order(route: Route) -> list[tuple[int, str]]:
    """Return what sorts routes, in which some steps are indices."""
    return [(step, "") if isinstance(step, int) else (-1, step) for step in route]
