"""The page of each recorded run, the list of all, and the newest on home; nothing without records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import Markup

from benchdocs.history.log import read_log
from benchdocs.mkdocs_adapter.navigation import navigation
from benchdocs.rules.check import check
from benchdocs.site.page import body
from benchdocs.site.site import Site
from benchdocs.suite.cases import named_cases
from support.case_files import CASE_FILES, WITH_LABEL
from support.commands import run
from support.repositories import Repository
from support.run_records import record
from support.suites import suite_in, suite_with
from support.tables import table

PASSING, BLOCKED, OUTDATED = "3-passing", "2-blocked", "1-outdated"
LABELS = """trace_id,benchmark_code,severity,note
case-0,A-AUX1,high,late <b>by far</b>
case-1,A-AUX1,,not late
case-2,NONE_OF_THE_ABOVE,low,<script>rude</script>
case-9,A-DEM1,,
"""
"""What people said of the run that is blocked."""
DOUBT = "Nobody has measured the judge for 2 benchmarks."


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration suite with three runs: one before a change that affects scores, two after it."""
    repository = Repository(tmp_path_factory.mktemp("runs") / "suite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1769860800")
        record(repository.root, OUTDATED, product="Product 0", failing={"A-DEM1"})
        repository.commit("A run")
        repository.edit("a-component/A-DEM1.yaml", "threshold: 0.90", "threshold: 0.70\nversion: 2")
        repository.edit("a-component/A-DEM1.yaml", ">=0.90", ">=0.70")
        repository.commit("A-DEM1 asks for less")
        repository.edit("a-component/A-AUX1.yaml", "concept:", "# Times are as said.\nconcept:")
        repository.edit(
            "a-component/A-DEM2.yaml", "weight: 0.5", "weight: 0.5\nrationale: It can be counted."
        )
        repository.commit("A reason and a comment")
        record(repository.root, BLOCKED, failing={"A-AUX1"}, product="Product 1")
        labels = repository.root.parent / "labels.csv"
        labels.write_text(LABELS)
        results = repository.root.parent / f"run-{BLOCKED}/results.jsonl"
        run("score", "--root", repository.root, results, "--labels", labels, "--record", "of-blocked")
        record(repository.root, PASSING, product="Product 2")
        repository.commit("Two runs")
    return repository.root


@pytest.fixture(scope="module")
def pages(root: Path) -> dict[str, str]:
    """All pages as HTML, by address."""
    site = Site(check(root), history=read_log(root))
    return {page.url: body(page.sections) for page in site.pages}


def text(html: str) -> str:
    """What a page says, the cells of its tables apart."""
    return Markup(re.sub(r"(</t[dh]>|<br>)", r"\1 ", html)).striptags().replace("\xa0", " ")


def test_the_suite_with_its_three_runs_has_no_finding(root: Path) -> None:
    assert check(root).findings == ()


def test_each_run_has_a_page_and_the_list_leads_to_all_the_newest_first(pages: dict[str, str]) -> None:
    names = [PASSING, BLOCKED, OUTDATED]
    addresses = {url for url in pages if url.startswith("runs/")}
    assert addresses == {"runs/", "runs/labels/", *(f"runs/{name}/" for name in names)}
    assert re.findall(r'<th scope="row"><a href="([^"]*)">', pages["runs/"]) == [f"{name}/" for name in names]
    shown = text(pages["runs/"])
    assert "3 recorded runs" in shown
    assert 'What people said of cases: <a href="labels/">Labels by people</a>' in pages["runs/"]
    assert re.findall(r"[●◐○] \w+", shown) == ["● Comparable", "● Comparable", "◐ Partly"]
    assert shown.count(DOUBT) == 2, "what passes rests on the judge, and what is blocked is blocked"


@table
def test_a_page_answers_its_question_first(
    pages: dict[str, str], name: str, answer: str, because: str
) -> None:
    shown = text(pages[f"runs/{name}/"])
    start = shown.index("Would you release Product ")
    assert shown[start:].partition("?")[2].strip().startswith(answer)
    assert because in shown


