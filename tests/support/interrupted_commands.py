"""Commands that write into a suite, each killed before one of its files takes its place."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchdocs.cli.main import main
from support.fork_server import fork_server
from support.paths import BASE
from support.reviews import REVIEWERS
from support.run_records import results
from support.suites import suite_with

State = dict[str, tuple[bytes, int]]
KILLED = 9


class Command(NamedTuple):
    """A command of `benchdocs`, and what lays out the suite that it is run in."""

    name: str
    arguments: tuple[str, ...]
    lay_out: Callable[[Path], object]

    def run(self, root: Path, stop_at: int = -1) -> int:
        """Run it in a process of its own, killed where it replaces that file; return the exit status."""
        where = () if self.name == "init" else ("--root",)
        own = (argument.format(root=root) for argument in self.arguments)
        arguments = (str(stop_at), *own, *where, str(root))
        return fork_server().run(__file__, *arguments, folder=BASE, environment=dict(os.environ)).returncode


def _plain(root: Path) -> None:
    suite_with(root, {"AGENTS.md": "# For agents\n"})


def _protected(root: Path) -> None:
    """With a file that others may not read."""
    suite_with(root)
    (root / "a-component/A-DEM2.yaml").chmod(0o640)


def _reviewed(root: Path) -> None:
    """With a reviewer."""
    suite_with(root, {"reviewers.yaml": REVIEWERS})


def _run(root: Path) -> None:
    """With the results of a run beside it."""
    suite_with(root)
    results(root, root / "run")


def _broken(root: Path) -> None:
    """With mistakes in three files."""
    suite_with(root)
    for name, weight in (
        ("a-component/A-DEM1", "50%"),
        ("a-component/A-AUX1", "100%"),
        ("rubrics/A-DEM", "75%"),
    ):
        path = root / f"{name}.yaml"
        path.write_text(re.sub(r"^weight: .*", f"weight: {weight}", path.read_text(), flags=re.MULTILINE))


COMMANDS = (
    Command("inventory --write", ("inventory", "--write"), _plain),
    Command("review", ("review", "A-DEM1", "--reviewer", "ems-1", "--on", "2026-01-31"), _reviewed),
    Command("check --fix", ("check", "--fix"), _broken),
    Command("new benchmark", ("new", "benchmark", "A-DEM3", "--evaluator", "hybrid"), _protected),
    Command("new rubric", ("new", "rubric", "A-NEW", "--evaluator", "hybrid"), _protected),
    Command("schema --write", ("schema", "--write"), _plain),
    Command("score --record", ("score", "{root}/run/results.jsonl", "--record", "run"), _run),
    Command("init", ("init",), lambda root: root.mkdir()),
)


def state(root: Path) -> State:
    """Every file of a folder, with its content and mode, that no command hides."""
    files = [path for path in root.rglob("*") if path.is_file() and ".benchdocs-" not in path.name]
    return {
        path.relative_to(root).as_posix(): (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
        for path in files
        if ".git/" not in path.as_posix()
    }


def leftovers(root: Path) -> list[Path]:
    """Hidden files that commands put their texts into first."""
    return list(root.rglob(".*.benchdocs-new"))


def copied(source: Path, target: Path) -> Path:
    shutil.rmtree(target, ignore_errors=True)
    return shutil.copytree(source, target)


def _main(stop_at: int, arguments: list[str]) -> None:
    """Run a command; this process ends at once where a file with this number, from 0, takes its place."""
    replace, done = os.replace, 0

    def limited(source: str, target: str) -> None:
        nonlocal done
        if Path(target).is_relative_to(arguments[-1]):  # not in the copy on which it is tried
            if done == stop_at:
                os._exit(KILLED)
            done += 1
        replace(source, target)

    os.replace = limited  # type: ignore[assignment]
    main(arguments, prog_name="benchdocs")


if __name__ == "__main__":
    _main(int(sys.argv[1]), sys.argv[2:])
