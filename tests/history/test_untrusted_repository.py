"""What a contributor commits changes neither who a change is attributed to nor files elsewhere."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from benchdocs.history.log import read_log
from benchdocs.history.revisions import RevisionError, suite_at
from support.folders import listing
from support.repositories import Repository
from support.suites import link
from support.tables import table


def test_a_mailmap_gives_no_change_to_another_author(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    mailmap = repository.root / ".mailmap"
    mailmap.write_text("Somebody Else <else@example.org> <author@example.org>\n")
    repository.edit("a-component/A-DEM1.yaml", "weight: 0.5", "weight: 0.4")
    repository.commit("weight")
    repository.git("config", "log.mailmap", "true")
    repository.git("config", "mailmap.file", str(mailmap))
    assert {commit.author for commit in read_log(repository.root).commits} == {"An Author"}


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


def _tree(repository: Repository, entries: Iterable[tuple[str, str, str]]) -> str:
    """Return the hash of a tree of entries (mode, hash, name) that git itself would not make."""
    content = b"".join(f"{mode} {name}".encode() + b"\0" + bytes.fromhex(id_) for mode, id_, name in entries)
    made = subprocess.run(
        ["git", "-C", repository.root, "hash-object", "-t", "tree", "-w", "--literally", "--stdin"],
        input=content,
        capture_output=True,
        check=True,
    )
    return made.stdout.decode().strip()


def _commit_of(repository: Repository, names: Sequence[str]) -> str:
    """Return a commit of the suite whose folder of rubrics holds a file below these names, each in a tree."""
    blob = repository.git("hash-object", "-w", "rubrics/A-DEM.yaml").strip()
    mode, id_ = "100644", blob
    for name in reversed(names):
        mode, id_ = "40000", _tree(repository, [(mode, id_, name)])
    specs = repository.git("rev-parse", "HEAD:a-component").strip()
    top = _tree(repository, [("40000", specs, "a-component"), ("40000", id_, "rubrics")])
    return repository.git("commit-tree", "-m", "evil", top).strip()


@table
def test_a_revision_with_a_name_that_leads_out_is_refused_before_anything_is_written(
    names: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = Repository(tmp_path / "repository")
    evil = _commit_of(repository, names)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    before = listing(tmp_path)
    monkeypatch.setattr(Path, "write_bytes", lambda path, data: pytest.fail(f"{path} was written"))
    with pytest.raises(
        RevisionError, match=rf"revision `{evil}` cannot be read: rubrics/.*: the path |all files"
    ):
        suite_at(evil, repository.root)
    assert listing(tmp_path) == before


def test_a_file_where_a_revision_has_a_folder_too_is_reported(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    blob = repository.git("hash-object", "-w", "rubrics/A-DEM.yaml").strip()
    folder = _tree(repository, [("100644", blob, "A-DEM.yaml")])
    rubrics = _tree(repository, [("100644", blob, "x"), ("40000", folder, "x")])
    top = _tree(repository, [("40000", rubrics, "rubrics")])
    evil = repository.git("commit-tree", "-m", "evil", top).strip()
    with pytest.raises(RevisionError, match="cannot be read"):
        suite_at(evil, repository.root)
