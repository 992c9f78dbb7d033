"""How far the values of a spec are settled."""

from __future__ import annotations

from benchdocs.documents.text_file import TextFile
from benchdocs.specs.choices import DecisionState
from benchdocs.specs.models import Benchmark
from benchdocs.specs.validation import Spec, read_spec
from benchdocs.suite.decisions import unsettled, values, values_in


def spec(text: str) -> Spec[Benchmark]:
    found = read_spec(TextFile("a-component/A-DEM1.yaml", f"code: A-DEM1\n{text}"), Benchmark)
    assert isinstance(found, Spec)
    return found


def test_a_zero_is_a_value_and_two_criteria_are_one() -> None:
    text = (
        "weight: 0\nthreshold: 0\ninclusion_criteria: Apply.\nexclusion_criteria: Skip.\naliases: [A-OLD1]\n"
    )
    assert values(spec(text)) == ("weight", "threshold", "criteria")


def test_what_no_entry_names_is_provisional_and_the_first_entry_counts() -> None:
    entries = "{fields: [weight], state: disputed, by: X}, {fields: [weight], state: established, by: Y}"
    found = spec(f"weight: 1\nthreshold: 1\ndecisions: [{entries}]\n")
    assert values_in(found, DecisionState.DISPUTED) == ["weight"]
    assert values_in(found, DecisionState.PROVISIONAL) == ["threshold"]
    assert values_in(found, DecisionState.ESTABLISHED) == []


def test_label_weight_threshold_and_evaluator_type_have_to_be_settled() -> None:
    entry = "{fields: [label, weight, criticality], state: established, by: X}"
    assert unsettled(spec(f"decisions: [{entry}]\n")) == ("threshold", "evaluator_type")
