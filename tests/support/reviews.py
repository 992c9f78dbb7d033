"""Reviews of the demonstration suite as tests write and read them."""

from __future__ import annotations

from pathlib import Path

from click.testing import Result

from benchdocs.rules.check import check
from benchdocs.suite.reviews import Standing, standing
from support.commands import run

DEM1, RUBRIC = "a-component/A-DEM1.yaml", "rubrics/A-DEM.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
RECORD = "reviews/A-DEM1/2026-01-31-ems-1.yaml"
DRAFT = "status: draft\n"
REVIEWERS = """reviewers:
  - {id: ems-1, role: Paramedic, qualification: Ten years on ambulances, conflicts: None known}
  - {id: ems-2, role: Nurse, qualification: Triage, conflicts: None known}
"""


def review(root: Path, *arguments: str, reviewer: str = "ems-1", on: str = "2026-01-31") -> Result:
    return run("review", *(arguments or ("A-DEM1",)), "--reviewer", reviewer, "--on", on, "--root", root)


def standing_of(root: Path, code: str = "A-DEM1") -> Standing:
    suite = check(root).suite
    return standing(suite, suite.benchmark.get(code) or suite.rubric[code])


def rules(root: Path) -> list[str]:
    return [finding.rule for finding in check(root).findings]


def status(root: Path, *codes: str) -> str:
    return run("review", "--status", *codes, "--root", root).output
