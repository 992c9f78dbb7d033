"""The feed of changes lists what can alter a score, and is Atom that a reader takes."""

from pathlib import Path
from xml.etree import ElementTree

from benchdocs.history.git_log import history
from benchdocs.reports.feed import atom
from support.repositories import Repository

NAMES = {"a": "http://www.w3.org/2005/Atom"}


def test_the_feed_lists_the_commits_that_can_alter_a_score(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    path = tmp_path / "a-component/A-DEM2.yaml"
    path.write_text(path.read_text().replace("threshold: 0.80", "threshold: 0.75"))
    repository.commit("Lower <the> bar\x1b[31m")
    path.write_text(path.read_text() + "# a comment\n")
    repository.commit("A remark")
    past = history(tmp_path)
    feed = ElementTree.fromstring(atom(past, "Suite", "https://site.example/"))
    entries = feed.findall("a:entry", NAMES)
    assert entries[0].findtext("a:title", namespaces=NAMES) == "A-DEM2 threshold 0.80 → 0.75"
    content = entries[0].findtext("a:content", namespaces=NAMES) or ""
    assert content.startswith("Lower <the> bar")
    assert "\x1b" not in content
    assert not any("A remark" in (entry.findtext("a:content", namespaces=NAMES) or "") for entry in entries)
    for element in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert element.findtext(f"a:{name}", namespaces=NAMES), name
    ids = [entry.findtext("a:id", namespaces=NAMES) or "" for entry in entries]
    assert len({*ids}) == len(ids)
    assert ids[0].startswith("https://site.example/audit/changes/#c-")


def test_a_site_without_an_address_has_a_feed_too(tmp_path: Path) -> None:
    Repository(tmp_path)
    feed = ElementTree.fromstring(atom(history(tmp_path), "Suite", ""))
    assert (feed.findtext("a:id", namespaces=NAMES) or "").startswith("urn:")
