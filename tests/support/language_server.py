"""The YAML language server, spoken to as an editor does: over its pipes, with every wait bounded."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import IO, Any

from playwright._impl._driver import compute_driver_executable

from support.paths import REPOSITORY
from support.patience import PATIENCE

PACKAGE = REPOSITORY / "tests/tools/yaml/node_modules/yaml-language-server"
SETTINGS = json.loads((REPOSITORY / ".vscode/settings.json").read_text())
"""What the repository has VS Code set up."""
CAPABILITIES = {
    "workspace": {"configuration": True},
    "textDocument": {
        "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
        "hover": {"contentFormat": ["markdown"]},
        "publishDiagnostics": {},
    },
}


class LanguageServer:
    """A running server with the settings of an editor (`yaml.schemas`, as VS Code writes them)."""

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        program = PACKAGE / "bin/yaml-language-server"
        assert program.exists(), f"the language server is missing: npm ci --prefix {PACKAGE.parents[1]}"
        self.folder = folder
        # Lists of schemas of other people's files are on the network.
        self.settings = _nested({**settings, "yaml.schemaStore.enable": False})
        node, _ = compute_driver_executable()
        self.process = subprocess.Popen(
            [node, str(program), "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self.process.stdin
        assert self.process.stdout
        self._input, self._heard = self.process.stdin, queue.Queue[dict[str, Any]]()
        self._diagnostics: dict[str, list[Any]] = {}
        self._last_id = 0
        threading.Thread(target=_listen, args=(self.process.stdout, self._heard), daemon=True).start()
        place = {"uri": folder.as_uri(), "name": folder.name}
        self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": place["uri"],
                "workspaceFolders": [place],
                "capabilities": CAPABILITIES,
            },
        )
        self.tell("initialized", {})
        # Until it has read the settings, the server knows no schema and has nothing to explain.
        while self._hear().get("method") != "workspace/configuration":
            pass

    def stop(self) -> None:
        """End the server."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def open(self, path: str, text: str) -> str:
        """Show the server a file with this text, each one once; returns the address to ask about it by."""
        uri = (self.folder / path).as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def diagnostics(self, uri: str) -> list[Any]:
        """What the server finds in an opened file."""
        while uri not in self._diagnostics:
            self._hear()
        return self._diagnostics[uri]

    def ask(self, method: str, parameters: object) -> Any:
        """A request's result."""
        self._last_id += 1
        number = self._last_id
        self._send({"id": number, "method": method, "params": parameters})
        while True:
            message = self._hear()
            if message.get("id") == number and "method" not in message:
                assert "error" not in message, message
                return message["result"]

    def at(self, method: str, uri: str, line: int, character: int) -> Any:
        """A request about a place, both counted from 0."""
        position = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": position})

    def tell(self, method: str, parameters: object) -> None:
        """Send what has no answer."""
        self._send({"method": method, "params": parameters})

    def _hear(self) -> dict[str, Any]:
        """The next message; questions of the server are answered on the way."""
        message = self._heard.get(timeout=PATIENCE)
        match message.get("method"):
            case "workspace/configuration":
                asked = [item.get("section") for item in message["params"]["items"]]
                self._send({"id": message["id"], "result": [self.settings.get(section) for section in asked]})
            case "textDocument/publishDiagnostics":
                self._diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
            case str() if "id" in message:
                self._send({"id": message["id"], "result": None})
        return message

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._input.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._input.flush()


_NUMBER = count()


def opened(server: LanguageServer, text: str, folder: str = "a-component") -> str:
    """A file that no other test looks at, where the settings expect specs."""
    return server.open(f"{folder}/unsaved-{next(_NUMBER)}/A-DEM1.yaml", text)


def _listen(stream: IO[bytes], heard: queue.Queue[dict[str, Any]]) -> None:
    while header := stream.readline():
        name, _, value = header.decode().partition(":")
        if name.lower() == "content-length":
            while stream.readline().strip():
                pass
            body = stream.read(int(value))
            if len(body) == int(value):  # a server that was ended leaves its last message unfinished
                heard.put(json.loads(body))


def _nested(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with dots in their names as blocks within blocks."""
    nested: dict[str, Any] = {}
    for name, value in settings.items():
        *blocks, last = name.split(".")
        place = nested
        for block in blocks:
            place = place.setdefault(block, {})
        place[last] = value
    return nested
