"""Read every file of a suite: from a folder to typed specs, with all their faults listed.

A spec with faults is loaded all the same, without the values that were refused, so that the other
checks can go on and one broken field hides no other problem.
"""

from __future__ import annotations

import copy
import os
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, cast, get_args

from pydantic import ValidationError

from benchdocs.finding import Place, Route, printable
from benchdocs.models import BENCHMARK_CODE, RUBRIC_CODE, Benchmark, Fields, Rubric
from benchdocs.promptdoc import PromptFile, parse_prompt
from benchdocs.settings import Settings, read_settings
from benchdocs.textfile import Problem, ProblemKind, TextFile, read_text, shorten
from benchdocs.yamldoc import YamlDocument, parse_yaml

PROMPT_FOLDER = "evaluators/llm-judge"
RUBRIC_FOLDER = "rubrics"
COMPONENT_FOLDER = re.compile(r"[^.].*-component")
SUITE_NAMES = ("*-component", "rubrics", "evaluators", "pyproject.toml")
"""Names in a root of what a suite is read from."""
MAX_FAULTS = 100
"""Faults of one spec that are listed before the rest of it is given up."""
MAX_FOLDERS = 32
"""Levels of folders below a component's that are looked into."""

SpecT = TypeVar("SpecT", Benchmark, Rubric)


class FaultKind(StrEnum):
    """How a field breaks the field specification; each kind belongs to one FLD rule."""

    MISSING = "missing"
    UNKNOWN = "unknown"
    TYPE = "type"
    RANGE = "range"
    ENUM = "enum"
    CODE = "code"
    BLANK = "blank"


_FAULT_KINDS = {
    "extra_forbidden": FaultKind.UNKNOWN,
    "invalid_key": FaultKind.UNKNOWN,
    "greater_than_equal": FaultKind.RANGE,
    "less_than_equal": FaultKind.RANGE,
    "multiple_of": FaultKind.RANGE,
    "finite_number": FaultKind.RANGE,
    "enum": FaultKind.ENUM,
    "string_pattern_mismatch": FaultKind.CODE,
    "string_too_short": FaultKind.BLANK,
}


class Fault(NamedTuple):
    """A field that breaks the field specification, with what a message needs to say about it."""

    kind: FaultKind
    route: Route
    value: object = None
    expected: str = ""
    """What pydantic expected, in its own term: `list_type`, `le=1`, `'code' or 'hybrid'`."""
    known: tuple[str, ...] = ()
    """Names of the fields that may stand at this place."""


class Spec(NamedTuple, Generic[SpecT]):
    """A benchmark's or rubric's file: the document, its typed fields, and its faults."""

    document: YamlDocument
    fields: SpecT
    faults: tuple[Fault, ...] = ()

    @property
    def stem(self) -> str:
        """The file's name without its ending, which has to be the code."""
        return self.document.stem

    @property
    def code(self) -> str:
        """The spec's code; where it cannot be read, the file's name stands in for it."""
        return self.fields.code or self.stem

    @property
    def readable(self) -> bool:
        """Whether the file could be taken apart at all."""
        return self.document.is_readable


AnySpec = Spec[Benchmark] | Spec[Rubric]
Reader = Callable[[Path, str], TextFile]
"""Reads the file at a path below a root, and never raises."""


class Loaded(NamedTuple):
    """Everything that was read from a root, sorted by path."""

    root: Path
    settings: Settings
    benchmarks: tuple[Spec[Benchmark], ...]
    rubrics: tuple[Spec[Rubric], ...]
    prompts: tuple[PromptFile, ...]
    unlisted: tuple[TextFile, ...] = ()
    """Folders and files that could not be read, as empty files with a problem."""


def load(root: Path, reader: Reader = read_text) -> Loaded:
    """Read the settings, specs and prompts below a root."""
    settings = read_settings(root)
    unlisted: list[TextFile] = []
    folders = sorted(entry.name for entry in root.iterdir() if COMPONENT_FOLDER.fullmatch(entry.name))

    def is_excluded(path: str) -> bool:
        return any(fnmatchcase(path, glob) for glob in settings.exclude)

    def paths(folder: str, endings: tuple[str, ...]) -> Iterator[str]:
        for path in _walk(root, folder, unlisted):
            if not path.lower().endswith(endings) or is_excluded(path):
                continue
            if path.isprintable():
                yield path
            else:
                problem = Problem.unreadable(
                    "the name holds a character that cannot be shown", "rename the file"
                )
                unlisted.append(_empty(path, problem))

    specs = (".yaml", ".yml", ".yaml.txt", ".yml.txt")  # the last two are misnamed, but meant as specs
    benchmarks = [_spec(reader(root, path), Benchmark) for folder in folders for path in paths(folder, specs)]
    rubrics = [_spec(reader(root, path), Rubric) for path in paths(RUBRIC_FOLDER, specs)]
    prompts = [parse_prompt(reader(root, path)) for path in paths(PROMPT_FOLDER, ("_prompt.md",))]
    unfit = tuple(file for file in unlisted if not (is_excluded(file.path) or is_excluded(f"{file.path}/")))
    return Loaded(root, settings, tuple(benchmarks), tuple(rubrics), tuple(prompts), unfit)


