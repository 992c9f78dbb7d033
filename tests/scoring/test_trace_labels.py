"""Labels that people gave the traces of a run: how they are read, counted, and held against its verdicts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from markupsafe import Markup

from benchdocs.reports.scores.data import score_json
from benchdocs.reports.scores.forms import score_html, score_markdown, score_text
from benchdocs.rules.check import check, findings_in
from benchdocs.scoring.report import ScoreReport
from benchdocs.scoring.trace_labels import read_labels
from benchdocs.specs.records import NONE_OF_THE_ABOVE, Label, RecordedLabel, TraceOutcome
from benchdocs.specs.validation import Spec
from benchdocs.suite.trace_labels import TraceLabels
from support.commands import run
from support.paths import BASE, DATA
from support.result_files import ABOUT, DIGEST, planned, read, run_lines
from support.run_records import results
from support.suites import suite_in, suite_with
from support.tables import data, table

SUITE = suite_in(BASE)
LABELS = data(__file__)["labels"]
"""Of a run in which A-DEM2 fails cases 0 to 2 and lacks 7, and A-AUX1 fails cases 2 and 6."""


def report() -> ScoreReport:
    plan = planned(SUITE, {"A-DEM2": 8, "A-AUX1": 8})
    lines = run_lines({"A-DEM2": "f3 p4 -1", "A-AUX1": "p2 f1 p3 f1 p1"})
    labels = [Label.model_validate(dict(zip(Label.model_fields, each, strict=True))) for each in LABELS]
    return ScoreReport(SUITE, read([ABOUT, *lines], SUITE, plan), DIGEST, plan, labels=labels)


def test_each_label_has_what_the_run_says_of_its_trace() -> None:
    found = [(label.outcome, label.failed) for label in report().people.labels]
    assert found == [
        ("failed", ["A-DEM2"]),
        ("failed", ["A-DEM2"]),
        ("failed", ["A-AUX1", "A-DEM2"]),
        ("passed", []),
        ("passed", []),
        ("passed", []),
        ("failed", ["A-AUX1"]),
        ("open", []),
        ("absent", []),
    ]


def test_each_code_has_its_own_count() -> None:
    rows = [(row.code, row.found.passed, row.found.evaluated, row.others) for row in report().people.rows]
    assert rows == [
        ("A-AUX1", 1, 2, 0),
        ("A-DEM1", 0, 0, 1),
        ("A-DEM2", 2, 3, 1),
        (NONE_OF_THE_ABOVE, 1, 2, 0),
    ]


def test_bounds_are_exact_and_each_one_sided() -> None:
    """Of 2: 1 - sqrt(0.95); of 3: the root of 3p\u00b2 - 2p\u00b3 = 0.05, and the cube root of 0.95."""
    one_of_two, none, two_of_three, _ = (row.found.bounds(0.95) for row in report().people.rows)
    assert one_of_two == pytest.approx((0.0253206, 0.9746794), abs=1e-7)
    assert none == (0, 1)
    assert two_of_three == pytest.approx((0.1353503, 0.9830476), abs=1e-7)


def test_what_people_could_not_place_is_listed_the_gravest_first() -> None:
    people = report().people
    assert [label.trace_id for label in people.unplaced] == ["case-6", "case-5"]
    assert [label.trace_id for label in people.missed] == ["case-4", "case-3"]
    assert [label.trace_id for label in people.absent] == ["call-9"]


def test_a_run_that_fails_several_benchmarks_of_a_trace_has_no_kappa() -> None:
    assert report().people.agreement is None


def label(code: str, *failed: str, outcome: TraceOutcome = TraceOutcome.PASSED) -> RecordedLabel:
    return RecordedLabel(trace_id="t", benchmark_code=code, outcome=outcome, failed=list(failed))


KAPPAS = [
    row for row in json.loads((DATA / "judge_figures.json").read_text())["rows"] if row["method"] == "kappa"
]


@pytest.mark.parametrize("row", KAPPAS, ids=[row["id"] for row in KAPPAS])
def test_agreement_on_codes_is_that_of_the_reference(row: dict[str, Any]) -> None:
    (both, first), (second, neither) = row["inputs"]["table"]
    labels = [label("A-DEM1", "A-DEM1")] * both + [label("A-DEM1")] * first
    labels += [label(NONE_OF_THE_ABOVE, "A-DEM1")] * second + [label(NONE_OF_THE_ABOVE)] * neither
    found = TraceLabels([*labels, label("A-DEM2", outcome=TraceOutcome.ABSENT)]).agreement
    assert found
    low, high = found.interval or (found.kappa, found.kappa)
    given = {"kappa": found.kappa, "low": low, "high": high}
    assert given == pytest.approx(row["expected"], abs=row["tolerance"], rel=0)


@pytest.mark.parametrize(
    "last",
    [
        label("A-DEM1", "A-DEM1", "A-DEM2"),
        label("A-DEM1", outcome=TraceOutcome.OPEN),
    ],
)
def test_without_one_code_for_each_trace_there_is_no_kappa(last: RecordedLabel) -> None:
    labels = [label("A-DEM1", "A-DEM1"), label(NONE_OF_THE_ABOVE), label("A-DEM1")]
    assert TraceLabels(labels).agreement
    assert TraceLabels([*labels, last]).agreement is None


def test_codes_are_in_order_and_what_has_none_is_last() -> None:
    rows = TraceLabels([label(NONE_OF_THE_ABOVE), label("S-DOC2"), label("A-DEM1")]).rows
    assert [row.code for row in rows] == ["A-DEM1", "S-DOC2", NONE_OF_THE_ABOVE]


def test_a_side_that_is_constant_has_no_kappa() -> None:
    assert TraceLabels([label("A-DEM1", "A-DEM1"), label("A-DEM1")]).agreement is None
    assert TraceLabels([label("A-DEM1"), label(NONE_OF_THE_ABOVE)]).agreement is None


# Forms of the report --------------------------------------------------------------------------------

SAID = [
    "A-AUX1: 1 of 2 fail, at least 0.025, at most 0.975",
    "A-DEM1: 0 of 0 fail, at least 0.000, at most 1.000; without a verdict: 1",
    "A-DEM2: 2 of 3 fail, at least 0.135, at most 0.984; without a verdict: 1",
    "NONE_OF_THE_ABOVE: 1 of 2 fail, at least 0.025, at most 0.975",
]
LISTED = [
    *("case-4: A-AUX1, high", "case-3: A-DEM2, an hour late"),
    *("case-6: high, two patients in one record", "case-5: the tone is rude", "call-9: A-DEM1"),
]


def test_text_and_html_have_the_table_and_both_lists() -> None:
    for shown in (score_text(report()), Markup(score_html(report())).striptags()):
        assert "Of traces that people gave a code, those that fail by it (95%)" in shown
        said = re.sub(r"[\s:]+", " ", shown)
        for line in (*SAID, *LISTED):
            assert line.replace(":", "") in said
    assert "people gave a code" not in score_text(replace(report(), labels=()))


def test_json_has_what_people_said_of_each_trace() -> None:
    found = json.loads(score_json(report()))["labels"]
    assert found["codes"][2] == {
        **{"code": "A-DEM2", "failed": 2, "evaluated": 3, "without_verdict": 1},
        **{"low": 0.13535, "high": 0.983048},
    }
    assert (found["kappa"], found["kappa_interval"]) == (None, None)
    assert found["labels"][2] == {
        **{"trace_id": "case-2", "benchmark_code": "A-AUX1", "severity": "medium", "note": None},
        **{"outcome": "failed", "failed": ["A-AUX1", "A-DEM2"]},
    }
    assert json.loads(score_json(replace(report(), labels=())))["labels"] is None


def test_markup_in_a_note_is_text() -> None:
    note = "<script>alert(1)</script> | [a](http://b) *c*"
    labels = [Label(trace_id="case-3", benchmark_code="A-DEM2", note=note)]
    odd = replace(report(), labels=labels)
    assert "<script>alert" not in score_html(odd)
    assert "&lt;script&gt;alert(1)" in score_html(odd)
    assert " <script>" not in score_markdown(odd)
    assert "\\<script>" in score_markdown(odd)
    assert "[a](" not in score_markdown(odd)


# Reading ---------------------------------------------------------------------------------------------


def put(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@table
def test_a_bad_file_is_refused_with_each_place(
    tmp_path: Path, name: str, text: str | bytes, finds: list[str]
) -> None:
    found = findings_in(read_labels(put(tmp_path, name, text), {}), SUITE)
    said = [f"{finding.line}:{finding.column} {finding.message}" for finding in found]
    assert [line[: len(start)] for line, start in zip(said, finds, strict=True)] == finds


def test_of_many_mistakes_a_hundred_are_listed(tmp_path: Path) -> None:
    text = "trace_id,benchmark_code\n" + "c1,A-DEM1,late\n" * 500
    assert len(findings_in(read_labels(put(tmp_path, "a.csv", text), {}), SUITE)) == 100


@table
def test_a_good_file_gives_its_labels(
    tmp_path: Path, name: str, text: str, labels: list[list[str | None]]
) -> None:
    file = read_labels(put(tmp_path, name, text), {})
    assert findings_in(file, SUITE) == ()
    assert isinstance(file, Spec)
    given = [[each.trace_id, each.benchmark_code, each.severity, each.note] for each in file.fields.labels]
    assert given == labels


# The command -----------------------------------------------------------------------------------------

LABEL = "trace_id,benchmark_code\ncase-0,A-DEM1\n"
GOOD = """trace_id,benchmark_code,severity,note
case-0,A-PRT1,high,late: <b>
case-1,NONE_OF_THE_ABOVE,,rude
"""


def test_the_command_counts_and_records_labels_with_codes_from_elsewhere(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    path = results(root, tmp_path / "run", failing={"A-AUX1"})
    labels = put(tmp_path, "labels.csv", GOOD)
    given = ("score", "--root", root, path, "--labels", labels)
    assert "the suite never had a benchmark `A-PRT1`" in run(*given).stderr
    done = run(*given, "--code", "A-PRT1", "A-AUX1", "--record", "may")
    assert done.exit_code == 1, done.output
    assert "A-AUX1: 1 of 1 fail, at least 0.050, at most 1.000" in done.stdout
    assert done.stderr == "writes runs/labels/may.yaml\n"
    kept = yaml.safe_load((root / "runs/labels/may.yaml").read_text())
    assert [*kept] == ["product", "judge", "date", "plan", "labels"]
    assert kept["plan"] == json.loads(path.read_text().split("\n")[0])["about"]["plan"]
    assert kept["labels"] == [
        {
            **{"trace_id": "case-0", "benchmark_code": "A-AUX1", "severity": "high", "note": "late: <b>"},
            **{"outcome": "failed", "failed": ["A-AUX1"]},
        },
        {
            **{"trace_id": "case-1", "benchmark_code": NONE_OF_THE_ABOVE, "note": "rude"},
            **{"outcome": "passed"},
        },
    ]
    assert check(root).findings == ()
    again = run(*given, "--code", "A-PRT1", "A-AUX1", "--record", "may")
    assert "`runs/labels/may.yaml` exists, and records are never changed" in " ".join(again.stderr.split())


def test_a_record_that_could_not_be_read_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchdocs.authoring.records.MAX_BYTES", 100)
    root = suite_with(tmp_path / "suite")
    labels = put(tmp_path, "labels.csv", LABEL)
    given = (results(root, tmp_path / "run"), "--labels", labels, "--record", "may")
    done = run("score", "--root", root, *given)
    assert done.exit_code == 2
    assert "the record would have more than 100 bytes" in " ".join(done.stderr.split())
    assert not (root / "runs").exists()


def test_labels_of_a_run_without_a_product_are_not_recorded(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    path = results(root, tmp_path / "run")
    path.write_text(path.read_text().replace('"product": "Product 1", ', ""))
    done = run("score", "--root", root, path, "--labels", put(tmp_path, "l.csv", LABEL), "--record", "may")
    assert done.exit_code == 2
    assert "nothing was recorded: the results do not name the product" in " ".join(done.stderr.split())


def test_nothing_is_written_of_labels_that_cannot_be_used(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    path = results(root, tmp_path / "run")
    labels = put(tmp_path, "labels.csv", "trace_id;benchmark_code\n")
    before = sorted(tmp_path.rglob("*"))
    targets = ("--out", tmp_path / "out.txt", "--html", tmp_path / "out.html", "--record", "may")
    done = run("score", "--root", root, path, "--labels", labels, *targets)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "labels.csv:1:1: error YML003: the first line is `trace_id;benchmark_code`" in done.stderr
    assert "the labels cannot be used, and nothing was written" in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_a_code_from_elsewhere_goes_with_labels(tmp_path: Path) -> None:
    done = run("score", "--root", BASE, results(BASE, tmp_path / "run"), "--code", "A-PRT1", "A-DEM1")
    assert done.exit_code == 2
    assert "`--code` goes with `--labels`" in done.stderr