def test_what_blocks_fails_or_is_open_is_listed_with_its_numbers(pages: dict[str, str]) -> None:
    blocked, outdated = pages[f"runs/{BLOCKED}/"], pages[f"runs/{OUTDATED}/"]
    assert "✕ Blocks 1 A-AUX1 Missing time announced ◆ 3 of 4 pass, 0.75; needs 0.90" in text(blocked)
    assert "Fails, but does not block 1 A-DEM1 Arrival time recorded 3 of 4 pass, 0.75" in text(outdated)
    assert "needs" not in text(outdated), "the threshold is another one now"
    facts = " ".join(text(blocked.replace("</d", " </d")).split())
    assert "Overall score of A 0.94 0.80 is needed today" in facts
    assert "12 planned 12 run 1 ✕ failed 0 – without a result" in text(blocked)


def test_the_map_shows_every_benchmark_with_what_it_came_to(pages: dict[str, str]) -> None:
    cells = re.findall(r'<a class="cell cell--(\w+)" href="[^"]*" title="([^:"]*)', pages[f"runs/{BLOCKED}/"])
    assert cells == [
        ("pass", "A-DEM1 Arrival time recorded"),
        ("pass", "A-DEM2 Departure time recorded"),
        ("block", "A-AUX1 Missing time announced"),
    ]
    assert "4/<wbr>4" in pages[f"runs/{BLOCKED}/"]
    assert '◆ <span class="map__count">3/<wbr>4</span>' in pages[f"runs/{BLOCKED}/"]


def test_failed_cases_stand_with_what_was_said_of_them_and_by_whom(pages: dict[str, str]) -> None:
    failed = text(pages[f"runs/{BLOCKED}/"].partition('id="failed"')[2])
    assert "1 of 12, in 1 benchmark. What blocks comes first." in failed
    assert "case-0 A synthetic reply of a test, which says nothing of any product. judge" in failed
    assert 'id="failed"' not in pages[f"runs/{PASSING}/"]


def test_a_failed_case_leads_to_where_the_suite_has_it(tmp_path: Path) -> None:
    suite = suite_with(tmp_path / "suite", {**CASE_FILES, **WITH_LABEL})
    record(suite, "run", failing={"A-DEM1", "A-DEM2"})
    name = next(iter(named_cases(suite_in(suite))))
    path = suite / "runs/run.yaml"
    path.write_text(path.read_text().replace('"A-DEM1", "case": "case-0"', f'"A-DEM1", "case": "{name}"'))
    pages = {page.url: page for page in Site(check(suite)).pages}
    html = body(pages["runs/run/"].sections)
    assert f'<a href="../../prompts/arrival/#case-{name}">{name}</a>' in html
    assert f'id="case-{name}"' in body(pages["prompts/arrival/"].sections)
    assert '<th scope="row">case-0</th>' in html, "no case of the suite"


def test_what_changed_since_a_run_is_named_with_the_commit_that_can_change_a_score(
    pages: dict[str, str],
) -> None:
    since = text(pages[f"runs/{OUTDATED}/"].partition('id="since"')[2]).replace("\xa0", " ")
    assert "A-DEM1 Arrival time recorded version 1 → 2 ■ " in since
    assert "A-DEM1 asks for less ○ no longer comparable" in since
    assert "2 other results compare with today’s." in since
    assert "1 of 3 results no longer compare with today’s suite." in text(pages[f"runs/{OUTDATED}/"])
    assert 'id="since"' not in pages[f"runs/{BLOCKED}/"]


def test_benchmarks_that_changed_for_no_known_reason_share_a_row(tmp_path: Path) -> None:
    suite = suite_with(tmp_path / "suite")
    record(suite, "run")
    path = suite / "runs/run.yaml"
    path.write_text(re.sub(r'("suite": {"digest"|"content"): "\w+"', rf'\1: "{"0" * 64}"', path.read_text()))
    (page,) = (page for page in Site(check(suite)).pages if page.url == "runs/run/")
    since = text(body(page.sections).partition('id="since"')[2])
    why = "the same version, but another content; no commit tells why: A-DEM1, A-DEM2, A-AUX1"
    assert f"3 benchmarks {why} ○ no longer comparable" in " ".join(since.split())
    assert "still version" not in since


def test_home_names_the_newest_run_with_its_answer(pages: dict[str, str]) -> None:
    line = "Newest run, 2026-01-31: Product 2. Would you release it? ✓ Nothing in this suite stops it."
    assert f"{line} {DOUBT}" in text(pages[""])


