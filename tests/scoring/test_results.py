"""A file of results: every line that cannot be used is named with its number, and nothing is scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from benchdocs.rules.check import check
from benchdocs.scoring.results import read_results, schema
from support.commands import run
from support.paths import REPOSITORY
from support.result_files import line, reply, text_of
from support.shipped import shipped_report
from support.suites import suite_with, with_changes
from support.tables import data, table

SUITE = shipped_report().suite
GOOD = line("case-1", "A-NEG1", reply=reply([True]))


@table
def test_a_bad_line_is_named(bad: bytes, why: str) -> None:
    content = json.dumps(GOOD).encode() + b"\n\n" + bad + b"\r\n"
    read = read_results({"run.jsonl": content}, SUITE)
    assert [(each.file, each.line) for each in read.bad] == [("run.jsonl", 3)]
    assert why in read.bad[0].why
    assert "\x1b" not in read.bad[0].why


STRUCTURE = ("`case`", "`benchmark`", "`run`", "`reply`", "`failed`", "`unreadable`", "there is", "`judge`")


@pytest.mark.parametrize(("bad", "why"), data(__file__)["a_bad_line_is_named"]["rows"])
def test_the_schema_refuses_what_is_wrong_in_a_lines_structure(bad: bytes, why: str) -> None:
    validator = Draft202012Validator(schema())
    assert validator.is_valid(GOOD)
    assert validator.is_valid({"about": {"judge": "a synthetic judge"}})
    if any(words in why for words in STRUCTURE) and b'"run": 1.0' not in bad:  # 1.0 is a JSON integer
        assert not validator.is_valid(json.loads(bad))


def test_an_empty_file_is_bad() -> None:
    assert read_results({"run.jsonl": b"\n \n"}, SUITE).bad


def test_a_former_code_counts_for_the_present_one() -> None:
    read = read_results({"r": text_of([line("case-1", "A-ALL1", reply=reply([True]))]).encode()}, SUITE)
    assert [result.benchmark for result in read.results] == ["A-CMP7"]


def test_files_of_one_run_are_read_together_and_with_a_byte_order_mark() -> None:
    other = line("case-1", "A-NEG2", reply=reply([True]))
    about = {"about": {"judge": "a synthetic judge"}}
    files = {"a": b"\xef\xbb\xbf" + text_of([about, GOOD]).encode(), "b": text_of([about, other]).encode()}
    read = read_results(files, SUITE)
    assert (len(read.results), read.about, read.bad) == (2, {"judge": "a synthetic judge"}, ())
    twice = read_results(files | {"c": files["b"]}, SUITE)
    assert [(each.file, each.line) for each in twice.bad] == [("c", 2)]


# The command -------------------------------------------------------------------------------------


def score(path: Path, *options: str) -> Any:
    return run("score", path, "--root", REPOSITORY, *options)


def written(folder: Path, *lines: dict[str, Any]) -> Path:
    path = folder / "run.jsonl"
    path.write_text(text_of(lines))
    return path


def everything(*, met: bool, cases: int = 60) -> list[dict[str, Any]]:
    """A line for each benchmark and case, all of which pass or fail."""
    shares = {code: "item" in str(spec.fields.metric) for code, spec in SUITE.benchmark.items()}
    return [
        line(f"case-{n}", code, reply=reply([met], share=shares[code]))
        for code in shares
        for n in range(cases)
    ]


def test_bad_lines_end_the_command_before_anything_is_scored(tmp_path: Path) -> None:
    found = score(written(tmp_path, GOOD, {"case": 1}, {"cas": 2}), "--format", "json")
    assert found.exit_code == 2
    assert found.stdout == ""
    assert f"{tmp_path}/run.jsonl:2: " in found.stderr
    assert f"{tmp_path}/run.jsonl:3: " in found.stderr


def test_lines_with_the_same_fault_are_reported_once(tmp_path: Path) -> None:
    short = [{"case": f"case-{n}", "benchmark": "A-NEG1", "pass": True} for n in range(50)]
    found = score(written(tmp_path, *short, {"cas": 1}, {"case": 1}, {"case": 2}))
    assert found.exit_code == 2
    verdict, unknown, no_text = found.stderr.splitlines()[:3]
    assert verdict.startswith(f"{tmp_path}/run.jsonl:1: ")
    assert '"reply": {…}}` (and 49 more lines)' in verdict
    assert "run.jsonl:51: unknown key `cas`" in unknown
    assert no_text.endswith("run.jsonl:52: `case` has to be a text (and 1 more line)")
    assert "53 lines cannot be used, so nothing was scored" in found.stderr


@table
def test_a_reply_in_a_suites_own_form_needs_a_verdict(tmp_path: Path, written: str, outcome: str) -> None:
    files = {"benchdocs.toml": '[prompts]\nreply = "reply.json"\n', "reply.json": "{}"}
    suite = check(suite_with(tmp_path, files)).suite
    judged = next(spec.code for spec in suite.benchmarks if spec.fields.llm_prompt_file)
    each = {"case": "case-1", "benchmark": judged, "reply": json.loads(written)}
    read = read_results({"r": text_of([each]).encode()}, suite)
    assert [result.outcome for result in read.results] == [outcome] * bool(outcome)
    assert [result.why for result in read.results if "short" in written] in ([], ["short"])
    assert all("own form of reply: to be scored, it needs `pass`" in bad.why for bad in read.bad)


@table
def test_an_expert_replies_with_a_verdict_and_its_reason(tmp_path: Path, written: str, expected: str) -> None:
    by_expert = (("evaluator_type: code", "evaluator_type: manual_sme"),)
    suite = check(with_changes(tmp_path, {"a-component/A-DEM2.yaml": by_expert})).suite
    each = {"case": "case-1", "benchmark": "A-DEM2", "reply": json.loads(written)}
    read = read_results({"r": text_of([each]).encode()}, suite)
    if read.results:
        assert read.results[0].outcome == expected
        assert read.results[0].why.endswith(json.loads(written)["reason"])
    else:
        assert expected in read.bad[0].why


@pytest.mark.parametrize(("met", "cases", "status"), [(True, 60, 0), (False, 60, 1), (True, 2, 3)])
def test_the_exit_status_tells_pass_fail_and_undecided(
    tmp_path: Path, met: bool, cases: int, status: int
) -> None:
    path = written(tmp_path, *everything(met=met, cases=cases))
    found = score(path, "--format", "json")
    assert found.exit_code == status
    verdict = {0: "pass", 1: "blocked", 3: "undecided"}[status]
    assert json.loads(found.stdout)["summary"]["verdict"] == verdict


def test_the_json_has_what_the_contract_names(tmp_path: Path) -> None:
    path = written(tmp_path, *everything(met=True, cases=60))
    answer = json.loads(score(path, "--format", "json", "--against", str(path)).stdout)
    assert answer.keys() >= {"suite", "verdicts", "summary", "against", "turned"}
    rows = {row["code"]: row for row in answer["verdicts"]}
    row = rows["A-NEG1"]
    assert row.keys() >= {"verdict", "score", "passed", "evaluated", "low", "high", "because"}
    assert (row["verdict"], row["score"], row["passed"], row["evaluated"], row["high"]) == (
        "pass",
        1,
        60,
        60,
        1,
    )
    # Of Clopper and Pearson where all pass, one-sided: 0.05 ** (1 / 60).
    assert row["low"] == pytest.approx(0.05 ** (1 / 60), abs=1e-9)
    assert (rows["A"]["verdict"], rows["A"]["low"], rows["A"]["high"]) == ("pass", 1, 1)
    spec = next(it for it in shipped_report().suite.benchmark.values() if it.code == "A-NEG1")
    assert answer["suite"]["versions"]["A-NEG1"] == spec.fields.version
    assert all(each["p"] == 1 for each in answer["against"])


def test_text_and_markdown_show_every_verdict_and_the_judge(tmp_path: Path) -> None:
    path = written(tmp_path, {"about": {"judge": "a *synthetic* judge"}}, *everything(met=True, cases=60))
    text, markdown = (score(path, "--format", form).stdout for form in ("text", "markdown"))
    assert "Judge: a *synthetic* judge" in text
    assert r"Judge: a \*synthetic\* judge" in markdown
    assert text.splitlines()[-1].startswith("Verdict: pass. Benchmarks: 52 pass.")
    for code in SUITE.benchmark:
        assert f"{code} " in text
        assert f"| {code} | pass |" in markdown


def test_a_report_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path, target = written(tmp_path, GOOD), tmp_path / "report.md"
    assert score(path, "--format", "markdown", "--out", str(target)).exit_code == 3
    assert target.read_text().startswith("**Verdict: undecided.")
    assert score(path, "--out", str(tmp_path)).exit_code == 2


def test_nothing_but_a_report_is_replaced(tmp_path: Path) -> None:
    path, link = written(tmp_path, GOOD), tmp_path / "link"
    before = path.read_bytes()
    link.symlink_to(path)
    for target in (path, link, Path("/dev/null")):
        assert score(path, "--out", str(target)).exit_code == 2
        assert score(path, "--out-results", str(target)).exit_code == 2
    both = str(tmp_path / "new"), str(tmp_path / "." / "new")
    assert score(path, "--out", both[0], "--out-results", both[1]).exit_code == 2
    earlier = tmp_path / "earlier.jsonl"
    earlier.write_bytes(before)
    assert score(path, "--against", str(earlier), "--out", str(earlier)).exit_code == 2
    assert path.read_bytes() == earlier.read_bytes() == before
    assert link.is_symlink()
    assert score(Path("/dev/zero")).exit_code == 2


def test_failed_cases_are_named_and_undecided_benchmarks_counted(tmp_path: Path) -> None:
    lines = [line(f"case-{n}", "A-NEG2", reply=reply([n != 3])) for n in range(5)]
    answer = json.loads(score(written(tmp_path, *lines), "--format", "json").stdout)
    assert answer["cases"]["fails"] == {"A-NEG2": ["case-3"]}
    because = {row["code"]: row["because"] for row in answer["verdicts"]}
    assert because["A-NEG2"] == "5 of the 19 cases that a verdict needs"


def test_an_earlier_run_is_named_and_must_share_cases(tmp_path: Path) -> None:
    earlier = tmp_path / "earlier.jsonl"
    other = line("another-case", "A-NEG1", reply=reply([True]))
    earlier.write_text(text_of([{"about": {"judge": "an earlier judge"}}, other]))
    text = score(written(tmp_path, GOOD), "--against", str(earlier)).stdout
    assert "judge: an earlier judge" in text
    assert "cases: none was evaluated in both" in text
    earlier.write_text(text_of([other]))
    assert "  judge: not stated\n" in score(written(tmp_path, GOOD), "--against", str(earlier)).stdout


def test_failed_cases_are_explained_in_short_and_in_json_whole(tmp_path: Path) -> None:
    says = (
        "Charted as denied,\n although | dictated as \x1b[31mpresent\u202e "
        + "and so on " * 10
        + "to the end."
    )
    lines = [line(f"case-{n}", "A-NEG2", reply={**reply([False]), "reason": says}) for n in range(7)]
    path = written(tmp_path, *lines, line("last", "A-NEG2", failed="the judge timed out"))
    whole = json.loads(score(path, "--format", "json").stdout)["reasons"]["A-NEG2"]
    assert whole["case-0"] == [" ".join(says.split())]
    assert whole["last"] == ["the judge timed out"]
    text, markdown = (score(path, "--format", form).stdout for form in ("text", "markdown"))
    for shown in (text, markdown):
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert "to the end." not in shown
    assert "  A-NEG2: case-4 (Charted as denied, although | dictated as \\x1b[31mpresent" in text
    assert "  A-NEG2: case-5, case-6 (reasons: --format json)\n" in text
    assert "  A-NEG2: last (the judge timed out)\n" in text
    assert r"although | dictated as \x1b[31mpresent" in markdown


def test_a_reply_that_no_file_can_hold_is_refused(tmp_path: Path) -> None:
    bad = written(tmp_path, line("a", "A-NEG1", reply={**reply([False]), "reason": "\ud800" * 60}))
    assert "run.jsonl:1: the reply has a fault in `reason`" in score(bad).stderr
