"""The BenchmarkCard of a suite: its facts, and what its authors say by hand, in the published structure.

Sokol et al., "BenchmarkCards: Standardized Documentation for Large Language Model Benchmarks", NeurIPS 2025;
the structure is that of `platform/src/models.py` in their repository, as of October 2025.
"""

import re
from collections import Counter
from typing import Any

from benchdocs.reports.text import listed
from benchdocs.site.page import PageContext
from benchdocs.site.views.spec import BenchmarkView
from benchdocs.specs.choices import Aggregation, DecisionState, Status
from benchdocs.specs.numbers import counted, shown
from benchdocs.specs.self_assessment import Card
from benchdocs.suite.decisions import state_of
from benchdocs.suite.reviews import Standing

NOT_STATED = "Not stated."
"""Text of a field of which neither the specs nor the authors say anything."""
_SECTIONS = {
    "benchmark_details": (
        *("name", "overview", "data_type", "domains", "languages", "similar_benchmarks", "resources"),
    ),
    "purpose_and_intended_users": ("goal", "audience", "tasks", "limitations", "out_of_scope_uses"),
    "data": ("source", "size", "format", "annotation"),
    "methodology": (
        *("methods", "metrics", "calculation", "interpretation", "baseline_results", "validation"),
    ),
    "targeted_risks": ("risk_categories", "atlas_risks", "demographic_analysis", "harm"),
    "ethical_and_legal_considerations": (
        *("privacy_and_anonymity", "data_licensing", "consent_procedures", "compliance_with_regulations"),
    ),
}
_NUMBER = re.compile(r"\{(\w+)\}")


def benchmark_card(context: PageContext) -> dict[str, dict[str, Any]]:
    """Return the sections of the card with their fields."""
    values = _by_hand(context) | _computed(context)
    return {section: {name: values[name] for name in names} for section, names in _SECTIONS.items()}


def _computed(context: PageContext) -> dict[str, Any]:
    """Return the fields that the specs give."""
    benchmarks = _in_use(context)
    kinds = Counter(view.spec.fields.evaluator_type for view in benchmarks)
    return {
        "name": context.about.name or NOT_STATED,
        "resources": [context.about.address] if context.about.address else None,
        "tasks": [view.title for view in context.views.leaves],
        "methods": [f"{kind.label} ({number} of the benchmarks)" for kind, number in kinds.items() if kind],
        "metrics": [_metric(view) for view in benchmarks],
        "atlas_risks": None,
    }


def _by_hand(context: PageContext) -> dict[str, Any]:
    """Return what the authors say, each text on one line, with the numbers that it names."""
    assessment, numbers = context.report.suite.assessment, _numbers(context)
    card = (assessment.fields.card if assessment else None) or Card()

    def filled(value: str | list[str] | None) -> str | list[str]:
        if isinstance(value, list):
            return value
        value = value or NOT_STATED
        return _NUMBER.sub(lambda name: numbers.get(name[1], name[0]), " ".join(value.split()))

    stated = {name: filled(value) for name, value in card}
    return {**stated, "source": stated["data_source"]}


def _numbers(context: PageContext) -> dict[str, str]:
    """Return what a text of the card may name: `{rubrics}`, or who aggregates how, `{minimum}`."""
    views, standing = context.views, Counter(state.standing for state in context.reviewed.values())
    return {
        "rubrics": views.rubrics_in_words,
        "benchmarks": counted(len(_in_use(context)), "benchmark"),
        "specs": str(standing.total()),
        "reviewed": str(standing[Standing.CURRENT]),
        "values": str(views.states.total()),
        "provisional": str(views.states[DecisionState.PROVISIONAL]),
        **{method.lower(): _users(context, method) for method in Aggregation},
    }


def _in_use(context: PageContext) -> list[BenchmarkView]:
    return [view for view in context.views.benchmarks if view.status != Status.DEPRECATED]


def _metric(view: BenchmarkView) -> str:
    """Return what a benchmark measures and where it passes, and whether that is settled."""
    threshold = view.spec.fields.threshold
    passes = "no threshold" if threshold is None else f"threshold {shown(threshold)}"
    state = state_of(view.spec, "threshold") if threshold is not None else None
    return f"{view.title}: {passes}{f' ({state})' if state else ''}"


def _users(context: PageContext, method: Aggregation) -> str:
    """Return the rubrics and components that aggregate by a method; several rubrics as their number."""
    suite = context.report.suite
    users = [spec for spec in suite.ordered_rubrics if spec.fields.aggregation_method is method]
    rubrics = [spec.code for spec in users if suite.kind(spec) == "rubric"]
    others = [f"{suite.kind(spec)} {spec.code}" for spec in users if suite.kind(spec) != "rubric"]
    return listed([*(rubrics if len(rubrics) < 2 else [counted(len(rubrics), "rubric")]), *others])
