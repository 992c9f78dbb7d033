"""The findings that pages show, and the text of pages without them."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from benchdocs.reports.data import findings_json
from benchdocs.rules.check import check
from benchdocs.site.site import Site

DEM1, PROMPT = "a-component/A-DEM1.yaml", "evaluators/llm-judge/arrival_prompt.md"
BOXES = re.compile(r'<(div|section) class="broken.*?</\1>\n', re.DOTALL)


class Findings(HTMLParser):
    """What a page says in each entry of its lists of findings, and where its links lead."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.entries: list[dict[str, Any]] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = (given.get("class") or "").split()
        if tag == "li" and "finding" in classes:
            self.entries.append({"id": given.get("id"), "links": {}, "related": []})
        if tag == "mark":
            self._open = ["finding__mark"]
        if tag == "span" and self._open == ["finding__mark"]:
            assert given == {"aria-hidden": "true"}
            self._open = ["finding__caret"]
        if tag in ("p", "pre") and self.entries:
            self._open = classes
            if "finding__related" in classes:
                self.entries[-1]["related"].append("")
        if tag == "a" and self.entries and self._open:
            self.entries[-1]["links"].setdefault(self._open[0], []).append(given["href"])

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "pre"):
            self._open = []
        if tag == "mark":
            self._open = ["finding__excerpt"]

    def handle_data(self, data: str) -> None:
        if not self._open:
            return
        entry, part = self.entries[-1], self._open[0]
        if part == "finding__related":
            entry["related"][-1] += data
        elif part == "finding__mark":
            entry["start"] = len(entry["finding__excerpt"])
            entry[part] = data
            entry["finding__excerpt"] += data
        else:
            entry[part] = entry.get(part, "") + data


def of_check(root: Path) -> list[tuple[object, ...]]:
    """Rule, severity, place, message, hint and related places of each finding, as the command prints them."""
    report = check(root)
    return sorted(
        (
            entry["severity"],
            entry["rule"],
            f"{entry['path']}:{entry['line']}:{entry['column']}",
            entry["message"],
            f"Hint: {entry['hint']}" if entry["hint"] else "",
            *(f"{r['note']}: {r['path']}:{r['line']}:{r['column']}" for r in entry["related"]),
        )
        for entry in json.loads(findings_json(report, report.findings))["findings"]
    )


def of_page(html: str) -> list[tuple[object, ...]]:
    """The same of the entries in a page."""
    return [
        (
            *entry["finding__head"].split(),
            entry["finding__message"],
            entry.get("finding__hint", ""),
            *entry["related"],
        )
        for entry in Findings(html).entries
    ]


def html_of(site: Site, url: str, section: str | None = None) -> str:
    page = next(page for page in site.pages if page.url == url)
    return "".join(part.html for part in page.sections if section in (None, part.id))


def text_of(site: Site, url: str, section: str | None = None) -> str:
    """The text of a page or section without findings, a space at most between its words."""
    return " ".join(re.sub("<[^>]*>", " ", BOXES.sub("", html_of(site, url, section))).split())
