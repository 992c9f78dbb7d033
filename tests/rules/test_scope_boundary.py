"""Which statements bring clinical knowledge into a spec, and which only draw its boundary."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from support.paths import BASE
from support.suites import suite_with

BRINGS_IT_IN = [
    "Flag if dose is outside 0.1-0.2 mg/kg.",
    "Apply when fentanyl is given between 50 and 100 mcg.",
    "The usual amount is 2 to 4 mg.",
    "Dose 2 mg–4 mg.",
    "Check dose against 1,000 to 2,000 mg.",
    "Dosing is 15 mg/kg.",
    "Doses follow the mg/kg rule.",
    "Fluids at 20 mL/kg.",
    "Compute the dose per kilogram.",
    "Is this dose safe?",
    "Is 5mg morphine safe?",
    "Is the dose appropriate for the patient?",
    "Is the dose correct for the child's weight?",
    "Is the dose proper for the child?",
    "Flag if the value lies outside the therapeutic window.",
    "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}: is this dose safe?",
    "Was the drug suitable for this rhythm?",
    "Judge whether the dose is safe.",
    "Flag if the dose is not safe for this patient.",
    "Flag if the dose is unsafe and the output does not flag it.",
    "Flag if a dose is outside the safe range.",
    "Flag if the dose does not fall within the therapeutic range.",
    "Pass if the charted value is within the normal range.",
    "The maximum dose is 5 mg.",
    "Max single dose of 5 mg.",
    "The dose must not exceed 10 mg.",
    "Pass conditions (all must be satisfied):\n1. The dose is appropriate for the patient's weight.",
    "Automatic fail if any of the following are true:\n- The dose given was too high, OR",
    "- The record is empty AND the treatment was clinically inappropriate.",
    "Was the treatment appropriate?",
    "DESCRIPTION:\nIs the dose of aspirin safe?",
    "Assess the safety of the charted dose.",
    "Determine whether the medic gave the right drug.",
    "Determine whether the medic gave the right opioid medications.",
    "Decide if the crew administered appropriate interventions.",
    "IS THIS DOSE SAFE?",
    "Do not apply when the dose is unsafe.",
    "Do not apply when the dose lies between 50 and 100 mcg.",
    "Verify that the medication dose is safe.",
    "Is aspirin safe for this patient?",
    "Decide if the dose was clinically correct.",
    "Epinephrine 0.01 mg/kg IV.",
    "Decide: is the dose safe?",
    "Doses lie between 0.5 mg and 1 mg.",
]
KEEPS_IT_OUT = [
    "Medic gave 324 mg aspirin.",
    "The label marks the dose as unsafe; was a flag raised?",
    "never judge whether a dose is safe",
    "Do not decide if the dose was clinically correct.",
    "It holds no dose range.",
    "The ground truth decides whether the dose is safe.",
    "Ground-truth: is the dose safe?",
    "Whoever annotates decides whether the dose is safe.",
    "The spec contains no dose ranges and no mg/kg formulas.",
    "Ignore: whether the dose is clinically appropriate",
    "Ignore: whether the dose is clinically appropriate. Whether the route was appropriate.",
    "Whether the dose is safe is not judged here.",
    "Whether the treatment was appropriate, and whether the dose was safe, lies outside this benchmark.",
    "Whether a dose is safe is settled by the label in GROUND_TRUTH.",
    "Narrative: 'gave 2 to 4 mg of morphine' is charted.",
    'For example "between 50 and 100 mcg" charted as 50.',
    "Flag if no flag is raised for a dose that is marked unsafe.",
    "Flag if the drug carries the wrong dose or route.",
    "Flag if the charted dose is correct in none of the fields.",
    "Pass if the charted dose is correct.",
    "Apply when the case holds an unsafe dose.",
    "Flag if the output charts 4 mg and 8 mg.",
    "Changed from 2 mg to 4 mg in the record.",
    "The dose was misread as 50 mcg to 100 mcg.",
    "Vitals are within normal limits.",
    "two to three units responded, 2 to 3 units responded",
    "a tube size of 7.5 to 8.0",
    "between 50 and 200 characters",
    'The regimen 10-20 characters in "reason" (50-200 characters)',
    "Apply no protocol and no clinical standard of your own, and do not judge whether the care was right.",
    "Does the record hold the right dose?",
    "The drug section is appropriate for the template.",
    "Is the wording appropriate?",
    "A weight-based dose is charted with its decimal point in another place than dictated.",
    "A weight given in pounds is charted in kilograms.",
    "Flag if a contraindicated treatment, so marked in the case, passes without a flag.",
    "An override that base hospital approved is documented.",
    "Apply when the ground truth marks a treatment as contraindicated. Flag if that goes unsaid.",
    "The judge asks what was charted, rather than whether the dose was safe.",
    "Regardless of whether the dose is appropriate, the entry has to match.",
    "The judge leaves it to the knowledge base whether the dose is safe.",
    "Medic Copilot's knowledge base decides whether the dose is safe.",
    "Flag if the dose differs from the dictated one by more than 5 mg.",
    "Flag if the dose is missing.",
    "Flag if the medication was given and the record says otherwise.",
    '"Is 324 mg of aspirin safe?" is a question for the product.',
    "the 12-lead and 324 mg",
    "The treatment was indicated in the narrative.",
    "Temperature 98 to 99 degrees, 120/80 mmHg.",
    "A dose dictated in 'mg/kg' is charted in 'mg'.",
]


def found_in(target: Path, statement: str) -> list[str]:
    """What is found in a spec whose rationale is this statement."""
    spec = (BASE / "a-component/A-DEM1.yaml").read_text()
    rationale = "rationale: |\n" + "".join(f"  {line}\n" for line in statement.splitlines())
    root = suite_with(target, {"a-component/A-DEM1.yaml": spec + rationale})
    return [finding.rule for finding in check(root).findings]


@pytest.mark.parametrize("statement", BRINGS_IT_IN)
def test_clinical_knowledge_is_found(tmp_path: Path, statement: str) -> None:
    assert found_in(tmp_path, statement) == ["SCP701"]


WORDS = {
    "Doses lie between 2 and 4 {}.": (
        *("mg", "mcg", "µg", "μg", "ug", "meq", "mmol", "ml", "cc", "iu", "joules", "milligrams"),
        *("micrograms", "milliliters", "millilitres"),
    ),
    "Flag if it lies outside the {} range.": (
        *("safe", "therapeutic", "normal", "recommended", "permitted", "allowable"),
    ),
    "Decide whether the medic gave the right {}.": (
        *("dose", "drug", "medication", "treatment", "therapy", "route"),
        *("infusion", "intervention", "procedure", "care"),
    ),
    "Is the dose correct for the {}?": (
        *("patient", "child", "adult", "infant", "neonate", "newborn"),
        *("age", "weight", "condition", "indication", "rhythm", "situation"),
    ),
    "Was the dose too {}?": ("high", "low", "much", "little", "large", "small"),
    "Was the treatment {}?": (
        *("safe", "dangerous", "harmful", "toxic", "lethal", "appropriate", "excessive", "indicated"),
        *("therapeutic", "clinically sound", "medically sound"),
    ),
    "Assess the {} of the treatment.": ("safety", "appropriateness", "clinical correctness"),
}


@pytest.mark.parametrize("statement", WORDS)
def test_each_word_of_a_kind_is_known(tmp_path: Path, statement: str) -> None:
    for word in WORDS[statement]:
        assert found_in(tmp_path / word, statement.format(word)) == ["SCP701"], word


@pytest.mark.parametrize("statement", KEEPS_IT_OUT)
def test_a_boundary_a_label_or_a_record_is_no_clinical_knowledge(tmp_path: Path, statement: str) -> None:
    assert found_in(tmp_path, statement) == []


def test_the_words_are_quoted_as_they_stand_whatever_small_letters_make_of_those_ahead(
    tmp_path: Path,
) -> None:
    spec = (BASE / "a-component/A-DEM1.yaml").read_text()
    text = 2 * "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}" + ": IS THIS DOSE SAFE?"
    root = suite_with(tmp_path, {"a-component/A-DEM1.yaml": f'{spec}rationale: "{text}"\n'})
    (found,) = check(root).findings
    assert found.message.startswith("`IS THIS DOSE SAFE` is a question whether care was right")
