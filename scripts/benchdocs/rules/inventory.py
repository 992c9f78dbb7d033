"""INV: the inventory in `AGENTS.md`, which has to list what the suite holds."""

from collections.abc import Iterator

from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.suite.inventory import is_current, place_of_inventory, read_inventory
from benchdocs.suite.suite import Suite


@rule(
    "INV801",
    "inventory is out of date",
    Severity.WARNING,
    source="Introduction: current inventory",
)
def stale_inventory(suite: Suite) -> Iterator[Violation]:
    """The table in `AGENTS.md` does not match the current suite, or `AGENTS.md` has no such table. The check
    reports this only when there are no other errors and warnings, because the table would list what they are
    about.

    Why: people and coding agents read the table before they add to the suite. If a benchmark is missing from
    it, someone may write it a second time or reuse a retired code.

    Fix: run `benchdocs inventory --write`, which rewrites the table and nothing else.

    Bad (whole file) AGENTS.md:

        # Working here

    Good (whole file) benchdocs.toml:

        reserved = ["A-DEM7"]
    """
    file = read_inventory(suite)
    if file and not is_current(suite, file):
        message = "the inventory does not match the current suite"
        yield Violation(file, place_of_inventory(file), message, "run `benchdocs inventory --write`")
