"""The shipped specs as PyYAML alone reads them, for tests that count without the project's own modules."""

from __future__ import annotations

from typing import Any

import yaml

from support.paths import REPOSITORY


def _read(folder: str) -> dict[str, dict[str, Any]]:
    paths = sorted((REPOSITORY / folder).glob("*.yaml"))
    return {path.stem: yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader) for path in paths}


BENCHMARKS = _read("a-component")
"""The fields of each benchmark, by the name of its file."""
RUBRICS = _read("rubrics")
"""The fields of each rubric, by the name of its file."""
CALLS = _read("evaluators/calls")
"""The fields of each complete call, by the name of its file."""
