"""Released versions stand side by side: mike keeps them on a branch, old ones say so, others know of none."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from benchdocs.site.print_foot import FOOT
from benchdocs.specs.discovery import REFERENCE_FILES
from support.axe import found_by_axe
from support.paths import REPOSITORY
from support.patience import PATIENCE
from support.suites import suite_with
from support.web_server import hosted

pytestmark = pytest.mark.nightly

ADDRESS = "https://bench.example/"
BANNER = "which is no longer in force"
PAGES = ("", "benchmarks/a-dem1/", "rubrics/a-dem/", "audit/downloads/", "404.html")


def _run(*command: str | Path, cwd: Path, suite: Path) -> str:
    person = {
        f"GIT_{role}_{field}": "t@bench.example"
        for role in ("AUTHOR", "COMMITTER")
        for field in ("NAME", "EMAIL")
    }
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {
        **os.environ,
        **person,
        "PATH": programs,
        "BENCHDOCS_ROOT": str(suite),
        "BENCHDOCS_SITE_URL": ADDRESS,
    }
    result = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The branch with versions 1.0 and 2.0, taken out as the hosting page says."""
    folder = tmp_path_factory.mktemp("versions")
    suite, repository, branch = folder / "suite", folder / "repository", folder / "published"
    for name in ("docs", "scripts"):
        shutil.copytree(
            REPOSITORY / name, repository / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
        )
    for name in ("mkdocs.yml", *REFERENCE_FILES):
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / name, repository / name)
    suite_with(suite)

    def run(*command: str | Path) -> None:
        _run(*command, cwd=repository, suite=suite)

    run("git", "init", "-q", "-b", "main")
    run("git", "commit", "-q", "--allow-empty", "-m", "First")
    run("mike", "deploy", "--update-aliases", "1.0", "latest")
    path = suite / "a-component/A-DEM1.yaml"
    path.write_text(path.read_text().replace("label: ", "label: Changed "))
    run("mike", "deploy", "--update-aliases", "2.0", "latest")
    run("mike", "set-default", "latest")
    run("git", "worktree", "add", "-q", branch, "gh-pages")
    shutil.copy(branch / "latest/404.html", branch)
    return branch


@pytest.fixture(scope="module")
def published(versions: Path) -> Iterator[str]:
    with hosted(versions) as url:
        yield url


@pytest.fixture
def watched(browser: Browser) -> Iterator[Page]:
    """A tab that fails the test on a failed request, a script's error or a word on the console."""
    faults: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.on("pageerror", lambda error: faults.append(f"script: {error}"))
    page.on("console", lambda message: faults.append(f"console: {message.text}"))
    page.on("response", lambda response: faults.append(response.url) if response.status >= 400 else None)
    yield page
    page.close()
    assert faults == []


def test_the_branch_holds_both_versions_whole(versions: Path) -> None:
    listed = json.loads((versions / "versions.json").read_text())
    assert [(entry["version"], entry["aliases"]) for entry in listed] == [("2.0", ["latest"]), ("1.0", [])]
    title = "benchmarks/a-dem1/index.html"
    assert "Changed" not in (versions / "1.0" / title).read_text()
    assert "Changed" in (versions / "2.0" / title).read_text()
    assert (versions / "latest" / title).read_bytes() == (versions / "2.0" / title).read_bytes()


def test_addresses_are_those_of_the_version(versions: Path) -> None:
    own = f"{ADDRESS}1.0/"
    assert f"({own}source/a-component/A-DEM1.yaml)" in (versions / "1.0/llms.txt").read_text()
    assert f"Sitemap: {own}sitemap.xml" in (versions / "1.0/robots.txt").read_text()


@pytest.mark.parametrize("version", ["1.0", "2.0", "latest"])
def test_search_engines_are_told_to_show_the_page_in_force(versions: Path, version: str) -> None:
    pages = [path.parent.relative_to(versions / version) for path in (versions / version).rglob("index.html")]
    assert len(pages) > 50
    for url in pages:
        address = f"{ADDRESS}latest/{'' if url == Path() else f'{quote(url.as_posix())}/'}"
        head = (versions / version / url / "index.html").read_text().partition("</head>")[0]
        if 'http-equiv="refresh"' in head:  # an old address, which leads on
            continue
        assert f'<link rel="canonical" href="{address}">' in head
        addresses = re.findall('<meta property="og:url" content="([^"]*)">', head)
        assert addresses == ([] if 'content="noindex"' in head else [address])
    sitemap = re.findall("<loc>(.*)</loc>", (versions / version / "sitemap.xml").read_text())
    assert f"{ADDRESS}latest/benchmarks/a-dem1/" in sitemap
    assert all(address.startswith(f"{ADDRESS}latest/") for address in sitemap)


def test_printed_sheets_name_their_version(versions: Path) -> None:
    assert "version 1.0, " in (versions / "1.0/stylesheets" / FOOT).read_text()


def test_an_old_version_says_so_and_leads_to_the_current_one(published: str, watched: Page) -> None:
    for url in PAGES[:-1]:
        watched.goto(f"{published}1.0/{url}")
        banner = watched.get_by_text(BANNER)
        expect(banner).to_be_visible()
        expect(banner).to_contain_text("version 1.0 of the methodology")
        expect(watched.locator(".md-version__current")).to_contain_text("1.0")
    watched.emulate_media(media="print")
    expect(banner).to_be_visible()
    watched.emulate_media(media="screen")
    banner.get_by_role("link").click()
    expect(watched).to_have_url(f"{published}latest/")
    expect(watched.locator(".md-version__current")).to_contain_text("2.0")
    expect(watched.get_by_text(BANNER)).to_be_hidden()


@pytest.mark.parametrize("version", ["2.0", "latest"])
def test_the_current_version_has_the_list_and_no_banner(published: str, watched: Page, version: str) -> None:
    watched.goto(f"{published}{version}/benchmarks/a-dem1/")
    watched.locator(".md-version__current").focus()
    expect(watched.locator(".md-version__link")).to_have_text(["2.0", "1.0"])
    expect(watched.get_by_text(BANNER)).to_be_hidden()
    watched.locator(".md-version__link", has_text="1.0").press("Enter")
    expect(watched).to_have_url(re.compile("/1.0/"))
    expect(watched.get_by_text(BANNER)).to_be_visible()


def test_the_root_leads_to_the_current_version(published: str, watched: Page) -> None:
    watched.goto(published)
    expect(watched).to_have_url(f"{published}latest/")


def test_a_missing_page_is_answered_in_a_version_and_above(published: str, browser: Browser) -> None:
    for url in ("1.0/nothing/", "nothing/"):
        tab = browser.new_page()
        tab.goto(published + url)
        expect(tab.get_by_role("heading", name="Page not found")).to_be_visible()
        assert tab.evaluate("document.styleSheets.length") > 3
        tab.close()


@pytest.mark.parametrize("url", ["rubrics/a-dem/", "audit/downloads/"])
def test_an_old_version_can_be_used_by_everyone(published: str, watched: Page, url: str) -> None:
    assert found_by_axe(watched, f"{published}1.0/{url}") == []
    for width in (1280, 320):
        watched.set_viewport_size({"width": width, "height": 800})
        watched.goto(f"{published}1.0/{url}")
        expect(watched.get_by_text(BANNER)).to_be_visible()
        assert watched.evaluate("document.documentElement.scrollWidth") <= width


def test_any_other_build_knows_nothing_of_versions(shipped_site: Path) -> None:
    page = (shipped_site / "index.html").read_text()
    assert BANNER not in page
    assert '"version": null' in page or '"version"' not in page
