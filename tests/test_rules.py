"""Every rule finds what it is for, at the exact place, and stays silent otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from benchdocs.rules.registry import RULES
from benchdocs.rules.rule import Rule
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite
from suites import overlay_folder, overlay_samples, suite_with

CASES = Path(__file__).parent / "rules"
EARLIER = Suite(load(Path(__file__).parent / "earlier"))
"""What cases of the VER rules are held against: the demonstration suite with a retired benchmark."""


def cases(kind: str) -> list[Path]:
    """Case folders of one kind: `rules/WGT301/err`, `rules/WGT301/err-composite`."""
    return sorted(path for path in CASES.glob(f"*/{kind}*") if path.is_dir())


def case_name(path: Path) -> str:
    return f"{path.parent.name}-{path.name}"


def found(root: Path, rule_id: str) -> tuple[Finding, ...]:
    return check(root, EARLIER if rule_id.startswith("VER") else None).findings


def listed(root: Path, rule_id: str = "") -> list[str]:
    return [f"{finding.place} {finding.severity} {finding.rule}" for finding in found(root, rule_id)]


def test_the_demonstration_suite_is_silent(tmp_path: Path) -> None:
    assert listed(suite_with(tmp_path)) == []


@pytest.mark.parametrize("case", cases("err"), ids=case_name)
def test_an_err_case_yields_exactly_the_expected_findings(case: Path, tmp_path: Path) -> None:
    expected = (case / "expected").read_text().splitlines()
    assert any(line.endswith(case.parent.name) for line in expected)
    assert listed(overlay_folder(tmp_path, case), case.parent.name) == expected


@pytest.mark.parametrize("case", cases("ok"), ids=case_name)
def test_an_ok_case_is_silent(case: Path, tmp_path: Path) -> None:
    assert listed(overlay_folder(tmp_path, case), case.parent.name) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_has_both_kinds_of_case(rule: Rule) -> None:
    kinds = {path.name.split("-")[0] for path in (CASES / rule.id).iterdir()}
    assert kinds == {"err", "ok"}


def test_every_case_folder_belongs_to_a_rule() -> None:
    assert {path.name for path in CASES.iterdir()} == {rule.id for rule in RULES}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_bad_sample_of_the_documentation_breaks_the_rule(rule: Rule, tmp_path: Path) -> None:
    assert rule.explanation.bad
    findings = found(overlay_samples(tmp_path, rule.explanation.bad), rule.id)
    assert rule.id in {finding.rule for finding in findings}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_good_sample_of_the_documentation_is_silent(rule: Rule, tmp_path: Path) -> None:
    assert rule.explanation.good
    assert listed(overlay_samples(tmp_path, rule.explanation.good), rule.id) == []
