"""The tree of weights, thresholds and gates to which scores are applied."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from benchdocs.specs.choices import Aggregation, Criticality
from benchdocs.specs.numbers import shown
from benchdocs.suite.sampling import PassRule
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite


@dataclass(frozen=True)
class BenchmarkNode:
    """A benchmark in a tree of scores; weight and threshold are 0 to 1.

    `level` is the confidence of the bound that is held against the threshold, or None where the score itself
    is. `by_share` says that each case counts as the share of its items that are met.
    """

    code: str
    label: str
    weight: Decimal | None
    threshold: Decimal | None
    gate: Criticality | None
    min_cases: int = 1
    level: Decimal | None = None
    by_share: bool = False

    @property
    def rule(self) -> PassRule:
        """How its cases decide. Raises ValueError where it has no threshold."""
        level = None if self.level is None else Fraction(self.level)
        return PassRule(lowest_pass(self), self.min_cases, level, self.by_share)

    @property
    def data(self) -> dict[str, Any]:
        """The node for JSON; numbers are texts, so that they stay exact."""
        level = None if self.level is None else shown(self.level)
        counts = {"least": str(self.min_cases), "level": level, "by_share": self.by_share}
        return {**_plain(self), **counts}


@dataclass(frozen=True)
class RubricNode:
    """A rubric or composite in a tree of scores; weight and threshold are 0 to 1.

    Raises ValueError where it cannot have a score: without members, or as a weighted average whose
    members lack a weight or weigh nothing together.
    """

    code: str
    label: str
    weight: Decimal | None
    threshold: Decimal | None
    method: Aggregation
    members: tuple["BenchmarkNode | RubricNode", ...]
    gate: Criticality | None = None

    def __post_init__(self) -> None:
        weights = [member.weight for member in self.members]
        if not weights:
            raise ValueError(f"{self.code} has no members")
        if self.method.uses_weights and (None in weights or not any(weights)):
            raise ValueError(f"{self.code} has no weights to take an average with")

    @property
    def benchmarks(self) -> tuple[BenchmarkNode, ...]:
        """All benchmarks below it, in the order of the pages."""
        benchmarks: list[BenchmarkNode] = []
        for member in self.members:
            if isinstance(member, BenchmarkNode):
                benchmarks.append(member)
            else:
                benchmarks += member.benchmarks
        return tuple(benchmarks)

    @property
    def data(self) -> dict[str, Any]:
        """The tree for JSON; `weights` are those of the average, and empty for other methods."""
        weights: list[str] = []
        if self.method is Aggregation.MEAN:
            weights = ["1"] * len(self.members)
        elif self.method is Aggregation.WEIGHTED_AVERAGE:
            weights = [shown(member.weight or Decimal(0)) for member in self.members]
        members = [member.data for member in self.members]
        return {**_plain(self), "method": self.method, "weights": weights, "members": members}


def lowest_pass(node: BenchmarkNode | RubricNode) -> Fraction:
    """Return the lowest score that passes. Raises ValueError where there is no threshold."""
    if node.threshold is None:
        raise ValueError(f"{node.code} has no threshold")
    return Fraction(node.threshold)


def score_tree(suite: Suite, rubric: RubricSpec) -> RubricNode:
    """Return a rubric or composite of a suite as a tree; deprecated benchmarks do not count.

    Raises ValueError where it, or a rubric below it, cannot have a score: see `RubricNode`, or it lacks an
    aggregation method. A rubric that is listed twice, which the checks refuse, counts where it comes first.
    """
    return _node(suite, rubric, set())


@lru_cache(maxsize=2)
def score_trees(suite: Suite) -> tuple[RubricNode, ...]:
    """Return the trees of the rubrics that no other contains. Raises ValueError where one has no score."""
    tops = (rubric for rubric in suite.rubric.values() if rubric.code not in suite.composite_of)
    return tuple(score_tree(suite, rubric) for rubric in tops)


def _node(suite: Suite, rubric: RubricSpec, seen: set[str]) -> RubricNode:
    fields = rubric.fields
    seen.add(rubric.code)
    if fields.aggregation_method is None:
        raise ValueError(f"{rubric.code} has no aggregation method")
    members: list[BenchmarkNode | RubricNode] = [benchmark_node(spec) for spec in suite.members(rubric)]
    members += (_node(suite, sub, seen) for sub in suite.sub_rubrics(rubric) if sub.code not in seen)
    return RubricNode(
        rubric.code,
        fields.label or rubric.code,
        fields.weight,
        fields.passing_threshold,
        fields.aggregation_method,
        tuple(members),
        fields.criticality,
    )


def benchmark_node(spec: BenchmarkSpec) -> BenchmarkNode:
    """Return a benchmark as a tree of scores has it."""
    fields = spec.fields
    return BenchmarkNode(
        spec.code,
        fields.label or spec.code,
        fields.weight,
        fields.threshold,
        fields.criticality or Criticality.THRESHOLD_GATE,
        int(fields.min_cases or 1),
        fields.decision.confidence if fields.decision else None,
        fields.has_shares,
    )


def _plain(node: BenchmarkNode | RubricNode) -> dict[str, str | None]:
    threshold = None if node.threshold is None else shown(node.threshold)
    return {"code": node.code, "gate": node.gate, "threshold": threshold}
