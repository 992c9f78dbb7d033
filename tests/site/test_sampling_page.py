"""The numbers of "How sure is a pass?" are scipy's, and drawn where they belong."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, log, prod
from pathlib import Path

import pytest
import scipy

from benchdocs.site.views.sampling import (
    SampleSize,
    all_at_once,
    operating_curves,
    sample_size,
    whole_percent,
)
from benchdocs.specs.choices import Criticality
from benchdocs.specs.loading import load
from benchdocs.specs.models import Benchmark
from benchdocs.suite.suite import Suite
from support.paths import BASE
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import table

DEM1 = "a-component/A-DEM1.yaml"
Numbers = dict[tuple[str, str], str]


@pytest.fixture(scope="module")
def page(shipped_site: Path) -> str:
    return (shipped_site / "methodology/how-sure-is-a-pass/index.html").read_text()


def numbers(page: str, id: str) -> Numbers:
    """The cells of a table by the heads of their column and row."""
    rows = re.findall(
        r"<tr>(.*?)</tr>", page.split(f'<table id="table-{id}">')[1].split("</table>")[0], re.DOTALL
    )
    head, *body = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    return {(name, row[0]): cell for row in body for name, cell in zip(head[1:], row[1:], strict=True)}


def figure(page: str) -> str:
    return page.split('<figure class="chart" id="chart-intervals">')[1].split("</figure>")[0]


def marks(page: str) -> list[tuple[str, str, str, float, float]]:
    """Curve, place on the axis, value, and both positions of each mark."""
    mark = r'"curve__mark[^>]* x="([\d.]+)%" y="([\d.]+)"><title>([\d.]+): (.*?)</title>'
    found = re.findall(mark, figure(page))
    names = list(dict.fromkeys(name for name, _ in numbers(page, "intervals")))
    each = len(found) // len(names)
    return [
        (names[index // each], at, value, float(x), float(y)) for index, (x, y, at, value) in enumerate(found)
    ]


def number(text: str) -> float:
    """A value as a number from 0 to 1; a rounded end as the end."""
    bare = float(re.sub(r"&[lg]t;|[<>%]", "", text))
    return bare / 100 if "%" in text else bare


def rounding(text: str) -> float:
    return 0.001 if text.startswith("&") else 0.000501


def test_the_chart_and_its_table_hold_the_same_numbers(page: str) -> None:
    drawn = {(name, at): value for name, at, value, *_ in marks(page)}
    assert drawn == numbers(page, "intervals")
    assert len(drawn) >= 12


def test_the_chart_says_what_it_shows(page: str) -> None:
    drawn = figure(page)
    ((name, title),) = re.findall(r'<figcaption id="([^"]+)">(.+?)</figcaption>', drawn)
    assert title == "True rates that fit a score of 0.90"
    assert f'role="img" aria-labelledby="{name}"' in drawn
    assert title in page.split('<table id="table-intervals">')[1].split("</caption>")[0]


def test_both_ends_of_the_interval_are_one_band(page: str) -> None:
    drawn = figure(page)
    lines = re.findall(r'<polyline class="curve" points="([^"]*)"', drawn)
    (band,) = re.findall(r'<polygon class="curve__band" points="([^"]*)"', drawn)
    assert [sorted(band.split())] == [sorted(" ".join(lines).split())]
    assert len(lines) == 2
    assert drawn.count("curve__key") == 1


def ticks(page: str, y: str) -> list[tuple[float, float]]:
    """Number and position of each tick: those across have a fixed `y`, the others a fixed `x`."""
    found = re.findall(r'class="chart__value" x="([\d.]+)%" y="([\d.]+)"[^>]*>([\d.]+)<', figure(page))
    return [
        (float(text), float(x if y == "243" else at))
        for x, at, text in found
        if (at == "243") == (y == "243")
    ]


def test_every_mark_and_line_is_drawn_where_its_number_belongs(page: str) -> None:
    across, up = ticks(page, "243"), ticks(page, "")

    def on(axis: list[tuple[float, float]], value: float) -> float:
        (low, start), (high, end) = axis[0], axis[-1]
        return start + (value - low) / (high - low) * (end - start)

    lines = re.findall(r'<polyline class="curve" points="([^"]*)"', figure(page))
    names = list(dict.fromkeys(name for name, *_ in marks(page)))
    paths = {
        name: [tuple(map(float, point.split(","))) for point in line.split()]
        for name, line in zip(names, lines, strict=True)
    }
    for name, at, value, x, y in marks(page):
        assert x == pytest.approx(on(across, float(at)), abs=0.01)
        assert y == pytest.approx(on(up, number(value)), abs=0.25), (name, at, value)
        drawn_x, drawn_y = min(paths[name], key=lambda point: abs(13 + 0.084 * point[0] - x))
        if abs(13 + 0.084 * drawn_x - x) < 0.01:
            assert drawn_y + 24 == pytest.approx(y, abs=0.02)


def test_every_number_of_the_chart_is_scipys(page: str) -> None:
    for (name, cases), text in numbers(page, "intervals").items():
        passed, failed = int(cases) * 9 // 10, int(cases) - int(cases) * 9 // 10
        if name == "At most":
            bound = 1 - scipy.stats.beta.ppf(0.05, failed, passed + 1)
            assert text == f"{ceil(bound * 1000) / 1000:.3f}", cases
        else:
            bound = scipy.stats.beta.ppf(0.05, passed, failed + 1)
            assert text == f"{floor(bound * 1000) / 1000:.3f}", cases


def test_the_cases_that_a_claim_takes_are_named(page: str) -> None:
    for rate, none, one in (("0.80", 14, 22), ("0.90", 29, 46), ("0.95", 59, 93), ("0.99", 299, 473)):
        assert f"A true rate of {rate} takes {none} cases if none fails, and {one} if one does." in page
        fewer, enough = scipy.stats.binom.cdf(1, [one - 1, one], 1 - float(rate))
        assert enough <= 0.05 < fewer
        assert float(rate) ** none <= 0.05 < float(rate) ** (none - 1)


def test_what_a_judges_errors_do_to_a_gate_is_named(page: str) -> None:
    words = " ".join(re.sub(r"<[^>]*>", "", page).split())
    passed = [f"{100 * rate**59:.1f}%" for rate in (0.999, 0.99, 0.95)]
    assert passed == ["94.3%", "55.3%", "4.8%"]
    assert (
        f"over 59 cases, it passes {passed[0]} of its runs if the judge passes 0.999 of good records, "
        f"{passed[1]} if it passes 0.99, and {passed[2]} if it passes 0.95." in words
    )
    assert "misses a single one in 10.0% of the runs, and both of two in 1.0% if it errs on one as" in words


def test_which_judges_could_qualify_is_worked_out(page: str) -> None:
    """A judge needs 14 cases on either side, and no reviewer has confirmed any."""
    words = " ".join(re.sub(r"<[^>]*>", "", page).split())
    found = re.search(r"No judge is measured\. Of (\d+) judges, none could qualify by the conf", words)
    confirmed = "that expect a pass or a fail were confirmed"
    rest = re.search(rf"none if all (\d+) cases {confirmed}: each judge has (\d+) to (\d+) on which", words)
    assert found
    assert rest
    suite = shipped_report().suite
    expected: dict[str, Counter[str]] = {}
    for file in suite.cases:
        spec = suite.benchmark[str(file.fields.benchmark)]
        if spec.fields.llm_prompt_file:
            verdicts = Counter(str(case.expected) for case in file.fields.cases or ())
            expected[spec.code] = verdicts
    passing = [verdicts["pass"] for verdicts in expected.values()]
    assert int(found[1]) == len(expected)
    assert int(rest[1]) == sum(verdicts["pass"] + verdicts["fail"] for verdicts in expected.values())
    assert [int(rest[2]), int(rest[3])] == [min(passing), max(passing)]
    assert max(passing) < 14


def test_how_often_a_product_passes_is_worked_out(page: str) -> None:
    words = " ".join(re.sub(r"<[^>]*>", "", page).split())
    chances = {row["Chance to pass at the threshold"] for row in suite_rows(page).values()} - {"100%"}
    low, high = min(chances), max(chances)
    assert f"at the sample sizes of this suite, it passes {low} to {high} of its runs." in words
    one_run = float(scipy.stats.binom.sf(26, 29, 0.9))
    assert f"threshold of 0.90 in {100 * 0.98**29:.1f}% of the runs." in words
    assert f"passes in {100 * one_run:.1f}% of the runs; the best of three runs passes in" in words
    assert f"the best of three runs passes in {100 * (1 - (1 - one_run) ** 3):.1f}%." in words
    assert "is right three times in a row in 94.1% of the cases." in words


def suite_rows(page: str) -> dict[tuple[str, str, str], dict[str, str]]:
    """The rows of the suite's sample sizes, by threshold, cases and what decides: their cells, by head."""
    table_text = page.split('<table id="table-suite">')[1].split("</table>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", table_text, re.DOTALL)
    head, *body = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    cells = [dict(zip(head, row, strict=True)) for row in body]
    return {(row["Threshold"], row["Minimum cases"], row["Decided by"]): row for row in cells}


