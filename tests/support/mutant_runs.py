"""Runs of tests on mutants: each in a process of its own, which imports the package with the mutant in it.

The process is forked from one that has imported what the package and its tests need of others.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import math
import os
import pickle
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import coverage
import pytest

from support.mutation import Mutant
from support.paths import REPOSITORY, TESTS

PACKAGE = REPOSITORY / "scripts/benchdocs"
_BELOW_THE_RULES = (
    *("specs/discovery", "specs/formula", "specs/loading", "specs/validation"),
    *("suite/codes", "suite/files", "suite/suite"),
)
MODULES = sorted([*PACKAGE.glob("rules/**/*.py"), *(PACKAGE / f"{name}.py" for name in _BELOW_THE_RULES)])
BAR = 0.9
SLOWEST, PATIENCE = 2.0, 12.0
"""Seconds: a slower test is left out; what the tests for a mutant may take together."""
_A_DAY = 24 * 3600
_SLOW_FIXTURES = {"browser", "tab", "serve", "address", "shipped_site", "small_site"}
_FILES = {
    "rules": "rules messages rule_details finding_tables version_rules corrections check rule_texts",
    "specs": "load load_paths load_specs formula",
    "suite": "suite aggregation",
    "documents": "syntax_errors layout_errors",
    "history": "changes",
    "schemas": "schema field_guide",
    "authoring": "fix fix_tables reviews",
    "site": "conformance weight_trace findings_on_pages unreadable_values",
}
"""The tests that look at the checker, room by room."""
_OPTIONS = (
    *("-q", "-s", "-p", "no:cacheprovider", "-o", "tmp_path_retention_policy=none"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)


class Verdict(NamedTuple):
    """What the tests say of a mutant."""

    mutant: Mutant
    status: int
    """The tests' exit code (0: no test noticed it), or minus the signal that ended them."""

    @property
    def noticed(self) -> bool:
        """Whether a test failed, the tests could not start, or did not end in time."""
        return self.status != 0


class Baseline(NamedTuple):
    """What the tests do while nothing is wrong."""

    seconds: dict[str, float]
    """Processor time of each test, the slow ones left out."""
    tests: dict[str, dict[int, set[str]]]
    """The tests that run each line of a module, but for what runs on import."""

    interest: dict[str, dict[str, float]]
    """How much each test is about a module: it runs lines of it that few others run."""

    def order(self, mutant: Mutant) -> list[str]:
        """The tests for a mutant, as long as patience lasts: first what tells most in the least time."""
        by_line, interest = self.tests[mutant.name.module], self.interest[mutant.name.module]
        own = f"/test_{mutant.name.module.rpartition('.')[2]}"
        fit = {name for line in mutant.lines for name in by_line.get(line, ())}
        worth = {
            name: (interest.get(name, 0) + (own in name) + 0.05) / (self.seconds[name] + 0.01)
            for name in (fit if mutant.lines else self.seconds)
        }
        chosen, left = [], PATIENCE
        for name in sorted(worth, key=lambda name: (-worth[name], name)):
            left -= self.seconds[name]
            if left < 0:
                break
            chosen.append(name)
        return chosen


class Session:
    """A pytest plugin that measures the collected tests while nothing is wrong."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests, and write down what they do and which modules of others they need."""
        items = {
            item.nodeid: item
            for item in session.items
            if not _SLOW_FIXTURES & set(getattr(item, "fixturenames", ()))
        }
        self._measure(items)
        return True

    def _measure(self, items: dict[str, pytest.Item]) -> None:
        tracer = coverage.Coverage(data_file=None, config_file=False, include=list(map(str, MODULES)))
        seconds: dict[str, float] = {}
        tracer.start()
        for (name, item), after in zip(items.items(), [*items.values(), None][1:], strict=True):
            tracer.switch_context(name)
            started = time.process_time()
            if _fails(item, after):
                (self.folder / "failed").write_text(name)
                return
            seconds[name] = time.process_time() - started
        tracer.stop()
        data = tracer.get_data()
        fast = {name: each for name, each in seconds.items() if each <= SLOWEST}
        tests = {
            dotted(path): {
                line: set(names) & fast.keys() for line, names in data.contexts_by_lineno(str(path)).items()
            }
            for path in MODULES
        }
        interest = {module: _interest(by_line) for module, by_line in tests.items()}
        modules = [name for name, module in sys.modules.items() if not _is_ours(module)]
        (self.folder / "baseline").write_bytes(pickle.dumps((Baseline(fast, tests, interest), modules)))


