"""Commands that write into a suite, and what has to be true of it after each of them was stopped."""

from __future__ import annotations

import re
import shutil
import stat
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from benchdocs.specs.discovery import SUITE_NAMES
from benchdocs.suite.inventory import INVENTORY_FILE
from support.faulty_suite import waiver
from support.interrupted_runs import KILL, KILL_WRITING, Run, run
from support.paths import BASE
from support.repositories import Repository
from support.suites import suite_with

State = dict[str, tuple[bytes, int]]
REVIEWERS = """reviewers:
  - {id: ems-1, role: Paramedic, qualification: Ten years on ambulances, conflicts: None known}
  - {id: ems-2, role: Nurse, qualification: Triage, conflicts: None known}
"""
PROMPT = "evaluators/llm-judge/a_dem1_prompt.md"


class Command(NamedTuple):
    """A command of `benchdocs`, and what lays out the suite that it is run in."""

    name: str
    arguments: tuple[str, ...]
    lay_out: Callable[[Path], object]


def _plain(root: Path) -> None:
    suite_with(root, {"AGENTS.md": "# For agents\n"})


def _listed(root: Path) -> None:
    """With an inventory, a waiver and a prompt that is called after its benchmark."""
    text = (BASE / "a-component/A-DEM1.yaml").read_text().replace("arrival_prompt", "a_dem1_prompt")
    prompt = (BASE / "evaluators/llm-judge/arrival_prompt.md").read_text()
    excused = waiver("INV801", "A-DEM1")
    inventory = "<!-- inventory: written by `benchdocs inventory --write`, do not edit -->\n"
    files = {
        "a-component/A-DEM1.yaml": text,
        PROMPT: prompt,
        "pyproject.toml": excused,
        "AGENTS.md": f"# For agents\n\n{inventory}<!-- end of inventory -->\n",
    }
    suite_with(root, files)
    (root / "evaluators/llm-judge/arrival_prompt.md").unlink()
    (root / "a-component/A-DEM2.yaml").chmod(0o640)


def _waiting(root: Path) -> None:
    """With an inventory, and a benchmark that lacks its prompt."""
    _listed(root)
    path = root / "a-component/A-DEM2.yaml"
    path.write_text(path.read_text().replace("evaluator_type: code", "evaluator_type: hybrid"))


def _reviewed(root: Path) -> None:
    """With a reviewer."""
    suite_with(root, {"reviewers.yaml": REVIEWERS})


def _broken(root: Path) -> None:
    """With mistakes in three files, one of which has the wrong name as well."""
    suite_with(root)
    for name, weight in (
        ("a-component/A-DEM1", "50%"),
        ("a-component/A-AUX1", "100%"),
        ("rubrics/A-DEM", "75%"),
    ):
        path = root / f"{name}.yaml"
        path.write_text(re.sub(r"^weight: .*", f"weight: {weight}", path.read_text(), flags=re.MULTILINE))
    (root / "a-component/A-DEM2.yaml").rename(root / "a-component/departure.yaml")


def _pages(root: Path) -> None:
    suite_with(root, {"index.html": "<script>let a = 1</script>", "assets/stylesheets/main.css": ""})


def _nothing(root: Path) -> None:
    """Without any file."""


COMMANDS = (
    Command("inventory --write", ("inventory", "--write"), _plain),
    Command("review", ("review", "A-DEM1", "--reviewer", "ems-1", "--on", "2026-01-31"), _reviewed),
    Command("check --fix", ("check", "--fix"), _broken),
    Command("new benchmark", ("new", "benchmark", "A-DEM3", "--evaluator", "hybrid"), _listed),
    Command("new rubric", ("new", "rubric", "A-NEW", "--evaluator", "hybrid"), _listed),
    Command("new prompt", ("new", "prompt", "A-DEM2"), _waiting),
    Command("new cases", ("new", "cases", "A-DEM2"), _plain),
    Command("rename", ("rename", "A-DEM1", "A-DEM7"), _listed),
    Command("deprecate", ("deprecate", "A-DEM2", "--replaced-by", "A-AUX1"), _listed),
    Command("schema --write", ("schema", "--write"), _plain),
    Command("release", ("release", "1.0", "--on", "2026-01-31"), Repository),
    Command("headers", ("headers",), _pages),
    Command("init", ("init",), _nothing),
)
POSITIONAL = ("headers", "init")
"""Commands that take their folder without `--root`."""
WRITTEN = (".gitattributes", ".gitignore", ".gitkeep", ".pre-commit-config.yaml")
"""Names of hidden files that a command writes for its user."""
PLANNED = ("new", "rename", "deprecate", "init")
"""Commands that say what to do when they were stopped."""


