"""What came out: a promise kept or missed, and the pages that show it."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from support.paths import REPOSITORY

RESULTS = REPOSITORY / "tests/quality/promises/RESULTS.md"
"""All results."""
PAGE = REPOSITORY / "docs/authoring/supply-chain.md"
"""The site's page, with the tables of details alone."""
_BETWEEN = re.compile(
    r"(?<=<!-- bench: written by `make bench`, do not edit -->\n).*(?=<!-- end of bench -->)", re.DOTALL
)


class Promise(NamedTuple):
    """A number that must not be above a bar; without a bar it is only reported."""

    what: str
    bar: float | None = None
    unit: str = ""
    """Behind the number, for example `s`; a ratio has none."""


class Result(NamedTuple):
    """What a promise was measured to be, and the two numbers that a ratio is made of, in words."""

    promise: Promise
    value: float
    made_of: str = ""

    @property
    def is_kept(self) -> bool:
        """Whether the number is within its bar."""
        return self.promise.bar is None or self.value <= self.promise.bar

    @property
    def cells(self) -> tuple[str, ...]:
        """The result as a line of a table."""
        found = shown(self.value, self.promise.unit)
        return (
            self.promise.what,
            found if self.is_kept else f"**{found}, missed**",
            bar_of(self.promise),
            self.made_of,
        )


class Detail(NamedTuple):
    """A table of its own beside the promises."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    @property
    def table(self) -> str:
        """The table in Markdown."""
        return table(self.head, self.rows)


def bar_of(promise: Promise) -> str:
    """A promise's bar as the tables show it."""
    return "reported only" if promise.bar is None else f"at most {shown(promise.bar, promise.unit)}"


def shown(value: float, unit: str = "") -> str:
    """A number in the digits that it is worth."""
    digits = f"{value:,.2f}" if value < 20 else f"{value:,.0f}"
    return f"{digits} {unit}".strip()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def report(results: Sequence[Result], details: Sequence[Detail]) -> str:
    """Everything that was measured, as Markdown."""
    where = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"
    parts = [f"One run on this machine: {where}.\n"]
    parts.append(table(("What", "Measured", "Bar", "From"), (result.cells for result in results)))
    parts += [f"### {detail.title}\n\n{detail.table}" for detail in details]
    return "\n".join(parts)


def write(page: Path, text: str) -> None:
    """Put results into a page, between the marks."""
    before = page.read_text(encoding="utf-8")
    page.write_text(_BETWEEN.sub(lambda _: f"\n{text}\n", before), encoding="utf-8")