def test_what_a_record_says_stays_text(tmp_path: Path) -> None:
    suite = suite_with(tmp_path / "suite")
    said = "<script>alert(1)</script> <img src=x onerror=alert(1)> and so on, for as long as it takes"
    record(suite, "odd", product="<b>P</b> & 1", settings="<i>0</i>", failing={"A-AUX1"}, why=said)
    (page,) = (page for page in Site(check(suite)).pages if page.url == "runs/odd/")
    html = body(page.sections)
    assert "Would you release &lt;b&gt;P&lt;/b&gt; &amp; 1?" in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &lt;img" in html
    assert not re.search(r"<script|<img|<b>P|<i>0", html)


def test_without_a_record_nothing_tells_of_runs(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path)))
    assert not [page.url for page in site.pages if page.url.startswith("runs")]
    assert "Newest run" not in body(site.page["index.md"].sections)
    assert "Runs" not in str(navigation([page.path for page in site.pages], []))


def test_the_navigation_has_a_tab_where_there_is_a_record(root: Path) -> None:
    paths = [page.path for page in Site(check(root)).pages]
    assert {"Runs": ["runs/index.md", {"Labels by people": "runs/labels.md"}]} in navigation(paths, [])


def test_a_run_of_which_a_benchmark_went_stays_readable(tmp_path: Path) -> None:
    suite = suite_with(tmp_path / "suite")
    record(suite, "old")
    file = suite / "a-component/A-DEM2.yaml"
    file.write_text(file.read_text() + "status: deprecated\n")
    (page,) = (page for page in Site(check(suite)).pages if page.url == "runs/old/")
    assert "○ no longer comparable" in text(body(page.sections))


@table
def test_a_preview_leaves_out_what_has_no_page(tmp_path: Path, path: str, old: str, new: str) -> None:
    suite = suite_with(tmp_path / "suite")
    record(suite, "run")
    whole = (suite / "runs/run.yaml").read_text()
    assert old in whole
    (suite / path).parent.mkdir(exist_ok=True)
    (suite / path).write_text(whole.replace(old, new))
    pages = [page for page in Site(check(suite)).pages if page.url.startswith("runs")]
    assert all(page.sections for page in pages)
    left = set() if path == "runs/run.yaml" else {"runs/", "runs/run/"}
    assert {page.url for page in pages} == left


# Labels by people -----------------------------------------------------------------------------------


def test_labels_have_a_page_with_a_count_for_each_code(pages: dict[str, str]) -> None:
    shown = " ".join(text(pages["runs/labels/"]).split())
    assert (
        "People gave 4 cases a label. Of 2 with a code and a verdict, the run fails 1 by that code." in shown
    )
    assert "1 fault fits no benchmark." in shown
    for row in (
        "A-AUX1 Missing time announced 1 of 2 0.50 at least 0.025, at most 0.975",
        "A-DEM1 Arrival time recorded 0 of 0, 1 without a verdict – at least 0.000, at most 1.000",
        "NONE_OF_THE_ABOVE any benchmark 0 of 1 0.00 at least 0.000, at most 0.950",
        "kappa 0.40, from",
    ):
        assert row in shown
    assert f'<a href="../{BLOCKED}/">Product 1</a>' in pages["runs/labels/"]


def test_what_people_could_not_place_and_what_the_run_passes_are_listed(pages: dict[str, str]) -> None:
    html = pages["runs/labels/"]
    unplaced, _, missed = html.partition('id="missed"')
    assert "case-2 low: <script>rude</script> none" in words(unplaced.partition('id="unplaced"')[2])
    assert "case-1 A-AUX1 not late none" in words(missed)
    assert "case-9" in words(missed.partition('id="absent"')[2])
    assert not re.search(r"<script>rude|<b>by", html)


def words(html: str) -> str:
    return " ".join(text(html).split())


def test_a_suite_whose_runs_nobody_labeled_has_no_page_of_labels(tmp_path: Path) -> None:
    suite = suite_with(tmp_path / "suite")
    record(suite, "run")
    pages = {page.url: page for page in Site(check(suite)).pages}
    assert "runs/labels/" not in pages
    assert "people" not in text(body(pages["runs/"].sections)).casefold()


def test_several_records_of_labels_are_on_one_page_the_newest_first(tmp_path: Path) -> None:
    suite = suite_with(tmp_path / "suite")
    folder = suite / "runs/labels"
    folder.mkdir(parents=True)
    for name, day in (("a", "2026-01-31"), ("b", "2026-01-30")):
        entry = "{trace_id: case-1, benchmark_code: A-DEM1, outcome: absent}"
        head = f'product: Product {name}\ndate: {day}\nplan: "{"0" * 64}"\n'
        (folder / f"{name}.yaml").write_text(f"{head}labels:\n  - {entry}\n")
    site = Site(check(suite))
    (page,) = (page for page in site.pages if page.url.startswith("runs"))
    shown = words(body(page.sections))
    assert "a, the newest" in shown
    assert "b: Product b, 2026-01-30" in shown
    assert {"Runs": [{"Labels by people": "runs/labels.md"}]} in navigation([page.path], [])


