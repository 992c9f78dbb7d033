"""The one pipeline from a folder to a suite and its findings."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchdocs.rules import files, hidden_text, inventory, waivers
from benchdocs.rules.finding import Finding, Severity, Violation, resolve
from benchdocs.rules.registry import RULES, VERSION_RULES, applied_rules
from benchdocs.rules.rule import MAX_LISTED, Rule
from benchdocs.rules.support.broken_files import BrokenFiles, is_of_one_file
from benchdocs.specs.loading import Loaded, load
from benchdocs.specs.settings import Waiver
from benchdocs.specs.validation import AnyRead
from benchdocs.suite.suite import Suite

_LAST = inventory.stale_inventory
"""Reported only when nothing else is: the inventory would list what other errors and warnings are about."""

_OF_FIELDS = ("YML001", "YML002", "YML003", "YML004", "FLD", "RUN1804")
"""Rules on the fields of any file, wherever it lies."""


class Waived(NamedTuple):
    """A finding that a waiver excuses."""

    finding: Finding
    waiver: Waiver


class Report(NamedTuple):
    """A suite and the findings of all checks, sorted by file, place and rule."""

    suite: Suite
    findings: tuple[Finding, ...]
    waived: tuple[Waived, ...] = ()

    def __repr__(self) -> str:
        """Return the numbers of findings in a line."""
        return f"<{self.suite!r}: {len(self.findings)} findings, {len(self.waived)} waived>"

    def count(self, severity: Severity) -> int:
        """Return the number of findings of one severity."""
        return Counter(finding.severity for finding in self.findings)[severity]

    def listed(self, *, notes: bool = False) -> tuple[Finding, ...]:
        """Return the findings that people are shown: notes, which fail nothing, only on request."""
        return tuple(each for each in self.findings if notes or each.severity is not Severity.NOTE)

    def failing(self, *, strict: bool) -> tuple[Finding, ...]:
        """Return findings that fail a build: errors, and in a strict one warnings."""
        fatal = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
        return tuple(finding for finding in self.findings if finding.severity in fatal)


def check(root: Path, against: Suite | None = None, project: Path | None = None) -> Report:
    """Read a suite and apply every rule to it; those of versions only where an earlier state is given.

    The hand-written pages are those of a project; without one, those beside the suite.
    Raises OSError only where the root itself cannot be listed.
    """
    suite = Suite(load(root), project)
    against = against and against.forgiven
    broken = BrokenFiles(suite)
    usable = _usable_waivers(suite)
    waiver_for = {(waiver.rule, waiver.code): waiver for waiver in usable}
    findings: list[Finding] = []
    waived: list[Waived] = []
    for rule in _rules(suite):
        if rule is waivers.unused_waiver or (rule in VERSION_RULES and not against):
            continue
        if rule in VERSION_RULES:
            violations = rule.find(suite, against)
        else:
            violations = rule.find(suite.forgiven if is_of_one_file(rule.id) else suite)
        for violation in _listed(violations):
            finding = resolve(violation, rule.id, rule.severity)
            if not broken.allow(finding):
                continue
            if waiver := waiver_for.get((rule.id, suite.subject(violation.source))):
                waived.append(Waived(finding, waiver))
            else:
                findings.append(finding)
    if suite.is_whole:  # else a rule may have been silent
        used = {entry.waiver for entry in waived}
        unused = [waiver for waiver in usable if waiver not in used]
        findings += _resolved(waivers.unused_waiver, waivers.unused_waiver.find(suite, unused))
    if any(finding.severity is not Severity.NOTE and finding.rule != _LAST.id for finding in findings):
        findings = [finding for finding in findings if finding.rule != _LAST.id]
    findings.sort(key=Finding.sort_key)
    waived.sort(key=lambda entry: entry.finding.sort_key())
    return Report(suite, tuple(findings), tuple(waived))


def version_findings(suite: Suite, earlier: Suite) -> tuple[Finding, ...]:
    """Return what the rules on versions find in a suite that was checked, held against an earlier state."""
    broken = BrokenFiles(suite)
    findings: list[Finding] = []
    for rule in applied_rules(suite.settings):
        if rule in VERSION_RULES:
            findings += _resolved(rule, rule.find(suite, earlier.forgiven))
    return tuple(filter(broken.allow, findings))


def findings_in(file: AnyRead, suite: Suite) -> tuple[Finding, ...]:
    """Return what is wrong with a file of fields beside a suite that was checked."""
    with_file = Suite(Loaded(suite.root, suite.settings, (*suite.read, file), suite.prompts))
    findings: list[Finding] = []
    for rule in RULES:
        if rule.id.startswith(_OF_FIELDS):
            findings += _resolved(rule, rule.find(with_file))
    return tuple(sorted(findings, key=Finding.sort_key))


def _rules(suite: Suite) -> tuple[Rule, ...]:
    """Return the rules to apply: while what decides of other files cannot be read, only those that say so."""
    if suite.settings.is_broken:
        return (hidden_text.hidden_character, waivers.waiver_without_reason)
    if suite.elsewhere:
        return (files.specs_elsewhere,)
    return applied_rules(suite.settings)


def _usable_waivers(suite: Suite) -> list[Waiver]:
    """Return the waivers that are written out whole, for rules that may be waived."""
    usable = []
    for waiver in suite.settings.waivers:
        is_whole = waiver.rule and waiver.code and waiver.reason
        if is_whole and not waiver.rule.startswith(waivers.ALWAYS_ON):
            usable.append(waiver)
    return usable


def _resolved(rule: Rule, violations: Iterator[Violation]) -> Iterator[Finding]:
    """Yield the violations of a rule as findings."""
    for violation in _listed(violations):
        yield resolve(violation, rule.id, rule.severity)


def _listed(violations: Iterator[Violation]) -> Iterator[Violation]:
    """Yield the violations of one rule, without those of a file that breaks it over and over."""
    count: dict[str, int] = {}
    for violation in violations:
        path = violation.source.path
        count[path] = count.get(path, 0) + 1
        if count[path] < MAX_LISTED:
            yield violation
        elif count[path] == MAX_LISTED:
            more = f"only the first {MAX_LISTED} of this rule in this file are listed"
            yield violation._replace(hint=f"{violation.hint}; {more}" if violation.hint else more)
