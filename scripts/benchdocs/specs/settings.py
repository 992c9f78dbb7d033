"""Read a suite's settings: nouns, exclusions, reserved codes, categories, waivers.

They have a file of their own, because a `pyproject.toml` also names code that an installation runs.
"""

import datetime
import os
import re
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from benchdocs.documents.locations import Place, Position
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import TextFile, decode, read_text, shorten
from benchdocs.specs.category_fields import IN_CATEGORY, are_texts
from benchdocs.specs.choices import CATEGORIES, Category
from benchdocs.specs.discovery import SETTINGS_FILES
from benchdocs.specs.forbidden import MOST_PATTERNS, Forbidden, in_one_line, refusal
from benchdocs.specs.nouns import FORM, Nouns, misfit
from benchdocs.specs.prompt_file import USUAL_FORM, PromptForm
from benchdocs.specs.prompt_settings import FIELDS, KEYS, prompt_form
from benchdocs.specs.toml_file import FileFault, read_toml

MAX_FAULTS = 100
MAX_GLOBS = 1_000
_LONGEST_GLOB = 1_000
"""Most characters of a glob, which every path is matched against."""
_IN_WAIVER = ("rule", "code", "reason", "by", "on", "until")
_IN_EXCLUSION = ("path", "reason")


def _is_folder_name(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"(?:[\w-][\w.-]*)?", value) is not None


_IN_IGNORED = ("rule", "reason")
_IN_FORBIDDEN = ("pattern", "reason", "unless")
FEWEST_WORDS = 3
"""Words of a reason at least."""


class Waiver(NamedTuple):
    """Excuse for findings: one rule, for one benchmark, rubric or prompt, with a reason.

    Attributes:
        until: Last day on which it excuses; None where it has no end.
    """

    rule: str
    code: str
    reason: str
    position: Position
    by: str = ""
    on: datetime.date | None = None
    until: datetime.date | None = None


class Exclusion(NamedTuple):
    """Files that are not read, as a glob relative to the root, with the reason."""

    path: str
    reason: str = ""


class Ignored(NamedTuple):
    """Rule that is switched off for the whole suite, with the reason."""

    rule: str
    reason: str
    position: Position


class Settings(NamedTuple):
    """Content of `benchdocs.toml`, or of `[tool.benchdocs]` in `pyproject.toml`; empty without either.

    Attributes:
        reserved: Codes that are reserved, or were used once: no spec may have one.
        benchmarks: Folder in which the component folders lie; empty for the root itself.
        categories: Names of categories by the codes of rubrics.
        known_categories: The categories that rubrics may have: the suite's own, else those of the field
            specification.
        forbidden: What no spec or prompt may say.
        faults: What is wrong in the file.
        unread: Where more settings are, which do not count: in `pyproject.toml` beside a `benchdocs.toml`.
    """

    file: TextFile
    exclude: tuple[Exclusion, ...] = ()
    reserved: tuple[str, ...] = ()
    benchmarks: str = ""
    categories: Mapping[str, str] = MappingProxyType({})
    known_categories: tuple[Category, ...] = CATEGORIES
    waivers: tuple[Waiver, ...] = ()
    ignore: tuple[Ignored, ...] = ()
    nouns: Nouns = Nouns()
    prompts: PromptForm = USUAL_FORM
    forbidden: tuple[Forbidden, ...] = ()
    faults: tuple[FileFault, ...] = ()
    unread: "Settings | None" = None

    @property
    def prefix(self) -> str:
        """What the names of the settings' tables start with."""
        return "" if self.file.path == SETTINGS_FILES[0] else "tool.benchdocs."

    @property
    def named_categories(self) -> tuple[Category, ...]:
        """The suite's own categories."""
        return () if self.known_categories is CATEGORIES else self.known_categories

    @property
    def how_to_categorize(self) -> str:
        """Hint for an author whose suite names no categories."""
        return f"name it in `[[{self.prefix}categories]]` of `{self.file.path}`"

    @property
    def start(self) -> int:
        """The offset at which the settings start in their file."""
        return max(self.file.text.find(f"[{self.prefix.rstrip('.')}"), 0) if self.prefix else 0

    def excluding(self, path: str) -> Exclusion | None:
        """Return the first exclusion that leaves a file out; None for a file that is read."""
        return next((entry for entry in self.exclude if fnmatchcase(path, entry.path)), None)

    def place_of_glob(self, glob: str) -> Place:
        """Return where an entry of `exclude` stands; where the list starts if it is written in escapes."""
        text = self.file.text
        start = max(text.find("exclude", self.start), 0)
        found = [offset for quote in "\"'" if (offset := text.find(quote + glob + quote, start)) >= 0]
        return self.file.place_of(min(found, default=start))


