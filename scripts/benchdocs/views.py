"""What the pages show, worked out: every number, clause and relation a template prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from hashlib import sha256

from benchdocs import scoring
from benchdocs.charts import WeightChart, percent, shown, weight_chart
from benchdocs.check import Report
from benchdocs.finding import Finding, Severity
from benchdocs.models import Category, Criticality, EvaluatorType, Status
from benchdocs.promptdoc import PromptFile
from benchdocs.scales import ScaleView, scale_view
from benchdocs.suite import BenchmarkSpec, Delegation, RubricSpec, Suite, sentences

EVALUATOR_NAMES = {
    EvaluatorType.CODE: "Code",
    EvaluatorType.LLM_JUDGE: "LLM judge",
    EvaluatorType.HYBRID: "Hybrid",
    EvaluatorType.MANUAL_SME: "Human expert",
}
GATE_NAMES = {Criticality.HARD_GATE: "Hard gate", Criticality.THRESHOLD_GATE: "Threshold gate"}
CATEGORY_NAMES = {
    Category.EXTRACTION: "Extraction",
    Category.SYSTEM_LOGIC: "System logic",
    Category.CLINICAL_JUDGMENT: "Clinical judgment",
}
_OPENINGS = (
    "Apply when",
    "Flag if",
    "Do not apply when",
    "Do not apply",
    "Do not use for",
    "Do not use",
    "Also exclude",
)


@dataclass(frozen=True)
class Clause:
    """A sentence of the criteria: the words that say what it does, and the rest."""

    opening: str
    rest: str


def clauses(text: str | None) -> tuple[Clause, ...]:
    """Criteria split into their sentences, each kept as it was written."""
    found = []
    for sentence in sentences(text or ""):
        opening = next((words for words in _OPENINGS if sentence.startswith(words)), "")
        found.append(Clause(opening, sentence[len(opening) :]))
    return tuple(found)


@dataclass(frozen=True)
class BenchmarkView:
    """Everything a benchmark's page shows."""

    spec: BenchmarkSpec
    parent: str
    share: Decimal | None
    effective: Decimal | None
    scale: ScaleView | None
    aggregation: str
    """How the rubric aggregates; empty where it has no rubric."""
    counts_weights: bool
    """Whether the rubric's aggregation uses the weight."""
    prompt: PromptFile | None
    gives: tuple[Delegation, ...]
    takes: tuple[Delegation, ...]
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
        return GATE_NAMES[kind] if kind else ""

    @property
    def is_hard_gate(self) -> bool:
        """Whether a missed threshold fails the rubric."""
        return self.spec.fields.criticality is Criticality.HARD_GATE

    @property
    def status(self) -> str:
        """The stated status; a spec that states none is active."""
        return str(self.spec.fields.status or Status.ACTIVE)

    @property
    def version(self) -> str:
        """The stated version, or 1."""
        return shown(self.spec.fields.version or Decimal(1))

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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class PromptView:
    """Everything a prompt's page shows."""

    prompt: PromptFile
    slug: str
    title: str
    digest: str
    users: tuple[BenchmarkSpec, ...]
    findings: tuple[Finding, ...]


