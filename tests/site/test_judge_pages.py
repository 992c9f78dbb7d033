"""The page of the measured judges, and what runs, benchmarks and prompts say of them."""

from __future__ import annotations

import re
import shutil
from decimal import Decimal
from pathlib import Path

import pytest
from markupsafe import Markup

from benchdocs.mkdocs_adapter.navigation import navigation
from benchdocs.rules.check import check
from benchdocs.site.page import body
from benchdocs.site.site import Site
from benchdocs.site.views.judges import qualifying_plan
from support.commands import edit
from support.judges import case, confirmed_suite, measure
from support.run_records import record
from support.suites import suite_with, write
from support.tables import data

CASES = [case(f"good-{n}", "pass") for n in range(24)] + [case(f"lost-{n}", "fail") for n in range(22)]
WRONG = ["A-DEM1/lost-2", "A-AUX1/lost-3", "A-AUX1/lost-4"]
"""One wrong reply leaves a judge qualified, and two do not."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration suite with a measured judge and a run that it judged."""
    root = confirmed_suite(tmp_path_factory.mktemp("judges") / "suite", {"A-DEM1": CASES, "A-AUX1": CASES})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1769860800")
        assert measure(root, "first", wrong=WRONG).exit_code == 0
        assert record(root, "run", failing={"A-AUX1"}).exit_code == 1
    return root


def pages_of(root: Path) -> dict[str, str]:
    return {page.url: body(page.sections) for page in Site(check(root)).pages}


def copy_of(root: Path, target: Path) -> Path:
    return Path(shutil.copytree(root, target / "suite"))


@pytest.fixture(scope="module")
def pages(root: Path) -> dict[str, str]:
    """All pages as HTML, by address."""
    return pages_of(root)


def told(html: str) -> str:
    """What a page says, the cells of its tables apart."""
    cells = re.sub(r"(</t[dh]>|<br>|</text>|</p>)", r"\1 ", html)
    return " ".join(Markup(cells).striptags().replace("\xa0", " ").split())


def test_a_judge_is_qualified_where_both_rates_reach_the_floor(pages: dict[str, str]) -> None:
    shown = told(pages["runs/judges/"])
    assert "✓ 1 qualified ? 1 not yet qualified" in shown
    assert "It fails 20 of 22 faulty records: the true rate may be as low as 0.740." in shown
    assert "Good records it passes 0.80 needed 0 0.882 1.00 24 of 24 ✓ reaches 0.80" in shown
    assert "0.95 21 of 22 ✓ reaches 0.80" in shown
    assert "0.91 20 of 22 ? at least 0.740" in shown
    assert "with 30 good and 30 faulty cases in 66% of measurements, with 60 and 60 in 94%." in shown
    for name in ("A-AUX1/lost-3", "A-AUX1/lost-4"):
        code, _, id = name.partition("/")
        assert re.search(rf'href="[^"]*#case-{id}"', pages["runs/judges/"]), code


def test_a_rate_without_the_errors_of_the_judge_is_shown_with_the_raw_one_or_why_not(
    pages: dict[str, str],
) -> None:
    shown = told(pages["runs/judges/"])
    raw = "In run, 0.75 of cases pass as judged; 0.72 (0.00 to 1.00) without its known errors."
    assert f"{raw} The verdict uses the first." in shown
    assert "No rate without its known errors: the script of a hybrid fails cases, too." in shown
    assert shown.count("without its known errors") == 2


def test_a_run_says_which_of_its_verdicts_rest_on_a_judge_that_is_not_qualified(root: Path) -> None:
    sentence = "The judge is not qualified for 1 benchmark: A-AUX1."
    shown = told(pages_of(root)["runs/run/"])
    assert f"{sentence} Can this judge be trusted?" in shown
    assert "A-AUX1 Missing time announced ◆ 3 of 4 pass, 0.75; needs 0.90; judge unqualified" in shown


def test_benchmarks_and_prompts_name_what_is_known_of_their_judge(pages: dict[str, str]) -> None:
    links = {url: re.findall(r'<a href="[./]*runs/judges/">([^<]*)</a>', html) for url, html in pages.items()}
    assert links["benchmarks/a-dem1/"] == ["✓ Judge 1: qualified"]
    assert links["benchmarks/a-aux1/"] == ["? Judge 1: not yet qualified"]
    assert links["benchmarks/a-dem2/"] == [], "which has no judge"
    assert links["prompts/arrival/"] == ["✓ Judge 1: qualified"]
    assert "1 judge is measured" in told(pages[""])


