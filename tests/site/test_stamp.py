"""Everything that leaves the site tells which state of the suite it holds, and how that can be verified."""

import hashlib
import html
import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from benchdocs.history import provenance
from benchdocs.rules.check import check
from benchdocs.site.dataset.downloads import LATE_FILES
from benchdocs.site.page import Page
from benchdocs.site.site import Site
from benchdocs.site.site_info import About
from support.paths import BASE, REPOSITORY
from support.repositories import Repository

IN_WORDS = re.compile(
    r"version 2\.0, commit [0-9a-f]{12} of \d{4}-\d\d-\d\d, site [0-9a-f]{12}, suite SHA-256 [0-9a-f]{64}"
)


def site_of(root: Path) -> Site:
    return Site(check(root), about=About("Suite under test", version="2.0"))


def page_of(site: Site, url: str) -> Page:
    return next(page for page in site.pages if page.url == url)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def test_the_digest_is_what_a_shell_finds_in_the_unpacked_bundle(
    repository: Repository, tmp_path: Path
) -> None:
    site = site_of(repository.root)
    site.write_evidence(tmp_path)
    with zipfile.ZipFile(tmp_path / "audit/bundle.zip") as archive:
        archive.extractall(tmp_path / "bundle")
    page = html.unescape("".join(section.html for section in page_of(site, "audit/downloads/").render()))
    command = re.findall(r"<code>(find .*?sha256sum \| sha256sum)</code>", page)[0]
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path / "bundle/suite", capture_output=True, check=False
    )
    assert done.stdout.decode().split()[0] == site.stamp.digest


def test_every_file_names_the_state_of_the_suite(repository: Repository, tmp_path: Path) -> None:
    site = site_of(repository.root)
    commit = repository.git("log", "-1", "--format=%H").strip()
    site.write_evidence(tmp_path)
    meta = json.loads((tmp_path / "data/suite.json").read_text())["meta"]
    assert (meta["commit"], meta["version"], meta["uncommitted"]) == (commit, "2.0", 0)
    assert meta["suite_digest"] == site.stamp.digest
    assert meta["rules"] == len(site.conformance.rules)
    manifest = json.loads((tmp_path / "data/manifest.json").read_text())
    listed = {*LATE_FILES} - {"data/manifest.json"}
    contents = {path: (tmp_path / path).read_bytes() for path in listed}
    assert manifest.pop("files") == {
        path: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for path, content in contents.items()
    }
    assert manifest == meta
    assert IN_WORDS.search(site.stamp.text.replace("Version", "version"))


def test_the_page_of_downloads_gets_the_sizes_and_digests_of_the_files(tmp_path: Path) -> None:
    site = site_of(BASE)
    page = tmp_path / "audit/downloads/index.html"
    page.parent.mkdir(parents=True)
    page.write_text("".join(section.html for section in page_of(site, "audit/downloads/").render()))
    site.write_evidence(tmp_path)
    written = page.read_text()
    bundle = (tmp_path / "audit/bundle.zip").read_bytes()
    assert f'data-sha256="audit/bundle.zip">{hashlib.sha256(bundle).hexdigest()}<' in written
    assert f'data-size="audit/bundle.zip">{len(bundle):,} bytes<' in written
    assert "(written by a build)" not in written


def test_the_norms_are_in_the_bundle_and_in_the_report(tmp_path: Path) -> None:
    site = site_of(REPOSITORY)
    site.write_evidence(tmp_path)
    listed = {file.path: file.digest for file in site.conformance.files}
    with zipfile.ZipFile(tmp_path / "audit/bundle.zip") as archive:
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
    assert hashlib.sha256(checker).hexdigest() == site.conformance.tool.digest
    assert "  site/templates/benchmark.html.j2\n" in checker.decode()


def test_the_digest_of_the_checker_covers_templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "package"
    (package / "templates").mkdir(parents=True)
    (package / "templates/a.html.j2").write_text("one")
    monkeypatch.setattr(provenance, "PACKAGE", package)
    before = provenance.tool.__wrapped__()
    (package / "templates/a.html.j2").write_text("two")
    assert provenance.tool.__wrapped__().digest != before.digest
