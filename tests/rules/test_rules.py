"""Every rule finds what it is for, at the exact place, and stays silent otherwise."""

from __future__ import annotations

import re
from pathlib import Path

from benchdocs.rules.families import RETIRED, family_of
from benchdocs.rules.registry import RULES
from benchdocs.rules.rule import Rule
from support.case_folders import RULE_CASES
from support.commands import run
from support.rule_cases import cases, found
from support.suites import overlay_folder, overlay_samples, suite_with
from support.tables import each_row


def listed(root: Path, rule_id: str = "") -> list[str]:
    return [f"{finding.place} {finding.severity} {finding.rule}" for finding in found(root, rule_id)]


def test_the_demonstration_suite_is_silent(tmp_path: Path) -> None:
    assert listed(suite_with(tmp_path)) == []


@each_row("case", cases("ok"))
def test_an_ok_case_is_silent(case: Path, tmp_path: Path) -> None:
    assert listed(overlay_folder(tmp_path, case), case.parent.name) == []


def test_every_rule_has_both_kinds_of_case_and_every_case_folder_a_rule() -> None:
    kinds = {
        folder.name: {case.name.partition("-")[0] for case in folder.iterdir()}
        for folder in RULE_CASES.iterdir()
    }
    assert kinds == {rule.id: {"err", "ok"} for rule in RULES}


@each_row("rule", RULES)
def test_the_bad_sample_of_the_documentation_breaks_the_rule(rule: Rule, tmp_path: Path) -> None:
    assert rule.explanation.bad
    findings = found(overlay_samples(tmp_path, rule.explanation.bad), rule.id)
    assert rule.id in {finding.rule for finding in findings}


@each_row("rule", RULES)
def test_the_good_sample_of_the_documentation_is_silent(rule: Rule, tmp_path: Path) -> None:
    assert rule.explanation.good
    assert listed(overlay_samples(tmp_path, rule.explanation.good), rule.id) == []


def test_the_number_of_a_retired_rule_is_never_given_again() -> None:
    numbers = [id.removeprefix(family_of(id)) for id in (*RETIRED, *(rule.id for rule in RULES))]
    assert len(numbers) == len(set(numbers))


@each_row("id", [*RETIRED])
def test_a_retired_rule_says_in_one_sentence_why(id: str) -> None:
    assert re.fullmatch(r"[^.]+[^.\s]", RETIRED[id])
    told = run("rules", id).output
    assert f"{id} was retired: {RETIRED[id]}" in " ".join(told.split())
