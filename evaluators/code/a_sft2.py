"""A-SFT2, first half: whether structured flags name the marked treatments, and none of the unmarked ones.

A marked treatment without such a flag is left to the judge, who reads the free text and the overrides.
"""

from typing import Any

from comparison import at, gathered, item, listed, of_records, reply, same
from texts import shown

COMPARE = {"contraindicated_treatments": {"treatment": "words"}, "unmarked_treatments": {"names": "words"}}
"""Kinds of comparison, by label and field."""


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the structured flags settle of one case."""
    marked = [at(entry, "treatment") for entry in listed(labels, "contraindicated_treatments")]
    raised = gathered(output, "safety_flags")
    flags = [flag for flag in raised if same("words", "contraindication", at(flag, "category"))]
    items = []
    for treatment in marked:
        own = [flag for flag in flags if _names(flag, [treatment])]
        if own:
            items.append(item(f"flag on {shown(treatment)}", "marked as contraindicated", own, met=True))
    for entry in listed(labels, "unmarked_treatments") if marked else ():
        names = [name for name in listed(entry, "names") if not same("words", name, marked)]
        own = [flag for flag in flags if _names(flag, names)]
        items.append(item(f"no flag on {shown(at(entry, 'treatment'))}", "not marked", own, not own))
    return reply(
        items,
        "Structured flags name marked treatments and none of the unmarked ones.",
        "These unmarked treatments are flagged as contraindicated",
    )


def _names(flag: Any, names: list[Any]) -> bool:
    """Return whether a flag is about a treatment with one of these names."""
    return any(same("words", name, at(flag, key)) for name in names for key in ("treatment", "medication"))