def _interest(by_line: dict[int, set[str]]) -> dict[str, float]:
    weight: dict[str, float] = defaultdict(float)
    for names in by_line.values():
        for name in names:
            weight[name] += 1 / len(names)
    return dict(weight)


def _fails(item: pytest.Item, after: pytest.Item | None) -> bool:
    before = item.session.testsfailed
    item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
    return item.session.testsfailed > before


class Chosen:
    """A pytest plugin that runs some tests only, in this order."""

    def __init__(self, names: list[str]) -> None:
        self.place = {name: place for place, name in enumerate(names)}
        self.finished: set[str] = set()
        self.failed = False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop and sort."""
        chosen = [item for item in items if item.nodeid in self.place]
        items[:] = sorted(chosen, key=lambda item: self.place[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take down how tests end."""
        self.failed |= report.failed
        if report.when == "teardown":
            self.finished.add(report.nodeid)


class Faulty(SourceFileLoader):
    """Finds and loads a mutant in place of its module."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(
            mutant.name.module, str(next(path for path in MODULES if dotted(path) == mutant.name.module))
        )
        self.source = mutant.source

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """As a finder: the mutant's own module, and no other."""
        if name != self.name:
            return None
        folders = [str(Path(self.path).parent)] if self.path.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(
            name, self.path, loader=self, submodule_search_locations=folders
        )

    def get_code(self, fullname: str) -> CodeType:
        """The mutant's code."""
        return compile(self.source, self.path, "exec")


def verdicts(tried: list[Mutant], folder: Path) -> Iterator[Verdict]:
    """Try mutants one after the other; ends the program where a test fails without any."""
    files = [f"tests/{room}/test_{name}.py" for room, names in _FILES.items() for name in names.split()]
    options = [*_OPTIONS, f"--basetemp={folder / 'tests'}", *files]
    forked(lambda: int(pytest.main(options, plugins=[Session(folder)])), _A_DAY)
    if not (folder / "baseline").exists():
        failed = folder / "failed"
        told = failed.read_text() if failed.exists() else "see what pytest says of them"
        sys.exit(f"the tests do not get through without any fault: {told}")
    known, modules = pickle.loads((folder / "baseline").read_bytes())
    for name in modules:
        with suppress(ImportError):
            importlib.import_module(name)
    gc.freeze()
    for mutant in tried:
        yield Verdict(mutant, _tried(mutant, known, folder))


def _tried(mutant: Mutant, known: Baseline, folder: Path) -> int:
    """Import everything with the mutant in it, and run its tests."""
    names = known.order(mutant)
    files = dict.fromkeys(name.partition("::")[0] for name in names)

    def work() -> int:
        sys.meta_path.insert(0, Faulty(mutant))
        options = [*_OPTIONS, "-x", f"--basetemp={folder / 'tests'}", *files]
        chosen = Chosen(names)
        pytest.main(options, plugins=[chosen])
        return int(chosen.failed or chosen.finished != set(names))

    return forked(work, 10 + 3 * sum(known.seconds[name] for name in names)) if names else 0


def forked(work: Callable[[], int], seconds: float) -> int:
    """Do something in a process of its own, for so much processor time, and ten times that by the clock.

    Gives its exit code, or minus the signal that ended it.
    """
    process = os.fork()
    if not process:
        status = 70
        try:
            limit = math.ceil(seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))
            signal.alarm(10 * limit)
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            status = work()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def dotted(path: Path) -> str:
    """The name that a file of the package is imported by."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def _is_ours(module: object) -> bool:
    file, name = getattr(module, "__file__", None) or "", getattr(module, "__name__", "")
    return name.startswith("benchdocs") or file.startswith((f"{TESTS}/", f"{PACKAGE}/"))
