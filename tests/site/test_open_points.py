"""The first page of the audit says what is not in order, what is open and what holds, with true numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchdocs.history.log import read_log
from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from benchdocs.site.audit.open_points import open_points
from benchdocs.site.page import PageContext
from benchdocs.site.site import Site
from support.faulty_suite import waiver
from support.plain_specs import BENCHMARKS, RUBRICS
from support.repositories import Repository
from support.shipped import shipped_report

DEM1 = "a-component/A-DEM1.yaml"
REVIEW = "code: A-DEM1\nreviewer: ems-1\ndate: 2026-01-31\nfingerprint: ab\noutcome: {all: agree}\n"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with something of everything: an error, a review of old, a waiver."""
    found = Repository(tmp_path / "repository")
    (found.root / "reviews/A-DEM1").mkdir(parents=True)
    (found.root / "reviews/A-DEM1/2026-01-31-ems-1.yaml").write_text(REVIEW)
    over = f"{waiver('TXT506', 'A-DEM1', 'No cases were collected yet.')}until = 2026-02-01\n"
    (found.root / "pyproject.toml").write_text(over)
    found.commit("Exceptions")
    found.edit("a-component/A-AUX1.yaml", "threshold: 0.90", "threshold: 7")
    return found


def test_every_exception_is_counted_once_and_leads_to_its_list(repository: Repository) -> None:
    site = Site(check(repository.root), history=read_log(repository.root))
    points = open_points(site)
    amiss = {point.title: point.number for point in points.amiss}
    assert amiss["Errors"] == site.report.count(Severity.ERROR) > 0
    assert (amiss["Expired waivers"], amiss["Suspect reviews"], amiss["Uncommitted files"]) == (1, 1, 1)
    assert all(point.number != 0 for point in (*points.amiss, *points.open))
    assert all(point.number == 0 for point in points.holds)
    pages = {page.url: page.sections for page in site.pages}
    for point in (*points.amiss, *points.open, *points.holds):
        path, _, anchor = point.url.partition("#")
        sections = pages[path.partition("?")[0]]
        html = "".join(part.html for part in sections)
        ids = {part.id for part in sections} | set(re.findall(r'id="(\w+)"', html))
        assert not anchor or anchor in ids, point.url
    (in_order,) = re.findall(r"<strong>In order:</strong> (.*?)\.</p>", pages["audit/"][1].html)
    assert "no errors" not in in_order.split(", ")
    assert "no disputed values" in in_order.split(", ")
    assert len([section for section in pages["audit/"] if section.heading]) == 5


def test_the_numbers_of_the_shipped_suite_are_those_of_its_files() -> None:
    """Counted from the YAML with nothing but PyYAML."""
    files = [*BENCHMARKS.values(), *RUBRICS.values()]
    settled = {"established": 0, "disputed": 0}
    for fields in files:
        named: set[str] = set()
        for entry in fields.get("decisions", []):
            fresh = set(entry["fields"]) - named
            named |= fresh
            if entry["state"] in settled:
                settled[entry["state"]] += len(fresh)
    points = open_points(PageContext(shipped_report()))
    found = {point.title: point for point in (*points.open, *points.holds)}
    provisional, disputed = found["Provisional values"], found["Disputed values"]
    assert disputed.number == settled["disputed"]
    assert provisional.of is not None
    assert provisional.number == provisional.of - sum(settled.values())
    drafts = sum(fields.get("status") == "draft" for fields in files)
    assert found["Benchmarks that are drafts"].number == drafts
    assert found["Specs without a review"].of == len(files)
