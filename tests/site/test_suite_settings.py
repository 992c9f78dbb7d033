"""What a suite's settings say of it is on its pages, and nothing of another suite is."""

from __future__ import annotations

import json

import pytest

from benchdocs.rules.check import check
from benchdocs.site.links import CALLS_URL, LABELS_URL
from benchdocs.site.site import Site
from support.suites import suite_with

SETTINGS = """\
product = "Q&A's desk"
input = "query"
output = "brief"
author = "client"
given = "asked"
returned = "noted"
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of the demonstration suite under these settings."""
    return Site(check(suite_with(tmp_path_factory.mktemp("suite"), {"benchdocs.toml": SETTINGS})))


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, str]:
    return {page.url: "".join(part.html for part in page.sections) for page in site.pages}


def test_pages_name_the_product_and_what_goes_in_and_out(site: Site, pages: dict[str, str]) -> None:
    assert "The brief is what Q&amp;A&#39;s desk made from the query." in pages[LABELS_URL]
    assert "<h1>Data dictionary: labels and brief" in pages[LABELS_URL]
    (calls,) = (page for page in site.pages if page.url == CALLS_URL)
    assert calls.description.startswith("Whole queries with their labels, the right brief of each")
    assert "worth less than ten queries." in "".join(pages.values())
    heads = '<th scope="col">Asked</th><th scope="col">Noted</th><th scope="col">Verdict</th>'
    assert heads in "".join(pages.values())


def test_no_noun_can_be_markup(pages: dict[str, str]) -> None:
    assert not [url for url, html in pages.items() if "Q&A" in html]


def test_a_rule_that_no_setting_switches_on_is_nowhere(site: Site, pages: dict[str, str]) -> None:
    assert not [url for url, html in pages.items() if "SCP701" in html or "rules/SCP701" in url]
    assert "clinical" not in dict(site.files())["llms.txt"].decode()
    assert "SCP701" not in [rule["id"] for rule in json.loads(site.conformance.json())["rules"]]
