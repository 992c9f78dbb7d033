"""A preview on a port that is taken is answered in one sentence, with the next free port and the command."""

import re
import socket

import pytest

from support.mkdocs_command import mkdocs


@pytest.mark.sweep(2)
@pytest.mark.parametrize("options", [(), ("--clean",)], ids=["preview", "plain build"])
def test_a_taken_port_is_answered_with_the_next_free_one(options: tuple[str, ...]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = mkdocs("serve", "-q", "-a", f"127.0.0.1:{port}", *options)
    assert result.returncode == 1
    answer = (result.stdout + result.stderr).strip()
    told = rf"Port {port} of 127\.0\.0\.1 is in use, and (\d+) is free: `mkdocs serve -a 127\.0\.0\.1:\1`"
    found = re.fullmatch(rf"{told}\.", answer)
    assert found, answer
    socket.create_server(("127.0.0.1", int(found[1]))).close()


def test_an_address_of_another_machine_is_answered_in_a_sentence() -> None:
    result = mkdocs("serve", "-q", "-a", "192.0.2.1:8000")
    assert result.returncode == 1
    assert re.fullmatch(
        r"Nothing can be served at 192\.0\.2\.1:8000: .*\.", (result.stdout + result.stderr).strip()
    )
