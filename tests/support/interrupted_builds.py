"""Builds of a small site that are stopped, and what has to be true of the site after each of them."""

from __future__ import annotations

import shutil
from pathlib import Path

from support.interrupted_commands import State, leftovers, state
from support.interrupted_runs import KILL, KILL_WRITING, Run, run
from support.suites import suite_with

_PAGE = "Error building page"
"""With this MkDocs names the page that it was at, ahead of the line that says what became of the site."""


class Builds:
    """A suite after an edit, its site, and the site before; a build is stopped where the old one stands."""

    def __init__(self, folder: Path, old: Path) -> None:
        """Take the site of the demonstration suite for the old one."""
        self.place, self._old = folder / "place", old
        self.site = self.place / "site"
        self.suite = suite_with(folder / "suite")
        edited = self.suite / "a-component/A-DEM1.yaml"
        edited.write_text(edited.read_text().replace("Arrival time recorded", "Arrival time dictated"))
        self._moments = {True: self._whole(is_known=True)}
        self.old, self.new = state(old), state(self.site)
        assert self.old != self.new

    def moments(self, *, is_known: bool) -> list[str]:
        """What a build that nobody stops changes, over the old site or without one."""
        if is_known not in self._moments:
            self._moments[is_known] = self._whole(is_known=is_known)
        return self._moments[is_known]

    def _whole(self, *, is_known: bool) -> list[str]:
        whole = self.lay(is_known=is_known).build()
        assert whole.status == 0, whole.output
        assert leftovers(self.place) == set()
        return whole.moments

    def lay(self, *, is_known: bool) -> Builds:
        """Start anew: with the old site in place, or with none."""
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir()
        if is_known:
            shutil.copytree(self._old, self.site)
        return self

    def build(self, how: str = "", at: int | str = 0) -> Run:
        root = {"BENCHDOCS_ROOT": str(self.suite)}
        command = ("mkdocs", "build", "-q", "-d", self.site)
        return run(*command, below=self.place, how=how, at=at, environment=root)

    def exchange(self, *, is_known: bool) -> range:
        """The moments around the one in which the new site takes its place."""
        moments = self.moments(is_known=is_known)
        at = next(at for at, moment in enumerate(moments) if moment.startswith("os.rename"))
        return range(at - 2, min(at + 4, len(moments)))

    def seen(self) -> State | None:
        """The site as a user sees it."""
        return state(self.site) if self.site.exists() else None

    def stop(self, how: str, at: int, *, is_known: bool) -> str:
        """Stop a build at a moment, and hold what it leaves to the promise: `absent`, `old` or `new`."""
        moment = self.moments(is_known=is_known)[at]
        stopped = self.lay(is_known=is_known).build(how, at)
        seen, before = self.seen(), self.old if is_known else None
        where = f"{how} at {at} ({moment}): {stopped.output}"
        if how in (KILL, KILL_WRITING) and stopped.status < 0:
            assert seen in (before, self.new), where
        else:
            assert how != KILL, where
            assert "Traceback" not in stopped.output, where
            said = [line for line in stopped.output.splitlines() if line and _PAGE not in line]
            assert len(said) == (1 if stopped.status else 0), where
            assert seen == (before if stopped.status else self.new), where
        again = self.build()
        assert again.status == 0, where + again.output
        assert self.seen() == self.new, where
        assert leftovers(self.place) == set(), where
        return "new" if seen == self.new else "old" if seen else "absent"