def state(root: Path) -> State:
    """Every file that a user sees, with its content and mode, and every folder that is empty."""
    return {path: held for path, held in _everything(root) if not _is_hidden(path)}


def leftovers(root: Path) -> set[str]:
    """Hidden files and folders."""
    return {path for path, _ in _everything(root) if _is_hidden(path)}


def _is_hidden(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.startswith(".") and name not in WRITTEN


def _everything(root: Path) -> Iterator[tuple[str, tuple[bytes, int]]]:
    for path in root.rglob("*"):
        mode = stat.S_IMODE(path.stat().st_mode)
        content = path.read_bytes() if path.is_file() else b""
        if path.is_file() or not any(path.iterdir()):
            yield path.relative_to(root).as_posix(), (content, mode)


class Interruptions:
    """One command in a folder of its own, stopped again and again."""

    def __init__(self, command: Command, folder: Path) -> None:
        self.command, self.root, self.pristine = command, folder / "suite", folder / "pristine"
        self.pristine.mkdir(parents=True)
        command.lay_out(self.pristine)
        self.old = state(self.pristine)
        whole = self.lay().run()
        assert whole.status == 0, whole.output
        self.new = state(self.root)
        assert leftovers(self.root) == set()
        self.new_findings = self.findings() if command.name != "headers" else set()
        self.moments = whole.moments

    def run(self, how: str = "", at: int | str = 0) -> Run:
        where = () if self.command.name in POSITIONAL else ("--root",)
        return run("benchdocs", *self.command.arguments, *where, self.root, below=self.root, how=how, at=at)

    def lay(self) -> Interruptions:
        """Start anew."""
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self.pristine, self.root)
        return self

    def stop(self, how: str, at: int) -> str:
        """Stop the command at a moment, and test the promise; return `old`, `new` or `unfinished`.

        Each file is the old or the new one, the check names what is unfinished, and a second run ends in the
        same state as one that nobody stopped.
        """
        stopped = self.lay().run(how, at)
        seen = state(self.root)
        where = f"{self.command.name}, {how} at {at} ({self.moments[at]}): {stopped.output}"
        if how not in (KILL, KILL_WRITING) or stopped.status >= 0:
            assert how != KILL, where
            assert "Traceback" not in stopped.output, where
            if stopped.status:
                is_usage, planned = "Usage:" in stopped.output, self.command.name.split()[0] in PLANNED
                assert is_usage or stopped.output.count("\n") == 1, where
                assert is_usage or not planned or "then run the same command again" in stopped.output, where
            else:
                assert seen == self.new, where
        for path in seen.keys() | (self.old.keys() & self.new.keys()):
            whole = (self.old.get(path), *self.new.values())  # it is moved after it is written
            assert seen.get(path) in whole or (self.root / path).is_dir(), where + path
        if _of_suite(seen) not in (_of_suite(self.old), _of_suite(self.new)):
            assert self.findings() - self.new_findings, where
        again = self.run()
        assert "Traceback" not in again.output, where
        assert again.status == 0 or seen == self.new, where + again.output
        assert state(self.root) == self.new, where + again.output
        assert leftovers(self.root) == set(), where
        return "old" if seen == self.old else "new" if seen == self.new else "unfinished"

    def findings(self) -> set[str]:
        """Return what a strict check prints of findings about the suite as it is now."""
        checked = run("benchdocs", "check", "--strict", "--root", self.root, below=self.root)
        assert "Traceback" not in checked.output
        return {
            line for line in checked.output.splitlines() if re.search(r": (error|warning) [A-Z]+\d+: ", line)
        }


def _of_suite(files: State) -> State:
    """Return those files that a check reads; it passes over empty folders."""
    names = [f"{name}*" for name in (*SUITE_NAMES, INVENTORY_FILE)]
    written = {path: held for path, held in files.items() if held[0]}
    return {path: held for path, held in written.items() if any(fnmatchcase(path, name) for name in names)}
