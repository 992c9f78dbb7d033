"""The published data as types, record by record: from them come the JSON Schema and the columns of tables.

A suite with errors is not published, so what the field specification demands is never null here.
Where a spec may leave a value out and another one counts instead, a record holds the one that counts.
"""

from collections.abc import Callable
from decimal import Decimal
from types import GenericAlias
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, create_model

from benchdocs.rules.finding import Severity
from benchdocs.specs import blocks, cases, fields
from benchdocs.specs.choices import Comparison, KeyType, Status
from benchdocs.specs.fields import Fields, RubricCode, Text, value_type
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.reviews import ReviewRecord as ReviewFile

# A number is written into the JSON as its author wrote it; pydantic would make a text of a Decimal.
Number = Annotated[Decimal, Field(allow_inf_nan=False), WithJsonSchema({"type": "number"})]
Share = Annotated[Decimal, Field(ge=0, le=1), WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1})]
Count = Annotated[int, Field(ge=0)]
Place = Annotated[int, Field(ge=1)]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Address = Annotated[str, Field(pattern="^[^/].*/$")]
Component = Annotated[str, Field(pattern="^[A-Z]{1,12}$")]
RuleId = Annotated[str, Field(pattern="^[A-Z]{3}[0-9]{3,4}$")]

_DIGEST = "SHA-256 of the file as it is published below `source/`."
_PATH = "Path of its file from the suite's root; the site publishes it below `source/`."
_URL = "Address of its page, from the site's root."
_SHARE = "Its weight divided by the sum of its siblings' weights; null if it counts nowhere."
_EFFECTIVE = "Share of the score at the top of its tree: the product of the shares up to there."
_UNUSED = ", and where a rubric above aggregates without weights"
_SETTLED = "Its effective weight if every weight up to the top is established, otherwise 0."


def _as_in(block: type[Fields], name: str, more: str = "") -> Any:
    """Return a field that means what the field specification says of it.

    What the specification says of an absent value is left out: the record has the value that counts.
    """
    said = (block.model_fields[name].description or "").split(" Absent:")[0]
    return Field(description=f"{said} {more}".strip())


def of(text: str) -> Any:
    """Return a field that means this."""
    return Field(description=text)


class Record(BaseModel):
    """A block of published values; each of its fields is always there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def __str__(self) -> str:
        values = (value for _, value in self if value not in (None, []))
        return "; ".join(", ".join(map(str, it)) if isinstance(it, list) else str(it) for it in values)


RecordT = TypeVar("RecordT", bound=Record)
_PUBLISHED_TYPES: dict[Any, Any] = {
    fields.Number: Number,
    fields.Share: Share,
    fields.Confidence: Share,
    fields.Count: Number,
}
"""The type in the data for a field's own type, where that is another: the record of each block of fields."""


def published(source: type[Fields], *first: str) -> Callable[[type[RecordT]], type[RecordT]]:
    """Return a decorator that adds the published fields of a block to a record, but for those it redefines.

    The named fields come first, then the other fields of the block in their order, then the other ones of
    the record, those that it inherits last; it has no methods.
    """

    def complete(own: type[RecordT]) -> type[RecordT]:
        fields: dict[str, Any] = {
            name: _published(source, name) for name, facts in source.facts().items() if facts.published
        }
        infos = {name: own.model_fields[name] for name in (*own.__annotations__, *own.model_fields)}
        fields |= {name: (info.annotation, info) for name, info in infos.items()}
        ordered = {name: fields[name] for name in (*first, *fields)}
        about: Any = {"__doc__": own.__doc__, "__module__": own.__module__}
        record = create_model(own.__name__, __base__=Record, **about, **ordered)
        _PUBLISHED_TYPES[source] = record
        return cast(type[RecordT], record)

    return complete


def _published(source: type[Fields], name: str) -> tuple[Any, Any]:
    """Return the type of a published field, and its description; null only where no value counts."""
    info, facts = source.model_fields[name], source.facts()[name]
    kind: Any = value_type(info)
    if get_origin(kind) is list and (block := fields.block_type(info)):
        kind = GenericAlias(list, (_PUBLISHED_TYPES[block],))
    kind = dict[str, Any] if get_origin(kind) is dict else _PUBLISHED_TYPES.get(kind, kind)
    is_certain = name in source.needed_fields() or facts.default is not None
    if not is_certain and type(None) in get_args(info.annotation):
        kind |= None
    return kind, _as_in(source, name)


