"""Nothing is installed that is not named by its version and a digest of its content."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from support.paths import REPOSITORY
from support.patience import PATIENCE
from support.tables import table

LOCKS = sorted(REPOSITORY.glob("requirements*.txt"))
NPM = sorted((REPOSITORY / "tests/tools").glob("*/package-lock.json"))
MAKEFILE = (REPOSITORY / "Makefile").read_text()
PYPROJECT: dict[str, Any] = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())


def locked(path: Path) -> dict[str, tuple[str, list[str]]]:
    """Version and digests of every requirement of a lock, by its normalized name."""
    lines = [line for line in path.read_text().splitlines() if line and not line.lstrip().startswith("#")]
    found = {}
    for entry in re.split(r"(?<!\\)\n", "\n".join(lines)):
        stated, *digests = re.split(r" \\\n +", entry)
        match = re.fullmatch(r"([a-z0-9-]+)==([\w.]+)(?: ; [^\\]+)?", stated)
        assert match, f"{path.name}: {stated!r} is not one version of one package"
        found[match[1]] = (match[2], digests)
    return found


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w-]", each)[0].lower() for each in requirements}


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_python_package_is_locked_by_version_and_sha256(path: Path) -> None:
    for name, (_, digests) in locked(path).items():
        assert digests, name
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", digest) for digest in digests), name


@pytest.mark.parametrize("path", [*LOCKS, *NPM], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_lock_says_where_packages_come_from(path: Path) -> None:
    addresses = re.findall(r"https?://[^\s\"]+", path.read_text())
    resolved = [address for address in addresses if re.search(r"\.(?:tgz|whl|tar\.gz)\b|/simple\b", address)]
    assert not resolved
    assert not re.search(r"--(?:extra-)?index-url|--find-links|--trusted-host", path.read_text())


def test_all_that_pyproject_names_is_locked_and_one_version_serves_the_site_and_its_tests() -> None:
    program, tests, tools, evals = (
        locked(REPOSITORY / f"requirements{kind}.txt") for kind in ("", "-test", "-tools", "-evals")
    )
    project, groups = PYPROJECT["project"], PYPROJECT["dependency-groups"]
    assert groups["build"] == PYPROJECT["build-system"]["requires"]
    assert names(project["dependencies"] + groups["build"]) <= program.keys()
    assert names(project["optional-dependencies"]["test"]) <= tests.keys()
    assert names(groups["tools"]) <= tools.keys()
    assert names(groups["evals"]) <= evals.keys()
    assert program.items() <= tests.items()


def test_make_installs_nothing_without_a_digest() -> None:
    recipes = re.sub(r"\\\n\s*", " ", MAKEFILE)
    installs = re.findall(r"^\t@.*(?:\$\(PIP\)|-m pip -qq) install .*", recipes, re.MULTILINE)
    assert len(installs) == 4
    itself = [line for line in installs if "--no-deps --no-build-isolation -e ." in line]
    assert len(itself) == 1
    for line in set(installs) - set(itself):
        assert "--require-hashes --only-binary :all: -r requirements" in line
    npm = re.findall(r"npm (?!audit)\w+ [^\n]*", recipes.partition("tests/tools/%")[2])
    assert len(npm) == 1
    assert npm[0].startswith("npm ci ")
    assert "--ignore-scripts" in npm[0]


@pytest.mark.parametrize("path", NPM, ids=lambda path: path.parent.name)
def test_every_npm_package_is_locked_by_version_and_digest(path: Path) -> None:
    lock = json.loads(path.read_text())
    assert lock["lockfileVersion"] >= 3
    own, packages = lock["packages"].pop(""), lock["packages"]
    wanted = json.loads(path.with_name("package.json").read_text())["dependencies"]
    assert own["dependencies"] == wanted
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version
    for name, package in packages.items():
        assert not package.get("link"), name
        assert re.fullmatch(r"sha512-[\w+/]{86}==", package["integrity"]), name


def uv(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [Path(sys.executable).with_name("uv"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("version", ["3.11", "3.14"])
@table
def test_the_site_installs_from_wheels_alone(platform: str, version: str, tmp_path: Path) -> None:
    """Only watchdog has no wheel for musl: on Linux its source is plain Python. The README says how."""
    lock, target = tmp_path / "lock.txt", tmp_path / "none"
    text = (REPOSITORY / "requirements.txt").read_text()
    if platform.endswith("musl"):
        text = re.sub(r"^watchdog==(?:.*\\\n)+.*\n", "", text, flags=re.MULTILINE)
    lock.write_text(text)
    options = ("--dry-run", "--no-deps", "--require-hashes", "--only-binary", ":all:", "--target", target)
    found = ("--python-platform", platform, "--python-version", version)
    done = uv("pip", "install", *options, *found, "-r", lock)
    assert done.returncode == 0, done.stderr
    assert "mkdocs-material==" in done.stderr


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_digest_of_a_lock_is_one_of_the_package_index(path: Path, tmp_path: Path) -> None:
    pins, text = tmp_path / "pins.txt", path.read_text()
    pins.write_text(re.sub(r" \\\n +--hash=\S+", "", text))
    options = ("--universal", "--python-version", "3.11", "--no-deps", "--generate-hashes", "--quiet")
    done = uv("pip", "compile", *options, "--output-file", tmp_path / "index.txt", pins)
    assert done.returncode == 0, done.stderr
    in_lock, in_index = (
        set(re.findall(r"sha256:\w+", each)) for each in (text, (tmp_path / "index.txt").read_text())
    )
    assert in_lock <= in_index
