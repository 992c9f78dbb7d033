"""The published data as types, record by record: from them come the JSON Schema and the columns of tables."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AliasPath, BeforeValidator, Field

from benchdocs.rules.finding import Severity
from benchdocs.site.dataset.figures import BenchmarkFigures, RubricFigures
from benchdocs.site.dataset.record import (
    Address,
    Count,
    Digest,
    FreeValue,
    Number,
    Place,
    Record,
    RuleId,
    as_in,
    if_absent,
    of,
    published,
)
from benchdocs.specs import blocks, cases, fields
from benchdocs.specs.choices import Comparison, KeyType, Status
from benchdocs.specs.fields import Text
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.reviews import ReviewRecord


class FileRecord(Record):
    """What a record says of the file that it is made from."""

    path: str = of("Path of its file from the suite's root; the site publishes it below `source/`.")
    sha256: Digest = of("SHA-256 of the file as it is published below `source/`.")


class PageRecord(FileRecord):
    """What a record says of its file and of the page that shows it."""

    url: Address = of("Address of its page, from the site's root.")


class DecidedRecord(Record):
    """What a record says of the values of its spec."""

    established: list[str] = of("Values that a decision establishes.")
    provisional: list[str] = of("Values that still need a decision.")
    disputed: list[str] = of("Values on which someone disagrees.")


class LevelRecord(Record):
    """What a raw score means, from a score on."""

    key: Number = of("Lower bound of the band on the raw scale; a key at the maximum is a single score.")
    text: Text = of("What a score of the band means.")

    def __str__(self) -> str:
        return f"{self.key:f}: {self.text}"


def _levels(descriptions: Mapping[Any, str]) -> list[dict[str, Any]]:
    """Return the levels of a scale, the highest first."""
    keys = (key for key in descriptions if isinstance(key, Decimal) and key.is_finite())
    return [{"key": key, "text": descriptions[key]} for key in sorted(keys, reverse=True)]


@published(blocks.ScoringScale)
class ScaleRecord(Record):
    """The raw scale of a benchmark and how it becomes a score from 0 to 1."""

    levels: Annotated[list[LevelRecord], BeforeValidator(_levels)] = of(
        "What scores mean, the highest first.", validation_alias="descriptions"
    )


@published(blocks.Metric)
class MetricRecord(Record):
    """What a benchmark counts."""

    other: dict[str, FreeValue] = of(
        "The author's own fields, such as the implementation.", validation_alias="model_extra"
    )


@published(
    Rubric,
    *("code", "label", "component", "parent", "category", "version", "weight", "share", "effective_weight"),
    *("aggregation_method", "passing_threshold", "criticality", "members", "members_weight"),
)
class RubricRecord(PageRecord, DecidedRecord, RubricFigures):
    """A rubric, component or root, with its place in the tree."""


@published(
    Benchmark,
    *("code", "label", "component", "parent_rubric", "category", "status", "version"),
    *("weight", "share", "effective_weight", "threshold", "criticality"),
    *("evaluator_type", "llm_prompt_file", "scoring_scale"),
)
class BenchmarkRecord(PageRecord, DecidedRecord, BenchmarkFigures):
    """A benchmark with every field of its spec, and what it weighs."""

    status: Annotated[Status, if_absent(Status.ACTIVE)] = as_in(
        Benchmark, "status", "Without one, a spec is active."
    )


class SectionRecord(Record):
    """A section of a judge prompt."""

    heading: Text = of(
        "Its heading, with the spelling of the prompt specification.",
        validation_alias=AliasPath("heading", "name"),
    )
    line: Place = of("Line of the file on which it starts.")
    text: str = of("The text below the heading.", validation_alias="body")

    def __str__(self) -> str:
        return self.heading


class PromptRecord(PageRecord):
    """A judge prompt with its sections."""

    behavior: str | None = of("Identifier of the behavior that it judges; null if it names none.")
    used_by: list[fields.BenchmarkCode] = of("Codes of the benchmarks that use it.")
    sections: list[SectionRecord] = of("Its sections, in the order of the file.")


class ScriptRecord(PageRecord):
    """A code evaluator, or the module that code evaluators share."""

    used_by: list[fields.BenchmarkCode] = of("Codes of the benchmarks that it judges.")


class ScriptWithText(ScriptRecord):
    """A code evaluator, word for word."""

    text: str = of("The script.")


@published(ReviewRecord)
class PublishedReview(FileRecord):
    """A review of a benchmark or rubric, as its reviewer left it."""

    role: str = of("Role of the reviewer.")
    is_current: bool = of("Whether it covers the current state of the benchmark or rubric.")


@published(cases.Case)
class CaseRecord(Record):
    """A calibration case: what an evaluator is given, and the verdict that is right."""


class CaseFileRecord(FileRecord):
    """The calibration cases of one evaluator."""

    benchmark: fields.BenchmarkCode = as_in(cases.CaseFile, "benchmark")
    cases: list[CaseRecord] = of("Its cases, in the order of the file.")
    cases_digest: Digest = of(
        "SHA-256 of what is judged: of each case id, narrative, labels, output and expected, as JSON with "
        "sorted keys, without spaces, not escaped."
    )
    url: Annotated[str, Field(pattern="^[^/].*/#cases$")] = of("Address that shows the cases.")


class KeyRecord(Record):
    """A key of the data dictionary of the cases."""

    part: Literal["label", "record"] = of("Whether it belongs to the ground truth or to the record.")
    key: str = of("The key.", validation_alias="name")
    meaning: Text = as_in(cases.DictionaryKey, "meaning")
    type: KeyType = as_in(cases.DictionaryKey, "type")
    compare: dict[str, Comparison] = as_in(cases.DictionaryKey, "compare")
    record_keys: dict[str, list[str]] = of(
        "Keys of the record that contain each of its fields.", validation_alias="keys"
    )
    topics: dict[str, str] = as_in(cases.DictionaryKey, "topics")
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