class FileRecord(Record):
    """What a record says of the file that it is made from."""

    path: str = of(_PATH)
    sha256: Digest = of(_DIGEST)


class SpecRecord(Record):
    """What the records of benchmarks and rubrics have in common."""

    share: Share | None = of(_SHARE)
    established: list[str] = of("Values that a decision establishes.")
    provisional: list[str] = of("Values that still need a decision.")
    disputed: list[str] = of("Values on which someone disagrees.")
    path: str = of(_PATH)
    sha256: Digest = of(_DIGEST)
    url: Address = of(_URL)


class LevelRecord(Record):
    """What a raw score means, from a score on."""

    key: Number = of("Lower bound of the band on the raw scale; a key at the maximum is a single score.")
    text: Text = of("What a score of the band means.")

    def __str__(self) -> str:
        return f"{self.key:f}: {self.text}"


@published(blocks.ScoringScale)
class ScaleRecord(Record):
    """The raw scale of a benchmark and how it becomes a score from 0 to 1."""

    levels: list[LevelRecord] = of("What scores mean, the highest first.")


@published(blocks.Metric)
class MetricRecord(Record):
    """What a benchmark counts."""

    other: dict[str, Any] = of("The author's own fields, such as the implementation.")


@published(blocks.DecisionRule)
class DecisionRuleRecord(Record):
    """How a score becomes a pass or a fail."""


@published(blocks.Decision)
class DecisionRecord(Record):
    """Who decided values of a spec, and how far they are settled."""


@published(blocks.Review)
class StampRecord(Record):
    """Who reviewed the spec, when, and the fingerprint of what was reviewed."""


@published(blocks.CriticalRequirement)
class RequirementRecord(Record):
    """What may never go wrong, and the hard gates that make sure of it."""


@published(blocks.EvaluationGuidelines)
class GuidelinesRecord(Record):
    """What a reviewer of a rubric's results looks at."""


@published(
    Rubric,
    *("code", "label", "component", "parent", "category", "version", "weight", "share", "effective_weight"),
    *("aggregation_method", "passing_threshold", "criticality", "members", "members_weight"),
)
class RubricRecord(SpecRecord):
    """A rubric, component or root, with its place in the tree."""

    component: Component = of("First letters of the code; the code of a component or root has nothing else.")
    parent: RubricCode | None = of("Code of the composite that lists it; null if none does.")
    category: str | None = _as_in(Rubric, "category", "Null if neither the spec nor the settings state one.")
    effective_weight: Share | None = of(f"{_EFFECTIVE} Null at the top{_UNUSED}.")
    version: Place = _as_in(Rubric, "version")
    members: list[fields.AnyCode] = of(
        "Codes of the benchmarks or rubrics whose scores it aggregates, in display order."
    )
    members_weight: Number = of("Sum of the members' weights.")
    settled_weight: Share = of(_SETTLED)


@published(
    Benchmark,
    *("code", "label", "component", "parent_rubric", "category", "status", "version"),
    *("weight", "share", "effective_weight", "threshold", "criticality"),
    *("evaluator_type", "llm_prompt_file", "scoring_scale"),
)
class BenchmarkRecord(SpecRecord):
    """A benchmark with every field of its spec, and what it weighs."""

    component: Component = of("First letters of the code.")
    parent_rubric: RubricCode = _as_in(Benchmark, "parent_rubric")
    category: str | None = of("Category of its rubric.")
    status: Status = _as_in(Benchmark, "status", "Without one, a spec is active.")
    version: Place = _as_in(Benchmark, "version")
    effective_weight: Share | None = of(
        f"{_EFFECTIVE} Null if it counts nowhere, like a deprecated one{_UNUSED}."
    )
    settled_weight: Share = of(_SETTLED)
    delegates_to: list[str] = of(
        "Codes of the benchmarks that its criteria and `out_of_scope` leave cases to."
    )
    cases_needed: Place | None = of(
        "How many cases, all passing, show a true rate equal to the threshold; null if no number of cases "
        "does, or if it would take far too many."
    )
    passes_with: Count | None = of(
        "How many of the `min_cases` cases have to pass; null if even all of them are not enough."
    )
    bare_pass_shows: Share | None = of(
        "True rate that just so many passed cases show: the exact lower bound, one-sided, at the level of "
        "`decision` or 0.95, to three decimals."
    )
    chance_at_threshold: Share | None = of(
        "Chance to pass over `min_cases` cases at a true rate equal to the threshold, to four decimals."
    )


