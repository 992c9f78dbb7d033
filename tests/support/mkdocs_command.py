"""MkDocs, run as an author runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from support.fork_server import fork_server
from support.forks import TIMEOUT
from support.paths import REPOSITORY


def mkdocs(
    *arguments: str, root: Path = REPOSITORY, folder: Path = REPOSITORY
) -> subprocess.CompletedProcess[str]:
    """Run MkDocs in the repository, or in another folder, on the suite at `root`."""
    return fork_server().run("mkdocs", *arguments, folder=folder, environment=_environment(root))


def previewed(
    project: Path, program: str, *arguments: object, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a program in the folder of a project that it previews, until it ends well."""
    script = project.with_name("program.py")
    script.write_text(program)
    environment = _environment(project) | variables
    run = fork_server().run(str(script), *map(str, arguments), folder=project, environment=environment)
    assert run.returncode == 0, run.stderr[-3_000:]
    return run


def built_site(root: Path, target: Path, *options: str) -> Path:
    """Build the site of a suite strictly, unless the options say otherwise, and return its folder."""
    result = mkdocs("build", *options, "-d", str(target), root=root)
    assert result.returncode == 0, result.stderr
    return target


def fresh_mkdocs(
    *arguments: str, root: Path = REPOSITORY, program: str = "mkdocs"
) -> subprocess.CompletedProcess[str]:
    """Run MkDocs in a fresh interpreter: for what it prints at its start, and for its own seed of hashes."""
    return subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=REPOSITORY,
        env=_environment(root),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


def _environment(root: Path) -> dict[str, str]:
    return {**os.environ, "BENCHDOCS_ROOT": str(root)}
