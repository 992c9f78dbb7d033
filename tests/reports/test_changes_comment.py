"""A comment with changes links nothing and calls nobody, whatever the suite's texts hold."""

import pytest

from benchdocs.history.change import Change
from benchdocs.reports.changes import changes_markdown
from benchdocs.specs.field_facts import Effect

MARK = "<!-- -->"


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("ask @octocat", "ask @|octocat"),
        ("see #1", "see #|1"),
        ("see GH-12, gh-3", "see GH-|12, gh-|3"),
        ("octocat/repo#4", "octocat/repo#|4"),
        ("0123456789abcdef0123", "012345|6789abcdef0123"),
        ("octocat@0123456", "octocat@|012345|6"),
        ("https://example.org/issues/1", "https:|//example.org/issues/1"),
        ("www.example.org", "www|.example.org"),
        ("!1 ~bug %2 &3", "!|1 ~|bug %|2 &|3"),
        ("`@octocat #1 GH-1` and @x", "`@octocat #1 GH-1` and @|x"),
        ("an unclosed ` before @x", "an unclosed \\` before @|x"),
        ("A-DEM1 threshold 0.85 → 0.95, 90% of 1,000", "A-DEM1 threshold 0.85 → 0.95, 90% of 1,000"),
    ],
)
def test_nothing_in_a_comment_is_taken_for_a_reference(text: str, cut: str) -> None:
    change = Change("A-DEM1", "label", "", "", Effect.EDITORIAL, text)
    (line,) = [line for line in changes_markdown([change]) if line.startswith("- ")]
    assert line == f"- {cut.replace('|', MARK)}"