KNOWN = (
    "benchmarks",
    "exclude",
    "reserved",
    "categories",
    "waivers",
    "ignore",
    "prompts",
    *Nouns._fields,
    "forbidden",
)
NO_SETTINGS = Settings(TextFile(SETTINGS_FILES[0], ""))


def settings_among(contents: Mapping[str, bytes]) -> Settings:
    """Return the settings in the files of an earlier state, by their paths."""
    path = next((path for path in SETTINGS_FILES if path in contents), None)
    return parse_settings(decode(path, contents[path])) if path else NO_SETTINGS


def read_settings(root: Path) -> Settings:
    """Read the settings of a root; a broken file results in faults, never in an exception."""
    files = [read_text(root, path) for path in SETTINGS_FILES if os.path.lexists(root / path)]
    settings = parse_settings(files[0]) if files else NO_SETTINGS
    unread = (Settings(file) for file in files[1:] if _content(file)[0] is not None)
    return settings._replace(unread=next(unread, None))


def parse_settings(file: TextFile) -> Settings:
    """Read the settings in a file."""
    content, faults = _content(file)
    return Settings(file, faults=faults) if faults else _SettingsReader(file, content).settings()


def _content(file: TextFile) -> tuple[Any, tuple[FileFault, ...]]:
    """Return what a file says of the suite, None for nothing; or why it cannot be read."""
    found, faults = read_toml(file)
    for name in Settings(file).prefix.split(".")[:-1]:
        found = found.get(name) if isinstance(found, dict) else None
    return found, faults


