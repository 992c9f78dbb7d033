"""The cases of the rules that a schema is held against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from support.case_folders import RULE_CASES

MISPLACED = ("FLD102/err-benchmark-among-rubrics", "FLD102/err-rubric-among-benchmarks")
"""Cases in which the check says that a file lies among another kind of spec, and no more of its fields."""
READ_BY_A_SCHEMA = [
    case for case in sorted(RULE_CASES.glob("*/err*")) if f"{case.parent.name}/{case.name}" not in MISPLACED
]


def specs(folder: Path) -> Iterator[Path]:
    files = (path for path in sorted(folder.rglob("*.y*ml")) if "llm-judge" not in path.parts)
    without = {"mkdocs.yml", "reviewers.yaml", "topics.yaml"}
    return (path for path in files if path.name not in without and "reviews" not in path.parts)
