"""Describe the settings of a suite: nouns, reserved codes, categories, waivers."""

import datetime
from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    Tag,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from benchdocs.documents.locations import Position
from benchdocs.documents.text_file import TextFile, shorten
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.specs.choices import CATEGORIES, Category
from benchdocs.specs.discovery import SETTINGS_FILES
from benchdocs.specs.forbidden import MOST_PATTERNS, Pattern
from benchdocs.specs.nouns import Noun, Nouns
from benchdocs.specs.numbers import percent
from benchdocs.specs.prompt_file import USUAL_FORM, PromptForm
from benchdocs.specs.prompt_settings import Name, Prompts, prompt_form
from benchdocs.specs.toml_file import FileFault

SENTENCE, FOLDER_NAME, TAGS = r"^\S[^\r\n]*$", r"^([\w-][\w.-]*)?$", r"^[\w./*?-]{0,100}$"
FEWEST_WORDS = 3
"""Words of a reason at least."""
_REASON = "Why, in three words or more. The site shows it."


def _date(value: object) -> datetime.date:
    """Return a date that is written as one or as a text."""
    try:
        value = datetime.date.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        value = None
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value
    raise PydanticCustomError("date", "is not a date")


def _floor(value: object) -> Decimal:
    """Return a rate between 0 and 1 as it is written."""
    if isinstance(value, int | float) and 0 < value < 1:
        return Decimal(str(value))
    raise PydanticCustomError("floor", "has to be a number greater than 0 and less than 1")


_RATE = {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}
Floor = Annotated[Decimal, BeforeValidator(_floor), WithJsonSchema(_RATE)]
Reason = Annotated[str, Field(description=_REASON, min_length=1)]
Date = Annotated[datetime.date, BeforeValidator(_date), WithJsonSchema({"type": "string"})]
RuleId = Annotated[str, Field(description="ID of a rule.", min_length=1)]


def of(text: str, default: Any = ..., **limits: Any) -> Any:
    """Return a setting that means this."""
    return Field(default, description=text, **limits)


class Entry(BaseModel):
    """A table of the settings."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, defer_build=True)


class PlacedEntry(Entry):
    """A table of the settings, each of which differs from all others by its place."""

    _position: Position = PrivateAttr(Position(1, 1))

    @property
    def position(self) -> Position:
        """Where it is in its file."""
        return self._position

    @model_validator(mode="wrap")
    @classmethod
    def _at_its_place(cls, data: Any, make: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        entry = make(data)
        entry._position = (info.context or {}).get(id(data), entry._position)
        return entry


class Waiver(PlacedEntry):
    """Excuse for findings: one rule, for one benchmark, rubric or prompt, with a reason."""

    rule: RuleId
    code: str = of("Code of the spec, or file name of the prompt.", min_length=1)
    reason: Reason
    by: str = of("Role or body that made the exception.", "")
    on: Date | None = of("Day on which it was made.", None)
    until: Date | None = of("Last day on which it excuses.", None)


class Ignored(PlacedEntry):
    """Rule that is switched off for the whole suite, with the reason."""

    rule: RuleId
    reason: Reason


class Forbidden(PlacedEntry):
    """What no spec or prompt of a suite may say."""

    pattern: Pattern = of(
        "A regular expression for text in lower case. Line ends and the spaces around them do not count.",
        min_length=1,
    )
    reason: str = of("Why it is forbidden; the finding says it.", min_length=1)
    unless: Pattern = of(
        "A regular expression of what excuses a match, in the sentence and its heading; `¦` is before and "
        "after the match.",
        "",
    )


class CriteriaWords(Entry):
    """The words by which a suite's criteria and conditions say what they do."""

    apply_when: Noun = of("Words that start inclusion criteria.", "Apply when")
    flag_if: Noun = of("Words that start the sentence on what fails a case.", "Flag if")
    do_not_apply: Noun = of("Words that start exclusion criteria.", "Do not apply when")
    all_of: Noun = of("Word that joins conditions which all have to hold.", "AND")
    any_of: Noun = of("Word that joins conditions of which one is enough.", "OR")

    def in_text(self, text: str) -> str:
        """Return a text of the program's own with the suite's words for how criteria start."""
        for name in ("do_not_apply", "apply_when", "flag_if"):
            usual, own = type(self).model_fields[name].default, getattr(self, name)
            if own != usual:
                text = text.replace(usual, own).replace(f"`{usual.removesuffix(' when')}`", f"`{own}`")
        return text


class NamedCategory(Entry):
    """A category that rubrics of a suite may have."""

    name: Name = of("What specs call it.")
    label: Noun = of("What pages call it.", "")
    meaning: str = of("What it means, in a sentence for authors.", "", pattern=SENTENCE)
    rubrics: tuple[str, ...] = of("Rubrics whose specs do not state it.", ())

    @property
    def category(self) -> Category:
        """The category with the label that pages use."""
        return Category(self.name, self.label or self.name.replace("_", " ").capitalize(), self.meaning)


def _apart(categories: tuple[NamedCategory, ...]) -> tuple[NamedCategory, ...]:
    """Return categories; refuse two with one name, label or rubric."""
    names, labels, rubrics = set[str](), set[str](), set[str]()
    for index, named in enumerate(categories):
        category = named.category
        twice = next((code for code in named.rubrics if code in rubrics), None)
        if category.name in names:
            _refuse("is that of another category", index, "name")
        if category.label in labels:
            _refuse("is that of another category", index, "label")
        if twice:
            _refuse(f"has `{shorten(twice)}`, which is in two categories", index, "rubrics")
        names.add(category.name)
        labels.add(category.label)
        rubrics.update(named.rubrics)
    return categories


