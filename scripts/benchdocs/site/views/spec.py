"""A benchmark and a rubric as their pages show them, and their values in words."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from benchdocs.documents.sentences import sentences
from benchdocs.rules.finding import Finding
from benchdocs.site.dataset.figures import BenchmarkFigures, Figures, RubricFigures
from benchdocs.site.views.cases import CasesView
from benchdocs.site.views.missing_values import NONE, number_text, share_text
from benchdocs.site.views.scale import ScaleView, scale_view
from benchdocs.specs.choices import Criticality, DecisionState, Status
from benchdocs.specs.models import Benchmark
from benchdocs.specs.numbers import shown
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.settings import CriteriaWords
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.codes import CODE_IN_TEXT, is_component
from benchdocs.suite.decisions import state_of, values_in
from benchdocs.suite.gates import Block
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec

NO_GATE = "No gate"
_OPENINGS = ("Do not apply", "Do not use for", "Do not use", "Also exclude")
"""Words that start a sentence of criteria, besides those of the settings."""


class Neighbor(NamedTuple):
    """A benchmark that leaves cases to another one, the page's own.

    Attributes:
        gives: Its sentences that do: exclusions, then what is out of scope.
    """

    code: str
    label: str
    gives: tuple[str, ...]


class Concept(NamedTuple):
    """A concept in parts: its first sentence, the others, and the formula that every concept ends with."""

    opening: str
    rest: str
    formula: str


@dataclass(frozen=True, slots=True)
class SpecView:
    """The view of a benchmark or a rubric.

    Attributes:
        category: Its rubric's category in words; empty without one.
        unused_by: The nearest rubric above it that makes no use of weights, its own included.
        within: Its own rubric, if only a rubric further up makes no use of weights.
    """

    spec: AnySpec
    figures: Figures
    category: str
    unused_by: RubricSpec | None
    within: RubricSpec | None
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
    def title(self) -> str:
        """The code and the label, or the label that opens with the code."""
        opens_with_code = re.match(rf"{re.escape(self.code)}\b", self.label)
        return self.label if opens_with_code else f"{self.code} {self.label}"

    @property
    def version(self) -> str:
        """The stated version, or 1."""
        stated = self.spec.fields.version
        return "1" if stated is None else shown(stated)

    @property
    def gate(self) -> str:
        """The gate in words; empty where there is none."""
        kind = self.spec.fields.criticality
        return kind.label if kind else ""

    @property
    def effective_text(self) -> str:
        """Its effective weight in words, or its share of its own rubric if it has no other."""
        if self.within:
            return f"{share_text(self.figures.share)} of {self.within.code}"
        return "not used" if self.unused_by else share_text(self.figures.effective_weight)

    @property
    def is_hard_gate(self) -> bool:
        """Whether a miss blocks all that is above it."""
        return self.spec.fields.criticality is Criticality.HARD_GATE

    @property
    def threshold_field(self) -> str:
        """Name of the field with its threshold."""
        return "threshold" if isinstance(self.spec.fields, Benchmark) else "passing_threshold"

    @property
    def threshold(self) -> Decimal | None:
        """The score from which it passes."""
        stated: Decimal | None = getattr(self.spec.fields, self.threshold_field)
        return stated

    @property
    def provisional(self) -> int:
        """How many of its values await a decision."""
        return len(values_in(self.spec, DecisionState.PROVISIONAL))


@dataclass(frozen=True, slots=True)
class BenchmarkView(SpecView):
    """Everything a benchmark's page shows.

    Attributes:
        miss_fails_rubric: Whether its rubric fails whenever its threshold is missed, whatever the others
            score.
        blocks: How a miss blocks a release; None where it does not.
        neighbors: Those that leave cases to it.
        cases: Its calibration cases; the page of its prompt shows them where it has one.
    """

    spec: BenchmarkSpec
    figures: BenchmarkFigures
    miss_fails_rubric: bool
    blocks: Block | None
    prompt: PromptFile | None
    neighbors: tuple[Neighbor, ...]
    cases: CasesView

    @property
    def scale(self) -> ScaleView | None:
        """Its scoring scale, worked out each time."""
        return scale_view(self.spec)

    @property
    def concept(self) -> Concept:
        """Its concept in parts."""
        text, mark, formula = (self.spec.fields.concept or "").rpartition("Formula: ")
        if not mark:
            text, formula = formula, ""
        opening, rest = next(iter(sentences(text)), ""), text
        for word in opening.split():
            rest = rest.partition(word)[2]
        return Concept(opening, rest.strip(), mark + formula)

    @property
    def evaluator(self) -> str:
        """The evaluator type in words."""
        kind = self.spec.fields.evaluator_type
        return kind.label if kind else NONE

    @property
    def status(self) -> str:
        """The stated status; a spec that states none is active."""
        return str(self.spec.fields.status or Status.ACTIVE)

    @property
    def summary(self) -> str:
        """The concept's first sentence, for lists and descriptions."""
        return self.concept.opening

    @property
    def expected(self) -> str:
        """The summary without what many open with, `Measures whether`."""
        rest = re.sub(r"^[A-Z][a-z]+s whether ", "", self.summary)
        return rest[:1].upper() + rest[1:]


