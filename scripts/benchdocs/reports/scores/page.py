"""The report of a run as one HTML page, which asks for no other file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from jinja2 import Environment, PackageLoader, StrictUndefined

from benchdocs.documents.locations import printable
from benchdocs.reports.scores.summary import SIGNS, Summary
from benchdocs.reports.scores.text import HEAD, LISTS, cells, sections
from benchdocs.reports.text import listed
from benchdocs.scoring.report import ReportLine, ScoreReport
from benchdocs.specs.numbers import counted
from benchdocs.suite.verdicts import BenchmarkResult, RubricResult

_JINJA = Environment(
    loader=PackageLoader("benchdocs.reports.scores"),
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=lambda value: printable(value) if type(value) is str else value,
)
_JINJA.filters.update(counted=counted, listed=listed)


@dataclass(frozen=True)
class Part:
    """A benchmark in the map.

    Attributes:
        share: Its share of the rubric.
        count: Cases that passed of those evaluated; where it is open, those evaluated of those it needs.
    """

    line: ReportLine
    share: float
    count: str


@dataclass(frozen=True)
class Column:
    """A rubric in the map, with its share of the whole.

    Attributes:
        is_alike: Whether one of its parts alone counts, so that all are drawn alike.
    """

    line: ReportLine
    share: float
    parts: Sequence[Part]
    is_alike: bool


def score_html(report: ScoreReport, before: ScoreReport | None = None) -> str:
    """Return a report, and how it differs from an earlier one, as an HTML page with a line end."""
    summary = Summary(report)
    html = _JINJA.get_template("report.html.j2").render(
        summary=summary,
        report=report,
        signs=SIGNS,
        maps={top.node.code: [*_columns(summary, top, Fraction(1))] for top in report.judged},
        rows=[(line, cells(summary, line)) for line in report.lines],
        head=HEAD,
        sections=[*sections(summary, before, [kind for kind in LISTS if kind != "fails"])],
    )
    return f"{html}\n"


def _columns(summary: Summary, rubric: RubricResult, share: Fraction) -> Iterator[Column]:
    """Yield the rubrics at and below one that have benchmarks; `share` is what it counts in the whole."""
    lines = {line.code: line for line in summary.report.lines}
    weights = [Fraction(1)] * len(rubric.members)
    if rubric.node.method.uses_weights:
        weights = [Fraction(member.node.weight or 0) for member in rubric.members]
    parts, below = [], []
    for member, weight in zip(rubric.members, weights, strict=True):
        own = weight / sum(weights)
        if isinstance(member, BenchmarkResult):
            line = lines[member.node.code]
            parts.append(Part(line, float(own), _count(member, line, summary.kinds[line.code])))
        else:
            below.append((member, share * own))
    if parts:
        yield Column(lines[rubric.node.code], float(share), parts, rubric.node.method.takes_one)
    for member, own in below:
        yield from _columns(summary, member, own)


def _count(result: BenchmarkResult, line: ReportLine, kind: str) -> str:
    """Return the numbers of cases that fit into a part of the map."""
    if line.tally is None or kind == "none":
        return ""
    evaluated = len(line.tally.shares)
    if kind == "open":
        return f"{evaluated}/{max(line.tally.planned, result.node.min_cases)}"
    return f"{evaluated - len(line.tally.fails)}/{evaluated}"
