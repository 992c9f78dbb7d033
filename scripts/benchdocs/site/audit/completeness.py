"""What a suite lacks: orphans, references without a target, empty fields."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from benchdocs.site.audit.self_assessment import answered
from benchdocs.site.site_info import ProtocolSection
from benchdocs.site.views.missing_values import NONE, unreadable_fields
from benchdocs.site.views.spec import SpecView
from benchdocs.site.views.suite import Views
from benchdocs.specs.choices import Status
from benchdocs.specs.field_index import CRITERIA
from benchdocs.specs.self_assessment import Answer, SelfAssessment
from benchdocs.suite.reviews import signatures

EntryT = TypeVar("EntryT")
_MEMBERSHIP = ("parent_rubric", "benchmarks", "sub_rubrics")
"""Fields that say who belongs to whom."""


@dataclass(frozen=True)
class Gap:
    """Something that every entry of a kind should have, and the entries that lack it."""

    title: str
    entries: tuple[str, ...] = ()
    """Codes, paths of prompts, or numbers of practices."""
    of: int | None = None
    """Number of entries; None where it depends on a value that could not be read."""

    @property
    def count(self) -> str:
        """The number of entries that lack it and of all entries, in words."""
        return NONE if self.of is None else f"{len(self.entries)} of {self.of}"

    @property
    def is_everywhere(self) -> bool:
        """Whether every entry lacks it, so that a list of them would add nothing."""
        return self.of is not None and len(self.entries) == self.of > 1


def gaps(views: Views, sections: Iterable[ProtocolSection]) -> tuple[Gap, ...]:
    """Return all gaps. A deprecated benchmark may lack anything."""
    suite = views.suite
    unreadable: frozenset[str] = frozenset().union(*map(unreadable_fields, suite.specs))
    counting = {view.code: view for view in views.benchmarks if view.status != Status.DEPRECATED}
    stated = {code: view.spec.fields for code, view in counting.items()}
    kinds = {code: fields.evaluator_type for code, fields in stated.items()}
    judged = {code: counting[code] for code, kind in kinds.items() if kind and kind.needs_prompt}
    rubrics = {view.code: view for view in views.rubrics}
    all_rubrics = "Rubrics and composites" if len(views.leaves) < len(rubrics) else "Rubrics"
    prompts = {view.prompt.path: view for view in views.prompts}
    behaviors = {path: view for path, view in prompts.items() if not view.prompt.problems}
    protocols = {section.number: section for section in sections}
    members = {spec.code for view in views.rubrics for spec in suite.members(view.spec)}
    with_cases = {code for code, view in counting.items() if view.cases.cases}
    in_delegation = {code for entry in suite.delegations for code in (entry.giver, entry.taker)}
    mentions = ((spec.code, mention) for spec, _, found in suite.mentions_in_criteria for mention in found)
    with_known_codes = counting.keys() - {code for code, mention in mentions if mention.code is None}
    deprecated = views.benchmark.keys() - counting.keys()
    delegating_to_deprecated = {entry.giver for entry in suite.delegations if entry.taker in deprecated}

    def gap(title: str, entries: Mapping[str, EntryT], has: Callable[[EntryT], object], *names: str) -> Gap:
        """Return the entries for which `has` is false; it depends on the fields of these names."""
        if unreadable & {*names}:
            return Gap(title)
        return Gap(title, tuple(name for name, entry in entries.items() if not has(entry)), len(entries))

    def lacks(title: str, field: str) -> Gap:
        """Return the benchmarks that state nothing in a field."""
        return gap(title, stated, lambda fields: getattr(fields, field) not in (None, [], ""), field)

    def missing_in(title: str, codes: Collection[str], *names: str) -> Gap:
        """Return the benchmarks that are not among these codes."""
        return gap(title, counting, lambda view: view.code in codes, *names)

    def is_reviewed(view: SpecView) -> bool:
        """Return whether a review record or a stamp judges a spec."""
        return bool(signatures(suite, view.spec))

    return (
        gap("Prompts that no benchmark uses", prompts, lambda view: view.users, "llm_prompt_file"),
        gap("Prompts without a behavior", behaviors, lambda view: view.prompt.behavior),
        gap(
            "Benchmarks judged by a model, without a prompt",
            judged,
            lambda view: view.prompt,
            *("evaluator_type", "llm_prompt_file"),
        ),
        gap(f"{all_rubrics} without members", rubrics, lambda view: view.members, *_MEMBERSHIP),
        missing_in("Benchmarks without a rubric", members, *_MEMBERSHIP),
        missing_in("Benchmarks that name an unknown code", with_known_codes, *CRITERIA),
        missing_in(
            "Benchmarks that leave something to a deprecated benchmark",
            counting.keys() - delegating_to_deprecated,
            "exclusion_criteria",
        ),
        missing_in("Benchmarks without a delegation", in_delegation, "exclusion_criteria"),
        lacks("Benchmarks without a label", "label"),
        lacks("Benchmarks without a threshold", "threshold"),
        lacks("Benchmarks without a scoring scale", "scoring_scale"),
        lacks("Benchmarks without examples", "examples"),
        lacks("Benchmarks without a rationale", "rationale"),
        missing_in("Benchmarks without calibration cases", with_cases),
        gap("Benchmarks without a review", counting, is_reviewed, "review"),
        gap(
            f"{all_rubrics} with a critical requirement that names no hard gate",
            rubrics,
            lambda view: all(requirement.is_enforced for requirement in view.requirements),
            *("evaluation_guidelines", "criticality"),
        ),
        gap(f"{all_rubrics} without a review", rubrics, is_reviewed, "review"),
        gap("Protocol sections without a benchmark", protocols, lambda section: section.codes),
        gap(
            "Protocol sections with an unknown code",
            protocols,
            lambda section: all(map(suite.known_code, section.codes)),
        ),
        *(_unmet(suite.assessment.fields) if suite.assessment else ()),
    )


def _unmet(assessment: SelfAssessment) -> Iterator[Gap]:
    """Yield the practices of each source that are answered with no."""
    for source, stages in answered(assessment):
        practices = [practice for _, answers in stages for practice in answers]
        unmet = tuple(each.id or "" for each in practices if each.answer is Answer.NO)
        yield Gap(f"{source.id} practices that are not followed", unmet, len(practices))
