"""Everything that leaves the site tells which state of the suite it holds, and how that can be verified."""

from __future__ import annotations

import hashlib
import html
import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest
from openpyxl import load_workbook

from benchdocs.history import provenance
from benchdocs.history.log import read_log
from benchdocs.rules.check import check
from benchdocs.site.page import Page
from benchdocs.site.site import Site
from benchdocs.site.site_info import About
from support.page_findings import text_of
from support.paths import REPOSITORY
from support.repositories import Repository
from support.shipped import shipped_pages
from support.stories import stories
from support.tables import table

DEM1 = "a-component/A-DEM1.yaml"
IN_WORDS = re.compile(
    r"version 2\.0, commit [0-9a-f]{12} of \d{4}-\d\d-\d\d, checker [0-9a-f]{12}, "
    r"site [0-9a-f]{12}, suite SHA-256 [0-9a-f]{64}"
)


def site_of(root: Path) -> Site:
    return Site(check(root), about=About("Suite under test", version="2.0"), history=read_log(root))


def page_of(site: Site, url: str) -> Page:
    return next(page for page in site.pages if page.url == url)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def test_the_digest_is_what_a_shell_finds_in_the_unpacked_bundle_and_in_a_checkout(
    repository: Repository, tmp_path: Path
) -> None:
    site = site_of(repository.root)
    site.write_evidence(tmp_path)
    with zipfile.ZipFile(tmp_path / "audit/bundle.zip") as archive:
        archive.extractall(tmp_path / "bundle")
    page = html.unescape("".join(section.html for section in page_of(site, "audit/downloads/").render()))
    command = re.findall(r"<code>(find .*?sha256sum \| sha256sum)</code>", page)[0]
    (repository.root / "a-component/FIELD_SPECS.md").write_text("# Fields\n")
    (repository.root / "evaluators/code/__pycache__").mkdir(parents=True)
    (repository.root / "evaluators/code/__pycache__/a_dem1.cpython-313.pyc").write_bytes(b"\0")
    for folder in (tmp_path / "bundle/suite", repository.root):
        done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, check=False)
        assert done.stdout.decode().split()[0] == site.stamp.digest, folder


def test_every_file_names_the_state_of_the_suite(repository: Repository, tmp_path: Path) -> None:
    site = site_of(repository.root)
    commit = repository.git("log", "-1", "--format=%H").strip()
    site.write_evidence(tmp_path)
    meta = json.loads((tmp_path / "data/suite.json").read_text())["meta"]
    assert (meta["commit"], meta["version"], meta["uncommitted"]) == (commit, "2.0", 0)
    assert meta["suite_digest"] == site.stamp.digest
    assert meta["rules"] == len(site.conformance.rules)
    assert IN_WORDS.search(site.stamp.text.replace("Version", "version"))
    assert f", checker {provenance.tool().digest[:12]}, " in site.stamp.text


def test_the_norms_are_in_the_bundle_and_in_the_report(shipped_site: Path) -> None:
    conformance = shipped_pages().conformance
    listed = {file.path: file.digest for file in conformance.files}
    with zipfile.ZipFile(shipped_site / "audit/bundle.zip") as archive:
        for path in (
            "docs/methodology/scoring-flow.md",
            "a-component/FIELD_SPECS.md",
            "rubrics/FIELD_SPECS.md",
            "evaluators/llm-judge/PROMPT_SPECS.md",
            "requirements.txt",
            "mkdocs.yml",
        ):
            content = archive.read(f"norms/{path}")
            assert content == (REPOSITORY / path).read_bytes()
            assert listed[path] == hashlib.sha256(content).hexdigest(), path
        checker = archive.read("report/checker.sha256")
    assert hashlib.sha256(checker).hexdigest() == conformance.tool.digest
    assert "  site/templates/benchmark.html.j2\n" in checker.decode()


def test_the_digest_of_the_checker_covers_templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "package"
    (package / "templates").mkdir(parents=True)
    (package / "templates/a.html.j2").write_text("one")
    monkeypatch.setattr(provenance, "PACKAGE", package)
    before = provenance.tool.__wrapped__()
    (package / "templates/a.html.j2").write_text("two")
    assert provenance.tool.__wrapped__().digest != before.digest


test_story = stories(__file__)


@table
def test_a_changed_file_of_any_page_changes_the_printed_line(
    repository: Repository, path: str, old: str, new: str
) -> None:
    file = repository.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_text(f"{old}\n")
    before = site_of(repository.root).stamp
    file.write_text(file.read_text().replace(old, new, 1))
    after = site_of(repository.root).stamp
    assert after.text != before.text
    assert (after.digest != before.digest) == path.startswith(("a-component", "evaluators"))


def test_another_checker_changes_the_printed_line(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = site_of(repository.root).stamp
    site = site_of(repository.root)
    monkeypatch.setattr(site.conformance, "tool", site.conformance.tool._replace(digest="0" * 64))
    assert (site.stamp.digest, site.stamp.commit) == (before.digest, before.commit)
    assert site.stamp.text != before.text


def test_the_line_is_in_every_place_that_the_page_of_downloads_names(
    repository: Repository, tmp_path: Path
) -> None:
    repository.edit(DEM1, "label: ", "label: Some ")
    site = site_of(repository.root)
    line = site.stamp.text
    assert "1 file not committed" in line
    site.write_evidence(tmp_path)
    assert line in text_of(site, "audit/downloads/")
    assert f'content: "{line}"' in dict(site.files())["stylesheets/print-foot.css"].decode()
    with zipfile.ZipFile(tmp_path / "audit/bundle.zip") as archive:
        assert line in archive.read("README.txt").decode().splitlines()
    about = {
        row[0].value: row[1].value for row in load_workbook(tmp_path / "data/suite.xlsx")["About"].iter_rows()
    }
    assert about["stamp"] == line
    assert json.loads((tmp_path / "data/suite.json").read_text())["meta"]["stamp"] == line


def test_remarks_for_maintainers_stand_in_the_source_alone(repository: Repository) -> None:
    repository.edit(DEM1, "\nlabel:", "\nnotes: Ask Quibble again.\nlabel:")
    site = site_of(repository.root)
    assert "Quibble" not in "".join(section.html for page in site.pages for section in page.sections)
    assert b"Quibble" in dict(site.copies())[DEM1]


def test_every_change_of_the_shipped_suite_has_what_was_before_or_after(shipped_site: Path) -> None:
    data = json.loads((shipped_site / "audit/changes/changes.json").read_text())
    whole = {"added", "removed", "layout", "readable"}  # of which nothing was before, after or different
    told = [change for change in data["changes"] if change["field"] not in whole]
    assert len(told) > 50
    assert [change["text"] for change in told if not change["old"] + change["new"]] == []
