"""Other settings of MkDocs and other pages than this project's: built, or refused in a sentence."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, expect

from benchdocs.mkdocs_adapter.theme import NO_PLUGIN
from support.fork_server import fork_server
from support.projects import project_with
from support.tables import table
from support.web_server import hosted


def mkdocs(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "BENCHDOCS_ROOT"}
    return fork_server().run("mkdocs", *arguments, folder=project, environment=environment)


def build(project: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Build the project's site into its folder `site`."""
    return mkdocs(project, "build", *options)


def edit(project: Path, old: str, new: str) -> None:
    path = project / "mkdocs.yml"
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


@table
def test_a_site_that_cannot_be_is_refused_in_a_sentence(
    tmp_path: Path, old: str, new: str, options: tuple[str, ...], words: str
) -> None:
    files = {"docs/overrides/main.html": "{% if %}", "odd/main.html": "{{ nobody.name }}"}
    project = project_with(tmp_path, {**files, "scripts/none.py": "", "site/kept.html": ""})
    (project / "site/kept.html").unlink()
    (project / "site").rmdir()
    edit(project, old, new)
    result = build(project, *options)
    assert result.returncode == 1
    assert words in result.stdout + result.stderr
    assert "WARNING" not in result.stderr
    assert "Traceback" not in result.stderr
    assert not (project / "site").exists()


@table
@pytest.mark.sweep(2)
def test_settings_without_the_plugin_leave_the_last_site(tmp_path: Path, plugins: str) -> None:
    settings = f"site_name: Benchmarks\ntheme: benchdocs\n{plugins}"
    project = project_with(tmp_path, {"mkdocs.yml": settings, "site/index.html": "The last site."})
    for options in ("build",), ("build", "--strict"), ("serve", "--dev-addr", "127.0.0.1:0"):
        result = mkdocs(project, *options)
        assert result.returncode == 1
        assert "Traceback" not in result.stderr
        assert result.stderr.endswith(f"Error: {NO_PLUGIN}\n")
        assert [path.name for path in (project / "site").iterdir()] == ["index.html"]


@table
@pytest.mark.sweep(4)
def test_a_hand_written_file_at_a_generated_address_is_named(
    tmp_path: Path, path: str, generated: str
) -> None:
    project = project_with(tmp_path, {f"docs/{path}": "Written by hand.\n"})
    result = build(project, "--no-strict")
    assert result.returncode == 0, result.stderr
    (said,) = (line for line in result.stderr.splitlines() if "not published" in line)
    assert f"`{path}` of the docs folder" in said
    assert "`benchmarks/a-dem1" in said or f"the generated `{generated}`" in said
    for published in (project / "site").rglob("*.*"):
        if published.suffix in (".html", ".txt"):
            assert b"Written by hand." not in published.read_bytes(), published
    assert ("`extra.introduction`" in said) == (generated == "index.md")
    assert said.startswith("WARNING")
    shutil.rmtree(project / "site")
    assert build(project, "--strict", "--quiet").returncode == 1
    assert not (project / "site").exists()


@pytest.mark.sweep(2)
@pytest.mark.parametrize("plugins", ["[benchdocs, {gen-files: GEN}]", "{gen-files: GEN, benchdocs: {}}"])
def test_a_section_leads_to_the_same_pages_from_every_page_of_a_depth_whatever_the_order_of_plugins(
    tmp_path: Path, plugins: str
) -> None:
    """`aaa/`, which is built first, lies in no section, and above a page of the one that it shows."""
    settings = "site_name: Notes\ntheme: benchdocs\nnav: [index.md, {Notes: [aaa/one.md, zzz/two.md]}]\n"
    settings += f"plugins: {plugins.replace('GEN', '{scripts: [scripts/gen_pages.py]}')}\n"
    pages = {f"docs/{path}": "# Title\n" for path in ("aaa/index.md", "aaa/one.md", "zzz/two.md")}
    project = project_with(tmp_path, {"mkdocs.yml": settings, **pages})
    done = build(project)
    assert done.returncode == 0
    left_out = r"INFO .*The `nav` of `mkdocs.yml` leaves out \d+ pages, such as `aaa/index.md`;"
    assert re.search(left_out, done.stderr)
    for address in ("", "aaa/", "benchmarks/", "authoring/fields/"):
        html = (project / "site" / address / "index.html").read_text()
        leads_to = {}
        for kind in ("nav", "tabs"):
            links = re.findall(rf'<a href="([^"]*)" class="md-{kind}__link', html)
            leads_to[kind] = {urljoin(f"/{address}", link) for link in links}
        assert leads_to["nav"] >= {"/", "/aaa/one/", "/zzz/two/"}
        assert leads_to["tabs"] == {"/", "/aaa/one/"}


TWO = """\
  palette:
    - {scheme: default, toggle: {icon: material/brightness-7, name: Dark}}
    - {scheme: slate, toggle: {icon: material/brightness-4, name: Light}}
"""


@table
@pytest.mark.sweep(4)
def test_scripts_work_with_any_palette(tmp_path: Path, browser: Browser, palette: str) -> None:
    project = project_with(tmp_path, {})
    edit(project, "theme: benchdocs\n", f"theme:\n  name: benchdocs\n{palette}")
    assert build(project, "--no-strict").returncode == 0
    faults: list[str] = []
    with hosted(project / "site") as url:
        page = browser.new_page(viewport={"width": 600, "height": 800}, color_scheme="dark")
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{url}benchmarks/a-dem1/")
        page.keyboard.press("Control+k")
        expect(page.get_by_role("dialog", name="Search")).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Navigation").click()
        expect(page.locator(".md-sidebar--primary")).to_be_visible()
        scheme = page.locator("body").get_attribute("data-md-color-scheme")
        page.close()
    assert faults == []
    assert scheme == {"  palette: []\n": None, TWO: "default"}.get(palette, "slate")
