"""Make the pages of the audit section; the first says what an auditor asks, and where the answer is."""

from typing import Any

from benchdocs.history.file_values import deciding_sections
from benchdocs.reports.urls import Address
from benchdocs.rules.families import FAMILIES
from benchdocs.scoring.planned_cases import suite_cases
from benchdocs.site.audit.decisions import deciders, decision_tables, progress
from benchdocs.site.audit.open_points import open_points
from benchdocs.site.dataset.downloads import BUNDLE, DOWNLOADS, TABLES
from benchdocs.site.dataset.tables import columns
from benchdocs.site.page import PageContext, PageKind, single_page
from benchdocs.suite.reviews import Standing

CHANGES_FILE = f"{Address.CHANGES}changes.json"


def _conformance(context: PageContext) -> dict[str, Any]:
    specs = context.reviewed.items()
    known = {code: state for code, state in specs if state.reviews or state.standing is not Standing.NONE}
    suspect_first = sorted(known.items(), key=lambda entry: entry[1].standing is not Standing.OUTDATED)
    return {"families": FAMILIES, "reviewed": dict(suspect_first)}


def _changes(context: PageContext) -> dict[str, Any]:
    decisive = {}
    for file in context.report.suite.norms:
        if file.path.endswith(".md") and (headings := deciding_sections(file.text)):
            decisive[file.path] = headings
    return {"comparison": context.comparison, "decisive": decisive}


def _decisions(context: PageContext) -> dict[str, Any]:
    views = context.views
    return {"tables": decision_tables(views), "progress": progress(views), "deciders": deciders(views)}


def _page(*about: Any, **facts: Any) -> PageKind:
    """Return a kind of page of this section, without a table of contents."""
    facts = {"styles": ("audit.css",), "hide": ("toc",)} | facts
    return single_page(*about, **facts)


def _downloads(context: PageContext) -> dict[str, Any]:
    return {
        "downloads": (BUNDLE, *DOWNLOADS),
        "tables": [(name, columns(model)) for name, model in TABLES.items()],
    }


AUDIT = single_page(
    "audit",
    Address.AUDIT,
    "Audit",
    "What is wrong, what is open, what is in order, and where the answers are.",
    lambda context: {"points": open_points(context)},
    styles=("audit.css",),
)
CONFORMANCE = _page(
    "conformance",
    Address.CONFORMANCE,
    "Conformance report",
    "What each group of rules found in which files, and what was waived and why.",
    _conformance,
)
WEIGHTS = single_page(
    "trace_weights",
    Address.WEIGHTS,
    "Effective weights",
    "The weight of every benchmark, and where it comes from.",
    styles=("audit.css", "charts.css"),
    hide=("toc",),
)
CASES = single_page(
    "trace_cases",
    Address.CASES,
    "Cases and clauses",
    "What cases expect, and which clauses none of them tests.",
    lambda context: {"planned": len(suite_cases(context.report.suite))},
    styles=("audit.css", "charts.css"),
    hide=("toc",),
)
DECISIONS = _page(
    "decisions",
    Address.DECISIONS,
    "Decisions",
    "Who decided each threshold, and which value is established, provisional or disputed.",
    _decisions,
    styles=("charts.css", "audit.css"),
)
CHANGES = _page(
    "changes",
    Address.CHANGES,
    "Changes",
    "What changed in the methodology since the last release, and whether it affects scores.",
    _changes,
)
DOWNLOADS_PAGE = single_page(
    "downloads",
    Address.DOWNLOADS,
    "Downloads",
    "The whole suite as a workbook, JSON and CSV, and every file with its SHA-256.",
    _downloads,
    styles=("audit.css",),
)