def status_label(status: str) -> str:
    """Return what pages call a status; a marker in place of one is unchanged."""
    return Status(status).label if status in {*Status} else status


@dataclass(frozen=True, slots=True)
class RubricView(SpecView):
    """Everything a rubric's page shows.

    Attributes:
        members: Its benchmarks, then what any view shows of its sub-rubrics.
        can_be_scored: Whether all that its score depends on is there.
    """

    spec: RubricSpec
    figures: RubricFigures
    members: tuple[SpecView, ...]
    weight_sum: str
    can_be_scored: bool
    aggregation_name: str
    aggregation_formula: str
    uses_weights: bool

    @property
    def label(self) -> str:
        """The label; a composite's without the explanation in parentheses at its end."""
        return self._label_parts[0]

    @property
    def explanation(self) -> str:
        """What explains a composite in its label."""
        return self._label_parts[1]

    @property
    def _label_parts(self) -> tuple[str, str]:
        whole = self.spec.fields.label or self.code
        parts = re.fullmatch(r"(.*\S)\s*\(([^()]+?)[.]?\)", whole) if self.is_composite else None
        return (parts[1], parts[2]) if parts else (whole, "")

    @property
    def has_shares(self) -> bool:
        """Whether a member's share is not its weight as written."""
        return any(member.figures.share != member.spec.fields.weight for member in self.members)

    @property
    def members_by_weight(self) -> list[list[SpecView]]:
        """Its members in groups that count the same; none where few of them do."""
        groups: dict[object, list[SpecView]] = {}
        for member in self.members:
            weight = member.spec.fields.weight
            alike = (weight, member.figures.share, member.effective_text, state_of(member.spec, "weight"))
            groups.setdefault(alike, []).append(member)
        if 2 * len(groups) > len(self.members):
            return []
        return sorted(groups.values(), key=lambda group: -(group[0].spec.fields.weight or 0))

    @property
    def is_top(self) -> bool:
        """Whether no score is above its own: it is a root, or a component without one."""
        return self.code == self.figures.top

    @property
    def noun(self) -> str:
        """What each of its members is called."""
        if not self.is_composite:
            return "benchmark"
        return "component" if all(is_component(member.code) for member in self.members) else "rubric"

    @property
    def is_composite(self) -> bool:
        """Whether its members are rubrics."""
        return bool(self.spec.fields.sub_rubrics)

    @property
    def count(self) -> str:
        """How many members it lists."""
        return str(len(self.spec.fields.benchmarks or self.spec.fields.sub_rubrics or ()))


def in_brief(view: SpecView) -> str:
    """Return the gate, threshold and effective weight of a spec, and who judges it, in one line."""
    weight = "" if view.code == view.figures.top else f", effective weight {view.effective_text}"
    evaluator = f" Evaluator: {view.evaluator}." if isinstance(view, BenchmarkView) else ""
    return f"{view.gate or NO_GATE}, threshold {number_text(view.threshold)}{weight}.{evaluator}"


def pointer(item: str) -> tuple[str, str]:
    """Return an item out of scope, and the codes in parentheses at its end: those that test it instead."""
    text, _, codes = item.strip().rstrip(".").rpartition(" (")
    if codes.endswith(")") and CODE_IN_TEXT.match(codes):
        return text, codes[:-1]
    return item, ""


def clauses(text: str | None, words: CriteriaWords) -> list[tuple[str, str]]:
    """Return the sentences of criteria as written, each cut after the words that say what it does."""
    found = []
    own = sorted((words.apply_when, words.flag_if, words.do_not_apply), key=len, reverse=True)
    for sentence in sentences(text or ""):
        opening = next((words for words in (*own, *_OPENINGS) if sentence.startswith(words)), "")
        found.append((opening, sentence[len(opening) :]))
    return found
