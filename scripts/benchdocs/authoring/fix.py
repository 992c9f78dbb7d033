"""Apply the fixes that findings carry, tried on a copy of the suite before a file is touched.

The copy is fixed in rounds: fixes that do not overlap are applied together, the rest in the next round. A fix
that causes a new finding is undone, and one that changes more than its finding names is not tried. Then the
suite's own files are written; what a stopped run left unfixed is found and fixed by the next one.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchdocs.authoring.changeset import Step, carry_out, copy_of_suite, difference
from benchdocs.authoring.file_states import States, states
from benchdocs.documents.edit_effects import side_effect
from benchdocs.documents.locations import Edit, ListEntry, Move
from benchdocs.documents.text_file import decode, edited, shorten
from benchdocs.documents.yaml_edit import EditError, with_entry
from benchdocs.files.atomic import read_exactly
from benchdocs.rules.check import Report, check
from benchdocs.rules.finding import Finding
from benchdocs.rules.registry import RULE_BY_ID
from benchdocs.suite.files import grouped

MOST_ROUNDS = 20
"""Fixes that touch one another take turns; each round costs a check."""
_LONGEST_SHOWN = 60
_OF_VALUES = ("FLD103", "FLD105", "FLD106", "CAS1608")
"""Rules on the type of a value: one that does not fit a key shows that the key was another one's."""

Identity = tuple[str, str, str]


class Fixed(NamedTuple):
    """Finding that was fixed, and how: ``` `50%` -> `0.5` ```."""

    finding: Finding
    how: str


class FileChange(NamedTuple):
    """Text of a file before and after, and its path before and after."""

    path: str
    new_path: str
    before: str
    after: str


class FixOutcome(NamedTuple):
    """Result of trying all fixes: what can be fixed, and why the rest cannot.

    `states` are the states of the suite's files before.
    """

    fixed: tuple[Fixed, ...]
    files: tuple[FileChange, ...]
    refused: dict[Identity, str]
    states: States

    def why_not(self, finding: Finding) -> str:
        """Return why a remaining finding was not fixed, as a clause."""
        if finding.fix and finding.identity not in self.refused:
            return "run the command again"
        return self.refused.get(finding.identity) or finding.why_not or RULE_BY_ID[finding.rule].unfixable

    def mends(self, finding: Finding) -> bool:
        """Return whether a finding of the unchanged suite is fixed."""
        return any(fixed.finding.identity == finding.identity for fixed in self.fixed)


def plan(root: Path, may_touch: Callable[[str], bool]) -> FixOutcome:
    """Determine what can be fixed in the files that may be changed; write nothing."""
    with TemporaryDirectory() as folder:
        copy, before = Path(os.path.realpath(folder)), states(root)
        copy_of_suite(root, copy)
        return _TrialSuite(copy, may_touch).outcome(before)


def write(root: Path, outcome: FixOutcome) -> None:
    """Write the files of an outcome, within `lock.changing`.

    Raises StoppedError where the file system refuses, or a file was changed meanwhile.
    """
    steps = []
    for change in outcome.files:
        if change.after != change.before:
            steps.append(Step(change.path, change.after))
        if change.new_path != change.path:
            steps.append(Step(change.path, to=change.new_path))
    carry_out(root, steps, outcome.states)


def unified_diff(outcome: FixOutcome) -> Iterator[str]:
    """Yield the changes as a unified diff that `git apply` takes, with the line ends of the files."""
    for change in outcome.files:
        old, new = f"a/{change.path}", f"b/{change.new_path}"
        if change.new_path != change.path:
            yield f"diff --git {old} {new}\nrename from {change.path}\nrename to {change.new_path}\n"
        yield difference(old, new, change.before, change.after)


class _TrialSuite:
    """Copy of a suite in which fixes are tried out.

    Attributes:
        originals: The path and text that a file had at first, by its present path.
    """

    def __init__(self, root: Path, may_touch: Callable[[str], bool]) -> None:
        self.root = root
        self.may_touch = may_touch
        self.report = check(root)
        self.refused: dict[Identity, str] = {}
        self.fixed: list[Fixed] = []
        self.originals: dict[str, tuple[str, str]] = {}

    def outcome(self, before: States) -> FixOutcome:
        """Apply what can be applied; `before` are the states of the files that were copied."""
        for _ in range(MOST_ROUNDS):
            batch = self._batch()
            if not batch:
                break
            if self._try(batch) is not None:
                self._try_each(batch)
        return FixOutcome(tuple(self.fixed), tuple(self._files()), self.refused, before)

    def _try_each(self, batch: list[Finding]) -> None:
        """Apply fixes one by one, each at its place after the ones before it."""
        for key in [finding.identity for finding in batch]:
            same = (finding for finding in self.report.findings if finding.fix and finding.identity == key)
            if (present := next(same, None)) and (objection := self._try([present])):
                self.refused[key] = objection

    def _batch(self) -> list[Finding]:
        """Return findings whose fixes can be applied together."""
        batch: list[Finding] = []
        taken: list[Edit | ListEntry | Move] = []
        for finding in self.report.findings:
            if not finding.fix or finding.identity in self.refused:
                continue
            if objection := self._objection_to_paths(finding):
                self.refused[finding.identity] = objection
            elif not any(_conflict(change, other) for change in finding.fix for other in taken):
                batch.append(finding)
                taken += finding.fix
        return batch

    def _objection_to_paths(self, finding: Finding) -> str | None:
        for name in dict.fromkeys(change.path for change in finding.fix):
            if not self.may_touch(name):
                return f"`{name}` is not among the given paths"
            if os.path.realpath(path := self.root / name) != str(path):  # itself, or a folder above it
                return f"`{name}` is a link"
        for move in (change for change in finding.fix if isinstance(change, Move)):
            new = self.root / move.new
            if new.exists() and not new.samefile(self.root / move.path):
                return f"the file `{move.new}` already exists"
        return None

    def _try(self, findings: list[Finding]) -> str | None:
        """Apply these fixes; where they cause a new finding, undo them and return why."""
        paths = dict.fromkeys(change.path for finding in findings for change in finding.fix)
        before = {path: read_exactly(self.root / path) for path in paths}
        moves = [change for finding in findings for change in finding.fix if isinstance(change, Move)]
        if harm := next(filter(None, (_harm(finding, before) for finding in findings)), None):
            return harm
        try:
            after = {path: _text_after(text, path, findings) for path, text in before.items()}
        except EditError as error:
            return str(error)
        for path, text in after.items():
            (self.root / path).write_bytes(text.encode())
        for move in moves:
            os.rename(self.root / move.path, self.root / move.new)
        report = check(self.root)
        edits = [change for finding in findings for change in finding.fix if isinstance(change, Edit)]
        files = {path: decode(path, text.encode()) for path, text in before.items()}
        touched = {(edit.path, files[edit.path].position_of(edit.start).line) for edit in edits}
        if new := _new_finding(self.report, report, findings, touched):
            for move in moves:
                os.rename(self.root / move.new, self.root / move.path)
            for path, text in before.items():
                (self.root / path).write_bytes(text.encode())
            return f"it would then break {new.rule} ({new.message})"
        for path, text in before.items():
            self.originals.setdefault(path, (path, text))
        for move in moves:
            self.originals[move.new] = self.originals.pop(move.path)
        self.fixed += (Fixed(finding, _description(finding, before)) for finding in findings)
        self.report = report
        return None

    def _files(self) -> Iterator[FileChange]:
        for path, (first, before) in sorted(self.originals.items()):
            after = read_exactly(self.root / path)
            if path != first or before != after:
                yield FileChange(first, path, before, after)


