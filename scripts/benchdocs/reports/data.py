"""Findings as JSON data."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from benchdocs.reports.urls import rule_url
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Finding, Severity
from benchdocs.rules.registry import RULE_BY_ID
from benchdocs.specs.models import Benchmark, Rubric


def findings_json(report: Report, findings: Sequence[Finding], site: str = "") -> str:
    """Return findings, their rules and summary as JSON; line and column count from 1, in characters."""
    return json.dumps({**findings_dict(report, findings), "rules": rules_of(findings, site)}, indent=2)


def rules_of(findings: Iterable[Finding], site: str = "") -> dict[str, dict[str, str]]:
    """Return title and page of each rule that findings break; without `site`, pages are relative to one."""
    broken = sorted({finding.rule for finding in findings})
    return {id: {"title": RULE_BY_ID[id].title, "page": f"{site}{rule_url(id)}"} for id in broken}


def findings_dict(report: Report, findings: Sequence[Finding]) -> dict[str, Any]:
    """Return findings and summary as plain values."""
    suite = report.suite
    summary = {
        "rubrics": suite.count(Rubric),
        "benchmarks": suite.count(Benchmark),
        "prompts": len(suite.prompts),
    }
    counts = Counter(finding.severity for finding in findings)
    for severity in Severity:
        summary[f"{severity}s"] = counts[severity]
    summary["waived"] = len(report.waived)
    return {"findings": [finding_dict(finding) for finding in findings], "summary": summary}


def finding_dict(finding: Finding) -> dict[str, Any]:
    """Return one finding as plain values."""
    whole = finding._asdict() | {"severity": str(finding.severity)}
    shown = {name: whole[name] for name in ("rule", "severity", "path", "line", "column", "message", "hint")}
    return {**shown, "related": [related._asdict() for related in finding.related]}
