"""The hand-written pages of a site: the suite's own, and those of the package that it lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.site.links import GLOSSARY_PATH, read_glossary
from benchdocs.site.written_pages import PAGES, anchors, read_pages, read_written, without_dead_links
from support.suites import suite_with
from support.tables import table


def docs_with(folder: Path, files: dict[str, str]) -> Path:
    """A docs folder of these pages alone."""
    for path, text in files.items():
        (folder / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / path).write_text(text)
    return folder / "docs"


def test_a_suite_without_docs_has_all_pages_of_the_package(tmp_path: Path) -> None:
    written = read_written(tmp_path / "docs", {"authoring/more.md": "# More\n"})
    assert written.own == {}
    assert written.added == read_pages(PAGES) | {"authoring/more.md": "# More\n"}


@pytest.mark.parametrize("path", ["authoring/new-benchmark.md", "authoring/new-benchmark/index.md"])
def test_a_page_of_the_suite_takes_the_place_of_that_of_the_package(tmp_path: Path, path: str) -> None:
    written = read_written(docs_with(tmp_path, {path: "# Ours\n"}), {})
    assert written.own == {path: "# Ours\n"}
    assert "authoring/new-benchmark.md" not in written.added


def test_a_glossary_of_the_suite_has_the_terms_of_the_package_that_it_lacks(tmp_path: Path) -> None:
    table = "| Short | Means |\n|---|---|\n| NDA {#nda} | Silence |\n"
    own = f"# Words\n\n### Case {{#case}}\n\nOne contract.\n\n{table}"
    written = read_written(docs_with(tmp_path, {GLOSSARY_PATH: own}), {})
    text = written.own[GLOSSARY_PATH]
    assert text.startswith(own.rstrip())
    terms = {term.name: term.meaning for term in read_glossary(written.own)}
    assert terms.keys() == {"NDA", *(term.name for term in read_glossary(read_pages(PAGES)))}
    assert terms["Case"] == "One contract."
    assert text.count("{#case}") == 1
    assert GLOSSARY_PATH not in written.added


def test_a_glossary_with_all_terms_is_as_the_suite_wrote_it(tmp_path: Path) -> None:
    whole = read_pages(PAGES)[GLOSSARY_PATH].replace("# Glossary", "# Our words", 1)
    assert read_written(docs_with(tmp_path, {GLOSSARY_PATH: whole}), {}).own == {GLOSSARY_PATH: whole}


@table
def test_a_link_to_a_page_that_a_suite_lacks_is_text(text: str, expected: str) -> None:
    paths = {"guide/a.md", "guide/b.md", "own.md"}
    own = {"own.md": "# Own\n\n## There {#there}\n"}
    assert without_dead_links("guide/a.md", text, paths.__contains__, own) == expected


def test_the_pages_of_the_package_name_no_page_that_only_one_suite_has(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    assert not (root / "docs").exists()
    texts = read_written(root / "docs", {}).added
    assert {path: text.splitlines()[0][:2] for path, text in texts.items()} == dict.fromkeys(texts, "# ")


def test_the_places_of_a_page_are_its_headings_and_what_authors_named() -> None:
    text = (
        "# Our method\n\n## What counts? {.decides #counts}\n\n### In doubt {.unlinked}\n\n| A {#a} | b |\n"
    )
    names = ("our-method", "what-counts", "counts", "in-doubt", "a")
    assert anchors({"methodology/index.md": text}) == {f"methodology/#{name}" for name in names}
