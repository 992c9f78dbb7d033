"""Suites of other subjects, started by the installed package in an empty folder, have sites of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page

from support.axe import found_by_axe
from support.browser import REFUSALS
from support.foreign_suites import SUITES, Subject
from support.installed import Installed
from support.site_links import broken_links, broken_links_of_texts, links_of
from support.web_server import hosted

LARGER = ("code-review", "legal-intake")
OURS = re.compile(
    rb"medic copilot|ambulance|dictation|clinical|\bdose|on scene|nurse|\bpatient|A-(?:NEG|CMP|SFT|EVD)\d",
    re.IGNORECASE,
)
"""Words of the suite of this repository."""
TEXTS = (".html", ".md", ".txt", ".json", ".jsonl", ".csv", ".xml", ".js")
LATE = pytest.mark.nightly


class Site(NamedTuple):
    """A suite and its built site."""

    subject: Subject
    root: Path
    built: str
    """What the build printed."""

    @property
    def folder(self) -> Path:
        return self.root / "site"

    @property
    def pages(self) -> list[str]:
        """The addresses of all pages but those that send on, and those of rules, which are alike."""
        paths = sorted(self.folder.rglob("*.html"))
        found = [path for path in paths if 'http-equiv="refresh"' not in path.read_text()]
        urls = [path.relative_to(self.folder).as_posix().removesuffix("index.html") for path in found]
        return [url for url in urls if not re.fullmatch(r"rules/(?!wgt/).+", url)]


@pytest.fixture(scope="module", params=["tiny", *(pytest.param(name, marks=LATE) for name in LARGER)])
def site(
    request: pytest.FixtureRequest, installed: Installed, tmp_path_factory: pytest.TempPathFactory
) -> Site:
    root = tmp_path_factory.mktemp("suites") / request.param
    subject = SUITES[request.param]()
    installed.start(root, subject.all_files(), "Our product")
    return Site(subject, root, installed.run("mkdocs", "build", folder=root))


def test_a_strict_build_needs_a_short_mkdocs_yml_and_no_waiver(site: Site) -> None:
    assert len((site.root / "mkdocs.yml").read_text().splitlines()) <= 15
    assert "waivers" not in (site.root / "benchdocs.toml").read_text()
    assert "WARNING" not in site.built


def test_no_link_is_dead(site: Site) -> None:
    pages = links_of(site.folder)
    assert broken_links(site.folder, pages) == []
    assert broken_links_of_texts(site.folder, pages) == []


def test_no_file_of_the_site_has_a_word_of_another_suite(site: Site) -> None:
    found = {
        path.relative_to(site.folder).as_posix(): words
        for path in site.folder.rglob("*")
        if path.suffix in TEXTS and (words := {*OURS.findall(path.read_bytes())})
    }
    assert found == {}


@pytest.fixture
def watched(new_tab: Page) -> Iterator[Page]:
    """A tab that fails the test on a word on the console or a request to another host."""
    faults: list[str] = []
    new_tab.on("console", lambda message: faults.append(f"{message.text} {message.location}"))
    new_tab.on(
        "request", lambda request: None if "://127.0.0.1" in request.url else faults.append(request.url)
    )
    new_tab.add_init_script(REFUSALS)
    yield new_tab
    assert faults == []


@pytest.mark.nightly
def test_every_page_opens_under_the_published_headers(site: Site, watched: Page) -> None:
    """All that pages ask for exists, also what had not come yet when the next page was opened."""
    asked: set[str] = set()
    watched.on("request", lambda request: asked.add(urlsplit(request.url).path))
    with hosted(site.folder) as address:
        for url in site.pages:
            watched.goto(address + url)
            assert watched.evaluate("refused") == [], url
    assert len(asked) > len(site.pages)
    files = {path: site.folder / unquote(path).lstrip("/") for path in asked}
    assert [
        path for path, file in files.items() if not (file / "index.html").is_file() and not file.is_file()
    ] == []


@pytest.mark.nightly
def test_axe_finds_nothing_on_any_page(site: Site, tab: Page) -> None:
    kinds = {re.sub(r"(?<=/)[a-z]-[\w-]+/$|(?<=prompts/)[\w-]+/$", "...", url): url for url in site.pages}
    with hosted(site.folder) as address:
        found = {url: found_by_axe(tab, address + url) for url in kinds.values()}
    assert {url: faults for url, faults in found.items() if faults} == {}
