"""Other generators that build an exported site."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from support.paths import REPOSITORY

GENERATORS = {
    "zensical": ("build", "--strict"),
    "mkdocs": ("build", "--strict", "--quiet"),
    "properdocs": ("build", "--strict", "--quiet", "-f", "mkdocs.yml"),
}
"""How each builds an export."""


def run(program: str, *arguments: str | Path, folder: Path = REPOSITORY, root: Path = REPOSITORY) -> str:
    """Run a program of this environment on a suite; gives what it printed, its status at the end."""
    result = subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "BENCHDOCS_ROOT": str(root)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return f"{result.stdout}{result.stderr}status {result.returncode}"


def built(program: str, project: Path) -> Path:
    """The site that a generator makes of an export, moved beside it."""
    told = run(program, *GENERATORS[program], folder=project)
    assert told.endswith("status 0"), told
    return (project / "site").rename(project.with_name(program))
