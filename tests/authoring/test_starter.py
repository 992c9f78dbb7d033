"""`benchdocs init` starts a suite whose first check is clean, and overwrites nothing."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from support.commands import run
from support.folders import listing
from support.suites import suite_with, write
from support.tables import table

OURS = re.compile(r"medic copilot|ambulance|dictat|clinical|A-NEG1|patient|paramedic|\bEMS\b", re.IGNORECASE)
"""Words of this repository's own suite."""
EXAMPLE = {
    "a-component/A-SRC1.yaml",
    "a-component/A-SRC2.yaml",
    "evaluators/llm-judge/claims_with_their_source_prompt.md",
    "rubrics/A-SRC.yaml",
    "rubrics/A.yaml",
}
SITE = {
    ".gitattributes",
    ".github/workflows/benchmarks.yml",
    ".gitignore",
    ".pre-commit-config.yaml",
    "benchdocs.toml",
    "docs/.gitkeep",
    "mkdocs.yml",
    "requirements.txt",
    "scripts/gen_pages.py",
}


def test_a_new_suite_is_checked_without_any_finding(tmp_path: Path) -> None:
    root = tmp_path / "made/for it"
    done = run("init", root, "--product", "The guide")
    assert done.exit_code == 0
    assert listing(root).keys() == EXAMPLE | SITE
    assert {line.removeprefix("writes ") for line in done.output.splitlines()[:-1]} == EXAMPLE | SITE
    assert done.output.endswith("`benchdocs new rubric CODE` for a rubric of your own.\n")
    assert check(root).findings == ()


def test_its_files_name_the_product_and_the_program_and_nothing_of_another_suite(tmp_path: Path) -> None:
    run("init", tmp_path, "--product", "The guide")
    files = {path: content.decode() for path, content in listing(tmp_path).items()}
    assert 'site_name: "The guide benchmarks"' in files["mkdocs.yml"]
    assert len(files["mkdocs.yml"].splitlines()) <= 15
    assert f"\nbenchdocs=={version('benchdocs')}\n" in files["requirements.txt"]
    assert not [path for path, text in files.items() if OURS.search(text)]


@pytest.mark.parametrize(
    ("settings", "ready"), [("site_name: Ours\n", False), ("theme: benchdocs\nplugins: [benchdocs]\n", True)]
)
def test_a_site_that_is_there_is_told_what_it_lacks(settings: str, ready: bool, tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(settings)
    *_, last = run("init", tmp_path).output.splitlines()
    assert ("`theme: benchdocs`" in last) == ("`- benchdocs`" in last) == (not ready)
    assert "un `mkdocs serve` to see the site" in last
    assert (tmp_path / "mkdocs.yml").read_text() == settings


def test_the_site_of_a_product_without_a_name_has_one(tmp_path: Path) -> None:
    run("init", tmp_path)
    assert 'site_name: "Benchmarks"\n' in (tmp_path / "mkdocs.yml").read_text()


@pytest.mark.parametrize("path", ["rubrics", "docs", ".github"])
def test_nothing_is_written_where_a_file_has_the_name_of_a_folder(path: str, tmp_path: Path) -> None:
    (tmp_path / path).write_text("Mine.\n")
    done = run("init", tmp_path)
    assert done.exit_code == 1
    assert re.match(
        rf"nothing was changed: {path}/\S+: there is a file where the folder should be", done.output
    )
    assert listing(tmp_path) == {path: b"Mine.\n"}


@table
def test_a_name_stays_text(product: str, tmp_path: Path) -> None:
    assert run("init", tmp_path, "--product", product).exit_code == 0
    assert f'site_name: "{product} benchmarks"' in (tmp_path / "mkdocs.yml").read_text().splitlines()
    report = check(tmp_path)
    assert report.findings == ()
    assert report.suite.settings.nouns.product == product


@table
def test_a_name_that_the_settings_refuse_is_wrong_usage(product: str, tmp_path: Path) -> None:
    done = run("init", tmp_path, "--product", product)
    assert done.exit_code == 2
    assert "`product` has to be a few words on one line" in done.output
    assert listing(tmp_path) == {}


def test_files_that_exist_are_named_and_kept(tmp_path: Path) -> None:
    mine = {"mkdocs.yml": "site_name: Mine\n", "rubrics/A.yaml": "# mine\n", "README.md": "# Mine\n"}
    write(tmp_path, mine)
    done = run("init", tmp_path)
    assert {path: (tmp_path / path).read_text() for path in mine} == mine
    assert [line for line in done.output.splitlines() if line.startswith("keeps ")] == [
        "keeps rubrics/A.yaml",
        "keeps mkdocs.yml",
    ]


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    run("init", tmp_path)
    before = listing(tmp_path)
    done = run("init", tmp_path)
    assert listing(tmp_path) == before
    assert {line.removeprefix("keeps ") for line in done.output.splitlines()[:-1]} == EXAMPLE | SITE


def test_a_suite_that_has_specs_gets_no_example(tmp_path: Path) -> None:
    before = listing(suite_with(tmp_path))
    done = run("init", tmp_path)
    assert listing(tmp_path).keys() == before.keys() | SITE
    assert "The folder has specs, so the example of a rubric is left out." in done.output


def test_settings_in_a_pyproject_are_not_overruled(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": '[tool.benchdocs]\nreserved = ["A-OLD"]\n'})
    run("init", tmp_path)
    assert listing(tmp_path).keys() == (EXAMPLE | SITE | {"pyproject.toml"}) - {"benchdocs.toml"}
    assert check(tmp_path).findings == ()


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    done = run("init", tmp_path / "new", "--dry-run")
    assert "dry run: writes mkdocs.yml\n" in done.output
    assert not (tmp_path / "new").exists()


def test_a_file_in_place_of_the_folder_is_wrong_usage(tmp_path: Path) -> None:
    write(tmp_path, {"file": ""})
    assert run("init", tmp_path / "file").exit_code == 2
    done = run("init", tmp_path / "file/below")
    assert done.exit_code == 2
    assert "Not a directory" in done.output


@pytest.mark.parametrize("code", ["A-ANY", "S-ANY"])
def test_a_rubric_of_one_s_own_joins_the_example(code: str, tmp_path: Path) -> None:
    run("init", tmp_path)
    assert run("new", "rubric", code, "--evaluator", "manual_sme", "--root", tmp_path).exit_code == 0
    assert {finding.rule for finding in check(tmp_path).findings} <= {"TXT507", "WGT303"}
