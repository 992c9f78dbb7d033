"""An export takes the place of the last one, whole or not at all, and of nothing else."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from errno import ENOSPC
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.files.directory_swap import MANIFEST, Staging, export_refusal, write_export
from support.folders import listing

OLD = {"main.py": b"old", "docs/index.md": b"old"}


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A small export."""
    target = tmp_path / "export"
    write_export(target, with_manifest(OLD))
    return target


def with_manifest(files: dict[str, bytes]) -> dict[str, bytes]:
    lines = [f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in files.items()]
    return {**files, MANIFEST: "".join(lines).encode()}


def test_an_export_takes_the_place_of_the_last_one_and_keeps_hidden_files(exported: Path) -> None:
    (exported / ".git").mkdir()
    (exported / ".git/HEAD").write_text("made since")
    (exported / "docs/__pycache__").mkdir()
    (exported / "docs/__pycache__/mine.pyc").write_text("compiled by a run")
    assert export_refusal(exported) == ""
    write_export(exported, with_manifest({"main.py": b"new"}))
    assert listing(exported).keys() == {"main.py", MANIFEST, ".git/HEAD"}


@pytest.mark.parametrize("name", ["main.py", "docs/mine.md", "docs/index.md"])
def test_a_file_that_was_added_or_altered_is_not_overwritten(exported: Path, name: str) -> None:
    (exported / name).write_text("mine")
    assert f"`{name}` was added or changed" in export_refusal(exported)
    assert CliRunner().invoke(main, ["export-evals", str(exported), "--format", "inspect"]).exit_code == 2
    assert (exported / name).read_text() == "mine"


def test_a_folder_that_no_export_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    assert "files that no export wrote" in export_refusal(tmp_path)
    assert "not a folder" in export_refusal(tmp_path / "thesis.txt")
    assert export_refusal(tmp_path / "new") == ""


def test_a_full_disk_leaves_the_last_export(exported: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, write_bytes = listing(exported), Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.name == "index.md":
            raise OSError(ENOSPC, "No space left on device")
        return write_bytes(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_export(exported, with_manifest(OLD | {"main.py": b"new"}))
    assert listing(exported.parent) == {f"export/{path}": content for path, content in before.items()}


KILLED = """
import os, sys
from pathlib import Path
from benchdocs.files import directory_swap
count = int(sys.argv[2])
def dying(act):
    def acting(*arguments):
        global count
        count -= 1
        done = act(*arguments)
        return done if count else os._exit(9)
    return acting
directory_swap._exchange, Path.write_bytes = dying(directory_swap._exchange), dying(Path.write_bytes)
directory_swap.write_export(Path(sys.argv[1]), {"main.py": b"new"})
"""


@pytest.mark.parametrize("count", [1, 2])
def test_an_export_that_is_killed_leaves_the_old_or_the_new_one_to_the_next(
    exported: Path, count: int
) -> None:
    before = listing(exported)
    assert subprocess.run([sys.executable, "-c", KILLED, exported, str(count)], check=False).returncode == 9
    Staging(exported, export_refusal).discard()
    found = {path: content for path, content in listing(exported).items() if not path.startswith(".")}
    assert found == (before if count < 2 else {"main.py": b"new"})
    assert [path.name for path in exported.parent.iterdir()] == ["export"]
