"""A preview that keeps what an edit leaves alone shows, after any edits, what a build from scratch shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from conftest import REPOSITORY, mkdocs
from suites import BASE, suite_with

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
REBUILD = """
import json, sys
from pathlib import Path
from mkdocs.commands.build import build
from mkdocs.config import load_config
site, suite, steps = sys.argv[1], Path(sys.argv[2]), json.loads(sys.argv[3])
config = load_config(config_file="mkdocs.yml", site_dir=site)
config.plugins.on_startup(command="serve", dirty=False)
build(config)
for step in steps:
    for name, text in step.items():
        path = suite / name
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    build(load_config(config_file="mkdocs.yml", site_dir=site))
"""
"""What `mkdocs serve` does: one build after the other in one process, with an edit ahead of each."""


def edited(path: str, old: str, new: str) -> dict[str, str | None]:
    text = (BASE / path).read_text()
    assert old in text
    return {path: text.replace(old, new)}


def contents(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()
    }


STEPS: list[dict[str, str | None]] = [
    edited(DEM1, "Arrival time recorded", "Arrival charted") | edited(PROMPT, "- formatting", "- layout"),
    {DEM2: "code: [", "rubrics/A-DEM.yaml": None},
    edited("rubrics/A-DEM.yaml", "label: Demonstration", "label: Shown") | edited(DEM2, "0.80", "0.75"),
    {DEM2: None, "b-component/A-DEM3.yaml": (BASE / DEM2).read_text().replace("A-DEM2", "A-DEM3")}
    | edited("rubrics/A-DEM.yaml", "- A-DEM2", "- A-DEM3")
    | edited(DEM1, "use A-DEM2", "use A-DEM3"),
]


def test_a_preview_equals_a_build_from_scratch(tmp_path: Path) -> None:
    suite = suite_with(tmp_path / "suite")
    environment = {**os.environ, "BENCHDOCS_ROOT": str(suite), "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(
        [sys.executable, "-c", REBUILD, tmp_path / "preview", suite, json.dumps(STEPS)],
        cwd=REPOSITORY,
        env=environment,
        check=True,
        capture_output=True,
        timeout=120,
    )
    result = mkdocs("build", "--no-strict", "-d", str(tmp_path / "built"), root=suite)
    assert result.returncode == 0, result.stderr
    preview, built = contents(tmp_path / "preview"), contents(tmp_path / "built")
    assert preview.keys() == built.keys()
    assert [name for name in built if built[name] != preview[name]] == []
