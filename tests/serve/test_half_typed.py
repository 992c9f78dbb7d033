"""Whatever stands in a file for a moment, its pages are made: nobody's typing stops a preview."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from itertools import cycle
from pathlib import Path

import pytest

from support.half_typed import FILES, PAGE, Save, saves, together
from support.made_pages import MadePages
from support.mkdocs_command import previewed
from support.projects import project_with
from support.property_tests import IS_LONG
from support.yaml_test_suite import yaml_documents

COUNT = 2_000
PARTS = 40
SERVED_PARTS = 800
"""Parts of which a few are served by a running preview, all in a long run (see `support.property_tests`)."""
GROUPS = together(saves(COUNT))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project_with(tmp_path_factory.mktemp("half-typed") / "project", FILES)


@pytest.fixture(scope="module")
def pages(project: Path) -> MadePages:
    made = MadePages(project, PAGE.removeprefix("docs/"))
    assert made.make().report.failing(strict=False) == ()
    return made


def failure(project: Path, pages: MadePages, group: Iterable[Save]) -> str:
    """What stops the pages of these files, which are put back."""
    for save in group:
        (project / save.path).write_bytes(save.content)
    try:
        pages.make()
    except Exception:
        return traceback.format_exc(limit=-4)
    finally:
        for save in group:
            (project / save.path).write_text(FILES[save.path])
    return ""


def assert_made(project: Path, pages: MadePages, groups: Iterable[list[Save]]) -> None:
    for group in groups:
        if stopped := failure(project, pages, group):
            alone = [save for save in group if failure(project, pages, [save])]
            pytest.fail(f"{stopped}\n{alone or group}")


@pytest.mark.sweep(40)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_pages_of_half_typed_and_damaged_files_are_made(
    project: Path, pages: MadePages, part: int
) -> None:
    assert sum(len(group) for group in GROUPS) == COUNT
    assert_made(project, pages, GROUPS[part::PARTS])


@pytest.mark.nightly
def test_the_pages_are_made_whatever_yaml_stands_in_a_file(project: Path, pages: MadePages) -> None:
    """Each document of the YAML test suite, in place of one file after another."""
    documents = [text.encode() for text in yaml_documents().values()]
    paths = cycle(path for path in FILES if path.endswith(".yaml"))
    assert len(documents) > 400
    assert_made(project, pages, together([*map(Save, paths, documents)]))


SERVED = r"""
import sys
from pathlib import Path
from support.half_typed import FILES, saves
from support.preview_program import Preview

project = Path(sys.argv[1])
count, first, step = map(int, sys.argv[2:])
shown = ("benchmarks/a-dem1", "rubrics/a-dem", "prompts/arrival", "evaluators/labels", "audit/changes")
addresses = ("methodology/arrival/", *(f"{address}/" for address in shown))
preview = Preview()
whole = {address: preview.content(f"{address}index.html") for address in addresses}
for save in saves(count)[first::step]:
    (project / save.path).write_bytes(save.content)
    for address in ("", *addresses, "nowhere/"):
        status, body = preview.ask(f"/{address}")
        assert status in ("200 OK", "404 Not Found") and b"livereload(" in body, (status, address, save)
        assert b"The page cannot be made" not in body, (address, save)
    assert not preview.preview.failure, (preview.preview.failure, save)
    (project / save.path).write_text(FILES[save.path])
assert [path for path, page in whole.items() if preview.content(f"{path}index.html") != page] == []
"""


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(SERVED_PARTS if IS_LONG else 4))
def test_a_preview_serves_each_of_them_and_all_pages_come_back(tmp_path: Path, part: int) -> None:
    project = project_with(tmp_path / "project", FILES)
    previewed(project, SERVED, project, COUNT, part, SERVED_PARTS)
