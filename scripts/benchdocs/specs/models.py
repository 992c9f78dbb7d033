"""The field specification as types: what a benchmark and a rubric may and must say.

Every field is optional to the type checker, because a spec with a fault still takes part in the
checks and in the preview: a field is None (or empty) where the spec lacks it or its value was
refused. Which fields an author *must* write is marked with `needed`; `validation` reports the absence.
Everything else that the tool knows of a field is in the `FieldFacts` of its annotation.
"""

from decimal import Decimal
from functools import partial
from typing import Annotated

from benchdocs.specs.blocks import (
    COUNTED_OTHERWISE,
    DECIDED_OTHERWISE,
    SCALED_OTHERWISE,
    Decision,
    DecisionRule,
    EvaluationGuidelines,
    Metric,
    ScoringScale,
)
from benchdocs.specs.choices import Aggregation, Criticality, EvaluatorType, Status, Unit
from benchdocs.specs.field_facts import FieldFacts, TextForm
from benchdocs.specs.fields import BenchmarkCode, Count, Fields, RubricCode, Share, Text, needed, optional

_JUDGED_OTHERWISE = "The same case may be judged differently."
_CRITERIA = FieldFacts(
    decided_as="criteria",
    can="It may apply to other cases, skip other cases, or flag other things.",
)

# Facts and fields that benchmarks and rubrics share
_WEIGHT = FieldFacts(decided_as="weight", decides_verdict=True)
_THRESHOLD = FieldFacts(
    raised="A score that passed may now miss.",
    lowered="A score that missed may now pass.",
    decides_verdict=True,
)
_GATE = FieldFacts(
    decided_as="criticality", decides_verdict=True, only_as=Criticality.HARD_GATE, called="gate"
)
_MEMBERS = FieldFacts(decided_as="members", decides_verdict=True, published=False)
_Version = Annotated[Count | None, FieldFacts(default=Decimal(1), signed=False)]
_version = partial(
    optional, "Whole number; raise it with each change that affects scores. Absent: 1.", examples=["1"]
)
_Decisions = Annotated[
    list[Decision],
    FieldFacts(
        signed=False,
        may_quote=True,
    ),
]
_decisions = partial(
    optional,
    "Who decided which values. A value that no entry names is provisional.",
    default=[],
    examples=["- fields: [weight, threshold]\n  state: established\n  by: The suite's owners"],
)
_Notes = Annotated[Text | None, FieldFacts(signed=False, is_remark=True, published=False)]
_notes = partial(
    optional, "Remarks for maintainers, which only the source shows.", examples=["Ask again in May."]
)


