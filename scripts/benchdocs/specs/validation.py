"""Make a typed spec of one file, with every fault of its fields."""

import re
from collections.abc import Container, Iterator
from enum import StrEnum
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import ValidationError

from benchdocs.documents.locations import Place, Route
from benchdocs.documents.spelling import closest, one_typo_away
from benchdocs.documents.text_file import Problem, ProblemKind, TextFile, shorten
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.specs.cases import Call, CaseFile, Dictionary
from benchdocs.specs.fields import BENCHMARK_CODE, RUBRIC_CODE, Fields, OpenFields, is_mapping
from benchdocs.specs.models import Benchmark, Rubric

MAX_FAULTS = 100
SpecT = TypeVar("SpecT", bound=Fields, covariant=True)


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
    "greater_than": FaultKind.RANGE,
    "less_than": FaultKind.RANGE,
    "multiple_of": FaultKind.RANGE,
    "finite_number": FaultKind.RANGE,
    "enum": FaultKind.ENUM,
    "string_pattern_mismatch": FaultKind.CODE,
    "string_too_short": FaultKind.BLANK,
}


class Fault(NamedTuple):
    """A field that breaks the field specification, with what a message about it needs.

    Attributes:
        expected: What pydantic expected, in its own terms: `list_type`, `le=1`, `'code' or 'hybrid'`.
        known: Fields of its block that the spec lacks.
    """

    kind: FaultKind
    route: Route
    value: object = None
    expected: str = ""
    known: tuple[str, ...] = ()


class Spec(NamedTuple, Generic[SpecT]):
    """A file of fields (a benchmark, a rubric, a review record): the document, its fields, and its faults."""

    document: YamlDocument
    fields: SpecT
    faults: tuple[Fault, ...] = ()

    @property
    def stem(self) -> str:
        """Return the file's name without its ending, which has to be the code."""
        return self.document.stem

    @property
    def code(self) -> str:
        """Return the spec's code, or the file's name where the code cannot be read."""
        return getattr(self.fields, "code", None) or self.stem

    @property
    def readable(self) -> bool:
        """Return whether the file could be parsed."""
        return self.document.is_readable

    @property
    def refused(self) -> tuple[Fault, ...]:
        """Return the faults of what the file says, without those of what it lacks."""
        return tuple(fault for fault in self.faults if fault.kind is not FaultKind.MISSING)

    @property
    def is_whole(self) -> bool:
        """Return whether all that the file says could be read."""
        return not (self.document.problems or self.refused)

    @property
    def unread(self) -> str:
        """Return what of the file could not be read: all of its text, or the values that were refused."""
        if self.readable:
            return "\n".join(str(fault.value) for fault in self.refused)
        return self.document.text.replace("\0", "")  # as of UTF-16


AnySpec = Spec[Benchmark] | Spec[Rubric]
AnyCaseFile = Spec[CaseFile] | Spec[Call] | Spec[Dictionary]
AnyFile = Spec[Fields]


def is_uncertain(spec: AnyFile, field: str) -> bool:
    """Return whether a file may say something of a field that could not be read.

    The field then is not absent, but unknown, and no rule concludes anything from it.
    """
    if not spec.faults and spec.document.is_readable:
        return False
    if not spec.readable or any(fault.route[0] == field for fault in spec.refused):
        return True
    unknown = (fault for fault in spec.refused if fault.kind is FaultKind.UNKNOWN)
    return any(closest(str(fault.route[0]), fault.known) == field for fault in unknown)


def read_spec(file: TextFile, model: type[SpecT]) -> Spec[SpecT]:
    """Read the spec that a file's text holds; what is wrong with it becomes problems and faults."""
    document: YamlDocument = parse_yaml(file, partial(count_faults, model))
    if problem := _wrapped(document, model):
        document = YamlDocument(file.path, file.text, (*document.problems, problem))
    if not document.is_readable:
        # Its name serves as the code, so that mentions of it are known.
        pattern = BENCHMARK_CODE if model is Benchmark else RUBRIC_CODE
        known = {"code": document.stem} if re.fullmatch(pattern, document.stem) else {}
        return Spec(document, model.model_validate(known))
    fields, faults = _fields_and_faults(model, document.data)
    if fields is None:
        fields = _remainder(model, document, faults)
    return Spec(document, fields, tuple(_own_faults(document, faults)))


def count_faults(model: type[Fields], data: dict[Any, Any]) -> int:
    """Return how many fields of a file break the field specification."""
    return len(_fields_and_faults(model, data)[1])


def _fields_and_faults(model: type[SpecT], data: dict[Any, Any]) -> tuple[SpecT | None, list[Fault]]:
    """Return the fields of a file, or None where some are refused, with every fault."""
    faults = list(_missing(model, data, ()))
    try:
        return model.model_validate(data), faults
    except ValidationError as error:
        listed = {fault.route for fault in faults}
        located = (_fault(model, data, details) for details in error.errors(include_url=False)[:MAX_FAULTS])
        return None, faults + [fault for fault in located if fault.route not in listed]


