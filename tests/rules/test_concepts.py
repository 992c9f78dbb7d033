"""Words that rules on texts look for: each of them counts, and no more than they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from support.paths import BASE
from support.suites import suite_with

DEM1 = "a-component/A-DEM1.yaml"
METHODS = (
    *(
        "Nobody knows it",
        "It is compared by hand",
        "A reader examines it",
        "It is extracted",
        "An expert inspects it",
    ),
    *(
        "A judge decides",
        "Labels decide",
        "Somebody looks",
        "Words match",
        "A model decides",
        "A parser decides",
    ),
    *("An expert reads it", "It is reviewed", "A schema decides", "A script decides", "A search decides"),
    *("A test decides", "The truth decides", "It is validated", "It is verified"),
)


def told(root: Path, rule: str, **fields: str) -> list[str]:
    """What a rule says of a benchmark of the demonstration suite with these fields in place of its own."""
    lines, keeps = [], True
    for line in (BASE / DEM1).read_text().splitlines():
        name = line.split(":")[0]
        keeps = name not in fields if line[:1].isalpha() else keeps
        lines += [line] if keeps else []
    lines += [
        f"{name}: >\n  {text}" if name != "weight" else f"weight: {text}" for name, text in fields.items()
    ]
    found = check(suite_with(root, {DEM1: "\n".join(lines) + "\n"})).findings
    return [finding.message for finding in found if (finding.rule, finding.path) == (rule, DEM1)]


@pytest.mark.parametrize("method", METHODS[1:])
def test_a_word_that_says_how_something_is_measured_counts(tmp_path: Path, method: str) -> None:
    concept = f"Arrival times do not reach the record. {method}. Formula: (a_b / c_d). Threshold: >=0.90."
    assert told(tmp_path, "TXT505", concept=concept) == []


def test_a_concept_without_such_a_word_is_incomplete(tmp_path: Path) -> None:
    concept = f"Arrival times do not reach the record. {METHODS[0]}. Formula: (a_b / c_d). Threshold: >=0.90."
    assert told(tmp_path, "TXT505", concept=concept) == [
        "the concept does not seem to say how it is measured"
    ]


@pytest.mark.parametrize(
    ("opening", "is_enough"),
    [
        ("Arrival times are charted.", False),
        ("Arrival times are charted well.", True),
        ("Arrival? Times! Are. Charted.", False),
        ("Arrival. Times are charted very well.", True),
        ("Arrival, i.e. when, is charted.", True),
    ],
)
def test_a_sentence_of_five_words_says_what_is_measured(
    tmp_path: Path, opening: str, is_enough: bool
) -> None:
    concept = f"{opening} A judge decides. Formula: (a_b / c_d). Threshold: >=0.90."
    assert (told(tmp_path, "TXT505", concept=concept) == []) == is_enough


@pytest.mark.parametrize(("stated", "count"), [("Weight: 0.3.", 1), ("Weight: 1.0.", 1), ("Weight: 2.", 0)])
def test_a_number_over_1_is_no_weight(tmp_path: Path, stated: str, count: int) -> None:
    assert len(told(tmp_path, "WGT304", concept=f"Arrival times are compared. {stated}")) == count


@pytest.mark.parametrize("stated", ["5 to 10 mg", "0.1 mg/kg", "a maximum dose of 5 mg"])
def test_a_number_is_told_even_where_its_sentence_rules_it_out(tmp_path: Path, stated: str) -> None:
    criteria = f"Apply when a drug is dictated. Flag if the record does not say {stated}."
    assert len(told(tmp_path, "SCP701", inclusion_criteria=criteria)) == 1


def test_a_sign_that_comes_first_is_told_whatever_its_name(tmp_path: Path) -> None:
    criteria = "Apply when a drug is dictated. Flag if the record lacks 0.1 mg/kg or 5 to 10 mg."
    (message,) = told(tmp_path, "SCP701", inclusion_criteria=criteria)
    assert message.startswith("`0.1 mg/kg` is a per-weight formula")


def test_a_prompt_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    files = {"a_prompt.md": b"SYSTEM:\n\xff", "z_prompt.md": b"SYSTEM:\nGive 5 to 10 mg.\n"}
    root = suite_with(tmp_path, {f"evaluators/llm-judge/{name}": text for name, text in files.items()})
    found = [f"{finding.place} {finding.rule}" for finding in check(root).findings]
    assert "evaluators/llm-judge/z_prompt.md:2:6 SCP701" in found


@pytest.mark.parametrize("word", ["safe", "right", "appropriate", "proper"])
def test_whether_care_was_right_is_asked_in_any_of_these_words(tmp_path: Path, word: str) -> None:
    criteria = f"Apply when a drug is dictated. Flag if the crew gave the {word} medication."
    (message,) = told(tmp_path, "SCP701", inclusion_criteria=criteria)
    assert message.startswith(
        f"`if the crew gave the {word} medication` is a question whether care was right"
    )


def test_the_first_sign_of_a_sentence_is_told(tmp_path: Path) -> None:
    criteria = "Apply when whether the dose was safe is asked and the entry is within the normal range."
    (message,) = told(tmp_path, "SCP701", inclusion_criteria=criteria)
    assert "whether the dose was safe" in message
