"""Every rule finds what it is for, at the exact place; what its findings say changes only on purpose.

After a change that was meant: `.venv/bin/python -m pytest tests/rules/test_messages.py --snapshot-update`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from benchdocs.rules.finding import Finding
from benchdocs.rules.registry import RULES
from benchdocs.rules.rule import Rule
from support.rule_cases import cases, found
from support.suites import overlay_folder


class FindingsExtension(SingleFileSnapshotExtension):
    """The findings of a rule's cases in one file, readable in a diff."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


def told(finding: Finding, root: Path) -> Iterator[str]:
    """A finding in full, an entry a line."""
    yield f"{finding.place} {finding.severity} {finding.rule}: {finding.message}"
    if finding.field:
        yield f"    field: {finding.field}"
    if finding.hint:
        yield f"    hint: {finding.hint}"
    for related in finding.related:
        yield f"    related: {related.place} {related.note}"
    if edit := finding.fix:
        text = (root / edit.path).read_bytes().decode("utf-8-sig", "replace")
        yield f"    fix: {edit.path} {text[edit.start : edit.end]!r} becomes {edit.new!r}"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_findings_of_a_rule_say_what_they_said(
    rule: Rule, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    lines: list[str] = []
    for case in cases("err"):
        if case.parent.name == rule.id:
            root = overlay_folder(tmp_path / case.name, case)
            findings = found(root, rule.id)
            places = [f"{each.place} {each.severity} {each.rule}" for each in findings]
            assert places == (case / "expected").read_text().splitlines(), case.name
            assert any(each.rule == rule.id for each in findings), case.name
            lines += [case.name, *(f"  {line}" for each in findings for line in told(each, root)), ""]
            has_fix = any(each.fix for each in findings if each.rule == rule.id)
            assert rule.is_fixable or not has_fix
    assert "\n".join(lines) == snapshot(extension_class=FindingsExtension)


def test_the_rules_are_called_what_they_were_called(snapshot: SnapshotAssertion) -> None:
    lines = [f"{rule.id} {rule.severity}: {rule.title}\n    source: {rule.source}" for rule in RULES]
    assert "\n".join(lines) == snapshot(extension_class=FindingsExtension)
