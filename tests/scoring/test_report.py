"""The report of a run equals an independent reference, and says what decides a verdict."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from benchdocs.rules.check import check
from benchdocs.scoring.report import ScoreReport
from benchdocs.scoring.results import read_results
from benchdocs.site.site import Site
from benchdocs.suite.sampling import Passed
from support import plain_specs, run_reference
from support.page_findings import text_of as page_text
from support.plain_specs import BENCHMARKS as SPECS
from support.plain_specs import RUBRICS
from support.result_files import REASON, line, reply, text_of
from support.shipped import shipped_report
from support.suites import with_changes

SUITE = shipped_report().suite


def exact(value: float | None) -> Fraction:
    return Fraction(str(value))


def node(code: str) -> dict[str, Any]:
    """A rubric of the shipped files as the reference takes it."""
    fields = RUBRICS[code]
    members = [
        {"code": each, "weight": exact(SPECS[each]["weight"]), "gate": SPECS[each].get("criticality")}
        for each in fields.get("benchmarks", ())
    ]
    return {
        "code": code,
        "weight": exact(fields["weight"]) if "weight" in fields else Fraction(1),
        "gate": fields.get("criticality"),
        "method": fields["aggregation_method"],
        "threshold": exact(fields["passing_threshold"]),
        "members": [*members, *(node(sub) for sub in fields.get("sub_rubrics", ()))],
    }


TREE = node("A")
PLAIN = {
    code: {
        "threshold": exact(fields["threshold"]),
        "least": fields.get("min_cases", 1),
        "item": fields["metric"].get("unit") == "item",
        "fails_unread": fields["metric"].get("unparseable_output") == "fails",
    }
    for code, fields in SPECS.items()
    if fields.get("status") != "deprecated"
}


CALLS = {
    name: {code for code, fields in SPECS.items() if call["labels"].keys() & fields["metric"]["labels"]}
    for name, call in plain_specs.CALLS.items()
}
"""The benchmarks that apply to each complete call."""


def drawn(seed: int) -> str:
    """A random file of results: few or many cases, some missing, repeated, unreadable or uncertain."""
    draw = random.Random(seed)
    lines = []
    names = [*CALLS] if draw.random() < 0.5 else []
    names += [f"case-{number}" for number in range(100)]
    rates = [draw.choice((0.5, 0.9, 0.98, 1.0)) for _ in range(3)]
    for code, spec in PLAIN.items():
        if draw.random() < draw.choice((0.0, 0.0, 0.1, 0.9)):
            continue
        rate, odd = draw.choice(rates), draw.choice((0.0, 0.02, 0.3))
        for case in range(draw.choice((1, spec["least"] - 1, spec["least"], 60))):
            for run in range(1, draw.choice((1, 1, 2, 3)) + 1):
                is_odd, kind = draw.random() < odd, draw.randrange(4)
                met = [draw.random() < rate for _ in range(draw.randint(1, 4))]
                answers = (
                    {"failed": "timed out"},
                    {"unreadable": True},
                    {"reply": reply([], applicable=False)},
                    {"reply": reply(met, uncertain=True)},
                )
                answer = answers[kind] if is_odd else {"reply": reply(met, share=spec["item"])}
                lines.append(line(names[case], code, run=run, **answer))
    draw.shuffle(lines)
    return text_of(lines or [line("case-1", "A-NEG1", reply=reply([True]))])


@pytest.mark.sweep(100)
@pytest.mark.parametrize("batch", range(100))
def test_a_report_equals_the_reference(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        assert_equal_to_reference(drawn(seed))


def assert_equal_to_reference(text: str) -> None:
    read = read_results({"results.jsonl": text.encode()}, SUITE)
    assert not read.bad
    expected = run_reference.report(text, TREE, PLAIN, CALLS)
    lines = {each.code: each for each in ScoreReport(SUITE, read.results, read.about).lines}
    assert lines.keys() == expected.keys()
    for code, want in expected.items():
        found = lines[code]
        assert found.outcome == want["verdict"], (code, found, want)
        if found.tally:
            score = want["score"]
            assert (found.tally.given.share if found.tally.given else None) == score, code
            assert (found.tally.given.evaluated if found.tally.given else 0) == want["evaluated"], code
        elif found.score:
            assert (found.score.low, found.score.high) == (want["low"], want["high"]), code


def scored(*lines: dict[str, Any]) -> ScoreReport:
    read = read_results({"results.jsonl": text_of(lines).encode()}, SUITE)
    assert not read.bad
    return ScoreReport(SUITE, read.results, read.about)


def many(code: str, good: int, bad: int, **last: Any) -> list[dict[str, Any]]:
    """Lines of a benchmark with so many passed and failed cases, and one with this answer."""
    met = [True] * good + [False] * bad
    lines = [line(f"case-{n}", code, reply=reply([each])) for n, each in enumerate(met)]
    return [*lines, line("last", code, **last)] if last else lines


def because(report: ScoreReport) -> dict[str, tuple[str, str]]:
    return {each.code: (each.outcome, each.because) for each in report.lines}


def test_a_missed_hard_gate_blocks_what_is_above_it_and_is_named() -> None:
    found = because(scored(*many("A-REF1", 99, 1), *many("A-REF2", 72, 3), *many("A-REF3", 54, 6)))
    assert found["A-REF1"] == ("fail", "at least 1.00 is needed")
    assert found["A-REF"] == ("blocked", "hard gate missed: A-REF1")
    assert found["A"] == ("blocked", "hard gate missed: A-REF1")
    assert found["A-REF3"] == ("fail", "at least 0.95 is needed")
    assert found["A-NEG"] == ("missing", "no result below it")


def test_a_threshold_of_0_is_said_to_pass_every_score(tmp_path: Path) -> None:
    changes = {
        "a-component/A-DEM1.yaml": (("threshold: 0.90", "threshold: 0"),),
        "rubrics/A-DEM.yaml": (("passing_threshold: 0.80", "passing_threshold: 0"),),
    }
    report = check(with_changes(tmp_path, changes))
    lines = text_of(many("A-DEM1", 0, 5)).encode()
    found = because(ScoreReport(report.suite, read_results({"a.jsonl": lines}, report.suite).results, {}))
    assert found["A-DEM1"] == ("pass", "every score passes: the threshold is 0")
    assert found["A-DEM"][1].startswith("every score passes: the threshold is 0")
    for url in ("benchmarks/a-dem1/", "rubrics/a-dem/"):
        assert "every score passes" in page_text(Site(report), url)


def test_a_case_without_a_verdict_leaves_its_benchmark_open_unless_it_fails_anyway() -> None:
    for good, bad in ((100, 0), (95, 5)):
        found = scored(*many("A-REF2", good, bad, failed="the judge timed out"))
        assert because(found)["A-REF2"] == (
            "undecided",
            "1 of 101 cases without a result; at least 0.95 is needed",
        )
        assert found.named("failed") == {"A-REF2": ["last"]}
    assert because(scored(*many("A-REF2", 94, 6, failed="it timed out")))["A-REF2"][0] == "fail"


def test_cases_without_a_verdict_keep_the_rubric_open_that_they_could_turn() -> None:
    met = [*many("A-REF1", 99, 0), *many("A-REF3", 60, 0)]
    lines = [*many("A-REF2", 80, 0), *(line(f"lost-{n}", "A-REF2", failed="timed out") for n in range(80))]
    found = {each.code: each for each in scored(*met, *lines).lines}
    score = found["A-REF"].score
    assert score
    assert score.low < score.high == 1
    assert found["A-REF"].outcome == "undecided"


def test_output_that_cannot_be_read_fails_one_benchmark_and_leaves_the_others() -> None:
    lines = [*many("A-FMT1", 80, 0, unreadable=True), *many("A-REF2", 80, 0, unreadable=True)]
    tallies = scored(*lines).tallies
    assert tallies["A-FMT1"].given == Passed(80, 81)
    assert tallies["A-REF2"].given == Passed(80, 80, unreadable=1)
    assert tallies["A-REF2"].unreadable == ["last"]


def test_a_repeated_case_counts_as_in_its_worst_run() -> None:
    lines = [line("case-1", "A-NEG1", reply=reply([met]), run=run) for run, met in ((1, True), (2, False))]
    counted = scored(*lines).tallies["A-NEG1"]
    assert (counted.given, counted.unsteady) == (Passed(0, 1), ["case-1"])


def test_uncertain_cases_are_named_with_the_score_without_them() -> None:
    counted = scored(*many("A-NEG1", 9, 1, reply=reply([True], uncertain=True))).tallies["A-NEG1"]
    assert counted.uncertain == ["last"]
    assert (counted.given, counted.without_uncertain) == (Passed(9, 11), Passed(9, 10))


def test_too_few_cases_decide_nothing() -> None:
    found = because(scored(*many("A-NEG1", 5, 0)))
    assert found["A-NEG1"] == ("undecided", "5 of the 29 cases that a verdict needs")


@pytest.mark.parametrize("seed", range(10))
def test_results_that_are_kept_are_read_as_the_same(seed: int) -> None:
    about = [{"about": {"judge": "one, at 0", "comment": "x" * 150}}, {"about": {"judge": "other, at 0"}}]
    read = read_results({"r": (text_of(about) + drawn(seed)).encode()}, SUITE)
    assert not read.bad
    assert read_results({"r": read.text.encode()}, SUITE) == read
    assert read.about["judge"] == "one, at 0, other, at 0"


def test_what_is_said_of_failed_cases_is_kept_by_case() -> None:
    found = scored(
        *many("A-NEG1", 1, 1, failed="timed out"),
        line("case-1", "A-NEG1", run=2, reply=reply([True], uncertain=True)),
    ).reasons
    assert found == {
        "A-NEG1": {"case-1": [REASON, f"the label may be wrong {REASON}"], "last": ["timed out"]}
    }
