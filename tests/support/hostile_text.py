"""A suite with hostile text wherever text can stand."""

from __future__ import annotations

from pathlib import Path

import yaml

from support.commands import texts
from support.paths import DATA
from support.suites import suite_with

_FILES = {path: text.replace("LONG_WORD", "w" * 3000) for path, text in texts(DATA / "hostile_text").items()}
_SPEC = yaml.safe_load(_FILES["a-component/A-DEM1.yaml"])
TEXTS: dict[str, str] = {
    name: _SPEC[name]
    for name in ("label", "concept", "inclusion_criteria", "exclusion_criteria", "rationale")
}
EXAMPLE: str = _SPEC["examples"][0]
LEVEL: str = _SPEC["scoring_scale"]["descriptions"][1]
RUBRIC_LABEL: str = yaml.safe_load(_FILES["rubrics/A-DEM.yaml"])["label"]


def hostile_suite(root: Path) -> Path:
    """The demonstration suite with hostile text wherever text can stand."""
    return suite_with(root, _FILES)
