"""`mkdocs serve` never dies: a broken spec is a page, a box on every page, and nothing worse."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from benchdocs.mkdocs_adapter import failure_page
from support.half_typed import FILES, saves
from support.paths import BASE, REPOSITORY
from support.patience import PATIENCE, wait_until
from support.projects import project_with
from support.suites import suite_with


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """A running `mkdocs serve` on a copy of the project, and the suite it serves."""

    process: subprocess.Popen[str]
    address: str
    project: Path
    suite: Path
    log: Path

    def write(self, name: str, text: str) -> None:
        (self.suite / name).write_text(text)

    def restore(self, name: str) -> None:
        shutil.copyfile(BASE / name, self.suite / name)

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace text in a file of the project's copy."""
        path = self.project / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def reset(self) -> None:
        """Put the suite and the project back as they were at the start, and wait until pages show that."""
        restore(REPOSITORY, self.project, PROJECT)
        restore(BASE, self.suite, [path.name for path in {*BASE.iterdir(), *self.suite.iterdir()}])
        wait_until(lambda: not self.alive or self.is_reset(), "the pages are not those of the start")

    @property
    def loads(self) -> int:
        """How often open pages were told to load again."""
        return self.log.read_text().count("Read the changes")

    def has_loaded_since(self, loads: int) -> bool:
        return self.loads > loads

    def is_reset(self) -> bool:
        """Whether pages show the suite as it was at the start."""
        with urlopen(f"{self.address}benchmarks/a-dem1/") as page:
            html = page.read().decode()
        return "Arrival time recorded" in html and 'class="violations' not in html

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        assert "DeprecationWarning" not in self.log.read_text()


def start(project: Path, suite: Path, *options: str) -> Server:
    """Start a server and wait until it answers; its environment is the one the tests run in."""
    port = free_port()
    log = project.parent / f"serve-{port}.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [Path(sys.executable).with_name("mkdocs"), "serve", "-a", f"127.0.0.1:{port}", *options],
            cwd=project,
            env={**os.environ, "BENCHDOCS_ROOT": str(suite), "PYTHONPATH": str(project / "scripts")},
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    server = Server(process, f"http://127.0.0.1:{port}/", project, suite, log)
    wait_until(lambda: not server.alive or answers(port), "the server does not answer")
    assert server.alive, log.read_text()
    return server


def answers(port: int) -> bool:
    """Whether something listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def restore(source: Path, target: Path, names: Iterable[str]) -> None:
    """Make these files and folders of a copy equal to their source, without touching what is equal."""

    def below(folder: Path) -> set[Path]:
        found = [path for name in names for path in [folder / name, *(folder / name).rglob("*")]]
        ours = [path for path in found if path.exists() and "__pycache__" not in path.parts]
        return {path.relative_to(folder) for path in ours}

    wanted, present = below(source), below(target)
    for path in sorted(present - wanted, reverse=True):
        (target / path).rmdir() if (target / path).is_dir() else (target / path).unlink()
    for path in sorted(wanted):
        original, copy = source / path, target / path
        if original.is_dir():
            copy.mkdir(parents=True, exist_ok=True)
        elif path not in present or original.read_bytes() != copy.read_bytes():
            shutil.copyfile(original, copy)


PROJECT = ("scripts", "docs", "a-component", "rubrics", "evaluators", "mkdocs.yml", "benchdocs.toml")
"""What a server reads of the project."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a server reads, so that templates and Python can be edited."""
    copy = tmp_path_factory.mktemp("serve") / "project"
    restore(REPOSITORY, copy, PROJECT)
    return copy


@pytest.fixture(scope="module")
def shared_server(project: Path) -> Iterator[Server]:
    """A server that the system stops in the end, after which nothing of it stays in the temporary folder.

    It is strict, which no warning ends all the same.
    """
    scratch = project.parent / "scratch"
    scratch.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(scratch))
        server = start(project, suite_with(project.parent / "suite"), "--strict")
    yield server
    server.stop()
    assert [left for left in scratch.iterdir() if not left.name.startswith("_jinja2-cache")] == []


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """The server that tests share; each finds the suite and the project as they were at the start."""
    yield shared_server
    assert shared_server.alive
    shared_server.reset()