def test_the_suites_rows_count_every_benchmark_once(page: str) -> None:
    rows = suite_rows(page)
    counted: Counter[tuple[str, str, str]] = Counter()
    for spec in shipped_report().suite.benchmarks:
        threshold, cases, metric = spec.fields.threshold, spec.fields.min_cases, spec.fields.metric
        assert metric
        by = "score, of shares" if metric.unit == "item" else "score"
        counted[f"{threshold:.2f}", f"{cases:f}", by] += 1
    assert {key: int(row["Benchmarks"]) for key, row in rows.items()} == counted
    assert rows["0.90", "29", "score"]["Passes with"] == "27"
    assert rows["0.90", "29", "score"]["Chance to pass at the threshold"] == "43.5%"
    assert rows["1.00", "59", "score"]["Chance to pass at the threshold"] == "100%"


def hoeffding_bound(total: float, cases: int) -> float:
    """The smallest true rate that shares with this sum do not contradict at 95% (Hoeffding 1963)."""
    mean = total / cases

    def excess(rate: float) -> float:
        divergence = scipy.special.rel_entr(mean, rate) + scipy.special.rel_entr(1 - mean, 1 - rate)
        return cases * float(divergence) - log(20)

    return float(scipy.optimize.brentq(excess, 1e-12, mean))


