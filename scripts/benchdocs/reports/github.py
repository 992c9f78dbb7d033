"""Findings as commands for GitHub Actions, which shows each at its line of a pull request."""

from collections.abc import Iterable, Iterator

from benchdocs.reports.urls import rule_url
from benchdocs.rules.finding import Finding, Severity
from benchdocs.rules.registry import RULE_BY_ID

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def workflow_commands(findings: Iterable[Finding], folder: str = "", site: str = "") -> Iterator[str]:
    """Yield one workflow command for each finding, which says where its rule is explained.

    `folder` leads from the repository's top to the suite's root; `site` is where the rules' pages are
    published, if anywhere.
    """
    for finding in findings:
        properties = {
            "file": f"{folder}{finding.path}",
            "line": str(finding.line),
            "col": str(finding.column),
            "title": f"{finding.rule} {RULE_BY_ID[finding.rule].title}",
        }
        listed = ",".join(f"{name}={_escaped_property(value)}" for name, value in properties.items())
        hint = f"\nhint: {finding.hint}" if finding.hint else ""
        page = f"{site}{rule_url(finding.rule)}" if site else f"benchdocs rules {finding.rule}"
        text = f"{finding.message}{hint}\nrule: {page}"
        yield f"::{_COMMANDS[finding.severity]} {listed}::{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
