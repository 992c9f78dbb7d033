"""Other generators build the exported site; what they make is held against our own build.

Run by `make generators` on the shipped suite. Prints how many pages each makes and which differ, and fails
where any does.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from conftest import REPOSITORY, mkdocs
from main_content import contents, differences

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


def main() -> int:
    """Compare all generators; 1 where a page differs."""
    with tempfile.TemporaryDirectory() as name:
        own, project = Path(name) / "own", Path(name) / "project"
        for told in (mkdocs("build", "-q", "-d", str(own)).stderr, run("benchdocs", "export", project)):
            if told and not told.endswith("status 0"):
                sys.exit(told)
        expected = contents(own)
        words = sum(len(content.text.split()) for content in expected.values())
        print(f"our own build: {len(expected)} pages, {words:,} words")
        failed = 0
        for program in GENERATORS:
            found = contents(built(program, project))
            differing = differences(expected, found)
            failed += bool(differing)
            print(f"{program}: {len(found)} pages, {len(differing)} that differ", *differing, sep="\n  ")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
