"""`mkdocs build` is a gate: what breaks the specification never reaches the site."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conftest import mkdocs
from suites import suite_with

BROKEN = {"a-component/A-DEM1.yaml": "code: A-DEM1\nweight: 25%\nlabel: no\n"}


def listing(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def good(tmp_path: Path) -> tuple[Path, Path]:
    """A clean suite, and the site built from it."""
    root, target = suite_with(tmp_path / "suite"), tmp_path / "site"
    result = mkdocs("build", "-d", str(target), root=root)
    assert result.returncode == 0, result.stderr
    return root, target


def test_a_clean_build_prints_no_banner_and_no_warning(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    result = mkdocs("build", "-d", str(tmp_path / "site"), root=root)
    assert result.returncode == 0
    output = result.stdout + result.stderr
    assert "WARNING" not in output
    assert "MkDocs 2" not in output
    assert "end of life" not in output
    assert "ProperDocs" not in output


@pytest.mark.parametrize("options", [(), ("--quiet",), ("--no-strict",), ("--strict", "--quiet")])
def test_a_violation_fails_the_build_with_all_findings_and_leaves_the_last_site(
    good: tuple[Path, Path], options: tuple[str, ...]
) -> None:
    root, target = good
    before = listing(target)
    suite_with(root, BROKEN)
    result = mkdocs("build", "-d", str(target), *options, root=root)
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    for expected in (
        "a-component/A-DEM1.yaml:2:9: error FLD103",
        "a-component/A-DEM1.yaml:3:8: error FLD103",
        "a-component/A-DEM1.yaml:1:1: error FLD101: the required field `concept` is missing",
    ):
        assert expected in result.stderr
    assert listing(target) == before


def test_a_warning_fails_a_strict_build_only(good: tuple[Path, Path]) -> None:
    root, target = good
    path = root / "a-component/A-DEM2.yaml"
    path.rename(path.with_name("A-DEM3.yaml"))
    strict = mkdocs("build", "--quiet", "-d", str(target), root=root)
    assert strict.returncode != 0
    assert "A-DEM3.yaml:1:7: warning YML005" in strict.stderr
    lenient = mkdocs("build", "--no-strict", "-d", str(target), root=root)
    assert lenient.returncode == 0
    assert "A-DEM3.yaml:1:7: warning YML005" in lenient.stderr


def test_nothing_is_left_beside_the_site_by_a_build_or_a_failed_one(good: tuple[Path, Path]) -> None:
    root, target = good
    suite_with(root, BROKEN)
    mkdocs("build", "-d", str(target), root=root)
    assert {path.name for path in target.parent.iterdir()} == {"suite", "site"}


def test_a_build_that_was_killed_is_cleared_away_by_the_next(good: tuple[Path, Path]) -> None:
    root, target = good
    left = target.with_name(".site-999999999")
    left.mkdir()
    os.rename(target, target.with_name(".site-999999999-old"))
    suite_with(root, BROKEN)
    mkdocs("build", "-d", str(target), root=root)
    suite_with(root)
    assert mkdocs("build", "-d", str(target), root=root).returncode == 0
    assert {path.name for path in target.parent.iterdir()} == {"suite", "site"}


def test_what_the_old_site_hides_in_dot_files_stays(good: tuple[Path, Path]) -> None:
    root, target = good
    (target / ".keep").write_text("mine")
    assert mkdocs("build", "-d", str(target), root=root).returncode == 0
    assert (target / ".keep").read_text() == "mine"


def test_a_folder_without_specs_is_refused(tmp_path: Path) -> None:
    result = mkdocs("build", "-d", str(tmp_path / "site"), root=tmp_path)
    assert result.returncode != 0
    assert "no specs in" in result.stderr
    assert "Traceback" not in result.stderr


def test_pages_link_to_their_yaml_and_to_its_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, target = suite_with(tmp_path / "suite"), tmp_path / "site"
    monkeypatch.setenv("BENCHDOCS_EDIT_URL", "https://code.example/edit/main")
    assert mkdocs("build", "-d", str(target), root=root).returncode == 0
    page = (target / "benchmarks/a-dem1/index.html").read_text()
    assert 'href="https://code.example/edit/main/a-component/A-DEM1.yaml"' in page
    assert 'href="../../source/a-component/A-DEM1.yaml"' in page
    copy = (target / "source/a-component/A-DEM1.yaml").read_bytes()
    assert copy == (root / "a-component/A-DEM1.yaml").read_bytes()


def test_the_owners_complete_example_builds_without_strict(tmp_path: Path) -> None:
    root = Path(__file__).parent / "owners_example"
    result = mkdocs("build", "--no-strict", "-d", str(tmp_path / "site"), root=root)
    assert result.returncode == 0, result.stderr
    assert "Straightforward denials" in (tmp_path / "site/benchmarks/a-neg1/index.html").read_text()


def test_two_builds_of_the_same_suite_are_equal(good: tuple[Path, Path], tmp_path: Path) -> None:
    root, target = good
    again = tmp_path / "again"
    assert mkdocs("build", "-d", str(again), root=root).returncode == 0
    assert listing(again) == listing(target)
