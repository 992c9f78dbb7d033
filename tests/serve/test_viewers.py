"""What requests a rebuild of a preview, and which pages browsers show."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mkdocs.livereload import LiveReloadServer

from benchdocs.mkdocs_adapter.incremental import source_states
from benchdocs.mkdocs_adapter.mkdocs_internals import ReloadControl
from benchdocs.mkdocs_adapter.preview_server import PreviewServer
from benchdocs.mkdocs_adapter.publication import Publication
from benchdocs.mkdocs_adapter.viewers import Viewers
from benchdocs.site.reference_pages import reference_files
from support.patience import PATIENCE, wait_until
from support.suites import suite_with


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveReloadServer]:
    """A server that is bound to no port."""
    made = LiveReloadServer(lambda: None, "127.0.0.1", 8000, str(tmp_path / "site"), mount_path="/below/")
    yield made
    made.server_close()


def tick(epoch: int) -> None:
    """Wait until a new epoch, which is a time in milliseconds, is another one."""
    wait_until(lambda: int(time.monotonic() * 1000) > epoch, "time stands still")


def test_a_save_before_the_watch_began_and_each_one_after_it_request_a_rebuild(
    server: LiveReloadServer, tmp_path: Path
) -> None:
    root, project = suite_with(tmp_path / "suite"), tmp_path / "project"
    reference = next(iter(reference_files(project)))
    preview: Any = PreviewServer(Publication())
    preview._control = ReloadControl(server)
    preview._folders = (root, project)
    preview._sources = source_states(root, project)
    (root / "rubrics/A-DEM.yaml").write_text("code: A-DEM\n")
    threading.Thread(target=preview._watch_sources, daemon=True).start()
    for _ in range(2):
        with server._rebuild_cond:
            assert server._rebuild_cond.wait_for(lambda: server._want_rebuild, timeout=PATIENCE)
            server._want_rebuild = False
        reference.parent.mkdir(parents=True, exist_ok=True)
        reference.write_text("# Fields\n")


def test_pages_do_not_load_again_before_a_requested_rebuild(server: LiveReloadServer) -> None:
    viewers, epoch = Viewers(server, lambda path: None), server._visible_epoch
    tick(epoch)
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
    wait_until(lambda: "dé/" in viewers.addresses, "no tab waits")
    assert viewers.addresses == {"a/", "b/", "c/", "dé/"}
    tick(epoch)
    viewers._control.reload_pages()
    tab.join(PATIENCE)
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
