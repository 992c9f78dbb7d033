"""Coverage and traceability: how every part of the suite hangs together, and where something is missing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import prod

from benchdocs.documents.sentences import sentences
from benchdocs.site.audit.completeness import Gap, gaps
from benchdocs.site.audit.protocol_coverage import ProtocolSection
from benchdocs.site.charts.delegations import DelegationChart, delegation_chart
from benchdocs.site.views.missing_values import has_lost_list, refused
from benchdocs.site.views.spec import BenchmarkView, RubricView
from benchdocs.site.views.suite import Views
from benchdocs.specs.models import Status
from benchdocs.specs.numbers import percent, shown
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.codes import component_of
from benchdocs.suite.suite import RubricSpec

MOST_LISTED = 500
"""Benchmarks that the page lists one by one; a larger suite's rows would take a browser half a minute."""
MOST_NODES = 150
"""Codes that the picture of delegations draws one by one; in a larger suite each rubric is one."""
_OF_STANDING = re.compile(r"\b(?:provisional|established|the (?:suite's )?owners)\b", re.I)
"""Words by which a spec says which of its numbers are settled."""


@dataclass(frozen=True)
class Factor:
    """A share that a weight is multiplied by: of what, as its specs write it, and its value."""

    of: str
    text: str
    value: Fraction


@dataclass(frozen=True)
class Weight:
    """What a benchmark or rubric weighs in its component: its factors and their exact product."""

    code: str
    factors: tuple[Factor, ...]

    @property
    def product(self) -> Fraction:
        """The share of the component's score."""
        return prod((factor.value for factor in self.factors), start=Fraction(1))

    @property
    def text(self) -> str:
        """The product, exact: a decimal, or a fraction where its decimals do not end."""
        return exact(self.product)

    @property
    def percent(self) -> str:
        """The product as a rounded percentage."""
        return _percent(self.product)


@dataclass(frozen=True)
class RubricWeights:
    """A rubric with what its members weigh; `total` is the sum of their weights."""

    rubric: RubricView
    own: Weight | None
    members: tuple[Weight, ...]
    total: str


@dataclass(frozen=True)
class Component:
    """A component with the sum of all that its benchmarks weigh, and the part of it that drafts hold."""

    code: str
    total: str
    """Empty where no benchmark's weight can be worked out."""
    drafts: str
    without: tuple[str, ...] = ()
    """Rubrics that the sum leaves out, since their benchmarks' weights cannot be worked out."""


@dataclass(frozen=True)
class Standing:
    """What a spec itself says of how settled its numbers are."""

    view: BenchmarkView | RubricView
    status: str
    """A benchmark's status; empty for a rubric, which has none."""
    threshold: Decimal | None
    said: tuple[str, ...]


