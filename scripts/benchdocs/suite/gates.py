"""Hard gates, what blocks a release, and the critical requirements of rubrics that hard gates enforce."""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import assert_never

from benchdocs.specs.blocks import CriticalRequirement
from benchdocs.specs.choices import Aggregation, Criticality, Status
from benchdocs.specs.models import Benchmark
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite


class Block(StrEnum):
    """How a missed benchmark blocks a release; the value is its sign on pages and in reports."""

    ITSELF = "◆"
    RUBRIC = "◇"


@lru_cache(maxsize=1)
def release_blockers(suite: Suite) -> Mapping[str, Block]:
    """Return how each benchmark that can block a release does so, by code in reading order.

    Hard gates block by themselves, others through a rubric that is a hard gate and that their miss fails.
    """
    found = {}
    for spec in suite.ordered_benchmarks:
        if spec.fields.status is Status.DEPRECATED:
            continue
        rubric = suite.rubric.get(suite.parent_code(spec))
        if spec.fields.criticality is Criticality.HARD_GATE:
            found[spec.code] = Block.ITSELF
        elif rubric and gate_threshold(suite, rubric.code) is not None and miss_fails_rubric(suite, spec):
            found[spec.code] = Block.RUBRIC
    return MappingProxyType(found)


def gate_threshold(suite: Suite, code: str) -> Decimal | None:
    """Return the score below which a benchmark or rubric blocks all above it; None where nothing does."""
    spec = suite.spec(code)
    if spec is None or spec.fields.criticality is not Criticality.HARD_GATE:
        return None
    if not isinstance(spec.fields, Benchmark):
        return spec.fields.passing_threshold
    if spec.fields.status is Status.DEPRECATED:
        return None
    return spec.fields.threshold


def needed_score(suite: Suite, spec: BenchmarkSpec) -> Fraction | None:
    """Return the least score with which a benchmark's rubric can pass if all its other members score 1.

    None where it can pass with any score, or where that is not known.
    """
    rubric = suite.rubric.get(suite.parent_code(spec))
    members = suite.members(rubric) if rubric else ()
    if rubric is None or spec.code not in {member.code for member in members}:
        return None
    passing, method = rubric.fields.passing_threshold, rubric.fields.aggregation_method
    if passing is None or method is None:
        return None
    match method:
        case Aggregation.MAXIMUM if len(members) > 1:
            return None
        case Aggregation.MINIMUM | Aggregation.MAXIMUM:
            return Fraction(passing) or None
        case Aggregation.WEIGHTED_AVERAGE:
            share = suite.share(spec)
        case Aggregation.MEAN:
            share = Fraction(1, len(members))
        case _:
            assert_never(method)
    if not share:
        return None
    needed = 1 - (1 - Fraction(passing)) / share
    return needed if needed > 0 else None


def miss_fails_rubric(suite: Suite, spec: BenchmarkSpec) -> bool:
    """Return whether a benchmark's rubric fails whenever its own threshold is missed."""
    needed, threshold = needed_score(suite, spec), spec.fields.threshold
    return needed is not None and threshold is not None and needed >= threshold


def requirements(rubric: RubricSpec) -> list[CriticalRequirement]:
    """Return a rubric's critical requirements."""
    guidelines = rubric.fields.evaluation_guidelines
    return guidelines.critical_requirements if guidelines else []
