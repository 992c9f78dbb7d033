"""What a complete suite has, looked for in every entry: orphans, ends that lead nowhere, empty fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from benchdocs.coverage import ProtocolSection
from benchdocs.models import Status
from benchdocs.views import BenchmarkView, Views

EntryT = TypeVar("EntryT")


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

    A deprecated benchmark may lack anything.
    """
    suite = views.suite
    counting = {view.code: view for view in views.benchmarks if view.status != Status.DEPRECATED}
    judged = {code: view for code, view in counting.items() if _needs_prompt(view)}
    rubrics = {view.code: view for view in views.rubrics}
    prompts = {view.prompt.path: view for view in views.prompts}
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
    return (
        _gap("Prompts that no benchmark uses", prompts, lambda view: view.users),
        _gap("Prompts without a behavior", prompts, lambda view: view.prompt.behavior),
        _gap("Benchmarks judged by a model, without a prompt", judged, lambda view: view.prompt),
        _gap("Rubrics without members", rubrics, lambda view: view.members),
        _gap("Benchmarks that are no member of a rubric", counting, lambda view: view.code in members),
        _gap("Benchmarks that name a code the suite lacks", counting, lambda view: view.code not in astray),
        _gap(
            "Benchmarks that leave something to a deprecated one",
            counting,
            lambda view: view.code not in to_retired,
        ),
        _gap("Benchmarks tied to no other by delegation", counting, lambda view: view.code in tied),
        _gap("Benchmarks without a label", counting, lambda view: view.spec.fields.label),
        _gap("Benchmarks without a threshold", counting, lambda view: view.spec.fields.threshold is not None),
        _gap("Benchmarks without a scoring scale", counting, lambda view: view.spec.fields.scoring_scale),
        _gap("Benchmarks without examples", counting, lambda view: view.spec.fields.examples),
        _gap("Benchmarks without a rationale", counting, lambda view: view.spec.fields.rationale),
        _gap("Drafts that do not say what is provisional", drafts, lambda said: said),
        _gap("Benchmarks without a review stamp", counting, lambda view: view.spec.fields.review),
        _gap("Rubrics without a review stamp", rubrics, lambda view: view.spec.fields.review),
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
