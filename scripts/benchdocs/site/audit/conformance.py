"""The conformance report: what was checked, what the rules found in each file, and what was excused."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from benchdocs.documents.locations import printable
from benchdocs.documents.text_file import TextFile, unix_ends
from benchdocs.history import provenance
from benchdocs.history.git import GitError
from benchdocs.rules.check import Report, Waived
from benchdocs.rules.families import by_family
from benchdocs.rules.finding import Finding, Severity
from benchdocs.rules.pages import published_files
from benchdocs.rules.registry import VERSION_RULES, applied_rules
from benchdocs.rules.rule import Rule
from benchdocs.specs.cases import Call, CaseFile, Dictionary
from benchdocs.specs.discovery import norms
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.numbers import counted
from benchdocs.specs.reviews import Reviewers, ReviewRecord
from benchdocs.specs.settings import Waiver
from benchdocs.suite import inventory
from benchdocs.suite.files import grouped
from benchdocs.suite.suite import Suite

_NORMS = "Site settings and templates"
_OF_PROJECT = ("Pages", _NORMS)
"""Kinds of files of the project around the suite."""


class CheckedFile(NamedTuple):
    """A file that the rules were applied to.

    Attributes:
        digest: SHA-256 of its bytes; empty where they could not be read.
    """

    path: str
    kind: str
    lines: int
    digest: str


class Conformance:
    """The report on one check; everything in it is sorted, so that two reports can be compared.

    Attributes:
        later_rules: What a build cannot apply, because it knows no earlier revision.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self.suite = report.suite
        self.tool = provenance.tool()
        self.rules = tuple(rule for rule in applied_rules(self.suite.settings) if rule not in VERSION_RULES)
        self.later_rules = VERSION_RULES

    @cached_property
    def _checkout(self) -> provenance.Checkout | GitError:
        try:
            return provenance.commit(self.suite)
        except GitError as error:
            return error

    @property
    def commit(self) -> provenance.Checkout | None:
        """The commit whose files were checked; None where git cannot tell it."""
        return None if isinstance(self._checkout, GitError) else self._checkout

    @property
    def unknown(self) -> str:
        """Why the commit is not known; empty where it is."""
        return str(self._checkout) if isinstance(self._checkout, GitError) else ""

    @cached_property
    def groups(self) -> dict[str, list[Rule]]:
        """Rules by group, in their order."""
        return by_family(self.rules)

    @cached_property
    def files(self) -> tuple[CheckedFile, ...]:
        """Every file that was checked: benchmarks, rubrics, prompts, then what is no spec, each by path."""
        return tuple(self._files())

    def _files(self) -> Iterator[CheckedFile]:
        suite = self.suite
        unread = suite.settings.unread
        pages = list(self._pages())
        with_pages = {page.path for page in pages}
        by_kind: dict[str, list[TextFile | None]] = {
            "Benchmarks": _documents(suite, Benchmark),
            "Rubrics and composites": _documents(suite, Rubric),
            "Prompts": [*suite.prompts],
            "Code evaluators": [*suite.code_evaluators],
            "Cases": _documents(suite, Dictionary, CaseFile, Call),
            "Reviews": _documents(suite, ReviewRecord, Reviewers),
            "Settings": [suite.settings.file, unread.file if unread else None],
            "Inventory": [inventory.read_inventory(suite)],
            "Pages": [*pages],
            _NORMS: [TextFile(path, "") for path in norms(suite.project) if path not in with_pages],
            "Not readable": [*suite.unlisted],
        }
        for kind, files in by_kind.items():
            for file in filter(None, files):
                if kind != "Settings" or file.text or file.problems:
                    yield self._file(kind, file)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the digests of the files and of the checker: the same for the same pages."""
        lines = sorted(f"{file.digest}  {file.path}\n" for file in self.files)
        return sha256("".join((*lines, self.tool.digest)).encode()).hexdigest()

    def _pages(self) -> Iterator[TextFile]:
        """Yield what is published as it is written, and guides in which something is found."""
        published = dict.fromkeys(published_files(self.suite.project))
        for path in published:
            yield TextFile(path, "")
        findings = (*self.report.findings, *(entry.finding for entry in self.report.waived))
        with_findings = {finding.path for finding in findings} - {inventory.INVENTORY_FILE, *published}
        for guide in self.suite.handwritten:
            path = printable(guide.path)
            if path in with_findings:
                yield TextFile(path, guide.text)

    def _file(self, kind: str, file: TextFile) -> CheckedFile:
        data, lines = b"", file.line_count
        is_of_project = kind in _OF_PROJECT
        folder = self.suite.project if is_of_project and not file.text else self.suite.root
        path = folder / file.path
        if file.text or (is_of_project and path.is_file() and not path.is_symlink()):
            with suppress(FileNotFoundError):  # deleted meanwhile: a build fails, a preview continues
                data = unix_ends(path.read_bytes())
        if is_of_project:
            lines = data.count(b"\n")
        digest = sha256(data).hexdigest() if data else ""
        return CheckedFile(file.path, kind, lines, digest)

    @property
    def kinds(self) -> Counter[str]:
        """The number of files of each kind."""
        return Counter(file.kind for file in self.files)

    @cached_property
    def summary(self) -> str:
        """All findings in words, each severity named: `0 errors, 2 warnings, 1 note`."""
        return ", ".join(counted(self.report.count(severity), severity) for severity in Severity)

    @cached_property
    def found_by_rule(self) -> tuple[tuple[Rule, list[Finding], str], ...]:
        """The rules that found something, in their order, with their findings and the numbers in words."""
        by_rule = grouped((finding.rule, finding) for finding in self.report.findings)
        found = []
        for rule in self.rules:
            if findings := by_rule.get(rule.id):
                numbers = in_words(Counter(finding.severity for finding in findings))
                found.append((rule, list(findings), numbers))
        return tuple(found)

    @cached_property
    def waivers(self) -> tuple[tuple[Waiver, tuple[Waived, ...]], ...]:
        """Every waiver in the order of the settings, with the findings that it excuses."""
        found = []
        for waiver in self.suite.settings.waivers:
            excused = tuple(entry for entry in self.report.waived if entry.waiver is waiver)
            found.append((waiver, excused))
        return tuple(found)


def _documents(suite: Suite, *models: type[Fields]) -> list[TextFile | None]:
    """Return the files of a suite that hold these kinds of fields."""
    return [file.document for file in suite.read if file.model in models]


def in_words(found: Counter[str]) -> str:
    """Return the numbers of findings in words: `1 error, 2 notes`."""
    return ", ".join(counted(found[severity], severity) for severity in Severity if found[severity])
