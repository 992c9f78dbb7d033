"""What a contributor commits changes neither who a change is attributed to nor files elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.history.git_log import history
from benchdocs.history.revisions import suite_at
from support.repositories import Repository
from support.suites import link


def test_a_mailmap_gives_no_change_to_another_author(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    mailmap = repository.root / ".mailmap"
    mailmap.write_text("Somebody Else <else@example.org> <author@example.org>\n")
    repository.edit("a-component/A-DEM1.yaml", "weight: 0.5", "weight: 0.4")
    repository.commit("weight")
    repository.git("config", "log.mailmap", "true")
    repository.git("config", "mailmap.file", str(mailmap))
    assert {entry.commit.author for entry in history(repository.root).entries} == {"An Author"}


def test_no_link_of_a_revision_is_made_while_files_are_still_to_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where case does not count, `A-component/x` would be written to wherever a link `a-component` leads.
    repository = Repository(tmp_path / "repository")
    link(repository.root / "A-aside-component", tmp_path)
    link(repository.root / "a-component/deep/A-DEM7.yaml", "../A-DEM2.yaml")
    repository.commit("links")
    made: list[str] = []
    write = Path.write_bytes

    def record_file(path: Path, data: bytes) -> int:
        made.append("file")
        return write(path, data)

    monkeypatch.setattr(Path, "symlink_to", lambda path, _: made.append(path.name))
    monkeypatch.setattr(Path, "write_bytes", record_file)
    suite_at("HEAD", repository.root)
    first = made.index("A-DEM7.yaml")
    assert set(made[:first]) == {"file"}
    # The links were not made, so files stand for them, as on Windows.
    assert made[first:] == ["A-DEM7.yaml", "file", "A-aside-component", "file"]
