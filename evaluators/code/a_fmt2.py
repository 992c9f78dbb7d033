"""A-FMT2: whether a record keeps to the schema, as far as the template of the case does not change it."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from comparison import at, entries, item, listed, record_of, reply
from readings import seconds
from texts import is_mark_for_unknown, shown

_KEYS_BY_TYPE = {
    "section": "dispatch response arrival assessment treatment transport refusal",
    "time": (
        "dispatch_time on_scene_time contact_time outcome_time pronouncement_time departure_time "
        "arrival_time transfer_of_care_time"
    ),
    "text": (
        "complaint response_mode crew units delays enroute_hazards patient_found location_found "
        "scene_findings pets chief_complaint history allergy_status primary_survey secondary_survey neuro "
        "head pupils neck chest lungs abdomen pelvis back extremities skin mental_status gcs impression "
        "mechanism last_known_well weight broselow_color lactate infection_source capacity_assessment "
        "consent_documentation hold_status imc_rass interventions response_to_treatment restraint "
        "de_escalation monitoring hemodynamic_status hospital_notice intubation_indication preoxygenation "
        "sedative sedative_dose paralytic paralytic_dose ett_size ett_depth etco2_confirmation "
        "confirmation_method post_intubation_medication first_rhythm airway arrest_outcome "
        "pronouncing_physician method_of_pronouncement agency_notified base_contact base_physician "
        "risks_explained patient_understanding refusal_reason refusal_signature witness transport_mode "
        "disposition transport_incidents belongings destination handoff air_operator crew_leading_care "
        "diagnosis diagnosis_source transfer_reason condition_on_arrival stemi_alert stroke_alert "
        "trauma_alert sepsis_alert airport_location landing_zone aircraft_id flight_crew narrative notes "
        "processing_log"
    ),
    "list": (
        "home_medications allergies vitals injuries newborns medications procedures events alerts "
        "safety_flags evidence"
    ),
    "mapping": "findings exam stroke_scale pregnancy intubation extensions",
    "number": (
        "gcs_total heart_rate temperature blood_glucose apgar_1_min apgar_5_min apgar_10_min attempts "
        "etco2_reading shock_count"
    ),
}
SCHEMA = {key: kind for kind, keys in _KEYS_BY_TYPE.items() for key in keys.split()}
"""The type of each key on top of a record and in its sections, by `evaluators/labels.yaml`."""
_PUBLISHED = SCHEMA | dict.fromkeys(_KEYS_BY_TYPE["time"].split(), "text")
"""The same in `schemas/record.schema.json`, to which a time may be any text."""

_TYPES = {"text": str, "boolean": bool, "list": list, "mapping": dict, "section": dict}
"""What values of a type are; those of times and numbers are checked apart."""
_MOST_ERRORS = 100
"""Most errors of one record that a reply lists."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    template, record = at(labels, "template"), record_of(output)
    items = []
    if isinstance(template, dict) and record is not None:
        errors = islice(_errors(record, template), _MOST_ERRORS)
        items = [item(error, "", value, False) for error, value in errors]
        items = items or [item("the schema", "", "", True)]
    return reply(
        items,
        "The record keeps to the schema: types, allowed values, declared keys, and keys of sub-objects.",
        "The record departs from the schema",
    )


def _errors(record: dict[str, Any], template: dict[Any, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what departs from the schema and what the template does not declare."""
    own = {str(key): value for key, value in template.items()}
    declared = {shown(key): None for value in own.values() for key in listed(value, "declares")} | own
    yield from _keys_and_types(record, declared)
    for key, declaration in own.items():
        for value in entries(record, key):
            yield from _declared(key, value, declaration)


def _keys_and_types(part: dict[str, Any], declared: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the keys on top of a record and in its sections that are undeclared or hold another type."""
    for key, value in part.items():
        kind = at(declared.get(key), "type") or _PUBLISHED.get(key)
        if kind is None and key not in declared:
            yield f"{key} is not declared", value
        elif not _has_type(value, kind):
            yield f"{key} is not of the type {kind}", value
        elif kind == "section" and isinstance(value, dict):
            yield from _keys_and_types(value, declared)


def _has_type(value: Any, kind: Any) -> bool:
    """Return whether a value has a type; null and a mark for unknown have each type."""
    if value is None or (isinstance(value, str) and is_mark_for_unknown(value)):
        return True
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "time":
        return isinstance(value, str) and seconds(value) is not None
    return isinstance(value, _TYPES.get(str(kind), object))


def _declared(key: str, value: Any, declaration: Any) -> Iterator[tuple[str, Any]]:
    """Yield what of a value the template does not declare: another value, a key, a sub-object without one."""
    if value is None or (isinstance(value, str) and is_mark_for_unknown(value)):
        return
    allowed, declares = listed(declaration, "allowed"), listed(declaration, "declares")
    parts = value if isinstance(value, list) else [value]
    for part in parts:
        held = [*part] if isinstance(part, dict) else [part]
        for each in held:
            if allowed and each not in allowed:
                yield f"{key} has a value that is not allowed", each
            if declares and each not in declares:
                yield f"{key} has an undeclared key", each
        for name in listed(declaration, "needs"):
            if name not in held:
                yield f"{key} has a sub-object without {shown(name)}", part
