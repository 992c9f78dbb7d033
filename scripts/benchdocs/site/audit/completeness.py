"""What a complete suite has, looked for in every entry: orphans, ends that lead nowhere, empty fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from benchdocs.site.audit.protocol_coverage import ProtocolSection
from benchdocs.site.views.missing_values import refused
from benchdocs.site.views.spec import BenchmarkView
from benchdocs.site.views.suite import Views
from benchdocs.specs.models import Status

EntryT = TypeVar("EntryT")
_MEMBERSHIP = {"benchmarks", "parent_rubric"}
"""Fields that say who belongs to whom."""


@dataclass(frozen=True)
class Gap:
    """Something that is looked for in every entry of a kind, and the entries that lack it."""

    title: str
    entries: tuple[str, ...]
    """Codes, or paths of prompts."""
    of: int
    """How many entries were looked at."""

    @property
    def is_everywhere(self) -> bool:
        """Whether every entry lacks it, so that a list of them would say no more."""
        return len(self.entries) == self.of > 1


def gaps(
    views: Views, sections: Iterable[ProtocolSection], drafts: Mapping[str, tuple[str, ...]]
) -> tuple[Gap, ...]:
    """Everything that is looked for; `drafts` are benchmarks in draft with what they say of their numbers.

    A deprecated benchmark may lack anything. An entry is left out where nobody knows whether it lacks it.
    """
    suite = views.suite
    lost = {view.code: refused(view.spec) for view in views.rubrics}
    lost |= {view.code: refused(view.spec) for view in views.benchmarks}
    counting = {view.code: view for view in views.benchmarks if view.status != Status.DEPRECATED}
    judged = {code: view for code, view in counting.items() if _needs_prompt(view)}
    rubrics = {view.code: view for view in views.rubrics}
    prompts = {view.prompt.path: view for view in views.prompts}
    behaviors = {path: view for path, view in prompts.items() if not view.prompt.problems}
    protocols = {section.number: section for section in sections}
    members = {spec.code for view in views.rubrics for spec in suite.members(view.spec)}
    tied = {code for entry in suite.delegations for code in (entry.giver, entry.taker)}
    astray = {
        spec.code
        for spec, _, mentions in suite.mentions_in_criteria
        if any(mention.code is None for mention in mentions)
    }
    to_retired = {
        entry.giver
        for entry in suite.delegations
        if entry.taker in views.benchmark and entry.taker not in counting
    }
    # What is used, listed or taken over nowhere may be so in a file that could not be read.
    any_lost = frozenset().union(*lost.values())

    def known(entries: Mapping[str, EntryT], *fields: str) -> dict[str, EntryT]:
        """The entries of which these fields could be read."""
        return {code: entry for code, entry in entries.items() if not lost[code] & set(fields)}

    return (
        _gap(
            "Prompts that no benchmark uses",
            {p: view for p, view in prompts.items() if view.users or "llm_prompt_file" not in any_lost},
            lambda view: view.users,
        ),
        _gap("Prompts without a behavior", behaviors, lambda view: view.prompt.behavior),
        _gap(
            "Benchmarks judged by a model, without a prompt",
            known(judged, "llm_prompt_file"),
            lambda view: view.prompt,
        ),
        _gap(
            "Rubrics without members", known(rubrics, "benchmarks", "sub_rubrics"), lambda view: view.members
        ),
        _gap(
            "Benchmarks that are no member of a rubric",
            {c: view for c, view in counting.items() if c in members or not _MEMBERSHIP & any_lost},
            lambda view: view.code in members,
        ),
        _gap(
            "Benchmarks that name a code the suite lacks",
            known(counting, "inclusion_criteria", "exclusion_criteria"),
            lambda view: view.code not in astray,
        ),
        _gap(
            "Benchmarks that leave something to a deprecated one",
            known(counting, "exclusion_criteria"),
            lambda view: view.code not in to_retired,
        ),
        _gap(
            "Benchmarks tied to no other by delegation",
            {c: view for c, view in counting.items() if c in tied or "exclusion_criteria" not in any_lost},
            lambda view: view.code in tied,
        ),
        _gap("Benchmarks without a label", known(counting, "label"), lambda view: view.spec.fields.label),
        _gap(
            "Benchmarks without a threshold",
            known(counting, "threshold"),
            lambda view: view.spec.fields.threshold is not None,
        ),
        _gap(
            "Benchmarks without a scoring scale",
            known(counting, "scoring_scale"),
            lambda view: view.spec.fields.scoring_scale,
        ),
        _gap(
            "Benchmarks without examples",
            known(counting, "examples"),
            lambda view: view.spec.fields.examples,
        ),
        _gap(
            "Benchmarks without a rationale",
            known(counting, "rationale"),
            lambda view: view.spec.fields.rationale,
        ),
        _gap("Drafts that do not say what is provisional", known(drafts, "rationale"), lambda said: said),
        _gap(
            "Benchmarks without a review stamp",
            known(counting, "review"),
            lambda view: view.spec.fields.review,
        ),
        _gap(
            "Rubrics without a review stamp", known(rubrics, "review"), lambda view: view.spec.fields.review
        ),
        _gap("Protocol sections without a benchmark", protocols, lambda section: section.codes),
        _gap(
            "Protocol sections with a code that the suite lacks",
            protocols,
            lambda section: all(map(suite.known_code, section.codes)),
        ),
    )


def _gap(title: str, entries: Mapping[str, EntryT], has: Callable[[EntryT], object]) -> Gap:
    """The entries of which `has` is not true."""
    return Gap(title, tuple(name for name, entry in entries.items() if not has(entry)), len(entries))


def _needs_prompt(view: BenchmarkView) -> bool:
    kind = view.spec.fields.evaluator_type
    return kind is not None and kind.needs_prompt
