"""After any edits a preview shows what a build from scratch shows, but for the box with the violations."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from support.case_folders import RULE_CASES
from support.mkdocs_command import mkdocs, previewed
from support.paths import BASE, REPOSITORY, THEME
from support.preview_program import write
from support.projects import project_with
from support.repositories import Repository
from support.reviews import REVIEWERS

Files = dict[str, str | None]
DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
PROMPT, RUBRIC = "evaluators/llm-judge/arrival_prompt.md", "rubrics/A-DEM.yaml"
PAGE, NEW_PAGE = "docs/methodology/scoring-flow.md", "docs/methodology/arrival.md"
RECORD = "reviews/A-DEM1/2026-01-31-ems-1.yaml"
STYLE, TEMPLATE = "docs/stylesheets/own.css", "docs/overrides/404.html"
PROGRAM = r"""
import json, re, sys
from pathlib import Path
from unittest.mock import patch
from support.preview_program import Preview, write

BOX = re.compile(rb'<aside class="violations.*?</aside>', re.DOTALL)
project = Path.cwd()
preview = Preview()
for files, built in json.loads(Path(sys.argv[1]).read_text()):
    write(project, files)
    for page in ("/", "/benchmarks/a-dem1/", "/methodology/scoring-flow/", "/search/search_index.js"):
        status, _ = preview.ask(page)
        assert not status.startswith("5"), (status, page)
    expected = {path.relative_to(built).as_posix(): path for path in Path(built).rglob("*") if path.is_file()}
    expected.pop("sitemap.xml.gz", None)  # written by MkDocs itself, for search engines
    with patch.object(preview.preview, "refresh"):  # which would look at every file for each
        for path, file in sorted(expected.items()) if built else ():
            content = preview.content(path)
            shown = content and (BOX.sub(b"", content) if path.endswith(".html") else content)
            if shown != file.read_bytes():
                print(built, path)
"""


def text_of(path: str) -> str:
    return (BASE / path).read_text()


def edited(path: str, old: str, new: str) -> Files:
    assert old in text_of(path)
    return {path: text_of(path).replace(old, new)}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    settings = (REPOSITORY / "mkdocs.yml").read_text()
    settings = settings.replace(
        "theme: benchdocs\n", "theme:\n  name: benchdocs\n  custom_dir: docs/overrides\n"
    )
    own = {"mkdocs.yml": f"{settings}\nextra_css:\n  - stylesheets/own.css\n", STYLE: "b { color: red }\n"}
    made = project_with(tmp_path / "project", own | {TEMPLATE: (THEME / "404.html").read_text()})
    return made


def differences(project: Path, tmp_path: Path, steps: list[tuple[Files, bool]]) -> list[str]:
    """Which files differ from those of a build; each step says whether there is one after it."""
    start = tmp_path / "start"
    shutil.copytree(project, start)
    program: list[tuple[Files, str]] = []
    for number, (files, is_built) in enumerate(steps):
        write(project, files)
        built = str(tmp_path / f"built-{number}") if is_built else ""
        if built:
            options = ("--no-strict", "-f", str(project / "mkdocs.yml"), "-d", built)
            result = mkdocs("build", *options, root=project)
            assert result.returncode == 0, result.stderr
        program.append((files, built))
    shutil.rmtree(project)
    shutil.copytree(start, project)
    list_of_steps = tmp_path / "steps.json"
    list_of_steps.write_text(json.dumps(program))
    return previewed(project, PROGRAM, list_of_steps).stdout.splitlines()


def test_a_preview_equals_a_build_from_scratch(project: Path, tmp_path: Path) -> None:
    review = (RULE_CASES / "REV1101/err-record" / RECORD).read_text()
    page, style = (project / PAGE).read_text(), (project / STYLE).read_text()
    settings = (project / "mkdocs.yml").read_text()
    moved = text_of(DEM2).replace("A-DEM2", "A-DEM3")
    steps: list[tuple[Files, bool]] = [
        (
            edited(DEM1, "Arrival time recorded", "Arrival noted")
            | edited(PROMPT, "- formatting", "- layout")
            | {"reviewers.yaml": REVIEWERS, RECORD: review, PAGE: f"{page}\nSee A-DEM1 and A-DEM2.\n"},
            False,
        ),
        ({DEM2: "code: [", RUBRIC: None, "mkdocs.yml": "site_name: ["}, False),
        (
            {
                **edited(RUBRIC, "- A-DEM2", "- A-DEM3"),
                **edited(DEM1, "use A-DEM2", "use A-DEM3"),
                DEM2: None,
                "b-component/A-DEM3.yaml": moved,
                "mkdocs.yml": settings.replace("Medic Copilot benchmarks", "Others"),
                "benchdocs.toml": 'product = "Our product"\n',
                NEW_PAGE: "# Notes on arrival\n\nSee [above](#notes-on-arrival), A-DEM1 and `A-DEM3`.\n",
                PAGE: page,
                STYLE: f"{style}\n.a {{\n  color: red;\n}}\n",
            },
            True,
        ),
    ]
    assert differences(project, tmp_path, steps) == []


COMMITTED = r"""
import subprocess
from support.preview_program import Preview

