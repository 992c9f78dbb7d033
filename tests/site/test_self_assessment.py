"""The self-assessment answers every practice of its sources, and its page shows what the file says."""

from __future__ import annotations

import re
from collections import Counter
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchdocs.rules.check import check
from benchdocs.site.audit.open_points import open_points
from benchdocs.site.page import body
from benchdocs.site.site import Site
from support.elements import parsed, words
from support.mkdocs_command import mkdocs
from support.paths import REPOSITORY
from support.shipped import shipped_report
from support.site_links import links_of
from support.suites import suite_with
from support.tables import table

FILE = "docs/audit/self-assessment.yaml"
WRITTEN: dict[str, Any] = yaml.safe_load((REPOSITORY / FILE).read_text())
BETTERBENCH = [
    *(
        f"J.{part}-{number}"
        for part, last in ((1, 14), (2, 10), (3, 19), (4, 3))
        for number in range(1, last + 1)
    )
]
"""The 46 practices of the paper's Appendix J."""
NIST_2 = ["1.1", "1.2", "2.1", "2.2", "2.3", "2.4", "3.1", "3.2", "3.3"]
NIST_3 = ["§2.1", "§3.1", "§3.1.1", "§3.3.1"]
ANSWERS = {True: "yes", False: "no", "partly": "partly", "not_applicable": "not applicable"}
ONE = """\
sources:
  - {id: Checklist, authors: A, year: 2024, title: T, where: W, link: "javascript:alert(1)", read: R}
stages:
  - {source: Checklist, title: Design, practices: [D1]}
answers:
  - {id: D1, practice: "<b>P</b>", answer: no, why: "<script>alert(1)</script>", link: benchmarks/}
"""


def html_of(root: Path, url: str = "audit/self-assessment/") -> str:
    """A page of the suite of a root."""
    site = Site(check(root))
    return body(next(page for page in site.pages if page.url == url).sections)


@pytest.fixture(scope="module")
def html() -> str:
    return html_of(REPOSITORY)


def test_every_practice_of_the_three_sources_is_answered_once() -> None:
    assert len(BETTERBENCH) == 46
    answered = Counter(str(each["id"]) for each in WRITTEN["answers"])
    assert answered == Counter([*BETTERBENCH, *NIST_2, *NIST_3])
    listed: dict[str, list[str]] = {}
    for stage in WRITTEN["stages"]:
        listed.setdefault(stage["source"], []).extend(map(str, stage["practices"]))
    assert listed == {"BetterBench": BETTERBENCH, "NIST AI 800-2": NIST_2, "NIST AI 800-3": NIST_3}


def test_every_source_is_cited_and_says_what_of_it_was_read(html: str) -> None:
    for source in WRITTEN["sources"]:
        for name in ("authors", "year", "title", "where"):
            assert str(source[name]) in html
        assert f'href="{source["link"]}"' in html
        assert " ".join(source["read"].split()) in " ".join(html.replace("&#39;", "'").split())


def test_the_page_shows_each_answer_as_it_is_written(html: str) -> None:
    shown = [words(item) for item in parsed(html).iter("li") if item.get("id")]
    assert len(shown) == 59
    for each in WRITTEN["answers"]:
        start = f"{each['id']} {ANSWERS[each['answer']]}{each['practice']}"
        own = next(text for text in shown if text.startswith(f"{each['id']} "))
        assert own == " ".join(f"{start}{each['why']} Where".split())


def test_what_is_lacking_comes_first_in_every_stage(html: str) -> None:
    rank = {"no": 0, "partly": 1, "yes": 2, "not_applicable": 3}
    stages = html.split("<h3 ")[1:]
    assert len(stages) > 5
    for part in stages:
        found = [rank[word] for word in re.findall(r'class="answer answer--(\w+)"', part)]
        assert found == sorted(found)


