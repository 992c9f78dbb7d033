"""What whole and broken runs come to: a table of runs, each with the verdict that is right."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from benchdocs.reports.scores.data import score_json
from benchdocs.reports.scores.forms import score_html, score_markdown, score_text
from benchdocs.rules.check import check
from benchdocs.scoring.agenda import of_plan
from benchdocs.scoring.plan import Plan
from benchdocs.scoring.planned_cases import make_plan
from benchdocs.scoring.report import ScoreReport
from benchdocs.scoring.results import Answer, CaseOutcome
from benchdocs.scoring.tally import RunOutcome, combined
from benchdocs.suite.cases import NamedCase, named_cases
from benchdocs.suite.sampling import Passed
from support.paths import BASE
from support.result_files import ABOUT, DIGEST, line, planned, read, reply, run_lines
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import data, each_row, table

SUITE = shipped_report().suite
ITEMS = [code for code, spec in SUITE.benchmark.items() if spec.fields.has_shares]


def scored(plan: dict[str, Any] | None, results: dict[str, Any]) -> ScoreReport:
    given = dict(plan or {})
    asked = {key: given.pop(key) for key in ("runs", "tags", "sources") if key in given}
    made = planned(SUITE, given, **asked) if plan else None
    found = read([ABOUT, *run_lines(results, ITEMS)], SUITE, made)
    assert not found.bad
    assert not found.repeated
    return ScoreReport(SUITE, found, DIGEST, made)


@table
def test_a_run_comes_to_this(
    plan: dict[str, Any] | None, results: dict[str, Any], expected: dict[str, Any]
) -> None:
    report = scored(plan, results)
    lines = {each.code: each for each in report.lines}
    for code, (verdict, passed, evaluated, missing) in expected.items():
        counts = report.tallies[code]
        given = counts.given or (0, 0, len(counts.missing))
        assert lines[code].outcome == verdict, lines[code].because
        assert given[:3] == (passed, evaluated, missing)
    assert report.verdict != "pass", "no plan here has a case of every benchmark"


ROWS = data(__file__)["a_run_comes_to_this"]["rows"]


def in_two_orders(name: str) -> tuple[ScoreReport, ScoreReport]:
    plan, results, _ = ROWS[name]
    report = scored(plan, results)
    lines = [ABOUT, *run_lines(results, ITEMS)]
    random.Random(name).shuffle(lines)
    return report, ScoreReport(SUITE, read(lines, SUITE, report.plan), DIGEST, report.plan)


@each_row("name", [*ROWS])
def test_the_same_results_in_any_order_give_the_same_report(name: str) -> None:
    report, other = in_two_orders(name)
    assert score_json(other) == score_json(report)


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", ROWS)
def test_their_order_changes_no_form_of_the_report(name: str) -> None:
    report, other = in_two_orders(name)
    assert score_text(other) == score_text(report)
    assert score_markdown(other) == score_markdown(report)


DECIDED = ("pass", "fail")


@each_row("name", [name for name, (plan, *_) in ROWS.items() if plan])
def test_a_line_left_out_decides_nothing_that_was_not_decided_with_it(name: str) -> None:
    plan, results, _ = ROWS[name]
    report = scored(plan, results)
    lines = [*run_lines(results, ITEMS)]
    before = {each.code: each.outcome for each in report.lines}
    kinds = {json.dumps({**each, "case": ""}): each for each in lines}
    for left_out in kinds.values():
        found = read([ABOUT, *(each for each in lines if each is not left_out)], SUITE, report.plan)
        for each in ScoreReport(SUITE, found, DIGEST, report.plan).lines:
            assert each.outcome not in DECIDED or each.outcome == before[each.code], left_out


def because(report: ScoreReport, code: str) -> str:
    return next(each.because for each in report.lines if each.code == code)


@table
def test_several_runs_say_how_many_cases_passed_in_all_and_what_their_mean_is(
    plan: dict[str, Any], results: dict[str, Any], said: str
) -> None:
    assert because(scored(plan, results), next(iter(results))).partition("; ")[2] == said


@table
def test_uncertain_cases_make_a_range_in_words_and_in_json(
    plan: dict[str, Any], results: dict[str, Any], said: str, low: str, high: str
) -> None:
    report = scored(plan, results)
    rows = {row["code"]: row for row in json.loads(score_json(report))["verdicts"]}
    row = rows[next(iter(results))]
    assert row["score"] == pytest.approx(float(Fraction(low)))
    assert row["score_if_uncertain_passed"] == pytest.approx(float(Fraction(high)))
    for in_form in (score_text, score_markdown, score_html):
        shown = in_form(report)
        assert ("if all of them fail" in shown) is bool(said)
        assert said in shown


@table
def test_what_is_open_says_why(plan: dict[str, Any] | None, results: dict[str, Any], why: str) -> None:
    assert why in because(scored(plan, results), next(iter(results)))


@table
def test_what_a_plan_lacks_says_how_many_cases_would_decide_it(
    plan: dict[str, Any], results: dict[str, Any], deciding: int | None
) -> None:
    [line] = [each for each in scored(plan, results).lines if each.code == next(iter(results))]
    assert line.deciding == deciding


def test_shares_take_more_cases_to_decide_than_passes_and_fails(tmp_path: Path) -> None:
    """Over 29 cases, 28 do not decide a bound at 0.95. With one failed, 46 do, or 56 shares (Hoeffding)."""
    spec = (BASE / "a-component/A-DEM1.yaml").read_text("utf-8").replace("type: hybrid", "type: llm_judge")
    needed = []
    for unit in ("case", "item"):
        counted = f"metric: {{name: m, numerator: n, denominator: d, unit: {unit}}}\n"
        rule = "min_cases: 29\ndecision: {method: lower_bound}\n"
        files = {"a-component/A-DEM1.yaml": spec + counted + rule}
        suite = check(suite_with(tmp_path / unit, files)).suite
        made = planned(suite, {"A-DEM1": 29})
        found = read(run_lines({"A-DEM1": "p28 f1"}, ["A-DEM1"] if unit == "item" else []), suite, made)
        lines = ScoreReport(suite, found, DIGEST, made).lines
        needed += [each.deciding for each in lines if each.code == "A-DEM1"]
    assert needed == [46, 56]


LACKS = (CaseOutcome.MISSING, CaseOutcome.FAILED, CaseOutcome.UNREADABLE)


@pytest.mark.parametrize("lack", LACKS)
@pytest.mark.parametrize("first", [0, 1])
def test_a_part_of_the_items_fails_a_case_only_with_both_halves(lack: CaseOutcome, first: int) -> None:
    """Otherwise a half that fails more items would be better left out."""
    half = Answer(CaseOutcome.FAIL, Fraction(1, 2), "", ("", 1))
    other = Answer(lack, Fraction(0), "", ("", 2)) if lack is not CaseOutcome.MISSING else None
    halves = [half, other] if first else [other, half]
    assert combined(halves) == RunOutcome(lack, Fraction(1, 2)), "which is the most that it may count"
    assert combined([half, half._replace(share=Fraction(1, 3))]).share == Fraction(1, 3)
    assert combined([half._replace(share=Fraction(0)), other]) == RunOutcome(CaseOutcome.FAIL)


@table
def test_cases_of_the_same_content_are_one_source(contents: str, sources: str, evaluated: int) -> None:
    """Four cases have a letter of content each, and of a source; `-` is none."""
    named = {}
    for n, (content, source) in enumerate(zip(contents, sources, strict=True)):
        named[f"case-{n}"] = NamedCase(("A-NEG2",), {}, content, source=source.strip("-"))
    made = make_plan(SUITE, DIGEST, named)
    report = ScoreReport(SUITE, read([ABOUT, *run_lines({"A-NEG2": "p4"})], SUITE, made), DIGEST, made)
    given = report.tallies["A-NEG2"].given
    assert given
    assert given[:2] == (evaluated, evaluated)
    repeats = 4 - len({*contents})
    said = f"With the narrative of another case, and one source with it: {repeats}."
    assert (said in score_text(report)) == (repeats > 0)


SAID = "Gave 1.5 mg, BP 90 to 60. No allergies"
OTHERS = [
    *(SAID, SAID.replace("1.5", "15"), SAID.replace("No", "Known"), SAID.replace("90 to 60", "60 to 90")),
    *(f"{SAID}, at 5", "\u0915\u093f", "\u0915\u0940", "?", "!"),
]
"""Narratives that say something else."""


@table
def test_a_copy_that_only_looks_different_is_no_further_source(narratives: list[str]) -> None:
    labels: list[Any] = [{"impression": f"thing {n}"} for n in range(4)]
    named = {}
    for n, text in enumerate(narratives):
        named[f"case-{n}"] = NamedCase(("A-NEG2",), labels[n], text)
    made = make_plan(SUITE, DIGEST, named)
    assert len({case.digest for case in made.cases.values()}) == 4
    assert {*of_plan(made, SUITE).sources.values()} == {"case-0"}


def test_narratives_that_say_something_else_are_sources_of_their_own() -> None:
    named = {f"case-{n}": NamedCase(("A-NEG2",), {}, text) for n, text in enumerate(OTHERS)}
    assert len({*of_plan(make_plan(SUITE, DIGEST, named), SUITE).sources.values()}) == len(OTHERS)


def test_sources_are_named_as_cases_are() -> None:
    names = (
        "Zürich call-1",
        "ZÜRICH CALL-1",
        "Zu\u0308rich call\u20111",
        "zürich\u00a0call\u20101",
        "call 2",
    )
    named = {}
    for n, source in enumerate(names):
        named[f"case-{n}"] = NamedCase(("A-NEG2",), {}, f"text {n}", source=source)
    assert len({*of_plan(make_plan(SUITE, DIGEST, named), SUITE).sources.values()}) == 2


def test_a_published_case_is_known_in_other_clothes() -> None:
    published = next(case for case in named_cases(SUITE).values() if "A-NEG2" in case.codes)
    named = {}
    for n, text in enumerate((published.narrative + " .", published.narrative.upper(), "something else")):
        named[f"mine-{n}"] = NamedCase(("A-NEG2",), published.labels | {"impression": "x"}, text)
    made = make_plan(SUITE, DIGEST, named)
    report = ScoreReport(SUITE, read([ABOUT], SUITE, made), DIGEST, made)
    assert report.unknown == ["mine-2"]
    assert "so that a product may know them: 2 cases." in score_text(report)


def test_lines_outside_the_plan_are_counted_by_case() -> None:
    report = scored({"A-NEG2": 2, "A-NEG1": 1}, {"A-NEG2": ["p3", "p1"], "A-NEG3": "p2"})
    assert report.outside == {"case-0": 2, "case-1": 1, "case-2": 1}


def test_a_run_of_chosen_cases_decides_nothing() -> None:
    report = scored({"A-NEG2": 60, "tags": ["quick"]}, {"A-NEG2": "p60"})
    assert report.tallies["A-NEG2"].given == Passed(60, 60)
    assert {each.outcome for each in report.lines} == {"undecided", "missing"}


def test_doubts_stand_beside_the_score_that_they_could_have_become() -> None:
    counts = scored({"A-NEG1": 30}, {"A-NEG1": {"code": "p20 f2 u3 p5", "judge": "p20 u4 p6"}}).tallies[
        "A-NEG1"
    ]
    assert counts.given == Passed(25, 30)
    assert counts.if_uncertain_passed
    assert counts.if_uncertain_passed.passed == 30
    assert [*counts.uncertain] == ["case-20", "case-21", "case-22", "case-23", "case-24"]


def test_a_doubt_of_one_run_does_not_lift_the_fail_of_another() -> None:
    counts = scored({"A-NEG2": 2, "runs": 2}, {"A-NEG2": ["f1 p1", "u2"]}).tallies["A-NEG2"]
    assert [*counts.uncertain] == ["case-1"]
    assert counts.unsteady == ["case-0", "case-1"]


def test_a_lost_run_is_no_change_of_the_product() -> None:
    counts = scored({"A-NEG2": 3, "runs": 2}, {"A-NEG2": ["p3", "e1 -1 f1"]}).tallies["A-NEG2"]
    assert counts.unsteady == ["case-2"]
    assert (counts.no_verdict, counts.without_line) == (["case-0"], ["case-1"])


@table
def test_a_case_is_the_same_by_any_of_its_names(plan_name: str, stated: str) -> None:
    made = planned(SUITE, {"A-NEG2": 1})
    renamed = Plan.model_validate({**made.data, "cases": {plan_name: made.data["cases"]["case-0"]}})
    found = read([line(stated, "A-NEG2", reply=reply([True]))], SUITE, renamed)
    report = ScoreReport(SUITE, found, DIGEST, renamed)
    assert [*report.tallies["A-NEG2"].shares] == [plan_name]
    assert report.outside == {}


def test_a_case_of_the_suite_with_a_letter_missing_is_outside_its_plan_and_unknown_without_one() -> None:
    """60 runs have cases that look like those of the suite; what is none of them is listed, never guessed."""
    lines = [line("agitated-at-the-bus-statoin", "A-NEG2", reply=reply([True]))]
    made = planned(SUITE, {"A-NEG2": 1})
    assert ScoreReport(SUITE, read(lines, SUITE, made), DIGEST, made).outside == {
        "agitated-at-the-bus-statoin": 1
    }
    assert ScoreReport(SUITE, read(lines, SUITE), DIGEST).unknown == ["agitated-at-the-bus-statoin"]


def test_one_case_with_other_blanks_behind_its_name_is_refused_each_time() -> None:
    lines = [line("mine-1" + " " * n, "A-NEG2", reply=reply([True])) for n in range(60)]
    found = read(lines, SUITE)
    assert len(found.bad) == 59
    assert all(bad.why == "`case` begins or ends with a blank: write `mine-1`" for bad in found.bad)
    assert len(found.answers["A-NEG2"]) == 1
