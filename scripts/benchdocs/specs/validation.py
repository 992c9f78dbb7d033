"""Make a typed spec of one file, with every fault of its fields."""

import re
from collections.abc import Container, Iterable, Iterator
from functools import partial
from itertools import filterfalse
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import ValidationError

from benchdocs.documents.locations import Place, Route
from benchdocs.documents.spelling import closest, one_typo_away
from benchdocs.documents.text_file import Problem, ProblemKind, TextFile, shorten
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.specs.fields import ANY_CODE, Fields, OpenFields, is_mapping
from benchdocs.specs.models import Benchmark, Rubric

MAX_FAULTS = 100
SpecT = TypeVar("SpecT", bound=Fields, covariant=True)
_NAMES = (("code",), ("benchmark",))
"""Fields without which nobody knows what a file is about."""
_RULES = {
    **dict.fromkeys(("extra_forbidden", "invalid_key"), "FLD102"),
    **dict.fromkeys(("greater_than_equal", "less_than_equal", "greater_than", "less_than"), "FLD104"),
    **dict.fromkeys(("multiple_of", "finite_number"), "FLD104"),
    **{"enum": "FLD105", "string_pattern_mismatch": "FLD106", "string_too_short": "FLD107"},
}
"""The rule that each kind of pydantic's errors breaks; every other one is a wrong type, FLD103."""


class Fault(NamedTuple):
    """A field that breaks the field specification, with what a message about it needs.

    Attributes:
        rule: The FLD rule that it breaks.
        expected: What pydantic expected, in its own terms: `list_type`, `le=1`, `'code' or 'hybrid'`.
        absent: Fields of its block that the spec lacks.
    """

    rule: str
    route: Route
    value: object = None
    expected: str = ""
    absent: tuple[str, ...] = ()


class Spec(NamedTuple, Generic[SpecT]):
    """A sound file of fields (a benchmark, a rubric, a review record): the document and its fields.

    Attributes:
        faults: The needed fields that it lacks; whatever it says could be read.
    """

    document: YamlDocument
    fields: SpecT
    faults: tuple[Fault, ...] = ()

    @property
    def model(self) -> type[SpecT]:
        """Return the kind of file that it is."""
        return type(self.fields)

    @property
    def stem(self) -> str:
        """Return the file's name without its ending, which has to be the code."""
        return self.document.stem

    @property
    def code(self) -> str:
        """Return the spec's code; the file's name of what has none."""
        return getattr(self.fields, "code", None) or self.stem


class Broken(NamedTuple):
    """A file of fields of which something could not be read, so that it takes part in nothing.

    Attributes:
        faults: What is wrong with its fields, in so far as its YAML could be read.
    """

    document: YamlDocument
    model: type[Fields]
    faults: tuple[Fault, ...] = ()

    @property
    def code(self) -> str:
        """Return the code that the file states, or else its name."""
        stated = self.document.data.get("code") if self.model in (Benchmark, Rubric) else None
        is_code = isinstance(stated, str) and re.fullmatch(ANY_CODE, stated)
        return str(stated) if is_code else self.document.stem

    @property
    def names(self) -> tuple[str, ...]:
        """Return what other files call it."""
        return self.code, self.document.stem, self.document.path

    @property
    def fields_at_fault(self) -> set[str]:
        """Return the names of the fields with a fault; of a misspelled one also the name that was meant."""
        names = set()
        for fault in self.faults:
            *_, name = (step for step in fault.route if isinstance(step, str))
            names.add(name)
            if fault.rule == "FLD102" and (likely := closest(name, fault.absent)):
                names.add(likely)
        return names


AnySpec = Spec[Benchmark] | Spec[Rubric]
AnyFile = Spec[Fields]
AnyRead = AnyFile | Broken


def read_spec(file: TextFile, model: type[SpecT]) -> Spec[SpecT] | Broken:
    """Read the spec that a file's text holds."""
    document: YamlDocument = parse_yaml(file, partial(count_faults, model))
    if problem := _wrapped(document, model):
        document = YamlDocument(file.path, file.text, (*document.problems, problem))
    return validated(document, model)


def validated(document: YamlDocument, model: type[SpecT]) -> Spec[SpecT] | Broken:
    """Return the spec that a document holds."""
    if not document.is_readable:
        return Broken(document, model)
    fields, faults = _fields_and_faults(model, document.data)
    is_complete = all(fault.rule == "FLD101" and fault.route not in _NAMES for fault in faults)
    if fields is None or document.problems or not is_complete:
        return Broken(document, model, tuple(_own_faults(document, faults)))
    return Spec(document, fields, tuple(faults))


def forgiven(file: Broken) -> Spec[Fields] | Broken:
    """Return a file without the values that are at fault; the file itself where nothing can be read."""
    if not file.document.is_readable:
        return file
    rest = _without(file.document.data, {fault.route for fault in file.faults})
    try:
        return Spec(file.document, file.model.model_validate(rest))
    except ValidationError:
        return file


