"""Files of the demonstration suite with faults in them, and waivers."""

from __future__ import annotations

from support.commands import texts
from support.paths import DATA
from support.suites import base_with

FAULTY = texts(DATA / "faulty")
"""Files to lay over the demonstration suite, with twenty-eight violations between them."""
WITHOUT_EXAMPLES = base_with(
    "a-component/A-DEM2.yaml",
    ("examples:\n  - \"Narrative: 'left at 14:40' but the record has no departure time.\"\n", ""),
)


def waiver(rule: str, code: str, reason: str = "Agreed on for this test.") -> str:
    """A waiver as an author writes it."""
    table = f'[[tool.benchdocs.waivers]]\nrule = "{rule}"\ncode = "{code}"\nreason = "{reason}"\n'
    return f'{table}by = "The suite\'s owners"\non = 2026-01-31\n'