class SectionRecord(Record):
    """A section of a judge prompt."""

    heading: Text = of("Its heading, with the spelling of the prompt specification.")
    line: Place = of("Line of the file on which it starts.")
    text: str = of("The text below the heading.")

    def __str__(self) -> str:
        return self.heading


class PromptRecord(Record):
    """A judge prompt with its sections."""

    path: str = of(_PATH)
    behavior: str | None = of("Identifier of the behavior that it judges; null if it names none.")
    used_by: list[fields.BenchmarkCode] = of("Codes of the benchmarks that use it.")
    sections: list[SectionRecord] = of("Its sections, in the order of the file.")
    sha256: Digest = of(_DIGEST)
    url: Address = of(_URL)


class ScriptRecord(Record):
    """A code evaluator, or the module that code evaluators share."""

    path: str = of(_PATH)
    used_by: list[fields.BenchmarkCode] = of("Codes of the benchmarks that it judges.")
    sha256: Digest = of(_DIGEST)
    url: Address = of(_URL)


class ScriptWithText(ScriptRecord):
    """A code evaluator, word for word."""

    text: str = of("The script.")


@published(ReviewFile)
class PublishedReview(FileRecord):
    """A review of a benchmark or rubric, as its reviewer left it."""

    role: str = of("Role of the reviewer.")
    is_current: bool = of("Whether it covers the current state of the benchmark or rubric.")


@published(cases.Case)
class CaseRecord(Record):
    """A calibration case: what an evaluator is given, and the verdict that is right."""


class CaseFileRecord(Record):
    """The calibration cases of one evaluator."""

    benchmark: fields.BenchmarkCode = _as_in(cases.CaseFile, "benchmark")
    cases: list[CaseRecord] = of("Its cases, in the order of the file.")
    cases_digest: Digest = of(
        "SHA-256 of what is judged: of each case id, narrative, labels, output and expected, as JSON with "
        "sorted keys, without spaces, not escaped."
    )
    path: str = of(_PATH)
    sha256: Digest = of(_DIGEST)
    url: Annotated[str, Field(pattern="^[^/].*/#cases$")] = of("Address that shows the cases.")


class KeyRecord(Record):
    """A key of the data dictionary of the cases."""

    part: Literal["label", "record"] = of("Whether it belongs to the ground truth or to the record.")
    key: str = of("The key.")
    meaning: Text = _as_in(cases.DictionaryKey, "meaning")
    type: KeyType = _as_in(cases.DictionaryKey, "type")
    compare: dict[str, Comparison] = _as_in(cases.DictionaryKey, "compare")
    read_by: list[fields.BenchmarkCode] = of("Codes of the benchmarks whose metric names it as a label.")
    used_by: list[fields.BenchmarkCode] = of("Codes of the benchmarks whose cases use it.")


class RelatedRecord(Record):
    """Another place that belongs to a finding."""

    path: str = of("File, from the suite's root.")
    line: Place = of("Line, counted from 1.")
    column: Place = of("Column, counted from 1, in characters.")
    note: str = of("How it relates to the finding.")

    def __str__(self) -> str:
        return f"{self.note}: {self.path}:{self.line}:{self.column}"


class FindingRecord(Record):
    """Something that a rule found wrong."""

    rule: RuleId = of("The rule.")
    severity: Severity = of("How much it weighs.")
    path: str = of("File, from the suite's root.")
    line: Place = of("Line, counted from 1.")
    column: Place = of("Column, counted from 1, in characters.")
    message: str = of("What is wrong.")
    hint: str | None = of("What to do about it.")
    related: list[RelatedRecord] = of("Other places that belong to it.")
    waived: str | None = of("Why it was waived; null for a finding that counts.")


class WaiverRecord(Record):
    """A rule that does not count for one benchmark, rubric or prompt."""

    rule: str = of("The rule, with the spelling of the settings.")
    code: str = of("Code of the benchmark or rubric, or the prompt's file name.")
    reason: str = of("Why the finding is waived.")
    by: str = of("Who made the exception; empty if the settings do not say.")
    on: str = of("Date on which it was made; empty if the settings do not say.")
    until: str = of("Last day of the waiver; empty if it has no end.")
    findings: Count = of("Findings that it waives.")
