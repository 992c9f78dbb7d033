"""The data files that the site publishes, and the page that lists them."""

from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

from benchdocs.reports.evals import export as evals
from benchdocs.reports.evals.runs import planned_run
from benchdocs.reports.urls import Address
from benchdocs.rules.finding import Severity
from benchdocs.site.dataset import records
from benchdocs.site.dataset.archive import write_archive
from benchdocs.site.dataset.build import json_bytes, suite_json, suite_record
from benchdocs.site.dataset.record import Record
from benchdocs.site.dataset.suite_record import SCHEMA_NAME, schema
from benchdocs.site.dataset.tables import table
from benchdocs.site.dataset.workbook import workbook
from benchdocs.site.page import PageContext
from benchdocs.suite.suite import Suite


class Download(NamedTuple):
    """A file to download."""

    name: str
    format: str
    holds: str
    folder: str = "data/"

    @property
    def path(self) -> str:
        """Its path from the site's root."""
        return f"{self.folder}{self.name}"


BUNDLE = Download(
    "bundle.zip",
    "ZIP archive",
    "The audit bundle: all specs and prompts unchanged, what the checks found, the changes, and the "
    "files below, with the SHA-256 of each.",
    Address.AUDIT,
)
DOWNLOADS = (
    Download(
        "suite.xlsx",
        "Excel workbook",
        "Rubrics, benchmarks, prompts, scripts and findings, one sheet each.",
    ),
    Download(
        "suite.json",
        "JSON",
        "The whole suite: rubrics, benchmarks with every field, prompts, scripts, calibration cases and "
        "keys, findings and waivers.",
    ),
    Download(
        SCHEMA_NAME,
        "JSON Schema, draft 2020-12",
        "What suite.json can contain and what each field means.",
    ),
    Download("rubrics.csv", "CSV", "One line per rubric or composite."),
    Download("benchmarks.csv", "CSV", "One line per benchmark, with every field of its spec."),
    Download("prompts.csv", "CSV", "One line per judge prompt, without its text."),
    Download("scripts.csv", "CSV", "One line per code evaluator, without its text."),
    Download(
        "run.zip",
        "ZIP archive",
        "A program that runs a product on the suite with Python alone; the command benchdocs export-evals "
        "writes the same, and for other harnesses.",
    ),
)
LATE_FILES = tuple(file.path for file in (*DOWNLOADS, BUNDLE))
"""Paths of the files of the evidence, below the site's root."""
TABLES: dict[str, type[Record]] = {
    "rubrics": records.RubricRecord,
    "benchmarks": records.BenchmarkRecord,
    "prompts": records.PromptRecord,
    "scripts": records.ScriptRecord,
}


def files(context: PageContext) -> Iterator[tuple[str, bytes]]:
    """Yield the files with their paths; none for a suite with errors, which only a preview shows."""
    if context.report.count(Severity.ERROR):
        return
    path = {file.name: file.path for file in DOWNLOADS}
    data = suite_record(context)
    yield path["suite.json"], suite_json(data)
    yield path[SCHEMA_NAME], json_bytes(schema())
    tables = {name: table(model, getattr(data, name)) for name, model in TABLES.items()}
    tables["findings"] = table(records.FindingRecord, data.findings)
    meta = data.meta
    del data  # the records of a large suite take more memory than all that follows
    for name in TABLES:
        yield path[f"{name}.csv"], tables[name].csv
    yield path["suite.xlsx"], workbook(meta, tables)
    archive = BytesIO()
    write_archive(archive, _program(context.report.suite))
    yield path["run.zip"], archive.getvalue()


def _program(suite: Suite) -> dict[str, bytes]:
    """Return the files of the program that runs a product; of a suite without cases, a sentence."""
    try:
        return evals.files(suite, "python", planned_run(suite))
    except ValueError as error:
        return {"README.md": f"There is no program yet: {error}.\n".encode()}
