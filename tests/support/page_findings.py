"""The findings that pages show, and the text of pages without them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from benchdocs.reports.data import findings_json
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.elements import parsed

DEM1, PROMPT = "a-component/A-DEM1.yaml", "evaluators/llm-judge/arrival_prompt.md"
BOXES = re.compile(r'<(div|section) class="broken.*?</\1>\n', re.DOTALL)


def entries(html: str) -> list[dict[str, str]]:
    """What a page says in each entry of its lists of findings, by class, without the caret."""
    found = []
    for item in parsed(html).iter("li"):
        if "finding" not in item.get("class", "").split():
            continue
        entry = {"id": item.get("id", "")}
        for part in item:
            name = part.get("class", "").split()[0]
            text = "".join(part.itertext())
            entry[name] = f"{entry[name]}\n{text}" if name in entry else text
        for mark in item.iter("mark"):
            entry |= {"finding__mark": mark.text or "", "finding__caret": "".join(mark[0].itertext())}
            before, _, after = entry["finding__excerpt"].partition(f"{mark.text}^")
            entry |= {"before": before, "finding__excerpt": f"{before}{mark.text}{after}"}
        found.append(entry)
    return found


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
            *entry.get("finding__related", "").splitlines(),
        )
        for entry in entries(html)
    ]


def html_of(site: Site, url: str, section: str | None = None) -> str:
    page = next(page for page in site.pages if page.url == url)
    return "".join(part.html for part in page.sections if section in (None, part.id))


def text_of(site: Site, url: str, section: str | None = None) -> str:
    """The text of a page or section without findings, a space at most between its words."""
    return " ".join(re.sub("<[^>]*>", " ", BOXES.sub("", html_of(site, url, section))).split())
