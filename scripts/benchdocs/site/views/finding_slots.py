"""The position of every finding on the page of its file: each at its field, with a link to the next one."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from benchdocs.rules.finding import Finding
from benchdocs.site.views.missing_values import misspelled_fields
from benchdocs.site.views.prompt import PromptView
from benchdocs.site.views.spec import BenchmarkView, RubricView
from benchdocs.site.views.suite import Views
from benchdocs.specs.field_facts import NO_FACTS

Slot = str | int
"""A part of a page where findings are shown: a section's id, or in a prompt the first line of a part."""
TOP = "top"
"""The head of a page, for findings about the whole file or about a field without a section."""
FACTS = "facts"
"""Below the facts at the head of a page."""
BENCHMARK_SLOTS = (
    *(TOP, FACTS, "applies", "excluded", "what", "examples", "scale", "threshold", "measurement"),
    *("evaluator", "rationale", "decisions", "source"),
)
"""Slots of a benchmark's page, in the page's order."""
RUBRIC_SLOTS = (TOP, FACTS, "weights", "aggregation", "guidelines", "decisions", "source")
"""The same of a rubric."""


class PlacedFinding(NamedTuple):
    """A finding on the page of its file, with everything that the page shows about it."""

    finding: Finding
    number: int
    """Which of the page's findings it is, from the top."""
    of: int
    """How many the page has."""
    next: str
    """Address of the finding after it, maybe on another page; of the first one after the last of all."""
    next_words: str
    """Text of the link to it; empty where there is only one finding."""
    pages: Mapping[str, str]
    """Addresses of the pages of related files, by path."""

    @property
    def id(self) -> str:
        """Its anchor on the page."""
        return f"finding-{self.number}"


class PlacedFindings:
    """Every finding that is shown on its file's page, in the order of files, and down each page.

    `urls` are the addresses of the files' pages. Notes are not among the findings.
    """

    def __init__(self, views: Views, urls: Mapping[str, str]) -> None:
        placed = [
            (path, slot, finding, number, len(found))
            for path, found in sorted(_pages(views))
            for number, (slot, finding) in enumerate(found, 1)
        ]
        addresses = [f"{urls[path]}#finding-{number}" for path, _, _, number, _ in placed]
        self.address = {entry[2]: address for entry, address in zip(placed, addresses, strict=True)}
        """The address of each finding, in their order."""
        self._slots: dict[str, dict[Slot, list[PlacedFinding]]] = {}
        for index, (path, slot, finding, number, of) in enumerate(placed):
            after = (index + 1) % len(placed)
            words = "" if len(placed) == 1 else "Next finding" if after else "First finding"
            if placed[after][0] != path:
                words += ", other file"
            pages = {related.path: urls[related.path] for related in finding.related if related.path in urls}
            spot = PlacedFinding(finding, number, of, addresses[after], words, pages)
            self._slots.setdefault(path, {}).setdefault(slot, []).append(spot)

    def on_page_of(self, path: str) -> Mapping[Slot, list[PlacedFinding]]:
        """Return a file's findings by the slot of its page."""
        return self._slots.get(path, {})


_Placed = list[tuple[Slot, Finding]]


def _pages(views: Views) -> Iterator[tuple[str, _Placed]]:
    """Yield the files that have a page, each with its findings and their slots, from the top of the page."""
    for benchmark in views.benchmarks:
        yield benchmark.spec.document.path, _by_field(benchmark, BENCHMARK_SLOTS)
    for rubric in views.rubrics:
        yield rubric.spec.document.path, _by_field(rubric, RUBRIC_SLOTS)
    for prompt in views.prompts:
        yield prompt.prompt.path, _by_line(prompt)


def _by_field(view: BenchmarkView | RubricView, slots: tuple[str, ...]) -> _Placed:
    """Return a spec's findings by slot; a misspelled field counts as the one that was probably meant."""
    meant, facts = misspelled_fields(view.spec), type(view.spec.fields).facts()
    found: _Placed = [
        (facts.get(meant.get(finding.field, finding.field), NO_FACTS).section, finding)
        for finding in view.findings
    ]
    return sorted(found, key=lambda entry: slots.index(str(entry[0])))


def _by_line(view: PromptView) -> _Placed:
    """Return a prompt's findings by slot; those at the first character are about the prompt as a whole."""
    starts = [part.line for part in view.parts]
    return [
        (starts[bisect_right(starts, finding.line) - 1], finding)
        if starts and (finding.line, finding.column) != (1, 1)
        else (TOP, finding)
        for finding in view.findings
    ]
