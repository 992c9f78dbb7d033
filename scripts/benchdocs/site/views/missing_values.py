"""What nobody can know of a spec: fields whose value was refused, misnamed, or lost with the whole file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Protocol

from benchdocs.rules.support.corrections import likely_field
from benchdocs.specs.numbers import percent, shown
from benchdocs.specs.validation import AnySpec, FaultKind
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite

UNKNOWN = "unknown"
NONE = "–"
_LISTS = frozenset({"benchmarks", "sub_rubrics"})
"""Fields of a rubric that say who belongs to it."""
_OF_MEMBERS = frozenset({"weight", "threshold", "criticality", "status"})
_OF_RUBRICS = frozenset({"aggregation_method", "passing_threshold", *_LISTS})
"""Fields without which nobody can say what scores mean for a rubric."""


class Shown(Protocol):
    """What a page shows: it knows which of its spec's fields could not be read."""

    @property
    def unread(self) -> frozenset[str]:
        """Fields whose values could not be read."""


def misnamed(spec: AnySpec) -> dict[str, str]:
    """Names in a spec that are no field's, each with the absent field that it probably stands for."""
    unknown = (fault for fault in spec.faults if fault.kind is FaultKind.UNKNOWN and len(fault.route) == 1)
    likely = {str(fault.route[0]): likely_field(str(fault.route[0]), fault.known) for fault in unknown}
    return {name: field for name, field in likely.items() if field}


def unread(spec: AnySpec) -> frozenset[str]:
    """The fields of a spec whose values could not be read: where one is absent, its default is not meant."""
    if not spec.readable:
        return frozenset(type(spec.fields).model_fields)
    absent = {str(fault.route[0]) for fault in spec.faults if fault.kind is FaultKind.MISSING}
    return refused(spec) | absent


def refused(spec: AnySpec) -> frozenset[str]:
    """The same without the fields that are absent altogether, of which nothing is known but that."""
    if not spec.readable:
        return frozenset(type(spec.fields).model_fields)
    kinds = (FaultKind.UNKNOWN, FaultKind.MISSING)
    taken = {str(fault.route[0]) for fault in spec.faults if fault.kind not in kinds}
    return frozenset((*taken, *misnamed(spec).values()))


def number_text(value: Decimal | None, view: Shown | None = None, field: str = "") -> str:
    """A number as its author wrote it; a dash where there is none, `unknown` where it could not be read."""
    if value is not None:
        return shown(value)
    return UNKNOWN if view and field in view.unread else NONE


def share_text(share: Decimal | None, is_lost: bool = False) -> str:
    """A share as a percentage; a dash where there is none, `unknown` where a value could not be read."""
    return percent(share) if share is not None else UNKNOWN if is_lost else NONE


def has_lost_list(rubric: RubricSpec) -> bool:
    """Whether nobody can know who belongs to a rubric."""
    return bool(_LISTS & unread(rubric))


def has_lost_share(suite: Suite, rubric: RubricSpec | None, spec: BenchmarkSpec | None = None) -> bool:
    """Whether the share of its component that a rubric has, or a benchmark of it, rests on a lost value."""
    if spec and rubric and (has_lost_list(rubric) or _has_lost_weight((spec, *suite.members(rubric)))):
        return True
    node, seen = rubric, set[str]()
    while node and "-" in node.code and node.code not in seen:
        if _has_lost_weight(suite.siblings(node)):
            return True
        seen.add(node.code)
        node = suite.composite_of.get(node.code)
    return False


def _has_lost_weight(specs: Iterable[AnySpec]) -> bool:
    return any(spec.fields.weight is None and "weight" in unread(spec) for spec in specs)


def lost_for_scores(suite: Suite, rubric: RubricSpec) -> tuple[str, ...]:
    """Codes below a rubric, its own included, of which a value that scores are held against is unknown."""
    return tuple(_lost_for_scores(suite, rubric, set()))


def _lost_for_scores(suite: Suite, rubric: RubricSpec, seen: set[str]) -> Iterator[str]:
    seen.add(rubric.code)
    if _OF_RUBRICS & unread(rubric):
        yield rubric.code
    for spec in suite.members(rubric):
        if _OF_MEMBERS & unread(spec):
            yield spec.code
    for sub in suite.sub_rubrics(rubric):
        if sub.code not in seen:
            if "weight" in unread(sub) and not _OF_RUBRICS & unread(sub):
                yield sub.code
            yield from _lost_for_scores(suite, sub, seen)
