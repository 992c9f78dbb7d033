"""Refuse to serve a preview on a port that is taken."""

import errno
import os
import socket

from mkdocs.exceptions import Abort

_TAKEN = (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE))


def refuse_taken_port(host: str, port: int) -> None:
    """Raise Abort with one sentence where nothing can be served at an address."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            if os.name == "posix":  # as servers do; on Windows it would take a port that is in use
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))  # without listening: who waits for a server must not find one yet
    except OSError as error:
        if error.errno not in _TAKEN:
            raise Abort(f"Nothing can be served at {host}:{port}: {error.strerror}.") from None
        another = f"name another one by `mkdocs serve -a {host}:PORT`"
        raise Abort(f"Port {port} of {host} is in use: {another}.") from None
