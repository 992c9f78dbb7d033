"""What all blocks of fields have in common: types of values, how a field is declared, and what it tells."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, ClassVar, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, StringConstraints, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from benchdocs.documents.text_file import is_blank
from benchdocs.specs.field_facts import NO_FACTS, FieldFacts, TextForm

BENCHMARK_CODE = r"^[A-Z]{1,4}-[A-Z]{2,}[0-9]+(-[a-z][a-z0-9]*)?$"
RUBRIC_CODE = r"^([A-Z]{1,12}|[A-Z]{1,4}-[A-Z]{2,})$"
ANY_CODE = r"^([A-Z]{1,12}|[A-Z]{1,4}-[A-Z]{2,}([0-9]+(-[a-z][a-z0-9]*)?)?)$"
BENCHMARK_FORM = "`A-LNG1`: at most 4 letters before the hyphen, 2 or more after it, and a number"
RUBRIC_FORM = (
    "`A-LNG`: at most 4 letters before the hyphen, 2 or more after it; or, for a component or root, as one "
    "word of at most 12"
)


def _without_blanks(value: object) -> object:
    """Return an empty text in place of an invisible one, as of no-break or zero-width spaces."""
    if isinstance(value, str) and not value[:1].isalnum() and is_blank(value):
        return ""
    return value


Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1), BeforeValidator(_without_blanks)
]
Line = Annotated[Text | None, FieldFacts(form=TextForm.NAME)]
"""A few words on one line."""
Number = Annotated[Decimal, Strict(), Field(allow_inf_nan=False)]
Share = Annotated[Decimal, Strict(), Field(ge=0, le=1, allow_inf_nan=False)]
Confidence = Annotated[Decimal, Strict(), Field(gt=0, lt=1, allow_inf_nan=False)]
Count = Annotated[Decimal, Strict(), Field(ge=1, multiple_of=1, allow_inf_nan=False)]
BenchmarkCode = Annotated[str, StringConstraints(pattern=BENCHMARK_CODE)]
RubricCode = Annotated[str, StringConstraints(pattern=RUBRIC_CODE)]
AnyCode = Annotated[str, StringConstraints(pattern=ANY_CODE)]


def needed(description: str, default: Any = None, **rest: Any) -> Any:
    """Declare a field that an author must write; the default stands for it until then."""
    return Field(default=default, description=description, json_schema_extra={"needed": True}, **rest)


def optional(description: str, default: Any = None, **rest: Any) -> Any:
    """Declare a field that an author may leave out."""
    return Field(default=default, description=description, **rest)


class Fields(BaseModel):
    """A block of fields; unknown ones are refused, values are never converted silently.

    Attributes:
        short_form: Field that a text in place of the block fills; empty where the block has to be written
            out.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    short_form: ClassVar[str] = ""

    @classmethod
    def is_written_as_block(cls, data: Any) -> bool:
        """Return whether a value is a block of these fields, and not a text that holds `: `."""
        return isinstance(data, dict) and (not cls.short_form or not cls.model_fields.keys().isdisjoint(data))

    @classmethod
    @cache
    def needed_fields(cls) -> tuple[str, ...]:
        """Return the names of the fields that an author must write, in their documented order."""
        names = []
        for name, info in cls.model_fields.items():
            extra = info.json_schema_extra
            if isinstance(extra, dict) and extra.get("needed"):
                names.append(name)
        return tuple(names)

    @classmethod
    @cache
    def facts(cls) -> Mapping[str, FieldFacts]:
        """Return the facts of each field, in their documented order."""
        return {name: _facts(info) for name, info in cls.model_fields.items()}

    @classmethod
    @cache
    def blocks(cls) -> Mapping[str, type["Fields"]]:
        """Return the blocks of fields within this one, by the fields that hold one, or several of them."""
        types = {name: block_type(info) for name, info in cls.model_fields.items()}
        return {name: kind for name, kind in types.items() if kind}

    @classmethod
    def block_at(cls, route: Iterable[object]) -> type["Fields"]:
        """Return the block that a route of names leads into, past the indices of lists."""
        block: type[Fields] = cls
        for step in route:
            block = block.blocks().get(str(step), block)
        return block

    @classmethod
    @cache
    def decided(cls) -> Mapping[str, tuple[str, ...]]:
        """Return the names that `decisions` may use, each with the fields that hold the value."""
        names: dict[str, tuple[str, ...]] = {}
        for field, facts in cls.facts().items():
            if facts.decided_as:
                names[facts.decided_as] = (*names.get(facts.decided_as, ()), field)
        return names


class ShortenedFields(Fields):
    """A block of fields that may be written as a text alone."""

    @model_validator(mode="before")
    @classmethod
    def _of_text(cls, data: Any) -> Any:
        """Take a text for the field that it gives, and refuse what is neither a text nor the block."""
        if isinstance(data, str):
            return {cls.short_form: data}
        if isinstance(data, cls) or cls.is_written_as_block(data):
            return data
        raise PydanticCustomError("string_type", "neither a text nor a block")


class OpenFields(Fields):
    """A block that may hold fields of its author's own beside the known ones."""

    model_config = ConfigDict(extra="allow")

    @model_validator(mode="before")
    @classmethod
    def _with_text_keys(cls, data: Any) -> Any:
        """Take a key of another type by its text, since a free name may be a number."""
        if not isinstance(data, dict):
            return data
        return {str(key): value for key, value in data.items()}


def _facts(info: FieldInfo) -> FieldFacts:
    for entry in info.metadata:
        if isinstance(entry, FieldFacts):
            return entry
    return NO_FACTS


def value_type(info: FieldInfo) -> Any:
    """Return the type of a field's value where there is one: `Share` of `Share | None`."""
    options = get_args(info.annotation)
    return options[0] if type(None) in options else info.annotation


def block_type(info: FieldInfo) -> type[Fields] | None:
    """Return the block that a field holds, or that its list or mapping consists of; None for other values."""
    kind = value_type(info)
    kind = get_args(kind)[-1] if get_origin(kind) in (list, dict) else kind
    return kind if isinstance(kind, type) and issubclass(kind, Fields) else None


def is_mapping(info: FieldInfo) -> bool:
    """Return whether a field holds values under free names."""
    return get_origin(value_type(info)) is dict