class Views:
    """The suite as its readers see it; benchmarks and rubrics come in reading order."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.suite: Suite = report.suite

    @cached_property
    def rubrics(self) -> tuple[RubricView, ...]:
        """Rubrics in the order of their composites, each composite ahead of its parts."""
        order: dict[str, RubricSpec] = {}

        def visit(rubric: RubricSpec) -> None:
            if rubric.code not in order:
                order[rubric.code] = rubric
                for sub in self.suite.sub_rubrics(rubric):
                    visit(sub)

        tops = [rubric for rubric in self.suite.rubric.values() if rubric.code not in self.suite.composite_of]
        for rubric in (*tops, *self.suite.rubric.values()):
            visit(rubric)
        return tuple(self._rubric(rubric) for rubric in order.values())

    @cached_property
    def benchmarks(self) -> tuple[BenchmarkView, ...]:
        """Benchmarks in the order of the rubrics and their lists; those that belong to none come last."""
        order = {spec.code: spec for rubric in self.rubrics for spec in self.suite.members(rubric.spec)}
        return tuple(self.benchmark[code] for code in {**order, **self.suite.benchmark})

    @cached_property
    def benchmark(self) -> dict[str, BenchmarkView]:
        """Benchmarks by code."""
        return {code: self._benchmark(spec) for code, spec in self.suite.benchmark.items()}

    @cached_property
    def prompts(self) -> tuple[PromptView, ...]:
        """Prompts by name; those whose names make the same address all carry a mark of their paths."""
        order = sorted(self.suite.prompts, key=lambda prompt: (prompt.name, prompt.path))
        count = Counter(_slug(prompt.name) for prompt in order)
        views = []
        for prompt in order:
            slug = _slug(prompt.name)
            mark = f"-{sha256(prompt.path.encode()).hexdigest()[:6]}" if count[slug] > 1 else ""
            views.append(self._prompt(prompt, slug + mark))
        return tuple(views)

    @cached_property
    def _findings(self) -> dict[str, tuple[Finding, ...]]:
        by_path: dict[str, list[Finding]] = {}
        for finding in self.report.findings:
            by_path.setdefault(finding.path, []).append(finding)
        return {path: tuple(findings) for path, findings in by_path.items()}

    def faults(self, path: str) -> tuple[Finding, ...]:
        """A file's findings above note level."""
        return tuple(
            finding for finding in self._findings.get(path, ()) if finding.severity is not Severity.NOTE
        )

    @cached_property
    def _given(self) -> dict[str, tuple[Delegation, ...]]:
        return _grouped((delegation.giver, delegation) for delegation in self.suite.delegations)

    @cached_property
    def _taken(self) -> dict[str, tuple[Delegation, ...]]:
        return _grouped((delegation.taker, delegation) for delegation in self.suite.delegations)

    def _benchmark(self, spec: BenchmarkSpec) -> BenchmarkView:
        rubric = self.suite.rubric.get(self.suite.parent_code(spec))
        method = rubric.fields.aggregation_method if rubric else None
        return BenchmarkView(
            aggregation=str(method or ""),
            counts_weights=method is None or method.uses_weights,
            spec=spec,
            parent=self.suite.parent_code(spec),
            share=self.suite.share(spec),
            effective=self.suite.effective_weight(spec),
            scale=scale_view(spec),
            prompt=self.suite.prompt.get(spec.fields.llm_prompt_file or ""),
            gives=self._given.get(spec.code, ()),
            takes=self._taken.get(spec.code, ()),
            findings=self.faults(spec.document.path),
        )

    def _rubric(self, rubric: RubricSpec) -> RubricView:
        members = tuple(self._members(rubric))
        weights = [member.weight for member in members]
        known = [weight for weight in weights if weight is not None]
        drawn = [
            (member.code, member.share, member.effective, member.is_hard_gate)
            for member in members
            if member.share is not None
        ]
        category = self.suite.category(rubric)
        terms = [scoring.Term(member.code, member.weight, member.threshold) for member in members]
        return RubricView(
            spec=rubric,
            category=CATEGORY_NAMES[category] if category else "",
            members=members,
            weight_sum=shown(sum(known, Decimal(0))) if len(known) == len(weights) else "unknown",
            chart=weight_chart(drawn) if drawn and len(drawn) == len(members) else None,
            composite=self.suite.composite_of.get(rubric.code),
            share=self.suite.rubric_share(rubric),
            effective=self.suite.effective_rubric_weight(rubric),
            aggregation=scoring.aggregation_formula(rubric.fields, terms),
            counts_weights=not rubric.fields.aggregation_method
            or rubric.fields.aggregation_method.uses_weights,
            worked=scoring.worked_example(rubric.fields, terms),
            findings=self.faults(rubric.document.path),
        )

    def _members(self, rubric: RubricSpec) -> Iterator[Member]:
        for spec in self.suite.members(rubric):
            view = self.benchmark[spec.code]
            yield Member(
                code=view.code,
                label=view.label,
                weight=spec.fields.weight,
                share=view.share,
                effective=view.effective,
                threshold=spec.fields.threshold,
                evaluator=view.evaluator,
                gate=view.gate,
                is_hard_gate=view.is_hard_gate,
                status=view.status,
            )
        for sub in self.suite.sub_rubrics(rubric):
            yield Member(
                code=sub.code,
                label=sub.fields.label or sub.code,
                weight=sub.fields.weight,
                share=self.suite.rubric_share(sub),
                effective=self.suite.effective_rubric_weight(sub),
                threshold=sub.fields.passing_threshold,
                evaluator="",
                gate="",
                is_hard_gate=False,
                status="",
            )

    def _prompt(self, prompt: PromptFile, slug: str) -> PromptView:
        return PromptView(
            prompt=prompt,
            slug=slug,
            title=prompt.name.replace("_", " ").capitalize(),
            digest=sha256(prompt.text.encode()).hexdigest(),
            users=self.suite.users.get(prompt.path, ()),
            findings=self.faults(prompt.path),
        )


def _slug(name: str) -> str:
    """A name as the last part of an address; never that of the prompts' index."""
    slug = "".join(character if character.isalnum() else "-" for character in name.lower()).strip("-")
    return "index-prompt" if slug == "index" else slug or "prompt"


def _grouped(pairs: Iterable[tuple[str, Delegation]]) -> dict[str, tuple[Delegation, ...]]:
    groups: dict[str, list[Delegation]] = {}
    for key, delegation in pairs:
        groups.setdefault(key, []).append(delegation)
    return {key: tuple(delegations) for key, delegations in groups.items()}


def share_text(share: Decimal | None) -> str:
    """A share as a percentage; a dash where it cannot be worked out."""
    return "–" if share is None else percent(share)