def _empty(path: str, problem: Problem) -> TextFile:
    """Stand in for what cannot be read; its path is shown as far as it can be."""
    return TextFile(printable(path), "", (problem,))


def has_specs(root: Path) -> bool:
    """Whether a folder looks like the root of a suite."""
    return root.is_dir() and any(
        entry.name == RUBRIC_FOLDER or COMPONENT_FOLDER.fullmatch(entry.name) for entry in root.iterdir()
    )


def _walk(root: Path, folder: str, unlisted: list[TextFile]) -> Iterator[str]:
    """Paths of everything that looks like a file below a folder, sorted; dot-files are left out."""
    try:
        entries = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not (root / folder).is_symlink():
            return
        problem = Problem.unreadable(f"the folder cannot be read: {error.strerror}")
        unlisted.append(_empty(folder, problem))
        return
    for entry in entries:
        path = f"{folder}/{entry.name}"
        if entry.name.startswith("."):
            continue
        is_folder = os.path.isdir(entry.path) if entry.is_symlink() else entry.is_dir(follow_symlinks=False)
        if entry.name.lower().endswith((".yaml", ".yml", "_prompt.md")) or not is_folder:
            yield path
        elif unfit := _unfit_folder(entry, path):
            unlisted.append(_empty(path, unfit))
        else:
            yield from _walk(root, path, unlisted)


def _unfit_folder(entry: os.DirEntry[str], path: str) -> Problem | None:
    """Refuse a folder that may lead round in a circle, or down without an end."""
    if entry.is_symlink():
        message = "the folder is a link, and the files of a linked folder are not read"
        return Problem.unreadable(message, "put the folder itself here")
    if path.count("/") > MAX_FOLDERS:
        message = f"the folders are nested deeper than {MAX_FOLDERS} levels"
        hint = "move the folder further up; a component needs one level"
        return Problem(ProblemKind.LIMIT, Place(), message, hint)
    return None


def _spec(file: TextFile, model: type[SpecT]) -> Spec[SpecT]:
    known: Spec[SpecT] = _known_spec(file.path, file.text, file.problems, model)
    return known


@lru_cache(maxsize=4096)
def _known_spec(path: str, text: str, problems: tuple[Problem, ...], model: Any) -> Any:
    """A spec that was read before, where a file is as it was: a preview reads all of them on every save."""
    return read_spec(TextFile(path, text, problems), model)


def read_spec(file: TextFile, model: type[SpecT]) -> Spec[SpecT]:
    """The spec that a file's text makes, with its faults."""
    document: YamlDocument = parse_yaml(file, model.model_fields)
    if problem := _wrapped(document, model):
        document = YamlDocument(file.path, file.text, (*document.problems, problem))
    if not document.is_readable:
        return Spec(document, _guess(document, model))
    faults = list(_missing(model, document.data, ()))
    data = document.data
    try:
        fields = model.model_validate(data)
    except ValidationError as error:
        listed = {fault.route for fault in faults}
        located = (_fault(model, data, details) for details in error.errors(include_url=False)[:MAX_FAULTS])
        faults += [fault for fault in located if fault.route not in listed]
        fields = _remainder(model, document, faults)
    return Spec(document, fields, tuple(_own_faults(document, faults)))


def _wrapped(document: YamlDocument, model: type[Fields]) -> Problem | None:
    """The problem of a spec whose fields all stand below a name that is no field."""
    name, inner = next(iter(document.data.items()), (None, None))
    known = model.model_fields.keys()
    if (
        len(document.data) > 1
        or name in known
        or not isinstance(inner, dict)
        or len(inner.keys() & known) < 3
    ):
        return None
    key = f"`{shorten(str(name))}:`"
    place = Place(position=document.locate(Place((str(name),), key=True)))
    message = f"all fields stand below {key}, and none of them at the margin"
    hint = (
        f"delete the line {key}, and move the lines below it to the left, so that `code` stands at the margin"
    )
    return Problem(ProblemKind.SHAPE, place, message, hint, why_not="every line of the file has to be moved")


