"""A plan says which cases a run has to answer, and is read only if every part of it is sound."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from benchdocs.rules.check import check
from benchdocs.scoring.plan import read_plan, schema
from benchdocs.scoring.planned_cases import make_plan, own_cases, suite_cases
from benchdocs.specs.cases import plain_value
from benchdocs.specs.choices import EvaluatorType, Expected
from benchdocs.suite.cases import cases_of, compared_name, named_cases
from benchdocs.suite.digest import suite_digest
from support.evaluators import IMPLEMENTED, evaluator
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import data, each_row, table

SUITE = shipped_report().suite
PLAN = make_plan(SUITE, suite_digest(SUITE), suite_cases(SUITE))


CASE = {"benchmarks": ["A-NEG1"], "digest": "d" * 64}


def changed(**changes: Any) -> bytes:
    """The file of a small plan with other parts."""
    plan = {
        "suite": "0" * 64,
        "versions": {"A-NEG1": 2},
        "halves": {"A-NEG1": ["code", "judge"]},
        "runs": 1,
        "tags": [],
        "cases": {"case-1": CASE},
    }
    kept = {key: value for key, value in {**plan, **changes}.items() if value != "left out"}
    return json.dumps(kept).encode()


def test_the_digest_is_that_of_the_json_with_sorted_keys() -> None:
    cases, digest = {"Zürich": CASE | {"source": "one call"}, "b": CASE}, "d" * 64
    text = (
        '{"cases":{"Zürich":{"benchmarks":["A-NEG1"],"digest":"' + digest + '","source":"one call"},'
        '"b":{"benchmarks":["A-NEG1"],"digest":"' + digest + '"}},'
        '"halves":{"A-NEG1":["code","judge"]},"runs":1,"suite":"' + "0" * 64 + '","tags":[],'
        '"versions":{"A-NEG1":2}}'
    )
    plan = read_plan(changed(cases=cases))
    assert plan.digest == sha256(text.encode()).hexdigest()
    assert plan.short == plan.digest[:8]
    on_windows = b"\xef\xbb\xbf" + plan.text.replace("\n", "\r\n").encode()
    assert read_plan(on_windows).digest == plan.digest
    assert plan.text.endswith("}\n")


@table
def test_a_bad_plan_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_plan(changed(**changes))


@table
def test_a_file_that_is_no_plan_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_plan(content)


STRUCTURE = ("fault in `", "it is missing", "no such key is known")


@each_row("changes, why", data(__file__)["a_bad_plan_is_refused"]["rows"])
def test_the_schema_refuses_a_fault_in_the_structure_of_a_plan(changes: dict[str, Any], why: str) -> None:
    validator = Draft202012Validator(schema())
    assert validator.is_valid(json.loads(changed()))
    if why.startswith(STRUCTURE):
        assert not validator.is_valid(json.loads(changed(**changes)))


@table
def test_names_of_cases_are_compared_in_one_form(one: str, other: str, are_same: bool) -> None:
    assert (compared_name(one) == compared_name(other)) is are_same


def test_a_name_in_the_form_that_is_compared_is_in_that_form() -> None:
    """Names are compared with what was compared before, so the form may not change again."""
    assigned = (*range(0x40000), *range(0xE0000, 0xE1000))  # beyond are only those for private use
    forms = [compared_name(f"a{chr(code)}b\u0301") for code in assigned]
    assert [form for form in forms if compared_name(form) != form] == []


def test_the_plan_of_the_suite_is_read_as_it_was_written() -> None:
    again = read_plan(PLAN.text.encode())
    assert (again, again.digest) == (PLAN, PLAN.digest)
    assert Draft202012Validator(schema()).is_valid(json.loads(PLAN.text))
    assert PLAN.versions.keys() == PLAN.halves.keys() == SUITE.benchmark.keys()
    kinds = {code: spec.fields.evaluator_type for code, spec in SUITE.benchmark.items()}
    for code, halves in PLAN.halves.items():
        assert ("code" in halves) == (kinds[code] in (EvaluatorType.CODE, EvaluatorType.HYBRID))
        assert ("judge" in halves) == (kinds[code] in (EvaluatorType.LLM_JUDGE, EvaluatorType.HYBRID))


def test_every_case_with_a_verdict_is_planned_and_none_without() -> None:
    for name, case in named_cases(SUITE).items():
        if case.expected is not None:
            planned = PLAN.cases[name].benchmarks if name in PLAN.cases else []
            assert planned == [*case.codes] * (case.expected is not Expected.NOT_APPLICABLE)


def test_empty_labels_plan_nothing_unless_a_case_of_the_benchmark_judges_such() -> None:
    """The labels have no injury care and no drug; A-FCT2 has a case in which nothing was given."""
    case = named_cases(SUITE)["two-drivers-one-refusal"]
    assert {"A-TRM2", "A-FCT2"} <= {*case.codes}
    assert case.labels["trauma_interventions"] == case.labels["medications_given"] == []
    planned = PLAN.cases["two-drivers-one-refusal"].benchmarks
    assert "A-TRM2" not in planned
    assert "A-FCT2" in planned


OUTPUTS = {call.stem: plain_value(call.fields.output) for call in SUITE.calls}
for code in SUITE.benchmark:
    file = cases_of(SUITE, code)
    for each in (file.fields.cases or ()) if file else ():
        OUTPUTS[f"{code}/{each.id}"] = plain_value(each.output)


def not_applicable(*, is_empty: bool) -> list[tuple[str, str]]:
    """The planned pairs of code benchmarks that their script calls not applicable, on this output."""
    found = []
    for name, case in suite_cases(SUITE).items():
        for code in case.codes:
            if PLAN.halves[code] != ["code"]:
                continue
            own = OUTPUTS.get(name) or OUTPUTS[f"{code}/{name.rpartition('/')[2]}"]
            output = {} if is_empty else own
            reply = evaluator(IMPLEMENTED[code]).evaluate(case.labels, output, case.narrative)
            if not reply["applicable"]:
                found.append((name, code))
    return found


def test_no_script_calls_a_planned_pair_not_applicable() -> None:
    assert not_applicable(is_empty=False) == []


def test_no_script_calls_a_planned_pair_not_applicable_since_the_record_is_empty() -> None:
    assert not_applicable(is_empty=True) == []


TAGGED = """benchmark: A-DEM2
cases:
  - {id: one, kind: clear_pass, narrative: One., labels: {time: "1"}, output: {time: "1"}, expected: pass,
     because: It is right., origin: synthetic, tags: [quick, two patients]}
  - {id: two, kind: clear_pass, narrative: Two., labels: {time: "2"}, output: {time: "2"}, expected: pass,
     because: It is right., origin: synthetic, tags: [slow]}
  - {id: three, kind: clear_pass, narrative: Three., labels: {time: "3"}, output: {time: "3"}, expected: pass,
     because: It is right., origin: synthetic}
