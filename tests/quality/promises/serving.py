"""Specs edited in a `mkdocs serve` of this repository and of a large suite: how soon pages show it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from quality.promises.measure import BIN, PATIENCE, environment, run
from quality.promises.results import Promise, Result, shown
from quality.promises.works import Works
from support.paths import REPOSITORY

SIZE = 2000
SAVES = 3
START = Promise("Start of `mkdocs serve` of this repository, until it shows a page", 6.0, "s")
SAVE = Promise("Save of a spec of this repository in `mkdocs serve`, until its page shows it", 1.5, "s")
LARGE_START = Promise("Start of `mkdocs serve` at 2,000 benchmarks, until it shows a page", 6.0, "s")
LARGE_SAVE = Promise("Save of a spec at 2,000 benchmarks, until all is quiet, divided by a full build", 0.35)
MEMORY = Promise("Memory of that server after three saves", 300, "MB")
PROMISES = (START, SAVE, LARGE_START, LARGE_SAVE, MEMORY)
_PAUSE = 0.2
_QUIET = 3.0
"""Seconds for which a server has to be idle to count as done."""
_IDLE = 0.25
"""Share of a core that a server may take while it is idle: it looks for changed files."""
_TICKS = os.sysconf("SC_CLK_TCK")


class Server(NamedTuple):
    """A running `mkdocs serve`."""

    process: subprocess.Popen[bytes]
    address: str

    @property
    def processor(self) -> float:
        """Seconds of processor time that it has taken (as Linux tells them)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return sum(map(int, fields[11:15])) / _TICKS

    @property
    def memory(self) -> float:
        """Megabytes that it holds (as Linux tells them)."""
        resident = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return resident * os.sysconf("SC_PAGE_SIZE") / 1e6

    def processor_at_rest(self) -> float:
        """Wait until it is idle; gives its processor time when it became so."""
        since, taken = time.perf_counter(), self.processor
        end = since + PATIENCE
        while time.perf_counter() < end:
            time.sleep(_PAUSE)
            now, processor = time.perf_counter(), self.processor
            if processor - taken > _IDLE * (now - since):
                since, taken = now, processor
            elif now - since > _QUIET:
                return taken
        raise RuntimeError(f"the server was still busy after {PATIENCE} seconds")


@contextmanager
def served(project: Path, variables: Mapping[str, str]) -> Iterator[Server]:
    """A `mkdocs serve` of a project, from when its pages are there."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [BIN / "mkdocs", "serve", "-a", f"127.0.0.1:{port}"],
        cwd=project,
        env=environment(variables),
        stderr=subprocess.DEVNULL,
    )
    try:
        end = time.perf_counter() + PATIENCE
        while process.poll() is None and time.perf_counter() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield Server(process, f"http://127.0.0.1:{port}/")
    finally:
        process.terminate()
        process.wait(30)


class Preview(NamedTuple):
    """What a preview took, in medians of its saves."""

    start: float
    """Seconds until it showed a page."""
    save: float
    """Seconds from a save until its page showed it."""
    processor: float
    """Seconds of processor time for all that a save set off."""
    memory: float
    """Megabytes that it held at the end."""


def measure(works: Works) -> Iterator[Result]:
    """Save a spec some times, and wait each time until the server has come to rest."""
    clone = works.folder / "clone"
    run("git", "clone", "--quiet", REPOSITORY, clone)
    here = _previewed(clone)
    yield Result(START, here.start)
    yield Result(SAVE, here.save, f"median of {SAVES}")
    full = works.site(SIZE).usage.processor
    large = _previewed(works.suite(SIZE))
    yield Result(LARGE_START, large.start)
    yield Result(LARGE_SAVE, large.processor / full, f"{shown(large.processor, 's')}, {shown(full, 's')}")
    yield Result(MEMORY, large.memory)


def _previewed(suite: Path) -> Preview:
    """Preview a suite, and save the same of its specs some times."""
    specs = sorted((suite / "a-component").glob("*.yaml"))
    spec = specs[len(specs) // 2]
    original = spec.read_text()
    begun = time.perf_counter()
    with served(REPOSITORY, {"BENCHDOCS_ROOT": str(suite)}) as server:
        _page(server.address)
        start = time.perf_counter() - begun
        saves = [_saved(server, spec, f"Saved {number} times") for number in range(SAVES)]
        memory = server.memory
    spec.write_text(original)
    shows, processor = (median(each) for each in zip(*saves, strict=True))
    return Preview(start, shows, processor, memory)


def _saved(server: Server, spec: Path, label: str) -> tuple[float, float]:
    """Seconds from a save until the spec's page shows its new label, and the processor time for all of it."""
    before = server.processor_at_rest()
    start = time.perf_counter()
    spec.write_text(re.sub(r"^(label: ).*$", rf"\g<1>{label}", spec.read_text(), count=1, flags=re.MULTILINE))
    address = f"{server.address}benchmarks/{spec.stem.lower()}/"
    while label not in _page(address):
        if time.perf_counter() - start > PATIENCE:
            raise RuntimeError(f"the page did not show the save within {PATIENCE} seconds")
        time.sleep(0.05)
    shows = time.perf_counter() - start
    return shows, server.processor_at_rest() - before


def _page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode())
