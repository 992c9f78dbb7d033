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
from packaging.markers import Marker
from packaging.utils import canonicalize_name

from support.paths import REPOSITORY

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


PLATFORMS = {
    "linux-glibc": ["manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux1_x86_64"],
    "linux-musl": ["musllinux_1_2_x86_64", "musllinux_1_1_x86_64"],
    "macos-arm64": ["macosx_14_0_arm64"],
    "windows": ["win_amd64"],
}
"""Platforms of the project, each with the tags of the wheels it takes; pip adds older versions of macOS."""
WITHOUT_WHEEL = {"linux-musl": {"watchdog"}}
"""Packages whose source is installed: on Linux it is plain Python. The README says how."""


def for_python(version: str, left_out: set[str]) -> str:
    """The run-time lock as one version of Python reads it; pip asks the Python that it runs in."""
    kept = []
    for entry in re.split(r"(?<!\\)\n", (REPOSITORY / "requirements.txt").read_text()):
        match = re.match(r"([\w-]+)==[^ ]+( ; ([^\\]+?))? \\\n", entry)
        marker = match[3] if match else None
        if marker and not Marker(marker).evaluate({"python_full_version": f"{version}.0"}):
            continue
        if match and match[1] not in left_out:
            kept.append(entry.replace(match[2], "") if match[2] else entry)
    return "\n".join(kept)


def resolved(platform: str, version: str, left_out: set[str], folder: Path) -> set[str]:
    """Resolve the lock with wheels alone; gives the packages whose wheel is that of every platform."""
    lock, report = folder / "lock.txt", folder / "report.json"
    lock.write_text(for_python(version, WITHOUT_WHEEL.get(platform, set()) | left_out))
    tags = [argument for tag in PLATFORMS[platform] for argument in ("--platform", tag)]
    options = ("--dry-run", "--ignore-installed", "--no-deps", "--require-hashes", "--only-binary", ":all:")
    target = ("--target", str(folder / "none"), "--python-version", version, *tags, "--report", str(report))
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", *options, *target, "-r", str(lock)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, (platform, done.stderr)
    assert not (folder / "none").exists()
    found = json.loads(report.read_text())["install"]
    wheels = {canonicalize_name(each["metadata"]["name"]): each["download_info"]["url"] for each in found}
    return {name for name, url in wheels.items() if url.endswith("-none-any.whl")}


def test_the_lock_resolves_with_wheels_alone_on_every_platform(tmp_path: Path) -> None:
    resolved("linux-glibc", "3.11", set(), tmp_path)
    anywhere = resolved("windows", "3.14", set(), tmp_path)
    assert anywhere
    for platform in ("linux-musl", "macos-arm64"):
        resolved(platform, "3.14", anywhere, tmp_path)
