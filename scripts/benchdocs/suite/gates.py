"""Hard gates, and the critical requirements of rubrics that they enforce."""

from decimal import Decimal

from benchdocs.specs.blocks import CriticalRequirement
from benchdocs.specs.choices import Criticality, Status
from benchdocs.specs.models import Benchmark
from benchdocs.suite.suite import RubricSpec, Suite


def gate_threshold(suite: Suite, code: str) -> Decimal | None:
    """Return the score below which a benchmark or rubric blocks all above it; None where nothing does."""
    spec = suite.spec(code)
    if spec is None or spec.fields.criticality is not Criticality.HARD_GATE:
        return None
    if isinstance(spec.fields, Benchmark):
        return None if spec.fields.status is Status.DEPRECATED else spec.fields.threshold
    return spec.fields.passing_threshold


def requirements(rubric: RubricSpec) -> list[CriticalRequirement]:
    """Return a rubric's critical requirements."""
    guidelines = rubric.fields.evaluation_guidelines
    return guidelines.critical_requirements if guidelines else []
