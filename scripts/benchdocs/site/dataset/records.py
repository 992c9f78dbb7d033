"""The published data as types: from them come the JSON Schema, and the columns of every table.

A suite with errors is not published, so what the field specification demands is never null here.
Where a spec may leave a value out and another one counts instead, a record holds the one that counts.
"""

from collections.abc import Callable
from decimal import Decimal
from functools import cache
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
Component = Annotated[str, Field(pattern="^[A-Z]{1,4}$")]
RuleId = Annotated[str, Field(pattern="^[A-Z]{3}[0-9]{3,4}$")]

SchemaName = Literal["suite.schema.json"]
SCHEMA_NAME: SchemaName = "suite.schema.json"
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


def _of(text: str) -> Any:
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
    the record, which has no methods.
    """

    def complete(own: type[RecordT]) -> type[RecordT]:
        fields: dict[str, Any] = {
            name: _published(source, name) for name, facts in source.facts().items() if facts.published
        }
        fields |= {name: (info.annotation, info) for name, info in own.model_fields.items()}
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


class LevelRecord(Record):
    """What a raw score means, from a score on."""

    key: Number = _of("Lower bound of the band on the raw scale; a key at the maximum is a single score.")
    text: Text = _of("What a score of the band means.")

    def __str__(self) -> str:
        return f"{self.key:f}: {self.text}"


@published(blocks.ScoringScale)
class ScaleRecord(Record):
    """The raw scale of a benchmark and how it becomes a score from 0 to 1."""

    levels: list[LevelRecord] = _of("What scores mean, the highest first.")


@published(blocks.Metric)
class MetricRecord(Record):
    """What a benchmark counts."""

    other: dict[str, Any] = _of("The author's own fields, such as the implementation.")


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
class RubricRecord(Record):
    """A rubric, component or root, with its place in the tree."""

    component: Component = _of("First letters of the code; the code of a component or root has nothing else.")
    parent: RubricCode | None = _of("Code of the composite that lists it; null if none does.")
    category: str | None = _as_in(Rubric, "category", "Null if neither the spec nor the settings state one.")
    share: Share | None = _of(_SHARE)
    effective_weight: Share | None = _of(f"{_EFFECTIVE} Null at the top{_UNUSED}.")
    version: Place = _as_in(Rubric, "version")
    members: list[fields.AnyCode] = _of(
        "Codes of the benchmarks or rubrics whose scores it aggregates, in display order."
    )
    members_weight: Number = _of("Sum of the members' weights.")
    settled_weight: Share = _of(_SETTLED)
    established: list[str] = _of("Values that a decision establishes.")
    provisional: list[str] = _of("Values that still need a decision.")
    disputed: list[str] = _of("Values on which someone disagrees.")
    path: str = _of(_PATH)
    sha256: Digest = _of(_DIGEST)
    url: Address = _of(_URL)


@published(
    Benchmark,
    *("code", "label", "component", "parent_rubric", "category", "status", "version"),
    *("weight", "share", "effective_weight", "threshold", "criticality"),
    *("evaluator_type", "llm_prompt_file", "scoring_scale"),
)
class BenchmarkRecord(Record):
    """A benchmark with every field of its spec, and what it weighs."""

    component: Component = _of("First letters of the code.")
    parent_rubric: RubricCode = _as_in(Benchmark, "parent_rubric")
    category: str | None = _of("Category of its rubric.")
    status: Status = _as_in(Benchmark, "status", "Without one, a spec is active.")
    version: Place = _as_in(Benchmark, "version")
    share: Share | None = _of(_SHARE)
    effective_weight: Share | None = _of(
        f"{_EFFECTIVE} Null if it counts nowhere, like a deprecated one{_UNUSED}."
    )
    settled_weight: Share = _of(_SETTLED)
    cases_needed: Place | None = _of(
        "How many cases, all passing, show a true rate equal to the threshold; null if no number of cases "
        "does, or if it would take far too many."
    )
    passes_with: Count | None = _of(
        "How many of the `min_cases` cases have to pass; null if even all of them are not enough."
    )
    bare_pass_shows: Share | None = _of(
        "True rate that just so many passed cases show: the exact lower bound, one-sided, at the level of "
        "`decision` or 0.95, to three decimals."
    )
    chance_at_threshold: Share | None = _of(
        "Chance to pass over `min_cases` cases at a true rate equal to the threshold, to four decimals."
    )
    established: list[str] = _of("Values that a decision establishes.")
    provisional: list[str] = _of("Values that still need a decision.")
    disputed: list[str] = _of("Values on which someone disagrees.")
    path: str = _of(_PATH)
    sha256: Digest = _of(_DIGEST)
    url: Address = _of(_URL)


class SectionRecord(Record):
    """A section of a judge prompt."""

    heading: Text = _of("Its heading, with the spelling of the prompt specification.")
    line: Place = _of("Line of the file on which it starts.")
    text: str = _of("The text below the heading.")

    def __str__(self) -> str:
        return self.heading


class PromptRecord(Record):
    """A judge prompt with its sections."""

    path: str = _of(_PATH)
    behavior: str | None = _of("Identifier of the behavior that it judges; null if it names none.")
    used_by: list[fields.BenchmarkCode] = _of("Codes of the benchmarks that use it.")
    sections: list[SectionRecord] = _of("Its sections, in the order of the file.")
    sha256: Digest = _of(_DIGEST)
    url: Address = _of(_URL)


class ScriptRecord(Record):
    """A code evaluator, or the module that code evaluators share."""

    path: str = _of(_PATH)
    used_by: list[fields.BenchmarkCode] = _of("Codes of the benchmarks that it judges.")
    sha256: Digest = _of(_DIGEST)
    url: Address = _of(_URL)


class ScriptWithText(ScriptRecord):
    """A code evaluator, word for word."""

    text: str = _of("The script.")


@published(ReviewFile)
class PublishedReview(Record):
    """A review of a benchmark or rubric, as its reviewer left it."""

    role: str = _of("Role of the reviewer.")
    is_current: bool = _of("Whether it covers the current state of the benchmark or rubric.")
    path: str = _of(_PATH)
    sha256: Digest = _of(_DIGEST)


@published(cases.Case)
class CaseRecord(Record):
    """A calibration case: what an evaluator is given, and the verdict that is right."""


class CaseFileRecord(Record):
    """The calibration cases of one evaluator."""

    benchmark: fields.BenchmarkCode = _as_in(cases.CaseFile, "benchmark")
    cases: list[CaseRecord] = _of("Its cases, in the order of the file.")
    cases_digest: Digest = _of(
        "SHA-256 of what is judged: of each case id, narrative, labels, output and expected, as JSON with "
        "sorted keys, without spaces, not escaped. Agreement figures name it."
    )
    path: str = _of(_PATH)
    sha256: Digest = _of(_DIGEST)
    url: Annotated[str, Field(pattern="^[^/].*/#cases$")] = _of("Address that shows the cases.")


class KeyRecord(Record):
    """A key of the data dictionary of the cases."""

    part: Literal["label", "record"] = _of("Whether it belongs to the ground truth or to the record.")
    key: str = _of("The key.")
    meaning: Text = _as_in(cases.DictionaryKey, "meaning")
    type: KeyType = _as_in(cases.DictionaryKey, "type")
    compare: dict[str, Comparison] = _as_in(cases.DictionaryKey, "compare")
    read_by: list[fields.BenchmarkCode] = _of("Codes of the benchmarks whose metric names it as a label.")
    used_by: list[fields.BenchmarkCode] = _of("Codes of the benchmarks whose cases use it.")


@published(cases.Figure)
class FigureRecord(Record):
    """A figure with the interval around it."""


@published(cases.Measurement)
class MeasurementRecord(Record):
    """How one judge agreed with the cases of a benchmark."""

    benchmark: fields.BenchmarkCode = _as_in(cases.Validation, "benchmark")
    path: str = _of(_PATH)
    sha256: Digest = _of(_DIGEST)


class RelatedRecord(Record):
    """Another place that belongs to a finding."""

    path: str = _of("File, from the suite's root.")
    line: Place = _of("Line, counted from 1.")
    column: Place = _of("Column, counted from 1, in characters.")
    note: str = _of("How it relates to the finding.")

    def __str__(self) -> str:
        return f"{self.note}: {self.path}:{self.line}:{self.column}"


class FindingRecord(Record):
    """Something that a rule found wrong."""

    rule: RuleId = _of("The rule.")
    severity: Severity = _of("How much it weighs.")
    path: str = _of("File, from the suite's root.")
    line: Place = _of("Line, counted from 1.")
    column: Place = _of("Column, counted from 1, in characters.")
    message: str = _of("What is wrong.")
    hint: str | None = _of("What to do about it.")
    related: list[RelatedRecord] = _of("Other places that belong to it.")
    waived: str | None = _of("Why it was waived; null for a finding that counts.")


class WaiverRecord(Record):
    """A rule that does not count for one benchmark, rubric or prompt."""

    rule: str = _of("The rule, with the spelling of the settings.")
    code: str = _of("Code of the benchmark or rubric, or the prompt's file name.")
    reason: str = _of("Why the finding is waived.")
    by: str = _of("Who made the exception; empty if the settings do not say.")
    on: str = _of("Date on which it was made; empty if the settings do not say.")
    until: str = _of("Last day of the waiver; empty if it has no end.")
    findings: Count = _of("Findings that it waives.")


class MetaRecord(Record):
    """Names of the suite and the tool, and what was checked."""

    suite: str = _of("Name of the site; empty if it has none.")
    tool: Text = _of("Name of the tool that checked the suite and wrote this file.")
    tool_version: Text = _of("Its version.")
    tool_digest: Digest = _of("SHA-256 over its modules, theme and pages.")
    version: str | None = _of("Name of the released version; null if there are no versions.")
    commit: str | None = _of("Last commit that changed the suite; null if git does not say.")
    commit_date: str | None = _of("Date of that commit.")
    uncommitted: Count = _of("Files that differ from the commit.")
    suite_digest: Digest = _of(
        "SHA-256 of the manifest of all specs, cases, prompts and settings: lines `DIGEST  PATH` by path."
    )
    site_digest: Digest = _of(
        "SHA-256 over the digests of all files on the page of files and of the checker: sites with the same "
        "one have the same pages."
    )
    stamp: Text = _of("The state in words, as at the foot of each printed sheet.")
    rules: Count = _of("Number of rules that were checked.")
    errors: Annotated[Count, Field(le=0)] = _of(
        "Findings that fail every build; such a suite is not published."
    )
    warnings: Count = _of("Findings that fail a strict build.")
    notes: Count = _of("Findings that do not fail any build.")
    waived: Count = _of("Findings that were waived; the counts above do not include them.")


class SuiteRecord(Record):
    """A whole evaluation suite: its rubrics, benchmarks and judge prompts, and what the checks say of them.

    Stated numbers are as their authors wrote them. Shares and effective weights are computed in decimals
    of 28 digits.
    """

    schema_: SchemaName = Field(alias="$schema", description="Address of this schema, relative to the data.")
    meta: MetaRecord = _of("Names of the suite and the tool, and what was checked.")
    rubrics: list[RubricRecord] = _of("Rubrics, components and roots, each composite before its members.")
    benchmarks: list[BenchmarkRecord] = _of("Benchmarks in the order of the rubrics that list them.")
    prompts: list[PromptRecord] = _of("Judge prompts by name.")
    scripts: list[ScriptWithText] = _of("Code evaluators by name.")
    cases: list[CaseFileRecord] = _of("Calibration cases, a record for each file, by path.")
    dictionary: list[KeyRecord] = _of("What the keys of the cases mean: labels first, then the record.")
    agreement: list[MeasurementRecord] = _of(
        "How judges agreed with the cases, run by run; a prompt without an entry is not measured."
    )
    reviews: list[PublishedReview] = _of("Reviews by path; a value without an entry is not reviewed.")
    findings: list[FindingRecord] = _of("Findings by file, line and column; the waived ones come last.")
    waivers: list[WaiverRecord] = _of("Waivers in the order of the project's settings.")


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the published data."""
    body = SuiteRecord.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}