class _SettingsReader:
    """Reader of the parsed table, which lists what does not fit."""

    def __init__(self, file: TextFile, table: object) -> None:
        self.file = file
        self.prefix = Settings(file).prefix
        self.table = table if isinstance(table, dict) else {}
        self.faults: list[FileFault] = []
        if table is not None and not isinstance(table, dict):
            self._fault("benchdocs", "`[tool.benchdocs]` has to be a table")

    def settings(self) -> Settings:
        for name in [name for name in self.table if name not in KNOWN][:MAX_FAULTS]:
            hint = did_you_mean(name, KNOWN) or f"settings are `{'`, `'.join(KNOWN)}`"
            hint = "`[[forbidden]]` says what no text may say" if name == "clinical" else hint
            hint = "here the settings are at the top, without `tool.benchdocs`" if name == "tool" else hint
            self._fault(name, f"`{shorten(name)}` is not a setting", hint)
        usual, (known, categories) = Nouns._field_defaults, self._categories()
        nouns = {name: self._noun(name, noun) for name, noun in usual.items()}
        return Settings(
            self.file,
            exclude=tuple(self._exclusions()),
            reserved=tuple(self._valid("reserved", [], are_texts, "a list of texts")),
            benchmarks=self._valid("benchmarks", "", _is_folder_name, "the name of one folder"),
            categories=categories,
            known_categories=known,
            waivers=tuple(self._waivers()),
            ignore=tuple(self._ignored()),
            nouns=Nouns(**nouns),
            prompts=self._prompts(),
            forbidden=tuple(self._forbidden()),
        )._replace(faults=tuple(self.faults))

    def _valid(self, name: str, usual: Any, fits: Callable[[Any], object], form: str) -> Any:
        """Return what a setting says; what is usual where it says nothing, or something that does not fit."""
        value = self.table.get(name, usual)
        if fits(value):
            return value
        self._fault(name, f"`{name}` has to be {form}")
        return usual

    def _noun(self, name: str, usual: str) -> str:
        """Return the noun that a setting says; the usual one where it says none, or what is none."""
        noun: Any = self.table.get(name, usual)
        if why := misfit(noun):
            self._fault(name, f"`{name}` has to be {FORM}, but {why}")
            return usual
        return str(noun).strip()

    def _prompts(self) -> PromptForm:
        form = f"a table `[{self.prefix}prompts]`"
        table = self._valid("prompts", {}, lambda value: isinstance(value, dict), form)
        self._refuse_unknown(table, FIELDS, "`prompts`", self._position("prompts"))
        if isinstance(headings := table.get("headings"), dict):
            self._refuse_unknown(headings, KEYS, "`headings`", self._position("prompts.headings"))
        return prompt_form(table, partial(self._fault, table="prompts.")) if table else USUAL_FORM

    def _exclusions(self) -> Iterator[Exclusion]:
        entries = self.table.get("exclude", [])
        if not isinstance(entries, list):
            entries = [None]
        if len(entries) > MAX_GLOBS:
            self._fault("exclude", f"`exclude` has more than {MAX_GLOBS:,} entries")
        for entry in entries[:MAX_GLOBS]:
            fields = {"path": entry} if isinstance(entry, str) else entry if isinstance(entry, dict) else {}
            path, reason = fields.get("path"), fields.get("reason", "")
            if not (isinstance(path, str) and isinstance(reason, str)):
                self._fault("exclude", '`exclude` has to be a list of `{path = "...", reason = "..."}`')
            elif len(path) > _LONGEST_GLOB:
                self._fault("exclude", f"an entry of `exclude` has more than {_LONGEST_GLOB:,} characters")
            else:
                self._refuse_unknown(fields, _IN_EXCLUSION, "`exclude`", self._position("exclude"))
                yield Exclusion(path, reason.strip())

    def _categories(self) -> tuple[tuple[Category, ...], dict[str, str]]:
        """Return the categories that rubrics may have, and the names of those of rubrics by their codes."""
        value = self.table.get("categories", {})
        if isinstance(value, list):
            return self._named_categories()
        names = [*map(str, CATEGORIES)]
        if isinstance(value, dict) and all(entry in names for entry in value.values()):
            return CATEGORIES, value
        form = f"tables `[[{self.prefix}categories]]`, each with a `name`, a `label` and `rubrics`"
        self._fault("categories", f"categories are written as {form}")
        return CATEGORIES, {}

    def _named_categories(self) -> tuple[tuple[Category, ...], dict[str, str]]:
        found, of_rubrics = dict[str, Category](), dict[str, str]()
        for fields, position in self._tables("categories", tuple(IN_CATEGORY), "a category"):
            given = {"name": None, **fields}
            wrong = {
                key: f"the `{key}` of a category has to be {form}"
                for key, (fits, form) in IN_CATEGORY.items()
                if key in given and not fits(given[key])
            }
            if not wrong:
                name, rubrics = fields["name"], fields.get("rubrics", [])
                label = fields.get("label") or name.replace("_", " ").capitalize()
                if name in found or label in [other.label for other in found.values()]:
                    key = "name" if name in found else "label"
                    wrong[key] = f"the `{key}` of a category is that of another one"
                elif twice := next((code for code in rubrics if code in of_rubrics), None):
                    wrong["rubrics"] = f"the rubric `{shorten(twice)}` is in two categories"
                else:
                    found[name] = Category(name, label, fields.get("meaning", ""))
                    of_rubrics |= dict.fromkeys(rubrics, name)
            for key, message in wrong.items():
                where = self._position_of_key(key, position) if key in fields else position
                self.faults.append(FileFault(Place(position=where), message))
        return tuple(found.values()), of_rubrics

    def _ignored(self) -> Iterator[Ignored]:
        for fields, position in self._tables("ignore", _IN_IGNORED, "`ignore`"):
            rule, reason = (fields.get(name) for name in _IN_IGNORED)
            if not (isinstance(rule, str) and isinstance(reason, str)):
                message = '`ignore` has to be a list of `{rule = "...", reason = "..."}`'
                self.faults.append(FileFault(Place(position=position), message))
            elif len(reason.split()) < FEWEST_WORDS:
                given = f"the reason for switching off {shorten(rule)} is `{shorten(reason)}`"
                self.faults.append(FileFault(Place(position=position), given, "say in a few words why"))
            else:
                yield Ignored(rule.strip(), reason.strip(), position)

    def _forbidden(self) -> Iterator[Forbidden]:
        for fields, position in islice(
            self._tables("forbidden", _IN_FORBIDDEN, "`forbidden`"), MOST_PATTERNS
        ):
            texts = [fields.get(name, "") for name in _IN_FORBIDDEN]
            if not all(isinstance(text, str) for text in texts) or not all(map(str.strip, texts[:2])):
                message = "an entry of `forbidden` has to have the texts `pattern` and `reason`"
                self.faults.append(FileFault(Place(position=position), message))
                continue
            pattern, reason, unless = map(in_one_line, texts)
            for name, text in (("pattern", pattern), ("unless", unless)):
                if text and (why := refusal(text)):
                    where = self._position_of_key(name, position)
                    self.faults.append(FileFault(Place(position=where), f"the {name} {shorten(why, 200)}"))
                    break
            else:
                yield Forbidden(pattern, reason, unless, position)

    def _waivers(self) -> Iterator[Waiver]:
        for fields, position in self._tables("waivers", _IN_WAIVER, "a waiver"):
            values = (fields.get(name) for name in ("rule", "code", "reason", "by"))
            rule, code, reason, by = (value.strip() if isinstance(value, str) else "" for value in values)
            on, until = (self._date(fields, name, position) for name in ("on", "until"))
            yield Waiver(rule, code, reason, position, by, on, until)

    def _tables(
        self, name: str, known: tuple[str, ...], where: str
    ) -> Iterator[tuple[dict[str, Any], Position]]:
        """Yield the entries of a setting that is a list of tables, each with its place."""
        entries = self.table.get(name, [])
        if not isinstance(entries, list):
            self._fault(name, f"`{name}` has to be a list of tables", f"write `[[{self.prefix}{name}]]`")
            return
        for entry, position in zip(entries, self._positions(name, len(entries)), strict=True):
            fields = entry if isinstance(entry, dict) else {}
            self._refuse_unknown(fields, known, where, position)
            yield fields, position

    def _refuse_unknown(
        self, entry: dict[str, object], known: tuple[str, ...], where: str, start: Position
    ) -> None:
        """Note the keys that nothing reads; each at its first place from `start` on, where it is found."""
        for name in list(entry)[:MAX_FAULTS]:
            if name not in known:
                hint = did_you_mean(name, known) or f"its fields are `{'`, `'.join(known)}`"
                hint = "move this setting above the headings in `[...]`" if name in KNOWN else hint
                message = f"`{shorten(name)}` is not a field of {where}"
                self.faults.append(
                    FileFault(Place(position=self._position_of_key(name, start)), message, hint)
                )

    def _position_of_key(self, name: str, start: Position) -> Position:
        """Return the first place of a key from a start on; the start where it is not found."""
        key = re.compile(rf"""(?<![\w-])["']?{re.escape(name)}["']?[ \t]*[=.]""")
        match = key.search(self.file.text, self.file.offset_of(start.line) + start.column - 1)
        return self.file.position_of(match.start()) if match else start

    def _date(self, fields: dict[str, object], name: str, position: Position) -> datetime.date | None:
        """Return a date, written as one or as a text; None where there is none."""
        value = fields.get(name)
        if value is None or (isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)):
            return value
        try:
            return datetime.date.fromisoformat(value if isinstance(value, str) else "")
        except ValueError:
            place = Place(position=self._position_of_key(name, position))
            self.faults.append(
                FileFault(place, f"the waiver's `{name}` is not a date", "write it as 2026-01-31")
            )
            return None

    def _positions(self, name: str, count: int) -> list[Position]:
        """Return where each table of a list starts: its `[[...]]` header, or the key of an inline list."""
        lines = ((n, line.replace(" ", "")) for n, line in enumerate(self.file.lines, 1))
        header = f"[[{self.prefix}{name}]]"
        headers = [Position(n, 1) for n, line in lines if line.startswith(header)]
        return headers if len(headers) == count else [self._position(name)] * count

    def _fault(self, name: str, message: str, hint: str | None = None, table: str = "") -> None:
        self.faults.append(FileFault(Place(position=self._position(table + name)), message, hint))

    def _position(self, name: str) -> Position:
        """Return where a setting is (`prompts.reply`): at its key or header, else at the header above it."""
        header = Settings(self.file).start
        start = rf"^[ \t]*(?:\[*{re.escape(self.prefix)})?[\"']?"
        key = r"[\"']?[ \t]*\.[ \t]*[\"']?".join(map(re.escape, name.split(".")))
        written = re.compile(start + f"({key})" + r"[\"']?[ \t]*[=.\]]", re.MULTILINE)
        found = written.finditer(self.file.text, self.file.text.rfind("\n", 0, header) + 1)
        table, _, last = name.rpartition(".")
        if match := min(found, key=lambda each: each[0].endswith("."), default=None):
            return self.file.position_of(match.start(1))
        return self._position_of_key(last, self._position(table)) if table else self.file.position_of(header)
