"""Findings as SARIF 2.1.0, the format in which code hosts and editors exchange what checkers find."""

import json
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from benchdocs.history.provenance import Tool
from benchdocs.reports.fingerprints import Fingerprints
from benchdocs.reports.urls import rule_url
from benchdocs.rules.check import Waived
from benchdocs.rules.finding import Finding
from benchdocs.rules.registry import RULES
from benchdocs.rules.rule import Rule
from benchdocs.specs.discovery import SETTINGS_FILES
from benchdocs.specs.settings import Waiver

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_TOP = "%SRCROOT%"
_FINGERPRINT = "benchdocsFinding/v1"
_RULE_INDEX = {rule.id: index for index, rule in enumerate(RULES)}


def findings_sarif(
    findings: Sequence[Finding],
    waived: Sequence[Waived],
    tool: Tool,
    *,
    folder: str = "",
    site: str = "",
    settings: str = SETTINGS_FILES[0],
) -> str:
    """Return the log of one run as JSON; lines and columns count from 1, in characters.

    `folder` leads from the repository's top to the suite's root; `site` is where the rules' pages are
    published, if anywhere; `settings` is the path of the file with the waivers.
    """
    return json.dumps(_Log(folder, site, settings).log(findings, waived, tool), indent=2)


class _Log:
    """One log in the making."""

    def __init__(self, folder: str, site: str, settings: str) -> None:
        self.folder = folder
        self.site = site
        self.settings = settings
        self.fingerprints = Fingerprints(folder)

    def log(self, findings: Sequence[Finding], waived: Sequence[Waived], tool: Tool) -> dict[str, Any]:
        driver: dict[str, Any] = {"name": tool.name, "version": tool.version}
        if self.site:
            driver["informationUri"] = self.site
        driver["rules"] = list(map(self._rule, RULES))
        listed: list[tuple[Finding, Waiver | None]] = [*((finding, None) for finding in findings), *waived]
        listed.sort(key=lambda entry: entry[0].sort_key())
        run = {
            "tool": {"driver": driver},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {_TOP: {"description": {"text": "The top folder of the repository."}}},
            "invocations": [{"executionSuccessful": True}],
            "results": [self._result(finding, waiver) for finding, waiver in listed],
        }
        return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}

    def _rule(self, rule: Rule) -> dict[str, Any]:
        page = rule.explanation
        plain = f"{page.what}\n\nWhy it matters: {page.why}\n\nHow to fix it: {page.fix}"
        described: dict[str, Any] = {
            "id": rule.id,
            "shortDescription": {"text": rule.title},
            "fullDescription": {"text": page.what},
            "help": {"text": plain},
        }
        if self.site:
            described["helpUri"] = f"{self.site}{rule_url(rule.id)}"
        described["defaultConfiguration"] = {"level": str(rule.severity)}
        return described

    def _result(self, finding: Finding, waiver: Waiver | None) -> dict[str, Any]:
        result: dict[str, Any] = {
            "ruleId": finding.rule,
            "ruleIndex": _RULE_INDEX[finding.rule],
            "level": str(finding.severity),
            "message": {"text": finding.message},
            "locations": [self._location(finding.path, finding.line, finding.column)],
            "partialFingerprints": {_FINGERPRINT: self.fingerprints.next(finding)},
        }
        if finding.related:
            result["relatedLocations"] = list(self._related_locations(finding))
        if waiver:
            place = self._location(self.settings, *waiver.position)
            accepted = {"kind": "external", "status": "accepted", "justification": waiver.reason}
            result["suppressions"] = [{**accepted, "location": place}]
        if finding.hint:
            result["properties"] = {"hint": finding.hint}
        return result

    def _related_locations(self, finding: Finding) -> Iterator[dict[str, Any]]:
        for number, related in enumerate(finding.related, 1):
            location = self._location(related.path, related.line, related.column)
            yield {**location, "id": number, "message": {"text": related.note}}

    def _location(self, path: str, line: int, column: int) -> dict[str, Any]:
        address = {"uri": quote(f"{self.folder}{path}", safe="/"), "uriBaseId": _TOP}
        region = {"startLine": line, "startColumn": column}
        return {"physicalLocation": {"artifactLocation": address, "region": region}}
