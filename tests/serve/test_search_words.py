"""An author's words for the search: what the file says, what the glossary adds, and what is wrong in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchdocs.mkdocs_adapter.search_words import read_search_words
from benchdocs.rules.check import check
from benchdocs.site.links import GlossaryTerm, read_glossary
from benchdocs.site.written_pages import read_pages
from benchdocs.specs.discovery import SEARCH_FILE
from benchdocs.specs.loading import load
from benchdocs.specs.search_words import SearchFile
from support.mkdocs_command import mkdocs
from support.paths import REPOSITORY
from support.projects import project_with
from support.suites import link, suite_with
from support.tables import table

GLOSSARY = (
    GlossaryTerm("NKDA", "nkda", "No known drug allergies."),
    GlossaryTerm("IMC-RASS", "imc-rass", "A scale of agitation and sedation."),
    GlossaryTerm("DRAATT", "draatt", "The six sections of a record: Dispatch, Response and four others."),
    GlossaryTerm("Case", "case", "One dictation with its labels, also called a test case. It is synthetic."),
)


def test_the_file_and_the_glossary_give_synonyms() -> None:
    file = SearchFile(same=[["dose", "dosage"]], pages={"audit/downloads/": "data, table"})
    words = read_search_words(file, GLOSSARY, ())
    assert [tuple(group) for group in words.same[-4:]] == [
        ("dose", "dosage"),
        ("NKDA", "No known drug allergies"),
        ("DRAATT", "six sections of a record"),
        ("Case", "test case"),
    ]
    assert dict(words.pages) == {"audit/downloads/": "data, table"}
    assert list(words.unknown_pages(["audit/downloads/"])) == []
    assert list(words.unknown_pages([])) == [
        "`docs/search.yaml` names the page `audit/downloads/`, which does not exist."
    ]


def test_a_site_has_the_words_of_the_package_for_its_pages_and_a_suite_adds_its_own() -> None:
    file = SearchFile(pages={"audit/downloads/": "brochure", "notes/": "memo"})
    words = read_search_words(file, (), {"audit/downloads/", "audit/decisions/"})
    assert ["SHA-256", "SHA256", "digest", "checksum"] in words.same
    assert words.pages.keys() == {"audit/downloads/", "audit/decisions/", "notes/"}
    assert words.pages["audit/downloads/"].startswith("Excel, ")
    assert words.pages["audit/downloads/"].endswith(", brochure")


@table
def test_a_mistake_is_found_at_its_place(tmp_path: Path, text: str, found: str) -> None:
    place = f"{SEARCH_FILE}:{found}"
    findings = check(suite_with(tmp_path, {SEARCH_FILE: text})).findings
    assert place in [f"{finding.place} {finding.rule}" for finding in findings]


SETTINGS_FILES = (SEARCH_FILE, "evaluators/labels.yaml", "reviewers.yaml", "mkdocs.yml", "benchdocs.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
@pytest.mark.parametrize("path", SETTINGS_FILES)
@pytest.mark.parametrize("kind", ["pipe", "folder", "link to nothing"])
def test_what_is_no_file_in_the_place_of_settings_is_found(tmp_path: Path, path: str, kind: str) -> None:
    root = suite_with(tmp_path)
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(root / path)
    elif kind == "folder":
        (root / path).mkdir()
    else:
        link(root / path, "nowhere")
    assert path in [finding.path for finding in check(root).findings]


@pytest.mark.parametrize("path", SETTINGS_FILES[:3])
def test_a_tag_that_python_would_run_is_found(tmp_path: Path, path: str) -> None:
    root = suite_with(tmp_path, {path: "x: !!python/object/apply:os.getcwd []\n"})
    assert f"{path}:1:4 YML004" in [f"{found.place} {found.rule}" for found in check(root).findings]


@pytest.mark.sweep(2)
@pytest.mark.parametrize("options", [("--strict", "--quiet"), ("--strict",)])
def test_an_address_that_no_page_has_stops_a_strict_build_before_it_publishes(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    project = project_with(tmp_path / "project", {SEARCH_FILE: "pages: {nowhere/: here}\n"})
    config, site = str(project / "mkdocs.yml"), tmp_path / "site"
    result = mkdocs("build", *options, "-f", config, "-d", str(site), root=project)
    assert result.returncode == 1
    assert "`docs/search.yaml` names the page `nowhere/`, which does not exist." in result.stderr
    assert not site.exists()


def test_the_shipped_file_is_in_order() -> None:
    search = load(REPOSITORY).search
    assert search
    assert not search.faults
    words = read_search_words(search.fields, read_glossary(read_pages(REPOSITORY / "docs")), ())
    assert ("NKDA", "No known drug allergies") in words.same
