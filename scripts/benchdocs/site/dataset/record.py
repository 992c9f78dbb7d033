"""The types of published values, and how a record comes from a block of fields of a spec.

A suite with errors is not published, so what the field specification demands is never null here.
Where a spec may leave a value out and another one counts instead, a record holds the one that counts.
"""

from collections.abc import Callable
from decimal import Decimal
from types import GenericAlias
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, create_model

from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.specs import fields
from benchdocs.specs.fields import Fields, value_type


def _as_json(value: Any) -> Any:
    """Return a value of a free-form block as JSON allows it; an infinite number becomes its name."""
    match value:
        case dict():
            return {str(key): _as_json(entry) for key, entry in value.items()}
        case list():
            return [_as_json(entry) for entry in value]
        case OddNumber():
            return _as_json(value.value)
        case Decimal() if not value.is_finite():
            return str(value)
    return value


# A number is written into the JSON as its author wrote it; pydantic would make a text of a Decimal.
Number = Annotated[Decimal, Field(allow_inf_nan=False), WithJsonSchema({"type": "number"})]
Share = Annotated[Decimal, Field(ge=0, le=1), WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1})]
Whole = Annotated[Decimal, Field(ge=1), WithJsonSchema({"type": "integer", "minimum": 1})]
FreeValue = Annotated[Any, BeforeValidator(_as_json)]
Count = Annotated[int, Field(ge=0)]
Place = Annotated[int, Field(ge=1)]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Address = Annotated[str, Field(pattern="^[^/].*/$")]
Component = Annotated[str, Field(pattern="^[A-Z]{1,12}$")]
RuleId = Annotated[str, Field(pattern="^[A-Z]{3}[0-9]{3,4}$")]


def if_absent(default: Any) -> BeforeValidator:
    """Return what puts a value in place of an absent one."""
    return BeforeValidator(lambda value: default if value is None else value)


def as_in(block: type[Fields], name: str, more: str = "") -> Any:
    """Return a field that means what the field specification says of it.

    What the specification says of an absent value is left out: the record has the value that counts.
    """
    meaning = (block.model_fields[name].description or "").split(" Absent:")[0]
    return Field(description=f"{meaning} {more}".strip())


def of(text: str, **more: Any) -> Any:
    """Return a field that means this."""
    return Field(description=text, **more)


class Record(BaseModel):
    """A block of published values, read from an object that has them; each of its fields is always there."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True, defer_build=True)

    def __str__(self) -> str:
        values = (value for _, value in self if value not in (None, []))
        return "; ".join(", ".join(map(str, it)) if isinstance(it, list) else str(it) for it in values)


RecordT = TypeVar("RecordT", bound=Record)
_PUBLISHED_TYPES: dict[Any, Any] = {
    fields.Number: Number,
    fields.Share: Share,
    fields.Confidence: Share,
    fields.Count: Whole,
    Any: FreeValue,
}
"""The type in the data for a field's own type, where that is another."""
_RECORDS: dict[type[Fields], type[Record]] = {}
"""The record of each block of fields."""


def published(source: type[Fields], *first: str) -> Callable[[type[RecordT]], type[RecordT]]:
    """Return a decorator that adds the published fields of a block to a record, but for those it redefines.

    The named fields come first, then the other fields of the block in their order, then the other ones of
    the record, those that it inherits last; it has no methods.
    """

    def complete(own: type[RecordT]) -> type[RecordT]:
        fields: dict[str, Any] = {}
        for name, facts in source.facts().items():
            if facts.published:
                fields[name] = _published(source, name)
        for name in (*own.__annotations__, *own.model_fields):
            info = own.model_fields[name]
            if not info.exclude:
                fields[name] = (info.annotation, info)
        ordered = {name: fields[name] for name in (*first, *fields)}
        about: Any = {"__doc__": own.__doc__, "__module__": own.__module__}
        _RECORDS[source] = create_model(own.__name__, __base__=Record, **about, **ordered)
        return cast(type[RecordT], _RECORDS[source])

    return complete


def record_of(block: type[Fields]) -> type[Record]:
    """Return the record of a block of fields, which adds nothing to them unless one is defined here."""
    if block not in _RECORDS:
        own = type(f"{block.__name__}Record", (Record,), {"__doc__": block.__doc__, "__module__": __name__})
        published(block)(own)
    return _RECORDS[block]


def _published(source: type[Fields], name: str) -> tuple[Any, Any]:
    """Return the type of a published field, and its description; null only where no value counts."""
    info, default = source.model_fields[name], source.facts()[name].default
    kind: Any = value_type(info)
    if block := fields.block_type(info):
        record = record_of(block)
        kind = GenericAlias(list, (record,)) if get_origin(kind) is list else record
    elif get_origin(kind) is dict:
        kind = dict[str, FreeValue]
    kind = _PUBLISHED_TYPES.get(kind, kind)
    if default is not None:
        kind = Annotated[kind, if_absent(default)]
    elif name not in source.needed_fields() and type(None) in get_args(info.annotation):
        kind |= None
    return kind, as_in(source, name)
