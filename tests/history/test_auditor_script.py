"""Each commit that an auditor would try is told as it was written down, in the history and on its page."""

from __future__ import annotations

import html
import re
import subprocess
from pathlib import Path

import pytest

from benchdocs.history.git_log import SHALLOW, LogEntry, history
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.auditor_script import DEM1, STEPS, scripted, shown
from support.page_findings import html_of, text_of
from support.repositories import Repository


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return scripted(tmp_path_factory.mktemp("script") / "repository")


@pytest.fixture(scope="module")
def entries(repository: Repository) -> dict[str, LogEntry]:
    """What is told of each commit, by its subject, the demonstration suite's left out."""
    return {entry.commit.subject: entry for entry in history(repository.root).entries[:-1]}


@pytest.mark.parametrize("name", STEPS)
def test_each_commit_is_told_with_class_words_and_what_it_can_do(
    entries: dict[str, LogEntry], name: str
) -> None:
    told = entries[shown(name)].changes
    assert [[change.effect, change.text, change.can] for change in told] == STEPS[name]["told"]


def test_no_other_commit_is_told(entries: dict[str, LogEntry]) -> None:
    assert entries.keys() == {shown(name) for name in STEPS}


@pytest.mark.parametrize("name", STEPS)
def test_each_commit_is_told_with_who_made_it_and_why(entries: dict[str, LogEntry], name: str) -> None:
    commit = entries[shown(name)].commit
    assert commit.author == shown(STEPS[name]["author"])
    assert commit.body == f"Why {shown(name)}."


def test_only_what_is_back_dated_is_out_of_order(entries: dict[str, LogEntry]) -> None:
    late = [entry.commit for entry in entries.values() if entry.commit.is_out_of_order]
    assert [(commit.subject, commit.date) for commit in late] == [("back-dated", "2020-02-02")]
    assert late[0].committed > "2023-11-15"


@pytest.fixture(scope="module")
def told_on_page(repository: Repository) -> dict[str, str]:
    """What the page of changes says of each commit, by its subject."""
    site = Site(check(repository.root), history=history(repository.root))
    page = html_of(site, "audit/changes/", "commits")
    assert "<script" not in page
    assert not set(page) & set("\x1b\x07\u202e")
    found = {}
    for box in re.split(r'(?=<details class="commit")', page)[1:]:
        subject = re.findall(r'"commit__subject">(.*?)</span>', box, re.DOTALL)[0]
        found[plain(subject)] = plain(box)
    return found


def plain(markup: str) -> str:
    """The text of HTML, a space between its words."""
    text = re.sub(r"</?[a-z][^>]*>", " ", re.sub(r"</?(?:a|abbr|code)\b[^>]*>", "", markup))
    return html.unescape(" ".join(text.split()))


@pytest.mark.parametrize("name", STEPS)
def test_the_page_of_changes_tells_each_commit(told_on_page: dict[str, str], name: str) -> None:
    step, text = STEPS[name], told_on_page[" ".join(shown(name).split())]
    for effect, words, _ in step["told"]:
        assert f"{effect} {words}" in text
    assert f"{shown(step['author'])}, commit" in text
    assert f"Why {shown(name)}." in text
    assert ("out of order" in text) is (name == "back-dated")


def test_a_dirty_tree_has_the_same_history_and_is_called_so(repository: Repository, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(repository.root), str(clone)], check=True)
    (clone / DEM1).write_text((clone / DEM1).read_text().replace("weight: 0.84", "weight: 0.83"))
    assert history(clone).entries == history(repository.root).entries
    site = Site(check(clone), history=history(clone))
    assert "1 file with uncommitted changes is not on this page." in text_of(site, "audit/changes/", "top")
    assert f"1 file differs from git: {DEM1} ." in text_of(site, "audit/conformance/", "state")
    assert f"Not committed: {DEM1} differs" in text_of(site, "benchmarks/a-dem1/", "top")


def test_a_detached_head_has_the_same_history(repository: Repository, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(repository.root), str(clone)], check=True)
    subprocess.run(["git", "-C", str(clone), "checkout", "-q", "--detach"], check=True)
    assert history(clone).entries == history(repository.root).entries


def test_a_shallow_clone_says_that_it_lacks_the_history(repository: Repository, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    address = repository.root.as_uri()
    subprocess.run(["git", "clone", "-q", "--depth=2", address, str(clone)], check=True)
    assert history(clone).gap == SHALLOW
