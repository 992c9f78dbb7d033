"""The pages of the audit section."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from benchdocs.site.audit.conformance import GROUP_NAMES, Conformance
from benchdocs.site.audit.protocol_coverage import COVERAGE_URL
from benchdocs.site.audit.traceability import Traceability
from benchdocs.site.page import Page
from benchdocs.site.renderer import Renderer

AUDIT_URL = "audit/"
CONFORMANCE_URL = "audit/conformance/"
TRACEABILITY_URL = "audit/traceability/"
CHANGES_URL = "audit/changes/"
REPORT_FILE = f"{CONFORMANCE_URL}report.json"
BUNDLE_FILE = f"{AUDIT_URL}bundle.zip"
CHANGES_FILE = f"{CHANGES_URL}changes.json"


def audit_pages(
    renderer: Renderer,
    conformance: Conformance,
    traceability: Traceability,
    pages: Mapping[str, str],
    sources: Collection[str],
) -> Iterator[Page]:
    """Yield the pages of the section; `pages` are the addresses of files' pages, `sources` the files
    that the site publishes verbatim."""
    sections = renderer.later("audit.html.j2", AUDIT_URL, conformance=conformance, trace=traceability)
    yield Page(AUDIT_URL, "Audit", "What was checked, what it adds up to, and what was excused.", sections)
    sections = renderer.later(
        "conformance.html.j2",
        CONFORMANCE_URL,
        conformance=conformance,
        group_names=GROUP_NAMES,
        report_file=REPORT_FILE,
        pages=pages,
        sources=sources,
    )
    description = "Every file that was checked, what each rule found in it, and what was excused and why."
    yield Page(CONFORMANCE_URL, "Conformance report", description, sections, kind="conformance")
    sections = renderer.later(
        "traceability.html.j2", TRACEABILITY_URL, trace=traceability, coverage_url=COVERAGE_URL, pages=pages
    )
    description = "How weights, prompts and delegations hang together, and where something is missing."
    yield Page(TRACEABILITY_URL, "Coverage and traceability", description, sections, kind="traceability")
    sections = renderer.later("changes.html.j2", CHANGES_URL)
    description = "What changed in the methodology, commit by commit, and whether it affects scores."
    yield Page(CHANGES_URL, "Changes", description, sections, kind="changes")
