"""Make the box that lists violations on every page of a preview, the one thing that a build lacks."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from benchdocs.rules.finding import Finding, Severity
from benchdocs.site.audit.conformance import in_words
from benchdocs.site.renderer import Renderer, leading
from benchdocs.suite.files import grouped

MOST_UNFOLDED = 3
"""Findings that the box shows unfolded, except on the page of a file with findings, which shows its own."""
MOST_OPEN = 10
"""Folded findings up to which unfolding them unfolds every file."""


class FindingBox:
    """The box of one build, its errors first; `findings` are all findings.

    `owed` are those of uncommitted edits, which no page shows itself.
    """

    def __init__(self, renderer: Renderer, findings: Sequence[Finding], owed: Sequence[Finding] = ()) -> None:
        self._renderer = renderer
        self._owed = _by_file(owed)
        findings = sorted((*findings, *owed), key=lambda finding: (finding.gravity, finding.sort_key()))
        self._violations = _by_file(each for each in findings if each.severity is not Severity.NOTE)
        self._notes = _by_file(each for each in findings if each.severity is Severity.NOTE)
        self._has_error = any(each.severity is Severity.ERROR for each in findings)

    def html(self, url: str, own_path: str | None, warnings: Sequence[str] = ()) -> str:
        """Return the box for the page of the file `own_path` at this address, or nothing.

        The page shows its own file's violations itself; its notes, which fail no build, are in the box.
        `warnings` are those of MkDocs about the hand-written pages.
        """
        owed = self._owed.get(own_path or "", ())
        own = [each for each in self._violations.get(own_path or "", ()) if each not in owed]
        notes = self._notes.get(own_path or "", ())
        if not self._violations and not notes and not warnings:
            return ""
        elsewhere = {path: found for path, found in self._violations.items() if path != own_path}
        if own_path and owed:
            elsewhere = {own_path: owed, **elsewhere}
        foreign = sorted(chain.from_iterable(elsewhere.values()), key=lambda finding: finding.gravity)
        shown = 0 if own else len(leading(foreign, MOST_UNFOLDED))
        unfolded, folded = _by_file(foreign[:shown]), _by_file(foreign[shown:])
        entries = []
        for path, findings in folded.items():
            count = f"{_counts(findings)} more" if path in unfolded else _counts(findings)
            entries.append((path, count, findings))
        return self._renderer.fragment(
            "violations.html.j2",
            url,
            total=_counts([*own, *foreign]),
            own=len(own),
            foreign=foreign,
            files=len(self._violations),
            unfolded=[(path, _counts(elsewhere[path]), found) for path, found in unfolded.items()],
            entries=entries,
            is_rest=len(folded) == 1 and folded.keys() <= unfolded.keys(),
            others=len(foreign[shown:]),
            has_error=self._has_error,
            notes=notes,
            warnings=warnings,
            most_open=MOST_OPEN,
        )


def _by_file(findings: Iterable[Finding]) -> dict[str, tuple[Finding, ...]]:
    return grouped((finding.path, finding) for finding in findings)


def _counts(findings: Iterable[Finding]) -> str:
    return in_words(Counter(finding.severity for finding in findings))
