"""Make the pages of the audit section; the first says what an auditor asks, and where the answer is."""

from typing import Any

from benchdocs.rules.finding import Severity
from benchdocs.site.audit.conformance import GROUP_NAMES
from benchdocs.site.audit.decisions import matrices
from benchdocs.site.audit.open_points import open_points
from benchdocs.site.dataset.downloads import BUNDLE, DOWNLOADS, PAGE, TABLES
from benchdocs.site.dataset.tables import columns
from benchdocs.site.page import PageContext, PageKind, single_page
from benchdocs.site.site_info import COVERAGE_URL
from benchdocs.site.views.commits import MOST_LINES, commit_views
from benchdocs.site.views.releases import intervals
from benchdocs.suite.reviews import Standing

REPORT_FILE = "audit/conformance/report.json"
"""Path of the conformance report as data, below the site's root."""
TRACEABILITY_URL = "audit/traceability/"
CHANGES_FILE = "audit/changes/changes.json"
"""Path of the changes as data, below the site's root."""
FEED_FILE = "audit/changes/feed.xml"
"""Path of the feed of changes, below the site's root."""


def _audit(context: PageContext) -> dict[str, Any]:
    return {"conformance": context.conformance, "views": context.views, "points": open_points(context)}


def _conformance(context: PageContext) -> dict[str, Any]:
    suspect_first = sorted(
        context.reviewed.items(), key=lambda entry: entry[1].standing is not Standing.OUTDATED
    )
    return {
        "conformance": context.conformance,
        "group_names": GROUP_NAMES,
        "report_file": REPORT_FILE,
        "reviewed": {
            code: state
            for code, state in suspect_first
            if state.reviews or state.standing is not Standing.NONE
        },
        "total": len(context.reviewed),
        "pages": context.spec_urls,
        "sources": context.sources,
    }


def _files(context: PageContext) -> dict[str, Any]:
    return {"conformance": context.conformance, "sources": context.sources, "stamp": context.stamp}


def _traceability(context: PageContext) -> dict[str, Any]:
    return {"trace": context.trace, "coverage_url": COVERAGE_URL, "pages": context.spec_urls}


def _page(name: str, title: str, description: str, values: Any, **facts: Any) -> PageKind:
    """Return the kind of a page below `audit/`."""
    facts = {"styles": ("audit.css",), "hide": ("toc",)} | facts
    return single_page(name, f"audit/{name}/", title, description, values, **facts)


def _subject(name: str, title: str, description: str) -> PageKind:
    """Return the kind of the page of one subject of traceability."""
    url, styles = f"{TRACEABILITY_URL}{name}/", ("audit.css",)
    facts: dict[str, Any] = {"styles": styles, "hide": ("toc",), "section": TRACEABILITY_URL}
    return single_page(f"trace_{name}", url, title, description, _traceability, **facts)


def _downloads(context: PageContext) -> dict[str, Any]:
    return {
        "downloads": (BUNDLE, *DOWNLOADS),
        "tables": [(name, columns(model)) for name, model in TABLES.items()],
        "errors": context.report.count(Severity.ERROR),
        "stamp": context.stamp,
    }


AUDIT = single_page(
    "audit",
    "audit/",
    "Audit",
    "What is not in order, what is open, what holds, and where the answers are.",
    _audit,
    styles=("audit.css",),
)
CONFORMANCE = _page(
    "conformance",
    "Conformance report",
    "What each group of rules found in which files, and what was excused and why.",
    _conformance,
)
FILES = _page("files", "Files and digests", "Every file that was checked, with its SHA-256.", _files)
WEIGHTS = _subject("weights", "Weights, multiplied out", "What every benchmark weighs, and why.")
PROMPTS = _subject("prompts", "Benchmarks, prompts and behaviors", "Which prompt judges which behavior.")
DELEGATION = _subject("delegation", "Delegation", "Who leaves what to whom.")
PROTOCOLS = _subject(
    "protocols", "Protocol sections", "Which benchmarks ask about which section of the protocols."
)
GAPS = _subject("gaps", "Orphans and gaps", "What is missing.")
SUBJECTS = (WEIGHTS, PROMPTS, DELEGATION, PROTOCOLS, GAPS)
"""The subjects of traceability, a page each."""
TRACEABILITY = _page(
    "traceability",
    "Coverage and traceability",
    "How weights, prompts and delegations hang together, and where something is missing.",
    lambda context: {"subjects": [page for kind in SUBJECTS for page in kind.pages(context)]},
    styles=("home.css",),
    schema_type="CollectionPage",
)
DECISIONS = _page(
    "decisions",
    "Decisions",
    "Which value of which benchmark and rubric is established, provisional or disputed.",
    lambda context: {"views": context.views, "matrices": matrices(context.views)},
)
CHANGES = _page(
    "changes",
    "Changes",
    "What changed in the methodology, commit by commit, and whether it affects scores.",
    lambda context: {
        "conformance": context.conformance,
        "commits": commit_views(context.past),
        "most_lines": MOST_LINES,
        "intervals": intervals(context.report.suite, context.past.history, context.stamp.digest),
    },
    styles=("spec.css", "inventory.css", "audit.css"),
    scripts=("changes.js",),
    hide=(),
)
DOWNLOADS_PAGE = single_page(
    "downloads", PAGE, "Downloads", "The whole suite as a workbook, JSON and CSV.", _downloads
)
