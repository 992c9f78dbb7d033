"""The report of a run equals an independent reference, and says what decides a verdict."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from benchdocs.rules.check import check
from benchdocs.scoring.admission import refuse_unfit
from benchdocs.scoring.plan import Plan
from benchdocs.scoring.planned_cases import make_plan
from benchdocs.scoring.report import ScoreReport
from benchdocs.scoring.results import CaseOutcome
from benchdocs.site.site import Site
from benchdocs.specs.records import NONE_OF_THE_ABOVE, Label
from benchdocs.suite.cases import NamedCase
from benchdocs.suite.judge_quality import GivenVerdict, judge_quality
from benchdocs.suite.sampling import Passed
from benchdocs.suite.trace_labels import TraceLabels
from support import run_reference
from support.page_findings import text_of as page_text
from support.plain_specs import BENCHMARKS as SPECS
from support.plain_specs import RUBRICS
from support.result_files import ABOUT, DIGEST, REASON, line, planned, read, reply
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
HALVES = {
    "code": ("code",),
    "llm_judge": ("judge",),
    "hybrid": ("code", "judge"),
    "manual_sme": ("expert",),
}
for code, plain in PLAIN.items():
    plain["halves"] = HALVES[SPECS[code]["evaluator_type"]]


FORMS = (
    ("case-{}", "CASE\u2011{}"),
    ("Call {}", "call\u00a0{}"),
    ("stra\u00dfe-{}", "STRASSE\u2010{}"),
    ("Zu\u0308rich {}", "Z\u00dcRICH\u00a0{}"),
)
"""Forms of names in a plan, each with another way to write it."""
ODD = {forms[0].format(n): forms[1].format(n) for n in range(25) for forms in FORMS}
NAMES = [*ODD]


def drawn(seed: int) -> tuple[Plan, list[dict[str, Any]]]:
    """A random plan and lines for it: few or many cases, halves and runs missing, unreadable or uncertain."""
    draw = random.Random(seed)
    codes: dict[str, list[str]] = {name: [] for name in NAMES}
    lines, runs = [], draw.choice((1, 1, 1, 2, 3))
    rates = [draw.choice((0.5, 0.9, 0.98, 1.0)) for _ in range(3)]
    for code, spec in PLAIN.items():
        if draw.random() < draw.choice((0.0, 0.0, 0.1, 0.9)):
            continue
        rate, odd, lost = (
            draw.choice(rates),
            draw.choice((0.0, 0.02, 0.3)),
            draw.choice((0.0, 0.0, 0.02, 0.2)),
        )
        for name in NAMES[: draw.choice((1, spec["least"] - 1, spec["least"], 60))]:
            if draw.random() < 0.99:
                codes[name].append(code)
            for run in range(1, runs + 1):
                for half in spec["halves"]:
                    if draw.random() >= lost:
                        answer = drawn_answer(draw, rate, odd, spec)
                        lines.append(line(name, code, run=run, half=half, **answer))
    draw.shuffle(lines)
    of_source, sources = draw.choice((1, 1, 2, 3)), {}
    if of_source > 1:
        sources = {name: f"source {n // of_source}" for n, name in enumerate(NAMES)}
    named = {}
    for name, asked in codes.items():
        if asked:
            named[name] = NamedCase(tuple(asked), {}, name, source=sources.get(name, ""))
    named = named or {NAMES[0]: NamedCase(("A-NEG2",), {}, "")}
    return make_plan(SUITE, DIGEST, named, runs), lines


def drawn_answer(draw: random.Random, rate: float, odd: float, spec: dict[str, Any]) -> dict[str, Any]:
    met = [draw.random() < rate for _ in range(draw.randint(1, 4))]
    if draw.random() >= odd:
        return {"reply": reply(met, share=spec["item"])}
    odd_ones: tuple[dict[str, Any], ...] = (
        {"failed": "timed out"},
        draw.choice([{"unreadable": True}, {"no_output": "crashed"}]),
        {"reply": reply([], applicable=False)},
        {"reply": reply(met, uncertain=True)},
    )
    return draw.choice(odd_ones)


@pytest.mark.sweep(100)
@pytest.mark.parametrize("batch", range(100))
def test_a_report_equals_the_reference(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        assert_equal_to_reference(*drawn(seed))
        assert_judge_equals_the_reference(random.Random(seed))


def assert_equal_to_reference(plan: Plan, lines: list[dict[str, Any]]) -> None:
    draw = random.Random(len(lines))
    odd = [each | {"case": draw.choice((each["case"], ODD[each["case"]]))} for each in lines]
    twice = draw.choice(odd)  # what is said first counts, until the command refuses the file
    found = read([ABOUT, *odd, twice], SUITE, plan)
    assert not found.bad
    with pytest.raises(
        ValueError, match=f"run.jsonl:{len(odd) + 2}: the same case, benchmark, run and half as"
    ):
        refuse_unfit(found, plan, SUITE, DIGEST)
    asked = {
        "runs": plan.runs,
        "cases": {name: case.benchmarks for name, case in plan.cases.items()},
        "sources": {name: case.source for name, case in plan.cases.items() if case.source},
    }
    expected = run_reference.report(lines, TREE, PLAIN, asked)
    labels = [*drawn_labels(draw, plan)]
    report = ScoreReport(SUITE, found, DIGEST, plan, labels=labels)
    by_code = {each.code: each for each in report.lines}
    assert by_code.keys() == expected.keys()
    for code, want in expected.items():
        own = by_code[code]
        assert own.outcome == want["verdict"], (code, own, want)
        if own.tally:
            given = own.tally.given
            assert (given.share if given else None) == want["score"], code
            counts = len(own.tally.shares), len(own.tally.missing), own.tally.planned
            assert counts == (want["evaluated"], want["missing"], want["planned"]), code
        elif own.score:
            assert (own.score.low, own.score.high) == (want["low"], want["high"]), code
    assert_labels_equal_the_reference(report.people, expected, asked)


def assert_judge_equals_the_reference(draw: random.Random) -> None:
    """A judge's replies to up to 60 cases of a few sources or many."""
    sources = draw.choice((1, 5, 1000))
    given = []
    for _ in range(draw.randint(0, 60)):
        verdicts = draw.choice(("pass", "fail", "uncertain", "not_applicable")), draw.choice([*CaseOutcome])
        given.append(GivenVerdict(*verdicts, f"source {draw.randint(1, sources)}"))
    quality = judge_quality(given)
    for right, side in (("pass", quality.good), ("fail", quality.faulty)):
        assert (side.passed, side.evaluated) == run_reference.judged([*given], right)


