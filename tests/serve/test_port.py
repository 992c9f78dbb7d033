"""A preview on a port that is taken is answered in one sentence, with the command."""

import re
import socket

import pytest

from support.mkdocs_command import mkdocs


@pytest.mark.sweep(2)
@pytest.mark.parametrize("options", [(), ("--clean",)], ids=["preview", "plain build"])
def test_a_taken_port_is_answered_with_the_command_for_another(options: tuple[str, ...]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = mkdocs("serve", "-q", "-a", f"127.0.0.1:{port}", *options)
    assert result.returncode == 1
    answer = (result.stdout + result.stderr).strip()
    name = "name another one by `mkdocs serve -a 127.0.0.1:PORT`"
    assert answer == f"Port {port} of 127.0.0.1 is in use: {name}."


def test_an_address_of_another_machine_is_answered_in_a_sentence() -> None:
    result = mkdocs("serve", "-q", "-a", "192.0.2.1:8000")
    assert result.returncode == 1
    assert re.fullmatch(
        r"Nothing can be served at 192\.0\.2\.1:8000: .*\.", (result.stdout + result.stderr).strip()
    )
