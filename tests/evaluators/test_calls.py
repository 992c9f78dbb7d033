"""The code evaluators decide the right record and each mutant of every complete call as the call says."""

from __future__ import annotations

from typing import Any

from benchdocs.specs.cases import Call, plain_value
from benchdocs.specs.choices import EvaluatorType
from benchdocs.specs.validation import Spec
from benchdocs.suite.cases import applying, mutated
from support.evaluators import IMPLEMENTED, evaluator, form_of
from support.shipped import shipped_report
from support.tables import each_row

SUITE = shipped_report().suite
CALLS = SUITE.calls
_MUTANTS = [(call, mutant) for call in CALLS for mutant in call.fields.mutants or ()]
_SECTIONS = {"dispatch", "response", "arrival", "assessment", "treatment", "transport"}
_FEWEST_WORDS, _MOST_WORDS = 300, 600


def outcomes(call: Spec[Call], record: Any) -> dict[str, str]:
    """What each code evaluator says of a record of a call."""
    labels, output, narrative = plain_value(call.fields.labels), plain_value(record), call.fields.narrative
    found = {}
    for code, name in IMPLEMENTED.items():
        reply = evaluator(name).evaluate(labels, output, narrative)
        found[code] = str(form_of(code).model_validate(reply).outcome)
    return found


def is_hybrid(code: str) -> bool:
    return SUITE.benchmark[code].fields.evaluator_type is EvaluatorType.HYBRID


@each_row("call", CALLS)
def test_the_right_record_passes_all_that_applies(call: Spec[Call]) -> None:
    found = outcomes(call, call.fields.output)
    assert {code for code, outcome in found.items() if outcome == "fail"} == set()
    labels = call.fields.labels or {}
    counted = {code for code in applying(SUITE, labels) if code in IMPLEMENTED and not is_hybrid(code)}
    marked = {"unsafe_doses", "unsafe_routes"} & labels.keys()
    passed = {code for code, outcome in found.items() if outcome == "pass" and not is_hybrid(code)}
    assert passed == counted - ({"A-SFT1"} if not marked else set())


@each_row("call, mutant", {f"{call.stem} {mutant.id}": (call, mutant) for call, mutant in _MUTANTS})
def test_a_mutant_fails_what_it_names_and_nothing_else(call: Spec[Call], mutant: Any) -> None:
    found = outcomes(call, mutated(call.fields.output or {}, mutant))
    failed = {code for code, outcome in found.items() if outcome == "fail"}
    named = {code for code in mutant.fails if code in IMPLEMENTED}
    assert failed - named == set()
    assert {code for code in named - failed if not is_hybrid(code)} == set()


@each_row("call", CALLS)
def test_a_call_is_long_and_its_evidence_is_in_the_dictation(call: Spec[Call]) -> None:
    fields, narrative = call.fields, call.fields.narrative or ""
    assert _FEWEST_WORDS <= len(narrative.split()) <= _MOST_WORDS
    assert fields.output is not None
    assert fields.output.keys() >= _SECTIONS
    for entry in plain_value(fields.output)["evidence"]:
        assert narrative[entry["start"] : entry["end"]] == entry["span"]
    for entry in (fields.labels or {})["supporting_passages"]:
        assert entry["passage"] in narrative


def test_calls_are_synthetic_and_confirmed_by_nobody() -> None:
    assert {call.fields.origin for call in CALLS} == {"synthetic"}
    assert [call.stem for call in CALLS if call.fields.confirmed_by] == []


def test_each_benchmark_applies_to_a_call_and_is_failed_by_a_mutant() -> None:
    all_codes = {spec.code for spec in SUITE.benchmarks}
    assert all_codes - {code for call in CALLS for code in applying(SUITE, call.fields.labels or {})} == set()
    assert all_codes - {code for _, mutant in _MUTANTS for code in mutant.fails or ()} == set()


def test_twelve_calls() -> None:
    assert len(CALLS) >= 12
