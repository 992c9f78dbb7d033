"""A broken file takes part in nothing: each file of the shipped suite, broken in turn, is reported alone."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from benchdocs.files.tree import without_leftovers
from benchdocs.rules.check import check
from benchdocs.specs import discovery
from benchdocs.specs.discovery import SETTINGS_FILES
from support.case_files import CASE_FILES
from support.faulty_suite import waiver
from support.paths import BASE, REPOSITORY
from support.rule_cases import found
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import table

PARTS = ("*-component", "rubrics", "evaluators", "docs", "reviews", "reviewers.yaml", "AGENTS.md")
PATHS = [
    *(document.path for document in shipped_report().suite.documents),
    *(file.path for file in shipped_report().suite.evaluators),
]
BREAKS = [(path, field) for path in PATHS for field in (False, True) if path.endswith(".yaml") or not field]
EVALUATORS = ("llm-judge", "code", "cases", "calls")
FIELD = re.compile(r"(?P<name>\w+): +(?P<value>[^\s>|#[{].*)\n")


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shipped")
    for pattern in (*PARTS, *SETTINGS_FILES):
        for path in REPOSITORY.glob(pattern):
            (shutil.copytree if path.is_dir() else shutil.copy)(path, root / path.name)
    return root


def with_a_bad_field(text: str, number: int) -> str:
    """A file with one value that its field does not take."""
    lines = text.splitlines(keepends=True)
    fields = [(index, field) for index, line in enumerate(lines) if (field := FIELD.fullmatch(line))]
    index, field = fields[number % len(fields)]
    lines[index] = f"{field['name']}: [[{field['value']}]]\n"
    return "".join(lines)


def broken(path: str, data: bytes, *, field: bool) -> bytes:
    """The file with a bad field, or with a quote that is not closed; one that is no YAML with a bad byte."""
    if not path.endswith(".yaml"):
        return data + b"\n# \xff\n"
    if not field:
        return data + b'\nbroken: "not closed\n'
    if path.startswith(("evaluators", "docs", "reviewers")):
        return data + b"\nno_such_field: 1\n"
    return with_a_bad_field(data.decode(), crc32(path.encode())).encode()


def refusing(refused: Path) -> Callable[[Path], list[os.DirEntry[str]]]:
    """What lists any folder but one."""

    def listed(folder: Path) -> list[os.DirEntry[str]]:
        if folder == refused:
            raise PermissionError(13, "not allowed")
        return without_leftovers(folder)

    return listed


@pytest.mark.sweep(41)  # an odd number, so that both ways are tried
@pytest.mark.parametrize(("path", "field"), BREAKS)
def test_a_broken_file_is_the_only_one_that_is_reported(shipped: Path, path: str, field: bool) -> None:
    data = (shipped / path).read_bytes()
    (shipped / path).write_bytes(broken(path, data, field=field))
    findings = check(shipped).findings
    assert [f"{each.place} {each.rule}: {each.message}" for each in findings if each.path != path] == []
    (shipped / path).write_bytes(data)


LINKED = "the folder is a link, and the files of a linked folder are not read"
UNREADABLE = "the folder cannot be read: not allowed"
FOLDERS = ["a-component", "rubrics", *(f"evaluators/{name}" for name in EVALUATORS)]


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("folder", "cause"),
    [*((folder, cause) for folder in FOLDERS for cause in (LINKED, UNREADABLE)), ("evaluators", LINKED)],
)
def test_a_folder_that_is_not_read_is_the_only_one_that_is_reported(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, cause: str
) -> None:
    path, kept = shipped / folder, tmp_path / "kept"
    if cause == UNREADABLE:
        monkeypatch.setattr(discovery, "without_leftovers", refusing(path))
        found = check(shipped).findings
    else:
        path.rename(kept)
        path.symlink_to(kept)
        found = check(shipped).findings
        path.unlink()
        kept.rename(path)
    assert [f"{each.path} {each.rule}: {each.message}" for each in found] == [f"{folder} YML001: {cause}"]


RUBRIC = (BASE / "rubrics/A-AUX.yaml").read_text() + (
    "evaluation_guidelines:\n"
    "  critical_requirements:\n"
    "    - {text: No time may be invented., enforced_by: [A-AUX1]}\n"
)
DEM1, AUX1 = ((BASE / f"a-component/{code}.yaml").read_text() for code in ("A-DEM1", "A-AUX1"))
FORMER = (BASE / "a-component/A-DEM2.yaml").read_text() + "rationale: It was split off A-OLD1.\n"
SUITE = {
    **CASE_FILES,
    "a-component/A-DEM1.yaml": f"{DEM1}aliases: [A-OLD1]\n",
    "a-component/A-DEM2.yaml": FORMER,
    "rubrics/A-AUX.yaml": RUBRIC,
    "pyproject.toml": waiver("TXT506", "A-AUX1"),
    "a-component/A-AUX1.yaml": re.sub("examples:\n.*\n", "", AUX1),
}
"""A former code and a gate that others name, cases, and a waiver."""


@table
def test_a_file_is_broken_in_many_ways(tmp_path: Path, path: str, old: str, new: str, encoding: str) -> None:
    root = suite_with(tmp_path, SUITE)
    assert found(root, "") == ()
    (root / path).write_bytes((root / path).read_text().replace(old, new).encode(encoding))
    findings = found(root, "")
    assert {each.path for each in findings} == {path}
    assert {each.rule for each in findings} <= {"YML001", "FLD102", "FLD103", "FLD105", "PRM602"}
