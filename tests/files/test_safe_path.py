"""A path from elsewhere is written below its folder, or not at all."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from benchdocs.authoring.changeset import Step, StoppedError, carry_out
from benchdocs.files.atomic import replace_text, write_files
from benchdocs.files.safe_path import refusal
from benchdocs.site.dataset.archive import write_archive
from benchdocs.specs.loading import load
from support.folders import listing
from support.suites import suite_with
from support.tables import data, each_row

LEADS_OUT = (
    *("", ".", "..", "/etc/x", "../x", "a/../x", "a/./x", "a//x", "a/", "a/ /x", "a/.. /x", "a/.../x"),
    *("C:x", "c:/x", r"a\..\..\x", r"\\host\x", "a/C:x", "a/x.", "a/x ", "a\0b"),
    *(".git/config", "a/.GIT/hooks/x", "a/git~1/x", "a/.g\u200cit/x", "a/.git./x"),
    *("a/CON", "aux.yaml", "a/nul.txt", "a/COM1.yaml", "a/lpt¹", "con .yaml", "conout$"),
    *("a/" + "x" * 256, "a/" + "é" * 128, "/".join(["x" * 200] * 6)),
)
MAY_BE_WRITTEN = data(__file__)["may_be_written"]


@each_row("path", LEADS_OUT)
def test_a_path_that_leads_out_or_fits_not_every_system_is_refused(path: str) -> None:
    assert refusal(path)


@each_row("path", MAY_BE_WRITTEN)
def test_an_ordinary_path_is_not_refused(path: str) -> None:
    assert refusal(path) == ""


@each_row("path", LEADS_OUT)
def test_no_writer_takes_such_a_path(path: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "old").write_bytes(b"old")
    archive = io.BytesIO()
    with pytest.raises(OSError, match="the path"):
        write_files(folder, [(path, b"new")])
    with pytest.raises(OSError, match="the path"):
        write_archive(archive, {path: b"new"})
    with pytest.raises(StoppedError, match="nothing was changed"):
        carry_out(folder, [Step("first", "first"), Step(path, "new")])
    assert archive.getvalue() == b""
    assert listing(tmp_path) == {"folder/old": b"old"}


@pytest.mark.parametrize("name", ["aux.yaml", r"x\..\A-DEM7.yaml", "nul/A-DEM7.yaml", "A-DEM7 ./x.yaml"])
def test_a_spec_of_a_name_that_fits_not_every_system_is_reported_and_not_read(
    name: str, tmp_path: Path
) -> None:
    root = suite_with(tmp_path, {f"a-component/{name}": "code: A-DEM7\n"})
    loaded = load(root)
    assert [file.path for file in loaded.unlisted] == [f"a-component/{name}"]
    assert "A-DEM7" not in {spec.fields.code for spec in loaded.benchmarks}


def test_a_link_in_the_place_of_the_temporary_file_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("other")
    (tmp_path / ".file.benchdocs-new").symlink_to("other")
    replace_text(tmp_path / "file", "new")
    assert (tmp_path / "other").read_text() == "other"
    assert (tmp_path / "file").read_text() == "new"
    assert not (tmp_path / "file").is_symlink()
