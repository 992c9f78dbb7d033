"""The case folders of the rules, and what a check finds in one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from benchdocs.rules.registry import RULE_BY_ID
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite
from support import paths
from support.case_folders import RULE_CASES
from support.forbidden import FORBIDDEN

EARLIER = Suite(load(paths.EARLIER))
"""What cases of the VER rules are held against: the demonstration suite with a retired benchmark."""


@cache
def cases(kind: str) -> list[Path]:
    """Case folders of one kind: `rules/WGT301/err`, `rules/WGT301/err-composite`."""
    return sorted(path for path in RULE_CASES.glob(f"*/{kind}*") if path.is_dir())


def case_name(path: Path) -> str:
    return f"{path.parent.name}-{path.name}"


def found(root: Path, rule_id: str) -> tuple[Finding, ...]:
    """The findings in a root, where a rule that a setting switches on has the shipped suite's setting."""
    rule = RULE_BY_ID.get(rule_id)
    if rule and rule.setting and not (root / "benchdocs.toml").exists():
        (root / "benchdocs.toml").write_text(FORBIDDEN, "utf-8")
    return check(root, EARLIER if rule_id.startswith("VER") else None).findings
