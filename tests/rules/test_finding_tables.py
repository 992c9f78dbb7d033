"""What findings say after small changes to the demonstration suite, and what their fixes would write."""

from __future__ import annotations

from pathlib import Path

from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from support.change_tables import Group, cases, laid_out
from support.tables import each_row


def shown(finding: Finding, form: str) -> str:
    """A finding in the form of its group, in which `new` is what the fix would write."""
    return form.format(**finding._asdict(), new=finding.fix.new if finding.fix else "")


@each_row("group, values, expected", cases("findings"))
def test_a_change_is_answered_as_the_table_says(
    tmp_path: Path, group: Group, values: list[str], expected: list[str]
) -> None:
    findings = check(laid_out(tmp_path, group, values)).findings
    form = group.get("form", "{message} | {hint}")
    told = [shown(each, form) for each in findings if each.rule.startswith(group.get("rule", ""))]
    assert told == expected