def _refuse(message: str, *route: str | int) -> None:
    """Refuse a value at a route within the one that is being read."""
    raise PydanticCustomError("refused", "{message}", {"message": message, "route": route})


def _usual(name: str) -> str:
    """Return the name of a category of the field specification; refuse another one."""
    names = [category.name for category in CATEGORIES]
    if name not in names:
        _refuse(f"has to be one of {', '.join(names)}")
    return name


Categories = Annotated[
    Annotated[tuple[NamedCategory, ...], AfterValidator(_apart), Tag("tables")]
    | Annotated[dict[str, Annotated[str, AfterValidator(_usual)]], Tag("codes")],
    Discriminator(lambda value: "codes" if isinstance(value, dict) else "tables"),
]


class StatedSettings(BaseModel):
    """What a suite's settings can say, in `benchdocs.toml` or in `[tool.benchdocs]` of `pyproject.toml`."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        arbitrary_types_allowed=True,
        defer_build=True,
        title="Settings of a suite",
    )

    product: Noun = of("The product under test.", Nouns().product)
    input: Noun = of("One input of the product, in the singular.", Nouns().input)
    output: Noun = of("One output of the product, in the singular.", Nouns().output)
    author: Noun = of("Who an input comes from.", Nouns().author)
    given: Noun = of("What was done with the words of an input, as in `the written words`.", Nouns().given)
    returned: Noun = of(
        "What the product did with an entry of its output, as in `the noted entry`.", Nouns().returned
    )
    input_plural: Noun = of("More than one input, where English does not form it.", Nouns().input_plural)
    output_plural: Noun = of("More than one output, likewise.", Nouns().output_plural)
    forbidden: tuple[Forbidden, ...] = of(
        "What no spec or prompt may say (rule SCP701).", (), max_length=MOST_PATTERNS
    )
    benchmarks: str = of(
        "Folder in which the component folders lie; the suite's own without it.", "", pattern=FOLDER_NAME
    )
    releases: str = of(
        "Pattern of the tags of releases, as in `v*`; the page Changes compares with the last one.",
        "",
        pattern=TAGS,
    )
    reserved: tuple[str, ...] = of("Codes that no spec may have.", ())
    judge_floor: Floor = of(
        f"What the {percent(USUAL_LEVEL)} lower bounds of a judge's rates on good and faulty records reach "
        "if it is qualified.",
        Decimal("0.80"),
        json_schema_extra={"default": 0.8},
    )
    ignore: tuple[Ignored, ...] = of("Rules that are switched off for the whole suite.", ())
    waivers: tuple[Waiver, ...] = of("Findings that are excused, one spec at a time.", ())
    prompts: Annotated[
        PromptForm,
        BeforeValidator(lambda value: prompt_form(Prompts.model_validate(value))),
        WithJsonSchema({"type": "object"}),
    ] = of("Headings, placeholders and form of the reply of judge prompts.", USUAL_FORM)
    criteria: CriteriaWords = of("Words of criteria and conditions.", CriteriaWords())
    categories: Categories = of("What kinds of questions rubrics ask.", {})


class Settings(StatedSettings):
    """The settings of a suite; everything is as usual without a file.

    Attributes:
        faults: What is wrong in the file; what does not fit is left out.
        unread: Where more settings are, which do not count: in `pyproject.toml` beside a `benchdocs.toml`.
        stated: What the file says, as it says it.
        is_broken: Whether something is left out by which other files are read or judged.
    """

    file: TextFile
    faults: tuple[FileFault, ...] = ()
    unread: "Settings | None" = None
    stated: Mapping[str, Any] = {}
    is_broken: bool = False

    def switches_off(self, *rules: str) -> bool:
        """Return whether one of these rules is not applied."""
        return any(entry.rule in rules for entry in self.ignore)

    @cached_property
    def nouns(self) -> Nouns:
        """What pages and drafts call the product, and what goes into it and comes out."""
        return Nouns(*(getattr(self, name) for name in Nouns._fields))

    @cached_property
    def known_categories(self) -> tuple[Category, ...]:
        """The categories that rubrics may have: the suite's own, else those of the field specification."""
        if isinstance(self.categories, dict):
            return CATEGORIES
        return tuple(named.category for named in self.categories)

    @property
    def named_categories(self) -> tuple[Category, ...]:
        """The suite's own categories."""
        return () if isinstance(self.categories, dict) else self.known_categories

    @cached_property
    def category_of(self) -> Mapping[str, str]:
        """Names of categories by the codes of rubrics whose specs do not state them."""
        if isinstance(self.categories, dict):
            return self.categories
        names: dict[str, str] = {}
        for category in self.categories:
            names.update(dict.fromkeys(category.rubrics, category.name))
        return names

    @property
    def prefix(self) -> str:
        """What the names of the settings' tables start with."""
        return prefix_in(self.file)

    @property
    def how_to_categorize(self) -> str:
        """Hint for an author whose suite names no categories."""
        return f"name it in `[[{self.prefix}categories]]` of `{self.file.path}`"

    @property
    def start(self) -> int:
        """The offset at which the settings start in their file."""
        return start_in(self.file)


def prefix_in(file: TextFile) -> str:
    """Return what the names of the settings' tables start with in a file."""
    return "" if file.path == SETTINGS_FILES[0] else "tool.benchdocs."


def start_in(file: TextFile) -> int:
    """Return the offset at which the settings start in a file."""
    prefix = prefix_in(file)
    return max(file.text.find(f"[{prefix.rstrip('.')}"), 0) if prefix else 0


NO_SETTINGS = Settings.model_construct(file=TextFile(SETTINGS_FILES[0], ""))
