"""After any edits a preview shows what a build from scratch shows, but for the box with the violations."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from benchdocs.site.cache import PageCache
from benchdocs.site.site import LATE_FILES
from support.fork_server import fork_server
from support.interrupted_commands import REVIEWERS
from support.mkdocs_command import mkdocs
from support.paths import BASE, REPOSITORY
from support.preview_program import PROGRAM, Step
from support.suites import suite_with

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
PROMPT, LONE = "evaluators/llm-judge/arrival_prompt.md", "evaluators/llm-judge/lone_prompt.md"


def edited(path: str, old: str, new: str) -> dict[str, str | None]:
    text = (BASE / path).read_text()
    assert old in text
    return {path: text.replace(old, new)}


def contents(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()
    }


LATE = {*LATE_FILES, "_headers"}
"""What a preview makes when somebody asks for it."""
MOVED = (BASE / DEM2).read_text().replace("A-DEM2", "A-DEM3")
RECORD = "reviews/A-DEM1/2026-01-31-ems-1.yaml"
REVIEW = (BASE.parent / "rules/REV1101/err-record" / RECORD).read_text()
STEPS: list[Step] = [
    (
        "next",
        edited(DEM1, "Arrival time recorded", "Arrival noted") | edited(PROMPT, "- formatting", "- layout"),
    ),
    ("during", edited(DEM1, "Arrival time recorded", "Arrival charted")),
    ("next", {DEM2: "code: [", "rubrics/A-DEM.yaml": None}),
    ("during", edited("rubrics/A-DEM.yaml", "label: Demonstration", "label: Shown")),
    ("next", {"reviewers.yaml": REVIEWERS, RECORD: REVIEW}),
    (None, edited(DEM2, "0.80", "0.75")),
    ("during", {RECORD: REVIEW.replace("all: agree", "weight: cannot_judge")}),
    (
        "next",
        {DEM2: None, "b-component/A-DEM3.yaml": MOVED}
        | edited("rubrics/A-DEM.yaml", "- A-DEM2", "- A-DEM3")
        | edited(DEM1, "use A-DEM2", "use A-DEM3"),
    ),
    ("during", edited(DEM1, "use A-DEM2", "take A-DEM3")),
    ("next", edited(DEM1, "use A-DEM2", "have A-DEM3")),
    (None, {"b-component/A-DEM3.yaml": None, "c-component/A-DEM3.yaml": MOVED}),
]
BOX = re.compile(rb'<aside class="violations.*?</aside>', re.DOTALL)


def previewed(
    tmp_path: Path,
    steps: list[Step],
    files: dict[str, str] | None = None,
    *,
    seen: str = "methodology/",
    most: int = 12,
) -> tuple[dict[str, bytes], dict[str, bytes], str]:
    """Files of a preview after these edits, and of a build of what they made; how often the page loaded."""
    suite = suite_with(tmp_path / "suite", files)
    preview, loads = seen_after(tmp_path / "preview", suite, steps, seen, most)
    result = mkdocs("build", "--no-strict", "-d", str(tmp_path / "built"), root=suite)
    assert result.returncode == 0, result.stderr
    return preview, contents(tmp_path / "built"), loads


def seen_after(
    site: Path, suite: Path, steps: list[Step], seen: str = "", most: int = 12
) -> tuple[dict[str, bytes], str]:
    """Files of a preview after these edits, and how often the page loaded that is seen."""
    arguments = (str(PROGRAM), str(site), str(suite), json.dumps(steps), seen, str(most))
    environment = {**os.environ, "BENCHDOCS_ROOT": str(suite)}
    served = fork_server().run(*arguments, folder=REPOSITORY, environment=environment)
    assert served.returncode == 0, served.stderr
    return contents(site), served.stdout.strip()


def test_a_preview_equals_a_build_from_scratch(tmp_path: Path) -> None:
    preview, built, _ = previewed(tmp_path, STEPS)
    assert preview.keys() == built.keys()
    assert [name for name in built if built[name] != preview[name]] == []


def test_pages_remade_first_are_those_of_a_whole_build(tmp_path: Path) -> None:
    """Those of the files that changed and those that browsers show, which therefore load only once."""
    unreadable: dict[str, str | None] = {DEM1: "code: A-DEM1\nlabel: 'never closed\n"}
    step = edited(DEM1, "label: Arrival time recorded", "label: Arrival charted")
    preview, built, loads = previewed(tmp_path, [(None, unreadable), (None, step)], seen="")
    assert preview == built
    assert loads == "shown once"
    first = contents(tmp_path / "preview-first")
    for page in ("benchmarks/a-dem1/index.html", "index.html"):
        assert first[page] == built[page]
    other = "benchmarks/index.html"
    assert b"Arrival charted" in built[other]
    assert first[other] != built[other]


def test_what_an_edit_does_not_change_is_not_written_anew(tmp_path: Path, small_site: Path) -> None:
    """A label stands on many pages: on those that list it, in sidebars, in the search and in reports."""
    before = contents(small_site)
    preview, built, _ = previewed(tmp_path, [(None, edited(DEM1, "Arrival time recorded", "Arrival noted"))])
    assert preview == built
    written = set(json.loads((tmp_path / "preview-files.json").read_text()))
    compared = {name for name in built if re.match("compare/.*/|benchmarks/criteria.js", name)}
    assert written - compared == {name for name in built if built[name] != before.get(name)} - LATE - compared
    assert {
        "benchmarks/a-dem1/index.html",
        "benchmarks/a-dem2/index.html",
        "rubrics/a-dem/index.html",
    } < written
    assert not written & {"benchmarks/a-aux1/index.html", "rules/yml001/index.html", "404.html"}


@pytest.mark.parametrize("end", ["rubrics/a-dem.md", "!rubrics/a-dem.md"], ids=["by an edit", "by a failure"])
def test_pages_of_an_interrupted_rebuild_are_taken_back(tmp_path: Path, small_site: Path, end: str) -> None:
    """Pages that bear a label were made, and others not, when the label became what it had been."""
    was = (BASE / DEM1).read_text()
    steps: list[Step] = [(end, edited(DEM1, "Arrival time recorded", "Arrival noted")), (None, {DEM1: was})]
    preview, _ = seen_after(tmp_path / "preview", suite_with(tmp_path / "suite"), steps)
    assert preview == contents(small_site)


def test_a_full_disk_and_a_site_that_was_cleared_away_are_survived(tmp_path: Path) -> None:
    """The first edit meets a full disk; the site is removed before the third."""
    labels = ("Arrival seen", "Arrival heard", "Arrival charted")
    goings: tuple[str | None, ...] = ("full", None, "gone")
    steps: list[Step] = [
        (going, edited(DEM1, "Arrival time recorded", label))
        for going, label in zip(goings, labels, strict=True)
    ]
    preview, built, _ = previewed(tmp_path, steps)
    assert preview == built


def test_an_abandoned_build_leaves_the_cache_as_the_last_whole_build_did() -> None:
    cache = PageCache()
    cache.store(b"whole", "kept")
    cache.finish_build()
    assert cache.get(b"whole") == "kept"
    cache.store(b"new", "taken back")
    cache.abandon_build()
    assert cache.get(b"new") is None
    assert cache.get(b"whole") == "kept"


def test_edits_of_more_files_than_are_remade_first_show_at_once_as_well(tmp_path: Path) -> None:
    step = edited(DEM1, "Arrival time recorded", "Arrival noted") | edited(DEM2, "0.80", "0.75")
    preview, built, loads = previewed(tmp_path, [(None, step)], seen="", most=1)
    assert preview == built
    assert loads == "shown once"
    first = contents(tmp_path / "preview-first")
    differing = [name for name in built if name.endswith(".html") and first.get(name) != built[name]]
    late = {"audit/downloads/index.html", "compare/a-dem1-a-dem2/index.html"}
    assert set(differing) == late, "sizes and ready comparisons are made when they are requested"


def test_data_of_a_suite_with_errors_are_not_those_of_the_one_before(tmp_path: Path) -> None:
    suite = suite_with(tmp_path / "suite")
    preview, _ = seen_after(tmp_path / "preview", suite, [(None, {DEM1: "code: ["})])
    assert preview.keys().isdisjoint(LATE - {"_headers"})


def test_a_preview_with_warnings_differs_from_a_lenient_build_by_the_box_alone(
    tmp_path: Path,
) -> None:
    """The finding that was there first leads to those of another file once they are there."""
    warned = {DEM1: (BASE / DEM1).read_text().replace("Flag if", "Mind if")}
    preview, built, _ = previewed(tmp_path, [(None, {LONE: "SYSTEM:\nYou are a judge.\n"})], warned)
    pages = {name for name in built if BOX.search(preview[name])}
    assert pages == {name for name in built if name.endswith(".html")} - {"404.html"}
    assert b"Next finding, other file" in built["benchmarks/a-dem1/index.html"]
    differing = [name for name in built if built[name] != BOX.sub(b"", preview[name])]
    assert differing == []
