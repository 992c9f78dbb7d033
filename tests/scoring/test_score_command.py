"""The command `score`: what it refuses, what it lists, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchdocs.scoring.plan import FILE, Plan
from benchdocs.scoring.planned_cases import make_plan
from benchdocs.suite.cases import NamedCase, named_cases
from benchdocs.suite.digest import suite_digest
from support.result_files import DIGEST, line, reply, text_of
from support.score_runs import GOOD, SUITE, data, everything, plan, score, written
from support.tables import table


@pytest.mark.parametrize(("met", "cases", "status"), [(True, 60, 0), (False, 60, 1), (True, 2, 3)])
def test_the_exit_status_tells_pass_fail_and_undecided(
    tmp_path: Path, met: bool, cases: int, status: int
) -> None:
    made = plan(cases)
    found = score(written(tmp_path, *everything(made, met=met), made=made), "--format", "json")
    assert found.exit_code == status, found.output
    verdict = {0: "pass", 1: "blocked", 3: "undecided"}[status]
    assert json.loads(found.stdout)["summary"]["verdict"] == verdict


def test_the_first_half_of_a_run_does_not_pass(tmp_path: Path) -> None:
    made = plan()
    answer = data(written(tmp_path, *everything(made)[:2000], made=made))
    assert answer["summary"]["verdict"] == "undecided"
    totals = answer["summary"]["results"]
    assert totals["planned"] == 60 * len(SUITE.benchmark)
    assert totals["evaluated"] + totals["without_line"] == totals["planned"]
    rows = {row["code"]: row for row in answer["verdicts"] if row["kind"] == "benchmark"}
    assert {row["verdict"] for row in rows.values()} <= {"undecided", "missing"}
    assert all(row["evaluated"] + row["missing"] == row["planned"] == 60 for row in rows.values())
    shown = score(tmp_path / "run.jsonl").stdout
    assert f"  {totals['planned']:,} planned, {totals['evaluated']:,} evaluated, 0 failed, " in shown


def test_nothing_passes_without_a_plan(tmp_path: Path) -> None:
    path = written(tmp_path, *everything(plan(), suite=suite_digest(SUITE)))
    found = score(path, "--format", "json")
    assert found.exit_code == 3
    answer = json.loads(found.stdout)
    assert answer["plan"] is None
    assert {row["verdict"] for row in answer["verdicts"]} == {"undecided"}
    shown = score(path).stdout
    assert f"Plan: none; {plan().short} is not next to the results" in shown
    assert "The results have no plan, so nobody knows what was left out." in shown
    assert len(answer["unknown"]) == 60


def test_a_plan_is_named_or_lies_beside_the_results(tmp_path: Path) -> None:
    made = plan()
    path = written(tmp_path, *everything(made))
    elsewhere = tmp_path / "plans"
    elsewhere.mkdir()
    (elsewhere / "mine.json").write_bytes(made.text.replace("\n", "\r\n").encode())
    answer = data(path, "--plan", elsewhere / "mine.json")
    assert (answer["plan"], answer["summary"]["verdict"]) == (made.digest, "pass")
    assert answer["suite"]["run"] == suite_digest(SUITE)


@table
def test_results_that_belong_to_nothing_certain_are_refused(
    tmp_path: Path, about: list[dict[str, Any]], why: str
) -> None:
    made = plan(2)
    values = {"PLAN": made.digest, "SUITE": made.suite, "OTHER": "f" * 64}
    files = []
    for number, stated in enumerate(about):
        known = {key: values.get(str(value), value) for key, value in stated.items()}
        head = [{"about": known}] if stated else []
        each = line(f"case-{number}", "A-NEG2", reply=reply([True]))
        files.append(written(tmp_path, *head, each, name=f"{number}.jsonl", made=made))
    found = score(*files)
    assert (found.exit_code, found.stdout) == (2, "")
    assert why in found.stderr.replace("\n", " ")


@table
def test_one_file_may_say_twice_what_it_is_of(tmp_path: Path, second: dict[str, Any], says: str) -> None:
    """The second time is between two results, as where the files of two parts of a run were joined."""
    made = plan(2)
    first = {"about": {"plan": made.digest, "product": "P 1", "settings": "cold"}}
    again = {"about": {key: "f" * 64 if value == "OTHER" else value for key, value in second.items()}}
    each = [line(f"case-{number}", "A-NEG2", reply=reply([True])) for number in range(2)]
    found = score(written(tmp_path, first, each[0], again, each[1], made=made))
    if says.startswith("Error"):
        assert (found.exit_code, found.stdout) == (2, "")
        assert says.removeprefix("Error: ") in found.stderr.replace("\n", " ")
    else:
        assert found.exit_code == 3
        assert says in found.stdout
        assert " 2 evaluated, 0 failed" in found.stdout


@table
def test_results_of_another_state_of_the_suite_need_the_same_versions(
    tmp_path: Path, about: dict[str, Any], why: str
) -> None:
    found = score(written(tmp_path, {"about": about}, GOOD))
    if why.startswith("Error"):
        assert (found.exit_code, found.stdout) == (2, "")
        assert why.removeprefix("Error: ") in found.stderr
    else:
        assert found.exit_code == 3
        assert why in found.stdout


def test_a_plan_of_another_state_of_the_suite_decides_by_the_same_versions(tmp_path: Path) -> None:
    made = plan(60, 1, DIGEST)
    path = written(tmp_path, *everything(made), made=made)
    assert f" Another state of the suite was run, SHA-256 {DIGEST}, " in score(path).stdout.splitlines()[1]
    assert data(path)["summary"]["verdict"] == "pass"
    halves = Plan.model_validate({**made.data, "halves": {**made.halves, "A-NEG1": ["judge"]}})
    assert score(written(tmp_path, *everything(halves), made=halves)).exit_code == 2
    older = Plan.model_validate({**made.data, "versions": {**made.versions, "A-NEG1": 1}})
    found = score(written(tmp_path, *everything(older), made=older))
    assert found.exit_code == 2
    assert "of another suite, or of other versions of A-NEG1" in found.stderr


def test_a_plan_with_a_former_code_plans_what_has_a_new_one_now(tmp_path: Path) -> None:
    formerly = json.loads(plan(60, 1, DIGEST).text.replace("A-CMP7", "A-ALL1"))
    made = Plan.model_validate(formerly)
    about = {"plan": made.digest, "product": "P 1", "judge": "a synthetic judge"}
    lines = [
        line(each, "A-ALL1", half=half, reply=reply([True]))
        for each in made.cases
        for half in ("code", "judge")
    ]
    path = written(tmp_path, {"about": about}, *lines, made=made)
    rows = {row["code"]: row for row in data(path)["verdicts"]}
    assert (rows["A-CMP7"]["verdict"], rows["A-CMP7"]["planned"]) == ("pass", 60)


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"suite": 1}', b'{"\\u202e": 1, "\\u202e": 2}'])
def test_a_plan_that_is_none_is_refused(tmp_path: Path, content: bytes) -> None:
    path = written(tmp_path, GOOD)
    (tmp_path / FILE).write_bytes(content)
    found = score(path)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "the plan" in found.stderr
    assert found.stderr.replace("\n", "").isprintable()


def test_a_files_name_is_shown_escaped(tmp_path: Path) -> None:
    path = written(tmp_path, {"cas": 1}, name="run\x1b[31m.jsonl", made=plan(2))
    shown = score(path).stderr
    assert r"run\x1b[31m.jsonl:1: unknown key `cas`" in shown
    assert r"run\x1b[31m.jsonl names no plan" in shown
    assert "\x1b" not in shown


def test_results_in_folders_with_a_plan_each_need_one_that_is_named(tmp_path: Path) -> None:
    paths = [written(tmp_path / each, GOOD, made=plan(2)) for each in ("a", "b")]
    found = score(*paths)
    assert found.exit_code == 2
    assert "in folders with a plan each: name one by `--plan`" in found.stderr


def test_runs_of_one_plan_and_product_are_counted(tmp_path: Path) -> None:
    made = plan(2)
    lines = everything(made)
    path = written(tmp_path, *lines, made=made)
    assert data(path)["summary"]["files"] == 1
    for name in ("earlier", "later"):
        written(tmp_path, *lines, name=f"{name}.jsonl")
    written(tmp_path, *everything(made, product="P 2"), name="of-another-product.jsonl")
    (tmp_path / "notes.jsonl").write_text("no results\n")
    assert data(path)["summary"]["files"] == 3
    assert "; results of this plan and product: 3 files\n" in score(path).stdout


def test_a_run_that_was_stopped_says_how_many_cases_have_no_result(tmp_path: Path) -> None:
    made = plan(10)
    lines = [each for each in everything(made) if "about" in each or each["case"] in ("case-0", "case-1")]
    path = written(tmp_path, *lines, made=made)
    summary = data(path)["summary"]
    assert (summary["cases"], summary["cases_without_result"]) == (10, 8)
    assert "Cases without any result: 8 of 10." in score(path).stdout


def test_published_cases_are_counted_in_the_report(tmp_path: Path) -> None:
    made = plan(2)
    known = make_plan(
        SUITE,
        made.suite,
        {
            "birth-on-the-way": NamedCase(("A-NEG1",), {}, "one"),
            "mine": NamedCase(("A-NEG1",), {}, "two"),
            "renamed": next(iter(named_cases(SUITE).values()))._replace(codes=("A-NEG1",)),
        },
    )
    path = written(tmp_path, *everything(known), made=known)
    assert data(path)["summary"]["published"] == 2
    shown = score(path).stdout
    assert ": 3 cases, 1 run of each\n" in shown
    assert "Published with the suite, so that a product may know them: 2 cases." in shown


def test_a_new_plan_would_decide_what_has_too_few_cases(tmp_path: Path) -> None:
    made = plan(2)
    path = written(tmp_path, *everything(made), made=made)
    rows = {row["code"]: row for row in data(path)["verdicts"]}
    assert (rows["A-NEG2"]["deciding"], rows["A-FMT1"]["deciding"]) == (19, 59)
    shown = score(path).stdout
    assert "A-FMT1 ◆ DRAATT JSON Format Invalid: a new plan with at least 59 new cases decides\n" in shown
    assert "Only a new plan can decide, since no case is added to a run." in shown


@table
def test_runs_that_differ_in_what_they_answer_are_not_compared(
    tmp_path: Path, earlier: dict[str, Any], why: str
) -> None:
    now = {"suite": suite_digest(SUITE), "plan": plan(2).digest}
    values = {"SUITE": suite_digest(SUITE), "PLAN": plan(2).digest, "OTHER": "f" * 64}
    runs = earlier.get("runs", 1)
    stated = {key: values.get(str(value), value) for key, value in earlier.items() if key != "runs"}
    lines = [line("case-1", "A-NEG2", run=n + 1, reply=reply([True])) for n in range(runs)]
    before = written(tmp_path / "before", {"about": stated}, *lines)
    found = score(written(tmp_path, {"about": now}, GOOD), "--against", before)
    if why:
        assert (found.exit_code, found.stdout) == (2, "")
        assert why in found.stderr
    else:
        assert found.exit_code == 3


def test_the_json_has_what_the_contract_names(tmp_path: Path) -> None:
    made = plan()
    path = written(tmp_path, *everything(made), made=made)
    answer = data(path, "--against", path)
    assert answer.keys() >= {"suite", "plan", "verdicts", "summary", "against", "turned"}
    rows = {row["code"]: row for row in answer["verdicts"]}
    expected = {"verdict": "pass", "score": 1, "passed": 60, "evaluated": 60, "planned": 60, "missing": 0}
    assert {key: rows["A-NEG1"][key] for key in expected} == expected
    # Of Clopper and Pearson, one-sided, where all pass: 0.05 ** (1 / 60), rounded down.
    assert rows["A-NEG1"]["low"] <= 0.05 ** (1 / 60)
    assert rows["A-NEG1"]["low"] == pytest.approx(0.05 ** (1 / 60), abs=1e-6)
    assert rows["A-NEG1"]["high"] == 1
    top = {key: rows["A"][key] for key in ("verdict", "low", "high", "lowest", "highest")}
    assert top == {"verdict": "pass", "low": None, "high": None, "lowest": 1, "highest": 1}
    assert answer["suite"]["versions"]["A-NEG1"] == SUITE.benchmark["A-NEG1"].fields.version
    assert all(each["p"] == 1 for each in answer["against"])


def test_text_and_markdown_show_every_verdict_and_the_judge(tmp_path: Path) -> None:
    made = plan()
    path = written(tmp_path, *everything(made, judge="a *synthetic* judge"), made=made)
    text, markdown = (score(path, "--format", form).stdout for form in ("text", "markdown"))
    assert "Judge: a *synthetic* judge" in text
    assert r"Judge: a \*synthetic\* judge" in markdown
    assert text.splitlines()[1].startswith("✓ Nothing in this suite stops it. 52 of 52 benchmarks pass. ")
    for code in SUITE.benchmark:
        assert f"{code} " in text
        assert f"| {code} | pass " in markdown


def test_a_report_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path, target = written(tmp_path, GOOD), tmp_path / "report.md"
    assert score(path, "--format", "markdown", "--out", target).exit_code == 3
    assert target.read_text().startswith("## Would you release Medic Copilot?\n\n**? Cannot say. ")
    assert score(path, "--out", tmp_path).exit_code == 2


def test_nothing_but_a_report_is_replaced(tmp_path: Path) -> None:
    path, link = written(tmp_path, *everything(plan(2)), made=plan(2)), tmp_path / "link"
    before = path.read_bytes()
    link.symlink_to(path)
    refused = "is one of the inputs, or no plain file: name another"
    for target in (path, link, tmp_path / FILE, Path("/dev/null")):
        assert refused in score(path, "--out", target).stderr
    earlier = tmp_path / "earlier.jsonl"
    earlier.write_bytes(before)
    assert refused in score(path, "--against", earlier, "--out", earlier).stderr
    assert path.read_bytes() == earlier.read_bytes() == before
    assert (tmp_path / FILE).read_text() == plan(2).text
    assert link.is_symlink()
    assert "`/dev/zero` is no plain file" in score(Path("/dev/zero")).stderr
    for option in ("--out", "--html"):
        assert f"`{option} -`" in score(path, option, "-").stderr
    assert not Path("-").exists()


def test_an_earlier_run_is_named_and_must_share_cases(tmp_path: Path) -> None:
    earlier = tmp_path / "earlier.jsonl"
    other = line("another-case", "A-NEG2", reply=reply([True]))
    earlier.write_text(text_of([{"about": {"judge": "an earlier judge"}}, other]))
    text = score(written(tmp_path, GOOD), "--against", earlier).stdout
    assert "judge: an earlier judge" in text
    assert "cases: none was evaluated in both" in text
    earlier.write_text(text_of([other]))
    assert "  judge: not stated\n" in score(written(tmp_path, GOOD), "--against", earlier).stdout


def test_failed_cases_are_explained_in_short_and_in_json_whole(tmp_path: Path) -> None:
    says = (
        "Charted as denied,\n although | dictated as \x1b[31mpresent\u202e "
        + "and so on " * 10
        + "to the end."
    )
    lines = [line(f"case-{n}", "A-NEG2", reply={**reply([False]), "reason": says}) for n in range(7)]
    path = written(tmp_path, *lines, line("last", "A-NEG2", failed="the judge timed out"))
    whole = data(path)["reasons"]["A-NEG2"]
    assert whole["case-0"] == [" ".join(says.split())]
    assert whole["last"] == ["the judge timed out"]
    text, markdown = (score(path, "--format", form).stdout for form in ("text", "markdown"))
    for shown in (text, markdown):
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert "to the end." not in shown
    assert "  A-NEG2: case-4 (Charted as denied, although | dictated as \\x1b[31mpresent" in text
    assert "  A-NEG2: case-5 and case-6 (reasons: --format json)\n" in text
    assert "  A-NEG2: last (the judge timed out)\n" in text
    assert r"although | dictated as \x1b[31mpresent" in markdown


def test_a_reply_that_no_file_can_hold_is_refused(tmp_path: Path) -> None:
    bad = written(tmp_path, line("a", "A-NEG2", reply={**reply([False]), "reason": "\ud800" * 60}))
    assert "run.jsonl:1: the reply has a fault in `reason`" in score(bad).stderr
