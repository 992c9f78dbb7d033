"""Run the exports in the real packages of other harnesses, without a network."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

from support.evals import PYTHON, ran
from support.forks import ForkServer
from support.paths import REPOSITORY

PROMPTFOO = REPOSITORY / "tests/tools/promptfoo/node_modules/promptfoo/dist/src/entrypoint.js"


def environment(home: Path) -> dict[str, str]:
    """A bare environment, with no way out: what asks for a network hangs at a closed port."""
    closed = "http://127.0.0.1:9"
    return {
        **{"PATH": os.environ["PATH"], "HOME": str(home), "HTTPS_PROXY": closed, "HTTP_PROXY": closed},
        **{"PROMPTFOO_CONFIG_DIR": str(home), "PROMPTFOO_DISABLE_TELEMETRY": "1"},
        **{"PROMPTFOO_DISABLE_UPDATE": "1", "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1"},
        "PROMPTFOO_EVAL_TIMEOUT_MS": "20000",
    }


PACKAGES = """
import inspect_ai._cli.main, inspect_ai.log, inspect_ai.model, inspect_ai.scorer, inspect_ai.solver
import pydantic_ai.models.function, pydantic_evals.evaluators
from support.forks import serve
serve()
"""


@cache
def fork_server() -> ForkServer:
    """Return the server that has loaded Inspect and Pydantic Evals, started when it is first needed."""
    return ForkServer(PYTHON, "-c", PACKAGES)


def ran_beside(program: str, *arguments: str, folder: Path, home: Path) -> str:
    """What a Python program prints that ends well, in an environment with those two."""
    done = fork_server().run(program, *arguments, folder=folder, environment=environment(home))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def promptfoo(folder: Path, *arguments: str, status: int = 0) -> str:
    """What promptfoo prints. It needs a newer Node.js than many machines have; Playwright brings one."""
    node = compute_driver_executable()[0]
    return ran(
        node, PROMPTFOO, *arguments, folder=folder, environment=environment(folder.parent), status=status
    )


def evaluated(folder: Path, *arguments: str, status: int) -> list[dict[str, Any]]:
    """The results of an eval, which ends with status 100 where a test failed."""
    quiet = ("--no-cache", "--no-progress-bar", "--no-table", "--no-share", "--no-write")
    printed = promptfoo(folder, "eval", *quiet, "-o", "../results.json", *arguments, status=status)
    assert "Invalid configuration" not in printed
    results = json.loads((folder.parent / "results.json").read_text())["results"]["results"]
    assert isinstance(results, list)
    return results


def named(result: dict[str, Any]) -> tuple[str, str]:
    code, _, case = result["testCase"]["description"].partition(" ")
    return code, case
