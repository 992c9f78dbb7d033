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
site, suite, steps = sys.argv[1], Path(sys.argv[2]), json.loads(sys.argv[3])
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
    server.builder()
    shutil.copytree(site, f"{site}-ahead", dirs_exist_ok=True)
    if wait is None:
        hooks._session.later.join()
    else:
        time.sleep(wait)
hooks._session.later.join()
"""
"""What `mkdocs serve` does, without its port: a rebuild after each edit, then so many seconds of rest.

Where there is no number, all that follows a rebuild is waited for. Beside the site stands what it was like
right after the last rebuild.
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
    tmp_path: Path, steps: list[Step], files: dict[str, str] | None = None
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Files of a preview after these edits, and of a build of what they made."""
    suite = suite_with(tmp_path / "suite", files)
    environment = {**os.environ, "BENCHDOCS_ROOT": str(suite), "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(
        [sys.executable, "-c", PREVIEW, tmp_path / "preview", suite, json.dumps(steps)],
        cwd=REPOSITORY,
        env=environment,
        check=True,
        capture_output=True,
        timeout=120,
    )
    result = mkdocs("build", "--no-strict", "-d", str(tmp_path / "built"), root=suite)
    assert result.returncode == 0, result.stderr
    return contents(tmp_path / "preview"), contents(tmp_path / "built")


def test_a_preview_equals_a_build_from_scratch(tmp_path: Path) -> None:
    preview, built = previewed(tmp_path, STEPS)
    assert preview.keys() == built.keys()
    assert [name for name in built if built[name] != preview[name]] == []


def test_a_page_that_is_made_ahead_of_the_rest_is_that_of_a_whole_build(tmp_path: Path) -> None:
    """The page of the file that changed shows it at once; another that names it does not yet."""
    step = edited(DEM1, "label: Arrival time recorded", "label: Arrival charted")
    preview, built = previewed(tmp_path, [(0, step)])
    assert preview == built
    ahead = contents(tmp_path / "preview-ahead")
    page, other = "benchmarks/a-dem1/index.html", "benchmarks/index.html"
    assert b"Arrival charted" in built[page]
    assert b"Arrival charted" in built[other]
    assert ahead[page] == built[page]
    assert ahead[other] != built[other]


def test_a_preview_with_warnings_has_a_box_on_top_and_is_else_a_build_that_lets_them_through(
    tmp_path: Path,
) -> None:
    """The finding that was there first leads to those of another file once they are there."""
    warned = {DEM1: (BASE / DEM1).read_text().replace("Flag if", "Mind if")}
    preview, built = previewed(tmp_path, [(0, {LONE: "SYSTEM:\nYou are a judge.\n"})], warned)
    pages = {name for name in built if BOX.search(preview[name])}
    assert pages == {name for name in built if name.endswith(".html")} - {"404.html"}
    assert b"Next finding, other file" in built["benchmarks/a-dem1/index.html"]
    differing = [name for name in built if built[name] != BOX.sub(b"", preview[name])]
    assert differing == []
