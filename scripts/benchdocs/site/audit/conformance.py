"""The conformance report: what was checked, what the rules found in each file, and what was excused."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from pydantic_core import to_json

from benchdocs.documents.locations import printable
from benchdocs.documents.text_file import TextFile, unix_ends
from benchdocs.history import provenance
from benchdocs.history.git import GitError
from benchdocs.reports.data import finding_dict, findings_dict
from benchdocs.rules.check import Report, Waived
from benchdocs.rules.families import FAMILIES, by_family
from benchdocs.rules.finding import Finding, Severity
from benchdocs.rules.pages import published_files
from benchdocs.rules.registry import VERSION_RULES, applied_rules
from benchdocs.rules.rule import Rule
from benchdocs.specs.discovery import norms
from benchdocs.specs.numbers import counted
from benchdocs.specs.settings import Exclusion, Waiver
from benchdocs.specs.validation import AnyFile
from benchdocs.suite import inventory

_OF_PROJECT = ("Pages", "Norms")
"""Kinds of files of the project around the suite."""
_TITLES = {"Norms": "Site settings and templates", "Rubrics": "Rubrics and composites"}
"""What pages call a kind whose name, which the data keeps, says too little."""


class CheckedFile(NamedTuple):
    """A file that the rules were applied to.

    Attributes:
        code: The code of a spec; empty for other files.
        name: Title of its row: its code, a prompt's name, or the path.
        digest: SHA-256 of its bytes; empty where they could not be read.
    """

    path: str
    kind: str
    code: str
    name: str
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
        suite, unread = self.suite, self.suite.settings.unread
        settings = (suite.settings.file, *([unread.file] if unread else []))
        agents, pages = inventory.read_inventory(suite), list(self._pages())
        reviews: tuple[AnyFile, ...] = (*suite.reviews, *([suite.reviewers] if suite.reviewers else []))
        paths = {page.path for page in pages}
        listed = [
            *(("Benchmarks", spec.code, spec.code, spec.document) for spec in suite.benchmarks),
            *(("Rubrics", spec.code, spec.code, spec.document) for spec in suite.rubrics),
            *(("Prompts", "", prompt.name.replace("_", " "), prompt) for prompt in suite.prompts),
            *(("Code evaluators", "", script.name, script) for script in suite.code_evaluators),
            *(("Cases", "", file.document.path, file.document) for file in suite.case_files),
            *(("Reviews", "", file.document.path, file.document) for file in reviews),
            *(("Settings", "", file.path, file) for file in settings if file.text or file.problems),
            *([("Inventory", "", agents.path, agents)] if agents else []),
            *(("Pages", "", file.path, file) for file in pages),
            *(("Norms", "", path, TextFile(path, "")) for path in norms(suite.project) if path not in paths),
            *(("Not readable", "", file.path, file) for file in suite.unlisted),
        ]
        return tuple(self._file(*entry) for entry in listed)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the digests of the files and of the checker: the same for the same pages."""
        lines = sorted(f"{file.digest}  {file.path}\n" for file in self.files)
        return sha256("".join((*lines, self.tool.digest)).encode()).hexdigest()

    def _pages(self) -> Iterator[TextFile]:
        """Yield what is published as it is written, and guides in which something is found."""
        published = dict.fromkeys(published_files(self.suite.project))
        yield from (TextFile(path, "") for path in published)
        found = (*self.report.findings, *(entry.finding for entry in self.report.waived))
        with_findings = {finding.path for finding in found} - {inventory.INVENTORY_FILE, *published}
        shown = (TextFile(printable(file.path), file.text) for file in self.suite.handwritten)
        yield from (file for file in shown if file.path in with_findings)

    def _file(self, kind: str, code: str, name: str, file: TextFile) -> CheckedFile:
        data = b""
        path = (self.suite.root if file.text or kind not in _OF_PROJECT else self.suite.project) / file.path
        if file.text or (kind in _OF_PROJECT and path.is_file() and not path.is_symlink()):
            with suppress(FileNotFoundError):  # deleted meanwhile: a build fails, a preview continues
                data = unix_ends(path.read_bytes())
        digest = sha256(data).hexdigest() if data else ""
        lines = data.count(b"\n") if kind in _OF_PROJECT else file.line_count
        return CheckedFile(file.path, kind, code, name, lines, digest)

    @staticmethod
    def title_of(kind: str) -> str:
        """Return what pages call a kind of files."""
        return _TITLES.get(kind, kind)

    @property
    def kinds(self) -> Counter[str]:
        """The number of files of each kind."""
        return Counter(self.title_of(file.kind) for file in self.files)

    @cached_property
    def summary(self) -> str:
        """All findings in words, each severity named: `0 errors, 2 warnings, 1 note`."""
        return ", ".join(counted(self.report.count(severity), severity) for severity in Severity)

    @cached_property
    def found_by_rule(self) -> tuple[tuple[Rule, list[Finding], str], ...]:
        """The rules that found something, in their order, with their findings and the numbers in words."""
        by_rule: dict[str, list[Finding]] = {}
        for finding in self.report.findings:
            by_rule.setdefault(finding.rule, []).append(finding)
        return tuple(
            (rule, found, in_words(Counter(finding.severity for finding in found)))
            for rule in self.rules
            if (found := by_rule.get(rule.id))
        )

    @cached_property
    def waivers(self) -> tuple[tuple[Waiver, tuple[Waived, ...]], ...]:
        """Every waiver in the order of the settings, with the findings that it excuses."""
        return tuple(
            (waiver, tuple(entry for entry in self.report.waived if entry.waiver is waiver))
            for waiver in self.suite.settings.waivers
        )

    @cached_property
    def excluded(self) -> tuple[tuple[Exclusion, tuple[str, ...]], ...]:
        """Every exclusion in the order of the settings, with the files that it leaves out."""
        found = self.suite.excluded.items()
        return tuple(
            (entry, tuple(path for path, first in found if first == entry))
            for entry in dict.fromkeys(self.suite.settings.exclude)
        )

    def json(self) -> str:
        """Return the report as JSON, `findings` and `summary` as in `benchdocs check --format json`."""
        values: dict[str, Any] = {
            "tool": self.tool._asdict(),
            "commit": self.commit._asdict() if self.commit else None,
            "rules": [
                {"id": rule.id, "group": FAMILIES[group].name, "severity": rule.severity, "title": rule.title}
                for group, rules in self.groups.items()
                for rule in rules
            ],
            "files": [
                {
                    "path": file.path,
                    "kind": file.kind,
                    "code": file.code or None,
                    "lines": file.lines,
                    "sha256": file.digest or None,
                }
                for file in self.files
            ],
            "excluded": [
                {"path": entry.path, "reason": entry.reason or None, "files": files}
                for entry, files in self.excluded
            ],
            "ignored": [{"rule": entry.rule, "reason": entry.reason} for entry in self.suite.settings.ignore],
            "waivers": [
                {
                    "rule": waiver.rule,
                    "code": waiver.code,
                    "reason": waiver.reason,
                    "by": waiver.by or None,
                    "on": waiver.on and str(waiver.on),
                    "until": waiver.until and str(waiver.until),
                    "excuses": [finding_dict(entry.finding) for entry in excused],
                }
                for waiver, excused in self.waivers
            ],
            **findings_dict(self.report, self.report.findings),
        }
        return f"{to_json(values, indent=2).decode()}\n"


def in_words(found: Counter[str]) -> str:
    """Return the numbers of findings in words: `1 error, 2 notes`."""
    return ", ".join(counted(found[severity], severity) for severity in Severity if found[severity])
