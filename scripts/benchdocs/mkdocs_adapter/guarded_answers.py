"""What stands before a preview's answers: it answers only at its own address, and never with an exception."""

from collections.abc import Callable, Iterable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from mkdocs.exceptions import MkDocsException

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_EVERY_ADDRESS = ("", "0.0.0.0", "::")
_Answer = Callable[[dict[str, Any], Any], Iterable[bytes]]


def guarded(answer: _Answer, served: str, failed: Callable[[Exception], bytes]) -> _Answer:
    """Return an application that answers at the host that is served; `failed` makes a page of an error."""

    def respond(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        asked = environ.get("HTTP_HOST", "")
        if asked and not is_own(asked, served):
            start_response("403 Forbidden", [("Content-Type", "text/plain; charset=utf-8")])
            return [_refusal(asked).encode("latin-1", "replace")]
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]]) -> None:
            started.append((status, headers))

        path = environ["PATH_INFO"].replace("\0", "%00")  # no system has a file of such a name
        try:
            body = answer({**environ, "PATH_INFO": path}, start)
            if started[-1][0].startswith("500"):
                raise MkDocsException("The preview cannot answer this request.")
        except Exception as error:
            status = "200 OK" if path.endswith(("/", ".html")) else "404 Not Found"
            body, started = [failed(error)], [(status, [("Content-Type", "text/html")])]
        start_response(*started[-1])
        return body

    return respond


def is_own(asked: str, served: str) -> bool:
    """Return whether a request's `Host` is this machine, or what is served.

    Any name can be made to lead here, so that the page of a stranger could read the preview under its own
    (DNS rebinding). An IP address cannot.
    """
    try:
        name = urlsplit(f"//{asked}").hostname or ""
        if name in (*_LOOPBACK, served.lower()):
            return True
        return served in _EVERY_ADDRESS and bool(ip_address(name))
    except ValueError:
        return False


def _refusal(asked: str) -> str:
    return f"This preview does not answer as {asked}. Serve it under that name: mkdocs serve -a {asked}\n"