class Benchmark(Fields):
    """The smallest measurable test: one behavior, its criteria, its scale and its evaluator."""

    code: BenchmarkCode | None = needed(
        "Unique identifier: the parent rubric's code and a number, with an optional lowercase variant.",
        examples=["A-LNG1"],
    )
    parent_rubric: Annotated[
        RubricCode | None,
        FieldFacts(called="rubric", can="It counts in another rubric."),
    ] = optional("Code of the rubric it belongs to. Absent: the code without its number.", examples=["A-LNG"])
    label: Annotated[
        Text | None, FieldFacts(decided_as="label", settled_if_active=True, form=TextForm.NAME)
    ] = optional("Short name for headings and tables.", examples=["Claims With Their Source"])
    status: Annotated[
        Status | None,
        FieldFacts(
            default=Status.ACTIVE,
            decides_verdict=True,
            only_as=Status.DEPRECATED,
            raised="It no longer counts.",
            lowered="It counts again.",
        ),
    ] = optional(
        "`draft` before it is settled, `active`, or `deprecated` (keeps its page but no longer counts). "
        "Absent: `active`.",
        examples=["draft"],
    )
    version: _Version = _version()
    concept: Text | None = needed(
        "What is measured, how, the formula and the threshold, in several sentences.",
        examples=[
            "Share of required sections with content. Formula: (populated / required). Threshold: >=0.90."
        ],
    )
    weight: Annotated[
        Share | None,
        _WEIGHT._replace(
            settled_if_active=True,
            raised="It counts for more of its rubric.",
            lowered="It counts for less of its rubric.",
        ),
    ] = needed("Share of this benchmark within its rubric, 0 to 1.", examples=["0.25"])
    threshold: Annotated[
        Share | None,
        _THRESHOLD._replace(decided_as="threshold", settled_if_active=True),
    ] = optional("Normalized score that passes, 0 to 1.", examples=["0.90"])
    criticality: Annotated[
        Criticality | None,
        _GATE._replace(
            idle=Criticality.THRESHOLD_GATE,
            raised="A miss now blocks the rubric and everything above it.",
            lowered="A miss no longer blocks anything.",
        ),
    ] = optional(
        "`hard_gate`: a score under the threshold blocks the rubric and every composite above it. "
        "`threshold_gate`: the report lists the miss, and the aggregate may make up for it.",
        examples=["hard_gate"],
    )
    scoring_scale: Annotated[
        ScoringScale | None,
        FieldFacts(
            decided_as="scoring_scale",
            called="scale",
            can=SCALED_OTHERWISE,
        ),
    ] = optional(
        "Raw scale, how it is normalized, and its levels.", examples=["min_value: 0.0\nmax_value: 1.0"]
    )
    inclusion_criteria: Annotated[Text | None, _CRITERIA] = needed(
        "When it applies and what it flags: `Apply when ... . Flag if ... .`",
        examples=["Apply when the input names an interpreter. Flag if the output is silent on it."],
    )
    exclusion_criteria: Annotated[Text | None, _CRITERIA] = needed(
        "Cases that are skipped altogether: `Do not apply when ... .`",
        examples=["Do not apply when only the language is in question (use A-LNG2 instead)."],
    )
    out_of_scope: Annotated[
        list[Text],
        _CRITERIA._replace(can="Other items of the same case may count.", unordered=True, may_quote=True),
    ] = optional(
        "Items that do not count, although their case does, each with the benchmark that counts them.",
        default=[],
        examples=['- "Which language a speaker has (A-LNG2)."'],
    )
    examples: Annotated[list[Text], FieldFacts(may_quote=True)] = optional(
        "Input and output, including near misses.",
        default=[],
        examples=["Narrative: 'no further copies' but output marks copies: true."],
    )
    evaluator_type: Annotated[
        EvaluatorType | None,
        FieldFacts(
            decided_as="evaluator_type",
            settled_if_active=True,
            can=_JUDGED_OTHERWISE,
            called="evaluator",
        ),
    ] = needed("Who or what judges.", examples=["hybrid"])
    llm_prompt_file: Annotated[
        Text | None,
        FieldFacts(
            decided_as="prompt",
            needed_where="for `llm_judge` and `hybrid`",
            form=TextForm.PATH,
            called="prompt file",
            can=_JUDGED_OTHERWISE,
            signed=False,
        ),
    ] = optional(
        "Path of the judge's prompt from the repository's root; required for `llm_judge` and `hybrid`.",
        examples=["evaluators/llm-judge/interpreter_use_prompt.md"],
    )
    metric: Annotated[
        Metric | None,
        FieldFacts(
            decided_as="metric",
            can=COUNTED_OTHERWISE,
        ),
    ] = optional(
        "What is counted, as data, and how it is implemented.",
        examples=["numerator: interpreter_cases_passed\ndenominator: interpreter_cases_labeled"],
    )
    min_cases: Annotated[
        Count | None,
        FieldFacts(
            decided_as="min_cases",
            raised="A pass over fewer cases may now be undecided.",
            lowered="A score over fewer cases now decides.",
            decides_verdict=True,
        ),
    ] = optional("Fewest cases with which it can pass.", examples=["59"])
    decision: Annotated[
        DecisionRule | None,
        FieldFacts(
            decided_as="decision",
            can=DECIDED_OTHERWISE,
            decides_verdict=True,
            called="decision rule",
        ),
    ] = optional(
        "How a score becomes a pass or a fail. Absent: by the score itself.",
        examples=["method: lower_bound\nlevel: 0.95"],
    )
    rationale: Text | None = optional(
        "Why this weight and this threshold.",
        examples=["Coverage and chronology share the structural half. One section in ten may be short."],
    )
    notes: _Notes = _notes()
    replaced_by: BenchmarkCode | None = optional(
        "For a deprecated benchmark: the code to use now.", examples=["A-LNG4"]
    )
    split_into: list[BenchmarkCode] = optional(
        "For a deprecated benchmark that was divided: the codes to use now.",
        default=[],
        examples=["[A-LNG4, A-LNG5]"],
    )
    aliases: list[BenchmarkCode] = optional(
        "Former codes, which keep working as links.", default=[], examples=["A-LNG9"]
    )
    decisions: _Decisions = _decisions()

    @property
    def implementation(self) -> str | None:
        """Path of its code evaluator; None where it names none."""
        return self.metric.implementation if self.metric else None

    @property
    def has_shares(self) -> bool:
        """Whether each case counts as the share of its items that are met."""
        return self.metric is not None and self.metric.unit is Unit.ITEM

    @property
    def is_active(self) -> bool:
        """Whether it counts as settled, as it does without a status."""
        return self.status in (None, Status.ACTIVE)


