"""The BenchmarkCard of a suite: its facts, and what its authors say by hand, in the published structure.

Sokol et al., "BenchmarkCards: Standardized Documentation for Large Language Model Benchmarks", NeurIPS 2025;
the structure is that of `platform/src/models.py` in their repository, as of October 2025.
"""

from collections import Counter
from typing import Any

from benchdocs.reports.text import counted, listed
from benchdocs.site.page import PageContext
from benchdocs.site.views.spec import BenchmarkView, titled
from benchdocs.specs.choices import DecisionState, Status
from benchdocs.specs.numbers import shown
from benchdocs.specs.self_assessment import Card
from benchdocs.suite.decisions import state_of, values
from benchdocs.suite.reviews import Standing

NOT_STATED = "Not stated."
"""Text of a field of which neither the specs nor the authors say anything."""


def benchmark_card(context: PageContext) -> dict[str, dict[str, Any]]:
    """Return the sections of the card with their fields; a field that may be absent is None."""
    views, assessment = context.views, context.report.suite.assessment
    by_hand = (assessment.fields.card if assessment else None) or Card()
    benchmarks = [view for view in views.benchmarks if view.status != Status.DEPRECATED]
    stated = {name: _one_line(getattr(by_hand, name)) for name in Card.model_fields}
    size = f"The suite has {views.rubrics_in_words} and {counted(len(benchmarks), 'benchmark')}."
    return {
        "benchmark_details": {
            "name": context.about.name or NOT_STATED,
            "overview": _joined(stated["overview"], size),
            "data_type": stated["data_type"] or NOT_STATED,
            "domains": by_hand.domains or None,
            "languages": by_hand.languages or None,
            "similar_benchmarks": by_hand.similar_benchmarks or None,
            "resources": [context.about.address] if context.about.address else None,
        },
        "purpose_and_intended_users": {
            "goal": stated["goal"] or NOT_STATED,
            "audience": by_hand.audience,
            "tasks": [titled(view.code, view.label) for view in views.leaves],
            "limitations": stated["limitations"],
            "out_of_scope_uses": by_hand.out_of_scope_uses or None,
        },
        "data": {
            "source": stated["data_source"] or NOT_STATED,
            "size": stated["size"] or NOT_STATED,
            "format": stated["format"] or NOT_STATED,
            "annotation": stated["annotation"] or NOT_STATED,
        },
        "methodology": {
            "methods": _methods(benchmarks),
            "metrics": [_metric(view) for view in benchmarks],
            "calculation": _calculation(context),
            "interpretation": stated["interpretation"] or NOT_STATED,
            "baseline_results": stated["baseline_results"],
            "validation": _joined(stated["validation"], _validation(context)),
        },
        "targeted_risks": {
            "risk_categories": by_hand.risk_categories,
            "atlas_risks": None,
            "demographic_analysis": stated["demographic_analysis"],
            "harm": stated["harm"],
        },
        "ethical_and_legal_considerations": {
            name: stated[name] or NOT_STATED
            for name in (
                "privacy_and_anonymity",
                "data_licensing",
                "consent_procedures",
                "compliance_with_regulations",
            )
        },
    }


def _one_line(value: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else value


def _joined(*texts: str | None) -> str:
    return " ".join(filter(None, texts))


def _methods(benchmarks: list[BenchmarkView]) -> list[str]:
    """Return who or what gives verdicts, each with the number of benchmarks."""
    kinds = Counter(view.spec.fields.evaluator_type for view in benchmarks)
    return [f"{kind.label} ({number} of the benchmarks)" for kind, number in kinds.items() if kind]


def _metric(view: BenchmarkView) -> str:
    """Return what a benchmark measures and where it passes, and whether that is settled."""
    threshold = view.spec.fields.threshold
    passes = "no threshold" if threshold is None else f"threshold {shown(threshold)}"
    state = state_of(view.spec, "threshold") if threshold is not None else None
    return f"{titled(view.code, view.label)}: {passes}{f' ({state})' if state else ''}"


def _calculation(context: PageContext) -> str:
    """Return how scores are combined: the rubrics and components that use each method."""
    views = context.views.rubrics
    sentences = []
    for kind in dict.fromkeys(view.spec.fields.aggregation_method for view in views):
        if kind is None:
            continue
        users = {
            view.code: context.report.suite.kind(view.spec)
            for view in views
            if view.spec.fields.aggregation_method is kind
        }
        rubrics = [code for code, called in users.items() if called == "rubric"]
        named = rubrics if len(rubrics) < 2 else [counted(len(rubrics), "rubric")]
        named += [f"{called} {code}" for code, called in users.items() if called != "rubric"]
        verb, whose = ("uses", "its") if len(users) == 1 else ("use", "their")
        subject = listed(named)
        sentences.append(
            f"{subject[0].upper()}{subject[1:]} {verb} the {kind.noun} of {whose} members' scores."
        )
    return " ".join(sentences) or NOT_STATED


def _validation(context: PageContext) -> str:
    """Return how much is reviewed, and how much is provisional."""
    views, reviewed = context.views, context.reviewed
    current = sum(state.standing is Standing.CURRENT for state in reviewed.values())
    specs = (*views.rubrics, *views.benchmarks)
    states = Counter(state_of(view.spec, value) for view in specs for value in values(view.spec))
    provisional = states[DecisionState.PROVISIONAL]
    return (
        f"{current} of {len(reviewed)} rubrics and benchmarks have a current review; "
        f"{provisional} of {states.total()} of their values are provisional."
    )