def _conflict(change: Edit | ListEntry | Move, other: Edit | ListEntry | Move) -> bool:
    """Return whether two changes conflict: they touch, or one moves the file that the other edits."""
    if change.path != other.path:
        return isinstance(change, Move) and isinstance(other, Move) and change.new == other.new
    if isinstance(change, Edit) and isinstance(other, Edit):
        return change.start <= other.end and other.start <= change.end
    return isinstance(change, Move) or isinstance(other, Move)


def _harm(finding: Finding, before: dict[str, str]) -> str | None:
    """Return what the edits of a finding would do besides fixing it, as a clause; None where nothing."""
    edits = grouped((change.path, change) for change in finding.fix if isinstance(change, Edit))
    in_yaml = ((path, found) for path, found in edits.items() if re.search(r"\.ya?ml\b", path, re.IGNORECASE))
    bodies = ((decode(path, before[path].encode()).text, found) for path, found in in_yaml)
    return next(filter(None, (side_effect(text, found) for text, found in bodies)), None)


def _text_after(text: str, path: str, findings: Iterable[Finding]) -> str:
    """Return a file's text, with its byte order mark, after all changes to it."""
    changes = [change for finding in findings for change in finding.fix if change.path == path]
    text = edited(text, [change[1:] for change in changes if isinstance(change, Edit)])
    for entry in changes:
        if isinstance(entry, ListEntry):
            text = with_entry(text, entry.route, entry.new)
    return text


def _new_finding(
    before: Report, after: Report, mended: list[Finding], touched: set[tuple[str, int]]
) -> Finding | None:
    """Return the first finding that the fixes caused rather than revealed."""
    moves = {
        change.new: change.path for finding in mended for change in finding.fix if isinstance(change, Move)
    }
    known = Counter(finding.identity for finding in before.findings)
    known.subtract(finding.identity for finding in mended)
    for finding in after.findings:
        key = (finding.rule, moves.get(finding.path, finding.path), finding.message)
        if known[key] > 0:
            known[key] -= 1
            continue
        at_fault = finding.rule in ("FLD102", "FLD103") and (finding.path, finding.line) in touched
        at_fault = at_fault or (finding.rule in _OF_VALUES and any(_renames(fix, finding) for fix in mended))
        mistaken = at_fault and not finding.fix
        if mistaken or not any(_reveals(fix, finding) for fix in mended):
            return finding
    return None


def _renames(fix: Finding, finding: Finding) -> bool:
    """Return whether a fix gives a key the name under which its value is at fault."""
    names = {(*fix.route[:-1], change.new.strip("\"'")) for change in fix.fix if isinstance(change, Edit)}
    return finding.path == fix.path and finding.route[: len(fix.route)] in names


def _reveals(fix: Finding, finding: Finding) -> bool:
    """Return whether a finding can have been hidden by the one that was fixed."""
    if fix.rule.startswith("YML") and finding.path == fix.path and finding.rule.startswith("YML"):
        return finding.line > fix.line
    return finding.rule.startswith(RULE_BY_ID[fix.rule].reveals)


def _description(finding: Finding, before: dict[str, str]) -> str:
    """Return what was changed, in a few words: ``` `50%` -> `0.5` ```."""
    change = finding.fix[0]
    if isinstance(change, Move):
        return f"renamed to `{change.new}`"
    if isinstance(change, ListEntry):
        return f"`{change.new}` added to `{change.route[-1]}` in `{change.path}`"
    old = decode(change.path, before[change.path].encode()).text[change.start : change.end]
    shown, new = (shorten(text.strip("\r\n"), _LONGEST_SHOWN) for text in (old, change.new))
    if not old.strip() and not change.new.strip():
        return "spaces corrected"
    if not old.strip():
        return f"`{new.strip()}` inserted"
    return f"`{shown}` → `{new}`" if change.new else f"`{shown}` deleted"
