"""MkDocs, run as an author runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from support.paths import REPOSITORY


def mkdocs(*arguments: str, root: Path = REPOSITORY) -> subprocess.CompletedProcess[str]:
    """Run MkDocs in the repository on the suite at `root`, as an author would."""
    return subprocess.run(
        [Path(sys.executable).with_name("mkdocs"), *arguments],
        cwd=REPOSITORY,
        env={**os.environ, "BENCHDOCS_ROOT": str(root)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
