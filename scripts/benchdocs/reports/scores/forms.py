"""The report of a run as text, as Markdown, and as one HTML page, which asks for no other file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from benchdocs.documents.locations import printable
from benchdocs.reports.changes import quiet
from benchdocs.reports.scores.lists import HEAD, cells, sections
from benchdocs.reports.scores.summary import SIGNS, Summary
from benchdocs.reports.text import listed
from benchdocs.scoring.report import ReportLine, ScoreReport
from benchdocs.specs.numbers import counted
from benchdocs.suite.verdicts import RubricResult

_PLAIN = dict.fromkeys(("title", "strong", "heading", "gap"), Markup()) | {"item": Markup("  ")}
_MARKDOWN = {"title": Markup("## "), "strong": Markup("**"), "heading": Markup("### ")}
_MARKDOWN |= {"gap": Markup("\n"), "item": Markup("- ")}
"""What a text has around its parts."""
_INDENTS = {"root": 0, "component": 0, "rubric": 1, "benchmark": 2}


class Area(NamedTuple):
    """A rubric or benchmark in the map of a page.

    Attributes:
        share: What it counts: a rubric in the whole, a benchmark in its rubric.
        is_alike: Whether one of its parts alone counts, so that all are drawn alike.
    """

    line: ReportLine
    share: float
    parts: Sequence["Area"] = ()
    is_alike: bool = False


def score_text(report: ScoreReport, before: ScoreReport | None = None) -> str:
    """Return a report, and how it differs from an earlier one, as text with a line end."""
    return _rendered("report.txt.j2", printable, report, before)


def score_markdown(report: ScoreReport, before: ScoreReport | None = None) -> str:
    """Return a report, and how it differs from an earlier one, as Markdown with a line end."""
    return _rendered("report.txt.j2", _quiet, report, before, _MARKDOWN)


def score_html(report: ScoreReport, before: ScoreReport | None = None) -> str:
    """Return a report, and how it differs from an earlier one, as an HTML page with a line end."""
    return _rendered("report.html.j2", printable, report, before)


def _quiet(text: str) -> str:
    return quiet(printable(text))


@cache
def _template(name: str, cleaned: Callable[[str], str]) -> Template:
    """Return a template, in which every text is cleaned."""
    jinja = Environment(
        loader=PackageLoader("benchdocs.reports.scores"),
        undefined=StrictUndefined,
        autoescape="html" in name,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: cleaned(value) if type(value) is str else value,
    )
    jinja.filters.update(counted=counted, listed=listed, aligned=aligned)
    return jinja.get_template(name)


def _rendered(
    template: str,
    cleaned: Callable[[str], str],
    report: ScoreReport,
    before: ScoreReport | None,
    marks: Mapping[str, Markup] = _PLAIN,
) -> str:
    """Return a report by a template, in which every text is cleaned."""
    summary = Summary(report, before)
    lines = {line.code: line for line in report.lines}
    rows = [("  " * _INDENTS[line.kind] + line.code, *cells(summary, line)) for line in report.lines]
    return _template(template, cleaned).render(
        summary=summary,
        report=report,
        signs=SIGNS,
        marks=marks,
        rows=[HEAD, *rows],
        sections=[*sections(summary)],
        maps={top.node.code: [*_areas(lines, top, Fraction(1))] for top in report.judged},
    )


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table as lines of text, all but its last column aligned."""
    *widths, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    for row in rows:
        yield "  ".join(map(str.ljust, row, (*widths, 0))).rstrip()


def _areas(lines: dict[str, ReportLine], rubric: RubricResult, share: Fraction) -> Iterator[Area]:
    """Yield the rubrics at and below one that have benchmarks; `share` is what it counts in the whole."""
    weights = [Fraction(1)] * len(rubric.members)
    if rubric.node.method.uses_weights:
        weights = [Fraction(member.node.weight or 0) for member in rubric.members]
    parts, below = list[Area](), list[Area]()
    for member, weight in zip(rubric.members, weights, strict=True):
        own = weight / sum(weights)
        if isinstance(member, RubricResult):
            below += _areas(lines, member, share * own)
        else:
            parts.append(Area(lines[member.node.code], float(own)))
    if parts:
        yield Area(lines[rubric.node.code], float(share), parts, rubric.node.method.takes_one)
    yield from below
