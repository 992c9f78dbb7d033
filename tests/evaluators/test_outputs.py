"""Outputs at the limits of what a script reads, each with the verdict that it deserves."""

from __future__ import annotations

from typing import Any

from support.evaluators import IMPLEMENTED, evaluator, form_of
from support.tables import data, table

_DICTATION = (
    "heart rate eighty eight and the skin is warm, a little dry, nothing else that we found on her today"
)
_FEWEST_OUTPUTS = 200
_LEFT = {"judge": {"not_applicable"}, "no fail": {"pass", "not_applicable"}}
"""What a script may say where the verdict is not its own."""


def _check(code: str, labels: Any, output: Any, verdict: str, narrative: str = "nothing dictated") -> None:
    reply = evaluator(IMPLEMENTED[code]).evaluate(labels, output, narrative)
    assert str(form_of(code).model_validate(reply).outcome) in _LEFT.get(verdict, {verdict}), reply


@table
def test_an_intubation_field(field: str, labeled: Any, charted: Any, verdict: str) -> None:
    _check(
        "A-PRT3",
        {"intubation_fields": {field: labeled}},
        {"treatment": {"intubation": {field: charted}}},
        verdict,
    )


@table
def test_a_reading(sign: str, value: Any, unit: str, assessment: Any, verdict: str) -> None:
    readings = [{"sign": sign, "value": value, "unit": unit}]
    labels = {"pain_scores": [{"value": value}]} if sign == "pain" else {"vital_signs": readings}
    _check("A-FCT1", labels, {"assessment": assessment}, verdict)


@table
def test_a_denial(charted: Any, verdict: str) -> None:
    output = {"assessment": {"findings": {"chest_pain": charted}}}
    _check("A-NEG1", {"denied_findings": ["chest pain"]}, output, verdict)


@table
def test_times_of_two_events(code: str, first: Any, second: Any, verdict: str) -> None:
    names, times = ("aspirin", "twelve lead"), ("14:05", "14:12")
    labels = {
        "event_order": [{"event": name, "time": time} for name, time in zip(names, times, strict=True)],
        "protocol_sequence": {"steps": [*names]},
    }
    events = [{"event": name, "time": time} for name, time in zip(names, (first, second), strict=True)]
    _check(code, labels, {"treatment": {"events": events}}, verdict)


@table
def test_an_event_that_was_denied(entry: dict[str, Any], verdict: str) -> None:
    labels = {"event_order": [{"event": "aspirin", "time": "14:05"}, {"event": "departure", "time": "14:12"}]}
    events = [{**entry, "time": "14:05"}, {"event": "departure", "time": "14:12"}]
    _check("A-PRT2", labels, {"treatment": {"events": events}}, verdict)


@table
def test_a_group_of_the_response(key: str, charted: Any, verdict: str) -> None:
    _check("A-CMP2", {"response_details": {key: "dictated"}}, {"response": {key: charted}}, verdict)


@table
def test_an_element_of_a_pronouncement(charted: Any, verdict: str) -> None:
    output = {"treatment": {"agency_notified": charted}}
    _check("A-CMP5", {"field_pronouncement": {"agency_notified": "coroner"}}, output, verdict)


@table
def test_exam_groups(groups: list[str], assessment: Any, verdict: str) -> None:
    _check("A-CMP4", {"exam_groups": groups}, {"assessment": assessment}, verdict)


_KEYS = {
    "response": ("crew", "delays"),
    "arrival": ("patient_found", "location_found"),
    "assessment": ("lungs", "abdomen"),
    "treatment": ("agency_notified", "airway"),
    "transport": ("destination", "handoff"),
}
_DICTATED = {
    "sections_with_content": [*_KEYS],
    "response_details": {"crew": "two"},
    "arrival_details": {"patient_found": "supine"},
    "exam_groups": ["lungs"],
    "field_pronouncement": {"agency_notified": "coroner"},
    "transport_details": {"destination": "county"},
    "airport_transfer_fields": {"destination": "county"},
    "template": {"needed": ["destination"]},
}
_COVERAGE = [code for code in IMPLEMENTED if code.startswith("A-CMP") and code != "A-CMP7"] + ["A-PRT1"]
"""Benchmarks that ask whether something is charted, not what."""


def _everywhere(constant: Any) -> dict[str, Any]:
    return {section: dict.fromkeys(own, constant) for section, own in _KEYS.items()}


@table
def test_a_record_of_one_constant(constant: Any, verdict: str) -> None:
    for code in _COVERAGE:
        if code != "A-CMP1" or constant != "not documented":  # a mark for unknown is no null
            _check(code, _DICTATED, _everywhere(constant), verdict)


@table
def test_a_constant_beside_a_few_other_keys(constant: Any, beside: dict[str, Any], verdict: str) -> None:
    for code in _COVERAGE:
        _check(code, _DICTATED, {**_everywhere(constant), **beside}, verdict)


@table
def test_records(code: str, labels: Any, output: Any, verdict: str) -> None:
    _check(code, labels, output, verdict)


@table
def test_a_span(code: str, evidence: dict[str, Any], verdict: str) -> None:
    labels = {
        "key_facts": ["heart rate 88"],
        "supporting_passages": [{"fact": "heart rate 88", "passage": "heart rate eighty eight"}],
    }
    others = {"fact": "skin warm", "span": "the skin is warm"}
    output = {"evidence": [{"fact": "Heart rate 88", **evidence}, others]}
    _check(code, labels, output, verdict, _DICTATION)


def test_two_hundred_outputs() -> None:
    assert sum(len(each["rows"]) for each in data(__file__).values()) >= _FEWEST_OUTPUTS
