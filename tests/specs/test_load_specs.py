"""A spec that breaks the field specification is read without what was refused, and each fault is told."""

from __future__ import annotations

from decimal import Decimal
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from benchdocs.documents.locations import Position, at
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.check import check
from benchdocs.specs import loading
from benchdocs.specs.discovery import MAX_FOLDERS, SUITE_NAMES
from benchdocs.specs.loading import load
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.reviews import ReviewRecord
from benchdocs.specs.validation import MAX_FAULTS, AnyRead, Broken, forgiven, read_spec
from benchdocs.suite.suite import Suite
from support.paths import REPOSITORY
from support.suites import suite_with
from support.tables import table

NEEDED = ("code", "concept", "weight", "inclusion_criteria", "exclusion_criteria", "evaluator_type")


def benchmark(text: str, path: str = "a-component/A-DEM2.yaml") -> AnyRead:
    return read_spec(TextFile(path, text), Benchmark)


def rubric(text: str, path: str = "rubrics/A-DEM.yaml") -> AnyRead:
    return read_spec(TextFile(path, text), Rubric)


def without_faults(spec: AnyRead) -> Any:
    """The fields of a broken spec without what is at fault."""
    assert isinstance(spec, Broken)
    kept = forgiven(spec)
    return None if isinstance(kept, Broken) else kept.fields


def told(spec: AnyRead) -> list[tuple[str, str, object, str]]:
    """The faults but for fields that are missing: kind, route, value and what was expected."""
    return [
        (fault.rule, ".".join(map(str, fault.route)), fault.value, fault.expected)
        for fault in spec.faults
        if fault.rule != "FLD101"
    ]


@table
def test_a_fault_says_where_it_is_and_what_was_expected(text: str, fault: list[object]) -> None:
    ((kind, route, value, expected),) = told(benchmark(text))
    assert [kind, route, value] == fault[:3]
    assert expected == fault[3] or not fault[3]


def test_what_is_needed_and_not_there_is_missing_with_an_example() -> None:
    faults = benchmark("label: Times").faults
    assert [fault.route for fault in faults] == [(name,) for name in NEEDED]
    assert {fault.rule for fault in faults} == {"FLD101"}
    assert [fault.expected for fault in faults if fault.route[0] in ("weight", "code")] == ["A-LNG1", "0.25"]


def test_what_is_needed_in_a_block_is_missing_there() -> None:
    routes = [fault.route for fault in benchmark("scoring_scale: {descriptions: {1: Good}}").faults]
    assert [route for route in routes if route[0] == "scoring_scale"] == [
        ("scoring_scale", "min_value"),
        ("scoring_scale", "max_value"),
    ]


@pytest.mark.parametrize(
    ("text", "missing"), [("", True), ("benchmarks: []", False), ("sub_rubrics: []", False)]
)
def test_a_rubric_needs_one_of_its_two_lists(text: str, missing: bool) -> None:
    faults = [fault for fault in rubric(f"label: Times\n{text}").faults if fault.route == ("benchmarks",)]
    assert [(fault.rule, fault.expected) for fault in faults] == (
        [("FLD101", "[A-LNG1, A-LNG2]")] if missing else []
    )


def test_a_benchmark_needs_no_list_of_a_rubric() -> None:
    assert ("benchmarks",) not in [fault.route for fault in benchmark("label: Times").faults]


def test_an_unknown_field_comes_with_the_names_that_are_free_in_its_own_block() -> None:
    spec = benchmark("label: Times\nscoring_scale: {min_value: 0, max_value: 1, levels: 2}\nremarks: none")
    inner, outer = (fault.absent for fault in spec.faults if fault.rule == "FLD102")
    assert inner == ("normalization_formula", "descriptions")
    assert outer == tuple(name for name in Benchmark.model_fields if name not in ("label", "scoring_scale"))


def test_what_is_refused_is_left_out_and_the_rest_is_kept() -> None:
    spec = benchmark(
        "code: A-DEM2\nlabel: 5\nweight: 7\nnotes: none\nexamples: [1, kept, 2, 3, too]\n"
        "scoring_scale: {min_value: 0, max_value: x, 7: 7}\nmetric: {script: run, unit: none}\n"
    )
    fields = without_faults(spec)
    assert (fields.code, fields.label, fields.weight) == ("A-DEM2", None, None)
    assert fields.examples == ["kept", "too"]
    assert fields.scoring_scale is not None
    assert (fields.scoring_scale.min_value, fields.scoring_scale.max_value) == (Decimal(0), None)
    assert fields.metric is not None
    assert (fields.metric.unit, fields.metric.model_extra) == (None, {"script": "run"})


def test_twelve_refused_entries_are_left_out_in_any_order_of_their_digits() -> None:
    entries = ", ".join(str(n) if n != 1 and n < 12 else f"e{n}" for n in range(14))
    fields = without_faults(benchmark(f"examples: [{entries}]"))
    assert fields.examples == ["e1", "e12", "e13"]


