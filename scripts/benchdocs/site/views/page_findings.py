"""The findings at the top of the page of each file, each with a link to its section and to the next one."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from benchdocs.rules.finding import Finding
from benchdocs.site.views.prompt import PromptView
from benchdocs.site.views.spec import BenchmarkView, RubricView
from benchdocs.site.views.suite import Views
from benchdocs.specs.field_facts import NO_FACTS


class PageFinding(NamedTuple):
    """A finding on the page of its file, with what the page shows beside it.

    Attributes:
        section: Anchor of the part of the page that it is about; empty where the page has none.
        next: Address of the finding after it, maybe on another page; of the first one after the last of all.
        next_words: Text of the link to it; empty where there is only one finding.
    """

    finding: Finding
    section: str
    next: str
    next_words: str


class PageFindings:
    """Every finding that is shown on its file's page, in the order of files and of their lines.

    `urls` are the addresses of the files' pages. Notes are not among the findings.

    Attributes:
        address: The address of each finding, in their order.
    """

    def __init__(self, views: Views, urls: Mapping[str, str]) -> None:
        listed = [
            (path, section, finding, f"{urls[path]}#finding-{number}")
            for path, found in sorted(_pages(views))
            for number, (section, finding) in enumerate(found, 1)
        ]
        self.address = {finding: address for _, _, finding, address in listed}
        self._of_path: dict[str, list[PageFinding]] = {}
        for number, (path, section, finding, _) in enumerate(listed, 1):
            other, *_, address = listed[number % len(listed)]
            words = "" if len(listed) == 1 else "Next finding" if number < len(listed) else "First finding"
            words += "" if other == path else ", other file"
            self._of_path.setdefault(path, []).append(PageFinding(finding, section, address, words))

    def on_page_of(self, path: str) -> Sequence[PageFinding]:
        """Return a file's findings."""
        return self._of_path.get(path, ())


_Found = list[tuple[str, Finding]]


def _pages(views: Views) -> Iterator[tuple[str, _Found]]:
    """Yield the files that have a page, each with its findings and the sections that they are about."""
    for benchmark in views.benchmarks:
        yield benchmark.spec.document.path, _by_field(benchmark)
    for rubric in views.rubrics:
        yield rubric.spec.document.path, _by_field(rubric)
    for file in views.broken:
        path = file.document.path
        yield path, [("", finding) for finding in views.findings[path]]
    for prompt in views.prompts:
        yield prompt.prompt.path, _by_line(prompt)
    for code in views.code_evaluators:
        line = "line-{}".format
        yield code.script.path, [(line(finding.line), finding) for finding in code.findings]


def _by_field(view: BenchmarkView | RubricView) -> _Found:
    """Return a spec's findings; a section is there where the field has a value."""
    fields = view.spec.fields
    facts = type(fields).facts()

    def section(finding: Finding) -> str:
        named = facts.get(finding.field, NO_FACTS).section
        return named if named not in ("top", "facts") and getattr(fields, finding.field, None) else ""

    return [(section(finding), finding) for finding in view.findings]


def _by_line(view: PromptView) -> _Found:
    """Return a prompt's findings; those at the first character are about the prompt as a whole."""
    starts = [part.line for part in view.parts]

    def part(finding: Finding) -> str:
        is_whole = not starts or (finding.line, finding.column) == (1, 1)
        return "" if is_whole else view.parts[bisect_right(starts, finding.line) - 1].id

    return [(part(finding), finding) for finding in view.findings]
