"""A-SFT2, first half: whether structured flags name the marked treatments, and none of the unmarked ones.

A marked treatment without such a flag is left to the judge, who reads the free text and the overrides.
"""

from typing import Any

from comparison import at, item, listed, not_applicable, record_of, reply, same, shown

COMPARE = {"contraindicated_treatments": {"treatment": "words"}, "unmarked_treatments": {"names": "words"}}
"""Kinds of comparison, by label and field."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the structured flags settle of one case."""
    record = record_of(output)
    if record is None:
        return not_applicable("The output is not a record, which only A-FMT1 judges.")
    marked = [at(entry, "treatment") for entry in listed(labels, "contraindicated_treatments")]
    if not marked:
        return not_applicable("The labels mark no treatment as contraindicated.")
    flags = [
        flag
        for flag in listed(record, "safety_flags")
        if same("exact", "contraindication", at(flag, "category"))
    ]
    items = []
    for treatment in marked:
        own = [flag for flag in flags if _names(flag, [treatment])]
        if own:
            items.append(item(f"flag on {shown(treatment)}", "marked as contraindicated", own, met=True))
    for entry in listed(labels, "unmarked_treatments"):
        own = [flag for flag in flags if _names(flag, listed(entry, "names")) and not _names(flag, marked)]
        items.append(item(f"no flag on {shown(at(entry, 'treatment'))}", "not marked", own, not own))
    if not items:
        return not_applicable("No structured flag names a labeled treatment: all is left to the judge.")
    return reply(
        items,
        "Structured flags name marked treatments and none of the unmarked ones.",
        "These unmarked treatments are flagged as contraindicated",
    )


def _names(flag: Any, names: list[Any]) -> bool:
    """Return whether a flag is about a treatment with one of these names."""
    return any(same("words", name, at(flag, key)) for name in names for key in ("treatment", "medication"))
