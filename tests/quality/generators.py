"""Other generators build the exported site; what they make is held against our own build.

Run by `make generators` on the shipped suite. Prints how many pages each makes and which differ, and fails
where any does.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from support.main_content import contents, differences
from support.mkdocs_command import mkdocs
from support.site_generators import GENERATORS, built, run


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