# Results over runs ----------------------------------------------------------------------------------


def results(pages: dict[str, str], url: str) -> str:
    return pages[url].partition('id="results"')[2].partition("<h2")[0]


def test_a_benchmark_has_its_results_with_bounds_and_what_no_longer_compares(pages: dict[str, str]) -> None:
    html = results(pages, "benchmarks/a-dem1/")
    shown = " ".join(text(html).split())
    assert "Results over 3 runs" in shown
    assert "Newest run✓ 4 of 4 3 runs" in " ".join(text(pages["benchmarks/a-dem1/"]).split())
    assert "Newest: ✓ passes with 4 of 4 cases, 2026-01-31, Product 2." in shown
    assert html.count("results__was") == 1, "the oldest run asked for more"
    assert "3-passing Product 2 2 4 of 4 1.00 at least 0.472, at most 1.000 ✓ passes" in shown
    assert "1-outdated Product 0 1 3 of 4 0.75 at least 0.248, at most 0.988 ✕ fails" in shown
    assert shown.index("3-passing") < shown.index("2-blocked") < shown.index("1-outdated")
    assert re.findall(r'<g class="results__(\w+)">', html) == ["fail", "pass", "pass"]
    assert re.findall(r'text-anchor="middle">(. [\d.]+)<', html) == ["✕ 0.75", "✓ 1.00", "✓ 1.00"]


def test_a_rubric_has_its_results_with_its_threshold(pages: dict[str, str]) -> None:
    shown = " ".join(text(results(pages, "rubrics/a-aux/")).split())
    assert "Score of A-AUX over 3 runs, and the threshold 0.90" in shown
    assert "2-blocked Product 1 0.75 ✕ blocks the release" in shown
    whole = " ".join(text(results(pages, "rubrics/a/")).split())
    assert "2-blocked Product 1 0.94 ✕ blocks the release" in whole


def test_only_the_newest_runs_have_a_page_and_are_drawn(tmp_path: Path) -> None:
    suite = suite_with(tmp_path / "suite")
    record(suite, "run-00", failing={"A-AUX1"})
    whole = (suite / "runs/run-00.yaml").read_text()
    for number in range(1, 15):
        (suite / f"runs/run-{number:02}.yaml").write_text(whole)
    site = Site(check(suite))
    newest = [f"run-{number:02}/" for number in range(14, 2, -1)]
    assert {page.url for page in site.pages if page.url.startswith("runs/run-")} == {
        f"runs/{run}" for run in newest
    }
    listed = body(site.page["runs/index.md"].sections)
    assert "The newest 12 have a page each" in text(listed)
    assert re.findall(r'<tr id="run-\d+"><th scope="row"><a href="([^"]*)"', listed) == [
        *newest,
        *(f"../source/runs/run-{number:02}.yaml" for number in range(2, -1, -1)),
    ]
    assert text(listed).count("✕ No. The release is blocked. 1 misses a hard gate: A-AUX1.") == 15
    leads = {path for path in site.redirects if path.startswith("runs/")}
    assert leads == {f"runs/run-{number:02}/index.html" for number in range(3)}
    assert b"../index.html#run-02" in site.redirects["runs/run-02/index.html"]
    near = [page.url for page in site.group_of(site.page["runs/run-10.md"])]
    assert near == [f"runs/{run}" for run in newest], "a short group is listed whole"
    html = results({"page": body(site.page["benchmarks/a-dem1.md"].sections)}, "page")
    assert "Results over 15 runs" in html
    assert html.count("<g class=") == 12
    assert re.findall(r'text-anchor="(\w+)">20', html) == ["start", "end"], "room for the first and last day"
    assert re.findall(r"runs/(run-\d+/)", html)[1:] == newest
    assert 'Only the newest 12 runs are shown: <a href="../../runs/">all runs</a>.' in html


def test_without_a_record_no_page_has_results(tmp_path: Path) -> None:
    for page in Site(check(suite_with(tmp_path))).pages:
        assert 'id="results"' not in body(page.sections)
