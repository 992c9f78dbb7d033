"""What is not in order, what is open, and what holds: each with its number and the page that lists it."""

from collections.abc import Iterator
from typing import NamedTuple

from benchdocs.history.file_values import provisional_sections
from benchdocs.reports.urls import Address
from benchdocs.rules.finding import Severity
from benchdocs.rules.registry import applied_rules
from benchdocs.rules.waivers import expired_waiver
from benchdocs.site.page import PageContext
from benchdocs.site.views.spec import BenchmarkView
from benchdocs.site.written_pages import page_address
from benchdocs.specs.choices import DecisionState, Status
from benchdocs.specs.discovery import METHODOLOGY
from benchdocs.specs.numbers import counted
from benchdocs.suite.cases import confirmed
from benchdocs.suite.reviews import Standing


class Point(NamedTuple):
    """Something that an auditor wants none of.

    Attributes:
        number: How often there is such a thing; None where that is not known.
        holds: What the suite has instead where there is none, within a sentence.
        of: How often there could be.
        codes: The benchmarks that it is about, where no page lists them.
    """

    number: int | None
    title: str
    holds: str
    url: str
    of: int | None = None
    codes: tuple[str, ...] = ()


class OpenPoints(NamedTuple):
    """The points of a suite, sorted by what they call for.

    Attributes:
        amiss: What someone has to set right.
        open: What waits for a decision or a review, was excused, or cannot be known, as without git.
    """

    amiss: list[Point]
    open: list[Point]
    holds: list[Point]


def open_points(context: PageContext) -> OpenPoints:
    """Return what is not in order, what is open and what holds."""
    points = OpenPoints([], [], [])
    for point in _amiss(context):
        if point.number:
            points.amiss.append(point)
        elif point.number is None:
            points.open.append(point)
        else:
            points.holds.append(point)
    for point in _waiting(context):
        if point.number == 0:
            points.holds.append(point)
        else:
            points.open.append(point)
    return points


def _amiss(context: PageContext) -> Iterator[Point]:
    conformance, report = context.conformance, context.report
    commit, reviewed = conformance.commit, context.reviewed
    findings = f"{Address.CONFORMANCE}#findings"
    yield Point(report.count(Severity.ERROR), "Errors", "no errors", findings)
    yield Point(report.count(Severity.WARNING), "Warnings", "no warnings", findings)
    expired = sum(finding.rule == expired_waiver.id for finding in report.findings)
    yield Point(expired, "Expired waivers", "no expired waivers", f"{Address.CONFORMANCE}#waivers")
    suspect = sum(state.standing is Standing.OUTDATED for state in reviewed.values())
    yield Point(suspect, "Suspect reviews", "no suspect reviews", f"{Address.CONFORMANCE}#reviews")
    rejected = sum(len(state.rejections) for state in reviewed.values())
    yield Point(rejected, "Rejected values", "no rejected values", f"{Address.CONFORMANCE}#reviews")
    changed = len(commit.files) if commit else None
    yield Point(changed, "Uncommitted files", "all files committed", f"{Address.CONFORMANCE}#commit")


def _waiting(context: PageContext) -> Iterator[Point]:
    views, report, reviewed = context.views, context.report, context.reviewed
    for state in (DecisionState.DISPUTED, DecisionState.PROVISIONAL):
        title, holds = f"{state.capitalize()} values", f"no {state} values"
        yield Point(views.states[state], title, holds, Address.DECISIONS, views.states.total())
    yield from _without_decision(context)
    none = sum(state.standing is Standing.NONE for state in reviewed.values())
    title, holds = "Specs without a review", "a review of each spec"
    yield Point(none, title, holds, f"{Address.CONFORMANCE}#reviews", len(reviewed))
    title, holds = "Benchmarks that are drafts", "no draft benchmarks"
    yield Point(views.drafts, title, holds, f"benchmarks/?status={Status.DRAFT.label}", len(views.benchmarks))
    yield Point(len(report.waived), "Waived findings", "no waived findings", f"{Address.CONFORMANCE}#waivers")
    off = len(context.rules) - len(applied_rules(report.suite.settings))
    yield Point(off, "Rules switched off", "no rule switched off", f"{Address.CONFORMANCE}#waivers")
    notes = report.count(Severity.NOTE)
    yield Point(notes, "Notes from the checks", "no notes", f"{Address.CONFORMANCE}#findings")
    counting = [view for view in views.benchmarks if view.status != Status.DEPRECATED]
    for name in ("label", "threshold", "scoring_scale", "rationale"):
        codes = [view.code for view in counting if not _states(view, name)]
        yield _lacking(f"a {name.replace('_', ' ')}", codes, len(counting))
    done, cases = confirmed(report.suite)
    title, holds = "Cases that nobody has confirmed", "no unconfirmed case"
    if calls := len(report.suite.calls):
        both = f"{counted(cases - calls, 'case')} and {counted(calls, 'call')}"
        title = f"Cases and calls that nobody has confirmed (of {both})"
    if cases:
        yield Point(cases - done, title, holds, Address.CASES, cases)
    without = [view.code for view in counting if not view.cases.cases]
    yield _lacking("calibration cases", without, len(counting))


def _without_decision(context: PageContext) -> Iterator[Point]:
    """Yield what decides verdicts and is no value of a benchmark or rubric, so that no decision covers it."""
    labels = [key for key in context.views.keys if key.part == "label"]
    if compared := sum(bool(key.compare) for key in labels):
        title = "Labels whose kind of comparison, tolerance and words for no content nobody has decided"
        yield Point(compared, title, "", f"{Address.LABELS}#comparisons", len(labels))
    for file in context.report.suite.norms:
        is_page = file.path.startswith(METHODOLOGY) and file.path.endswith(".md")
        if is_page and (headings := provisional_sections(file.text)):
            url = page_address(file.path.removeprefix("docs/"))
            yield Point(len(headings), f"Provisional sections of a page: {', '.join(headings)}", "", url)


def _states(view: BenchmarkView, name: str) -> bool:
    """Return whether a benchmark states a field."""
    return getattr(view.spec.fields, name) not in (None, "")


def _lacking(what: str, codes: list[str], of: int) -> Point:
    """Return how many benchmarks lack something, and which."""
    title, holds = f"Benchmarks without {what}", f"{what} for each benchmark"
    return Point(len(codes), title, holds, Address.BENCHMARKS, of, tuple(codes))
