"""The data files that the site hands out, and the page that lists them."""

from __future__ import annotations

from typing import NamedTuple

from benchdocs import records
from benchdocs.about import About
from benchdocs.dataset import Addresses, dataset, json_text
from benchdocs.finding import Severity
from benchdocs.page import Page
from benchdocs.records import Record
from benchdocs.render import Renderer
from benchdocs.tables import described, table
from benchdocs.views import Views
from benchdocs.workbook import workbook

URL = "audit/downloads/"


class Download(NamedTuple):
    """A file that can be taken away."""

    name: str
    format: str
    holds: str
    folder: str = "data/"

    @property
    def path(self) -> str:
        """Where it is, from the site's root."""
        return f"{self.folder}{self.name}"


BUNDLE = Download(
    "bundle.zip",
    "ZIP archive",
    "The audit bundle: all specs and prompts byte for byte, the conformance report, the changes, and the "
    "files below, with a manifest that sha256sum -c SHA256SUMS checks.",
    "audit/",
)
"""All evidence in one file; `pages` puts it together."""
DOWNLOADS = (
    Download(
        "suite.xlsx",
        "Excel workbook",
        "Rubrics, benchmarks, prompts and findings, a sheet each, and a sheet of weights whose formulas "
        "work out every share, every effective weight and their totals again.",
    ),
    Download(
        "suite.json",
        "JSON",
        "The whole suite: rubrics, benchmarks with every field, prompts, findings and waivers.",
    ),
    Download(
        "suite.schema.json",
        "JSON Schema, draft 2020-12",
        "What suite.json may hold and what each field means.",
    ),
    Download("rubrics.csv", "CSV", "One line a rubric, the components among them."),
    Download("benchmarks.csv", "CSV", "One line a benchmark, with every field of its spec."),
    Download("prompts.csv", "CSV", "One line a judge prompt, without its text."),
)
_TABLES: tuple[tuple[str, str, type[Record]], ...] = (
    ("rubrics", "Columns of rubrics", records.RubricRecord),
    ("benchmarks", "Columns of benchmarks", records.BenchmarkRecord),
    ("prompts", "Columns of prompts", records.PromptRecord),
)


def files(views: Views, addresses: Addresses, about: About) -> dict[str, bytes]:
    """The files by their paths; none for a suite with errors, which only a preview shows."""
    if views.report.count(Severity.ERROR):
        return {}
    data = dataset(views, addresses, about)
    contents = {
        "suite.xlsx": workbook(data),
        "suite.json": json_text(data.model_dump(by_alias=True)).encode(),
        "suite.schema.json": json_text(records.schema()).encode(),
        "rubrics.csv": table(records.RubricRecord, data.rubrics).csv,
        "benchmarks.csv": table(records.BenchmarkRecord, data.benchmarks).csv,
        "prompts.csv": table(records.PromptRecord, data.prompts).csv,
    }
    return {file.path: contents[file.name] for file in DOWNLOADS}


def page(renderer: Renderer, views: Views) -> Page:
    """The page that lists the files and says how to read them."""
    tables = [(name, title, described(model)) for name, title, model in _TABLES]
    sections = renderer.later(
        "downloads.html.j2",
        URL,
        downloads=(BUNDLE, *DOWNLOADS),
        tables=tables,
        errors=views.report.count(Severity.ERROR),
    )
    return Page(URL, "Downloads", "The whole suite as a workbook, JSON and CSV.", sections)
