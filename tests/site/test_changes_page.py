"""The site shows what changed since a release or the last days, the commits by day, and who reviewed what."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.history.log import SHALLOW, read_log
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.mkdocs_command import built_site
from support.page_findings import text_of
from support.repositories import Repository
from support.reviews import REVIEWERS

DEM1, DEM2, AUX1 = (f"a-component/A-{name}.yaml" for name in ("DEM1", "DEM2", "AUX1"))
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
PAGE = "audit/changes/"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with a new threshold, a renamed benchmark, and a reworded prompt."""
    found = Repository(tmp_path / "repository")
    found.edit(DEM2, "threshold: 0.80", "threshold: 0.85")
    found.edit(DEM2, ">=0.80", ">=0.85")
    found.commit("Stricter & <safer>")
    found.move(DEM2, "a-component/A-DEM3.yaml")
    found.edit("a-component/A-DEM3.yaml", "code: A-DEM2", "code: A-DEM3\naliases: [A-DEM2]")
    found.edit("rubrics/A-DEM.yaml", "- A-DEM2", "- A-DEM3")
    found.edit(DEM1, "use A-DEM2", "use A-DEM3")
    found.commit("Renumbered")
    found.edit(PROMPT, "- formatting", "- layout")
    found.commit("Judge told more")
    return found


def site_of(root: Path) -> Site:
    return Site(check(root), history=read_log(root))


def test_the_page_says_which_results_compare_and_lists_first_what_can_change_a_score(
    repository: Repository,
) -> None:
    site = site_of(repository.root)
    first = repository.git("rev-list", "--max-parents=0", "HEAD")[:12]
    top = text_of(site, PAGE, "top")
    assert f"Since commit {first} of 2023-11-15 , results of 1 of 3 benchmarks compare as they are." in top
    assert "so that earlier results do not compare: A-DEM1 , A-DEM3 ." in top
    assert "score-affecting 3 changes" in top
    scores = text_of(site, PAGE, "score-affecting")
    rows = ("A-DEM3 threshold 0.80 → 0.85 A score that passed may now miss. 2023-11-17", f"{PROMPT} reworded")
    places = [scores.index(row) for row in rows]
    assert places == sorted(places)
    assert "- formatting" in scores.replace("Before and after", "")
    assert "A-DEM2 renamed to A-DEM3" in text_of(site, PAGE, "editorial")


def test_the_commits_are_listed_by_day_and_marked_where_they_can_change_a_score(
    repository: Repository,
) -> None:
    repository.edit(DEM1, "label: ", "label: Some ")
    repository.commit("A name")
    days = text_of(site_of(repository.root), PAGE, "days")
    names = ("A name", "Judge told more", "Renumbered", "Stricter &amp; &lt;safer&gt;")
    places = [days.index(name) for name in names]
    assert places == sorted(places)
    assert "2023-11-16 : 1 commit score-affecting Stricter &amp; &lt;safer&gt; by An Author, commit" in days
    assert "2023-11-19 : 1 commit A name by An Author" in days


def test_the_data_has_the_changes_and_all_commits(repository: Repository) -> None:
    data = json.loads(dict(site_of(repository.root).files())["audit/changes/changes.json"])
    assert data["since"] == {
        "commit": repository.git("rev-list", "--max-parents=0", "HEAD").strip(),
        "date": "2023-11-15",
        "release": None,
    }
    assert data["summary"]["score-affecting"] == 3
    reworded = next(change for change in data["changes"] if change["subject"] == PROMPT)
    assert ("- formatting" in reworded["old"], "- layout" in reworded["new"]) == (True, True)
    assert [commit["subject"] for commit in data["commits"]] == [
        "Judge told more",
        "Renumbered",
        "Stricter & <safer>",
        "The demonstration suite",
    ]
    assert data["commits"][0]["files"] == [PROMPT]
    assert data["gap"] is None


def test_the_same_change_of_many_specs_is_one_row(repository: Repository) -> None:
    for path in (DEM1, "a-component/A-DEM3.yaml", AUX1):
        repository.edit(path, "label: ", "version: 2\nlabel: ")
    repository.commit("Versions")
    text = text_of(site_of(repository.root), PAGE, "meaning")
    assert "A-AUX1 , A-DEM1 , A-DEM3 version 1 → 2" in text