def test_beside_every_threshold_is_how_few_cases_pass_it(page: str, shipped_site: Path) -> None:
    for (threshold, cases, by), row in suite_rows(page).items():
        of = int(cases)
        if by == "score, of shares":
            least = float(threshold) * of
            bound = hoeffding_bound(least, of)
            assert float(row["Passes with"]) == pytest.approx(least)
        else:
            passed = int(row["Passes with"])
            assert passed == ceil(Fraction(threshold) * of)
            bound = scipy.stats.beta.ppf(0.05, passed, of - passed + 1)
        assert row["Shown by just that"] == f"{floor(bound * 1000) / 1000:.3f}"
    for benchmark in shipped_report().suite.benchmarks:
        size = sample_size(benchmark.fields)
        assert size
        html = (shipped_site / f"benchmarks/{benchmark.code.lower()}/index.html").read_text()
        card = html.split("<dt>Threshold</dt>")[1].split("</div>")[0]
        assert f"passes with {size.bare} of {size.cases} cases" in card


def gate_sizes() -> list[tuple[int, int]]:
    """The cases that each hard gate of the shipped suite has to pass, and its cases."""
    sizes = []
    for spec in shipped_report().suite.benchmarks:
        fields = spec.fields
        assert fields.threshold
        assert fields.min_cases
        if fields.criticality is Criticality.HARD_GATE:
            cases = int(fields.min_cases)
            sizes.append((ceil(Fraction(fields.threshold) * cases), cases))
    return sizes


def test_what_all_gates_show_together_is_the_smallest_bound_and_a_corrected_list(page: str) -> None:
    words = " ".join(re.sub(r"<[^>]*>", "", page).split())
    assert {cases for _, cases in gate_sizes()} == {59}
    assert f"no gate's true rate is below {floor(0.05 ** (1 / 59) * 1000) / 1000:.3f}, at 95%." in words
    each = (0.05 / len(gate_sizes())) ** (1 / 59)
    assert f"at once does (Bonferroni): {floor(each * 1000) / 1000:.3f}." in words


def test_the_curves_of_the_suite_lie_on_both_sides_of_its_gates(page: str) -> None:
    shown = numbers(page, "operating-curves")
    rates = ("0.90", "0.95", "0.98", "0.99", "0.995", "0.999")
    assert list(shown) == [
        (name, rate) for rate in rates for name in ("Passes, independent luck", "Passes, shared luck")
    ]
    for rate in rates:
        # With shared luck, gates of 1.00 over 59 cases are the last that a product passes.
        wanted = float(rate) ** 59
        assert number(shown["Passes, shared luck", rate]) == pytest.approx(wanted, abs=0.0101)
        gates = prod(scipy.stats.binom.sf(least - 1, n, float(rate)) for least, n in gate_sizes())
        assert number(shown["Passes, independent luck", rate]) <= gates + 0.02


def test_chances_in_whole_percents_are_never_none_or_all() -> None:
    texts = {0: "<1%", 0.004: "<1%", 0.006: "1%", 0.994: "99%", 0.996: ">99%", 1: ">99%"}
    assert {chance: whole_percent(chance) for chance in texts} == texts


