"""The built site of the shipped suite holds together: links, pages, navigation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from benchdocs.reports.urls import rule_url
from benchdocs.rules.registry import RULES
from benchdocs.site.links import benchmark_url, rubric_url
from support.paths import REPOSITORY
from support.shipped import shipped_report
from support.site_links import Links, broken_links, links_of
from support.tables import table

SUITE = shipped_report().suite


@pytest.fixture(scope="module")
def pages(shipped_site: Path) -> dict[str, Links]:
    """Every page's links and anchors, by its address."""
    return links_of(shipped_site)


def test_every_internal_link_and_anchor_leads_somewhere(pages: dict[str, Links], shipped_site: Path) -> None:
    assert broken_links(shipped_site, pages) == []


def test_no_page_asks_another_host_for_anything(shipped_site: Path) -> None:
    for path in shipped_site.rglob("*.html"):
        asked = re.findall(
            r'<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="(https?:[^"]*)"', path.read_text()
        )
        assert [url for url in asked if "canonical" not in url] == [], path


def test_every_spec_prompt_and_rule_has_its_page(pages: dict[str, Links]) -> None:
    expected = {benchmark_url(spec.code) for spec in SUITE.benchmarks}
    expected |= {rubric_url(spec.code) for spec in SUITE.rubrics}
    expected |= {rule_url(rule.id).partition("#")[0] for rule in RULES}
    expected |= {f"prompts/{prompt.name.replace('_', '-')}/" for prompt in SUITE.prompts}
    assert {f"/{url}" for url in expected} <= set(pages)


def test_benchmarks_and_prompts_link_to_each_other(pages: dict[str, Links]) -> None:
    for spec in SUITE.benchmarks:
        if spec.fields.llm_prompt_file:
            prompt = SUITE.prompt[spec.fields.llm_prompt_file].name.replace("_", "-")
            own, other = f"/{benchmark_url(spec.code)}", f"/prompts/{prompt}/"
            assert f"../..{other}" in pages[own].targets
            assert f"../..{own}" in pages[other].targets


@table
def test_the_references_that_stand_beside_the_specs_have_pages(
    pages: dict[str, Links], shipped_site: Path, url: str, source: str
) -> None:
    assert url.removeprefix("/authoring/") in pages["/authoring/"].targets
    title = (REPOSITORY / source).read_text().partition("\n")[0].removeprefix("# ")
    assert f'>{title}<a class="headerlink"' in (shipped_site / f"{url.strip('/')}/index.html").read_text()


def test_the_sidebar_of_a_benchmark_shows_its_rubrics_members(tab: Page, address: str) -> None:
    tab.goto(f"{address}benchmarks/a-neg2/")
    shown = tab.locator(".md-sidebar--primary a:visible").all_inner_texts()
    members = [spec for spec in SUITE.benchmarks if SUITE.parent_code(spec) == "A-NEG"]
    for spec in members:
        assert any(text.startswith(spec.code) for text in shown), spec.code
    assert not any(text.startswith("A-PRT") for text in shown)


def test_previous_and_next_lead_through_the_benchmarks(shipped_site: Path) -> None:
    html = (shipped_site / "benchmarks/a-neg2/index.html").read_text()
    ways = re.findall(r'<a href="([^"]*)" class="md-footer__link md-footer__link--(\w+)"', html)
    assert ways == [("../a-neg1/", "prev"), ("../a-neg3/", "next")]
