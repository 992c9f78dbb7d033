"""Calibration cases, a data dictionary and agreement figures for the demonstration suite."""

from __future__ import annotations

from support.paths import BASE, RULE_CASES

CASES = "evaluators/cases/arrival.yaml"
LABELS = "evaluators/labels.yaml"
VALIDATION = "evaluators/validation/arrival.yaml"
MEASURED = {path: (RULE_CASES / "CAS1611/ok" / path).read_text() for path in (CASES, LABELS, VALIDATION)}
"""A whole set for A-DEM1, whose judge was measured on its prompt and cases as they are."""
UNMEASURED = {path: text for path, text in MEASURED.items() if path != VALIDATION}
DEM1 = (BASE / "a-component/A-DEM1.yaml").read_text()
WITH_LABEL = {"a-component/A-DEM1.yaml": f"{DEM1}metric:\n  labels: [stated_times]\n"}
"""The benchmark with a metric that is counted from the dictionary's label."""