class Rubric(Fields):
    """A named group of benchmarks, or of other rubrics, with an aggregation and a passing threshold."""

    code: RubricCode | None = needed("Unique identifier.", examples=["A-LNG"])
    label: Annotated[Text | None, FieldFacts(decided_as="label", form=TextForm.NAME)] = needed(
        "Name for headings and tables.", examples=["Language Access"]
    )
    version: _Version = _version()
    category: Annotated[str | None, FieldFacts(decided_as="category")] = optional(
        "Kind of question that its benchmarks ask. Absent: taken from the project's settings.",
        examples=["extraction"],
    )
    weight: Annotated[
        Share | None,
        _WEIGHT._replace(
            raised="The rubric counts for more of what it is part of.",
            lowered="The rubric counts for less of what it is part of.",
        ),
    ] = needed("Share of this rubric within its composite, 0 to 1.", examples=["0.05"])
    aggregation_method: Annotated[
        Aggregation | None,
        FieldFacts(
            decided_as="aggregation_method",
            can="The same scores can give the rubric a different score.",
            decides_verdict=True,
            called="aggregation",
        ),
    ] = needed("How the members' scores are combined.", examples=["WEIGHTED_AVERAGE"])
    passing_threshold: Annotated[Share | None, _THRESHOLD._replace(decided_as="passing_threshold")] = needed(
        "Score that the rubric has to reach, 0 to 1.", examples=["0.90"]
    )
    criticality: Annotated[
        Criticality | None,
        _GATE._replace(
            raised="A rubric that fails now blocks everything above it.",
            lowered="A rubric that fails by its score no longer blocks anything.",
        ),
    ] = optional(
        "`hard_gate`: if the rubric fails, every composite above it is blocked. "
        "`threshold_gate`: the report lists the failure, and the composite's aggregate may make up for it.",
        examples=["hard_gate"],
    )
    description: Text | None = optional(
        "What the rubric is about, in a few sentences.",
        examples=["Interpreters have to be named. Each benchmark covers one kind of mention."],
    )
    benchmarks: Annotated[list[BenchmarkCode] | None, _MEMBERS._replace(needed_where="in a leaf")] = optional(
        "Codes of a leaf rubric's benchmarks, in display order; required unless `sub_rubrics` is given.",
        examples=["[A-LNG1, A-LNG2]"],
    )
    sub_rubrics: Annotated[
        list[RubricCode] | None,
        _MEMBERS._replace(needed_where="in a composite"),
    ] = optional(
        "Codes of a composite's rubrics, in display order; instead of `benchmarks`.",
        examples=["[A-VAL, A-LNG]"],
    )
    evaluation_guidelines: EvaluationGuidelines | None = optional(
        "What a reviewer looks at.",
        examples=["focus_areas:\n  - Is every interpreter named?"],
    )
    notes: _Notes = _notes()
    decisions: _Decisions = _decisions()
