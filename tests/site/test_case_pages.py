"""Cases and the data dictionary are shown where they are looked for, called what they are."""

from __future__ import annotations

import html
import json
import re
from decimal import Decimal
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.site.audit.open_points import open_points
from benchdocs.site.dataset.downloads import files as downloads
from benchdocs.site.site import Site
from benchdocs.site.views.cases import as_json
from benchdocs.specs.choices import Comparison
from support.case_files import CASE_FILES, CASES, LABELS, WITH_LABEL
from support.shipped import shipped_pages
from support.stories import Story, stories
from support.suites import suite_with

KEYS = "evaluators/labels.md"


def site(root: Path, files: dict[str, str]) -> Site:
    return Site(check(suite_with(root, files)))


def section(of: Site, path: str, id: str) -> str:
    return next((part.html for part in of.page[path].sections if part.id == id), "")


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text.replace("<wbr>", ""))).split())


@stories
def test_pages_show_cases_and_keys(story: Story) -> None:
    story.play()


def test_the_dictionary_says_how_scripts_compare_a_key(tmp_path: Path) -> None:
    compared = CASE_FILES[LABELS].replace(
        "type: list",
        "type: list, compare: {time: time, event: words, note: words}, "
        'keys: {time: [contact_time, at], note: [notes]}, topics: {note: "remark, <b>"}',
        1,
    )
    shown = site(tmp_path, {**CASE_FILES, LABELS: compared})
    text = words(section(shown, KEYS, "labels"))
    assert "Scripts compare time ( time ); event , note ( words )" in text
    assert "Keys of the output: time in contact_time , at ; note in notes" in text
    assert "Words that may tell of it: note remark, <b>" in text
    links = re.findall(r'<a href="#comparisons">(\w+)</a>', section(shown, KEYS, "labels"))
    assert links == ["time", "words"]
    explained = re.findall(r"<strong>(\w+)</strong>", section(shown, KEYS, "comparisons"))
    assert explained == [*Comparison]
    (key, *_) = json.loads(dict(downloads(shown))["data/suite.json"])["dictionary"]
    assert key["compare"] == {"time": "time", "event": "words", "note": "words"}
    assert key["record_keys"] == {"time": ["contact_time", "at"], "note": ["notes"]}
    assert key["topics"] == {"note": "remark, <b>"}


def test_labels_are_grouped_in_the_order_of_the_rubrics_and_the_first_group_is_open() -> None:
    found = shipped_pages()
    groups = re.findall(r"<details class=\"fold\"( open)?><summary>(\S+) ", section(found, KEYS, "labels"))
    order = [view.code for view in found.views.rubrics]
    codes = [code for _, code in groups]
    assert codes[-1] == "Other"
    assert codes[:-1] == sorted(codes[:-1], key=order.index)
    assert [bool(is_open) for is_open, _ in groups] == [True] + [False] * (len(groups) - 1)


def test_the_published_data_hold_cases_and_keys(tmp_path: Path) -> None:
    shown = site(tmp_path, {**CASE_FILES, **WITH_LABEL})
    data = json.loads(dict(downloads(shown))["data/suite.json"])
    (file,) = data["cases"]
    assert (file["benchmark"], file["path"], file["url"]) == ("A-DEM1", CASES, "prompts/arrival/#cases")
    assert file["cases"][0]["output"] == {"arrival": {"contact_time": "06:12"}}
    assert [(key["part"], key["key"]) for key in data["dictionary"]] == [
        ("label", "stated_times"),
        ("record", "arrival"),
        ("record", "contact_time"),
    ]


@pytest.mark.parametrize("path", [CASES, LABELS])
def test_files_of_cases_are_listed_with_their_digest_and_handed_out(path: str, tmp_path: Path) -> None:
    shown = site(tmp_path, CASE_FILES)
    (row,) = [file for file in shown.conformance.files if file.path == path]
    assert (row.kind, len(row.digest)) == ("Cases", 64)
    assert dict(shown.copies())[path] == CASE_FILES[path].encode()


def test_benchmarks_without_cases_are_a_gap(tmp_path: Path) -> None:
    points = open_points(site(tmp_path, CASE_FILES)).open
    (point,) = [point for point in points if "calibration" in point.title]
    assert point.codes == ("A-DEM2", "A-AUX1")


@pytest.mark.parametrize("note", ["short", "long " * 30])
def test_a_number_stays_one_on_one_line_and_on_many(note: str) -> None:
    value = {"note": note, "drugs": [{"drug": "oxygen", "count": Decimal(3), "rate": Decimal("0.50")}]}
    assert json.loads(as_json(value))["drugs"] == [{"drug": "oxygen", "count": 3, "rate": 0.5}]