def barriers(tab: Page) -> list[str]:
    """What axe finds on the page, in light and in dark, with everything unfolded."""
    found: list[str] = []
    schemes: tuple[Literal["dark", "light"], ...] = ("dark", "light")
    for scheme in schemes:
        tab.emulate_media(color_scheme=scheme)
        tab.reload()
        tab.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        found += [violation["id"] for violation in Axe().run(tab).response["violations"]]
    return found


DEM1 = "a-component/A-DEM1.yaml"
BROKEN = (BASE / DEM1).read_text().replace("weight: 0.5", "weight: 25%")
UNREADABLE = "code: A-DEM1\nlabel: 'never closed\n"


def test_a_spec_is_broken_mended_and_broken_again(server: Server, tab: Page) -> None:
    tab.goto(f"{server.address}benchmarks/a-dem1/")
    server.write(DEM1, BROKEN)
    expect(tab.locator(".broken .finding__message")).to_contain_text("`weight` has to be a number")
    expect(tab.locator(".broken .finding__head code")).to_have_text("a-component/A-DEM1.yaml:7:9")
    expect(tab.locator(".violations")).to_contain_text("1 error in this page's file, shown below")
    assert barriers(tab) == []
    tab.goto(f"{server.address}methodology/")
    expect(tab.locator(".violations .finding__head code")).to_have_text("a-component/A-DEM1.yaml:7:9")
    tab.locator(".violations .finding__head code").click()
    expect(tab.locator(".finding")).to_be_focused()
    expect(tab).to_have_url(f"{server.address}benchmarks/a-dem1/#finding-1")

    server.restore(DEM1)
    expect(tab.locator(".violations")).to_have_count(0)
    expect(tab.locator("h1")).to_have_text(re.compile("A-DEM1 Arrival time recorded"))
    expect(tab.locator(".broken")).to_have_count(0)

    server.write(DEM1, UNREADABLE)
    expect(tab.locator(".broken .finding__message").first).to_contain_text("invalid YAML")
    expect(tab.locator(".violations")).to_contain_text("error")
    assert server.alive


def test_a_change_of_the_programs_code_asks_for_a_restart_until_it_is_taken_back(
    server: Server, tab: Page
) -> None:
    """The code that runs goes on, though what is on the disk would not even load."""
    tab.goto(f"{server.address}benchmarks/a-dem1/")
    path = server.project / "scripts/benchdocs/site/views/suite.py"
    good = path.read_text()
    path.write_text(good + "def nothing(:\n")
    expect(tab.locator(".violations")).to_have_text(
        "The program's own code has changed. This preview still uses the old code: restart it.",
    )
    assert failure_page.RESTART in server.log.read_text()
    server.write(DEM1, BROKEN)
    expect(tab.locator(".broken").first).to_be_visible()
    expect(tab.locator(".violations").first).to_contain_text("restart")
    expect(tab.locator(".violations").last).to_contain_text("1 error")
    server.restore(DEM1)
    path.write_text(good)
    expect(tab.locator(".violations")).to_have_count(0)


def test_a_warning_of_mkdocs_is_in_the_box_and_a_mistake_or_edit_of_a_template_on_its_pages(
    server: Server, tab: Page
) -> None:
    tab.goto(f"{server.address}benchmarks/a-dem1/")

    path = server.project / "docs/methodology/scoring-flow.md"
    good = path.read_text()
    path.write_text(good + "\n[nowhere](nowhere.md) and [away](<away & gone.md>)\n")
    expect(tab.locator(".violations")).to_contain_text("2 warnings of MkDocs")
    expect(tab.locator(".violations")).to_contain_text(
        "'methodology/scoring-flow.md' contains a link 'nowhere.md'"
    )
    server.write(DEM1, BROKEN)
    expect(tab.locator(".violations")).to_contain_text("1 error")
    expect(tab.locator(".violations")).to_contain_text("2 warnings of MkDocs")
    server.restore(DEM1)
    path.write_text(good)
    expect(tab.locator(".violations")).to_have_count(0)

    name = "scripts/benchdocs/site/templates/prompt.html.j2"
    tab.goto(f"{server.address}prompts/arrival/")
    title = tab.locator("h1").text_content() or ""
    path = server.project / name
    good = path.read_text()
    path.write_text(good + "{% endnothing %}")
    expect(tab.locator("h1")).to_have_text("The page cannot be made")
    expect(tab.locator("pre")).to_contain_text(f"{name}:")
    path.write_text(good.replace("Judge prompt of", "A judge's prompt of"))
    expect(tab.locator("h1")).to_have_text(title)
    expect(tab.locator(".eyebrow")).to_have_text("A judge's prompt of A-DEM1")


