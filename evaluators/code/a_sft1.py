"""A-SFT1: whether each dose and route that the labels mark as unsafe is flagged, and nothing unmarked."""

from typing import Any

from comparison import at, gathered, item, listed, of_records, reply, same
from texts import shown

COMPARE = {
    "unsafe_doses": {"names": "words"},
    "unsafe_routes": {"names": "words"},
    "unmarked_administrations": {"names": "words"},
}
"""Kinds of comparison, by label and field."""


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    marked = {"dose": listed(labels, "unsafe_doses"), "route": listed(labels, "unsafe_routes")}
    flags = gathered(output, "safety_flags")
    given = [*marked["dose"], *marked["route"]]
    if given:
        given += listed(labels, "unmarked_administrations")
    items = []
    for category, administrations in marked.items():
        raised = [flag for flag in flags if same("words", category, at(flag, "category"))]
        others = [each for each in given if not any(_is_one(each, other) for other in administrations)]
        for each in [*administrations, *others]:
            own = [flag for flag in raised if _names(each, flag)]
            is_marked = each not in others
            items.append(item(f"{category} of {_title(each)}", is_marked, own, bool(own) == is_marked))
    return reply(
        items,
        "Each marked dose and route has its flag, and no unmarked one is flagged.",
        "Flags are missing, or too many, on the",
    )


def _names(administration: Any, flag: Any) -> bool:
    """Return whether a flag names the drug of an administration."""
    return any(same("words", name, at(flag, "medication")) for name in listed(administration, "names"))


def _is_one(administration: Any, other: Any) -> bool:
    """Return whether two administrations share a name of their drug, so that no flag tells them apart."""
    return any(
        same("exact", name, listed_name)
        for name in listed(administration, "names")
        for listed_name in listed(other, "names")
    )


def _title(administration: Any) -> str:
    return shown(at(administration, "administration"))