def _own_faults(document: YamlDocument, faults: list[Fault]) -> Iterator[Fault]:
    """The faults but for wrong types that only follow from a value YAML could not make sense of."""
    unreadable = {
        problem.place.position for problem in document.problems if problem.kind is ProblemKind.UNREADABLE
    }
    for fault in faults:
        if fault.kind is not FaultKind.TYPE or document.locate(Place(fault.route)) not in unreadable:
            yield fault


def _remainder(model: type[SpecT], document: YamlDocument, faults: list[Fault]) -> SpecT:
    """The spec without the values at fault; without whole fields where some faults are not listed."""
    try:
        return model.model_validate(_without(document.data, [fault.route for fault in faults]))
    except ValidationError:
        pass
    known = {name: document.data[name] for name in model.model_fields if document.data.get(name) is not None}
    try:
        return model.model_validate(known)
    except ValidationError as error:
        refused = {details["loc"][0] for details in error.errors(include_url=False)}
        return model.model_validate({name: known[name] for name in known.keys() - refused})


def _guess(document: YamlDocument, model: type[SpecT]) -> SpecT:
    """Stand in for a file that cannot be read, so that mentions of its code do not count as unknown."""
    pattern = BENCHMARK_CODE if model is Benchmark else RUBRIC_CODE
    return model.model_validate({"code": document.stem} if re.fullmatch(pattern, document.stem) else {})


def _missing(model: type[Fields], data: dict[Any, Any], route: Route) -> Iterator[Fault]:
    """Needed fields that a block lacks or leaves without a value, and empty optional ones."""
    needed = _needed(model)
    for name, info in model.model_fields.items():
        if data.get(name) is not None:
            inner = _block_in(model, name)
            if inner and isinstance(data[name], dict):
                yield from _missing(inner, data[name], (*route, name))
        elif name in needed:
            yield Fault(FaultKind.MISSING, (*route, name), expected=(info.examples or [""])[0])
        elif name in data:
            yield Fault(FaultKind.BLANK, (*route, name))
    if model is Rubric and "benchmarks" not in data and "sub_rubrics" not in data:
        yield Fault(FaultKind.MISSING, (*route, "benchmarks"), expected="[A-NEG1, A-NEG2]")


@cache
def _needed(model: type[Fields]) -> tuple[str, ...]:
    return model.needed_fields()


@cache
def _block_in(model: type[Fields], name: str) -> type[Fields] | None:
    """The block of fields that a field holds, as `scoring_scale: ScoringScale | None` does."""
    info = model.model_fields.get(name)
    options = get_args(info.annotation) if info else ()
    return next(
        (option for option in options if isinstance(option, type) and issubclass(option, Fields)), None
    )


def _fault(model: type[Fields], data: dict[Any, Any], details: Any) -> Fault:
    route, holder = _route(data, details["loc"])
    context = details.get("ctx") or {}
    expected = str(context["expected"]) if "expected" in context else details["type"]
    for name in ("ge", "le", "multiple_of"):
        if name in context:
            expected = f"{name}={context[name]}"
    block = model
    for step in route[:-1]:
        block = _block_in(block, str(step)) or block
    known = tuple(name for name in block.model_fields if name not in holder)
    return Fault(_FAULT_KINDS.get(details["type"], FaultKind.TYPE), route, details["input"], expected, known)


def _route(data: Any, loc: tuple[str | int, ...]) -> tuple[Route, dict[Any, Any]]:
    """Pydantic's location as a route of the document, and the innermost block on the way.

    Pydantic names a key that is no text by its `repr`; the document names it as it was written.
    """
    route: list[str | int] = []
    holder: dict[Any, Any] = {}
    node = data
    for step in loc:
        if isinstance(node, dict):
            holder = node
            key = next((key for key in node if key == step or repr(key) == step), None)
            route.append(str(step) if key is None else str(key))
            node = node.get(key)
        elif isinstance(node, list) and isinstance(step, int):
            route.append(step)
            node = node[step]
    return tuple(route), holder


def _without(data: dict[Any, Any], routes: list[Route]) -> dict[Any, Any]:
    """A copy of the data without the values at these routes, list entries last to first."""
    kept = copy.deepcopy(data)
    for route in sorted(
        routes, key=lambda route: [(isinstance(step, int), str(step).zfill(9)) for step in route]
    )[::-1]:
        node: Any = kept
        for step in route[:-1]:
            node = _member(node, step)
        last = route[-1]
        if isinstance(node, list) and isinstance(last, int) and last < len(node):
            del node[last]
        elif isinstance(node, dict):
            for key in [key for key in node if str(key) == last]:
                del node[key]
    return kept


def _member(node: Any, step: str | int) -> Any:
    if isinstance(node, list):
        return node[cast(int, step)]
    if isinstance(node, dict):
        return next((value for key, value in node.items() if str(key) == step), None)
    return None
