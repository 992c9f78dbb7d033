"""Sentences that look like trouble and are none, and trouble that stays found however it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from support.paths import BASE
from support.suites import suite_with

DEM1, PROMPT = "a-component/A-DEM1.yaml", "evaluators/llm-judge/arrival_prompt.md"
PLACES = {
    "inclusion": (DEM1, "Apply when the narrative gives an arrival time. "),
    "exclusion": (DEM1, "Do not apply when the narrative gives no arrival time. "),
    "concept": (DEM1, "reaches the record. "),
    "rationale": (DEM1, "arrival_prompt.md\n"),
    "prompt": (PROMPT, "Whether the dictated arrival time is charted.\n"),
}
"""Where a sentence is put: after these words of a file."""
ORDINARY = {
    "inclusion": (
        "A Stanford type (A) or (B) dissection is named.",
        "A class I) or II) recommendation is cited.",
        "The report has a part (a) and a part (b).",
        "Sections (a) or (b) of the form are filled in.",
        "A grade (1) or (2) injury is dictated.",
        "Le Fort I) or II) fractures count alike.",
        "Hepatitis (A) or (B) is in the history.",
        "Influenza type (A) and type (B) are both named.",
        "Mobitz type (I) or type (II) block is dictated.",
        "Diabetes type 1) or 2) is named.",
        "Vitamin (A) and vitamin (B) are among the supplements.",
        "Leads (I) and (II) show elevation.",
        "The option (b) is preferred over option (a).",
        "Units (1) and (2) were on scene.",
        "The medic dictates steps 1. and 2. of the form.",
        "The crew used form 1. The patient signed form 2. both are charted.",
        "Number 1. is the arrival, number 2. is the departure.",
        "The medic says between 1. and 2. January.",
        "A time (1) is dictated by the medic.",
        "Two times are dictated - the first - and the second - by the crew.",
        "These count: well-known times - early ones - and late ones.",
        "One of these holds: a time - any time - is dictated.",
        "Blood type (A) or blood type (B) is named.",
        "Schedule (I) or (II) drugs are named.",
        "A patient in plan A) or B) is named.",
        "The narrative uses the patient's own words, i) as dictated.",
        "A note (1) and a second note (2) are attached.",
        "A hit under heading 1) of the sheet is dictated.",
        "Phase (1) of the call and phase (2) of the call are timed.",
        "A Salter-Harris type I) fracture is not a type II) fracture.",
        "The crew reads items (1) to (2) aloud.",
        "The answer is A) or B) on the form.",
        "Factor (I) and factor (II) are both named in the history.",
        "The narrative gives a code 1. or 2. response.",
        "Apply to the time - if any - of arrival.",
        "A call at 1. Main Street or 2. Main Street is named.",
        "NYHA class (I) through (II) is dictated.",
        "A trauma level (1) center or (2) center is named.",
        "Figure (a) or figure (b) shows the car.",
        "The vehicle has plates (A) or (B).",
    ),
    "concept": (
        "The scale is 0 to 10 for pain.",
        "The scale runs from 0 to 10 for pain.",
        "This scale of 3 to 15 is the Glasgow Coma Scale.",
        "A pain scale of 0 to 10 is dictated.",
        "The scale is 3 to 15 in the Glasgow Coma Scale.",
        "The scale is 0 to 2 for each Apgar sign.",
        "Scale: 0 to 10 as the patient says it.",
        "Scale 0 to 10 is what the patient was asked for.",
        "The score ranges from 3 to 15 on the coma scale.",
        "The score runs from 0 to 10 where pain is scored.",
        "Each score ranges from 0 to 2 in the newborn's record.",
        "The judge scores whether the pain scale of 0 to 10 is charted.",
        "Pain is scored on a scale of 0 to 10 by the patient.",
        "Cases are marked where a scale of 0 to 10 was dictated.",
        "The threshold is 90 mmHg.",
        "The threshold is 0.5 mg for a flag.",
        "A fever threshold of 38.0 is dictated.",
        "The weight is 70 kg in most cases.",
        "A weight of 0.5 kilograms is charted as dictated.",
        "The weight is 3.2 kg at birth.",
        "Weight: 0.8 kg is charted.",
        "Its weight is 0.9 of a pound.",
        "The minimum threshold is 0.95 of the labeled times in other suites.",
        "Rated 8 to 10 by the patient, pain counts as severe.",
        "Scored 3 to 15, the coma scale is charted as dictated.",
        "This benchmark scores whether 8 of 10 values are kept.",
        "The raw value goes from 0 to 100 beats.",
        "The threshold of 0.95 in an earlier version was lowered.",
        "An earlier threshold of 0.95 was lowered.",
        "A threshold of 0.85 was rejected.",
        "The weight of 0.25 was given up in version 2.",
        "Scale of the map: 1 to 10.",
        "The scale is 1 to 5 for agitation.",
        "Rated 9 to 10 by the patient, the pain is severe.",
        "The Richmond scale runs from -5 to 4.",
        "The scale is -5 to 4 for sedation.",
        "The sedation score ranges from -5 to 4.",
        "The score ranges from 0 to 42 on the stroke scale.",
        "The score runs from 0 to 12 in the trauma report.",
        "A threshold of 0.5 seconds separates two words.",
        "The threshold is 94 % oxygen saturation.",
        "The weight of 70 kg is charted.",
        "Body weight: 0.5 kg less than dictated.",
        "The weight is 0.5 when the scale shows it.",
        "The birth weight is 0.9 and the length 30.",
        "Weights of 0.5 and 0.6 kg are kept.",
        "Its threshold in version 1 was 0.85.",
        "Raw values can run from 0 to 300 in the vitals.",
        "Graded 1 to 4 by the trauma team, injuries are charted.",
    ),
    "rationale": (
        "One in 10 cases per kg of paper.",
        "A crew of 2 to 4 units responded.",
        "A dictated weight per kg is charted in pounds.",
        "Of the cases, 3 per kilogram of printed paper were wrong.",
        "Every 100 cases per kilo of tape cost a day.",
        "The price per kg of gauze is charted.",
        "In 2024, 5 mg and 10 mg were confused.",
        "The medic says 5 mg to 10 patients.",
        "Gave 5 to 10 patients 4 mg.",
        "Vials of 2 ml and 10 ml look alike.",
        "The normal range of a report's length is 3 to 5 pages.",
        "A normal range of words is used.",
        "The recommended window for review is a week.",
        "The permitted range of dates is a year.",
        "The allowable range of spelling is wide.",
        "The safe range of line lengths is up to 80.",
        "A treatment section is too long.",
        "Is the treatment section appropriate in length?",
        "The route is too long to be driven in ten minutes.",
        "A drug name is too long for the field.",
        "Whether the procedure is safe to repeat is not asked.",
        "The procedure for labels is appropriate.",
        "Decide whether the treatment list is too long.",
        "Whether the route was right for the ambulance is not judged.",
        "Is the entry correct for this patient?",
        "Is the name right for the patient?",
        "Is the record correct for the child?",
        "Are the vitals charted for the right patient?",
        "Do readers think if the medic gave the right time?",
        "Treatment is indicated by a check mark.",
        "A maximum of 5 ml fields are shown.",
        "Charts weigh 2 per kg of mail.",
        "Two crews per kilo of paper are too many.",
        "The monitor shows a range of normal and safe words.",
        "The window is safe and the range is known.",
        "The recommended range of sentence lengths is 10 to 20 words.",
        "A usual range of answers is shown.",
        "A permitted window of two weeks for reviews is kept.",
        "The list is too long for the patient to read.",
        "Is the time correct for the patient named?",
        "Is the address right for this patient?",
        "Was the label correct for the infant?",
        "The route of the ambulance was too long.",
        "Procedures are right where the manual says so.",
        "The drug list is appropriate in length.",
        "Is care documented in the right place?",
        "The medication names are safe to copy.",
        "The route is indicated on the map.",
        "The dose was 5 mg at 10 ml of saline.",
        "The crew gave 1 mg, 2 mg and 3 mg.",
        "Labels of 5 mg-tablets to 10 mg-tablets exist.",
        "Ten of 20 ml syringes were charted.",
        "A share of 2 in 5 ml vials is mislabeled.",
    ),
    "exclusion": (
        "X-ray times are left to nobody.",
        "The 12-lead was read. Do not use for ST-elevation.",
        "Use the CAD-TIME field.",
        "COVID-19 screening times are charted elsewhere.",
        "Use of an A-frame is charted.",
        "Vitamin B-12 is given.",
        "Units A-12 and M-5 responded.",
        "A T-11 fracture is charted.",
        "A-FIB is dictated as atrial fibrillation.",
        "An A-line was placed.",
        "The I-GEL was used.",
        "See I-GEL in the list.",
        "Use of type (A), (B) or (C) masks is charted elsewhere.",
        "Do not use Appendix (a) or (b) for this.",
    ),
    "prompt": (
        "The medic uses a scale of 0 to 10 for pain.",
        "The scale is 0 to 10.",
        "Uses a pain scale from 0 to 10.",
        "The threshold for a fever is 38.0.",
        "A blood pressure threshold of 90 applies to the patient.",
        'The record has {"time": "14:05"} as its entry.',
        "The scale of 0 to 10 is the patient's own.",
        "The patient rates the pain on a scale of 1 to 10.",
        "The coma scale is scored from 3 to 15.",
        "A threshold of 38.0 is a fever.",
        "The threshold is 90 for the systolic pressure.",
    ),
}
TROUBLE = {
    "inclusion": (
        ("TXT503", "These count: (a) a time on scene, or (b) a time of arrival."),
        ("TXT503", "Either (1) the medic states it or (2) the dispatcher does."),
        ("TXT503", "If (a) the time is early, or if (b) it is late, it counts."),
        ("TXT503", "It counts 1) when spoken and 2) when spelled out."),
        ("TXT503", "It counts i) when spoken, ii) when spelled out."),
        ("TXT503", "It counts when: a) a time is dictated; b) the crew has arrived."),
        ("TXT503", "It counts: - when spoken - when spelled out."),
        ("TXT503", "Both must hold, (A) the time is dictated and (B) the crew has arrived."),
    ),
    "exclusion": (
        ("TXT503", "It is skipped where (1) nobody dictates, (2) nobody charts."),
        ("REF206", "Departure times are covered by A-DEM8."),
        ("REF206", "Use A_DEM 2 for these."),
    ),
    "concept": (
        ("WGT304", "Scored on a scale of 1 to 5."),
        ("WGT304", "Each case is scored on a scale of 0 to 3 by how well the patient's words are kept."),
        ("WGT304", "The scoring scale runs from 0 to 10."),
        ("WGT304", "Scores range from 0 to 100."),
        ("WGT304", "Rated 1 to 5."),
        ("WGT304", "Uses a scale of 1 to 4."),
        ("WGT304", "The raw scale is 0 to 20."),
        ("WGT304", "The required threshold is 0.95."),
        ("WGT304", "Its passing score: 95 %."),
        ("WGT304", "Its weight is 0.25."),
        ("WGT304", "It makes up 25 % of A-DEM."),
    ),
    "rationale": (
        ("SCP701", "The usual bolus is 20 mL per kg."),
        ("SCP701", "Give 2 joules per kg."),
        ("SCP701", "Compute the dose per kilogram."),
        ("SCP701", "The dose is 15 per kg of body weight."),
        ("SCP701", "A fluid bolus of 20 per kilogram is expected."),
        ("SCP701", "Flag if the value is outside the normal range."),
        ("SCP701", "The therapeutic range for lithium decides."),
        ("SCP701", "The recommended window for thrombolysis is known."),
        ("SCP701", "Is the drug right for this patient?"),
        ("SCP701", "Was the intubation appropriate for the patient?"),
        ("SCP701", "Doses between 2 and 4 mg are usual."),
        ("SCP701", "The maximum dose is 10 mg."),
        ("SCP701", "Decide whether the medication was appropriate."),
    ),
    "prompt": (
        ("PRM611", "Score the record on a scale of 1 to 5."),
        ("PRM611", "Threshold: 0.95."),
        ("SCP701", "Judge whether the dose was safe."),
    ),
}


def rules_of(target: Path, place: str, sentence: str) -> list[str]:
    """The rules that find something once a sentence stands in a place."""
    path, before = PLACES[place]
    text = (BASE / path).read_text()
    assert text.count(before) == 1
    added = f"rationale: >\n  {sentence}\n" if place == "rationale" else f"{sentence} "
    root = suite_with(target, {path: text.replace(before, before + added)})
    return [finding.rule for finding in check(root).findings]


@pytest.mark.parametrize(
    ("place", "sentence"), [(place, sentence) for place, all_of in ORDINARY.items() for sentence in all_of]
)
def test_an_ordinary_sentence_is_left_alone(tmp_path: Path, place: str, sentence: str) -> None:
    assert rules_of(tmp_path, place, sentence) == []


@pytest.mark.parametrize(
    ("place", "rule", "sentence"), [(place, *each) for place, all_of in TROUBLE.items() for each in all_of]
)
def test_trouble_stays_found(tmp_path: Path, place: str, rule: str, sentence: str) -> None:
    assert rules_of(tmp_path, place, sentence) == [rule]
