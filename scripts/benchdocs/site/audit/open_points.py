"""What is not in order, what is open, and what holds: each with its number and the page that lists it."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from benchdocs.rules.finding import Severity
from benchdocs.rules.reviews import untrue_record
from benchdocs.rules.waivers import expired_waiver
from benchdocs.site.links import CHANGES_URL
from benchdocs.site.page import PageContext
from benchdocs.specs.choices import DecisionState
from benchdocs.suite.decisions import state_of, values
from benchdocs.suite.reviews import Standing

_CONFORMANCE, _DECISIONS = "audit/conformance/", "audit/decisions/"


class Point(NamedTuple):
    """Something that an auditor wants none of."""

    number: int | None
    """How often there is such a thing; None where that is not known."""
    title: str
    holds: str
    """What the suite has instead where there is none, within a sentence."""
    url: str
    """Address of the list."""
    of: int | None = None
    """How often there could be."""


class OpenPoints(NamedTuple):
    """The points of a suite, sorted by what they call for."""

    amiss: tuple[Point, ...]
    """What someone has to set right."""
    open: tuple[Point, ...]
    """What waits for a decision or a review, or was excused."""
    holds: tuple[Point, ...]


def open_points(context: PageContext) -> OpenPoints:
    """Return what is not in order, what is open and what holds."""
    amiss, waiting = tuple(_amiss(context)), tuple(_waiting(context))
    return OpenPoints(
        tuple(point for point in amiss if point.number != 0),
        tuple(point for point in waiting if point.number != 0),
        tuple(point for point in (*amiss, *waiting) if point.number == 0),
    )


def _amiss(context: PageContext) -> Iterator[Point]:
    conformance, report = context.conformance, context.report
    past, commit, reviewed = context.past.history, conformance.commit, context.reviewed
    findings = f"{_CONFORMANCE}#findings"
    yield Point(report.count(Severity.ERROR), "Errors", "no errors", findings)
    yield Point(report.count(Severity.WARNING), "Warnings", "no warnings", findings)
    expired = sum(finding.rule == expired_waiver.id for finding in report.findings)
    yield Point(expired, "Expired waivers", "no expired waivers", f"{_CONFORMANCE}#waivers")
    suspect = sum(state.standing is Standing.OUTDATED for state in reviewed.values())
    yield Point(suspect, "Suspect reviews", "no suspect reviews", f"{_CONFORMANCE}#reviews")
    rejected = sum(len(state.rejections) for state in reviewed.values())
    yield Point(rejected, "Rejected values", "no rejected values", f"{_CONFORMANCE}#reviews")
    untrue = sum(
        each.rule == untrue_record.id and each.severity is Severity.ERROR for each in report.findings
    )
    title, holds = "Review records that are altered or impossible", "no altered or impossible review records"
    yield Point(untrue or (None if past.gap else 0), title, holds, findings)
    changed = len(commit.files) if commit else None
    yield Point(changed, "Uncommitted files", "all files committed", f"{_CONFORMANCE}#commit")
    late = None if past.gap else sum(entry.commit.is_out_of_order for entry in past.entries)
    yield Point(late, "Commits with dates out of order", "commit dates in order", CHANGES_URL)
    unread = sum(not file.digest for file in conformance.files)
    yield Point(unread, "Files without a digest", "a digest for each file", "audit/files/")
    tops = context.trace.tops
    uneven = sum(total.written != "1" for _, total in tops)
    title, holds = "Overall scores whose weights as written do not add up to 1", "weights that add up to 1"
    yield Point(uneven, title, holds, "audit/traceability/weights/", len(tops))


def _waiting(context: PageContext) -> Iterator[Point]:
    views, report, reviewed = context.views, context.report, context.reviewed
    benchmarks, prompts = len(views.benchmarks), views.prompts
    specs = (*views.rubrics, *views.benchmarks)
    states = Counter(state_of(view.spec, value) for view in specs for value in values(view.spec))
    for state in (DecisionState.DISPUTED, DecisionState.PROVISIONAL):
        title, holds = f"{state.capitalize()} values", f"no {state} values"
        yield Point(states[state], title, holds, _DECISIONS, states.total())
    none = sum(state.standing is Standing.NONE for state in reviewed.values())
    title, holds = "Specs without a review", "a review of each spec"
    yield Point(none, title, holds, f"{_CONFORMANCE}#reviews", len(reviewed))
    title, holds = "Benchmarks that are drafts", "no draft benchmarks"
    yield Point(views.drafts, title, holds, "benchmarks/?status=draft", benchmarks)
    yield Point(len(report.waived), "Waived findings", "no waived findings", f"{_CONFORMANCE}#waivers")
    excluded = len(report.suite.excluded)
    yield Point(excluded, "Files left out", "no excluded files", f"{_CONFORMANCE}#excluded")
    yield Point(report.count(Severity.NOTE), "Notes from the checks", "no notes", f"{_CONFORMANCE}#findings")
    unused = sum(not view.users for view in prompts)
    title, holds = "Prompts that no benchmark uses", "no unused prompts"
    yield Point(unused, title, holds, "audit/traceability/gaps/", len(prompts))
