"""A suite in Python: the functions that `import benchdocs` offers, and what the page promises of them."""

from __future__ import annotations

import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

import benchdocs
from benchdocs.api import Score
from benchdocs.suite.sampling import Passed
from benchdocs.suite.verdicts import BenchmarkResult, Verdict
from quality.test_documentation import example_suite
from support.documentation import blocks, only, page, rows
from support.paths import BASE
from support.repositories import Repository
from support.tables import table

PAGE = page("scripts/benchdocs/pages/authoring/python.md")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """The examples of the references, committed, and a weight that was changed since."""
    repository = Repository(tmp_path)
    example_suite(tmp_path)
    repository.commit("The examples")
    repository.edit("rubrics/A-VAL.yaml", "weight: 0.40", "weight: 0.45")
    return repository


def test_the_example_of_the_page_runs(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository.root)
    shown: list[tuple[object, ...]] = []
    exec(only(blocks(PAGE, "python")), {"print": lambda *values: shown.append(values)})
    labels = {values[0]: values[1] for values in shown if len(values) == 3}
    assert labels["A-LNG1"] == benchdocs.load().benchmark["A-LNG1"].fields.label
    assert "WGT302" in labels.values()
    assert labels[Verdict.PASS] == "0.95"  # 0.60 × 118/120 + 0.40 × 0.9
    assert ("score-affecting", "A-VAL weight 0.40 → 0.45") in shown


def test_the_page_names_what_there_is(repository: Repository) -> None:
    report = benchdocs.check(repository.root)
    result = benchdocs.verdict(report.suite, "A-LNG", {"A-LNG1": 1})
    kinds = {
        "suite": report.suite,
        "benchmark, rubric": report.suite.benchmark["A-LNG1"],
        "report": report,
        "finding": report.findings[0],
        "result of a rubric": result,
        "result of a benchmark": result.benchmarks[0],
        "score": result.score,
        "change": benchdocs.changes(repository.root, "main")[0],
    }
    promised: dict[str, str] = {row[0]: row[1] for row in rows(PAGE, "Type | Names |")}
    assert promised.keys() == kinds.keys()
    for kind, cells in promised.items():
        names = cells.split("`")[1::2]
        assert names
        assert not [name for name in names if not hasattr(kinds[kind], name)], kind


@table
def test_a_score_is_taken_as_its_digits_are_written(score: Score, low: str) -> None:
    result = benchdocs.verdict(benchdocs.load(BASE), "A-AUX", {"A-AUX1": score})
    assert result.score.low == result.score.high == Fraction(low)


def test_cases_are_held_against_the_benchmark_s_own_rule() -> None:
    suite = benchdocs.load(BASE)
    (few,) = benchdocs.verdict(suite, "A-AUX", {"A-AUX1": (1, 1)}).members
    assert isinstance(few, BenchmarkResult)
    assert few.given == Passed(1, 1)


def test_a_former_code_counts(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.edit("a-component/A-AUX1.yaml", "code: A-AUX1\n", "code: A-AUX1\naliases: [A-OLD1]\n")
    suite = benchdocs.load(tmp_path)
    assert benchdocs.verdict(suite, "A-AUX", {"A-OLD1": "0.25"}).score.low == Fraction(1, 4)
    with pytest.raises(ValueError, match="`A-OLD1` has a second score, under another code"):
        benchdocs.verdict(suite, "A-AUX", {"A-AUX1": 1, "A-OLD1": 1})


@table
def test_wrong_usage_is_a_value_error(call: str, message: str, tmp_path: Path) -> None:
    suite = benchdocs.load(BASE)
    names = {"benchdocs": benchdocs, "suite": suite, "base": BASE, "empty": tmp_path, "Decimal": Decimal}
    with pytest.raises(ValueError, match=re.escape(message)):
        eval(call, names)


def test_what_a_cell_prints_of_a_suite_a_report_and_a_result_is_a_line() -> None:
    report = benchdocs.check(BASE)
    assert repr(report.suite) == f"<suite in {BASE}: 3 rubrics, 3 benchmarks>"
    assert repr(report) == f"<{report.suite!r}: {len(report.findings)} findings, 0 waived>"
    result = benchdocs.verdict(report.suite, "A-AUX", {"A-AUX1": (2, 3)})
    assert repr(result) == f"<A-AUX: {result.verdict_text}, score {result.score.text}>"
    assert repr(result.members[0]) == f"<A-AUX1: 2/3, {result.benchmarks[0].text}>"


def test_the_import_alone_reads_nothing_and_leaves_the_environment() -> None:
    code = """
import os, sys
environment, modules = dict(os.environ), {*sys.modules}
import benchdocs
new = {*sys.modules} - modules
print(dict(os.environ) == environment, [name for name in new if name.startswith(("benchdocs.", "pydantic"))])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True []\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'benchdocs' has no attribute 'lode'"):
        _ = benchdocs.lode
