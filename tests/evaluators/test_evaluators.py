"""The code evaluators of the shipped suite decide all of their cases, and any change of their logic shows."""

from __future__ import annotations

import ast
import copy
import json
import random
from itertools import islice, product
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from benchdocs.schemas.build import RECORD_FILE, json_text, with_record
from benchdocs.specs.cases import Case, plain_value
from benchdocs.specs.choices import Expected
from benchdocs.specs.judge_reply import objections
from benchdocs.specs.settings import NO_SETTINGS
from support.evaluators import (
    FOLDER,
    HYBRIDS,
    IMPLEMENTED,
    SHARED,
    calibration_cases,
    cases,
    decide,
    evaluator,
    form_of,
    objections_to,
    survives,
    table_lines,
    tree_of,
)
from support.logic_faults import faults
from support.paths import REPOSITORY
from support.shipped import shipped_report
from support.tables import each_row

CASES = [(code, case) for code in IMPLEMENTED for case in cases(code)]
_FEWEST_FAULTS = 10
"""Fewest faults of an evaluator that its cases have to show."""
_SAME = {
    ("a_prt2", "86400 -> 86401"),  # both sides of each comparison are a second later
    ("a_prt2", "0 -> 1"),  # nothing is earlier than the first second of a call
    ("a_prt2", "'none' if time is None"),  # how evidence is written
    ("a_fmt2", "100 -> 101"),  # one error fails the case
}
"""Faults that change no verdict."""
_ALLOWED = {
    *("datetime", "decimal", "difflib", "fractions", "itertools", "json", "math", "re", "collections"),
    *("string", "unicodedata", "typing", "functools", "dataclasses", "__future__", *SHARED),
}


@each_row("code, case", {f"{code} {case.id}": (code, case) for code, case in CASES})
def test_each_case_comes_out_as_expected(code: str, case: Case) -> None:
    reply = decide(evaluator(IMPLEMENTED[code]), case)
    assert objections_to(code, case, reply) == []


@each_row("code", HYBRIDS)
def test_a_script_fails_no_case_that_is_no_fail(code: str) -> None:
    said = {case.id: case.expected for case in cases(code)}
    failed = [case for case in calibration_cases(code) if said[case.id] is Expected.FAIL]
    assert {case.expected for case in failed} <= {Expected.FAIL, Expected.UNCERTAIN}
    assert Expected.FAIL in {case.expected for case in cases(code)}


@pytest.mark.parametrize("code", IMPLEMENTED)
def test_cases_show_every_fault_of_an_evaluators_logic(code: str) -> None:
    name = IMPLEMENTED[code]
    lines = table_lines(name)
    unseen = [where for where, faulty in faults(tree_of(name), lines) if survives(code, name, faulty)]
    assert not [
        where for where in unseen if not any(name == module and part in where for module, part in _SAME)
    ]


@pytest.mark.parametrize("code", IMPLEMENTED)
@pytest.mark.sweep(19)
def test_cases_show_faults_of_what_an_evaluator_shares(code: str) -> None:
    own = sum(1 for _ in faults(tree_of(IMPLEMENTED[code])))
    shared = ((name, faulty) for name in SHARED for _, faulty in faults(tree_of(name)))
    shown = (True for name, faulty in shared if not survives(code, name, faulty))
    needed = max(0, _FEWEST_FAULTS - own)
    assert sum(islice(shown, needed)) == needed


_LEAVES = (None, True, False, 0, 1, -3, 10**30, 0.5, 7.25, -1e300, float("nan"), float("inf"))
_WORDS = (
    "unknown",
    "see narrative",
    "",
    "7.5",
    "24 cm",
    "14:08",
    "response",
    "a, b and c",
    "٣",
    "\x1f",
    "\uff19",
)


