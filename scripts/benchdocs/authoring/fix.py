"""Write what findings are certain of: each fix replaces one key, value or word, and changes nothing else.

All fixes of a file are applied from its end, so that none moves the place of another. Of two that overlap,
the later one is applied; the next run reads the file again, and applies the other.
"""

from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from benchdocs.authoring.changeset import Step, carry_out
from benchdocs.authoring.file_states import States, states
from benchdocs.documents.locations import Edit
from benchdocs.documents.text_file import shorten
from benchdocs.documents.yaml_edit import edited
from benchdocs.files.atomic import read_exactly
from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding

_LONGEST_SHOWN = 60


class Fixed(NamedTuple):
    """Finding that was fixed, and how: ``` `50%` → `0.5` ```."""

    finding: Finding
    how: str


class FileChange(NamedTuple):
    """Text of a file before and after its fixes."""

    path: str
    before: str
    after: str


class FixOutcome(NamedTuple):
    """Result of applying all fixes: what is fixed, and which fixes are refused, with the reason.

    `states` are the states of the suite's files before.
    """

    fixed: list[Fixed]
    files: list[FileChange]
    refused: dict[tuple[str, str, str], str]
    states: States

    def why_not(self, finding: Finding) -> str | None:
        """Return why a finding that has a fix is left, as a clause; None for one without a fix."""
        if finding.fix:
            return self.refused.get(finding.identity, "run the command again")
        return None


def plan(root: Path, may_touch: Callable[[str], bool]) -> FixOutcome:
    """Determine what can be fixed in the files that may be changed; write nothing."""
    outcome = FixOutcome([], [], {}, states(root))
    fixes: dict[str, list[tuple[Edit, Finding]]] = {}
    for finding in check(root).findings:
        if edit := finding.fix:
            fixes.setdefault(edit.path, []).append((edit, finding))
    for path, of_file in sorted(fixes.items()):
        if may_touch(path):
            _fix_file(root, path, of_file, outcome)
        else:
            reason = f"`{path}` is not among the given paths"
            outcome.refused.update((finding.identity, reason) for _, finding in of_file)
    outcome.fixed.sort(key=lambda fixed: fixed.finding.sort_key())
    return outcome


def write(root: Path, outcome: FixOutcome) -> None:
    """Write the files of an outcome, within `lock.changing`.

    Raises StoppedError where the file system refuses, or a file was changed meanwhile.
    """
    carry_out(root, [Step(change.path, change.after) for change in outcome.files], outcome.states)


def _fix_file(root: Path, path: str, fixes: list[tuple[Edit, Finding]], outcome: FixOutcome) -> None:
    """Enter in an outcome what fixes make of a file, from its end, and which of them are refused."""
    before = after = read_exactly(root / path)
    later: Edit | None = None
    for edit, finding in sorted(fixes, key=itemgetter(0), reverse=True):
        if later and edit != later and edit.end > later.start:
            continue
        if edit != later:
            text = edited(after, edit)
            if text is None:
                outcome.refused[finding.identity] = "other keys or values would change too"
                continue
            after, later = text, edit
        how = _description(before, edit)
        if path != finding.path:
            how += f" in `{path}`"
        outcome.fixed.append(Fixed(finding, how))
    if after != before:
        outcome.files.append(FileChange(path, before, after))


def _description(text: str, edit: Edit) -> str:
    """Return what is changed, in a few words: ``` `50%` → `0.5` ```."""
    old = _shown(text.lstrip("\ufeff")[edit.start : edit.end])
    new = _shown(edit.new)
    if not old.strip() and not new.strip():
        return "spaces corrected"
    if not old.strip():
        return f"`{new.strip()}` inserted"
    if not new:
        return f"`{old}` deleted"
    return f"`{old}` → `{new}`"


def _shown(text: str) -> str:
    return shorten(text.strip("\r\n"), _LONGEST_SHOWN)
