"""The navigation of a site whose `mkdocs.yml` has none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchdocs.mkdocs_adapter.navigation import KNOWN, listed, navigation

GENERATED = ("index.md", "benchmarks/index.md", "audit/index.md", "rules/index.md")


def test_a_page_that_does_not_exist_has_no_entry_and_an_empty_section_none() -> None:
    assert navigation(GENERATED, []) == [
        {"Home": "index.md"},
        {"Benchmarks": ["benchmarks/index.md"]},
        {"Audit": ["audit/index.md", {"Rules": ["rules/index.md"]}]},
    ]


def test_other_pages_end_the_section_of_their_folder() -> None:
    own = ["notes/two.md", "about.md", "audit/plan.md", "notes/a/one.md", "methodology/index.md"]
    *_, methodology, audit, about, notes = navigation(GENERATED, own)
    assert methodology == {"Methodology": ["methodology/index.md"]}
    assert audit == {"Audit": ["audit/index.md", {"Rules": ["rules/index.md"]}, "audit/plan.md"]}
    assert (about, notes) == ("about.md", {"Notes": ["notes/a/one.md", "notes/two.md"]})


def test_a_section_of_a_folder_comes_back_with_a_page_that_is_not_known() -> None:
    assert navigation(["index.md"], ["audit/plan.md"]) == [{"Home": "index.md"}, {"Audit": ["audit/plan.md"]}]


def test_nothing_is_kept_from_one_navigation_to_the_next() -> None:
    before = [*listed(KNOWN)]
    assert navigation(GENERATED, ["audit/plan.md"]) != navigation(GENERATED, [])
    assert [*listed(KNOWN)] == before
    assert len(before) == len({*before})


def test_a_page_that_opens_a_section_is_its_index_and_not_listed_below_itself() -> None:
    def opening(entries: list[Any]) -> Iterator[str]:
        for entry in entries:
            (section,) = entry.values() if isinstance(entry, dict) else (entry,)
            if isinstance(section, list):
                yield from (each for each in section if isinstance(each, str))
                yield from opening(section)

    assert {path.rpartition("/")[2] for path in opening(KNOWN)} == {"index.md"}
    assert "rules/index.md" in opening(KNOWN)
