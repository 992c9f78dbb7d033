"""Everything that the pages show of a suite: each number, clause and relation that a template prints."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from benchdocs.rules.check import Report
from benchdocs.rules.finding import Finding, Severity
from benchdocs.site.dataset.figures import RubricFigures, benchmark_figures, rubric_figures
from benchdocs.site.views.aggregation import aggregation_formula
from benchdocs.site.views.cases import CasesView, KeyView, key_views
from benchdocs.site.views.code_evaluator import CodeEvaluatorView
from benchdocs.site.views.missing_values import NONE
from benchdocs.site.views.prompt import PromptView, with_slugs
from benchdocs.site.views.spec import BenchmarkView, Neighbor, RubricView, SpecView
from benchdocs.specs.choices import DecisionState, Status
from benchdocs.specs.field_index import SPECS
from benchdocs.specs.fields import ANY_CODE
from benchdocs.specs.numbers import as_decimal, counted, shown
from benchdocs.specs.validation import AnySpec, Broken
from benchdocs.suite.cases import cases_of
from benchdocs.suite.clauses import clauses
from benchdocs.suite.decisions import settled_weight, state_of, values
from benchdocs.suite.files import grouped
from benchdocs.suite.gates import miss_fails_rubric, release_blockers
from benchdocs.suite.suite import BenchmarkSpec, Delegation, RubricSpec, Suite

MOST_LISTED = 500
"""Benchmarks up to which pages list, draw, print and search each; in a larger suite, its rubrics alone."""


class Views:
    """The views of a suite; benchmarks and rubrics are in reading order."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.suite: Suite = report.suite

    @property
    def is_large(self) -> bool:
        """Whether pages list the rubrics alone."""
        return len(self.suite.benchmark) > MOST_LISTED

    @cached_property
    def rubrics(self) -> tuple[RubricView, ...]:
        """Rubrics in the order of their composites, each composite before its parts."""
        return tuple(map(self._rubric, self.suite.ordered_rubrics))

    @property
    def leaves(self) -> tuple[RubricView, ...]:
        """The rubrics that are no composites."""
        return tuple(view for view in self.rubrics if not view.is_composite)

    @property
    def rubrics_in_words(self) -> str:
        """How many rubrics there are, and how many of them are composites."""
        composites = len(self.rubrics) - len(self.leaves)
        words = counted(len(self.rubrics), "rubric")
        return f"{words} ({composites} of them composite)" if composites else words

    @cached_property
    def rubric(self) -> dict[str, RubricView]:
        """Rubrics by code."""
        return {view.code: view for view in self.rubrics}

    @cached_property
    def benchmarks(self) -> tuple[BenchmarkView, ...]:
        """Benchmarks in the order of the rubrics and their lists; those without a rubric come last."""
        return tuple(self.benchmark[spec.code] for spec in self.suite.ordered_benchmarks)

    @cached_property
    def benchmark(self) -> dict[str, BenchmarkView]:
        """Benchmarks by code."""
        return {code: self._benchmark(spec) for code, spec in self.suite.benchmark.items()}

    @cached_property
    def blocking(self) -> tuple[BenchmarkView, ...]:
        """Benchmarks that can block a release."""
        return tuple(view for view in self.benchmarks if view.blocks)

    def blocking_below(self, rubric: RubricSpec) -> tuple[BenchmarkView, ...]:
        """Return the benchmarks of a rubric or composite that can block a release."""
        below = {spec.code for spec in self.suite.below(rubric)}
        return tuple(view for view in self.blocking if view.code in below)

    @cached_property
    def broken(self) -> tuple[Broken, ...]:
        """The broken files of benchmarks and rubrics that have a code, which no sound file has."""
        files = {file.code: file for file in self.suite.broken if file.model in SPECS}
        free = (code for code in files if re.fullmatch(ANY_CODE, code) and not self.suite.known_code(code))
        return tuple(files[code] for code in free)

    @property
    def categories(self) -> dict[str, tuple[RubricView, ...]]:
        """Rubrics in groups: composites and each category, in the order of their first rubrics."""
        rest = "Uncategorized" if any(view.category for view in self.rubrics) else "Rubrics"
        named = ("Composites" if view.is_composite else view.category or rest for view in self.rubrics)
        return grouped(zip(named, self.rubrics, strict=True))

    @property
    def drafts(self) -> int:
        """How many benchmarks are drafts."""
        return sum(view.status == Status.DRAFT for view in self.benchmarks)

    @cached_property
    def states(self) -> Counter[DecisionState]:
        """How many values of all specs are settled how far."""
        return Counter(state_of(spec, value) for spec in self.suite.specs for value in values(spec))

    @cached_property
    def settled_weights(self) -> tuple[tuple[str, Decimal | None], ...]:
        """Each code at a top, with the settled part of the effective weights; None where that is unknown."""
        settled: dict[str, Fraction] = {}
        undivided = filter(self.suite.ignores_weights, self.suite.rubric.values())
        specs: tuple[AnySpec, ...] = (*self.suite.benchmark.values(), *undivided)
        for spec in specs:
            top = self.suite.top_of(spec.code)
            settled[top] = settled.get(top, Fraction(0)) + settled_weight(self.suite, spec)
        if self.is_settled_unknown:
            return tuple((code, None) for code in settled)
        return tuple((code, as_decimal(share)) for code, share in settled.items())

    @property
    def is_nothing_settled(self) -> bool:
        """Whether it is known that no effective weight is settled."""
        return bool(self.settled_weights) and all(share == 0 for _, share in self.settled_weights)

    @property
    def is_settled_unknown(self) -> bool:
        """Whether a broken file may say how much of the effective weights is settled."""
        return not self.suite.is_whole

    @cached_property
    def prompts(self) -> tuple[PromptView, ...]:
        """Prompts by name."""
        unused = "no benchmark" if self.suite.is_whole else NONE
        found = []
        for prompt, slug in with_slugs(self.suite.prompts):
            users = self.suite.users.get(prompt.path, ())
            cases = tuple(map(self._cases, users))
            found.append(PromptView(prompt, slug, users, self.findings[prompt.path], unused, cases))
        return tuple(found)

    @cached_property
    def code_evaluators(self) -> tuple[CodeEvaluatorView, ...]:
        """Code evaluators in the order of what they judge; modules that they share come last."""
        found = []
        for script, slug in with_slugs(self.suite.code_evaluators):
            users = tuple(
                sorted(self.suite.users.get(script.path, ()), key=lambda spec: self.order[spec.code])
            )
            cases = tuple(map(self._cases, users))
            imported = tuple(module.path for module in self.suite.imported_by(script))
            findings = self.findings[script.path]
            is_shared = script.path in self.suite.shared_scripts
            found.append(CodeEvaluatorView(script, slug, users, findings, cases, is_shared, imported))
        return tuple(sorted(found, key=lambda view: (view.is_shared, self.place(view.users))))

    @cached_property
    def order(self) -> dict[str, int]:
        """The place of each benchmark in reading order."""
        return {spec.code: place for place, spec in enumerate(self.suite.ordered_benchmarks)}

    def place(self, users: Iterable[BenchmarkSpec]) -> int:
        """Return the place of what some benchmarks use: that of the first; the last one without any."""
        return min((self.order[user.code] for user in users), default=len(self.order))

    @cached_property
    def keys(self) -> tuple[KeyView, ...]:
        """The keys of the data dictionary, labels first."""
        return tuple(key_views(self.suite))

    def _cases(self, spec: BenchmarkSpec) -> CasesView:
        file = cases_of(self.suite, spec.code)
        findings = self.findings[file.document.path] if file else ()
        prompt = spec.fields.llm_prompt_file
        return CasesView(spec.code, file, findings, prompt, clauses(self.suite, spec))

    @cached_property
    def findings(self) -> defaultdict[str, tuple[Finding, ...]]:
        """The errors of each file, then its warnings."""
        found: defaultdict[str, tuple[Finding, ...]] = defaultdict(tuple)
        for finding in sorted(self.report.findings, key=lambda finding: finding.gravity):
            if finding.severity is not Severity.NOTE:
                found[finding.path] += (finding,)
        return found

    @cached_property
    def _left_to(self) -> dict[str, tuple[Delegation, ...]]:
        return grouped((entry.taker, entry) for entry in self.suite.delegations)

    def _neighbors(self, spec: BenchmarkSpec) -> Iterator[Neighbor]:
        """Yield the benchmarks that leave cases to one: first those of its rubric."""
        left = self._left_to.get(spec.code, ())
        taken = grouped((entry.giver, entry.sentence) for entry in left)
        rubric = self.suite.rubric.get(self.suite.parent_code(spec))
        members = self.suite.members(rubric) if rubric else ()
        for code in dict.fromkeys((*(other.code for other in members), *taken)):
            if code in taken and code != spec.code:
                yield Neighbor(code, self._label(code), taken[code])

    def _label(self, code: str) -> str:
        spec = self.suite.spec(code)
        return (spec.fields.label or "") if spec else ""

    def _benchmark(self, spec: BenchmarkSpec) -> BenchmarkView:
        rubric = self.suite.rubric.get(self.suite.parent_code(spec))
        return BenchmarkView(
            **self._facts(spec, rubric),
            figures=benchmark_figures(self.suite, spec),
            miss_fails_rubric=miss_fails_rubric(self.suite, spec),
            blocks=release_blockers(self.suite).get(spec.code),
            prompt=self.suite.prompt.get(spec.fields.llm_prompt_file or ""),
            neighbors=tuple(self._neighbors(spec)),
            cases=self._cases(spec),
        )

    def _facts(self, spec: AnySpec, rubric: RubricSpec | None) -> dict[str, Any]:
        """Return what any view shows of a spec, which is this rubric or belongs to it."""
        return {
            "spec": spec,
            "category": self._category(rubric) if rubric else "",
            "unused_by": self.suite.unused_by(spec),
            "within": self.suite.only_within(spec),
            "findings": self.findings[spec.document.path],
        }

    def _rubric(self, rubric: RubricSpec) -> RubricView:
        members: tuple[SpecView, ...] = (
            *(self.benchmark[spec.code] for spec in self.suite.members(rubric)),
            *(
                SpecView(**self._facts(sub, sub), figures=self._rubric_figures[sub.code])
                for sub in self.suite.sub_rubrics(rubric)
            ),
        )
        method, figures = rubric.fields.aggregation_method, self._rubric_figures[rubric.code]
        parts = self.suite.rubrics_below(rubric).values()
        is_scored = not any(map(self.suite.absent_members, parts))
        absent = ", ".join(self.suite.absent_members(rubric))
        return RubricView(
            **self._facts(rubric, rubric),
            figures=figures,
            members=members,
            weight_sum=shown(figures.members_weight) + (f" without {absent}" if absent else ""),
            can_be_scored=is_scored,
            aggregation_name=method.label if method else NONE,
            aggregation_formula=NONE if absent else aggregation_formula(rubric.fields, members),
            uses_weights=not self.suite.ignores_weights(rubric),
        )

    @cached_property
    def _rubric_figures(self) -> dict[str, RubricFigures]:
        return {code: rubric_figures(self.suite, spec) for code, spec in self.suite.rubric.items()}

    def _category(self, rubric: RubricSpec) -> str:
        category = self.suite.category(rubric)
        if not category:
            return ""
        known = self.suite.settings.known_categories
        return next((each.label for each in known if each.name == category), category)
