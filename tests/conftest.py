"""What several tests need: a browser, a web server for a folder, and builds of the site."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import gc
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Page, expect, sync_playwright

from support.browser import (
    BROWSER_FLAGS,
    USUAL_VIEWPORT,
    Serve,
    chromium_program,
    make_as_new,
    without_errors,
)
from support.hostile_text import hostile_suite
from support.installed import Installed, build_packages, install
from support.language_server import SETTINGS, LanguageServer
from support.mkdocs_command import built_site
from support.paths import REPOSITORY
from support.patience import PATIENCE
from support.reviews import REVIEWERS
from support.suites import suite_with
from support.web_server import hosted

# A shell lets what runs in its background ignore Ctrl-C, and so would every program that a test ends with it.
signal.signal(signal.SIGINT, signal.default_int_handler)
# A machine with other work is slow, which is no failure; what takes how long is measured elsewhere.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
expect.set_options(timeout=PATIENCE * 1000)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what uses a browser, and leave all but one in so many cases of a sweep to `make nightly`."""
    seen: Counter[str] = Counter()
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if sweep := item.get_closest_marker("sweep"):
            function = item.nodeid.partition("[")[0]
            if seen[function] % sweep.args[0]:
                item.add_marker("nightly")
            seen[function] += 1


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what was collected, which stays to the end."""
    gc.freeze()


def _once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that is made by whichever worker of this run comes first."""
    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    target = shared / name
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            make(target)
    return target


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The demonstration suite, with reviewers."""
    return suite_with(tmp_path / "suite", {"reviewers.yaml": REVIEWERS})


@pytest.fixture(scope="session")
def shipped_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped suite, built strictly."""
    return _once(tmp_path_factory, "shipped-site", partial(built_site, REPOSITORY))


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration suite, built strictly."""
    suite = suite_with(tmp_path_factory.mktemp("small") / "suite")
    return _once(tmp_path_factory, "small-site", partial(built_site, suite))


@pytest.fixture(scope="session")
def hostile_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a suite whose texts are all hostile."""
    suite = hostile_suite(tmp_path_factory.mktemp("hostile") / "suite")
    return _once(tmp_path_factory, "hostile-site", lambda target: built_site(suite, target, "--no-strict"))


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the wheel and the source distribution."""
    return _once(tmp_path_factory, "packages", build_packages)


@pytest.fixture(scope="session")
def installed(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment that has nothing else than what it needs."""
    return Installed(_once(tmp_path_factory, "installed", partial(install, packages)))


@pytest.fixture(scope="session")
def serve() -> Iterator[Serve]:
    """A function that serves a site without a policy that keeps tests from its pages; returns its address."""
    with contextlib.ExitStack() as stack:
        yield functools.cache(lambda folder: stack.enter_context(hosted(folder, has_headers=False)))


@pytest.fixture(scope="module")
def server() -> Iterator[LanguageServer]:
    """A YAML language server with the repository's settings; each test shows it files of its own."""
    running = LanguageServer(REPOSITORY, SETTINGS)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def address(shipped_site: Path, serve: Serve) -> str:
    """Where the shipped suite's site is served."""
    return serve(shipped_site)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium; a test that needs it fails where there is none."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_program(), args=BROWSER_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def reused_tab(browser: Browser) -> Page:
    """The tab that tests use one after the other: a new one starts a process and loads all files anew."""
    return browser.new_page(viewport=USUAL_VIEWPORT)


@pytest.fixture
def tab(reused_tab: Page) -> Iterator[Page]:
    """A tab as new that fails the test on any script error; what stays in a tab asks for `new_tab`."""
    try:
        with without_errors(reused_tab):
            yield reused_tab
    finally:
        make_as_new(reused_tab)


@pytest.fixture
def new_tab(browser: Browser) -> Iterator[Page]:
    """A tab of its own, for scripts that run before those of a page and answers in place of a server's."""
    page = browser.new_page(viewport=USUAL_VIEWPORT)
    with without_errors(page):
        yield page
    page.close()
