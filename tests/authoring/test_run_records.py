"""`benchdocs score --record` keeps a run beside the specs: what it writes, and what it refuses."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
import yaml

from benchdocs.rules.check import check
from benchdocs.site.page import body
from benchdocs.site.site import Site
from benchdocs.specs.discovery import MOST_RUN_RECORDS
from benchdocs.suite.runs import contents, is_comparable
from support.case_folders import RULE_CASES
from support.commands import run
from support.repositories import Repository
from support.result_files import text_of
from support.run_records import record, results
from support.suites import base_with, suite_in, suite_with, write
from support.tables import table

REASON = "The arrival time is not in the record, though the narrative says it twice."
CHANGED = base_with("a-component/A-DEM1.yaml", ("threshold: 0.90", "threshold: 0.95"), (">=0.90", ">=0.95"))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "suite")


@pytest.fixture
def many_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let 55 of 60 cases fail wherever a run is said to fail."""
    monkeypatch.setattr("support.run_records.CASES", 60)
    monkeypatch.setattr("support.run_records.FAILS", {f"case-{number}" for number in range(55)})


def test_a_record_has_what_the_run_came_to(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1769860800")
    root = repository.root
    done = record(root, "pilot", failing={"A-AUX1"}, why=REASON, settings="temperature 0")
    assert done.exit_code == 1, done.output
    assert "writes runs/pilot.yaml" in done.stderr
    kept = yaml.safe_load((root / "runs/pilot.yaml").read_text())
    assert [*kept] == [
        *("product", "judge", "date", "settings", "suite", "plan", "verdict"),
        *("benchmarks", "rubrics", "failed"),
    ]
    assert (kept["product"], kept["judge"], str(kept["date"])) == ("Product 1", "Judge 1", "2026-01-31")
    assert kept["suite"]["commit"] == repository.git("rev-parse", "HEAD").strip()
    assert (kept["plan"]["cases"], kept["plan"]["runs"], kept["verdict"]) == (4, 1, "blocked")
    counts = {key: value for key, value in kept["benchmarks"]["A-AUX1"].items() if isinstance(value, int)}
    assert counts == {"version": 1, "passed": 3, "evaluated": 4, "planned": 4}
    verdicts = {code: each["verdict"] for code, each in kept["benchmarks"].items()}
    assert verdicts == {"A-DEM1": "pass", "A-DEM2": "pass", "A-AUX1": "fail"}
    assert kept["rubrics"] == {
        "A": {"verdict": "blocked", "low": "15/16", "high": "15/16"},
        "A-DEM": {"verdict": "pass", "low": "1", "high": "1"},
        "A-AUX": {"verdict": "blocked", "low": "3/4", "high": "3/4"},
    }
    assert kept["failed"] == [{"benchmark": "A-AUX1", "case": "case-0", "why": REASON, "by": "judge"}]
    assert check(root).findings == ()


def test_a_record_counts_by_the_halves_that_failed_a_case(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    record(root, "both", failing={"A-DEM1"})
    (entry,) = yaml.safe_load((root / "runs/both.yaml").read_text())["failed"]
    assert (entry["benchmark"], entry["by"]) == ("A-DEM1", "script and judge")


@pytest.mark.usefixtures("many_fail")
def test_a_record_lists_fifty_failed_cases_and_counts_all(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    record(root, "run", failing={"A-DEM2"})
    kept = yaml.safe_load((root / "runs/run.yaml").read_text())
    assert (len(kept["failed"]), kept["benchmarks"]["A-DEM2"]["passed"]) == (50, 5)
    assert check(root).findings == ()


@pytest.mark.usefixtures("many_fail")
@pytest.mark.parametrize(("room", "listed"), [(12_000, 20), (6_000, 5), (2_400, 1)])
def test_a_record_lists_fewer_cases_where_it_would_be_too_large_to_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int, listed: int
) -> None:
    monkeypatch.setattr("benchdocs.authoring.records.MAX_BYTES", room)
    root = suite_with(tmp_path / "suite")
    record(root, "run", failing={"A-DEM2", "A-AUX1"}, why=REASON)
    text = (root / "runs/run.yaml").read_text()
    kept = yaml.safe_load(text)
    assert (len(kept["failed"]), kept["listed"], kept["benchmarks"]["A-DEM2"]["passed"]) == (
        2 * listed,
        listed,
        5,
    )
    assert check(root).findings == ()
    (root / "runs/run.yaml").write_text(text.replace(f'"listed": {listed}', '"listed": 40'))
    assert {finding.rule for finding in check(root).findings} == {"RUN1802"}


@pytest.mark.usefixtures("many_fail")
def test_a_record_of_more_entries_than_are_read_lists_fewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = suite_with(tmp_path / "suite")
    for module in ("yaml_scalars", "yaml_composer"):
        monkeypatch.setattr(f"benchdocs.documents.{module}.MAX_VALUES", 700)
    record(root, "run", failing={"A-DEM2", "A-AUX1"})
    assert yaml.safe_load((root / "runs/run.yaml").read_text())["listed"] == 20


def test_a_record_names_fifty_cases_without_a_result_and_counts_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("support.run_records.CASES", 60)
    root = suite_with(tmp_path / "suite")
    path = results(root, tmp_path / "run")
    lacking = {f"case-{number}" for number in range(55)}
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    left = [each for each in lines if each.get("benchmark") != "A-DEM2" or each["case"] not in lacking]
    path.write_text(text_of(left))
    run("score", "--root", root, path, "--record", "run")
    kept = yaml.safe_load((root / "runs/run.yaml").read_text())["benchmarks"]
    assert (kept["A-DEM2"]["missing"], kept["A-DEM2"]["without_result"]) == (55, sorted(lacking)[:50])
    assert "without_result" not in kept["A-DEM1"]
    assert check(root).findings == ()
    (page,) = (page for page in Site(check(root)).pages if page.url == "runs/run/")
    named = body(page.sections).partition('id="missing"')[2]
    assert "55 of 180, in 1 benchmark." in named
    assert "case-0, case-1, case-10, " in named
    assert " and 5 more cases" in named.replace("\xa0", " ")


def test_a_record_of_items_has_the_sum_of_their_shares(tmp_path: Path) -> None:
    counted = "metric:\n  unit: item\n  labels: [times]\n"
    path = "a-component/A-DEM2.yaml"
    root = suite_with(tmp_path / "suite", {path: base_with(path, end=counted)})
    lines = results(root, tmp_path / "run", failing={"A-DEM2"})
    given = {
        "score": 0.5,
        "items": [{"label": "a", "quote": "", "entry": "", "met": met} for met in (True, False)],
    }
    text = []
    for line in map(json.loads, lines.read_text().splitlines()):
        if line.get("benchmark") == "A-DEM2":
            line["reply"] |= given if not line["reply"]["pass"] else {"score": 1}
        text.append(json.dumps(line))
    lines.write_text("\n".join(text))
    done = run("score", "--root", root, lines, "--record", "items")
    assert "writes runs/items.yaml" in done.stderr, done.output
    then = yaml.safe_load((root / "runs/items.yaml").read_text())["benchmarks"]["A-DEM2"]
    assert (then["passed"], then["evaluated"], then["total"]) == (3, 4, "7/2")
    assert not [finding for finding in check(root).findings if finding.rule.startswith("RUN")]


def test_the_same_run_gives_the_same_record(tmp_path: Path) -> None:
    texts = set()
    for name in ("one", "two"):
        root = suite_with(tmp_path / name / "suite")
        record(root, "run", failing={"A-DEM2"})
        texts.add((root / "runs/run.yaml").read_bytes())
    (text,) = texts
    assert b"\r" not in text


@table
def test_what_decides_nothing_is_not_recorded(tmp_path: Path, name: str, how: str, why: str) -> None:
    root = suite_with(tmp_path / "suite")
    path = results(root, tmp_path / "run")
    text = path.read_text()
    if how == "no plan":
        (path.parent / "plan.json").unlink()
    elif how == "no product":
        path.write_text(text.replace('"product": "Product 1", ', ""))
    elif how == "bad line":
        path.write_text(text + "{}\n")
    elif how == "changed":
        write(root, {"a-component/A-DEM1.yaml": CHANGED})
    elif how == "tagged plan":
        path = results(root, tmp_path / "run", tags=["night"])
    before = sorted(root.rglob("*"))
    done = run("score", "--root", root, path, "--record", name)
    assert done.exit_code == 2
    assert why in " ".join(done.stderr.split())
    assert sorted(root.rglob("*")) == before


def test_a_state_that_nobody_can_look_up_is_not_recorded(repository: Repository) -> None:
    write(repository.root, {"a-component/A-DEM1.yaml": CHANGED})
    done = record(repository.root, "early")
    assert done.exit_code == 2
    assert "`a-component/A-DEM1.yaml` is not committed" in " ".join(done.stderr.split())
    repository.commit("Threshold")
    assert record(repository.root, "early").exit_code == 0


def test_a_record_never_takes_the_place_of_another(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    assert record(root, "one").exit_code == 0
    text = (root / "runs/one.yaml").read_text()
    done = record(root, "one", failing={"A-AUX1"})
    assert (done.exit_code, (root / "runs/one.yaml").read_text()) == (2, text)
    assert "`runs/one.yaml` exists, and records are never changed" in " ".join(done.stderr.split())


# The history ----------------------------------------------------------------------------------------


def found(root: Path) -> list[str]:
    return [f"{finding.path} {finding.rule} {finding.message}" for finding in check(root).findings]


def test_a_record_is_only_added(repository: Repository) -> None:
    root = repository.root
    record(root, "one")
    record(root, "two")
    repository.commit("Two runs")
    assert found(root) == []
    path = root / "runs/one.yaml"
    path.write_text(path.read_text().replace("Product 1", "Product 2"))
    (root / "runs/two.yaml").unlink()
    commit = repository.git("rev-parse", "--short=12", "HEAD").strip()
    changed = f"was changed after commit {commit}, which added it; records are only added"
    deleted = f"was deleted after commit {commit}, which added it; records are only added"
    assert sorted(found(root)) == [
        f"benchdocs.toml RUN1801 the record `runs/two.yaml` {deleted}",
        f"runs/one.yaml RUN1801 the record {changed}",
    ]


@table
def test_a_record_is_as_it_was_added_whatever_happened_between(
    repository: Repository, states: list[str], done: str
) -> None:
    """Each state of the record is committed; later records hide none of it."""
    root, path = repository.root, repository.root / "runs/one.yaml"
    record(root, "one")
    text = path.read_text()
    for number, state in enumerate(states):
        path.unlink(missing_ok=True)
        if state != "gone":
            path.write_text(text.replace("Product 1", state))
        repository.commit("A state")
        record(root, f"later-{number}")
        repository.commit("Another run")
    said = [line for line in found(root) if "RUN1801" in line]
    assert [re.findall(r"was (\w+) after commit", line) for line in said] == ([[done]] if done else [])


def test_the_state_of_the_record_added_last_is_read_whatever_its_date(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository.root
    record(root, "first")
    text = (root / "runs/first.yaml").read_text()
    repository.commit("A run")
    write(root, {"a-component/A-DEM1.yaml": CHANGED})
    repository.commit("Threshold")
    commit = repository.git("rev-parse", "HEAD").strip()
    write(root, {"a-component/A-DEM1.yaml": CHANGED.replace("0.95", "0.85")})
    repository.commit("Threshold again")
    date, suite = (yaml.safe_load(text)[name] for name in ("date", "suite"))
    backdated = text.replace(str(date), "2001-01-31").replace(suite["commit"], commit)
    write(root, {"runs/backdated.yaml": backdated})
    repository.commit("A run of long ago")
    assert "runs/backdated.yaml RUN1803 at this commit, the suite has another digest" in found(root)


def test_a_record_of_a_former_state_is_held_against_its_commit(repository: Repository) -> None:
    root = repository.root
    record(root, "former")
    kept = yaml.safe_load((root / "runs/former.yaml").read_text())
    state, digest = kept["suite"], kept["benchmarks"]["A-DEM1"]["content"]
    write(root, {"a-component/A-DEM1.yaml": CHANGED.replace("code: A-DEM1\n", "code: A-DEM1\nversion: 2\n")})
    repository.commit("Threshold and run")
    assert found(root) == []
    text = (root / "runs/former.yaml").read_text()
    today = contents(suite_in(root))["A-DEM1"]
    write(
        root,
        {
            "runs/content.yaml": text.replace(digest, today),
            "runs/other-version.yaml": text.replace(digest, "a" * 64),
            "runs/suite.yaml": text.replace(state["digest"], "b" * 64),
            "runs/commit.yaml": text.replace(state["commit"], "c" * 40),
            "runs/version.yaml": text.replace('"A-DEM1": {"version": 1', '"A-DEM1": {"version": 2'),
            "runs/lacking.yaml": re.sub(r',\n  "A-AUX1": \{"version".*', "", text, count=1),
            "runs/verdict.yaml": re.sub(r'("A-DEM1": .*?"verdict": )"pass"', r'\1"fail"', text, count=1),
            "runs/nowhere.yaml": text.replace(f', "commit": "{state["commit"]}"', ""),
        },
    )
    assert found(root) == [
        f"runs/commit.yaml RUN1803 no commit before this one is `{'c' * 40}`, and its suite is not today's",
        "runs/content.yaml RUN1803 at this commit, the content of `A-DEM1` was not that of today",
        "runs/lacking.yaml RUN1803 the record lacks `A-AUX1`, which the suite has at its commit",
        "runs/nowhere.yaml RUN1803 the record names no commit, and its suite is not today's",
        "runs/suite.yaml RUN1803 at this commit, the suite has another digest",
        "runs/verdict.yaml RUN1803 `A-DEM1` is said to fail, and at this commit its counts give pass",
        "runs/version.yaml RUN1803 the suite at its commit has another version of `A-DEM1`",
    ]
    suite = suite_in(root)
    compare = {run.stem: is_comparable(suite, run, "A-DEM1") for run in suite.runs}
    assert not compare["content"], "another version compares with none, whatever its content is said to be"


# Hostile records ------------------------------------------------------------------------------------


def test_what_a_product_or_judge_says_stays_text(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    said = '"} ]\n{a: <script>alert(1)</script>, b: *x} # \u200b\u202e\x07 and so on, for as long as it takes'
    done = record(root, "odd", failing={"A-AUX1"}, why=said, product="<b>P</b>: {1} # \\")
    assert done.exit_code == 1, done.output
    kept = yaml.safe_load((root / "runs/odd.yaml").read_text())
    assert kept["product"] == "<b>P</b>: {1} # \\"
    assert kept["failed"][0]["why"].startswith('"} ] {a: <script>alert(1)</script>, b: *x} #')
    assert check(root).findings == ()


@table
def test_a_hostile_record_gets_a_finding(tmp_path: Path, old: str, new: str, finds: list[str]) -> None:
    root = suite_with(tmp_path / "suite")
    record(root, "run")
    path = root / "runs/run.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    start = time.monotonic()
    assert sorted({finding.rule for finding in check(root).findings}) == finds
    assert time.monotonic() - start < 5


def test_a_verdict_of_an_equal_suite_is_computed_again_whatever_its_content_is_called(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    record(root, "run", failing={"A-DEM2"})
    path, content = root / "runs/run.yaml", contents(suite_in(root))["A-DEM2"]
    text = path.read_text().replace(content, "a" * 64)
    path.write_text(text)
    assert found(root) == []
    head, benchmark, tail = text.partition('"A-DEM2": {')
    path.write_text(head + benchmark + tail.replace('"verdict": "fail"', '"verdict": "pass"', 1))
    assert "RUN1802 the verdict of `A-DEM2` is pass, and its counts give fail" in found(root)[0]


def test_ten_thousand_records_are_read_in_bounded_time(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    record(root, "run")
    text = (root / "runs/run.yaml").read_text()
    for number in range(10_000):
        (root / f"runs/{number:05}.yaml").write_text(text)
    start = time.monotonic()
    report = check(root)
    assert time.monotonic() - start < 60
    assert len(report.suite.runs) == MOST_RUN_RECORDS
    (finding,) = report.findings
    assert (finding.path, finding.rule) == ("runs", "YML004")
    assert finding.message == "the folder has more than 1,000 files, and the others are not read"


def test_the_records_of_one_kind_leave_room_for_those_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchdocs.specs.discovery.MOST_RUN_RECORDS", 2)
    root = suite_with(tmp_path / "suite")
    record(root, "run")
    text = (root / "runs/run.yaml").read_text()
    measured = (RULE_CASES / "RUN1801/ok/runs/judges/measured.yaml").read_text()
    write(root, {f"runs/a{number}.yaml": text for number in range(3)})
    write(root, {f"runs/judges/{number}.yaml": measured for number in range(3)})
    suite = check(root).suite
    assert [*map(len, (suite.runs, suite.judge_records, suite.records))] == [2, 2, 4]
    assert [file.path for file in suite.unlisted] == ["runs", "runs/judges"]


def test_a_huge_record_is_not_read(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite", {"runs/run.yaml": "product: P\n# " + "x" * 600_000})
    (finding,) = check(root).findings
    assert "larger than 500,000 bytes" in finding.message
