"""Generated suites with their sites; each is made once, whatever parts ask for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from quality.promises.measure import BIN, Usage, run
from support.generated_suites import generate


class Built(NamedTuple):
    """A site with what its build took."""

    folder: Path
    usage: Usage

    @property
    def pages(self) -> int:
        """Number of pages."""
        return sum(1 for _ in self.folder.rglob("index.html"))

    @property
    def bytes(self) -> int:
        """Size of all files together."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())


class Works:
    """A folder for everything that one run makes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.suite = cache(self._suite)
        self.site = cache(self._site)

    def _suite(self, count: int) -> Path:
        """A suite with so many benchmarks."""
        return generate(self.folder / f"suite-{count}", count)

    def _site(self, count: int) -> Built:
        """A full build of the suite of this size."""
        target = self.folder / f"site-{count}"
        variables = {"BENCHDOCS_ROOT": str(self.suite(count))}
        return Built(target, run(BIN / "mkdocs", "build", "--quiet", "-d", target, variables=variables))