def test_the_scores_are_those_of_the_paper(html: str) -> None:
    points = {}
    for each in WRITTEN["answers"]:
        given = {True: 15, False: 0, "partly": each.get("points", 10)}.get(each["answer"])
        points[str(each["id"])] = given

    def mean(*parts: str) -> str:
        own = [p for name, p in points.items() if name.startswith(parts) and p is not None]
        return str((Decimal(sum(own)) / len(own)).quantize(Decimal("0.1"), ROUND_HALF_EVEN))

    rows = re.findall(r"<tr><th scope=\"row\">(.*?)</th>(.*?)</tr>", html)
    shown = {}
    for title, cells in rows:
        texts = [re.sub("<[^>]+>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", cells)]
        shown[re.sub("<[^>]+>", "", title)] = texts[4:5]
    assert shown["Design (J.1)"] == [mean("J.1")] == shown["Design, the paper’s score"]
    assert shown["Implementation (J.2)"] == [mean("J.2")]
    assert shown["Documentation (J.3)"] == [mean("J.3")]
    assert shown["Maintenance (J.4)"] == [mean("J.4")]
    assert shown["Usability, the paper’s score"] == [mean("J.2", "J.3", "J.4")]
    assert shown["Analyzing and reporting"] == []
    assert (
        f"<strong>{mean('J.2', 'J.3', 'J.4')}</strong> of 15 for Usability (24 published benchmarks: mean 8.7"
        in html
    )


def test_the_scores_come_before_the_source(html: str) -> None:
    assert (
        html.index("This suite scores <strong>") < html.index("arxiv.org") < html.index("What was available.")
    )


def test_points_of_what_is_only_begun_and_of_what_does_not_apply() -> None:
    from benchdocs.site.audit.self_assessment import Score
    from benchdocs.specs.self_assessment import Practice

    def answer(word: object, points: int | None = None) -> Practice:
        return Practice.model_validate({"answer": word, "points": points and Decimal(points)})

    answers = (answer(True), answer("partly"), answer("partly", 5), answer(False), answer("not_applicable"))
    assert Score("", answers, "").mean == "7.5"
    assert Score("", answers, "").counts == [1, 2, 1, 1]
    assert Score("", (answer("not_applicable"),), "").mean == "–"


def test_every_no_is_an_open_point() -> None:
    points = open_points(Site(shipped_report())).open
    unmet = sum(each["answer"] is False for each in WRITTEN["answers"])
    assert sum(point.number or 0 for point in points if "practices" in point.title) == unmet > 10


def test_every_answer_leads_to_a_place_on_the_site(shipped_site: Path) -> None:
    pages = links_of(shipped_site)
    for each in WRITTEN["answers"]:
        url, _, target = each["link"].partition("#")
        assert f"/{url}" in pages, each["id"]
        assert not target or target in pages[f"/{url}"].anchors, each["id"]


def test_a_dead_link_fails_a_strict_build_with_its_place(tmp_path: Path) -> None:
    more = ONE.replace("link: benchmarks/}", "link: benchmarks/a-dem1/#nowhere}").replace("javascript", "x")
    root = suite_with(tmp_path / "suite", {FILE: more})
    built = mkdocs("build", "-d", str(tmp_path / "site"), root=root)
    assert built.returncode == 1
    message = (
        f"{FILE}:6:88: the link `benchmarks/a-dem1/#nowhere` is broken: that page has no anchor `nowhere`"
    )
    assert message in built.stderr


def test_a_suite_without_answers_has_no_page_of_them_and_no_other_page_misses_them(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path / "suite")))
    assert "audit/self-assessment.md" not in site.page
    html = body(next(page for page in site.pages if page.url == "audit/").sections)
    assert "self-assessment" not in html
    assert "not followed" not in html


def test_what_stands_in_the_file_is_text_and_its_addresses_run_nothing(tmp_path: Path) -> None:
    html = html_of(suite_with(tmp_path / "suite", {FILE: ONE}))
    assert "<script" not in html
    assert "<b>P" not in html
    assert "&lt;script&gt;" in html
    assert "javascript:" not in html


@table
def test_a_wrong_answer_is_a_finding_at_its_place(tmp_path: Path, old: str, new: str, finding: str) -> None:
    assert ONE.count(old) == 1
    report = check(suite_with(tmp_path / "suite", {FILE: ONE.replace(old, new)}))
    assert finding in [f"{each.place} {each.rule}" for each in report.findings]
    Site(report).pages  # noqa: B018  (no finding keeps a preview from its pages)
