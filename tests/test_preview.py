"""A preview that keeps what an edit leaves alone shows, after any edits, what a build from scratch shows.

Only the box with the violations comes on top.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from conftest import REPOSITORY, mkdocs
from suites import BASE, suite_with

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
PROMPT, LONE = "evaluators/llm-judge/arrival_prompt.md", "evaluators/llm-judge/lone_prompt.md"
PREVIEW = """
import json, shutil, sys, time
from pathlib import Path
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.livereload import LiveReloadServer
site, suite, steps, seen = sys.argv[1], Path(sys.argv[2]), json.loads(sys.argv[3]), sys.argv[4]
def configured():
    config = load_config(config_file="mkdocs.yml", site_dir=site)
    config.site_url = "http://127.0.0.1:8000/"
    return config
config = configured()
config.plugins.on_startup(command="serve", dirty=False)
build(config)
server = LiveReloadServer(lambda: build(configured()), "127.0.0.1", 8000, site)
config.plugins.on_serve(server, config=config, builder=server.builder)
(hooks,) = config.hooks.values()
for wait, step in steps:
    for name, text in step.items():
        path = suite / name
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    list(server.get_app()({"PATH_INFO": seen}, lambda *_: None))
    server.builder()
    shown = server._visible_epoch
    shutil.copytree(site, f"{site}-ahead", dirs_exist_ok=True)
    if wait is None:
        hooks._session.later.join()
    else:
        time.sleep(wait)
hooks._session.later.join()
list(server.get_app()({"PATH_INFO": "/data/suite.json"}, lambda *_: None))
print("shown again" if server._visible_epoch != shown else "shown once")
"""
"""What `mkdocs serve` does, without its port: a rebuild after each edit, then so many seconds of rest.

Where there is no number, all that follows a rebuild is waited for. A browser shows one of the pages. Beside
the site stands what it was like right after the last rebuild.
"""
IN_THE_MIDST = 1.3
"""Seconds after which the whole site is being built behind the pages that are shown."""
Step = tuple[float | None, dict[str, str | None]]


def edited(path: str, old: str, new: str) -> dict[str, str | None]:
    text = (BASE / path).read_text()
    assert old in text
    return {path: text.replace(old, new)}


def contents(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()
    }


STEPS: list[Step] = [
    (0, edited(DEM1, "Arrival time recorded", "Arrival noted") | edited(PROMPT, "- formatting", "- layout")),
    (IN_THE_MIDST, edited(DEM1, "Arrival time recorded", "Arrival charted")),
    (0, {DEM2: "code: [", "rubrics/A-DEM.yaml": None}),
    (IN_THE_MIDST, edited("rubrics/A-DEM.yaml", "label: Demonstration", "label: Shown")),
    (None, edited(DEM2, "0.80", "0.75")),
    (
        0,
        {DEM2: None, "b-component/A-DEM3.yaml": (BASE / DEM2).read_text().replace("A-DEM2", "A-DEM3")}
        | edited("rubrics/A-DEM.yaml", "- A-DEM2", "- A-DEM3")
        | edited(DEM1, "use A-DEM2", "use A-DEM3"),
    ),
    (IN_THE_MIDST, edited(DEM1, "use A-DEM2", "take A-DEM3")),
    (0, edited(DEM1, "use A-DEM2", "have A-DEM3")),
]
BOX = re.compile(rb'<aside class="violations.*?</aside>', re.DOTALL)


def previewed(
    tmp_path: Path, steps: list[Step], files: dict[str, str] | None = None, seen: str = "methodology/"
) -> tuple[dict[str, bytes], dict[str, bytes], str]:
    """Files of a preview after these edits, and of a build of what they made; how often the page loaded."""
    suite = suite_with(tmp_path / "suite", files)
    environment = {**os.environ, "BENCHDOCS_ROOT": str(suite), "NO_MKDOCS_2_WARNING": "1"}
    served = subprocess.run(
        [sys.executable, "-c", PREVIEW, tmp_path / "preview", suite, json.dumps(steps), f"/{seen}"],
        cwd=REPOSITORY,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    result = mkdocs("build", "--no-strict", "-d", str(tmp_path / "built"), root=suite)
    assert result.returncode == 0, result.stderr
    return contents(tmp_path / "preview"), contents(tmp_path / "built"), served.stdout.strip()


def test_a_preview_equals_a_build_from_scratch(tmp_path: Path) -> None:
    preview, built, _ = previewed(tmp_path, STEPS)
    assert preview.keys() == built.keys()
    assert [name for name in built if built[name] != preview[name]] == []


def test_pages_that_are_made_ahead_of_the_rest_are_those_of_a_whole_build(tmp_path: Path) -> None:
    """Those of the files that changed and those that browsers show, which therefore load only once."""
    unreadable: dict[str, str | None] = {DEM1: "code: A-DEM1\nlabel: 'never closed\n"}
    step = edited(DEM1, "label: Arrival time recorded", "label: Arrival charted")
    preview, built, loads = previewed(tmp_path, [(None, unreadable), (0, step)], seen="")
    assert preview == built
    assert loads == "shown once"
    ahead = contents(tmp_path / "preview-ahead")
    for page in ("benchmarks/a-dem1/index.html", "index.html"):
        assert ahead[page] == built[page]
    other = "benchmarks/index.html"
    assert b"Arrival charted" in built[other]
    assert ahead[other] != built[other]


def test_a_preview_with_warnings_has_a_box_on_top_and_is_else_a_build_that_lets_them_through(
    tmp_path: Path,
) -> None:
    """The finding that was there first leads to those of another file once they are there."""
    warned = {DEM1: (BASE / DEM1).read_text().replace("Flag if", "Mind if")}
    preview, built, _ = previewed(tmp_path, [(0, {LONE: "SYSTEM:\nYou are a judge.\n"})], warned)
    pages = {name for name in built if BOX.search(preview[name])}
    assert pages == {name for name in built if name.endswith(".html")} - {"404.html"}
    assert b"Next finding, other file" in built["benchmarks/a-dem1/index.html"]
    differing = [name for name in built if built[name] != BOX.sub(b"", preview[name])]
    assert differing == []
