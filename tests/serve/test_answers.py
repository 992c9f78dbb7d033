"""A preview answers only at its own address, never with an exception; its pages load again by themselves."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from benchdocs.mkdocs_adapter.preview import Preview
from benchdocs.mkdocs_adapter.preview_server import Answers, is_own
from support.patience import PATIENCE
from support.tables import table


@table
def test_it_answers_as_this_machine_and_as_what_is_served(served: str, asked: str) -> None:
    assert is_own(asked, served)


@table
def test_a_name_that_a_stranger_let_lead_here_is_refused(served: str, asked: str) -> None:
    assert not is_own(asked, served)


FILES = {"index.html": "<body>Home</body>", "a/index.html": "A", "é/index.html": "É", "x.js": "run()"}


class Shown(Preview):
    """A preview of a few pages and files, which reads nothing."""

    def answer(self, path: str) -> tuple[bytes | None, int]:
        if path.startswith("broken"):
            raise KeyError(path)
        content = FILES.get(path)
        return content.encode() if content else None, self.epoch

    def not_found(self, folder: str) -> bytes:
        return f"<body>[{folder}] Nothing</body>".encode()


PREVIEW = Shown()
APP = Answers(PREVIEW, "127.0.0.1", "/below/")


def answered(
    path: str, *, host: str = "127.0.0.1:8000", accept: str = "text/html"
) -> tuple[str, dict[str, str], str]:
    """Status, headers and body of an answer to a request."""
    started: list[Any] = []
    environ = {"PATH_INFO": path.encode().decode("latin-1"), "HTTP_HOST": host, "HTTP_ACCEPT": accept}
    body = APP(environ, lambda status, headers: started.extend((status, dict(headers))))
    return started[0], started[1], b"".join(body).decode()


def test_a_refusal_says_how_to_serve_under_another_name() -> None:
    status, _, body = answered("/", host="preview:8000")
    assert status == "403 Forbidden"
    assert body.endswith("mkdocs serve -a preview:8000\n")


@table
def test_a_page_has_the_script_that_loads_it_again(path: str, body: str) -> None:
    status, headers, text = answered(path)
    assert (status, headers["Content-Type"]) == ("200 OK", "text/html; charset=utf-8")
    assert body in text
    assert f"livereload({PREVIEW.epoch});" in text


def test_any_other_file_is_as_it_is() -> None:
    status, headers, text = answered("/below/x.js")
    assert (status, headers["Content-Type"], text) == ("200 OK", "application/javascript", "run()")


@pytest.mark.parametrize(("path", "target"), [("/", "/below/"), ("/below/a", "/below/a/")])
def test_an_incomplete_address_leads_on(path: str, target: str) -> None:
    status, headers, _ = answered(path)
    assert (status, headers["Location"]) == ("302 Found", target)


@table
def test_a_missing_page_loads_again_like_any_other(path: str, folder: str) -> None:
    """A tab whose page is away for a while shows it again when it is back."""
    status, _, text = answered(path)
    assert status == "404 Not Found"
    assert f"[{folder}] Nothing" in text
    assert "livereload(" in text


@pytest.mark.parametrize("path", ["/below/nope.css", "/below/a/nope.js", "/below/data/nope.json", "/beside/"])
def test_a_missing_file_is_no_page(path: str) -> None:
    assert answered(path, accept="text/css,*/*;q=0.1")[::2] == ("404 Not Found", "Not found\n")


@table
def test_an_exception_is_a_page_that_loads_again(path: str, status: str) -> None:
    found, _, text = answered(path)
    assert found == status
    assert "KeyError" in text
    assert "livereload(" in text


def test_an_open_tab_hears_of_a_change_and_at_once_of_one_that_it_missed() -> None:
    before = PREVIEW.epoch
    heard: list[str] = []
    tab = threading.Thread(target=lambda: heard.append(answered(f"/livereload/{before}")[2]))
    tab.start()
    with PREVIEW._changed:
        PREVIEW.epoch += 1
        PREVIEW._changed.notify_all()
    tab.join(PATIENCE)
    assert heard == [str(before + 1)]
    assert answered(f"/livereload/{before}")[2] == str(before + 1)