def _wrapped(document: YamlDocument, model: type[Fields]) -> Problem | None:
    """Return the problem of a spec whose fields are all below a name that is no field."""
    name, inner = next(iter(document.data.items()), (None, None))
    known = model.model_fields.keys()
    is_alone = len(document.data) == 1 and name not in known
    if not is_alone or not isinstance(inner, dict) or len(inner.keys() & known) < 3:
        return None
    key = f"`{shorten(str(name))}:`"
    place = Place(position=document.locate(Place((str(name),), key=True)))
    message = f"all fields are indented below {key}"
    hint = f"delete the line {key}, and move the lines below it to the left"
    hint += ", so that `code` is not indented"
    return Problem(ProblemKind.SHAPE, place, message, hint)


def _own_faults(document: YamlDocument, faults: list[Fault]) -> Iterator[Fault]:
    """Yield the faults except wrong types and keys that only follow from what YAML could not read."""
    problems = (problem for problem in document.problems if problem.kind is ProblemKind.UNREADABLE)
    unreadable = {problem.place.position for problem in problems}
    for fault in faults:
        places = [Place(fault.route, key=is_key) for is_key in (True, False)]
        may_follow = unreadable and fault.kind in (FaultKind.TYPE, FaultKind.UNKNOWN)
        if not (may_follow and any(document.locate(place) in unreadable for place in places)):
            yield fault


def _remainder(model: type[SpecT], document: YamlDocument, faults: list[Fault]) -> SpecT:
    """Return the spec without the values at fault; without whole fields where some faults are not listed."""
    try:
        return model.model_validate(_without(document.data, {fault.route for fault in faults}))
    except ValidationError:
        pass
    known = {name: document.data[name] for name in model.model_fields if document.data.get(name) is not None}
    try:
        return model.model_validate(known)
    except ValidationError as error:
        refused = {details["loc"][0] for details in error.errors(include_url=False)}
        return model.model_validate({name: known[name] for name in known.keys() - refused})


def _missing(model: type[Fields], data: dict[Any, Any], route: Route) -> Iterator[Fault]:
    """Yield the faults of needed fields that are absent or empty, and of empty optional ones."""
    needed, blocks = model.needed_fields(), model.blocks()
    for name, info in model.model_fields.items():
        if data.get(name) is not None:
            if name in blocks:
                for inner, values in _blocks_at(data[name], (*route, name), named=is_mapping(info)):
                    if blocks[name].is_written_as_block(values):
                        yield from _missing(blocks[name], values, inner)
        elif name in needed:
            yield Fault(FaultKind.MISSING, (*route, name), expected=(info.examples or [""])[0])
        elif name in data:
            yield Fault(FaultKind.BLANK, (*route, name))
    if issubclass(model, OpenFields):
        absent = tuple(name for name in model.model_fields if name not in data)
        own = (str(name) for name in data if name not in model.model_fields)
        typos = (name for name in own if name.removesuffix("s") in absent or one_typo_away(name, absent))
        yield from (Fault(FaultKind.UNKNOWN, (*route, name), known=absent) for name in typos)
    if model is Rubric and "benchmarks" not in data and "sub_rubrics" not in data:
        yield Fault(FaultKind.MISSING, (*route, "benchmarks"), expected="[A-LNG1, A-LNG2]")


def _blocks_at(value: Any, route: Route, *, named: bool) -> Iterator[tuple[Route, dict[Any, Any]]]:
    """Yield a block, or the blocks of a list or of a mapping of named ones, each with its route."""
    if isinstance(value, list):
        yield from (((*route, index), entry) for index, entry in enumerate(value) if isinstance(entry, dict))
    elif isinstance(value, dict) and named:
        yield from (((*route, str(key)), entry) for key, entry in value.items() if isinstance(entry, dict))
    elif isinstance(value, dict):
        yield route, value


def _fault(model: type[Fields], data: dict[Any, Any], details: Any) -> Fault:
    route, holder = _route(data, details["loc"])
    context = details.get("ctx") or {}
    expected = str(context["expected"]) if "expected" in context else details["type"]
    for name in ("ge", "le", "gt", "lt", "multiple_of"):
        if name in context:
            expected = f"{name}={context[name]}"
    known = tuple(name for name in model.block_at(route[:-1]).model_fields if name not in holder)
    return Fault(_FAULT_KINDS.get(details["type"], FaultKind.TYPE), route, details["input"], expected, known)


def _route(data: Any, loc: tuple[str | int, ...]) -> tuple[Route, dict[Any, Any]]:
    """Return pydantic's location as a route of the document, and the innermost block on the way.

    Pydantic names a key that is not text by its `repr`; the document names it as it was written.
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


def _without(data: Any, routes: Container[Route], at: Route = ()) -> Any:
    """Return plain data without the values at these routes."""
    if isinstance(data, dict):
        inner = [(key, value, (*at, str(key))) for key, value in data.items()]
        return {key: _without(value, routes, route) for key, value, route in inner if route not in routes}
    if isinstance(data, list):
        entries = [(value, (*at, index)) for index, value in enumerate(data)]
        return [_without(value, routes, route) for value, route in entries if route not in routes]
    return data