"""


def test_tags_plan_the_cases_that_have_one_of_them(tmp_path: Path) -> None:
    suite = check(suite_with(tmp_path, {"evaluators/cases/a-dem2.yaml": TAGGED})).suite
    assert [*suite_cases(suite, ["quick"])] == ["one"]
    chosen = suite_cases(suite, ["quick", "slow"])
    assert [*chosen] == ["one", "two"]
    with pytest.raises(ValueError, match="no case has the tag `quik`: did you mean `quick`"):
        suite_cases(suite, ["slow", "quik"])
    plan = make_plan(suite, "0" * 64, chosen, runs=3, tags=["quick", "slow"])
    assert (plan.runs, plan.tags) == (3, ["quick", "slow"])


OWN = {"id": "mine-1", "labels": {"denied_findings": ["cough"]}, "narrative": "she denies a cough"}


TEXT = '{"labels":{"denied_findings":["cough"]},"narrative":"she denies a cough"}'
OWN_DIGEST = sha256(TEXT.encode()).hexdigest()


def own(*lines: object) -> Any:
    return own_cases("own.jsonl", [json.dumps(line).encode() for line in lines], SUITE)


def test_own_cases_are_planned_by_their_labels_or_as_they_say() -> None:
    read = own(
        OWN,
        OWN | {"id": "mine-2", "benchmarks": ["A-NEG2", "A-ALL1", "A-NEG2"], "source": "call 7"},
        OWN | {"id": "mine-3", "labels": {"denied_findings": [], "stroke_alert": False}},
    )
    assert not read.bad
    plan = make_plan(SUITE, "0" * 64, read.cases)
    said = sha256(b'"shedeniesacough"').hexdigest()
    planned = plan.data["cases"]
    assert {case.pop("narrative") for case in planned.values()} == {said}
    assert planned == {
        "mine-1": {"benchmarks": ["A-NEG1"], "digest": OWN_DIGEST},
        "mine-2": {"benchmarks": ["A-NEG2", "A-CMP7"], "digest": OWN_DIGEST, "source": "call 7"},
        "mine-3": {"benchmarks": ["A-STR2"], "digest": plan.cases["mine-3"].digest},
    }


@table
def test_a_plan_is_another_where_a_case_is(changes: dict[str, Any], is_same: bool) -> None:
    before, after = (make_plan(SUITE, "0" * 64, own(line).cases) for line in (OWN, OWN | changes))
    assert (before.digest == after.digest) is is_same


@table
def test_a_bad_case_of_ones_own_is_named(changes: dict[str, Any], why: str) -> None:
    kept = {key: value for key, value in {**OWN, **changes}.items() if value != "left out"}
    read = own(OWN | {"id": "other"}, kept)
    assert [(bad.file, bad.line) for bad in read.bad] == [("own.jsonl", 2)]
    assert why in read.bad[0].why


@table
def test_labels_of_ones_own_are_those_of_the_dictionary(labels: dict[str, Any], why: str) -> None:
    read = own(OWN | {"labels": labels})
    assert [why in bad.why for bad in read.bad] == [True]
    assert "\x1b" not in read.bad[0].why
