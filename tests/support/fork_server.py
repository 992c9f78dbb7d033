"""Programs of the project run in forks of one process that has loaded them.

Templates are compiled there: what may depend on that, or on the seed of hashes, runs in a fresh interpreter.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cache
from importlib import import_module
from typing import Any

from mkdocs.__main__ import cli
from mkdocs.commands.build import build
from mkdocs.config import load_config

from support.forks import ForkServer, serve
from support.paths import BASE, REPOSITORY


@cache
def fork_server() -> ForkServer:
    """Return the server of this process, started when it is first needed."""
    return ForkServer(sys.executable, "-m", "support.fork_server")


def _mkdocs(arguments: list[str]) -> Any:
    sys.argv = ["mkdocs", *arguments]
    return cli(arguments, prog_name="mkdocs")


def _serve() -> None:
    """Serve after a build that loads all modules and templates."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BENCHDOCS_ROOT"] = str(BASE)
        os.chdir(REPOSITORY)
        config = load_config("mkdocs.yml", site_dir=f"{folder}/site")
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    for module in ("support.suites", *(f"benchdocs.cli.{command}" for command in ("check", "new", "init"))):
        import_module(module)
    serve({"mkdocs": _mkdocs})


if __name__ == "__main__":
    _serve()
