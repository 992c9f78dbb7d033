"""The package as others get it: built, and installed into an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from support.paths import REPOSITORY
from support.suites import write

_UV = Path(sys.executable).with_name("uv")


class Installed(NamedTuple):
    """An environment with the package, and nothing of this repository on its path."""

    folder: Path

    def run(self, *command: str | Path, folder: Path) -> str:
        """Run a program of the environment in a folder; it has to succeed. Gives all that it prints."""
        program, *arguments = command
        kept = ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        done = subprocess.run(
            [self.folder / "bin" / program, *arguments],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def start(self, root: Path, files: dict[str, str], product: str) -> None:
        """Start a suite in a folder that does not exist, with these files in place of the example."""
        self.run("benchdocs", "init", root, "--product", product, folder=root.parent)
        for folder in ("a-component", "rubrics", "evaluators"):
            for path in sorted((root / folder).rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
            (root / folder).rmdir()
        write(root, files)


def build_packages(target: Path) -> None:
    """Build the wheel and the source distribution into a folder, as `make package` does."""
    options = ("--no-build-isolation", "--python", sys.executable, "--quiet", "--out-dir", target)
    subprocess.run([_UV, "build", *options, REPOSITORY], check=True)


def install(packages: Path, target: Path) -> None:
    """Install the wheel and what it needs into a new environment."""
    _install(
        packages, target, "--require-hashes", "--only-binary", ":all:", "-r", REPOSITORY / "requirements.txt"
    )


def install_oldest(packages: Path, target: Path) -> None:
    """Install the wheel and the oldest versions of what it needs into a new environment."""
    stated = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    _install(packages, target, "--resolution", "lowest-direct", *stated)


def _install(packages: Path, target: Path, *needed: str | Path) -> None:
    subprocess.run([_UV, "venv", "--quiet", "--python", sys.executable, target], check=True)
    into = {**os.environ, "VIRTUAL_ENV": str(target)}
    commands: list[tuple[str | Path, ...]] = [needed, ("--no-deps", *packages.glob("*.whl"))]
    for options in commands:
        subprocess.run([_UV, "pip", "install", "--quiet", *options], env=into, check=True)
