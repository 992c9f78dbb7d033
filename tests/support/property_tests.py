"""How many examples the property-based tests try, and what holds of the findings on any suite.

`HYPOTHESIS_PROFILE=long .venv/bin/python -m pytest tests/rules/test_suite_properties.py` tries 42,500
examples, other ones in each run; without it there are 340, always the same.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st

from benchdocs.reports.text import findings_text
from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding, Related

IS_LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
_TIMES = 125 if IS_LONG else 1
PIECES = st.sampled_from(
    [
        *"><|=%#:-*&!?\"'“”[]{}@`~\\≥5\t\n\u00a0",
        "> ",
        ">= ",
        "| ",
        " #",
        ": ",
        "- ",
        ", ",
        "\n  ",
        "90%",
        "...",
    ]
)
"""What may be typed by mistake."""


def examples(number: int) -> settings:
    """The settings of a property that is tried on so many examples, in a long run on 125 times as many."""
    return settings(
        deadline=None, max_examples=number * _TIMES, derandomize=not IS_LONG, database=None, print_blob=True
    )


def findings_of(root: Path) -> tuple[Finding, ...]:
    """The findings on a suite: sorted, each inside its file, and of a form that can be shown."""
    findings = check(root).findings
    assert list(findings) == sorted(findings, key=Finding.sort_key)
    lines: dict[str, list[str]] = {}
    for finding in findings:
        places: list[Finding | Related] = [finding, *finding.related]
        for place in places:
            if place.path not in lines:
                text = (root / place.path).read_bytes().decode("utf-8-sig", "replace")
                lines[place.path] = re.split(r"\r\n|\r|\n", text)
            assert 1 <= place.line <= len(lines[place.path])
            assert 1 <= place.column <= len(lines[place.path][place.line - 1]) + 1
        assert f"{finding.message}{finding.hint}".isprintable()
    assert all(line.isprintable() for line in findings_text(findings))
    return findings
