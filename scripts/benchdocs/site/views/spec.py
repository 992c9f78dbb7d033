"""A benchmark and a rubric as their pages show them, and what their values are called in words."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from benchdocs.documents.sentences import sentences
from benchdocs.rules.finding import Finding
from benchdocs.site.charts.weights import SpecCard, WeightChart
from benchdocs.site.views.criteria import Clause, clauses
from benchdocs.site.views.missing_values import UNKNOWN, has_lost_list, unread
from benchdocs.site.views.scale import ScaleView
from benchdocs.specs.models import Aggregation, Category, Criticality, EvaluatorType, Status
from benchdocs.specs.numbers import shown
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec

EVALUATOR_NAMES = {
    EvaluatorType.CODE: "Code",
    EvaluatorType.LLM_JUDGE: "LLM judge",
    EvaluatorType.HYBRID: "Hybrid",
    EvaluatorType.MANUAL_SME: "Human expert",
}
NO_GATE = "No gate"
UNKNOWN_GATE = "Unknown gate"
GATE_NAMES = {Criticality.HARD_GATE: "Hard gate", Criticality.THRESHOLD_GATE: "Threshold gate"}
AGGREGATION_NAMES = {
    Aggregation.WEIGHTED_AVERAGE: "Weighted average",
    Aggregation.MINIMUM: "Lowest score",
    Aggregation.MAXIMUM: "Highest score",
    Aggregation.MEAN: "Plain mean",
}
CATEGORY_NAMES = {
    Category.EXTRACTION: "Extraction",
    Category.SYSTEM_LOGIC: "System logic",
    Category.CLINICAL_JUDGMENT: "Clinical judgment",
}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another benchmark or rubric that a reader may go on to, with the sentences that tie the two."""

    code: str
    label: str
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BenchmarkView:
    """Everything a benchmark's page shows."""

    spec: BenchmarkSpec
    parent: str
    rubric_label: str
    category: str
    """The rubric's category in words, `unknown` where it could not be read; empty where it has none."""
    share: Decimal | None
    effective: Decimal | None
    is_share_lost: bool
    """Whether its shares cannot be worked out since a value could not be read."""
    scale: ScaleView | None
    aggregation: str
    """How the rubric aggregates; empty where it has no rubric."""
    counts_weights: bool
    """Whether the rubric's aggregation uses the weight."""
    prompt: PromptFile | None
    card: SpecCard
    siblings: tuple[Neighbour, ...]
    """The other members of its rubric."""
    gives: tuple[Neighbour, ...]
    """To whom its exclusion criteria hand scope over."""
    takes: tuple[Neighbour, ...]
    """Whose exclusion criteria hand scope over to it, with their sentences."""
    same_prompt: tuple[Neighbour, ...]
    """The other benchmarks that its prompt judges."""
    findings: tuple[Finding, ...]

    @property
    def code(self) -> str:
        """The code."""
        return self.spec.code

    @property
    def label(self) -> str:
        """The label; the code where the spec has none."""
        return self.spec.fields.label or self.spec.code

    @property
    def evaluator(self) -> str:
        """Who judges, in words."""
        kind = self.spec.fields.evaluator_type
        return EVALUATOR_NAMES[kind] if kind else "unknown"

    @property
    def gate(self) -> str:
        """The gate in words; empty where there is none."""
        kind = self.spec.fields.criticality
        return GATE_NAMES[kind] if kind else UNKNOWN_GATE if "criticality" in self.unread else ""

    @property
    def gate_or_none(self) -> str:
        """The gate in words, the lack of one too."""
        return self.gate or NO_GATE

    @property
    def is_hard_gate(self) -> bool:
        """Whether a missed threshold fails the rubric."""
        return self.spec.fields.criticality is Criticality.HARD_GATE

    @property
    def status(self) -> str:
        """The stated status; a spec that states none is active."""
        unstated = "unknown" if "status" in self.unread else Status.ACTIVE
        return str(self.spec.fields.status or unstated)

    @property
    def version(self) -> str:
        """The stated version, or 1."""
        stated = self.spec.fields.version
        return "unknown" if stated is None and "version" in self.unread else shown(stated or Decimal(1))

    @property
    def unread(self) -> frozenset[str]:
        """Fields whose values could not be read, so that nothing can be said of them."""
        return unread(self.spec)

    @property
    def inclusion(self) -> tuple[Clause, ...]:
        """Clauses of the inclusion criteria."""
        return clauses(self.spec.fields.inclusion_criteria)

    @property
    def exclusion(self) -> tuple[Clause, ...]:
        """Clauses of the exclusion criteria."""
        return clauses(self.spec.fields.exclusion_criteria)

    @property
    def summary(self) -> str:
        """The concept's first sentence, for lists and descriptions."""
        return next(iter(sentences(self.spec.fields.concept or "")), "")


@dataclass(frozen=True, slots=True)
class Member:
    """A row of a rubric's weight table: a benchmark or a sub-rubric."""

    code: str
    label: str
    weight: Decimal | None
    share: Decimal | None
    effective: Decimal | None
    threshold: Decimal | None
    evaluator: str
    gate: str
    is_hard_gate: bool
    status: str
    unread: frozenset[str]
    """Fields whose values could not be read; its threshold is `threshold` for a rubric as well."""
    is_share_lost: bool


@dataclass(frozen=True, slots=True)
class RubricView:
    """Everything a rubric's page shows."""

    spec: RubricSpec
    category: str
    members: tuple[Member, ...]
    weight_sum: str
    chart: WeightChart | None
    composite: RubricSpec | None
    share: Decimal | None
    effective: Decimal | None
    is_share_lost: bool
    untried: tuple[str, ...]
    """Codes of which something is unknown that scores are held against, so that none can be tried."""
    card: SpecCard
    method: str
    """How it aggregates, in words."""
    aggregation: str
    counts_weights: bool
    """Whether the aggregation uses the members' weights."""
    worked: str
    findings: tuple[Finding, ...]

    @property
    def code(self) -> str:
        """The code."""
        return self.spec.code

    @property
    def label(self) -> str:
        """The label; the code where the spec has none."""
        return self.spec.fields.label or self.spec.code

    @property
    def is_composite(self) -> bool:
        """Whether its members are rubrics."""
        return bool(self.spec.fields.sub_rubrics)

    @property
    def count(self) -> str:
        """How many members it has, as far as its list could be read."""
        if not has_lost_list(self.spec):
            return str(len(self.members))
        return f"{len(self.members)} or more" if self.members else UNKNOWN

    @property
    def of_unknown_gate(self) -> tuple[Member, ...]:
        """Members of which nobody knows whether they are gates."""
        return tuple(member for member in self.members if member.gate == UNKNOWN_GATE)

    @property
    def unread(self) -> frozenset[str]:
        """Fields whose values could not be read, so that nothing can be said of them."""
        return unread(self.spec)


def titled(code: str, label: str) -> str:
    """What a page about a code is called: the code and its label, or the code alone where it has no label."""
    return code if label == code else f"{code} {label}"
