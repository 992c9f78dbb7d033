"""The site shows what changed, when and by whom, and who reviewed what."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.history.git_log import SHALLOW, history
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from benchdocs.site.views import history as changeviews
from benchdocs.site.views.commits import recent
from support.mkdocs_command import built_site
from support.page_findings import html_of, text_of
from support.repositories import Repository
from support.reviews import REVIEWERS

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"


SINCE_VERSION = """
What is scored changed twice since version 1 was set: results of this version from before and after each
change cannot be compared.
"""


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
    found.edit("evaluators/llm-judge/arrival_prompt.md", "- formatting", "- layout")
    found.commit("Judge told more")
    return found


def site_of(root: Path) -> Site:
    return Site(check(root), history=history(root))


def test_the_page_lists_first_what_can_change_a_score(
    repository: Repository,
) -> None:
    site = site_of(repository.root)
    text = text_of(site, "audit/changes/")
    places = [
        text.index(words) for words in ("Judge told more", "Stricter &amp; &lt;safer&gt;", "Renumbered")
    ]
    assert places == sorted(places)
    for words in (
        "score-affecting A-DEM2 threshold 0.80 → 0.85",
        "editorial A-DEM2 renamed to A-DEM3",
        f"score-affecting {PROMPT} reworded",
        "2023-11-16 : 2 changes in 1 commit",
        "“ Stricter &amp; &lt;safer&gt; ”, by",
        "An Author, commit",
    ):
        assert words in text
    data = json.loads(dict(site.files())["audit/changes/changes.json"])
    assert [commit["subject"] for commit in data["commits"]][:2] == ["Judge told more", "Renumbered"]
    assert data["gap"] is None
    reworded = data["commits"][0]["changes"][0]
    before, after = reworded.pop("old"), reworded.pop("new")
    assert after == (repository.root / PROMPT).read_text() != before
    assert reworded == {
        "subject": PROMPT,
        "field": "text",
        "effect": "score-affecting",
        "text": f"{PROMPT} reworded",
        "can": "The same case may be judged differently.",
        "concerns": [],
    }


def test_the_page_opens_with_what_changed_last_month(repository: Repository) -> None:
    lead = text_of(site_of(repository.root), "audit/changes/", "top")
    assert (
        "In the 30 days to 2023-11-18 , 3 commits made 11 changes that can change a score: "
        f"A-DEM2 threshold 0.80 → 0.85; {PROMPT} reworded; "
    ) in lead


def test_what_was_added_is_named_after_what_changed(repository: Repository) -> None:
    rows = [row.text for row in recent(site_of(repository.root).past).rows]
    assert rows[0] == "A-DEM2 threshold 0.80 → 0.85"
    assert rows[-1] == "3 rubrics, 3 benchmarks and 2 prompts added"


def test_the_home_page_leads_to_the_last_change_of_a_score(repository: Repository) -> None:
    repository.edit(DEM1, "label: ", "label: Some ")
    repository.git("commit", "-q", "-a", "-m", "A name", "--date=2024-01-31T12:00:00")
    assert "Last change that can change a score: 2023-11-18" in text_of(site_of(repository.root), "")


def test_the_page_opens_with_the_words_of_the_site_and_the_specs(repository: Repository) -> None:
    dem3, rubric = "a-component/A-DEM3.yaml", "rubrics/A-DEM.yaml"
    for path in (DEM1, dem3, rubric):
        repository.edit(path, "label: ", "criticality: hard_gate\nlabel: ")
    repository.git("commit", "-q", "-a", "-m", "Gates", "--date=2024-01-31T12:00:00")
    text = text_of(site_of(repository.root), "audit/changes/", "top")
    assert "gate set to hard gate in 3 specs ( A-DEM , A-DEM1 , A-DEM3 )." in text


def test_what_is_older_than_a_month_does_not_open_the_page(repository: Repository) -> None:
    repository.edit(DEM1, "label: ", "label: Some ")
    repository.git("commit", "-q", "-a", "-m", "Later", "--date=2024-01-31T12:00:00")
    text = text_of(site_of(repository.root), "audit/changes/", "top")
    assert "In the 30 days to 2024-01-31 , no change could change a score." in text


def test_a_year_after_9999_ends_the_calendar(repository: Repository) -> None:
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("Far away", AUTHOR_DATE="@253402400000 +0000")
    text = text_of(site_of(repository.root), "audit/changes/", "top")
    assert "In the 30 days to 9999-12-31 , 1 commit made 1 change that can change a score: A-DEM1" in text


def test_the_chart_counts_every_day_or_month(repository: Repository) -> None:
    def chart() -> dict[str, tuple[str, bool]]:
        html = html_of(site_of(repository.root), "audit/changes/", "top")
        assert 'aria-labelledby="timeline-title"' in html
        rows = re.findall(r"<tr><th scope=\"row\"><time.*?>(.*?)</time></th>(.*?)</tr>", html)
        return {date: (re.findall(r"(\d+)</td>", rest)[-1], "<svg" in rest) for date, rest in rows}

    assert chart() == {
        "2023-11-18": ("1", True),
        "2023-11-17": ("0", False),
        "2023-11-16": ("2", True),
        "2023-11-15": ("8", True),
    }
    repository.edit(DEM1, "label: ", "label: Some ")
    repository.git("commit", "-q", "-a", "-m", "Later", "--date=2024-01-31T12:00:00")
    assert chart() == {"2024-01": ("0", False), "2023-12": ("0", False), "2023-11": ("11", True)}


def test_a_spec_shows_its_history_under_all_its_codes_and_that_of_its_prompt(repository: Repository) -> None:
    site = site_of(repository.root)
    renamed = text_of(site, "benchmarks/a-dem3/", "history")
    assert re.sub(r"\d{4}-\d\d-\d\d ", "", renamed).split("A-DEM2 ") == [
        f"{' '.join(SINCE_VERSION.split())} score-affecting 3 changes ",
        "threshold 0.80 → 0.85 ",
        "added (benchmark) ",
        "concept reworded editorial 1 change, the last: ",
        "renamed to A-DEM3",
    ]
    assert f"{PROMPT} reworded" in text_of(site, "benchmarks/a-dem1/", "history")
    assert "It last changed on 2023-11-17 in commit" in text_of(site, "benchmarks/a-dem3/", "source")
    assert "Reviews: none." in text_of(site, "benchmarks/a-dem3/", "source")


def test_rewordings_of_a_spec_are_one_line(repository: Repository) -> None:
    repository.edit(PROMPT, "- layout", "- looks")
    repository.commit("Judge told something else")
    text = text_of(site_of(repository.root), "benchmarks/a-dem1/", "history")
    assert text.count(f"{PROMPT} reworded") == 1
    assert f"{PROMPT} reworded, the last of 2 rewordings" in text


def test_every_link_of_a_spec_s_past_leads_to_its_commit(repository: Repository) -> None:
    site = site_of(repository.root)
    anchors = set(re.findall(r'id="(c-[0-9a-f]+)"', html_of(site, "audit/changes/")))
    html = "".join(section.html for page in site.pages for section in page.sections)
    links = set(re.findall(r'audit/changes/#(c-[0-9a-f]+)"', html))
    assert links
    assert links <= anchors


def test_a_long_past_is_cut_on_the_page_and_whole_in_the_file(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changeviews, "MOST_ENTRIES", 2)
    site = site_of(repository.root)
    text = text_of(site, "audit/changes/")
    assert "Judge told more" in text
    assert "Stricter" in text
    assert "Renumbered" not in text
    assert "2 older commits are in changes.json ." in text
    assert len(json.loads(dict(site.files())["audit/changes/changes.json"])["commits"]) == 4


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
    repository.edit(DEM1, "label: ", "label: Some ")
    repository.commit("Another label")
    day = repository.git("log", "-1", "--format=%cs").strip()
    text = text_of(site_of(root), "benchmarks/a-dem1/", "source")
    assert f"Suspect since {day}: A-DEM1 label" in text
    assert "of an earlier state" in text
    assert "Reviews: none." in text_of(site_of(root), "benchmarks/a-dem3/", "source")


def test_a_site_of_a_shallow_clone_says_so(repository: Repository, tmp_path: Path) -> None:
    shallow = tmp_path / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth=1", repository.root.as_uri(), shallow], check=True)
    built_site(shallow, tmp_path / "site")
    assert SHALLOW in (tmp_path / "site/audit/changes/index.html").read_text()
    assert json.loads((tmp_path / "site/audit/changes/changes.json").read_text()) == {
        "commits": [],
        "gap": SHALLOW,
    }
