"""What `--fix` makes of small changes to the demonstration suite, and what it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import ndiff
from pathlib import Path

from benchdocs.authoring import fix
from benchdocs.rules.check import check
from support.change_tables import Group, cases, laid_out
from support.tables import each_row


def mended(root: Path) -> Iterator[str]:
    """Place, hint and fate of each finding of a suite, then the lines that are changed."""
    findings, outcome = check(root).findings, fix.plan(root, lambda path: True)
    fix.write(root, outcome)
    fixed = {done.finding.identity for done in outcome.fixed}
    for finding in findings:
        fate = "fixed" if finding.identity in fixed else outcome.why_not(finding) or "left"
        yield f"{finding.place} {finding.rule} | {finding.hint} | {fate}"
    for change in outcome.files:
        lines = ndiff(change.before.split("\n"), change.after.split("\n"))
        yield from (line.replace(" ", "", 1) for line in lines if line[0] in "+-")


@each_row("group, values, expected", cases("fixes"))
def test_a_change_is_mended_as_the_table_says(
    tmp_path: Path, group: Group, values: list[str], expected: list[str]
) -> None:
    assert list(mended(laid_out(tmp_path, group, values))) == expected
