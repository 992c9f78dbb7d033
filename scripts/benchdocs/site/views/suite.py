"""What the pages show, worked out: every number, clause and relation a template prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cached_property

from benchdocs.rules.check import Report
from benchdocs.rules.finding import Finding, Severity
from benchdocs.site.charts.weights import spec_card, weight_chart
from benchdocs.site.views.missing_values import UNKNOWN, has_lost_share, lost_for_scores, refused, unread
from benchdocs.site.views.prompt import PromptView, prompt_view, with_slugs
from benchdocs.site.views.scale import scale_view
from benchdocs.site.views.spec import (
    AGGREGATION_NAMES,
    CATEGORY_NAMES,
    BenchmarkView,
    Member,
    Neighbour,
    RubricView,
)
from benchdocs.specs.models import Status
from benchdocs.specs.numbers import shown
from benchdocs.suite import aggregation
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite

_MEMBER_NAMES = {"passing_threshold": "threshold"}
_MOST_BARS = 60
"""Members whose weights are drawn; of more the table says them."""


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
    def rubric(self) -> dict[str, RubricView]:
        """Rubrics by code."""
        return {view.code: view for view in self.rubrics}

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
        """Prompts by name."""
        may_be_used = any("llm_prompt_file" in refused(spec) for spec in self.suite.benchmarks)
        return tuple(
            prompt_view(
                prompt,
                slug,
                self.suite.users.get(prompt.path, ()),
                self.faults(prompt.path),
                may_be_used=may_be_used and prompt.path not in self.suite.users,
            )
            for prompt, slug in with_slugs(self.suite.prompts)
        )

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
    def _given(self) -> dict[str, dict[str, list[str]]]:
        return _grouped((entry.giver, entry.taker, entry.sentence) for entry in self.suite.delegations)

    @cached_property
    def _taken(self) -> dict[str, dict[str, list[str]]]:
        return _grouped((entry.taker, entry.giver, entry.sentence) for entry in self.suite.delegations)

    def _neighbours(self, sentences: Mapping[str, Iterable[str]]) -> tuple[Neighbour, ...]:
        return tuple(Neighbour(code, self._label(code), tuple(said)) for code, said in sentences.items())

    def _label(self, code: str) -> str:
        spec = self.suite.benchmark.get(code) or self.suite.rubric.get(code)
        return (spec.fields.label or "") if spec else ""

    def _benchmark(self, spec: BenchmarkSpec) -> BenchmarkView:
        rubric = self.suite.rubric.get(self.suite.parent_code(spec))
        method = rubric.fields.aggregation_method if rubric else None
        members = self.suite.members(rubric) if rubric else ()
        users = self.suite.users.get(spec.fields.llm_prompt_file or "", ())
        effective = self.suite.effective_weight(spec)
        shares = [(member.code == spec.code, self.suite.share(member)) for member in members]
        return BenchmarkView(
            aggregation=str(method or ""),
            counts_weights=method is None or method.uses_weights,
            spec=spec,
            parent=self.suite.parent_code(spec),
            rubric_label=(rubric.fields.label or "") if rubric else "",
            category=self._category(rubric) if rubric else "",
            share=self.suite.share(spec),
            effective=effective,
            is_share_lost=(
                effective is None
                and spec.fields.status is not Status.DEPRECATED
                and has_lost_share(self.suite, rubric, spec)
            ),
            scale=scale_view(spec),
            prompt=self.suite.prompt.get(spec.fields.llm_prompt_file or ""),
            card=spec_card(spec.fields.threshold, shares),
            siblings=self._neighbours({member.code: () for member in members if member is not spec}),
            gives=self._neighbours(self._given.get(spec.code, {})),
            takes=self._neighbours(self._taken.get(spec.code, {})),
            same_prompt=self._neighbours({user.code: () for user in users if user is not spec}),
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
        method = rubric.fields.aggregation_method
        untried = lost_for_scores(self.suite, rubric)
        effective = self.suite.effective_rubric_weight(rubric)
        siblings = self.suite.siblings(rubric)
        shares = [(sibling.code == rubric.code, self.suite.rubric_share(sibling)) for sibling in siblings]
        terms = [aggregation.Term(member.code, member.weight, member.threshold) for member in members]
        return RubricView(
            spec=rubric,
            category=self._category(rubric),
            members=members,
            weight_sum=shown(sum(known, Decimal(0))) if len(known) == len(weights) else "unknown",
            chart=weight_chart(drawn) if 0 < len(drawn) == len(members) <= _MOST_BARS else None,
            composite=self.suite.composite_of.get(rubric.code),
            share=self.suite.rubric_share(rubric),
            effective=effective,
            is_share_lost=effective is None and has_lost_share(self.suite, rubric),
            untried=untried,
            card=spec_card(rubric.fields.passing_threshold, shares if len(shares) > 1 else []),
            method=AGGREGATION_NAMES[method] if method else _unless(rubric, "aggregation_method"),
            aggregation=aggregation.aggregation_formula(rubric.fields, terms),
            counts_weights=method is None or method.uses_weights,
            worked="" if untried else aggregation.worked_example(rubric.fields, terms),
            findings=self.faults(rubric.document.path),
        )

    def _category(self, rubric: RubricSpec) -> str:
        category = self.suite.category(rubric)
        return CATEGORY_NAMES[category] if category else _unless(rubric, "category")

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
                unread=view.unread,
                is_share_lost=view.is_share_lost,
            )
        for sub in self.suite.sub_rubrics(rubric):
            effective = self.suite.effective_rubric_weight(sub)
            yield Member(
                code=sub.code,
                label=sub.fields.label or sub.code,
                weight=sub.fields.weight,
                share=self.suite.rubric_share(sub),
                effective=effective,
                threshold=sub.fields.passing_threshold,
                evaluator="",
                gate="",
                is_hard_gate=False,
                status="",
                unread=frozenset(_MEMBER_NAMES.get(name, name) for name in unread(sub)),
                is_share_lost=effective is None and has_lost_share(self.suite, sub),
            )


def _unless(rubric: RubricSpec, field: str) -> str:
    """What stands for an absent value: `unknown` where it could not be read, else nothing."""
    return UNKNOWN if field in unread(rubric) else ""


def _grouped(triples: Iterable[tuple[str, str, str]]) -> dict[str, dict[str, list[str]]]:
    """Sentences by the code they are said of, and below it by the other code, in order."""
    groups: dict[str, dict[str, list[str]]] = {}
    for code, other, sentence in triples:
        groups.setdefault(code, {}).setdefault(other, []).append(sentence)
    return groups
