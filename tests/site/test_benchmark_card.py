"""The BenchmarkCard has the published structure, and says of the suite what its files say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from benchdocs.rules.check import check
from benchdocs.site.dataset.downloads import CARD, MANIFEST, files
from benchdocs.site.page import body
from benchdocs.site.site import Site
from support.paths import REPOSITORY
from support.plain_specs import BENCHMARKS
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import data

PUBLISHED = data(__file__)["published"]
"""The fields of a card and their types, in the models that the authors of BenchmarkCards publish
(`platform/src/models.py` of SokolAnn/BenchmarkCards, as of October 23, 2025)."""
SPECS = BENCHMARKS.values()


def is_of(value: object, kind: str) -> bool:
    """Whether a value is of a published type."""
    if value is None:
        return kind.endswith("or null")
    if kind.startswith("list"):
        return isinstance(value, list) and all(isinstance(entry, str) and entry for entry in value)
    return isinstance(value, dict if kind.startswith("block") else str) and bool(value)


def card_of(root: Path) -> dict[str, dict[str, Any]]:
    """The published card of the suite of a root."""
    found: dict[str, dict[str, Any]] = json.loads(dict(files(Site(check(root))))[CARD.path])
    return found


@pytest.fixture(scope="module")
def card() -> dict[str, dict[str, Any]]:
    return card_of(REPOSITORY)


def assert_published_structure(card: dict[str, dict[str, Any]]) -> None:
    assert {name: list(fields) for name, fields in card.items()} == {
        name: list(fields) for name, fields in PUBLISHED.items()
    }
    for section, fields in PUBLISHED.items():
        for name, kind in fields.items():
            assert is_of(card[section][name], kind), (section, name, card[section][name])


def test_the_card_has_the_published_structure(card: dict[str, dict[str, Any]]) -> None:
    assert_published_structure(card)


def test_the_card_of_a_suite_that_says_nothing_by_hand_has_it_too(tmp_path: Path) -> None:
    card = card_of(suite_with(tmp_path / "suite", {"docs/audit/self-assessment.yaml": "answers: []\n"}))
    assert_published_structure(card)
    assert card["ethical_and_legal_considerations"]["data_licensing"] == "Not stated."


def test_each_benchmark_is_a_metric_with_its_threshold_and_how_far_that_is_settled(
    card: dict[str, dict[str, Any]],
) -> None:
    expected = []
    for spec in SPECS:
        states = [each["state"] for each in spec.get("decisions", []) if "threshold" in each["fields"]]
        state = states[0] if states else "provisional"
        expected.append(f"{spec['code']} {spec['label']}: threshold {spec['threshold']:.2f} ({state})")
    assert sorted(card["methodology"]["metrics"]) == sorted(expected)
    assert len(expected) == 52
    assert "values are provisional" in card["methodology"]["validation"]
    assert "0 of 70 rubrics and benchmarks have a current review" in card["methodology"]["validation"]


def test_the_license_and_what_has_not_been_done_are_said_so(card: dict[str, dict[str, Any]]) -> None:
    assert card["ethical_and_legal_considerations"]["data_licensing"] == "None chosen yet."
    assert card["methodology"]["baseline_results"].startswith("None.")
    assert card["methodology"]["calculation"] == (
        "16 rubrics and component A use the weighted average of their members' scores. "
        "A-SFT uses the lowest of its members' scores."
    )
    assert card["methodology"]["methods"] == [
        f"{name} ({sum(spec['evaluator_type'] == kind for spec in SPECS)} of the benchmarks)"
        for kind, name in (("hybrid", "Hybrid"), ("llm_judge", "LLM judge"), ("code", "Code"))
    ]


def test_the_page_shows_the_card(card: dict[str, dict[str, Any]]) -> None:
    site = Site(shipped_report())
    page = next(page for page in site.pages if page.url == "audit/benchmark-card/")
    assert [section.id for section in page.sections] == ["top", *card]
    html = body(page.sections)
    for fields in card.values():
        for value in fields.values():
            if isinstance(value, str):
                assert value.replace("'", "&#39;") in html


def test_the_card_is_offered_and_lies_in_the_bundle(shipped_site: Path) -> None:
    own = (shipped_site / CARD.path).read_bytes()
    assert f'href="../../{CARD.path}"' in (shipped_site / "audit/downloads/index.html").read_text()
    with ZipFile(shipped_site / "audit/bundle.zip") as bundle:
        assert bundle.read(CARD.path) == own
        assert "suite/docs/audit/self-assessment.yaml" in bundle.namelist()


def test_a_suite_without_a_self_assessment_has_no_card(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path / "suite")))
    urls = {page.url for page in site.pages}
    assert "audit/downloads/" in urls
    assert "audit/benchmark-card/" not in urls
    site.write_evidence(tmp_path)
    names = {*json.loads((tmp_path / MANIFEST.path).read_text())["files"]}
    assert "data/suite.json" in names
    assert CARD.path not in names
    assert not (tmp_path / CARD.path).exists()
    with ZipFile(tmp_path / "audit/bundle.zip") as bundle:
        assert CARD.path not in bundle.namelist()


def test_the_page_opens_with_what_limits_the_suite(shipped_site: Path, tmp_path: Path) -> None:
    html = (shipped_site / "audit/benchmark-card/index.html").read_text()
    lead = '<p class="lead">The suite at a glance, in a standard format. Nobody has reviewed the suite'
    assert html.index("<h1") < html.index(lead) < html.index("arxiv.org")
    assessment = {"docs/audit/self-assessment.yaml": "answers: []\n"}
    site = Site(check(suite_with(tmp_path / "suite", assessment)))
    page = next(page for page in site.pages if page.url == "audit/benchmark-card/")
    assert '<p class="lead">The suite at a glance, in a standard format.</p>' in page.sections[0].html