def test_beyond_the_limit_faults_are_not_listed_and_nothing_is_read() -> None:
    entries = ", ".join(["1"] * (MAX_FAULTS + 5))
    spec = benchmark(f"code: A-DEM2\nlabel:\nexamples: [{entries}]\nweight: 0.5\nnotes: none")
    assert len([fault for fault in spec.faults if fault.rule == "FLD103"]) == MAX_FAULTS
    assert without_faults(spec) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [("- a list", "A-DEM2"), ("code: A-DEM7\nweight: x", "A-DEM7"), ("code: a-dem7", "A-DEM2")],
)
def test_a_broken_benchmark_has_the_code_that_it_states_or_its_files_name(text: str, code: str) -> None:
    spec = benchmark(text)
    assert isinstance(spec, Broken)
    assert spec.code == code
    assert spec.names == (code, "A-DEM2", "a-component/A-DEM2.yaml")


def test_a_broken_record_is_not_the_code_that_it_is_about() -> None:
    path = "reviews/A-DEM2/2026-01-31-expert-1.yaml"
    record = read_spec(TextFile(path, "code: A-DEM2\noutcome: yes"), ReviewRecord)
    assert record.code == "2026-01-31-expert-1"


def problems(root: Path) -> list[tuple[str, str, str | None]]:
    """Path, message and hint of everything that is not read."""
    return [
        (file.path, problem.message, problem.hint)
        for file in load(root).unlisted
        for problem in file.problems
    ]


def test_folders_are_looked_into_down_to_the_limit(tmp_path: Path) -> None:
    down = "a-component" + "/d" * (MAX_FOLDERS - 1)
    root = suite_with(tmp_path, {f"{down}/A-DEM8.yaml": "", f"{down}/d/A-DEM9.yaml": ""})
    paths = [document.path for document in Suite(load(root)).documents]
    assert f"{down}/A-DEM8.yaml" in paths
    assert f"{down}/d/A-DEM9.yaml" in paths
    assert problems(root) == []
    suite_with(tmp_path, {f"{down}/d/d/A-DEM9.yaml": ""})
    assert problems(root) == [
        (
            f"{down}/d/d",
            "the folders are nested deeper than 32 levels",
            "move the folder up; a component needs one level",
        )
    ]
    assert [finding.rule for finding in check(root).findings if finding.path == f"{down}/d/d"] == ["YML004"]


def test_a_linked_folder_is_told_with_what_to_do(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    (tmp_path / "other").mkdir()
    (root / "a-component/more").symlink_to(tmp_path / "other")
    (root / "a-component/A-DEM9.yaml").symlink_to(root / "a-component/A-DEM1.yaml")
    told = "the folder is a link, and the files of a linked folder are not read"
    assert problems(root) == [("a-component/more", told, "put the folder itself here")]


def test_a_file_in_place_of_a_folder_is_told(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"b-component": "text"})
    assert problems(root) == [("b-component", "the folder cannot be read: Not a directory", None)]


def test_a_name_that_cannot_be_shown_is_told_with_what_to_do(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"a-component/A-DEM\n9.yaml": ""})
    told = "the name contains a character that cannot be shown"
    assert problems(root) == [("a-component/A-DEM\\n9.yaml", told, "rename the file")]


@pytest.mark.parametrize("ending", [".yaml", ".yml", ".YML", ".yaml.txt", ".yml.txt", ".Yml.Txt"])
@pytest.mark.parametrize("folder", ["a-component", "rubrics"])
def test_every_ending_of_a_spec_is_read(tmp_path: Path, folder: str, ending: str) -> None:
    loaded = load(suite_with(tmp_path, {f"{folder}/A-DEM9{ending}": "label: Times"}))
    assert f"{folder}/A-DEM9{ending}" in [file.document.path for file in loaded.read]


@pytest.mark.parametrize("name", ["A-DEM9.yaml", "A-DEM9.YML", "deep/A-DEM9.yml"])
def test_a_folder_that_is_called_like_a_spec_is_read_as_one(tmp_path: Path, name: str) -> None:
    loaded = load(suite_with(tmp_path, {f"a-component/{name}/file.yaml": ""}))
    assert [file.document.path for file in loaded.broken] == [f"a-component/{name}"]


def test_every_file_of_a_suite_lies_below_a_name_that_suites_are_known_by(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"b-component/B-DEM1.yaml": "", "pyproject.toml": ""})
    names = {path.relative_to(root).parts[0] for path in root.rglob("*") if path.is_file()}
    assert names == {"a-component", "b-component", "evaluators", "pyproject.toml", "rubrics"}
    for name in names:
        assert sum(fnmatch(name, pattern) for pattern in SUITE_NAMES) == 1
    assert not any(fnmatch("docs", pattern) for pattern in SUITE_NAMES)


def test_a_clean_suite_keeps_no_places_of_its_values_and_finds_them_when_asked() -> None:
    loading._cached_spec.cache_clear()  # in which other tests may have asked for places
    report = check(REPOSITORY)
    specs = report.suite.specs
    findings = (*report.findings, *(entry.finding for entry in report.waived))
    found = {finding.path for finding in findings}
    found |= {place.path for finding in findings for place in finding.related}
    kept = [spec.code for spec in specs if "root" in vars(spec.document)]
    assert kept == [spec.code for spec in specs if spec.document.path in found]
    document = next(spec.document for spec in specs if spec.code == "A-NEG1")
    line = next(line for line, text in enumerate(document.lines, 1) if text.startswith("weight: "))
    assert document.locate(at("weight")) == Position(line, len("weight: ") + 1)
