"""The wheel and the source distribution hold what a site needs, and nothing else of this repository."""

from __future__ import annotations

import subprocess
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

from support.installed import Installed
from support.paths import REPOSITORY

REFERENCES = {
    "benchdocs/pages/authoring/benchmark-reference.md": "a-component/FIELD_SPECS.md",
    "benchdocs/pages/authoring/rubric-reference.md": "rubrics/FIELD_SPECS.md",
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


def test_the_wheel_has_the_whole_package_the_references_and_the_notices(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        content = {name: opened.read(name) for name in opened.namelist()}
    own = {name for name in content if ".dist-info/" not in name}
    assert own == {path.removeprefix("scripts/") for path in tracked("scripts/benchdocs")} | {*REFERENCES}
    for name, path in REFERENCES.items():
        assert content[name] == (REPOSITORY / path).read_bytes()
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


def test_programs_see_its_types(installed: Installed, tmp_path: Path) -> None:
    code = "import benchdocs, pathlib; print(pathlib.Path(benchdocs.__file__).with_name('py.typed').exists())"
    assert installed.run("python", "-c", code, folder=tmp_path) == "True\n"
