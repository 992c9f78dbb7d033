"""`benchdocs init` starts a suite whose first check is clean, and overwrites nothing."""

from __future__ import annotations

import re
import shlex
import subprocess
from importlib.metadata import Distribution, PathDistribution, version
from pathlib import Path

import pytest
import yaml

from benchdocs.rules.check import check
from support.commands import run
from support.folders import listing
from support.stories import stories
from support.suites import write
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


def named(verb: str, output: str) -> set[str]:
    """The files that the output names, each on a line of its own."""
    return {line.removeprefix(verb) for line in output.splitlines() if line.startswith(verb)}


def test_a_new_suite_is_checked_without_any_finding(tmp_path: Path) -> None:
    root = tmp_path / "made/for it"
    done = run("init", root, "--product", "The guide")
    assert done.exit_code == 0
    assert listing(root).keys() == EXAMPLE | SITE
    assert named("writes ", done.output) == EXAMPLE | SITE
    assert done.output.endswith("`benchdocs new rubric CODE` for a rubric of your own.\n")
    assert check(root).findings == ()


def test_its_files_name_the_product_and_the_program_and_nothing_of_another_suite(tmp_path: Path) -> None:
    run("init", tmp_path, "--product", "The guide")
    files = {path: content.decode() for path, content in listing(tmp_path).items()}
    assert 'site_name: "Guide benchmarks"' in files["mkdocs.yml"]
    assert len(files["mkdocs.yml"].splitlines()) <= 15
    lines = files["requirements.txt"].splitlines()
    assert [line for line in lines if not line.startswith("#")] == [f"benchdocs=={version('benchdocs')}"]
    assert not [path for path, text in files.items() if OURS.search(text)]


test_story = stories(__file__)


def in_subfolder(tmp_path: Path, name: str) -> tuple[Path, str]:
    """A suite in a folder of a git repository, and what `init` said of it."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    return tmp_path / name, run("init", tmp_path / name).output


AT_TOP = (".github/workflows/benchmarks.yml", ".pre-commit-config.yaml")


@pytest.mark.parametrize("name", ["eval", "tools/my eval"])
def test_below_the_top_of_a_repository_they_name_the_folder_and_are_to_be_moved(
    name: str, tmp_path: Path
) -> None:
    root, output = in_subfolder(tmp_path, name)
    assert f"Move `{AT_TOP[0]}` and `{AT_TOP[1]}` to the top of the repository" in output
    assert f"in `{name}`." in output
    (hook,) = yaml.safe_load((root / AT_TOP[1]).read_text())["repos"][0]["hooks"]
    assert shlex.split(hook["entry"]) == ["benchdocs", "check", "--strict", "--root", name]
    workflow = yaml.safe_load((root / AT_TOP[0]).read_text())
    assert workflow["defaults"] == {"run": {"working-directory": name}}
    given = [step.get("with", {}).get("path", "") for step in workflow["jobs"]["site"]["steps"]]
    assert [path for path in given if path] == [f"{name}/site", f"{name}/site/audit/bundle.zip"]
    for path in AT_TOP:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).rename(tmp_path / path)
    again = run("init", root).output
    assert not any((root / path).exists() for path in AT_TOP)
    assert "Move " not in again


def test_what_another_tool_has_at_the_top_is_no_reason_to_leave_it_out(tmp_path: Path) -> None:
    write(tmp_path, {".pre-commit-config.yaml": "repos: []\n"})
    root, output = in_subfolder(tmp_path, "eval")
    assert (root / ".pre-commit-config.yaml").is_file()
    assert "or add what they say to the files that are there" in output


@pytest.mark.parametrize("is_repository", [True, False])
def test_at_the_top_of_a_repository_or_outside_nothing_is_to_be_moved(
    tmp_path: Path, *, is_repository: bool
) -> None:
    if is_repository:
        subprocess.run(["git", "init", "-q", tmp_path], check=True)
    assert "Move " not in run("init", tmp_path).output
    workflow = yaml.safe_load((tmp_path / AT_TOP[0]).read_text())
    assert "defaults" not in workflow
    assert "--root" not in (tmp_path / AT_TOP[1]).read_text()


@table
def test_a_package_that_came_from_no_index_is_a_reason_to_look_at_the_requirements(
    origin: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Distribution.read_text
    found = {"direct_url.json": origin}
    monkeypatch.setattr(
        PathDistribution, "read_text", lambda self, name: found[name] if name in found else read(self, name)
    )
    assert ("package index may not have benchdocs" in run("init", tmp_path).output) == bool(origin)


@table
def test_a_title_reads_right_whatever_the_product_is_called(product: str, title: str, tmp_path: Path) -> None:
    assert run("init", tmp_path, "--product", product).exit_code == 0
    assert yaml.safe_load(settings_of(tmp_path))["site_name"] == title
    assert check(tmp_path).suite.settings.nouns.product == (product or "the assistant")


def settings_of(root: Path) -> str:
    """The settings of a site without what only MkDocs can read."""
    return re.sub(r"!ENV .*", "x", (root / "mkdocs.yml").read_text())


@table
def test_a_name_stays_text(product: str, tmp_path: Path) -> None:
    assert run("init", tmp_path, "--product", product).exit_code == 0
    title = product[0].upper() + product[1:]
    assert f'site_name: "{title} benchmarks"' in (tmp_path / "mkdocs.yml").read_text().splitlines()
    report = check(tmp_path)
    assert report.findings == ()
    assert report.suite.settings.nouns.product == product


@table
def test_a_name_that_the_settings_refuse_is_wrong_usage(product: str, tmp_path: Path) -> None:
    done = run("init", tmp_path, "--product", product)
    assert done.exit_code == 2
    assert "`product` has to be a few words on one line" in done.output
    assert listing(tmp_path) == {}


@pytest.mark.parametrize("code", ["A-ANY", "S-ANY"])
def test_a_rubric_of_one_s_own_joins_the_example(code: str, tmp_path: Path) -> None:
    run("init", tmp_path)
    assert run("new", "rubric", code, "--evaluator", "manual_sme", "--root", tmp_path).exit_code == 0
    assert {finding.rule for finding in check(tmp_path).findings} <= {"TXT507"}
