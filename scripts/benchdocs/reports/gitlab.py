"""Findings as a Code Quality report, which GitLab shows in a merge request and at its lines."""

import json
from collections.abc import Iterable

from benchdocs.reports.fingerprints import Fingerprints
from benchdocs.rules.finding import Finding, Severity

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def code_quality(findings: Iterable[Finding], folder: str = "") -> str:
    """Return the report as JSON; `folder` leads from the repository's top to the suite's root."""
    fingerprints = Fingerprints(folder)
    entries = []
    for finding in findings:
        description = finding.message
        if finding.hint:
            description += f" (hint: {finding.hint})"
        entry = {
            "description": description,
            "check_name": finding.rule,
            "fingerprint": fingerprints.next(finding),
            "severity": _SEVERITIES[finding.severity],
            "location": {"path": f"{folder}{finding.path}", "lines": {"begin": finding.line}},
        }
        entries.append(entry)
    return json.dumps(entries, indent=2)
