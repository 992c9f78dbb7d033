"""The site says what is left out, excused and not committed, and names one commit everywhere."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.history.log import read_log
from benchdocs.rules.check import check
from benchdocs.site.dataset.archive import write_bundle
from benchdocs.site.site import Site
from support.faulty_suite import waiver
from support.page_findings import text_of
from support.repositories import Repository
from support.reviews import REVIEWERS

DEM1 = "a-component/A-DEM1.yaml"
DRAFT = "a-component/drafts/A-DEM9.yaml"
EXCLUDED = """
[tool.benchdocs]
exclude = [{path = "a-component/drafts/*", reason = "They are not ready for review."}]
"""


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with a file that is left out, and a waiver with an end."""
    found = Repository(tmp_path / "repository")
    (found.root / DRAFT).parent.mkdir()
    (found.root / DRAFT).write_text("code: A-DEM9\n")
    settings = f"{EXCLUDED}\n{waiver('TXT506', 'A-DEM1', 'No cases were collected yet.')}until = 9000-01-31\n"
    (found.root / "pyproject.toml").write_text(settings)
    found.commit("Exceptions")
    return found


def site_of(repository: Repository) -> Site:
    return Site(check(repository.root), history=read_log(repository.root))


def test_what_is_left_out_is_listed_with_its_reason(repository: Repository) -> None:
    site = site_of(repository)
    text = text_of(site, "audit/conformance/", "excluded")
    assert f"a-component/drafts/* They are not ready for review. {DRAFT}" in text
    report = json.loads(site.conformance.json())
    assert report["excluded"] == [
        {"path": "a-component/drafts/*", "reason": "They are not ready for review.", "files": [DRAFT]}
    ]


def test_a_waiver_is_listed_with_who_made_it_and_its_end(repository: Repository) -> None:
    site = site_of(repository)
    text = text_of(site, "audit/conformance/", "waivers")
    assert "No cases were collected yet. The suite&#39;s owners 2026-01-31 9000-01-31 0" in text
    assert json.loads(site.conformance.json())["waivers"][0] | {"excuses": 0} == {
        "rule": "TXT506",
        "code": "A-DEM1",
        "reason": "No cases were collected yet.",
        "by": "The suite's owners",
        "on": "2026-01-31",
        "until": "9000-01-31",
        "excuses": 0,
    }


def test_a_page_says_that_what_it_shows_is_not_committed(repository: Repository) -> None:
    repository.edit(DEM1, "threshold: 0.90", "threshold: 0.95")
    site = site_of(repository)
    for url in ("benchmarks/a-dem1/", "rubrics/a-dem/"):
        assert f"Not committed: {DEM1} differs from the version in git." in text_of(site, url), url
    assert "Not committed" not in text_of(site, "benchmarks/a-dem2/")
    assert f"1 file differs from git: {DEM1} ." in text_of(site, "audit/conformance/", "state")
    assert json.loads(site.conformance.json())["commit"]["files"] == [DEM1]


def test_a_clean_tree_is_called_so(repository: Repository) -> None:
    site = site_of(repository)
    assert "The files are the same as in git." in text_of(site, "audit/conformance/", "state")
    assert "Not committed" not in "".join(text_of(site, page.url) for page in site.pages)


def test_what_is_suspect_stands_before_other_reviews(repository: Repository) -> None:
    (repository.root / "reviewers.yaml").write_text(REVIEWERS)
    stamp = 'review:\n  by: "The group"\n  on: 2026-01-31\n  fingerprint: "00ff"\n'
    repository.edit(DEM1, "\nlabel:", f"\n{stamp}label:")
    day = repository.git("log", "-1", "--format=%cs").strip()
    words = ("--reviewer", "ems-1", "--on", day, "--outcome", "all=agree", "--root", str(repository.root))
    assert CliRunner().invoke(main, ["review", "A", *words]).exit_code == 0
    text = text_of(site_of(repository), "audit/conformance/", "reviews")
    assert re.search(r"A-DEM1 stamp .* A 1 ", text)


def test_the_bundle_warns_of_what_is_not_committed(tmp_path: Path) -> None:
    write_bundle(tmp_path / "bundle.zip", "X", "commit 1, 1 file not committed", {"a": b"1"}, (DEM1,))
    readme = zipfile.ZipFile(tmp_path / "bundle.zip").read("README.txt").decode()
    assert f"WARNING: these files differ from the commit or are not committed:\n  {DEM1}\n" in readme
    write_bundle(tmp_path / "clean.zip", "X", "commit 1", {"a": b"1"})
    assert "WARNING" not in zipfile.ZipFile(tmp_path / "clean.zip").read("README.txt").decode()


def test_conformance_and_changes_name_the_same_commit_after_a_merge(repository: Repository) -> None:
    repository.git("switch", "-q", "-c", "side")
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("aside")
    repository.git("switch", "-q", "main")
    repository.edit("a-component/A-DEM2.yaml", "weight: 0.5", "weight: 0.6")
    repository.commit("on the line")
    repository.git("merge", "-q", "--no-ff", "-m", "merged", "side")
    head = repository.git("rev-parse", "HEAD").strip()
    site = site_of(repository)
    assert f"{head} of" in text_of(site, "audit/conformance/", "state")
    assert f"show commit {head[:12]} " in text_of(site, "audit/changes/", "top")
    assert {commit.subject for commit in site.past.log.commits[:2]} == {"on the line", "aside"}


def test_that_no_hard_gate_enforces_requirements_is_said_once_before_them(shipped_site: Path) -> None:
    html = (shipped_site / "rubrics/a/index.html").read_text()
    assert html.count("No hard gate enforces") == 1
    assert html.index("No hard gate enforces these") < html.index('id="requirement-1"')
