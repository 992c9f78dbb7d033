"""A hint can be followed: it fits the field, and what it names is not wrong as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.documents.locations import Position
from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from benchdocs.rules.prompt_reply import _not_json
from support.case_files import CASES, LABELS, UNMEASURED
from support.faulty_suite import waiver
from support.paths import BASE
from support.suites import suite_with

DEM1, DEM2, AUX1 = (f"a-component/{code}.yaml" for code in ("A-DEM1", "A-DEM2", "A-AUX1"))
ARRIVAL = "evaluators/llm-judge/arrival_prompt.md"


def text_of(path: str) -> str:
    return UNMEASURED[path] if path in UNMEASURED else (BASE / path).read_text()


def found_with(target: Path, path: str, old: str, new: str, **more: str) -> list[Finding]:
    """What is found in a file, once a piece of it is another."""
    text = text_of(path)
    assert text.count(old) >= 1
    root = suite_with(target, {**UNMEASURED, path: text.replace(old, new, 1), **more})
    return [finding for finding in check(root).findings if finding.path == path]


@pytest.mark.parametrize(
    ("path", "old", "new", "hint"),
    [
        (LABELS, "type: list", "type: string", "did you mean `text`?"),
        (LABELS, "type: list", "type: integer", "did you mean `number`?"),
        (LABELS, "type: list", "type: array", "did you mean `list`?"),
        (LABELS, "type: list", "type: object", "did you mean `mapping`?"),
        (LABELS, "type: list", "type: bool", "did you mean `boolean`?"),
        (CASES, "expected: pass", "expected: passed", "did you mean `pass`?"),
        (CASES, "expected: fail", "expected: failed", "did you mean `fail`?"),
        (CASES, "expected: pass", "expected: true", "did you mean `pass`?"),
        (CASES, "expected: pass", "expected: n/a", "did you mean `not_applicable`?"),
        (CASES, "origin: synthetic", "origin: invented", "did you mean `synthetic`?"),
        (CASES, "origin: synthetic", "origin: a call of last year", "write `synthetic`"),
        (DEM1, "weight: 0.5", "weight: one half", "write a plain number, such as `0.25`"),
        (
            DEM1,
            "weight: 0.5",
            "weight: 0.5\nmin_cases: fifty-nine",
            "write a plain number, such as `59`",
        ),
        (
            DEM1,
            "weight: 0.5",
            "weight: 0.5\nmin_cases: 0x3b",
            "write it as a plain decimal, such as `59`: no colon, underscore, prefix or leading zero",
        ),
        (
            DEM1,
            "weight: 0.5",
            "weight: 0.5\ndecisions:\n  fields: [weight]\n  state: established\n  by: The suite's owners",
            "write `- ` before `fields:`, and as many spaces before the other lines of the entry",
        ),
        (DEM2, "covered by A-DEM1", "covered by A-DEM9", "did you mean `A-DEM1`?"),
        (DEM1, "use A-DEM2 instead", "use A-DEM9 instead", "did you mean `A-DEM2`?"),
        (AUX1, "Do not apply", "Do not use for A-AUX9. Do not apply", "name the benchmark or rubric"),
        (ARRIVAL, "- formatting", "- formatting (A-DEM9)", "did you mean `A-DEM2`?"),
        (
            DEM1,
            "weight: 0.5",
            "weight: 0.5\nstatus: deprecated\nreplaced_by: A-DEM9",
            "did you mean `A-DEM2`?",
        ),
        ("rubrics/A-AUX.yaml", "benchmarks: [A-AUX1]", "sub_rubrics: [A-AUY]", "write `rubrics/A-AUY.yaml`"),
    ],
)
def test_a_hint_can_be_followed(tmp_path: Path, path: str, old: str, new: str, hint: str) -> None:
    hints = [finding.hint or "" for finding in found_with(tmp_path, path, old, new)]
    assert any(hint in each for each in hints), hints


def test_the_only_word_that_a_field_takes_is_listed_alone(tmp_path: Path) -> None:
    (finding,) = found_with(tmp_path, CASES, "origin: synthetic", "origin: invented")
    assert "has to be `synthetic`, not the text `invented`" in finding.message


@pytest.mark.parametrize(
    ("rule", "code", "hint"),
    [
        ("SCL470", "A-DEM1", "did you mean `SCL407`?"),
        ("TXT560", "A-DEM1", "did you mean `TXT506`?"),
        ("scl401", "A-DEM1", "did you mean `SCL401`?"),
        ("TXT506", "A-DEM9", "did you mean `A-DEM2`?"),
        ("TXT506", "A-AUX", "delete the waiver, or correct its rule or code"),
        ("PRM606", "arival_prompt.md", "did you mean `arrival_prompt.md`?"),
        ("TXT506", "A-DEM1", "delete the waiver, or correct its rule or code"),
    ],
)
def test_a_waiver_of_nothing_is_answered_with_what_it_may_mean(
    tmp_path: Path, rule: str, code: str, hint: str
) -> None:
    root = suite_with(tmp_path, {"pyproject.toml": waiver(rule, code)})
    assert [(each.rule, each.hint) for each in check(root).findings] == [("WVR902", hint)]


@pytest.mark.parametrize("name", ["a_copy_of_it", "z_copy_of_it"])
def test_a_copied_behavior_is_blamed_on_the_copy(tmp_path: Path, name: str) -> None:
    copy = f"evaluators/llm-judge/{name}_prompt.md"
    spec = text_of(DEM2).replace("evaluator_type: code", f"evaluator_type: hybrid\nllm_prompt_file: {copy}")
    found = check(
        suite_with(tmp_path, {copy: text_of(ARRIVAL).replace("- formatting", "- times"), DEM2: spec})
    )
    behaviors = [(each.path, each.related[0].path) for each in found.findings if each.rule == "PRM608"]
    assert behaviors == [(copy, ARRIVAL)]


def test_cases_are_not_to_be_moved_onto_those_of_another(tmp_path: Path) -> None:
    cases = UNMEASURED[CASES].replace("benchmark: A-DEM1", "benchmark: A-AUX1")
    own = "evaluators/cases/missing_time.yaml"
    root = suite_with(tmp_path, {**UNMEASURED, CASES: cases, own: cases})
    (finding,) = [each for each in check(root).findings if each.rule == "CAS1601"]
    assert (finding.path, finding.message) == (CASES, f"`A-AUX1` has the file `{own}` already")
    assert finding.hint == "the file's name says `A-DEM1`"
    assert [part.new for part in finding.fix] == ["A-DEM1"]


@pytest.mark.parametrize(
    ("written", "column"),
    [
        ('{"pass": true,}', 14),
        ('{"pass": yes}', 10),
        ('{"pass": no}', 10),
        ('{"pass": tru}', 10),
        ('{"pass": False}', 10),
        ('{"pass": true|false}', 14),
        ('{"pass": true', 13),
        ("{'pass': true}", 2),
        ('{"reason": "Fièvre", "pass": False}', 30),
        ('{"pass": true "reason": "late"}', 15),
    ],
)
def test_a_reply_that_is_no_json_is_found_where_it_stops_being_it(written: str, column: int) -> None:
    assert _not_json(written, Position(5, 1)) == Position(5, column)
    assert _not_json(f"{{\n{written[1:]}", Position(5, 7)) == Position(6, column - 1)
