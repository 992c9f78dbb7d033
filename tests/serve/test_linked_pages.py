"""Nothing that a link below `docs` leads to is published, served or handed out."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.mkdocs_command import mkdocs, previewed
from support.projects import project_with
from support.suites import link, suite_with
from support.tables import data

SECRET = "open-sesame-4711"
LINKS = data(__file__)["links"]
PREVIEW = """
import os, sys
from pathlib import Path
from support.preview_program import Preview

project = Path(sys.argv[1])
preview = Preview()
for path in sys.argv[2::2]:
    target = sys.argv[sys.argv.index(path) + 1]
    (project / path).unlink(missing_ok=True)
    (project / path).symlink_to(target)
    address = path.removeprefix("docs/").removesuffix(".md")
    for asked in ("/", f"/{address}", f"/{address}/", f"/{address}/secret.txt"):
        assert b"open-sesame" not in preview.ask(asked)[1], asked
    assert f"`{path}` is a link" in preview.preview.failure, preview.preview.failure
    assert b"is a link" in preview.ask("/")[1]
    (project / path).unlink()
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project beside files that are none of its own."""
    suite_with(tmp_path / "outside", {"secret.md": f"# {SECRET}\n", "secret.txt": SECRET})
    secrets = {"secret.md": f"# {SECRET}\n", "secret.txt": SECRET}
    more = {"docs/overrides/main.html": '{% extends "base.html" %}'}
    return project_with(tmp_path / "project", secrets | more)


def test_a_build_publishes_nothing_and_a_preview_does_not_start(project: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    for path, target in LINKS.items():
        (project / path).unlink(missing_ok=True)
        link(project / path, target)
    config = str(project / "mkdocs.yml")
    for options in ((), ("--no-strict",)):
        result = mkdocs("build", "-f", config, "-d", str(site), *options, root=project)
        assert result.returncode == 1
        assert all(f"{path}:1:1: error DOC1202" in result.stderr for path in LINKS)
        assert SECRET not in result.stderr + result.stdout
    served = mkdocs("serve", "-f", config, root=project)
    assert served.returncode == 1
    assert "is a link" in served.stderr + served.stdout
    assert not site.exists()


def test_a_preview_that_runs_serves_nothing_of_a_link_that_comes(project: Path, tmp_path: Path) -> None:
    link(tmp_path / "probe", "nowhere")
    kinds = ("docs/note.md", "docs/pages", "docs/overrides/secret.txt", "rubrics/FIELD_SPECS.md")
    pairs = [text for path in kinds for text in (path, LINKS[path])]
    previewed(project, PREVIEW, project, *pairs)


def test_a_preview_with_a_linked_spec_shows_nothing_of_what_it_leads_to(project: Path) -> None:
    suite_with(project, {"secret.yaml": f"code: A-DEM2\nlabel: {SECRET}\n"})
    for path in ("a-component/A-DEM2.yaml", "a-component/A-DEM8.yaml"):
        (project / path).unlink(missing_ok=True)
        link(project / path, "../secret.yaml")
    program = (
        "import sys; from support.preview_program import Preview\n"
        "preview = Preview()\n"
        "contents = [preview.content(path) for path in sys.argv[2:]]\n"
        "assert b'YML001' in contents[0] and contents[1] and contents[2]\n"
        "assert not [each for each in contents if each and sys.argv[1].encode() in each]\n"
        "assert preview.content('source/a-component/A-DEM2.yaml') is None\n"
    )
    shown = ("index.html", "audit/changes/changes.json", "search/search_index.js", "benchmarks/index.html")
    more = ("benchmarks/a-dem2/index.html", "data/suite.json", "audit/bundle.zip", "llms.txt")
    previewed(project, program, SECRET, *shown, *more)
