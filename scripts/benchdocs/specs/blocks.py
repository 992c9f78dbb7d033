"""The blocks of fields within a benchmark or a rubric."""

import datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import StrictBool

from benchdocs.specs.choices import DecisionMethod, DecisionState, Unit, UnparseableOutput
from benchdocs.specs.field_facts import FieldFacts, TextForm
from benchdocs.specs.fields import (
    AnyCode,
    Confidence,
    Fields,
    Line,
    Number,
    OpenFields,
    ShortenedFields,
    Text,
    needed,
    optional,
)
from benchdocs.specs.formula import DEFAULT

SCALED_OTHERWISE = "The same raw score can become a different score."
COUNTED_OTHERWISE = "The same cases may be counted differently."
DECIDED_OTHERWISE = "The same score over the same cases may lead to another verdict."
USUAL_LEVEL = Decimal("0.95")
"""Confidence of a bound where no level is stated."""
_COUNTED = FieldFacts(form=TextForm.NAME, can=COUNTED_OTHERWISE)


class ScoringScale(Fields):
    """The raw scale of a benchmark and how it becomes a score from 0 to 1."""

    min_value: Annotated[Number | None, FieldFacts(called="lowest raw score", can=SCALED_OTHERWISE)] = needed(
        "Lowest raw score that is possible.", examples=["0.0"]
    )
    max_value: Annotated[Number | None, FieldFacts(called="highest raw score", can=SCALED_OTHERWISE)] = (
        needed("Highest raw score that is possible.", examples=["1.0"])
    )
    normalization_formula: Annotated[
        Text | None,
        FieldFacts(form=TextForm.FORMULA, default=DEFAULT, called="formula", can=SCALED_OTHERWISE),
    ] = optional(
        "How a raw score `x` becomes 0-1, from `x`, `min`, `max`, numbers, `+ - * /` and parentheses. "
        f"Absent: `{DEFAULT}`.",
        examples=["x/100"],
    )
    descriptions: Annotated[dict[Any, Text], FieldFacts(called="level", published=False)] = optional(
        "What a score means, by the lower bound of its band. A key at the maximum is a single score.",
        default={},
        examples=['1.0: "All interpreters are named"'],
    )

    @property
    def ends(self) -> tuple[Decimal, Decimal] | None:
        """Return the lowest and the highest raw score; None where one is missing."""
        if self.min_value is None or self.max_value is None:
            return None
        return self.min_value, self.max_value


class Metric(OpenFields):
    """What is counted, as data, and the script that counts it; other fields may say more."""

    unit: Annotated[Unit | None, FieldFacts(default=Unit.CASE, can=COUNTED_OTHERWISE)] = optional(
        "What the score counts. Absent: `case`.", examples=["case"]
    )
    numerator: Annotated[Text | None, _COUNTED] = optional(
        "What counts as right, with its name in the concept's formula.", examples=["interpreter_cases_passed"]
    )
    denominator: Annotated[Text | None, _COUNTED] = optional(
        "What is counted in total, with its name in the formula. Count labels, never what the output says.",
        examples=["interpreter_cases_labeled"],
    )
    labels: Annotated[list[Text], _COUNTED._replace(unordered=True)] = optional(
        "Labels of the ground truth from which the denominator is counted.",
        default=[],
        examples=["[interpreter]"],
    )
    sub_scores: Annotated[list[Text], FieldFacts(form=TextForm.NAME, unordered=True)] = optional(
        "Ratios that a report shows in addition to the score. They do not change it.",
        default=[],
        examples=['["causes_returned / causes_labeled"]'],
    )
    unparseable_output: Annotated[
        UnparseableOutput | None,
        FieldFacts(default=UnparseableOutput.NOT_EVALUATED, can=COUNTED_OTHERWISE, decides_verdict=True),
    ] = optional(
        "What happens to an output that cannot be read. Absent: `not_evaluated`.", examples=["fails"]
    )
    implementation: Annotated[
        Text | None,
        FieldFacts(
            form=TextForm.PATH,
            called="code evaluator",
            can=COUNTED_OTHERWISE,
            signed=False,
        ),
    ] = optional(
        "Path of the script that judges, from the repository's root, for `code` and `hybrid`.",
        examples=["evaluators/code/a_lng2.py"],
    )


class DecisionRule(Fields):
    """How a score becomes a pass or a fail."""

    method: Annotated[
        DecisionMethod | None,
        FieldFacts(idle=DecisionMethod.POINT_ESTIMATE, can=DECIDED_OTHERWISE),
    ] = needed("What is compared with the threshold.", examples=["lower_bound"])
    level: Annotated[Confidence | None, FieldFacts(idle=USUAL_LEVEL, can=DECIDED_OTHERWISE)] = optional(
        f"Confidence of the bound, for `lower_bound`. Absent: {USUAL_LEVEL}.",
        examples=["0.95"],
    )

    @property
    def confidence(self) -> Decimal | None:
        """Confidence of the bound that is compared; None where the score itself is."""
        if self.method is not DecisionMethod.LOWER_BOUND:
            return None
        return USUAL_LEVEL if self.level is None else self.level


class CriticalRequirement(ShortenedFields):
    """What may never go wrong, and the hard gates that make sure of it."""

    short_form = "text"

    text: Text | None = needed(
        "What may never go wrong.", examples=["No relative is taken for a professional interpreter."]
    )
    enforced_by: list[AnyCode] = optional(
        "Codes of the benchmarks or rubrics whose hard gates enforce it.", default=[], examples=["[A-LNG1]"]
    )
    never_event: StrictBool | None = optional(
        "Whether a single failed case comes first in every report of a run. Absent: `false`.",
        examples=["true"],
    )


class EvaluationGuidelines(Fields):
    """What a reviewer of a rubric's results looks at."""

    focus_areas: Annotated[list[Text], FieldFacts(unordered=True)] = optional(
        "Questions that the rubric answers.",
        default=[],
        examples=["Is every interpreter named?"],
    )
    acceptable_deviations: Annotated[list[Text], FieldFacts(unordered=True)] = optional(
        "Differences that are not faults.", default=[], examples=["Other words for the same interpreter."]
    )
    critical_requirements: Annotated[list[CriticalRequirement], FieldFacts()] = optional(
        "What may never go wrong: each with the hard gates that enforce it, or only as text.",
        default=[],
        examples=["- text: No relative is taken for a professional interpreter.\n  enforced_by: [A-LNG1]"],
    )
    evidence_requirements: Text | None = optional(
        "What to keep so that a score can be checked.",
        examples=["The input and the output of every failed case."],
    )
    special_instructions: Text | None = optional(
        "Anything else a reviewer needs to know.", examples=["Read the input before the output."]
    )


class Decision(Fields):
    """Who decided values of a spec, and how far they are settled."""

    fields: list[Text] = needed(
        "Values that the decision covers: names of fields, and `criteria`, `prompt` and `members`.",
        default=[],
        examples=["[weight, threshold]"],
    )
    state: DecisionState | None = needed("How far they are settled.", examples=["established"])
    by: Line = needed(
        "Role or body that decided, or that chose a provisional value.", examples=["The suite's owners"]
    )
    source: Line = optional(
        "Document that records the decision, or the path of a review record.",
        examples=["The owners' statement of the suite's facts"],
    )
    on: datetime.date | None = optional("Date of the decision, if known.", examples=["2026-01-31"])
    because: Text | None = optional(
        "Reason for the state.", examples=["The subject lead asked for a higher threshold."]
    )
