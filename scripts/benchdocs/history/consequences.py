"""What a change can do, in a sentence."""

from decimal import Decimal
from typing import Any

from benchdocs.history.change import Change
from benchdocs.specs.choices import Status
from benchdocs.specs.field_facts import Effect, FieldFacts

_BY_EFFECT = {
    Effect.SCORE: "A score or a verdict can change.",
    Effect.MEANING: "People may read it differently; no score changes by itself.",
    Effect.EDITORIAL: "Nothing: it means the same.",
}
_OF_FIELD = {
    "added": "It counts from now on.",
    "removed": "It no longer counts.",
    "renamed": "Nothing: results under the former code are found here.",
    "moved": "Nothing: its content is the same.",
    "layout": "Nothing: it is written differently and means the same.",
    "text": "The same case may be judged differently.",
    "aliases": "Results under the other code are found here, or no longer found here.",
    "benchmarks": "The rubric's score is made up of other scores.",
    "sub_rubrics": "The rubric's score is made up of other scores.",
    "concept": "The evaluator may have to measure something else.",
    "normalization_formula": "Nothing on this scale: every raw score gives the same score as before.",
}
_ONLY_AS = {"text": Effect.SCORE, "concept": Effect.SCORE, "normalization_formula": Effect.MEANING}
"""Class of changes to which the table above is limited, by field."""
OF_STATUS = {
    Status.DRAFT: "It counts as before; its numbers now await review.",
    Status.ACTIVE: "It counts as before; its numbers now count as established.",
}


def field_consequence(facts: FieldFacts, effect: Effect, old: Any, new: Any) -> str:
    """Return what a change of a field can do as the field's facts say it; empty where they do not."""
    if effect is not Effect.SCORE:
        return ""
    if facts.only_as is not None:
        return facts.raised if new == facts.only_as else facts.lowered
    if isinstance(old, Decimal) and isinstance(new, Decimal) and facts.raised:
        return facts.raised if new > old else facts.lowered
    return facts.can


def consequence(change: Change) -> str:
    """Return what a change can do whose field's facts say nothing of it."""
    if change.field == "layout" and change.effect is not Effect.EDITORIAL:
        return "Unknown: a value in it is not valid."
    is_listed = change.field in _OF_FIELD and _ONLY_AS.get(change.field, change.effect) is change.effect
    return _OF_FIELD[change.field] if is_listed else _BY_EFFECT[change.effect]