def test_the_page_compares_with_the_last_release(repository: Repository) -> None:
    repository.git("tag", "v1", "HEAD~1")
    (repository.root / "benchdocs.toml").write_text('releases = "v*"\n')
    top = text_of(site_of(repository.root), PAGE, "top")
    assert "Since release v1 of 2023-11-17 , results of 2 of 3 benchmarks compare as they are." in top


def test_the_home_page_leads_to_the_last_commit_that_can_change_a_score(repository: Repository) -> None:
    repository.edit(DEM1, "label: ", "label: Some ")
    repository.commit("A name")
    assert "Last commit that can change a score: 2023-11-18" in text_of(site_of(repository.root), "")


def test_a_spec_lists_its_commits_with_the_command_that_compares(repository: Repository) -> None:
    site = site_of(repository.root)
    judged = text_of(site, "benchmarks/a-dem1/", "history")
    commit = repository.git("rev-parse", "HEAD")[:12]
    assert f"score-affecting Judge told more 2023-11-18 , by An Author, commit {commit}" in judged
    assert f"benchdocs diff {commit}^ {commit}" in judged
    renamed = text_of(site, "benchmarks/a-dem3/", "history")
    assert ("Judge told more" in renamed, "Stricter &amp; &lt;safer&gt;" in renamed) == (False, True)
    assert "It last changed on 2023-11-17 in commit" in text_of(site, "benchmarks/a-dem3/", "source")
    prompt = text_of(site, "prompts/arrival/")
    assert f"git show COMMIT:{PROMPT}" in prompt


def test_a_review_is_shown_and_its_end_too(repository: Repository) -> None:
    root = repository.root
    stamp = 'review:\n  by: "The group"\n  on: 2026-01-31\n  fingerprint: "00ff"\n'
    (root / DEM1).write_text((root / DEM1).read_text() + stamp)
    text = text_of(site_of(root), "benchmarks/a-dem1/", "source")
    assert (
        "Suspect : it, or what a review covers, changed since its review. "
        "Review stamp: by The group on 2026-01-31 , fingerprint 00ff" in " ".join(text.split())
    )


def test_a_page_shows_reviews_and_since_when_they_are_suspect(repository: Repository) -> None:
    root = repository.root
    (root / "reviewers.yaml").write_text(REVIEWERS.replace("Paramedic", "<b>Paramedic"))
    day = repository.git("log", "-1", "--format=%cs").strip()
    words = ("--outcome", "weight=agree", "--outcome", "threshold=cannot_judge", "--comment", "<i>Fine")
    arguments = ("review", "A-DEM1", "--reviewer", "ems-1", "--on", day, "--root", str(root), *words)
    assert CliRunner().invoke(main, arguments).exit_code == 0
    html = site_of(root).page["benchmarks/a-dem1.md"].sections[-1].html
    assert "<b>Para" not in html
    assert "<i>Fine" not in html
    text = text_of(site_of(root), "benchmarks/a-dem1/", "source")
    assert f"{day} , &lt;b&gt;Paramedic ( ems-1 ), of it as it is now" in text
    assert "weight agree; threshold cannot judge. “&lt;i&gt;Fine”" in " ".join(text.split())
    assert "The other" in text_of(site_of(root), "audit/conformance/")
    repository.commit("A review")
    reviewed = repository.git("rev-parse", "HEAD")[:12]
    repository.edit(DEM1, "label: ", "label: Some ")
    repository.commit("Another label")
    text = text_of(site_of(root), "benchmarks/a-dem1/", "source")
    assert f"Suspect since its review in commit {reviewed}: A-DEM1 label" in text
    assert "of an earlier state" in text
    assert "Reviews: none." in text_of(site_of(root), "benchmarks/a-dem3/", "source")


def test_a_site_of_a_shallow_clone_says_so(repository: Repository, tmp_path: Path) -> None:
    shallow = tmp_path / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth=1", repository.root.as_uri(), shallow], check=True)
    built_site(shallow, tmp_path / "site")
    assert SHALLOW in (tmp_path / "site/audit/changes/index.html").read_text()
    data = json.loads((tmp_path / "site/audit/changes/changes.json").read_text())
    assert (data["commits"], data["changes"], data["gap"]) == ([], [], SHALLOW)
