"""The figures of benchmarks and rubrics, worked out once: pages show them and the data holds them."""

from decimal import Decimal
from typing import Any

from pydantic import Field

from benchdocs.site.dataset.record import Component, Number, Place, Record, Share, as_in, of
from benchdocs.site.views.sampling import SampleSize, sample_size
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.specs.choices import Criticality
from benchdocs.specs.fields import AnyCode, RubricCode
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.numbers import as_decimal
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.codes import component_of
from benchdocs.suite.decisions import settled_weight
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite


class Figures(Record):
    """What a benchmark or rubric is worth in its suite.

    Attributes:
        top: Code at the top of its tree.
    """

    top: str = Field(exclude=True)
    component: Component = of("First letters of the code; the code of a component or root has nothing else.")
    share: Share | None = of(
        "Its weight divided by the sum of its siblings' weights; null if it counts nowhere."
    )
    effective_weight: Share | None = of(
        "Share of the score at the top of its tree: the product of the shares up to there. Null at the top, "
        "if it counts nowhere, and where a rubric above aggregates without weights."
    )
    settled_weight: Share = of(
        "Its effective weight if every weight up to the top is established, otherwise 0."
    )


class BenchmarkFigures(Figures):
    """What a benchmark is worth.

    Attributes:
        sample: What its number of cases is worth; None where that cannot be worked out.
    """

    sample: SampleSize | None = Field(exclude=True)
    parent_rubric: RubricCode = as_in(Benchmark, "parent_rubric")
    category: str | None = of("Category of its rubric.")
    delegates_to: list[str] = of(
        "Codes of the benchmarks that its criteria and `out_of_scope` leave cases to."
    )
    cases_needed: Place | None = of(
        "How many cases, all passing, show a true rate equal to the threshold; null if no number of cases "
        "does, or if it would take far too many."
    )
    passes_with: Number | None = of(
        "How many of the `min_cases` cases have to pass, or what their shares have to add up to; null if "
        "even all of them are not enough."
    )
    bare_pass_shows: Share | None = of(
        "Lower bound of the true rate where the score just passes, one-sided, at the level of `decision` or "
        f"{USUAL_LEVEL}, rounded down to three decimals: the exact bound or, of shares, that of Hoeffding."
    )
    chance_at_threshold: Share | None = of(
        "Chance to pass over `min_cases` cases at a true rate equal to the threshold, to four decimals."
    )


class RubricFigures(Figures):
    """What a rubric is worth.

    Attributes:
        hard_gates: Codes of the hard gates below it, at any depth.
    """

    hard_gates: list[str] = Field(exclude=True)
    parent: RubricCode | None = of("Code of the composite that lists it; null if none does.")
    category: str | None = as_in(Rubric, "category", "Null if neither the spec nor the settings state one.")
    members: list[AnyCode] = of(
        "Codes of the benchmarks or rubrics whose scores it aggregates, in display order."
    )
    members_weight: Number = of("Sum of the members' weights.")


def benchmark_figures(suite: Suite, spec: BenchmarkSpec) -> BenchmarkFigures:
    """Return the figures of a benchmark."""
    parent, sample = suite.parent_code(spec), sample_size(spec.fields)
    chance = sample.at_threshold if sample else None
    return BenchmarkFigures.model_construct(
        **_common(suite, spec, suite.rubric.get(parent)),
        parent_rubric=parent,
        delegates_to=list(dict.fromkeys(suite.takers.get(spec.code, ()))),
        sample=sample,
        cases_needed=sample.needed[0] if sample else None,
        passes_with=Decimal(sample.bare) if sample and sample.bare else None,
        bare_pass_shows=Decimal(sample.bare_shows) if sample and sample.bare_shows else None,
        chance_at_threshold=None if chance is None else Decimal(f"{float(chance):.4f}"),
    )


def rubric_figures(suite: Suite, spec: RubricSpec) -> RubricFigures:
    """Return the figures of a rubric."""
    composite = suite.composite_of.get(spec.code)
    members: list[AnySpec] = [*suite.members(spec), *suite.sub_rubrics(spec)]
    weights = [member.fields.weight or Decimal(0) for member in members]
    gates = [part for part in suite.below(spec) if part.fields.criticality is Criticality.HARD_GATE]
    return RubricFigures.model_construct(
        **_common(suite, spec, spec),
        parent=composite.code if composite else None,
        members=[member.code for member in members],
        members_weight=sum(weights, Decimal(0)),
        hard_gates=[gate.code for gate in gates],
    )


def _common(suite: Suite, spec: AnySpec, rubric: RubricSpec | None) -> dict[str, Any]:
    """Return what benchmarks and rubrics have in common; `rubric` is the spec itself or its rubric."""
    return {
        "component": component_of(spec.code),
        "top": suite.top_of(spec.code),
        "share": as_decimal(suite.share(spec)),
        "effective_weight": as_decimal(suite.effective_weight(spec)),
        "settled_weight": as_decimal(settled_weight(suite, spec)),
        "category": suite.category(rubric) if rubric else None,
    }
