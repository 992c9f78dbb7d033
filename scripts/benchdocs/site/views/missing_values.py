"""Markers in place of values that a page cannot show, since they are absent or could not be read."""

from decimal import Decimal

from benchdocs.rules.support.corrections import likely_field
from benchdocs.specs.numbers import percent, shown
from benchdocs.specs.validation import AnySpec, FaultKind
from benchdocs.suite.suite import RubricSpec, Suite, has_certain_lists

NONE = "–"
"""The marker in place of a value that is absent, could not be read, or depends on such a one."""
WEIGHT_FIELDS = frozenset({"weight", "status", "parent_rubric", "benchmarks", "sub_rubrics"})
"""Fields that the weights of benchmarks depend on."""


def misspelled_fields(spec: AnySpec) -> dict[str, str]:
    """Return names in a spec that are no field's, each with the absent field that it probably stands for."""
    unknown = (fault for fault in spec.faults if fault.kind is FaultKind.UNKNOWN and len(fault.route) == 1)
    likely = {str(fault.route[0]): likely_field(str(fault.route[0]), fault.known) for fault in unknown}
    return {name: field for name, field in likely.items() if field}


def unreadable_fields(spec: AnySpec) -> frozenset[str]:
    """Return the fields of which a spec has a value that could not be read; all where nothing could."""
    if not spec.readable:
        return frozenset(type(spec.fields).model_fields)
    kinds = (FaultKind.UNKNOWN, FaultKind.MISSING)
    refused = {str(fault.route[0]) for fault in spec.faults if fault.kind not in kinds}
    return frozenset((*refused, *misspelled_fields(spec).values()))


def value_marker(spec: AnySpec, field: str, absent: str = NONE) -> str:
    """Return what stands in place of a value: the marker where it could not be read, else `absent`."""
    return NONE if field in unreadable_fields(spec) else absent


def number_text(value: Decimal | None) -> str:
    """Return a number as its author wrote it; a dash where there is none."""
    return NONE if value is None else shown(value)


def share_text(share: Decimal | None) -> str:
    """Return a share of 1 as a percentage; a dash where there is none."""
    return NONE if share is None else percent(share)


def can_be_scored(suite: Suite, rubric: RubricSpec) -> bool:
    """Return whether every value that scores are held against could be read, here and below."""
    rubrics = suite.rubrics_below(rubric).values()
    specs: list[AnySpec] = [*rubrics, *(spec for each in rubrics for spec in suite.members(each))]
    are_whole = (has_certain_lists(each) and not suite.members_left_out(each) for each in rubrics)
    return all(are_whole) and all(map(_can_be_held_against, specs))


def _can_be_held_against(spec: AnySpec) -> bool:
    unreadable = unreadable_fields(spec)
    facts = type(spec.fields).facts().items()
    return not any(fact.decides_verdict and name in unreadable for name, fact in facts)
