"""What a check finds in one file of a suite, beside the fault of another file, which it must not lose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from benchdocs.rules.check import Report, check
from support.paths import BASE
from support.patience import little_work
from support.suites import suite_with

SPEC = "a-component/A-DEM2.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
BASE_SPEC = (BASE / SPEC).read_text()
AT_FAULT = BASE_SPEC.replace("weight: 0.5\n", "weight: 5\n")
"""The spec with its weight, in line 7, out of range."""
OTHER_FAULT = {"rubrics/A-AUX.yaml": (BASE / "rubrics/A-AUX.yaml").read_text().replace("0.90", "9")}
"""A fault in another file, which has to be found beside whatever else is wrong."""
OTHER_FINDING = "rubrics/A-AUX.yaml:6:20 FLD104"


def check_in_time(root: Path) -> Report:
    """The report on a root with the other fault, which is found soon, unless the settings cannot be read."""
    with little_work():
        report = check(root)
    if {finding.rule for finding in report.findings} != {"WVR901"}:
        assert OTHER_FINDING in [f"{finding.place} {finding.rule}" for finding in report.findings]
    return report


def found_in(root: Path, path: str) -> list[str]:
    """Place and rule of all findings in one file."""
    findings = [finding for finding in check_in_time(root).findings if finding.path == path]
    return [f"{finding.line}:{finding.column} {finding.rule}" for finding in findings]


def found_with(tmp_path: Path, files: Mapping[str, str | bytes], path: str = SPEC) -> list[str]:
    """What is found in one file of the demonstration suite with these files over it."""
    return found_in(suite_with(tmp_path, {**OTHER_FAULT, **files}), path)
