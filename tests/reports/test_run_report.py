"""The report of a run says first whether to release, and says the same in every form."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import scipy
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as some
from playwright.sync_api import Browser, Request

from benchdocs.mkdocs_adapter import theme
from benchdocs.reports.scores import forms
from benchdocs.reports.scores.data import score_json
from benchdocs.reports.scores.forms import score_html, score_markdown, score_text
from benchdocs.reports.scores.summary import Summary
from benchdocs.rules.check import check
from benchdocs.scoring.report import ScoreReport
from benchdocs.specs.numbers import shown_score
from benchdocs.suite.suite import is_in_use
from support.browser import REFUSALS
from support.elements import parsed
from support.result_files import DIGEST, line, planned, read, reply, run_lines
from support.shipped import shipped_report
from support.suites import base_with, suite_with
from support.tables import table

SUITE = shipped_report().suite
ITEMS = [code for code, spec in SUITE.benchmark.items() if spec.fields.has_shares]
NEEDED = {code: int(spec.fields.min_cases or 1) for code, spec in SUITE.benchmark.items() if is_in_use(spec)}
HYBRIDS = {code for code, spec in SUITE.benchmark.items() if spec.fields.evaluator_type == "hybrid"}
ABOUT = {"product": "Synthetic 1.0", "judge": "a synthetic judge"}


def run(
    changed: Mapping[str, str], cases: Mapping[str, int], *, has_plan: bool = True, **about: str
) -> ScoreReport:
    """A run of the shipped suite in which every planned case passes but those that are changed."""
    numbers = {code: number for code, number in {**NEEDED, **cases}.items() if number}
    letters = {code: changed.get(code, f"p{number}") for code, number in numbers.items()}
    halves = {
        code: {"code": text, "judge": text} if code in HYBRIDS else text for code, text in letters.items()
    }
    plan = planned(SUITE, numbers)
    found = read([{"about": ABOUT | about}, *run_lines(halves, ITEMS)], SUITE, plan)
    assert not found.bad
    return ScoreReport(SUITE, found, DIGEST, plan if has_plan else None)


def groups(screen: Summary) -> dict[str, list[str]]:
    """The codes of what blocks, fails and is open, each with the sign of its gate."""
    return {
        group.kind: [entry.line.code + screen.gates[entry.line.code] for entry in group.entries]
        for group in screen.groups
    }


@table
def test_the_answer(
    changed: dict[str, str],
    cases: dict[str, int],
    has_plan: bool,
    answer: str,
    because: str,
    listed: dict[str, list[str]],
) -> None:
    report = run(changed, cases, has_plan=has_plan)
    screen = Summary(report)
    assert (screen.answer, screen.because) == (answer, because)
    found = groups(screen)
    for kind, codes in listed.items():
        assert found.get(kind, []) == codes
    assert score_html(report).count(answer) == 1
    assert answer in score_text(report)
    assert answer in score_markdown(report)
    assert json.loads(score_json(report))["release"]["answer"] == answer


def test_what_is_open_says_what_would_decide_it() -> None:
    screen = Summary(run({"A-SEP1": "p56 -3", "A-NEG2": "p18 -1"}, {"A-OBS1": 22}))
    [group] = screen.groups
    assert [(entry.line.code, entry.words) for entry in group.entries] == [
        ("A-OBS1", "a new plan with at least 59 new cases decides"),
        ("A-SEP1", "of 59 planned 3 without a line; at least 0.95 is needed"),
        ("A-NEG2", "of 19 planned 1 without a line; at least 0.85 is needed"),
    ]
    assert group.closing == (
        "What is open lacks 4 results: run these, and score again. With too few cases: 1 benchmark. Only "
        "a new plan can decide, since no case is added to a run. While a ◆ is open, nothing is released."
    )
    total = sum(NEEDED.values()) - 37
    assert screen.counts == {
        "planned": total,
        "evaluated": total - 4,
        "failed": 0,
        "not readable": 0,
        "without a result": 4,
    }


def test_what_is_open_for_unread_outputs_or_for_want_of_a_judge_says_so() -> None:
    [group] = Summary(run({"A-NEG2": "x1 p18", "A-NEG3": "c2 p12"}, {})).groups
    assert group.closing == "Without a readable output of each case: 2 benchmarks. Only a new run can decide."
    [group] = Summary(run({"A-NEG2": "p18 -1"}, {})).groups
    assert group.closing == "What is open lacks 1 result: run it, and score again."
    plan = planned(SUITE, {"A-NEG1": 2})
    for about in ({"product": "P 1"}, ABOUT):
        lines = run_lines({"A-NEG1": {"code": "p2"}})
        screen = Summary(ScoreReport(SUITE, read([{"about": about}, *lines], SUITE, plan), DIGEST, plan))
        lacks = "judge" not in about
        assert ("No judge was asked, so what a judge has to tell is open." in screen.notes) is lacks
        how = "give the run a judge, run these, and score again" if lacks else "run these, and score again"
        assert f"What is open lacks 2 results: {how}." in screen.groups[-1].closing


def test_a_failing_benchmark_says_how_many_of_its_cases_passed_were_evaluated_and_planned() -> None:
    [group] = Summary(run({"A-NEG2": "f7 p2 -10"}, {})).groups
    assert group.title == "Fails, but does not block release"
    assert group.entries[0].words == "2 of 9 pass (19 planned), score 0.22; at least 0.85 is needed"


@table
def test_what_a_reader_has_to_know_is_in_every_form(
    changed: dict[str, Any], about: dict[str, str], more: list[str], says: str
) -> None:
    """`changed` has letters by benchmark, or by half of a hybrid; `more` names cases that are not planned."""
    letters = {"A-NEG1": {"code": "p29", "judge": "p29"}, "A-NEG2": "p19"} | changed
    plan = planned(SUITE, {"A-NEG1": 29, "A-NEG2": 19})
    lines = [line(case, "A-NEG2", reply=reply([True])) for case in more]
    found = read([{"about": ABOUT | about}, *run_lines(letters), *lines, {"cas": 1}], SUITE, plan)
    report = ScoreReport(SUITE, found, DIGEST, plan)
    for text in (score_text(report), score_markdown(report), score_html(report), score_json(report)):
        assert says in text
        assert "Lines that cannot be used: 1." in text


@pytest.mark.parametrize("gates", ["A-DEM1", "A-DEM", "A-DEM, A-DEM1"])
def test_what_may_never_happen_comes_first(tmp_path: Path, gates: str) -> None:
    guidelines = (
        "\nevaluation_guidelines:\n  critical_requirements:\n"
        f"    - {{text: No sentence is invented., enforced_by: [{gates}], never_event: true}}\n"
    )
    files = {"rubrics/A-DEM.yaml": base_with("rubrics/A-DEM.yaml", end=guidelines)}
    suite = check(suite_with(tmp_path, files)).suite
    plan = planned(suite, {"A-DEM1": 29, "A-DEM2": 29})
    found = read(run_lines({"A-DEM1": {"code": "f1 p28", "judge": "f1 p28"}}), suite, plan)
    report = ScoreReport(suite, found, DIGEST, plan)
    says = "No sentence is invented. It fails in 1 case: case-0"
    [event] = Summary(report).groups[0].entries
    assert (event.line.code, event.words) == ("A-DEM1", says)
    for text in (score_text(report), score_html(report)):
        first, rest = text.split("May never happen, and did")
        assert "A-DEM" not in first.partition("<body>")[2]
        assert says in rest


def test_a_report_shows_the_score_that_fails() -> None:
    [entry] = Summary(run({"A-FCT1": "f3 p26"}, {})).groups[0].entries
    assert entry.words == "26 of 29 pass, score 0.897; at least 0.90 is needed"


def test_bounds_are_rounded_outward() -> None:
    """Where all of 29 pass, at least 0.05 ** (1 / 29) = 0.90186; where all fail, at most 1 less than that."""
    text = score_text(run({"A-NEG1": "f29", "A-FCT2": "p29"}, {}))
    bounds = {row.split()[0]: row for row in text.splitlines() if " at most " in row}
    assert "  at least 0.901, at most 1.000  " in bounds["A-FCT2"]
    assert "  at least 0.000, at most 0.099  " in bounds["A-NEG1"]


def test_text_around_replies_is_counted() -> None:
    plan = planned(SUITE, {"A-NEG2": 2})
    lines = [line(f"case-{n}", "A-NEG2", reply=reply([True]), trimmed=True) for n in range(2)]
    report = ScoreReport(SUITE, read(lines, SUITE, plan), DIGEST, plan)
    assert "Text around the reply was dropped in 2 answers of the judge." in Summary(report).notes


@table
def test_a_score_is_never_rounded_across_its_threshold(
    passed: int, cases: int, threshold: str, text: str
) -> None:
    assert shown_score(Fraction(passed, cases), Decimal(threshold)) == text


@given(some.integers(1, 5000), some.data(), some.decimals(0, 1, places=2))
def test_no_score_is(cases: int, data: some.DataObject, threshold: Any) -> None:
    score = Fraction(data.draw(some.integers(0, cases)), cases)
    text = Fraction(shown_score(score, threshold))
    assert (text >= Fraction(threshold)) == (score >= Fraction(threshold))
    assert (text == 1) == (score == 1)
    assert abs(text - score) <= Fraction(1, 200)


def test_the_map_has_every_benchmark_once_with_its_share_and_the_table_says_the_same() -> None:
    html = score_html(run({"A-UNC1": "f2 p57", "A-NEG2": "f6 p13", "A-SEP1": "p56 -3"}, {"A-CMP7": 0}))
    parts = re.findall(r'<a class="cell (\w+)" title="[^"]*" href="#([\w-]+)"', html)
    assert sorted(code for _, code in parts) == sorted(NEEDED)
    odd = {code: kind for kind, code in parts if kind != "pass"}
    assert odd == {"A-UNC1": "block", "A-NEG2": "fail", "A-SEP1": "open", "A-CMP7": "none"}
    rows = dict(re.findall(r'<tr id="([\w-]+)".*?<span class="verdict (\w+)"', html, re.DOTALL))
    assert all(rows[code] == kind for kind, code in parts)
    columns = re.findall(r'<li style="--share: ([\d.]+)">\n<div><a', html)
    assert len(columns) == 17
    assert sum(map(float, columns)) == pytest.approx(1, abs=1e-4)
    in_whole = 1 / 2.1
    assert float(columns[0]) == pytest.approx(0.125 * in_whole, abs=1e-5)


def test_failed_cases_are_listed_with_reasons_blocking_ones_first_and_open() -> None:
    html = score_html(run({"A-NEG2": "f6 p13", "A-UNC1": "f2 p57", "A-FCT1": "f1 p28"}, {}))
    details = re.findall(r'<details id="failed-([\w-]+)"( open)?>', html)
    assert details == [("A-UNC1", " open"), ("A-NEG2", ""), ("A-FCT1", "")]
    assert "1 benchmark with failed cases" in html
    blocked = html.split('id="failed-A-UNC1"')[1].split("</details>")[0]
    assert blocked.count("<tr>") == 3  # with the head
    assert "2 of 59 failed" in blocked


BAD = '</title><script>fetch("https://example.org")</script><img src=x onerror=alert(1)>'
ODD = "safe\u202egnp.exe \x1b[31mred\x1b[0m " + "w" * 160


def hostile() -> ScoreReport:
    """A run whose product, cases and reasons are written to harm whoever reads the report."""
    name = '<img src="https://example.org/x">'
    report = run(
        {"A-UNC1": "f2 p57"}, {}, product="</h1><script>alert(1)</script>", comment=f"*{name}* [a](b)"
    )
    reasons = {name: BAD, "w" * 200: ODD}
    lines = [line(case, "A-NEG2", reply=reply([False]) | {"reason": why}) for case, why in reasons.items()]
    plan = planned(SUITE, {"A-NEG2": 2})
    assert report.plan
    plan = plan.model_copy(update={"cases": dict(zip(reasons, plan.cases.values(), strict=True))})
    found = read([{"about": report.results.about}, *lines], SUITE, plan)
    assert not found.bad
    return ScoreReport(SUITE, found, DIGEST, plan)


def test_what_files_say_is_text_in_every_form() -> None:
    report = hostile()
    html, text = score_html(report), score_text(report)
    markdown = score_markdown(report)
    found = {element.tag for element in parsed(html).iter()}
    assert not found & {"script", "img", "link", "iframe", "object", "form"}
    for written in (html, text, markdown):
        assert all(each.isprintable() or each == "\n" for each in written)
        assert "safe\\u202egnp.exe" in written.replace("\\\\", "\\")
    assert not re.search(r"(?<!\\)<(?!!-- -->)", markdown)
    assert "Would you release &lt;/h1&gt;&lt;script&gt;alert(1)" in html


def _note(asked: list[str], request: Request) -> None:
    asked.append(request.url)


BROKEN_NUMBERS = """[...document.querySelectorAll(".map .cell")].filter(cell => {
    const range = document.createRange(), node = cell.lastChild;
    const [number] = node.data?.trim().match(/[0-9]+$/) ?? [""];
    range.setStart(node, node.data?.lastIndexOf(number) ?? 0);
    range.setEnd(node, range.startOffset + number.length);
    return range.getClientRects().length > 1;
}).map(cell => cell.textContent)"""
LOOKS = ((320, "light"), (375, "dark"), (1280, "light"), (1280, "dark"))


def test_the_page_asks_for_nothing_runs_nothing_and_fits_a_phone(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    shown = run({"A-UNC1": "f2 p57", "A-SEP1": "p156 -3"}, {"A-CMP7": 0, "A-REF1": 1999, "A-SEP1": 159})
    for report in (hostile(), shown):
        file.write_text(score_html(report), encoding="utf-8")
        tab = browser.new_page()
        tab.add_init_script(REFUSALS)
        asked: list[str] = []
        tab.on("request", partial(_note, asked))
        tab.goto(file.as_uri())
        assert tab.evaluate("refused") == []
        for width, scheme in LOOKS:
            tab.set_viewport_size({"width": width, "height": 800})
            tab.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
            assert tab.evaluate(BROKEN_NUMBERS) == []
        assert asked == [file.as_uri()]
        tab.close()


def test_the_page_can_be_read_by_everyone(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(score_html(run({"A-UNC1": "f2 p57", "A-SEP1": "p56 -3"}, {"A-CMP7": 0})), "utf-8")
    tab = browser.new_page()
    tab.goto(file.as_uri())
    tab.evaluate(Axe().axe_script)
    for width, scheme in LOOKS[::3]:
        tab.set_viewport_size({"width": width, "height": 800})
        tab.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        violations = tab.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        assert [(each["id"], each["nodes"][0]["html"][:150]) for each in violations] == []
    tab.close()


def test_the_colors_are_those_of_the_site() -> None:
    def colors(path: Path) -> dict[str, str]:
        return dict(re.findall(r"(--[\w-]+): (light-dark\([^;]+\));", path.read_text("utf-8")))

    site = colors(Path(theme.__file__).parent / "stylesheets/site.css")
    site |= {"--ink": site["--md-default-fg-color"], "--paper": site["--md-default-bg-color"]}
    own = colors(Path(forms.__file__).parent / "templates/report.css")
    assert len(own) == 10
    assert own.items() <= site.items()


def test_a_product_that_failed_is_told_from_a_judge_that_did() -> None:
    """Each in its own list, in the words of what failed."""
    plan = planned(SUITE, {"A-FMT1": 3, "A-NEG2": 3})
    found = read([{"about": ABOUT}, *run_lines({"A-FMT1": "c1 p2", "A-NEG2": "c1 e1 p1"})], SUITE, plan)
    report = ScoreReport(SUITE, found, DIGEST, plan)
    text = score_text(report)
    of_product = text.split("The product failed or took too long, so there is no output\n")[1].split("\n\n")[
        0
    ]
    assert of_product == "  case-0: RuntimeError: the product crashed"
    of_judge = text.split(
        "No verdict: the judge, the harness or a script failed, or the line cannot be used\n"
    )
    assert of_judge[1].split("\n\n")[0] == "  A-NEG2: case-1 (timed out)"
    assert report.tallies["A-FMT1"].fails == ["case-0"]
    assert (report.tallies["A-NEG2"].left_out, report.tallies["A-NEG2"].no_verdict) == (
        ["case-0"],
        ["case-1"],
    )
    summary = json.loads(score_json(report))["summary"]
    assert (summary["cases_without_output"], summary["cases_without_result"]) == (1, 0)


def test_newly_failing_hard_gates_come_first_against_an_earlier_run() -> None:
    before = run({"A-REF1": "f1 p58"}, {})
    after = run({"A-REF1": "f2 p57", "A-UNC1": "f1 p58", "A-NEG2": "f6 p13"}, {})
    text = score_text(after, before)
    first = text.split("\n\n")[1].splitlines()
    assert first[0] == "✕ Newly failing hard gates: 1"
    assert first[1].startswith("  A-UNC1 ◆ ")
    assert first[1].endswith(": pass → fail; 58 of 59 pass")
    html = score_html(after, before)
    assert html.index("Newly failing hard gates") < html.index('class="counts"')
    assert "another judge" not in text
    other = run({}, {}, judge="another synthetic judge")
    notes = [*Summary(other, before).notes]
    assert "Against the earlier run, no hard gate fails newly." in notes
    assert "The earlier run had another judge, a synthetic judge: it may be what made a difference." in notes


def test_bounds_of_all_hard_gates_at_once_are_a_list() -> None:
    gates = [code for code, spec in SUITE.benchmark.items() if spec.fields.criticality == "hard_gate"]
    report = run({"A-REF1": "f1 p58", "A-UNC1": "p50 -9"}, {"A-SFT1": 0})
    each = 0.05 / len(gates)
    wanted = dict.fromkeys(gates, scipy.stats.beta.ppf(each, 59, 1))
    wanted |= {"A-REF1": scipy.stats.beta.ppf(each, 58, 2), "A-UNC1": scipy.stats.beta.ppf(each, 50, 10)}
    wanted["A-SFT1"] = 0
    assert report.gate_bounds == pytest.approx(wanted, abs=1e-9)
    title = "True rates of the hard gates at 95%"
    entries = score_text(report).split(f"{title}\n")[1].split("\n\n")[0]
    assert "  the worst of them: at least 0.000" in entries
    assert "  at least 0.876 each, all at once (Bonferroni): A-REF1" in entries
    assert "  at least 0.000 each, all at once (Bonferroni): A-SFT1" in entries
    assert json.loads(score_json(report))["gate_bounds"]["A-REF1"] == pytest.approx(
        wanted["A-REF1"], abs=1e-6
    )
    assert title in score_html(report)


def test_the_order_of_results_changes_nothing() -> None:
    report = run({"A-UNC1": "f2 p57", "A-NEG2": "u3 f2 p14", "A-SEP1": "p56 -3"}, {})
    assert report.plan
    lines = [{"about": ABOUT}]
    halves = {"A-UNC1": {"code": "f2 p57", "judge": "f2 p57"}, "A-NEG2": "u3 f2 p14"}
    lines += run_lines(halves)
    pages = set()
    for seed in range(3):
        random.Random(seed).shuffle(lines)
        pages.add(score_html(ScoreReport(SUITE, read(lines, SUITE, report.plan), DIGEST, report.plan)))
    assert len(pages) == 1