def test_a_new_prompt_starts_at_zero_and_the_run_keeps_what_was_known(tmp_path: Path, root: Path) -> None:
    changed = copy_of(root, tmp_path)
    edit(changed, "evaluators/llm-judge/missing_time_prompt.md", "formatting", "formatting, and spelling")
    pages = pages_of(changed)
    assert "✓ 1 qualified – 1 not measured" in told(pages["runs/judges/"])
    assert "– Not measured with today’s prompt: A-AUX1." in told(pages["runs/judges/"])
    assert "No judge is measured" in told(pages["benchmarks/a-aux1/"])
    assert "The judge is not qualified for 1 benchmark: A-AUX1." in told(pages["runs/run/"])
    assert "Judge 1: qualified" in told(pages["benchmarks/a-dem1/"])


def test_without_a_measurement_a_run_says_that_nobody_measured_its_judge(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    record(root, "run")
    pages = pages_of(root)
    assert "runs/judges/" not in pages
    said = "Nobody has measured the judge for 2 benchmarks: A-DEM1 and A-AUX1."
    assert said in told(pages["runs/run/"])
    assert not [url for url, html in pages.items() if 'runs/judges/"' in html]


def test_without_any_record_nothing_tells_of_judges(tmp_path: Path) -> None:
    pages = pages_of(suite_with(tmp_path))
    assert not [url for url, html in pages.items() if "judges/" in url or 'runs/judges/"' in html]


def test_a_measured_judge_without_a_run_has_the_tab_of_runs(tmp_path: Path, root: Path) -> None:
    other = confirmed_suite(tmp_path / "suite", {"A-DEM1": CASES})
    measure(other, "first")
    paths = [page.path for page in Site(check(other)).pages]
    assert {"Runs": [{"Can this judge be trusted?": "runs/judges.md"}]} in navigation(paths, [])
    assert "runs/index.md" not in paths
    assert "no run of this judge compares" not in told(pages_of(other)["runs/judges/"]), "it is a hybrid"


def test_what_a_record_of_a_judge_says_stays_text(tmp_path: Path) -> None:
    root = confirmed_suite(tmp_path / "suite", {"A-AUX1": CASES})
    measure(root, "odd", judge="<b>J</b> & 1", wrong=["A-AUX1/lost-3"])
    file = root / "runs/judges/odd.yaml"
    file.write_text(file.read_text().replace("A-AUX1/lost-3", "<img src=x onerror=alert(1)>"))
    html = pages_of(root)["runs/judges/"]
    assert "&lt;b&gt;J&lt;/b&gt; &amp; 1" in html
    assert not re.search(r"<img|<b>J", html)
    assert "no run of this judge compares with today" in told(html)


def test_a_judge_that_knows_only_good_records_is_not_qualified(tmp_path: Path) -> None:
    root = confirmed_suite(tmp_path / "suite", {"A-AUX1": CASES[:24]})
    measure(root, "good")
    shown = told(pages_of(root)["runs/judges/"])
    assert "? 1 not yet qualified" in shown
    assert "No faulty records were judged." in shown


def test_only_the_judges_measured_last_are_shown(tmp_path: Path) -> None:
    root = confirmed_suite(tmp_path / "suite", {"A-AUX1": CASES})
    measure(root, "j-0", judge="Judge 0")
    whole = (root / "runs/judges/j-0.yaml").read_text()
    write(root, {f"runs/judges/j-{n}.yaml": whole.replace("Judge 0", f"Judge {n}") for n in range(1, 9)})
    html = pages_of(root)["runs/judges/"]
    assert re.findall(r'<h2 id="judge-\d+">(Judge \d)', html) == [f"Judge {n}" for n in range(8, 2, -1)]


def test_how_often_a_judge_qualifies_goes_by_the_floor() -> None:
    assert "cases in 5% of measurements, with 60 and 60 in 4%." in qualifying_plan(Decimal("0.90"))


NO_RATE = data(__file__)["no_rate"]


@pytest.mark.parametrize("why", NO_RATE)
def test_a_rate_is_not_corrected_where_that_would_mean_nothing(tmp_path: Path, root: Path, why: str) -> None:
    changed = copy_of(root, tmp_path)
    edit(changed, "runs/run.yaml", *NO_RATE[why])
    shown = told(pages_of(changed)["runs/judges/"]).replace("'", "’")
    assert f"No rate without its known errors: {why}" in shown
    assert "of cases pass as judged" not in shown


def test_a_rate_is_not_corrected_by_too_few_cases(tmp_path: Path) -> None:
    root = confirmed_suite(tmp_path / "suite", {"A-AUX1": [*CASES[:2], *CASES[-2:]]})
    measure(root, "few")
    record(root, "run", failing={"A-AUX1"})
    why = "so few cases do not show that the judge tells good records from faulty ones"
    assert f"No rate without its known errors: {why}." in told(pages_of(root)["runs/judges/"])
