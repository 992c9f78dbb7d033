"""Make the box that lists violations on every page of a preview, the one thing that a build lacks."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, groupby

from benchdocs.rules.finding import Finding, Severity
from benchdocs.site.audit.conformance import in_words
from benchdocs.site.renderer import Renderer

MOST_UNFOLDED = 3
"""Findings that the box shows unfolded, except on the page of a file with findings, which shows its own."""
MOST_OPEN = 10
"""Folded findings up to which unfolding them unfolds every file."""


class FindingBox:
    """The box of one build; `findings` are all findings, sorted by file.

    `owed` are those of uncommitted edits, which no page shows itself.
    """

    def __init__(self, renderer: Renderer, findings: Sequence[Finding], owed: Sequence[Finding] = ()) -> None:
        self._renderer = renderer
        self._owed = _by_file(owed)
        findings = sorted((*findings, *owed), key=Finding.sort_key)
        self._violations = _by_file(each for each in findings if each.severity is not Severity.NOTE)
        self._notes = _by_file(each for each in findings if each.severity is Severity.NOTE)
        self._has_error = any(each.severity is Severity.ERROR for each in findings)

    def html(self, url: str, own_path: str | None, warnings: Sequence[str] = ()) -> str:
        """Return the box for the page of the file `own_path` at this address, or nothing.

        The page shows its own file's violations itself; its notes, which fail no build, are in the box.
        `warnings` are those of MkDocs about the hand-written pages.
        """
        owed = self._owed.get(own_path or "", [])
        own = [each for each in self._violations.get(own_path or "", []) if each not in owed]
        notes = self._notes.get(own_path or "", [])
        if not self._violations and not notes and not warnings:
            return ""
        elsewhere = {path: found for path, found in self._violations.items() if path != own_path}
        if own_path and owed:
            elsewhere = {own_path: owed, **elsewhere}
        foreign = list(chain.from_iterable(elsewhere.values()))
        shown = 0 if own else MOST_UNFOLDED
        unfolded, folded = _by_file(foreign[:shown]), _by_file(foreign[shown:])
        return self._renderer.fragment(
            "violations.html.j2",
            url,
            total=len(own) + len(foreign),
            own=len(own),
            files=len(self._violations),
            unfolded=[(path, _counts(elsewhere[path]), found) for path, found in unfolded.items()],
            entries=[
                (path, f"{_counts(found)} more" if path in unfolded else _counts(found), found)
                for path, found in folded.items()
            ],
            is_rest=len(folded) == 1 and folded.keys() <= unfolded.keys(),
            others=len(foreign[shown:]),
            has_error=self._has_error,
            notes=notes,
            warnings=warnings,
            most_open=MOST_OPEN,
        )


def _by_file(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    return {path: list(found) for path, found in groupby(findings, lambda finding: finding.path)}


def _counts(findings: list[Finding]) -> str:
    return in_words(Counter(finding.severity for finding in findings))
