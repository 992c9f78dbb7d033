"""Traceability: how the parts of the suite are related, and how its weights multiply."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import prod
from typing import NamedTuple

from benchdocs.site.audit.delegations import DelegationMatrix
from benchdocs.site.site_info import ProtocolSection
from benchdocs.site.views.missing_values import NONE, WEIGHT_FIELDS, unreadable_fields
from benchdocs.site.views.spec import RubricView
from benchdocs.site.views.suite import Views
from benchdocs.specs.numbers import as_decimal, percent, shown
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
            weight = shown(step.spec.fields.weight or Decimal(0))
            yield weight if step.total == 1 else f"{weight} / {exact(step.total)}", step.parent

    @property
    def product(self) -> Fraction:
        """The share of the score at the top."""
        return prod((step.share for step in self.steps), start=Fraction(1))

    @property
    def written(self) -> Fraction:
        """The product of the weights as they are written, whatever their siblings' add up to."""
        weights = (Fraction(step.spec.fields.weight or 0) for step in self.steps)
        return prod(weights, start=Fraction(1))

    @property
    def text(self) -> str:
        """The product, exact: a decimal, or a fraction where its decimals do not end."""
        return exact(self.product)

    @property
    def cells(self) -> tuple[str, str, str]:
        """The product as written, the product, and that as a rounded percentage."""
        return exact(self.written), self.text, percent(as_decimal(self.product) or Decimal(0))


class Total(NamedTuple):
    """The weights of several benchmarks taken together, exact; a dash for what is not known."""

    written: str
    """Sum of the products of weights as they are written: 1 where all weights up to the top are in order."""
    share: str
    """Sum of the effective weights, which are divided where siblings do not make 1."""

    @classmethod
    def of(cls, weights: Iterable[Weight]) -> "Total":
        """Return the total of known weights; of none, unknown."""
        pairs = [(weight.written, weight.product) for weight in weights]
        written, share = (sum((pair[side] for pair in pairs), Fraction(0)) for side in (0, 1))
        return cls(exact(written), exact(share)) if pairs else UNKNOWN


UNKNOWN = Total(NONE, NONE)
RubricWeights = tuple[RubricView, Weight | None, tuple[Weight, ...], Total]
"""A rubric, its own effective weight, its members', and their total."""


class Traceability:
    """The computed contents of the page of the same name; benchmarks and rubrics are in reading order."""

    def __init__(self, views: Views, sections: tuple[ProtocolSection, ...]) -> None:
        self.views = views
        self.suite = views.suite
        self.sections = sections

    # Weights --------------------------------------------------------------------------------------

    @cached_property
    def rubrics(self) -> tuple[RubricWeights, ...]:
        """Every rubric that has benchmarks, with their weights multiplied out."""
        found: list[RubricWeights] = []
        for view in self.views.rubrics:
            if specs := self.suite.members(view.spec):
                members = tuple(filter(None, map(self._weight, specs)))
                found.append((view, self._weight(view.spec), members, Total.of(members)))
        return tuple(found)

    @property
    def is_as_written(self) -> bool:
        """Whether every effective weight is the product of the weights as they are written."""
        return all(weight.written == weight.product for weight in self._weights)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """How many decimals the longest number has in each column of the weights."""
        columns = zip(*(weight.cells for weight in self._weights), strict=True)
        return tuple(max(map(_decimals, column)) for column in columns)

    @property
    def _weights(self) -> Iterator[Weight]:
        return (weight for _, own, members, _ in self.rubrics for weight in (own, *members) if weight)

    def _weight(self, spec: AnySpec) -> Weight | None:
        path = self.suite.weight_path(spec)
        return None if path is None else Weight(spec.code, path)

    @cached_property
    def tops(self) -> tuple[tuple[str, Total], ...]:
        """Each code at a top, with the total of all benchmarks below it."""
        rubrics: dict[str, list[tuple[Weight, ...]]] = {}
        for view, _, members, _ in self.rubrics:
            rubrics.setdefault(view.top, []).append(members)
        return tuple((code, self._total(members)) for code, members in rubrics.items())

    def _total(self, rubrics: list[tuple[Weight, ...]]) -> Total:
        is_known = all(rubrics) and not WEIGHT_FIELDS & self._unreadable
        return Total.of(chain.from_iterable(rubrics)) if is_known else UNKNOWN

    @cached_property
    def unweighed(self) -> tuple[str, ...]:
        """Benchmarks that have no weight in any score; a dash where that cannot be known of all."""
        if WEIGHT_FIELDS & self._unreadable:
            return (NONE,)
        weighed = {weight.code for _, _, members, _ in self.rubrics for weight in members}
        return tuple(view.code for view in self.views.benchmarks if view.code not in weighed)

    @cached_property
    def _unreadable(self) -> frozenset[str]:
        """Fields that could not be read somewhere in the suite."""
        return frozenset().union(*map(unreadable_fields, self.suite.specs))

    # Delegation -----------------------------------------------------------------------------------

    @cached_property
    def matrix(self) -> DelegationMatrix:
        """What each rubric leaves to others."""
        return DelegationMatrix(self.views)

    # Protocol sections ----------------------------------------------------------------------------

    @cached_property
    def uncovered(self) -> tuple[str, ...]:
        """Benchmarks that no section of the protocols lists."""
        named = {self.suite.known_code(code) for section in self.sections for code in section.codes}
        return tuple(view.code for view in self.views.benchmarks if view.code not in named)


def _decimals(text: str) -> int:
    return len(text.rstrip("%").partition(".")[2])


def aligned(text: str, places: int) -> str:
    """Return a number followed by spaces, so that decimal points of a right-aligned column align.

    The spaces are as wide as a digit and a point; `places` is the number of decimals of the longest number.
    A text without a digit stays as it is.
    """
    if not any(map(str.isdigit, text)):
        return text
    missing = places - _decimals(text)
    has_no_point = missing == places > 0
    return text + "\N{FIGURE SPACE}" * missing + "\N{PUNCTUATION SPACE}" * has_no_point


def exact(value: Fraction) -> str:
    """Return a non-negative number without rounding: `0.0125`, or `1/3` where its decimals do not end."""
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