def test_folders_renamed_away_and_back_show_at_once_and_stay_watched(server: Server, tab: Page) -> None:
    tab.goto(f"{server.address}benchmarks/a-dem1/")
    rubrics, components = server.suite / "rubrics", server.suite / "a-component"

    away = rubrics.rename(server.suite / "away")
    expect(tab.locator(".violations")).to_contain_text("error")
    hidden = components.rename(server.suite / "hidden")
    expect(tab.locator(".violations")).to_contain_text("no specs in")
    expect(tab.locator("h1")).to_have_text(re.compile("A-DEM1 Arrival time recorded"))

    hidden.rename(components)
    away.rename(rubrics)
    expect(tab.locator(".violations")).to_have_count(0)
    server.write(DEM1, BROKEN)
    expect(tab.locator(".broken .finding__head code")).to_have_text("a-component/A-DEM1.yaml:7:9")


def test_a_tab_whose_page_is_away_for_a_while_comes_back_with_it(server: Server, tab: Page) -> None:
    tab.goto(f"{server.address}benchmarks/a-dem1/")

    server.write(DEM1, BROKEN.replace("code: A-DEM1", "code: A-DEM11"))
    expect(tab.locator("h1")).to_have_text("Page not found")
    expect(tab.locator(".violations")).to_contain_text("weight")
    place = tab.locator(".violations .finding__head code").first
    with tab.context.expect_page() as opened:
        place.click(modifiers=["Control"])
    expect(opened.value.locator("h1")).to_have_text(re.compile("A-DEM11"))
    opened.value.close()

    (server.suite / DEM1).unlink()
    expect(tab.locator(".violations")).not_to_contain_text("weight")
    expect(tab.locator(".violations")).to_contain_text("A-DEM1")
    server.restore(DEM1)
    expect(tab.locator("h1")).to_have_text(re.compile("A-DEM1 Arrival time recorded"))
    expect(tab.locator(".violations")).to_have_count(0)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_a_preview_that_starts_broken_comes_back_and_lives_through_half_typed_files(
    tmp_path: Path, tab: Page, request: pytest.FixtureRequest, part: int
) -> None:
    project = project_with(tmp_path / "project", FILES)
    template = project / "scripts/benchdocs/mkdocs_adapter/theme/main.html"
    good = template.read_text()
    template.write_text(good + "{% endnothing %}")
    server = start(project, project)
    request.addfinalizer(server.process.kill)
    tab.goto(f"{server.address}benchmarks/a-dem1/")
    expect(tab.locator("pre")).to_contain_text("scripts/benchdocs/mkdocs_adapter/theme/main.html")
    template.write_text(good)
    expect(tab.locator("h1")).to_have_text(re.compile("A-DEM1 Arrival time recorded"))
    whole = tab.locator("article").text_content() or ""

    for save in saves(20)[part::4]:
        loads = server.loads
        (project / save.path).write_bytes(save.content)
        wait_until(partial(server.has_loaded_since, loads), save.path)
        for address in ("benchmarks/a-dem1/", "methodology/arrival/"):
            with urlopen(server.address + address) as answer:
                assert b"livereload(" in answer.read(), save
        server.write(save.path, FILES[save.path])
    expect(tab.locator("article")).to_have_text(whole)
    assert server.alive
    server.stop()