class Traceability:
    """What the page of the same name shows; benchmarks and rubrics come in reading order."""

    def __init__(self, views: Views, sections: tuple[ProtocolSection, ...]) -> None:
        self.views = views
        self.suite = views.suite
        self.sections = sections

    # Weights --------------------------------------------------------------------------------------

    @cached_property
    def rubrics(self) -> tuple[RubricWeights, ...]:
        """Every rubric that has benchmarks, with their weights multiplied out."""
        return tuple(
            self._rubric_weights(view) for view in self.views.rubrics if self.suite.members(view.spec)
        )

    def _rubric_weights(self, view: RubricView) -> RubricWeights:
        specs = self.suite.members(view.spec)
        own, total = self._rubric_weight(view.spec), _sum(specs)
        members = tuple(
            Weight(spec.code, (_factor(spec, total, view.code), *own.factors))
            for spec in specs
            if own and total
        )
        sum_ = exact(sum((weight.product for weight in members), Fraction(0)))
        return RubricWeights(view, own, members, sum_ if members else "–")

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The components, each with the sum of its benchmarks' weights."""
        sums: dict[str, tuple[Fraction, Fraction]] = {}
        for rubric in self.rubrics:
            for weight in rubric.members:
                code = component_of(weight.code)
                total, drafts = sums.get(code, (Fraction(0), Fraction(0)))
                is_draft = self.views.benchmark[weight.code].status == Status.DRAFT
                sums[code] = (total + weight.product, drafts + (weight.product if is_draft else 0))
        without: dict[str, list[str]] = {}
        for rubric_code in self._unworked:
            without.setdefault(component_of(rubric_code), []).append(rubric_code)
        return tuple(
            Component(
                code,
                exact(sums[code][0]) if code in sums else "",
                _percent(sums[code][1]) if code in sums else "",
                tuple(without.get(code, ())),
            )
            for code in dict.fromkeys((*sums, *without))
        )

    @cached_property
    def _unworked(self) -> tuple[str, ...]:
        """Rubrics that have benchmarks, or may have some, whose weights cannot be worked out."""
        worked = {entry.rubric.code for entry in self.rubrics if entry.members}
        return tuple(
            view.code
            for view in self.views.rubrics
            if view.code not in worked
            and (self.suite.members(view.spec) or (has_lost_list(view.spec) and "-" in view.code))
        )

    @cached_property
    def unweighed(self) -> tuple[str, ...]:
        """Benchmarks that have no weight in any component, but for those whose weight is unknown."""
        weighed = {weight.code for rubric in self.rubrics for weight in rubric.members}
        return tuple(
            view.code for view in self.views.benchmarks if view.code not in weighed and not view.is_share_lost
        )

    def _rubric_weight(self, rubric: RubricSpec) -> Weight | None:
        """A rubric's weight; None where a number on the way cannot be read, or the way is a circle."""
        factors: list[Factor] = []
        node: RubricSpec | None = rubric
        seen: set[str] = set()
        while node and "-" in node.code:
            composite = self.suite.composite_of.get(node.code)
            total = _sum(self.suite.siblings(node))
            if total is None or node.code in seen:
                return None
            seen.add(node.code)
            factors.append(_factor(node, total, composite.code if composite else component_of(node.code)))
            node = composite
        return Weight(rubric.code, tuple(factors))

    # Delegation -----------------------------------------------------------------------------------

    @cached_property
    def chart(self) -> DelegationChart:
        """The graph of who hands scope to whom."""
        edges = [(entry.giver, entry.taker) for entry in self.suite.delegations]
        groups = [
            [view.code, *(spec.code for spec in self.suite.members(view.spec))] for view in self.views.rubrics
        ]
        listed = {code for group in groups for code in group}
        groups.append([view.code for view in self.views.benchmarks if view.code not in listed])
        if len(self.views.benchmarks) > MOST_NODES:
            rubric = {code: group[0] for group in groups[:-1] for code in group}
            ties = [(rubric.get(giver), rubric.get(taker)) for giver, taker in edges]
            edges = [(giver, taker) for giver, taker in ties if giver and taker and giver != taker]
            groups = [[group[0]] for group in groups[:-1]]
        return delegation_chart(groups, edges) if len(groups) <= MOST_NODES else delegation_chart([], [])

    @property
    def is_large(self) -> bool:
        """Whether benchmarks are too many to be listed one by one."""
        return len(self.views.benchmarks) > MOST_LISTED

    @property
    def is_by_rubric(self) -> bool:
        """Whether the picture shows rubrics in place of benchmarks."""
        return len(self.views.benchmarks) > MOST_NODES

    @cached_property
    def delegations(self) -> int:
        """How many pairs of codes one hands scope to the other."""
        return len({(entry.giver, entry.taker) for entry in self.suite.delegations})

    # Protocol sections ----------------------------------------------------------------------------

    @cached_property
    def uncovered(self) -> tuple[str, ...]:
        """Benchmarks that touch no section of the protocols in particular."""
        named = {self.suite.known_code(code) for section in self.sections for code in section.codes}
        return tuple(view.code for view in self.views.benchmarks if view.code not in named)

    # Status ---------------------------------------------------------------------------------------

    @cached_property
    def standings(self) -> dict[str, tuple[Standing, ...]]:
        """What each rubric and each benchmark says of how settled its numbers are."""
        rubrics = tuple(
            Standing(view, "", view.spec.fields.passing_threshold, _said(_instructions(view)))
            for view in self.views.rubrics
        )
        benchmarks = tuple(
            Standing(view, view.status, view.spec.fields.threshold, _said(view.spec.fields.rationale))
            for view in self.views.benchmarks
        )
        return {"Rubrics": rubrics, "Benchmarks": benchmarks}

    @cached_property
    def drafts(self) -> int:
        """Benchmarks in draft."""
        return sum(view.status == Status.DRAFT for view in self.views.benchmarks)

    @cached_property
    def unread(self) -> tuple[str, ...]:
        """Codes of specs of which not everything could be read."""
        rubrics = [view.code for view in self.views.rubrics if refused(view.spec)]
        return (*rubrics, *(view.code for view in self.views.benchmarks if refused(view.spec)))

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """Everything that is looked for, with what lacks it."""
        drafts = {
            entry.view.code: entry.said
            for entry in self.standings["Benchmarks"]
            if entry.status == Status.DRAFT
        }
        return gaps(self.views, self.sections, drafts)


def _sum(siblings: Iterable[AnySpec]) -> Fraction | None:
    """The siblings' weights taken together; None where one cannot be read or nothing weighs anything."""
    weights = [sibling.fields.weight for sibling in siblings]
    known = [Fraction(weight) for weight in weights if weight is not None]
    return (sum(known, Fraction(0)) or None) if len(known) == len(weights) else None


def _factor(spec: AnySpec, total: Fraction, of: str) -> Factor:
    """A spec's share among siblings that weigh `total` together: its weight, divided where that is not 1."""
    own = spec.fields.weight or Decimal(0)
    text = shown(own) if total == 1 else f"{shown(own)} / {exact(total)}"
    return Factor(of, text, Fraction(own) / total)


def _instructions(view: RubricView) -> str | None:
    guidelines = view.spec.fields.evaluation_guidelines
    return guidelines.special_instructions if guidelines else None


def _said(text: str | None) -> tuple[str, ...]:
    return tuple(sentence for sentence in sentences(text or "") if _OF_STANDING.search(sentence))


def _percent(value: Fraction) -> str:
    return percent(Decimal(value.numerator) / Decimal(value.denominator))


def exact(value: Fraction) -> str:
    """A number that is not negative, without rounding: `0.0125`; `1/3` where its decimals do not end."""
    rest, places = value.denominator, 0
    while rest % 10 == 0:
        rest, places = rest // 10, places + 1
    for prime in (2, 5):
        while rest % prime == 0:
            rest, places = rest // prime, places + 1
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    whole, part = divmod(value.numerator * 10**places // value.denominator, 10**places)
    return f"{whole}.{part:0{places}d}" if places else str(whole)
