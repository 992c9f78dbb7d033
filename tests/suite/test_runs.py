"""Which results of a recorded run still compare with results of today."""

from __future__ import annotations

from pathlib import Path

from benchdocs.suite.runs import comparability, contents, is_comparable
from support.run_records import record
from support.suites import suite_in, suite_with, write
from support.tables import table


@table
def test_a_result_compares_until_its_score_may_differ(
    tmp_path: Path, path: str, old: str, new: str, compare: list[str], called: str
) -> None:
    root = suite_with(tmp_path / "suite")
    record(root, "run")
    text = (root / path).read_text()
    assert old in text
    write(root, {path: text.replace(old, new)})
    suite = suite_in(root)
    (run,) = suite.runs
    comparable = {code: is_comparable(suite, run, code) for code in run.fields.benchmarks}
    assert [code for code, compares in comparable.items() if compares] == compare
    assert comparability(comparable.values()) == called


def test_nothing_compares_with_a_suite_of_other_benchmarks(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    record(root, "run")
    for path in root.glob("a-component/*.yaml"):
        path.write_text(path.read_text() + "version: 2\n")
    suite = suite_in(root)
    (run,) = suite.runs
    assert comparability(is_comparable(suite, run, code) for code in run.fields.benchmarks) == "no longer"


def test_a_run_of_an_equal_suite_compares_though_this_package_sees_another_content(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    record(root, "run")
    path, stated = root / "runs/run.yaml", contents(suite_in(root))["A-DEM1"]
    path.write_text(path.read_text().replace(stated, "a" * 64))
    (run,) = suite_in(root).runs
    assert is_comparable(suite_in(root), run, "A-DEM1")
    write(root, {"rubrics/A-DEM.yaml": (root / "rubrics/A-DEM.yaml").read_text().replace("0.80", "0.85")})
    (run,) = suite_in(root).runs
    assert [is_comparable(suite_in(root), run, code) for code in ("A-DEM1", "A-DEM2")] == [False, True]


def test_two_benchmarks_have_two_contents(tmp_path: Path) -> None:
    assert len({*contents(suite_in(suite_with(tmp_path))).values()}) == 3
