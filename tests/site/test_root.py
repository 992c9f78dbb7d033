"""Below a root, every share is one of the root's score: on pages, in data files and in counts."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from benchdocs.reports.evals.evaluators import Evaluators
from benchdocs.rules.check import check
from benchdocs.site.page import PageContext
from benchdocs.site.site import Site
from benchdocs.suite.decisions import settled_weight
from support.page_findings import text_of
from support.published_data import rows, suite_json
from support.rooted_suite import EFFECTIVE, SETTLED, rooted_suite
from support.stories import stories
from support.tables import table


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    made = Site(check(rooted_suite(tmp_path_factory.mktemp("rooted") / "suite")))
    assert not made.report.failing(strict=False)
    return made


def test_effective_weights_lead_up_to_the_root_and_add_up_to_one(site: Site) -> None:
    suite = site.report.suite
    found = {spec.code: suite.effective_weight(spec) for spec in suite.specs}
    assert found == {**EFFECTIVE, "ROOT": None}
    assert sum(weight for code, weight in EFFECTIVE.items() if code in suite.benchmark) == 1
    settled = {spec.code: settled_weight(suite, spec) for spec in suite.specs}
    assert {code: weight for code, weight in settled.items() if weight} == {
        code: EFFECTIVE[code] for code in SETTLED
    }
    assert {suite.top_of(spec.code) for spec in suite.specs} == {"ROOT"}
    kinds = {code: suite.kind(rubric) for code, rubric in suite.rubric.items()}
    assert {code: kind for code, kind in kinds.items() if kind != "rubric"} == {
        "ROOT": "root",
        "S": "component",
        "L": "component",
    }


test_story = stories(__file__)


@table
def test_pages_say_of_what_a_weight_is_a_share(site: Site, url: str, words: str) -> None:
    assert words in text_of(site, url)


def test_counts_of_the_audit_are_of_overall_scores(site: Site) -> None:
    context = PageContext(site.report)
    assert context.trace.tops == ("ROOT",)


def test_data_files_hold_the_shares_of_the_root(site: Site) -> None:
    data = suite_json(site)
    records = {record["code"]: record for record in (*data["rubrics"], *data["benchmarks"])}
    weights = {code: record["effective_weight"] for code, record in records.items()}
    assert weights.pop("ROOT") is None
    assert {code: Fraction(weight) for code, weight in weights.items()} == EFFECTIVE
    settled = {code: record["settled_weight"] for code, record in records.items() if record["settled_weight"]}
    assert {code: Fraction(weight) for code, weight in settled.items()} == {
        code: EFFECTIVE[code] for code in SETTLED
    }
    assert {row["code"]: Fraction(row["effective_weight"]) for row in rows(site, "benchmarks")} == {
        code: EFFECTIVE[code] for code in data_codes(site)
    }
    scoring = json.loads(Evaluators(site.report.suite).scoring)["benchmarks"]
    assert {code: entry["effective_weight"] for code, entry in scoring.items()} == {
        code: float(EFFECTIVE[code]) for code in data_codes(site)
    }


def data_codes(site: Site) -> tuple[str, ...]:
    return tuple(site.report.suite.benchmark)
