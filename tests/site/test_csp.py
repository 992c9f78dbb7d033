"""The policy that the site is published with, sent by a server as its `_headers` has it, breaks nothing."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from benchdocs.cli.main import main
from benchdocs.site.http_headers import policy, released_scripts, script_hash
from support.browser import REFUSALS
from support.page_kinds import KINDS
from support.paths import REPOSITORY
from support.web_server import header_rules, hosted

CSP = "Content-Security-Policy"
HASH = re.compile(r"'sha256-[A-Za-z0-9+/]{43}='")


@pytest.fixture(scope="module")
def guarded(shipped_site: Path) -> Iterator[str]:
    with hosted(shipped_site) as url:
        yield url


@pytest.fixture
def strict(tab: Page) -> Iterator[Page]:
    """A tab that fails the test on anything that the policy refuses."""
    said: list[str] = []
    tab.on("console", lambda message: said.append(f"{message.text} {message.location}"))
    tab.add_init_script(REFUSALS)
    yield tab
    assert tab.evaluate("refused") == []
    assert said == []


def _sent(site: Path) -> dict[str, str]:
    return dict(header_rules(site))["/*"]


def test_the_policy_allows_the_site_itself_and_no_unsafe_thing(shipped_site: Path) -> None:
    sent = _sent(shipped_site)
    directives = dict(part.split(" ", 1) for part in sent["Content-Security-Policy"].split("; "))
    assert directives["default-src"] == "'self'"
    assert re.fullmatch(r"'self'( 'sha256-[A-Za-z0-9+/]{43}=')+", directives["script-src"])
    assert directives["img-src"] == "'self' data:"
    allowed = {"default-src", "script-src", "img-src"}
    assert {value for name, value in directives.items() if name not in allowed} == {"'none'"}
    assert "unsafe" not in sent["Content-Security-Policy"]
    assert sent["X-Content-Type-Options"] == "nosniff"
    assert sent["Cross-Origin-Resource-Policy"] == sent["Cross-Origin-Opener-Policy"] == "same-origin"
    # Longer lines are not read by Cloudflare Pages.
    assert all(len(line) < 2000 for line in (shipped_site / "_headers").read_text().splitlines())


def test_of_the_scripts_in_a_page_only_the_known_ones_are_named() -> None:
    page = b'<script>run()</script><script type="application/json">{}</script><script src="a.js"></script>'
    # As openssl has it: printf 'run()' | openssl dgst -sha256 -binary | base64
    known = "'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='"
    assert script_hash(b"run()") == known
    assert known in policy([page, page], {known, script_hash(b"other()")})
    assert policy([page, b"<script>stray()</script>"], {known}).count("sha256-") == 1
    for pages, allowed in (([b"<p>No script</p>"], {known}), ([page], set[str]())):
        assert "sha256" not in policy(pages, allowed)


def test_released_versions_allow_what_their_own_builds_allowed(tmp_path: Path) -> None:
    known = script_hash(b"run()")
    leads_on = b'window.location.replace("latest/" + window.location.search + window.location.hash);'
    (tmp_path / "1.0/deep").mkdir(parents=True)
    (tmp_path / "1.0/_headers").write_text(f"/*\n  Content-Security-Policy: script-src 'self' {known}\n")
    (tmp_path / "1.0/deep/_headers").write_text(f"/*\n  {script_hash(b'deep()')}\n")
    (tmp_path / "index.html").write_bytes(b"<script>%b</script><script>stray()</script>" % leads_on)
    assert released_scripts(tmp_path) == {known, script_hash(leads_on)}


def released(folder: Path, versions: int, scripts: int) -> dict[str, set[str]]:
    """Write versions whose builds share no script; gives the hashes that each may run."""
    allowed = {}
    for version in (*(f"{number}.0" for number in range(1, versions)), "latest"):
        own = [f"run('{version}', {number})" for number in range(scripts)]
        allowed[version] = {script_hash(script.encode()) for script in own}
        page = "".join(f"<script>{script}</script>" for script in (*own, f"stray('{version}')"))
        for name in ("assets/javascripts", "assets/stylesheets", "benchmarks/a-dem1"):
            (folder / version / name).mkdir(parents=True)
        for name in ("index.html", "404.html", "benchmarks/a-dem1/index.html"):
            (folder / version / name).write_text(page)
        hashes = " ".join(sorted(allowed[version]))
        (folder / version / "_headers").write_text(f"/*\n  Content-Security-Policy: script-src {hashes}\n")
    shutil.copy(folder / "latest/404.html", folder)
    (folder / "versions.json").write_text("[]")
    return allowed


@pytest.mark.parametrize(("versions", "scripts"), [(2, 8), (10, 8), (10, 30), (90, 8)])
def test_any_number_of_versions_has_policies_that_every_host_reads(
    tmp_path: Path, versions: int, scripts: int
) -> None:
    allowed = released(tmp_path, versions, scripts)
    result = CliRunner().invoke(main, ["headers", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert max(map(len, (tmp_path / "_headers").read_text().splitlines())) <= 2_000
    read = header_rules(tmp_path)[:100]
    allowed["404.html"] = allowed["latest"]
    for version, own in allowed.items():
        address = f"/{version}" if version == "404.html" else f"/{version}/benchmarks/a-dem1/"
        sent = [fields for pattern, fields in read if fnmatchcase(address, pattern)]
        policies = [fields[CSP] for fields in sent if CSP in fields]
        # Netlify sends the last one; Cloudflare Pages sends all, and browsers hold a page against each.
        for each in policies:
            assert own <= set(HASH.findall(each)) or "'unsafe-inline'" in each
        assert set(HASH.findall(policies[-1])) == own
        assert "unsafe" not in policies[-1]
    elsewhere = [fields for pattern, fields in read if fnmatchcase("/gone/away/", pattern)]
    assert "default-src 'self'" in elsewhere[0][CSP]


@pytest.mark.parametrize(
    ("versions", "scripts", "words"),
    [(101, 1, "reads 100 policies, and 104 are"), (2, 40, "reads 2,000 characters of `/`'s policy")],
)
def test_what_no_host_would_read_is_refused(tmp_path: Path, versions: int, scripts: int, words: str) -> None:
    released(tmp_path, versions, scripts)
    result = CliRunner().invoke(main, ["headers", str(tmp_path)])
    assert (result.exit_code, words in result.output) == (1, True), result.output
    assert not (tmp_path / "_headers").exists()


@pytest.mark.parametrize("file", ["", "index.html", "assets/stylesheets/a.css", "1.0/_headers"])
def test_headers_are_written_only_into_a_finished_site(tmp_path: Path, file: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    if file:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("")
    result = CliRunner().invoke(main, ["headers", str(folder)])
    assert (result.exit_code, "has no finished site" in result.output) == (2, True), result.output
    assert not (folder / "_headers").exists()


def test_no_page_has_a_style_of_its_own(shipped_site: Path) -> None:
    for path in shipped_site.rglob("*.html"):
        assert not re.search(r"<[^>]*\sstyle=|<style\b|\son[a-z]+=\"|javascript:", path.read_text()), path


def test_the_policy_lets_the_controls_work(guarded: str, strict: Page) -> None:
    strict.emulate_media(color_scheme="light")
    strict.goto(guarded + KINDS["benchmark"])
    strict.get_by_title("Switch to light mode").click()
    strict.get_by_title("Switch to dark mode").click()
    expect(strict.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    strict.get_by_role("button", name="Search").click()
    strict.keyboard.type("restraint")
    expect(strict.locator("[data-search-hit]").first).to_be_visible()
    strict.keyboard.press("Escape")
    for summary in strict.locator("summary:visible").all():
        summary.click()
    strict.mouse.wheel(0, 3000)
    strict.mouse.wheel(0, -500)
    strict.goto(guarded + KINDS["prompt"])
    for button in strict.locator("button[data-md-type=copy]:visible").all():
        button.click()
    strict.set_viewport_size({"width": 320, "height": 800})
    strict.get_by_role("button", name="Navigation").click()
    expect(strict.locator(".md-sidebar--primary")).to_be_visible()


def test_the_hosting_page_says_where_the_policy_is() -> None:
    text = (REPOSITORY / "scripts/benchdocs/pages/authoring/hosting.md").read_text()
    for word in ("_headers", "Content-Security-Policy", "nginx", "Apache", "Caddy", "GitHub Pages", "gzip"):
        assert word in text, word


def test_the_hosting_page_lists_every_header_that_is_sent(shipped_site: Path) -> None:
    text = (REPOSITORY / "scripts/benchdocs/pages/authoring/hosting.md").read_text()
    names = {name for _, fields in header_rules(shipped_site) for name in fields}
    assert names == set(
        re.findall(r"^\| `([\w-]+)` \| ", text.partition("| Header |")[2].partition("\n\n")[0], re.M)
    )
