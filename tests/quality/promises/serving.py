"""One spec edited in a `mkdocs serve` of a large suite: how soon its page shows it, and what that takes."""

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

from quality.promises.measure import BIN, PATIENCE, environment
from quality.promises.results import Promise, Result, shown
from quality.promises.works import Works
from support.paths import REPOSITORY

SIZE = 2000
EDITS = 3
REBUILD = Promise("Edit of one spec in `mkdocs serve` at 2,000 benchmarks, divided by a full build", 0.35)
SHOWN = Promise("Edit of one spec in `mkdocs serve` at 2,000 benchmarks, until its page shows it", None, "s")
OVER = Promise("Edit of one spec in `mkdocs serve` at 2,000 benchmarks, until all is quiet", None, "s")
START = Promise("Start of `mkdocs serve` at 2,000 benchmarks, until it shows a page", 6.0, "s")
MEMORY = Promise("Memory of that server after three edits", 300, "MB")
PROMISES = (REBUILD, SHOWN, OVER, START, MEMORY)
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

    def quiet_since(self) -> tuple[float, float]:
        """Wait until it is idle; gives when it became so, and its processor time then."""
        since, taken = time.perf_counter(), self.processor
        end = since + PATIENCE
        while time.perf_counter() < end:
            time.sleep(_PAUSE)
            now, processor = time.perf_counter(), self.processor
            if processor - taken > _IDLE * (now - since):
                since, taken = now, processor
            elif now - since > _QUIET:
                return since, taken
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


def edit(path: Path, word: str) -> None:
    """Put a word into the label of the spec, or the title of the page."""
    pattern = r"^(label: ).*$" if path.suffix == ".yaml" else r"^(# ).*$"
    path.write_text(re.sub(pattern, rf"\g<1>{word}", path.read_text(), count=1, flags=re.MULTILINE))


def measure(works: Works) -> Iterator[Result]:
    """Edit a spec some times, and wait each time until the server has come to rest."""
    suite, full = works.suite(SIZE), works.site(SIZE).usage.processor
    spec = sorted((suite / "a-component").iterdir())[SIZE // 2]
    original = spec.read_text()
    turns = []
    begun = time.perf_counter()
    with served(REPOSITORY, {"BENCHDOCS_ROOT": str(suite)}) as server:
        _page(server.address)
        start = time.perf_counter() - begun
        for number in range(EDITS):
            _, before = server.quiet_since()
            turns.append(_edited(server, spec, f"Edited {number} times", before))
        memory = server.memory
    spec.write_text(original)
    shows, over, processor = (median(each) for each in zip(*turns, strict=True))
    yield Result(REBUILD, processor / full, f"{shown(processor, 's')}, {shown(full, 's')}")
    yield Result(SHOWN, shows)
    yield Result(OVER, over)
    yield Result(START, start)
    yield Result(MEMORY, memory)


def _edited(server: Server, spec: Path, word: str, before: float) -> tuple[float, float, float]:
    """Seconds from an edit until its page shows it and until all is over, and the processor time for it."""
    start = time.perf_counter()
    edit(spec, word)
    address = f"{server.address}benchmarks/{spec.stem.lower()}/"
    while word not in _page(address):
        if time.perf_counter() - start > PATIENCE:
            raise RuntimeError(f"the page did not show the edit within {PATIENCE} seconds")
        time.sleep(0.05)
    shows = time.perf_counter() - start
    since, taken = server.quiet_since()
    return shows, max(since - start, shows), taken - before


def _page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode())