def test_what_no_longer_counts_has_no_part_in_passing_everything(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {DEM1: f"{(BASE / DEM1).read_text()}criticality: hard_gate\nmin_cases: 59\n"})
    suite = Suite(load(root))
    found = all_at_once(suite)
    assert found
    assert (found.gates, found.floor, found.each) == (1, "0.950", ("0.950",))
    assert operating_curves(suite) is None, "a benchmark states no minimum number of cases"
    (root / DEM1).write_text((root / DEM1).read_text() + "status: deprecated\nreplaced_by: A-DEM2\n")
    assert all_at_once(Suite(load(root))) is None


def test_where_a_bound_decides_the_table_says_how_often_nothing_is_decided(tmp_path: Path) -> None:
    files = {}
    for code in ("A-DEM1", "A-DEM2", "A-AUX1"):
        text = (BASE / f"a-component/{code}.yaml").read_text()
        files[f"a-component/{code}.yaml"] = f"{text}min_cases: 29\ndecision: {{method: lower_bound}}\n"
    chart = operating_curves(Suite(load(suite_with(tmp_path, files))))
    assert chart
    names = [curve.name for curve in chart.curves]
    assert names[2:] == ["undecided, independent luck", "undecided, shared luck"]
    passes, undecided = (
        {point.at: number(point.value) for point in chart.curves[place].points} for place in (1, 3)
    )
    # The hard gate A-AUX1 passes a bound at 0.90 only with all 29 cases, and fails it with 22 or fewer.
    assert passes["0.95"] == pytest.approx(0.95**29, abs=0.0051)
    assert undecided["0.95"] == pytest.approx(1 - 0.95**29 - scipy.stats.binom.cdf(22, 29, 0.95), abs=0.0051)


# A benchmark's own row -----------------------------------------------------------------------------------


@table
def test_a_benchmarks_page_has_its_row(
    shipped_site: Path, code: str, cases: int, passed: int, words: str
) -> None:
    page = (shipped_site / f"benchmarks/{code}/index.html").read_text()
    assert words in page
    rows = page.split(f"Chance to pass over {cases} cases</th>")[1].split("</table>")[0]
    found = dict(re.findall(r'<th scope="row">([\d.]+)</th><td class="number">([^<]*%)</td>', rows))
    assert len(found) >= 4
    for rate, chance in found.items():
        wanted = float(scipy.stats.binom.sf(passed - 1, cases, float(rate)))
        assert number(chance) == pytest.approx(wanted, abs=rounding(chance))


def test_by_a_bound_the_row_says_what_the_bound_takes() -> None:
    size = benchmark("0.9", 46, method="lower_bound", level=Decimal("0.95"))
    assert size is not None
    assert (size.least, size.by_bound) == (45, True)
    never = benchmark("0.95", 58, method="lower_bound")
    assert never is not None
    assert never.words.startswith(
        "With the minimum of 58 cases, no product can pass, even if every case passes."
    )
    assert {chance for _, chance in never.chances} == {"0%"}


def test_no_bound_reaches_a_threshold_of_1_so_the_score_decides() -> None:
    size = benchmark("1", 59, method="lower_bound")
    assert size is not None
    assert size.words.startswith("With the minimum of 59 cases, every case has to pass.")
    assert size.words.endswith("No number of cases shows a true rate of 1.")


def test_without_fewest_cases_only_the_claim_is_worked_out() -> None:
    size = benchmark("0.95", None)
    assert size is not None
    assert (size.chances, size.words) == (
        (),
        "To show a true rate of 0.95 takes 59 cases if none fail, 93 if one fails, or 124 if two fail.",
    )
    rare = benchmark("0.99999999", None)
    assert rare is not None
    assert rare.words == "It takes more than 1,000,000 cases to show a true rate of 0.99999999."


@pytest.mark.parametrize(("threshold", "cases"), [(None, 29), ("0.9", 10**9), (f"0.{'9' * 400}", 29)])
def test_numbers_out_of_all_bounds_have_no_row(threshold: str | None, cases: int) -> None:
    assert benchmark(threshold, cases, method="lower_bound") is None


def benchmark(threshold: str | None, cases: int | None, **decision: object) -> SampleSize | None:
    fields = {
        "threshold": threshold and Decimal(threshold),
        "min_cases": cases and Decimal(cases),
        "decision": decision or None,
    }
    return sample_size(Benchmark.model_validate(fields))