preview = Preview()
assert b"Labels in fewer words" not in preview.content("audit/changes/index.html")
names = ("-c", "user.name=An Author", "-c", "user.email=author@example.org")
subprocess.run(["git", *names, "commit", "-q", "-a", "-m", "Labels in fewer words"], check=True)
assert b"Labels in fewer words" in preview.content("audit/changes/index.html")
"""


def test_a_commit_shows_without_a_save(project: Path) -> None:
    Repository(project).edit(DEM1, "Arrival time recorded", "Arrival noted")
    previewed(project, COMMITTED, GIT_CONFIG_GLOBAL="/dev/null")


EDITED = r"""
import subprocess
from pathlib import Path
from support.preview_program import Preview

spec, pages = Path("a-component/A-DEM2.yaml"), ("benchmarks/a-dem2/index.html", "index.html")
preview = Preview()
assert all(b"VER1001" not in preview.content(page) for page in pages)
spec.write_text(spec.read_text().replace("0.80", "0.85").replace("time recorded", "is recorded."))
for page in pages:
    shown = preview.content(page).decode()
    assert "is now scored differently, but still version 1" in shown, page
    assert "threshold 0.80 → 0.85" in shown, page
subprocess.run(["git", "checkout", "-q", "--", "."], check=True)
assert all(b"VER1001" not in preview.content(page) for page in pages)
"""


def test_the_box_says_what_edits_owe_and_no_built_page_does(project: Path) -> None:
    Repository(project)
    previewed(project, EDITED, GIT_CONFIG_GLOBAL="/dev/null")
    write(project, edited(DEM2, "0.80", "0.85"))
    built = mkdocs("build", "--no-strict", "-f", str(project / "mkdocs.yml"), root=project)
    assert built.returncode == 0, built.stderr
    assert "VER1001" not in (project / "site/benchmarks/a-dem2/index.html").read_text()


Edit = Callable[[random.Random, dict[str, str]], Files]


def _label(chance: random.Random, texts: dict[str, str]) -> Files:
    path = chance.choice([DEM1, DEM2])
    return {path: re.sub(r"label: .*", f"label: Label {chance.randrange(1000)}", texts[path])}


def _threshold(chance: random.Random, texts: dict[str, str]) -> Files:
    """The concept states it, too."""
    return {DEM2: texts[DEM2].replace("0.80", f"0.{chance.randrange(76, 90)}")}


def _prompt(chance: random.Random, texts: dict[str, str]) -> Files:
    return {PROMPT: texts[PROMPT].replace("- formatting", f"- layout {chance.randrange(1000)}\n- formatting")}


def _page(chance: random.Random, texts: dict[str, str]) -> Files:
    return {PAGE: f"{texts[PAGE]}\n## Part {chance.randrange(1000)}\n\nSee A-DEM1.\n"}


def _new_page(chance: random.Random, texts: dict[str, str]) -> Files:
    return {NEW_PAGE: f"# Notes {chance.randrange(1000)}\n\n[Flow](scoring-flow.md)\n"}


def _break(chance: random.Random, texts: dict[str, str]) -> Files:
    path = chance.choice([DEM1, RUBRIC, PROMPT, "mkdocs.yml"])
    return {path: texts[path][: chance.randrange(len(texts[path]))] + "\n: ["}


def _settings(chance: random.Random, texts: dict[str, str]) -> Files:
    return {"mkdocs.yml": texts["mkdocs.yml"].replace("Medic Copilot", f"Suite {chance.randrange(1000)}")}


def _theme(chance: random.Random, texts: dict[str, str]) -> Files:
    return {TEMPLATE: texts[TEMPLATE].replace("Page not found", f"Nothing here {chance.randrange(1000)}")}


EDITS: tuple[Edit, ...] = (_label, _threshold, _prompt, _page, _new_page, _break, _settings, _theme)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(12))
def test_a_preview_equals_a_build_after_random_edits(project: Path, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    paths = (DEM1, DEM2, PROMPT, RUBRIC, PAGE, "mkdocs.yml", TEMPLATE)
    texts = {path: (project / path).read_text() for path in paths}
    steps: list[tuple[Files, bool]] = []
    for number in range(12):
        if number % 4 == 3:  # all that is broken is mended, and one thing is another
            mended: Files = {**texts}
            steps.append((mended | chance.choice(EDITS[:5])(chance, texts), True))
        else:
            steps.append((chance.choice(EDITS)(chance, texts), False))
    assert differences(project, tmp_path, steps) == []