def _value(chance: random.Random, keys: list[str], depth: int) -> Any:
    """Anything that JSON can hold, with the keys of a benchmark at whatever depth."""
    kind = chance.randrange(depth + 2)
    if kind > 2:
        names = chance.choices([*keys, "", "٣", "x"], k=chance.randrange(6))
        return {name: _value(chance, keys, depth - 1) for name in names}
    if kind > 1:
        return [_value(chance, keys, depth - 1) for _ in range(chance.randrange(5))]
    if chance.random() < 0.1:
        return "".join(map(chr, chance.choices(range(0xD800), k=6)))
    return chance.choice(_LEAVES + _WORDS)


def _keys(code: str) -> list[str]:
    """The keys of labels and outputs in the cases of a benchmark, at whatever depth."""
    found: dict[str, None] = {}
    waiting: list[Any] = [part for case in cases(code) for part in (case.labels, case.output)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            found.update(dict.fromkeys(map(str, part)))
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return sorted(found)


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("code", "part"), [*product(IMPLEMENTED, "abc")])
def test_any_input_gets_a_valid_reply_and_stays_as_it_is(code: str, part: str) -> None:
    """Of every second one the labels are those of a case, so that its output is judged."""
    chance, keys, module = random.Random(code + part), _keys(code), evaluator(IMPLEMENTED[code])
    for number in range(70):
        labels: Any = {key: _value(chance, keys, 3) for key in chance.choices(keys, k=4)}
        if number % 2:
            labels = plain_value(chance.choice(cases(code)).labels)
        output = _value(chance, keys, 5)
        before = copy.deepcopy((labels, output))
        reply = module.evaluate(labels, output, "")
        assert not [*objections(reply, form_of(code))], before
        assert repr((labels, output)) == repr(before)
        assert module.evaluate(labels, output, "") == reply, before


@each_row("path", sorted(FOLDER.glob("*.py")))
def test_evaluators_import_what_they_may(path: Any) -> None:
    tree = ast.parse(path.read_text())
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {
        name.partition(".")[0]
        for node in imported
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
        )
    }
    assert names <= _ALLOWED


def test_scripts_compare_what_the_dictionary_says() -> None:
    """Keys and topics are written twice: a script reads no file, labels of a case have values alone."""
    dictionary = shipped_report().suite.dictionary
    assert dictionary is not None
    assert dictionary.fields.labels
    stated = {
        name: (dict(key.compare), dict(key.keys), dict(key.topics))
        for name, key in dictionary.fields.labels.items()
        if key.compare or key.keys or key.topics
    }
    used: dict[str, tuple[dict[str, str], dict[str, list[str]], dict[str, str]]] = {}
    for name in IMPLEMENTED.values():
        module = evaluator(name)
        for label, kinds in getattr(module, "COMPARE", {}).items():
            used[label] = (kinds, {}, {})
        for label, elements in getattr(module, "ELEMENTS", {}).items():
            compare = {each.name: each.kind for each in elements if each.kind}
            keys = {each.name: [*each.keys] for each in elements if each.keys}
            used[label] = (compare, keys, {each.name: each.topic for each in elements if each.topic})
    assert used == stated
    known = {*(dictionary.fields.record or ()), *(key for code in IMPLEMENTED for key in _keys(code))}
    assert {key for _, keys, _ in used.values() for own in keys.values() for key in own} - known == set()


def test_the_schema_of_the_record_is_that_of_the_dictionary() -> None:
    dictionary = shipped_report().suite.dictionary
    assert dictionary is not None
    assert dictionary.fields.record
    types = {name: str(key.type) for name, key in dictionary.fields.record.items()}
    assert types == evaluator("a_fmt2").SCHEMA
    written = json.loads((REPOSITORY / "schemas" / RECORD_FILE).read_text())
    assert written == json.loads(json_text(with_record(dictionary, NO_SETTINGS)[RECORD_FILE])), (
        "run `benchdocs schema --write`"
    )
    Draft202012Validator.check_schema(written)
