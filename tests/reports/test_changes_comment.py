"""A comment with changes links nothing and calls nobody, whatever the suite's texts hold."""

from benchdocs.history.change import Change
from benchdocs.reports.changes import changes_markdown
from benchdocs.specs.field_facts import Effect
from support.tables import table

MARK = "<!-- -->"


@table
def test_nothing_in_a_comment_is_taken_for_a_reference(text: str, cut: str) -> None:
    change = Change("A-DEM1", "label", "", "", Effect.EDITORIAL, text)
    (line,) = [line for line in changes_markdown([change]) if line.startswith("- ")]
    assert line == f"- {cut.replace('|', MARK)}"
