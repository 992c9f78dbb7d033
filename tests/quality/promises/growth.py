"""Full builds of suites of many sizes: what a page costs must not depend on how many there are."""

from __future__ import annotations

from collections.abc import Iterator

from quality.promises.results import Detail, Promise, Result, shown
from quality.promises.works import Built, Works

SIZES = (50, 200, 500, 2000)
TIME = Promise("Time per page at 2,000 benchmarks, divided by that at 200", 1.15)
BYTES = Promise("Site bytes per page at 2,000 benchmarks, divided by those at 200", 1.10)
MEMORY = Promise("Peak memory at 2,000 benchmarks, divided by that at 200", 3)
PROMISES = (TIME, BYTES, MEMORY)


def measure(works: Works) -> Iterator[Result | Detail]:
    """Build every size once."""
    built = {size: works.site(size) for size in SIZES}
    yield _ratio(TIME, _milliseconds(built[2000]), _milliseconds(built[200]), "ms")
    yield _ratio(BYTES, _kilobytes(built[2000]), _kilobytes(built[200]), "kB")
    yield _ratio(MEMORY, built[2000].usage.memory, built[200].usage.memory, "MB")
    head = ("Benchmarks", "Pages", "Processor time", "Peak memory", "Site", "Time per page", "Site per page")
    yield Detail("Full builds of growing suites", head, [_row(size, each) for size, each in built.items()])


def _ratio(promise: Promise, large: float, small: float, unit: str) -> Result:
    return Result(promise, large / small, f"{shown(large, unit)}, {shown(small, unit)}")


def _milliseconds(built: Built) -> float:
    """Processor time per page."""
    return 1000 * built.usage.processor / built.pages


def _kilobytes(built: Built) -> float:
    return built.bytes / 1000 / built.pages


def _row(size: int, built: Built) -> tuple[str, ...]:
    return (
        f"{size:,}",
        f"{built.pages:,}",
        shown(built.usage.processor, "s"),
        shown(built.usage.memory, "MB"),
        shown(built.bytes / 1_000_000, "MB"),
        shown(_milliseconds(built), "ms"),
        shown(_kilobytes(built), "kB"),
    )
