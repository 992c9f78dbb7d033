"""Which results of a recorded run still compare with results of today."""

from __future__ import annotations

from pathlib import Path

from benchdocs.suite.runs import comparability, digests, is_comparable
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
    stated = run.fields.benchmarks or {}
    comparable = {code: is_comparable(suite, code, then) for code, then in stated.items()}
    assert [code for code, compares in comparable.items() if compares] == compare
    assert comparability(comparable.values()) == called


def test_nothing_compares_with_a_suite_of_other_benchmarks(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    record(root, "run")
    for path in root.glob("a-component/*.yaml"):
        path.write_text(path.read_text() + "version: 2\n")
    suite = suite_in(root)
    stated = suite.runs[0].fields.benchmarks or {}
    assert comparability(is_comparable(suite, code, then) for code, then in stated.items()) == "no longer"


def test_two_benchmarks_have_two_contents(tmp_path: Path) -> None:
    made = digests(suite_in(suite_with(tmp_path)))
    assert len({each["content"] for each in made.values()}) == 3
