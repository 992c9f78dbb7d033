"""What an auditor takes away can be checked without the site, and two builds of one commit are equal."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.history.log import read_log
from benchdocs.rules.check import check
from benchdocs.site.dataset.archive import MANIFEST, write_bundle
from benchdocs.site.site import Site
from support.paths import BASE, REPOSITORY
from support.patience import PATIENCE
from support.repositories import Repository
from support.suites import suite_with


def unpacked(site: Site, target: Path) -> Path:
    site.write_evidence(target / "site")
    with zipfile.ZipFile(target / "site/audit/bundle.zip") as archive:
        assert archive.testzip() is None
        archive.extractall(target / "unpacked")
    return target / "unpacked"


def test_the_manifest_verifies_and_finds_what_was_altered(tmp_path: Path) -> None:
    folder = unpacked(Site(check(BASE)), tmp_path)
    verify = ["sha256sum", "--check", "--strict", "--quiet", MANIFEST]
    assert subprocess.run(verify, cwd=folder, check=False).returncode == 0
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    listed = {line.split("  ", 1)[1] for line in (folder / MANIFEST).read_text().splitlines()}
    assert listed == files - {MANIFEST}
    (folder / "suite/rubrics/A-DEM.yaml").write_text("code: A-DEM\n")
    assert subprocess.run(verify, cwd=folder, capture_output=True, check=False).returncode == 1


def test_the_bundle_holds_specs_prompts_report_changes_and_data(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    site = Site(check(repository.root), history=read_log(repository.root))
    folder = unpacked(site, tmp_path / "taken")
    specs = [path.relative_to(BASE) for path in BASE.rglob("*") if path.is_file()]
    assert all((folder / "suite" / path).read_bytes() == (BASE / path).read_bytes() for path in specs)
    for name in ("report/checker.sha256", "changes/changes.json", "data/suite.json", "data/suite.xlsx"):
        assert (folder / name).stat().st_size, name
    assert "no findings" in (folder / "report/findings.txt").read_text()
    assert "The demonstration suite" in (folder / "changes/changes.json").read_text()
    again = CliRunner().invoke(main, ["check", "--strict", "--root", str(folder / "suite")])
    assert again.exit_code == 0, again.output


def test_a_suite_with_errors_has_no_bundle(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path / "suite", {"rubrics/A-DEM.yaml": "code: A-DEM\n"})))
    site.write_evidence(tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_the_same_files_make_the_same_archive(tmp_path: Path) -> None:
    write_bundle(tmp_path / "1.zip", "X", "not committed", {"a": b"1", "b": b"2"})
    write_bundle(tmp_path / "2.zip", "X", "not committed", {"b": b"2", "a": b"1"})
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()


@pytest.mark.nightly
def test_two_builds_of_one_commit_are_equal(tmp_path: Path) -> None:
    origin = Repository(tmp_path / "origin").root
    sites = []
    for place, seed, words, zone in (("here", "1", "C", "UTC"), ("over there", "7", "C.UTF-8", "Asia/Tokyo")):
        root = tmp_path / place / "suite"
        subprocess.run(["git", "clone", "-q", origin, root], check=True)
        surroundings = os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": words, "TZ": zone}
        surroundings |= {"BENCHDOCS_ROOT": str(root), "BENCHDOCS_SITE_URL": "https://docs.example.org/"}
        surroundings.pop("SOURCE_DATE_EPOCH", None)
        for path in root.rglob("*"):
            os.utime(path, (1_000_000_000 * len(seed), 1_000_000_000 * int(seed) // 7))
        sites.append(tmp_path / place / "site")
        command = [str(Path(sys.executable).with_name("mkdocs")), "build", "-d", str(sites[-1])]
        done = subprocess.run(
            command, cwd=REPOSITORY, env=surroundings, capture_output=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stderr.decode()
    differing = subprocess.run(["diff", "-r", *sites], capture_output=True, text=True, check=False)
    assert (differing.returncode, differing.stdout) == (0, "")
    assert "<lastmod>2023-11-15</lastmod>" in (sites[0] / "sitemap.xml").read_text()


@pytest.mark.parametrize("path", ["suite/a b.txt", "suite/\u00e4.txt"])
def test_names_with_spaces_and_letters_verify(path: str, tmp_path: Path) -> None:
    write_bundle(tmp_path / "1.zip", "X", "not committed", {path: b"1"})
    with zipfile.ZipFile(tmp_path / "1.zip") as archive:
        archive.extractall(tmp_path)
    assert subprocess.run(["sha256sum", "-c", MANIFEST], cwd=tmp_path, check=False).returncode == 0
