"""The shipped specs state the values of the owners' own suite, but for what the crosswalk lists."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import Any

import yaml

from support.documentation import part, rows
from support.paths import DATA
from support.plain_specs import BENCHMARKS, RUBRICS
from support.tables import each_row

OWNERS: dict[str, dict[str, Any]] = yaml.safe_load((DATA / "owners_values.yaml").read_text("utf-8"))
CROSSWALK = "docs/methodology/crosswalk.md"
FORMER = "A-ALL1"
"""The owners' code of a benchmark that has another here."""
DECIDED = {
    "by": "The suite's owners",
    "source": "The owners' suite, state of 2025-12-02",
    True: datetime.date(2025, 12, 2),
}
"""What each decision says; PyYAML reads the key `on` as true."""
CODE = re.compile(r"\bA-[A-Z]{3}\d(?:-[a-z]+)?")
PLAIN = ("label", "parent_rubric", "weight", "threshold", "criticality", "evaluator_type")

Difference = tuple[str, str, str, str]


@cache
def same_meaning() -> dict[str, str]:
    """Return the code here of each code of the owners that has another meaning here, or none."""
    two_meanings = rows(part(CROSSWALK, "## Codes with two meanings"), "Code |")
    (former,) = {code for code, fields in BENCHMARKS.items() if FORMER in fields.get("aliases", ())}
    return {code: here for code, _, _, here in two_meanings} | {FORMER: former}


def here(code: str) -> str:
    return same_meaning().get(code, code)


def shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def stated_by_benchmark(code: str) -> dict[str, object]:
    """Return the values of a shipped benchmark by the names that the owners' values have."""
    fields = BENCHMARKS[code]
    scale = fields["scoring_scale"]
    stated = {name: fields.get(name) for name in PLAIN}
    if prompt := fields.get("llm_prompt_file"):
        stated["prompt"] = prompt.removeprefix("evaluators/llm-judge/")
    stated["scale"] = [scale["min_value"], scale["max_value"], scale["normalization_formula"]]
    stated["scale_points"] = sorted(scale["descriptions"], reverse=True)
    return stated


def stated_by_rubric(code: str) -> dict[str, object]:
    fields = RUBRICS[code]
    weights = [Decimal(str(BENCHMARKS[member]["weight"])) for member in fields["benchmarks"]]
    names = ("label", "weight", "passing_threshold", "aggregation_method")
    stated: dict[str, object] = {name: fields[name] for name in names}
    return stated | {"members_sum": float(sum(weights)), "members": fields["benchmarks"]}


def differences() -> Iterator[Difference]:
    for code, values in OWNERS["benchmarks"].items():
        wanted = {name: value for name, value in values.items() if name != "criteria_names"}
        yield from between(here(code), stated_by_benchmark(here(code)), wanted)
    for code, values in OWNERS["rubrics"].items():
        wanted = values | {"members": [here(member) for member in values["members"]]}
        yield from between(code, stated_by_rubric(code), wanted)


def between(code: str, stated: dict[str, object], wanted: dict[str, object]) -> Iterator[Difference]:
    for name in [*wanted, *(stated.keys() - wanted.keys())]:
        if stated.get(name) != wanted.get(name):
            yield code, name, shown(stated.get(name)), shown(wanted.get(name))


def test_every_value_is_the_owners_but_for_those_that_the_crosswalk_lists() -> None:
    listed = rows(part(CROSSWALK, "## Values that differ"), "Code |")
    names = {"sum of the members' weights": "members_sum"}
    allowed = {(code, names.get(value, value), ours, theirs) for code, value, ours, theirs in listed}
    assert set(differences()) == allowed


def test_the_owners_values_are_those_of_50_benchmarks_and_17_rubrics() -> None:
    assert {kind: len(values) for kind, values in OWNERS.items()} == {"benchmarks": 50, "rubrics": 17}
    ours = {here(code) for code in OWNERS["benchmarks"]}
    assert set(BENCHMARKS) - ours == {"A-PRT1", "A-PRT2"}
    assert set(RUBRICS) - set(OWNERS["rubrics"]) == {"A"}


def decided(fields: dict[str, Any]) -> set[str]:
    """Return the values that a decision of that day establishes."""
    entries = [entry for entry in fields["decisions"] if entry["state"] == "established"]
    for entry in entries:
        assert {name: entry[name] for name in DECIDED} == DECIDED
    return {name for entry in entries for name in entry["fields"]}


@each_row("code", [*OWNERS["benchmarks"]])
def test_each_value_of_a_benchmark_is_decided_by_the_owners_on_the_day_of_their_state(code: str) -> None:
    fields = BENCHMARKS[here(code)]
    values = {"label", "weight", "threshold", "criticality", "scoring_scale", "evaluator_type"}
    assert decided(fields) == values | ({"prompt"} if "prompt" in OWNERS["benchmarks"][code] else set())
    assert fields["status"] == "active"


@each_row("code", [*OWNERS["rubrics"]])
def test_each_value_of_a_rubric_is_decided_by_the_owners_on_the_day_of_their_state(code: str) -> None:
    values = {"weight", "passing_threshold", "aggregation_method"}
    assert decided(RUBRICS[code]) == values | ({"label", "members"} if code != "A-PRT" else set())


def test_no_other_spec_has_a_value_of_that_day() -> None:
    stated = {code: BENCHMARKS[code]["decisions"] for code in ("A-PRT1", "A-PRT2")}
    assert [entry["fields"] for entries in stated.values() for entry in entries] == [
        ["label", "weight", "threshold", "evaluator_type"]
    ] * 2
    assert "decisions" not in RUBRICS["A"]


@each_row("code", [code for code, of in OWNERS["benchmarks"].items() if "criteria_names" in of])
def test_criteria_name_the_codes_that_the_owners_name(code: str) -> None:
    fields = BENCHMARKS[here(code)]
    criteria = [fields["inclusion_criteria"], fields["exclusion_criteria"], *fields.get("out_of_scope", ())]
    named = {found for text in criteria for found in CODE.findall(text)}
    assert {here(other) for other in OWNERS["benchmarks"][code]["criteria_names"]} <= named
