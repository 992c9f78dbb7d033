"""No file, however bad, costs a check more than 200 MB, or any finding in another file."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.folders import listing
from support.hostile_checks import Checks
from support.hostile_files import CORPUS, Hostile
from support.mkdocs_command import mkdocs
from support.paths import BASE
from support.suites import suite_with

MEGABYTES = 200
"""Memory that a check may hold at one time."""
OTHER_FAULT = {
    "rubrics/A-AUX.yaml": (BASE / "rubrics/A-AUX.yaml").read_text().replace("AUX1]", "AUX1, A-AUX9]")
}
OTHER_FINDING = "rubrics/A-AUX.yaml:7:22 REF204"
"""A fault in another file, which has to be found beside whatever else is wrong."""
STOPS_A_BUILD = (
    ("encoding", "UTF-32"),
    ("no file", "a pipe for a rubric"),
    ("link", "a folder to itself"),
    ("size", "a prompt of 20 MB"),
)


@pytest.fixture(scope="module")
def checks() -> Iterator[Checks]:
    """What checks are split off from."""
    checks = Checks()
    yield checks
    checks.end()


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    """The suite with another fault; it is cleared away by a program that goes down any number of folders."""
    yield suite_with(tmp_path / "suite", OTHER_FAULT)
    subprocess.run(["rm", "-rf", tmp_path / "suite"], check=False)


@pytest.mark.sweep(8)
@pytest.mark.parametrize("hostile", CORPUS, ids=lambda hostile: f"{hostile.group}: {hostile.name}")
def test_a_bad_file_is_found_where_it_is_and_costs_little(
    hostile: Hostile, root: Path, checks: Checks
) -> None:
    hostile.lay(root / hostile.path)
    outcome = checks.check(root)
    assert "Traceback" not in outcome.output
    assert outcome.status == 1
    assert outcome.megabytes < MEGABYTES
    own = [
        place.removeprefix(f"{hostile.shown}:")
        for place in outcome.found
        if place.startswith(f"{hostile.shown}:")
    ]
    assert tuple(own[: len(hostile.found)]) == hostile.found
    assert bool(own) == bool(hostile.found)
    if not any(place.endswith("WVR901") for place in outcome.found):
        assert OTHER_FINDING in outcome.found


def test_the_corpus_has_many_files_of_every_class_and_names_each_once() -> None:
    assert len(CORPUS) >= 120
    assert min(Counter(hostile.group for hostile in CORPUS).values()) >= 5
    assert max(Counter((hostile.group, hostile.name) for hostile in CORPUS).values()) == 1


def test_a_file_is_listed_up_to_a_hundred_times_for_one_rule(root: Path, checks: Checks) -> None:
    for group, name in (("text", "blanks in one line"), ("text", "thousands of waivers")):
        hostile = of(group, name)
        hostile.lay(root / hostile.path)
    outcome = checks.check(root)
    assert outcome.output.count("only the first 100 of this rule in this file are listed") == 2
    assert Counter(place.split()[-1] for place in outcome.found) == {
        "REF204": 1,
        "TXT507": 100,
        "WVR902": 100,
    }


def test_no_output_holds_a_character_that_a_terminal_obeys(root: Path, checks: Checks) -> None:
    hostile = of("control", "nothing to see within a heading")
    hostile.lay(root / hostile.path)
    output = checks.check(root).output
    assert r"`S\ufeffYSTEM:`" in output
    assert output.replace("\n", "").isprintable()


def test_bad_files_fail_the_build_with_a_finding_each_and_leave_the_last_site(
    root: Path, small_site: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    shutil.copytree(small_site, site)
    before, bad = listing(site), [of(*names) for names in STOPS_A_BUILD]
    for hostile in bad:
        hostile.lay(root / hostile.path)
    result = mkdocs("build", "-d", str(site), root=root)
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    for hostile in bad:
        assert f"{hostile.shown}:1:1: error {hostile.found[0].split()[-1]}" in result.stderr
    assert OTHER_FINDING.split()[0] in result.stderr
    assert listing(site) == before


def of(group: str, name: str) -> Hostile:
    """The bad file of this class and name."""
    return next(hostile for hostile in CORPUS if (hostile.group, hostile.name) == (group, name))
