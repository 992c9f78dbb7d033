"""Effective weights: how the weights of the suite multiply."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import NamedTuple

from benchdocs.site.views.aggregation import only_one_counts
from benchdocs.site.views.missing_values import NONE
from benchdocs.site.views.spec import RubricView
from benchdocs.site.views.suite import Views
from benchdocs.specs.numbers import as_decimal, shown
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.suite import WeightStep


class Weight(NamedTuple):
    """The effective weight of a benchmark or rubric: its shares and their exact product."""

    code: str
    steps: tuple[WeightStep, ...]

    @property
    def factors(self) -> Iterator[tuple[str, str]]:
        """The shares as the specs state them, divided where siblings do not make 1, each with its rubric."""
        for step in self.steps:
            factor = shown(step.spec.fields.weight or Decimal(0))
            if step.total != 1:
                factor += f" / {exact(step.total)}"
            yield factor, step.parent

    @property
    def product(self) -> Fraction:
        """The share of the score at the top."""
        return prod((step.share for step in self.steps), start=Fraction(1))

    @property
    def decimal(self) -> Decimal:
        """The product as a decimal."""
        return as_decimal(self.product) or Decimal(0)


class Rank(NamedTuple):
    """Benchmarks that count equally; or all of a rubric that makes no use of weights.

    `undivided` is what of these counts, in words, or empty where each does by its weight.
    """

    share: Decimal
    codes: tuple[str, ...]
    undivided: str


RubricWeights = tuple[RubricView, Weight | None, tuple[Weight, ...]]
"""A rubric, its own effective weight, and its members'."""


class WeightTrace:
    """The effective weights of a suite, with where each comes from; specs are in reading order."""

    def __init__(self, views: Views) -> None:
        self.views = views
        self.suite = views.suite

    @cached_property
    def rubrics(self) -> tuple[RubricWeights, ...]:
        """Every rubric that has benchmarks, with their weights multiplied out."""
        found: list[RubricWeights] = []
        for view in self.views.rubrics:
            if specs := self.suite.members(view.spec):
                members = tuple(filter(None, map(self._weight, specs)))
                found.append((view, self._weight(view.spec), members))
        return tuple(found)

    def ranks(self, top: str) -> list[Rank]:
        """Return the benchmarks below a top, of a large suite its rubrics, by what they count."""
        groups: dict[tuple[Decimal, str], list[str]] = {}
        for spec in self._ranked(top):
            counted, undivided = self.suite.counted_as(spec), ""
            if counted is not spec:
                undivided = only_one_counts(self.views.rubric[counted.code])
            if counting := self._weight(counted):
                groups.setdefault((counting.decimal, undivided), []).append(spec.code)
        ranks = [Rank(share, tuple(codes), undivided) for (share, undivided), codes in groups.items()]
        return sorted(ranks, key=lambda rank: (-rank.share, rank.undivided))

    def _ranked(self, top: str) -> Iterator[AnySpec]:
        """Yield the specs below a top that are ranked: its benchmarks, or the rubrics of a large suite."""
        for view, own, members in self.rubrics:
            if view.figures.top != top:
                continue
            if not self.views.is_large:
                for weight in members:
                    yield self.suite.benchmark[weight.code]
            elif own:
                yield view.spec

    def _weight(self, spec: AnySpec) -> Weight | None:
        path = self.suite.weight_path(spec)
        return None if path is None else Weight(spec.code, path)

    @cached_property
    def tops(self) -> tuple[str, ...]:
        """Each code at a top, in reading order."""
        return tuple(dict.fromkeys(view.figures.top for view, _, _ in self.rubrics))

    @cached_property
    def unweighed(self) -> tuple[str, ...]:
        """Benchmarks that have no weight in any score; a dash where that cannot be known of all."""
        if not self.suite.is_whole:
            return (NONE,)
        weighed = {weight.code for _, _, members in self.rubrics for weight in members}
        return tuple(view.code for view in self.views.benchmarks if view.code not in weighed)


def exact(value: Fraction) -> str:
    """Return a number without rounding: `0.0125`, or `1/3` where its decimals do not end."""
    decimal = as_decimal(value) or Decimal(0)
    return shown(decimal) if Fraction(decimal) == value else str(value)
