"""A preview answers only at its own address, and never with an exception."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from benchdocs.mkdocs_adapter.guarded_answers import guarded, is_own

OWN = [
    ("127.0.0.1", "127.0.0.1:8000"),
    ("127.0.0.1", "localhost:8000"),
    ("127.0.0.1", "LOCALHOST"),
    ("::1", "[::1]:8000"),
    ("0.0.0.0", "192.168.1.20:8000"),
    ("::", "[fe80::1]:8000"),
    ("preview", "preview:8000"),
    ("Preview.example", "preview.example"),
]
FOREIGN = [
    ("127.0.0.1", "evil.test:8000"),
    ("127.0.0.1", "127.0.0.1.evil.test"),
    ("127.0.0.1", "localhost.evil.test"),
    ("127.0.0.1", "192.168.1.20:8000"),
    ("127.0.0.1", "evil.test@127.0.0.1:8000@evil.test"),
    ("127.0.0.1", "[::1"),
    ("127.0.0.1", ":8000"),
    ("0.0.0.0", "evil.test"),
    ("0.0.0.0", "preview:8000"),
]


@pytest.mark.parametrize(("served", "asked"), OWN)
def test_it_answers_as_this_machine_and_as_what_is_served(served: str, asked: str) -> None:
    assert is_own(asked, served)


@pytest.mark.parametrize(("served", "asked"), FOREIGN)
def test_a_name_that_a_stranger_let_lead_here_is_refused(served: str, asked: str) -> None:
    assert not is_own(asked, served)


def answered(app: Any, path: str, host: str = "127.0.0.1:8000") -> tuple[str, bytes]:
    """Status and body of an answer to a request."""
    statuses: list[str] = []
    body = app({"PATH_INFO": path, "HTTP_HOST": host}, lambda status, headers: statuses.append(status))
    (status,) = statuses
    return status, b"".join(body)


def failing(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
    path = environ["PATH_INFO"]
    start("500 Internal Server Error" if path.endswith("500/") else "200 OK", [])
    if path.endswith("broken/"):
        raise KeyError(path)
    return [path.encode()]


GUARDED = guarded(failing, "127.0.0.1", lambda error: f"page of {type(error).__name__}".encode())


def test_a_refusal_says_how_to_serve_under_another_name() -> None:
    status, body = answered(GUARDED, "/", "preview:8000")
    assert status == "403 Forbidden"
    assert body.decode().endswith("mkdocs serve -a preview:8000\n")


def test_an_exception_is_a_page() -> None:
    assert answered(GUARDED, "/good/") == ("200 OK", b"/good/")
    assert answered(GUARDED, "/broken/") == ("200 OK", b"page of KeyError")
    assert answered(GUARDED, "/500/") == ("200 OK", b"page of MkDocsException")


def test_a_path_that_no_system_has_is_looked_for_under_another_name() -> None:
    assert answered(GUARDED, "/\0") == ("200 OK", b"/%00")
