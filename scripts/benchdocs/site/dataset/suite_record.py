"""The whole suite as one published record, with what tells its state, and the JSON Schema of it."""

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field

from benchdocs.site.dataset import records
from benchdocs.site.dataset.record import Count, Digest, Record, of
from benchdocs.specs.fields import Text

SchemaName = Literal["suite.schema.json"]
SCHEMA_NAME: SchemaName = "suite.schema.json"


class MetaRecord(Record):
    """Names of the suite and the tool, and what was checked."""

    suite: str = of("Name of the site; empty if it has none.")
    tool: Text = of("Name of the tool that checked the suite and wrote this file.")
    tool_version: Text = of("Its version.")
    tool_digest: Digest = of("SHA-256 over its modules, theme and pages.")
    version: str | None = of("Name of the released version; null if there are no versions.")
    commit: str | None = of("Last commit that changed the suite; null if git does not say.")
    commit_date: str | None = of("Date of that commit.")
    uncommitted: Count = of("Files that differ from the commit.")
    suite_digest: Digest = of(
        "SHA-256 of the manifest of all specs, cases, prompts and settings: lines `DIGEST  PATH` by path."
    )
    site_digest: Digest = of(
        "SHA-256 over the digests of all files that were checked and of the checker: sites with the same "
        "one have the same pages."
    )
    stamp: Text = of("The state in words, as at the foot of each printed sheet.")
    rules: Count = of("Number of rules that were checked.")
    errors: Annotated[Count, Field(le=0)] = of(
        "Findings that fail every build; such a suite is not published."
    )
    warnings: Count = of("Findings that fail a strict build.")
    notes: Count = of("Findings that do not fail any build.")
    waived: Count = of("Findings that were waived; the counts above do not include them.")


class SuiteRecord(Record):
    """A whole evaluation suite: its rubrics, benchmarks and judge prompts, and what the checks say of them.

    Stated numbers are as their authors wrote them. Shares and effective weights are computed in decimals
    of 28 digits.
    """

    schema_: SchemaName = Field(alias="$schema", description="Address of this schema, relative to the data.")
    meta: MetaRecord = of("Names of the suite and the tool, and what was checked.")
    rubrics: list[records.RubricRecord] = of(
        "Rubrics, components and roots, each composite before its members."
    )
    benchmarks: list[records.BenchmarkRecord] = of("Benchmarks in the order of the rubrics that list them.")
    prompts: list[records.PromptRecord] = of("Judge prompts by name.")
    scripts: list[records.ScriptWithText] = of("Code evaluators by name.")
    cases: list[records.CaseFileRecord] = of("Calibration cases, a record for each file, by path.")
    dictionary: list[records.KeyRecord] = of(
        "What the keys of the cases mean: labels first, then the record."
    )
    reviews: list[records.PublishedReview] = of("Reviews by path; a value without an entry is not reviewed.")
    findings: list[records.FindingRecord] = of(
        "Findings by file, line and column; the waived ones come last."
    )
    waivers: list[records.WaiverRecord] = of("Waivers in the order of the project's settings.")


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the published data."""
    body = SuiteRecord.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}
