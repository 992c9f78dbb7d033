"""What nobody can know of a spec: fields whose value was refused, misnamed, or lost with the whole file."""

from __future__ import annotations

from benchdocs.load import AnySpec, FaultKind
from benchdocs.rules.meant import likely_field


def misnamed(spec: AnySpec) -> dict[str, str]:
    """Names in a spec that are no field's, each with the absent field that it probably stands for."""
    unknown = (fault for fault in spec.faults if fault.kind is FaultKind.UNKNOWN and len(fault.route) == 1)
    likely = {str(fault.route[0]): likely_field(str(fault.route[0]), fault.known) for fault in unknown}
    return {name: field for name, field in likely.items() if field}


def unread(spec: AnySpec) -> frozenset[str]:
    """The fields of a spec whose values could not be read: where one is absent, its default is not meant."""
    if not spec.readable:
        return frozenset(type(spec.fields).model_fields)
    refused = {str(fault.route[0]) for fault in spec.faults if fault.kind is not FaultKind.UNKNOWN}
    return frozenset((*refused, *misnamed(spec).values()))