def count_faults(model: type[Fields], data: dict[Any, Any]) -> int:
    """Return how many fields of a file break the field specification."""
    return len(_fields_and_faults(model, data)[1])


def _fields_and_faults(model: type[SpecT], data: dict[Any, Any]) -> tuple[SpecT | None, list[Fault]]:
    """Return the fields of a file, or None where some are refused, with every fault."""
    faults = list(_missing(model, data, ()))
    try:
        fields = model.model_validate(data)
    except ValidationError as error:
        listed = {fault.route for fault in faults}
        located = (_fault(model, data, details) for details in error.errors(include_url=False)[:MAX_FAULTS])
        return None, faults + [fault for fault in located if fault.route not in listed]
    return fields, faults


def _wrapped(document: YamlDocument, model: type[Fields]) -> Problem | None:
    """Return the problem of a spec whose fields are all below a name that is no field."""
    name, inner = next(iter(document.data.items()), (None, None))
    fields = model.model_fields.keys()
    is_alone = len(document.data) == 1 and name not in fields
    if not is_alone or not isinstance(inner, dict) or len(inner.keys() & fields) < 3:
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
        if unreadable and fault.rule in ("FLD102", "FLD103"):
            places = (Place(fault.route, key=True), Place(fault.route, key=False))
            if not unreadable.isdisjoint(map(document.locate, places)):
                continue
        yield fault


def _missing(model: type[Fields], data: dict[Any, Any], route: Route) -> Iterator[Fault]:
    """Yield the faults of needed fields that are absent or empty, and of empty optional ones."""
    needed, blocks = model.needed_fields(), model.blocks()
    is_complete = not blocks and all(map(data.__contains__, needed)) and None not in data.values()
    for name, info in () if is_complete else model.model_fields.items():
        if data.get(name) is not None:
            if name in blocks:
                for inner, values in _blocks_at(data[name], (*route, name), named=is_mapping(info)):
                    if blocks[name].is_written_as_block(values):
                        yield from _missing(blocks[name], values, inner)
        elif name in needed:
            yield Fault("FLD101", (*route, name), expected=(info.examples or [""])[0])
        elif name in data:
            yield Fault("FLD107", (*route, name))
    if issubclass(model, OpenFields):
        absent = tuple(name for name in model.model_fields if name not in data)
        for name in map(str, filterfalse(model.model_fields.__contains__, data)):
            if name.removesuffix("s") in absent or one_typo_away(name, absent):
                yield Fault("FLD102", (*route, name), absent=absent)
    if model is Rubric and data.get("benchmarks") is not None and data.get("sub_rubrics") is not None:
        yield Fault("FLD102", (*route, "sub_rubrics"))
    if model is Rubric and "benchmarks" not in data and "sub_rubrics" not in data:
        yield Fault("FLD101", (*route, "benchmarks"), expected="[A-LNG1, A-LNG2]")


def _blocks_at(value: Any, route: Route, *, named: bool) -> Iterator[tuple[Route, dict[Any, Any]]]:
    """Yield a block, or the blocks of a list or of a mapping of named ones, each with its route."""
    if isinstance(value, dict) and not named:
        yield route, value
        return
    entries: Iterable[tuple[int | str, Any]] = ()
    if isinstance(value, list):
        entries = enumerate(value)
    elif isinstance(value, dict):
        entries = ((str(key), entry) for key, entry in value.items())
    for step, entry in entries:
        if isinstance(entry, dict):
            yield (*route, step), entry


def _fault(model: type[Fields], data: dict[Any, Any], details: Any) -> Fault:
    route, holder = _route(data, details["loc"])
    context = details.get("ctx") or {}
    expected = str(context["expected"]) if "expected" in context else details["type"]
    for name in ("ge", "le", "gt", "lt", "multiple_of"):
        if name in context:
            expected = f"{name}={context[name]}"
    absent = tuple(name for name in model.block_at(route[:-1]).model_fields if name not in holder)
    return Fault(_RULES.get(details["type"], "FLD103"), route, details["input"], expected, absent)


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
            key = _key_named(step, node)
            route.append(str(step) if key is None else str(key))
            node = node.get(key)
        elif isinstance(node, list) and isinstance(step, int):
            route.append(step)
            node = node[step]
    return tuple(route), holder


def _key_named(step: str | int, block: dict[Any, Any]) -> Any:
    """Return the key of a block that pydantic means; None where it has none."""
    for key in block:
        if key == step or repr(key) == step:
            return key
    return None


def _without(data: Any, routes: Container[Route], at: Route = ()) -> Any:
    """Return plain data without the values at these routes."""
    if isinstance(data, dict):
        fields = {}
        for key, value in data.items():
            route = (*at, str(key))
            if route not in routes:
                fields[key] = _without(value, routes, route)
        return fields
    if isinstance(data, list):
        entries = []
        for index, value in enumerate(data):
            route = (*at, index)
            if route not in routes:
                entries.append(_without(value, routes, route))
        return entries
    return data
