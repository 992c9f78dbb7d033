"""Calibration cases and a data dictionary for the demonstration suite."""

from __future__ import annotations

from support.paths import BASE, DATA

CASES = "evaluators/cases/arrival.yaml"
LABELS = "evaluators/labels.yaml"
CASE_FILES = {path: (DATA / "half_typed" / path).read_text() for path in (CASES, LABELS)}
"""A whole set for A-DEM1."""
DEM1 = (BASE / "a-component/A-DEM1.yaml").read_text()
WITH_LABEL = {"a-component/A-DEM1.yaml": f"{DEM1}metric:\n  labels: [stated_times]\n"}
"""The benchmark with a metric that is counted from the dictionary's label."""
