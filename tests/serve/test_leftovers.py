"""What editors and desktops leave beside the files that people write is ignored everywhere alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.files.tree import is_leftover
from benchdocs.rules.check import check
from support.mkdocs_command import mkdocs, previewed
from support.projects import project_with
from support.suites import link, suite_with

NAMES = (
    *(".#x.md", "#x.md#", "x.md~", "~$x.docx", ".~lock.x.odt#", "Thumbs.db", "desktop.ini", ".DS_Store"),
    *("._x.md", ".x.md.swp", ".x.md.swo", "4913", ".goutputstream-1A2B3C", "~", "x.svg~", "#x.yaml#"),
)
FOLDERS = (
    *("docs", "docs/methodology", "docs/stylesheets", "docs/overrides", "docs/audit"),
    *("a-component", "rubrics", "evaluators/llm-judge", "evaluators/cases", "reviews"),
)
HOSTILE = b"<script>alert(1)</script>\xff\n"
PREVIEW = """
import sys
from pathlib import Path
from support.preview_program import Preview

project = Path(sys.argv[1])
preview = Preview()
(project / "docs/.#index.md").symlink_to("somebody@host.4711:1")
for path in sys.argv[2:]:
    (project / path).write_bytes(b"<script>alert(1)</script>")
for path in sys.argv[2:]:
    status, _ = preview.ask("/" + path.removeprefix("docs/"), accept="*/*")
    assert status == "404 Not Found", path
assert preview.preview.failure == "", preview.preview.failure
"""


def with_leftovers(root: Path, folders: tuple[str, ...] = FOLDERS) -> Path:
    """The project with leftovers in its folders."""
    suite_with(root, {f"{folder}/{name}": HOSTILE for folder in folders for name in NAMES[1:]})
    for folder in folders:
        link(root / folder / NAMES[0], "somebody@host.4711:1")
    return root


@pytest.mark.parametrize("name", ["x.md", "#x.md", "x~.md", "~x.docx", "thumbs.md", "49131", "x.swp.md"])
def test_what_people_write_is_no_leftover(name: str) -> None:
    assert not is_leftover(name)


def test_a_check_says_nothing_of_them(tmp_path: Path) -> None:
    assert check(with_leftovers(tmp_path / "suite")).findings == ()


def test_a_link_that_leads_somewhere_is_reported_whatever_its_name(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    for name in ("docs/.#x.md", "docs/x~", "a-component/x~"):
        link(root / name, tmp_path)
    assert {f"{found.path} {found.rule}" for found in check(root).findings} == {
        "docs/.#x.md DOC1202",
        "docs/x~ DOC1202",
        "a-component/x~ YML001",
    }


def test_neither_a_build_nor_a_preview_shows_them(tmp_path: Path) -> None:
    project = with_leftovers(project_with(tmp_path / "project", {}))
    docs = project / "docs"
    (docs / "a~").mkdir()
    (docs / "a~/page.md").write_text("# Page\n")
    config = str(project / "mkdocs.yml")
    result = mkdocs("build", "--strict", "-f", config, "-d", str(tmp_path / "site"), root=project)
    assert result.returncode == 0, result.stderr
    written = {path.name for path in (tmp_path / "site").rglob("*")}
    assert not [name for name in written if is_leftover(name)]


def test_a_preview_goes_on_when_they_come(tmp_path: Path) -> None:
    project = project_with(tmp_path / "project", {})
    previewed(project, PREVIEW, project, *(f"docs/{name}" for name in NAMES[1:]))
