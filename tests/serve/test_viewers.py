"""What requests a rebuild of a preview, and which pages browsers show."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mkdocs.livereload import LiveReloadServer
from watchdog.events import (
    DirCreatedEvent,
    DirModifiedEvent,
    FileClosedEvent,
    FileClosedNoWriteEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileOpenedEvent,
)

from benchdocs.mkdocs_adapter.file_watcher import SuiteWatcher
from benchdocs.mkdocs_adapter.viewers import Viewers


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveReloadServer]:
    """A server that is bound to no port."""
    made = LiveReloadServer(lambda: None, "127.0.0.1", 8000, str(tmp_path / "site"), mount_path="/below/")
    yield made
    made.server_close()


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    folder = tmp_path / "suite/rubrics"
    folder.mkdir(parents=True)
    (folder / "A.yaml").write_text("code: A\n")
    return folder


@pytest.fixture
def watcher(server: LiveReloadServer, suite: Path) -> SuiteWatcher:
    return SuiteWatcher(server, lambda: [suite], lambda path: suite in (path, *path.parents))


def requests_rebuild(server: LiveReloadServer, watcher: SuiteWatcher, event: Any) -> bool:
    """Whether a rebuild is wanted after an event."""
    server._want_rebuild = False
    watcher.handle(event, is_reported=False)
    return server._want_rebuild


def test_what_two_observers_report_counts_once(
    server: LiveReloadServer, watcher: SuiteWatcher, suite: Path
) -> None:
    path = suite / "A.yaml"
    assert requests_rebuild(server, watcher, FileModifiedEvent(str(path)))
    assert not requests_rebuild(server, watcher, FileClosedEvent(str(path)))
    assert not requests_rebuild(server, watcher, FileModifiedEvent(str(path)))
    path.write_text("code: A # later\n")
    assert requests_rebuild(server, watcher, FileModifiedEvent(str(path)))
    path.unlink()
    assert requests_rebuild(server, watcher, FileDeletedEvent(str(path)))
    assert not requests_rebuild(server, watcher, FileDeletedEvent(str(path)))


def test_reads_and_changes_outside_the_suite_request_nothing(
    server: LiveReloadServer, watcher: SuiteWatcher, suite: Path
) -> None:
    path = str(suite / "A.yaml")
    assert not requests_rebuild(server, watcher, FileOpenedEvent(path))
    assert not requests_rebuild(server, watcher, FileClosedNoWriteEvent(path))
    assert not requests_rebuild(server, watcher, DirModifiedEvent(str(suite)))
    assert not requests_rebuild(server, watcher, FileModifiedEvent(str(suite.parent / "notes.txt")))


def test_a_file_that_replaces_another_and_a_new_folder_request_a_rebuild(
    server: LiveReloadServer, watcher: SuiteWatcher, suite: Path
) -> None:
    saved = suite / ".A.yaml.swp"
    saved.write_text("code: A # by an editor\n")
    saved.rename(suite / "A.yaml")
    assert requests_rebuild(server, watcher, FileMovedEvent(str(saved), str(suite / "A.yaml")))
    (suite / "more").mkdir()
    assert requests_rebuild(server, watcher, DirCreatedEvent(str(suite / "more")))


def test_a_write_is_noticed_though_mkdocs_own_observer_does_not_run(
    server: LiveReloadServer, watcher: SuiteWatcher, suite: Path
) -> None:
    watcher.watch(suite.parent)
    (suite / "A.yaml").write_text("code: A # later\n")
    with server._rebuild_cond:
        assert server._rebuild_cond.wait_for(lambda: server._want_rebuild, timeout=10)


def test_a_folder_is_polled_slowly_once_the_system_has_reported_a_change(
    server: LiveReloadServer, watcher: SuiteWatcher, suite: Path
) -> None:
    def polled_fast() -> set[str]:
        watcher.watch(suite.parent)
        return {emitter.watch.path for emitter in server.observer.emitters}

    both = {str(suite), str(suite.parent)}
    assert polled_fast() == both
    (suite / "A.yaml").write_text("code: A # later\n")
    with server._rebuild_cond:
        assert server._rebuild_cond.wait_for(lambda: server._want_rebuild, timeout=10)
    assert polled_fast() == set()
    assert not requests_rebuild(server, watcher, FileModifiedEvent(str(suite / "A.yaml")))
    assert polled_fast() == set()
    found = suite.parent / "rubrics/B.yaml"
    assert requests_rebuild(server, watcher, FileModifiedEvent(str(found)))
    assert polled_fast() == both


@pytest.mark.parametrize("away", [shutil.rmtree, lambda root: root.rename(root.with_name("away"))])
def test_a_suite_that_goes_and_comes_back_as_a_whole_is_noticed(
    server: LiveReloadServer, watcher: SuiteWatcher, suite: Path, away: Callable[[Path], object]
) -> None:
    def is_noticed() -> bool:
        with server._rebuild_cond:
            found = server._rebuild_cond.wait_for(lambda: server._want_rebuild, timeout=10)
            server._want_rebuild = False
        watcher.watch(root)
        return found

    root = suite.parent
    server.observer.start()
    watcher.watch(root)
    away(root)
    assert is_noticed()
    time.sleep(1)
    server._want_rebuild = False
    watcher.watch(root)
    suite.mkdir(parents=True)
    assert is_noticed()
    (suite / "A.yaml").write_text("code: A # back\n")
    assert is_noticed()


def test_what_a_build_reads_is_not_reported(
    server: LiveReloadServer, watcher: SuiteWatcher, suite: Path
) -> None:
    """Thousands of files are opened and closed in each build."""
    paths: list[str] = []
    watcher.watch(suite.parent)
    vars(watcher._on_report)["on_any_event"] = lambda event: paths.append(event.event_type)
    (suite / "A.yaml").read_bytes()
    (suite / "A.yaml").write_text("code: A # later\n")
    for _ in range(100):
        if "closed" in paths:
            break
        time.sleep(0.02)
    assert {"opened", "closed_no_write"}.isdisjoint(paths)
    assert "closed" in paths


def test_a_save_before_the_watcher_started_is_noticed(watcher: SuiteWatcher, suite: Path) -> None:
    assert watcher.changed_since(0)
    moment = max(path.stat().st_mtime for path in (suite, suite / "A.yaml"))
    assert not watcher.changed_since(moment)
    os.utime(suite / "A.yaml", (moment + 1, moment + 1))
    assert watcher.changed_since(moment)


def test_pages_do_not_load_again_before_a_requested_rebuild(server: LiveReloadServer) -> None:
    viewers, epoch = Viewers(server, lambda path: None), server._visible_epoch
    time.sleep(0.005)
    server._want_rebuild = True
    viewers._control.reload_pages()
    assert server._visible_epoch == epoch
    server._want_rebuild, server._wanted_epoch = False, epoch + 1
    viewers._control.reload_pages()
    assert server._visible_epoch == epoch
    server._wanted_epoch = epoch
    viewers._control.reload_pages()
    assert server._visible_epoch > epoch


def test_open_tabs_and_the_pages_last_requested_are_known(server: LiveReloadServer) -> None:
    paths: list[str] = []
    viewers = Viewers(server, paths.append)
    app: Any = server.get_app()

    def ask(path: str, referer: str = "") -> None:
        app({"PATH_INFO": path, "HTTP_REFERER": referer}, lambda *_: None)

    for path in ("/below/", "/below/site.css", "/below/a/", "/below/b/index.html"):
        ask(path)
    assert paths == ["", "site.css", "a/", "b/index.html"]
    assert viewers.addresses == {"./", "a/", "b/"}
    ask("/below/c/")
    assert viewers.addresses == {"a/", "b/", "c/"}
    assert viewers.requested == {"./", "a/", "b/", "c/"}
    viewers.start()
    assert viewers.requested == {"a/", "b/", "c/"}

    epoch = server._visible_epoch
    tab = threading.Thread(
        target=ask, args=(f"/livereload/{epoch}/1", "http://127.0.0.1:8000/below/d%C3%A9/")
    )
    tab.start()
    for _ in range(100):
        if "dé/" in viewers.addresses:
            break
        time.sleep(0.02)
    assert viewers.addresses == {"a/", "b/", "c/", "dé/"}
    time.sleep(0.005)  # an epoch is a time in milliseconds
    viewers._control.reload_pages()
    tab.join(10)
    assert not tab.is_alive()
    assert server._visible_epoch > epoch
    assert viewers.addresses == {"a/", "b/", "c/"}


def test_a_missing_page_loads_again_like_any_other(server: LiveReloadServer) -> None:
    """A tab whose page is away for one build shows it again when it is back."""
    server.error_handler = lambda code: b"<body><p>There is no such page</p></body>"
    Viewers(server, lambda path: None, lambda html, url: html.replace("<p>", f"<p>[{url}] "))
    app: Any = server.get_app()
    said: list[str] = []
    for path, folder in (("/below/gone/", "gone/"), ("/below/a/b.html", "a/"), ("/below/gone", "")):
        (answer,) = app({"PATH_INFO": path}, lambda status, headers: said.append(status))
        assert f"<p>[{folder}] There is no such page</p><script>".encode() in answer
        assert f"livereload({server._visible_epoch}, ".encode() in answer
    assert said == ["404 Not Found"] * 3


def test_a_missing_file_is_answered_as_mkdocs_answers_it(server: LiveReloadServer) -> None:
    server.error_handler = lambda code: b"<body><p>There is no such page</p></body>"
    Viewers(server, lambda path: None, lambda html, url: html.replace("<p>", f"<p>[{url}] "))
    app: Any = server.get_app()
    said: list[str] = []
    for path in ("/below/nope.css", "/below/a/nope.js", "/below/data/nope.json"):
        asked = {"PATH_INFO": path, "HTTP_ACCEPT": "text/css,*/*;q=0.1"}
        (answer,) = app(asked, lambda status, headers: said.append(status))
        assert answer == b"<body><p>There is no such page</p></body>"
        (answer,) = app({**asked, "HTTP_ACCEPT": "text/html"}, lambda status, headers: said.append(status))
        assert b"<script>" in answer
    assert said == ["404 Not Found"] * 6
