"""Questions about cases: who reads a key, who uses it, and what a digest covers."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import yaml

from benchdocs.specs.loading import load
from benchdocs.suite.cases import cases_digest, cases_of, concept, readers, uses
from benchdocs.suite.suite import Suite
from support.case_files import CASE_FILES, CASES, WITH_LABEL
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import table

SUITE = shipped_report().suite


def suite(root: Path, **changed: str) -> Suite:
    return Suite(load(suite_with(root, {**CASE_FILES, **WITH_LABEL, **changed})))


def digest(root: Path, old: str, new: str) -> str:
    text = CASE_FILES[CASES]
    assert old in text
    (file,) = suite(root, **{CASES: text.replace(old, new, 1)}).cases
    return cases_digest(file)


def test_cases_are_called_after_the_prompt_or_the_code() -> None:
    assert concept(SUITE.benchmark["A-NEG1"]) == "negation_simple"
    assert concept(SUITE.benchmark["A-FMT2"]) == "a-fmt2"
    assert concept(SUITE.benchmark["A-CMP6-airport"]) == "a-cmp6-airport"


def test_cases_are_found_under_a_former_code_too(tmp_path: Path) -> None:
    files = {
        "a-component/A-DEM1.yaml": f"{WITH_LABEL['a-component/A-DEM1.yaml']}aliases: [A-DEM7]\n",
        CASES: CASE_FILES[CASES].replace("A-DEM1", "A-DEM7"),
    }
    assert cases_of(suite(tmp_path, **files), "A-DEM1") is not None


def test_a_label_is_read_by_the_benchmarks_whose_metric_names_it(tmp_path: Path) -> None:
    assert readers(suite(tmp_path)) == {"stated_times": ("A-DEM1",)}


def test_a_key_is_used_where_a_case_has_it_within_sections_alone(tmp_path: Path) -> None:
    text = CASE_FILES[CASES].replace('{arrival: {contact_time: "06:12"}}', "{arrival: {notes: {deep: 1}}}")
    labels, record = uses(suite(tmp_path, **{CASES: text}))
    assert labels == {"stated_times": ("A-DEM1",)}
    assert record == dict.fromkeys(("arrival", "notes", "contact_time"), ("A-DEM1",))


def test_a_plain_script_works_out_the_digest(tmp_path: Path) -> None:
    names = ("id", "narrative", "labels", "output", "expected")
    cases = yaml.safe_load(CASE_FILES[CASES])["cases"]
    text = json.dumps(
        [{name: case[name] for name in names} for case in cases],
        ensure_ascii=False,
        sort_keys=True,
        separators=(",", ":"),
    )
    (file,) = suite(tmp_path).cases
    assert cases_digest(file) == hashlib.sha256(text.encode()).hexdigest()


@table
def test_the_digest_covers_what_is_judged_and_nothing_else(
    old: str, new: str, is_same: bool, tmp_path: Path
) -> None:
    assert (digest(tmp_path / "a", old, new) == digest(tmp_path / "b", "A-DEM1", "A-DEM1")) is is_same


def test_every_label_that_a_metric_names_is_explained() -> None:
    assert SUITE.dictionary is not None
    assert set(readers(SUITE)) <= set(SUITE.dictionary.fields.labels or ())


def test_every_shipped_case_is_synthetic_and_confirmed_by_nobody() -> None:
    cases = [case for file in SUITE.cases for case in file.fields.cases or ()]
    assert cases
    assert {(case.origin, *case.confirmed_by) for case in cases} == {("synthetic",)}
