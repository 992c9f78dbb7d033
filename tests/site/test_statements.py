"""What a page says of where something is found, or of which state it is, is so."""

from __future__ import annotations

import html
import json
import re
import zipfile
from pathlib import Path

import pytest
from openpyxl import load_workbook

from benchdocs.history.log import read_log
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from benchdocs.site.site_info import About
from support.page_findings import html_of
from support.repositories import Repository
from support.tables import table

DEM1 = "a-component/A-DEM1.yaml"
DEM2 = "a-component/A-DEM2.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def site_of(repository: Repository) -> Site:
    root = repository.root
    return Site(check(root), about=About("Suite under test"), history=read_log(root))


def test_remarks_for_maintainers_stand_in_the_source_alone(repository: Repository) -> None:
    path = repository.root / DEM1
    path.write_text(f"{path.read_text('utf-8')}notes: Ask Quibble again.\n", "utf-8")
    site = site_of(repository)
    assert "Quibble" not in "".join(section.html for page in site.pages for section in page.sections)
    assert b"Quibble" in dict(site.copies())[DEM1]


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", page)).split())


def cited(repository: Repository, page: str) -> str:
    found = re.search(r'<span id="cite">(.*?)</span>', html_of(site_of(repository), page))
    assert found
    return found[1]


def cited_state(repository: Repository, *paths: str) -> str:
    return f"commit {commit_of(repository, *paths)} of {repository.git('log', '-1', '--format=%as').strip()}"


def commit_of(repository: Repository, *paths: str) -> str:
    return repository.git("log", "-1", "--format=%H", "--", *paths).strip()[:12]


# Citations ------------------------------------------------------------------------------------------------


def test_a_citation_names_the_newest_commit_of_what_the_page_shows(repository: Repository) -> None:
    first = cited_state(repository)
    named = "A-DEM1 Arrival time recorded, version 1, Suite under test"
    assert cited(repository, "benchmarks/a-dem1/") == f"{named}, {first}"
    repository.edit(PROMPT, "- formatting", "- layout")
    repository.commit("The judge is told otherwise")
    assert cited(repository, "benchmarks/a-dem1/").endswith(cited_state(repository, PROMPT))
    assert cited(repository, "rubrics/a-dem/").endswith(first)
    repository.edit(DEM1, "weight: 0.5", "weight: 0.50")
    repository.commit("The spec is newer than its prompt, and its rubric shows its weight")
    for page in ("benchmarks/a-dem1/", "rubrics/a-dem/"):
        assert cited(repository, page).endswith(cited_state(repository, DEM1))
    repository.edit("evaluators/llm-judge/arrival_prompt.md", "- layout", "- typing")
    assert cited(repository, "benchmarks/a-dem1/").endswith(" and uncommitted changes")
    assert "uncommitted" not in cited(repository, "rubrics/a-dem/")


# The printed line -----------------------------------------------------------------------------------------


@table
def test_a_changed_file_of_any_page_changes_the_printed_line(
    repository: Repository, path: str, old: str, new: str
) -> None:
    file = repository.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_text(f"{old}\n")
    before = site_of(repository).stamp
    file.write_text(file.read_text().replace(old, new, 1))
    after = site_of(repository).stamp
    assert after.text != before.text
    assert (after.digest != before.digest) == path.startswith(("a-component", "evaluators"))


def test_another_checker_changes_the_printed_line(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = site_of(repository).stamp
    site = site_of(repository)
    monkeypatch.setattr(site.conformance, "tool", site.conformance.tool._replace(digest="0" * 64))
    assert (site.stamp.digest, site.stamp.commit) == (before.digest, before.commit)
    assert site.stamp.text != before.text


def test_the_line_is_in_every_place_that_the_page_of_downloads_names(
    repository: Repository, tmp_path: Path
) -> None:
    repository.edit(DEM1, "label: ", "label: Some ")
    site = site_of(repository)
    line = site.stamp.text
    assert "1 file not committed" in line
    site.write_evidence(tmp_path)
    assert line in text_of(html_of(site, "audit/downloads/"))
    assert f'content: "{line}"' in dict(site.files())["stylesheets/print-foot.css"].decode()
    with zipfile.ZipFile(tmp_path / "audit/bundle.zip") as archive:
        assert line in archive.read("README.txt").decode().splitlines()
    about = {
        row[0].value: row[1].value for row in load_workbook(tmp_path / "data/suite.xlsx")["About"].iter_rows()
    }
    assert about["stamp"] == line
    assert json.loads((tmp_path / "data/suite.json").read_text())["meta"]["stamp"] == line


# Former states --------------------------------------------------------------------------------------------


def test_every_change_of_the_shipped_suite_has_what_was_before_or_after(shipped_site: Path) -> None:
    data = json.loads((shipped_site / "audit/changes/changes.json").read_text())
    whole = {"added", "removed", "layout", "readable"}  # of which nothing was before, after or different
    told = [change for change in data["changes"] if change["field"] not in whole]
    assert len(told) > 50
    assert [change["text"] for change in told if not change["old"] + change["new"]] == []
