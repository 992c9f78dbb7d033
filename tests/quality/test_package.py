"""The wheel and the source distribution hold what a site needs, and nothing else of this repository."""

from __future__ import annotations

import re
import shlex
import subprocess
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from benchdocs.history.provenance import checker_manifest
from benchdocs.rules.check import check as run_check
from benchdocs.suite.digest import manifest
from support.documentation import blocks
from support.installed import Installed, install_oldest
from support.paths import REPOSITORY

REFERENCES = {
    "benchdocs/references/benchmark.md": "a-component/FIELD_SPECS.md",
    "benchdocs/references/rubric.md": "rubrics/FIELD_SPECS.md",
}
"""Copies of files beside the specs, by their paths in the wheel."""
NOTICES = "scripts/benchdocs/mkdocs_adapter/theme/third-party-notices.txt"


def tracked(folder: str) -> set[str]:
    """Paths of the files that git knows below a folder."""
    done = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", folder],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    return {path for path in done.stdout.splitlines() if (REPOSITORY / path).exists()}


def test_only_pictures_are_binary() -> None:
    binary = {path for path in tracked(".") if b"\0" in (REPOSITORY / path).read_bytes()}
    assert {Path(path).suffix for path in binary} == {".png"}


def test_the_wheel_has_the_whole_package_the_references_and_the_notices(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        content = {name: opened.read(name) for name in opened.namelist()}
    own = {name for name in content if ".dist-info/" not in name}
    assert own == {path.removeprefix("scripts/") for path in tracked("scripts/benchdocs")} | {*REFERENCES}
    for name, path in REFERENCES.items():
        assert content[name] == (REPOSITORY / path).read_bytes()
    assert checker_manifest() == manifest((name.removeprefix("benchdocs/"), content[name]) for name in own)
    (licensed,) = (name for name in content if "/licenses/" in name)
    assert content[licensed] == (REPOSITORY / NOTICES).read_bytes()
    (metadata,) = (name for name in content if name.endswith("/METADATA"))
    stated = Parser().parsestr(content[metadata].decode())
    assert stated["Description-Content-Type"] == "text/markdown"
    assert "benchdocs init my-suite" in stated.get_payload()


def test_the_source_distribution_has_what_the_wheel_is_made_of(packages: Path) -> None:
    (path,) = packages.glob("*.tar.gz")
    with tarfile.open(path) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    more = {*REFERENCES.values(), "CHANGELOG.md", "pyproject.toml", "PKG-INFO", ".gitignore"}
    assert names == tracked("scripts") | more


@pytest.mark.nightly
def test_the_oldest_versions_that_it_accepts_build_a_site(packages: Path, tmp_path: Path) -> None:
    install_oldest(packages, tmp_path / "oldest")
    oldest, root = Installed(tmp_path / "oldest"), tmp_path / "suite"
    oldest.run("benchdocs", "init", root, folder=tmp_path)
    assert oldest.run("benchdocs", "check", "--strict", folder=root).endswith(": no findings\n")
    assert oldest.run("benchdocs", "schema", folder=root).startswith("{")
    assert not oldest.run("mkdocs", "build", "--quiet", folder=root)
    assert (root / "site/benchmarks/a-src1/index.html").exists()


def test_programs_see_its_types(installed: Installed, tmp_path: Path) -> None:
    code = "import benchdocs, pathlib; print(pathlib.Path(benchdocs.__file__).with_name('py.typed').exists())"
    assert installed.run("python", "-c", code, folder=tmp_path) == "True\n"


def test_the_page_on_one_s_own_suite_does_what_it_says(installed: Installed, tmp_path: Path) -> None:
    text = (REPOSITORY / "scripts/benchdocs/pages/authoring/your-own-suite.md").read_text("utf-8")
    start, make = blocks(text, "sh")
    init = next(line for line in start.splitlines() if " init " in line)
    installed.run(*shlex.split(init), folder=tmp_path)
    root, example = tmp_path / "my-suite", tracked("scripts/benchdocs/authoring/templates/starter")
    new, check, *removing = make.splitlines()
    assert "TODO" not in installed.run(*shlex.split(check), folder=root)
    assert "writes s-component/S-NAM1.yaml" in installed.run(*shlex.split(new), folder=root)
    removed = [(command, path) for command, *paths in map(shlex.split, removing) for path in paths]
    for command, path in removed:
        {"rm": Path.unlink, "rmdir": Path.rmdir}[command](root / path)
    specs = {path for path in example if re.search(r"/(a-component|rubrics|evaluators)/", path)}
    assert len(specs) == sum(command == "rm" for command, _ in removed)
    assert {finding.rule for finding in run_check(root).findings} == {"TXT507", "CAS1604"}
