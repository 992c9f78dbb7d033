"""WVR: exceptions in `pyproject.toml` that say no reason, cannot be used, or are no longer needed."""

from collections.abc import Iterator, Sequence

from benchdocs.documents.locations import Place
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.settings import Waiver
from benchdocs.suite.suite import Suite

SOURCE = "Project conventions: waivers"
UNWAIVABLE = ("YML", "FLD", "WVR", "DOC")
"""Rule groups that no waiver excuses: without them a spec cannot be read at all, or a page not trusted."""


@rule(
    "WVR901",
    "waiver without reason, or settings that cannot be read",
    source=SOURCE,
    unfixable="the waiver is yours to complete",
)
def waiver_without_reason(suite: Suite) -> Iterator[Violation]:
    """A waiver names no reason, rule or code, excuses a rule that cannot be waived, or the settings that
    hold it cannot be read.

    Why: every exception is shown on the site, and an auditor asks of each why it was made.

    Fix: write all three: `rule`, `code` (or a prompt's file name) and `reason`. YML, FLD and
    DOC rules cannot be waived; mend the file instead.

    Bad (whole file) pyproject.toml:

        [[tool.benchdocs.waivers]]
        rule = "TXT506"
        code = "A-DEM1"

    Good (whole file) pyproject.toml:

        [tool.benchdocs]
        waivers = []
    """
    for place, message in suite.settings.faults:
        yield Violation(
            suite.settings.file, place, message, "correct the file; the checks run without its settings"
        )
    for waiver in suite.settings.waivers:
        place = Place(position=waiver.position)
        absent = [name for name in ("rule", "code", "reason") if not getattr(waiver, name)]
        if absent:
            message = (
                f"the waiver of {waiver.rule or 'a rule'} for {waiver.code or 'a code'} has no {absent[-1]}"
            )
            yield Violation(suite.settings.file, place, message, f'add `{absent[-1]} = "..."`')
        elif waiver.rule.startswith(UNWAIVABLE):
            message = f"{waiver.rule} cannot be waived"
            yield Violation(suite.settings.file, place, message, "mend the file that the finding names")


@rule(
    "WVR902",
    "unused waiver",
    Severity.WARNING,
    source=SOURCE,
    unfixable="whether the waiver or its code is wrong only you know",
)
def unused_waiver(suite: Suite, unused: Sequence[Waiver]) -> Iterator[Violation]:
    """A waiver excuses a finding that does not occur.

    Why: an exception that is no longer needed would hide the next violation of its kind.

    Fix: delete the waiver, or correct its rule or code.

    Bad (whole file) pyproject.toml:

        [[tool.benchdocs.waivers]]
        rule = "TXT502"
        code = "A-DEM1"
        reason = "kept from an earlier version"

    Good (whole file) pyproject.toml:

        [tool.benchdocs]
        waivers = []
    """
    for waiver in unused:
        message = f"nothing is found by {waiver.rule} for {waiver.code}"
        place = Place(position=waiver.position)
        yield Violation(suite.settings.file, place, message, "delete the waiver, or correct its rule or code")
