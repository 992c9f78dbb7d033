"""A suite of specs alone has a whole site: no page, entry or link without its source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchdocs.site.written_pages import PAGES
from support.mkdocs_command import mkdocs
from support.paths import REPOSITORY
from support.site_links import broken_links, broken_links_of_texts, links_of
from support.suites import suite_with
from support.tables import data

SETTINGS = """\
site_name: Contracts
theme: benchdocs
plugins:
  - gen-files: {scripts: [scripts/gen_pages.py]}
  - benchdocs
"""
SCRIPT = "scripts/gen_pages.py"
ABSENT = data(__file__)["absent"]
"""Pages of what the demonstration suite does not have."""


def built(folder: Path, files: dict[str, str]) -> Path:
    """The strictly built site of the demonstration suite with these files, and with no page of its own."""
    files = {"mkdocs.yml": SETTINGS, SCRIPT: (REPOSITORY / SCRIPT).read_text(), **files}
    project = suite_with(folder, files)
    (project / "docs").mkdir(exist_ok=True)
    done = mkdocs("build", "--strict", root=project, folder=project)
    assert done.returncode == 0, done.stderr
    assert "MkDocs 2" not in done.stderr + done.stdout
    assert "end of life" not in done.stderr + done.stdout
    return project / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("suite"), {})


def test_what_the_suite_does_not_have_has_no_page_and_is_not_named_in_the_navigation(site: Path) -> None:
    home = (site / "index.html").read_text()
    for path in ABSENT:
        assert not (site / path).exists(), path
        assert path not in home
    assert "Self-assessment" not in home
    assert "methodology/scoring-flow" not in (site / "audit/index.html").read_text()
    assert "What is out of scope?" not in (site / "audit/index.html").read_text()


def test_the_site_has_our_styles_scripts_and_guides(site: Path) -> None:
    home = (site / "index.html").read_text()
    for path in ("stylesheets/site.css", "stylesheets/home.css", "javascripts/site.js"):
        assert f'"{path}"' in home
        assert (site / path).is_file()
    assert "fonts.googleapis" not in home
    assert "(prefers-color-scheme: dark)" in home
    assert "og:image" not in home
    assert re.search(r">A-(AUX|DEM)\d</button>", home)  # an example for the search
    assert (site / "authoring/new-benchmark/index.html").is_file()
    assert (site / "authoring/fields/index.html").is_file()
    assert "Established" in (site / "methodology/glossary/index.html").read_text()


def test_no_link_leads_to_a_place_that_a_page_of_the_suite_lacks(tmp_path: Path) -> None:
    packaged = {path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*.md")}
    replaced = {*packaged, *(f"authoring/{name}-reference.md" for name in ("benchmark", "rubric", "prompt"))}
    replaced |= {"methodology/index.md", "methodology/scoring-flow.md", "methodology/scope-boundary.md"}
    site = built(tmp_path, {f"docs/{path}": f"# Our own {path[:-3]}\n\nText.\n" for path in replaced})
    pages = links_of(site)
    assert broken_links(site, pages) == []
    assert broken_links_of_texts(site, pages) == []
    assert "Our own authoring/editor" in (site / "authoring/editor/index.html").read_text()


def test_pages_of_the_suite_have_entries_links_and_the_place_of_those_of_the_package(tmp_path: Path) -> None:
    pages = {
        "docs/methodology/index.md": "# Method\n\n## States {#states}\n\nSee [notes](../notes/one.md).\n",
        "docs/notes/one.md": "# One note\n\nOn A-DEM1, and [complete calls](../evaluators/calls.md).\n",
        "docs/authoring/new-benchmark.md": "# Ask us\n\nWrite to the team.\n",
        "docs/search.yaml": "examples: [clause]\n",
        "docs/stylesheets/own.css": "b { color: red }\n",
        "docs/overrides/partials/copyright.html": "Made by the team",
        "mkdocs.yml": SETTINGS.replace(": benchdocs", ": {name: benchdocs, custom_dir: docs/overrides}", 1)
        + "extra_css: [stylesheets/own.css]\n",
    }
    site = built(tmp_path, pages)
    home = (site / "index.html").read_text()
    assert broken_links(site, links_of(site)) == []
    assert "One note" in home
    assert ", and complete calls." in (site / "notes/one/index.html").read_text()
    assert 'href="../../methodology/#states"' in (site / "audit/decisions/index.html").read_text()
    assert "clause</button>" in home.replace("\n", "")
    assert "Made by the team" in home
    assert home.index("stylesheets/frame.css") < home.index("stylesheets/own.css")
    assert "Write to the team." in (site / "authoring/new-benchmark/index.html").read_text()
    assert not (site / "search.yaml").exists()
    assert not (site / "overrides").exists()