def drawn_labels(draw: random.Random, plan: Plan) -> Iterator[Label]:
    """Labels of a third of the names, whether the plan has them or not, written in another way."""
    for name in NAMES:
        if draw.random() < 1 / 3:
            code = draw.choice([NONE_OF_THE_ABOVE, draw.choice([*PLAIN]), *plan.versions])
            yield Label(trace_id=draw.choice((name, ODD[name])), benchmark_code=code)


def assert_labels_equal_the_reference(people: TraceLabels, expected: Any, asked: Any) -> None:
    names = {odd: name for name, odd in ODD.items()}
    counts: dict[str, Counter[str]] = {}
    for label in people.labels:
        trace, code = names.get(label.trace_id or "", label.trace_id or ""), label.benchmark_code or ""
        given = "none" if code == NONE_OF_THE_ABOVE else code
        outcome, failed = run_reference.labeled(trace, given, expected, asked)
        assert (label.outcome, label.failed) == (outcome, failed[:5]), label
        counts.setdefault(code, Counter())[outcome] += 1
    for row in people.rows:
        own = counts.pop(row.code)
        assert row.found == (own["failed"], own["failed"] + own["passed"], 0, 0, 0, ())
        assert row.others == own["open"] + own["absent"]
    assert not counts


def scored(*lines: dict[str, Any]) -> ScoreReport:
    """The report of these lines, whose plan has all of their cases."""
    codes: dict[str, dict[str, None]] = {}
    for each in lines:
        codes.setdefault(each["case"], {})[each["benchmark"]] = None
    named = {name: NamedCase(tuple(asked), {}, name) for name, asked in codes.items()}
    plan = make_plan(SUITE, DIGEST, named, max(each.get("run", 1) for each in lines))
    found = read([ABOUT, *lines], SUITE, plan)
    assert (found.bad, found.repeated) == ((), ())
    return ScoreReport(SUITE, found, DIGEST, plan)


def many(code: str, good: int, bad: int, **last: Any) -> list[dict[str, Any]]:
    """Lines of a benchmark with so many passed and failed cases, and one with this answer, by each half."""
    met = [True] * good + [False] * bad
    lines = []
    for half in PLAIN[code]["halves"]:
        lines += [line(f"case-{n}", code, half=half, reply=reply([each])) for n, each in enumerate(met)]
        if last:
            lines.append(line("last", code, half=half, **last))
    return lines


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
    lines = [
        line(f"case-{n}", "A-DEM1", half=half, reply=reply([False]))
        for n in range(5)
        for half in HALVES["hybrid"]
    ]
    plan = planned(report.suite, {"A-DEM1": 5})
    read_lines = read([ABOUT, *lines], report.suite, plan)
    found = because(ScoreReport(report.suite, read_lines, DIGEST, plan))
    assert found["A-DEM1"] == ("pass", "every score passes: the threshold is 0")
    assert found["A-DEM"][1].startswith("every score passes: the threshold is 0")
    for url in ("benchmarks/a-dem1/", "rubrics/a-dem/"):
        assert "every score passes" in page_text(Site(report), url)


def test_a_case_without_a_verdict_leaves_its_benchmark_open_unless_it_fails_anyway() -> None:
    for good, bad in ((100, 0), (95, 5)):
        found = scored(*many("A-REF2", good, bad, failed="the judge timed out"))
        assert because(found)["A-REF2"] == (
            "undecided",
            "of 101 planned 1 gave no verdict; at least 0.95 is needed",
        )
        assert found.named("no_verdict") == {"A-REF2": ["last"]}
    assert because(scored(*many("A-REF2", 94, 6, failed="it timed out")))["A-REF2"][0] == "fail"


def test_cases_without_a_verdict_keep_the_rubric_open_that_they_could_turn() -> None:
    met = [*many("A-REF1", 99, 0), *many("A-REF3", 60, 0)]
    lost = [line(f"lost-{n}", "A-REF2", failed="timed out") for n in range(80)]
    lines = [*many("A-REF2", 80, 0), *lost]
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
    lines = [line("case-1", "A-NEG2", reply=reply([met]), run=run) for run, met in ((1, True), (2, False))]
    counted = scored(*lines).tallies["A-NEG2"]
    assert (counted.given, counted.unsteady) == (Passed(0, 1), ["case-1"])


def test_too_few_cases_decide_nothing() -> None:
    found = because(scored(*many("A-NEG1", 5, 0)))
    assert found["A-NEG1"] == ("undecided", "5 of the 29 cases that a verdict needs")


def test_what_is_said_of_failed_cases_is_kept_by_case() -> None:
    found = scored(
        *many("A-NEG1", 1, 1, failed="timed out"),
        line("case-1", "A-NEG1", run=2, half="code", reply=reply([True], uncertain=True)),
    ).reasons
    assert found == {
        "A-NEG1": {"case-1": [REASON, f"the label may be wrong {REASON}"], "last": ["timed out"]}
    }
