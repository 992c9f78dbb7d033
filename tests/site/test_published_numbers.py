"""Every number in the JSON, CSV and workbook is the one that its page shows."""

from __future__ import annotations

import csv
import html
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

Record = dict[str, Any]


@pytest.fixture(scope="module")
def data(shipped_site: Path) -> Record:
    """The suite as data, each number as it is written there."""
    loaded: Record = json.loads(
        (shipped_site / "data/suite.json").read_text(), parse_float=Written, parse_int=Written
    )
    return loaded


@pytest.fixture(scope="module")
def book(shipped_site: Path) -> Workbook:
    return load_workbook(shipped_site / "data/suite.xlsx", data_only=True)


class Written(str):
    """A number as text."""


def text_of(page: Path) -> str:
    """What a page shows."""
    article = page.read_text().split("<article", 1)[1].split("</article>")[0]
    shown = re.sub(r"(?s)<(style|script|svg)\b.*?</\1>|<[^>]*>", " ", article)
    return " ".join(html.unescape(shown).split())


def found(pattern: str) -> Callable[[str, Record], list[str]]:
    """A function that returns what a pattern finds on a page, every time that the page shows it."""
    return lambda page, _: ["".join(match.groups("")) for match in re.finditer(pattern, page)]


def chance(page: str, record: Record) -> list[str]:
    return re.findall(
        rf" {re.escape(str(record['threshold']))} ([<>]?[\d.]+%)", page.split("Chance to pass")[1]
    )


BENCHMARK: dict[str, Callable[[str, Record], list[str]]] = {
    "version": found(r"(?:active|draft),? version (\d+)\b(?=,? )"),
    "weight": found(r"; weight ([\d.]+) of|so weight ([\d.]+) does"),
    "effective_weight": found(r"Effective weight:? ([\d.]+%|Not used)"),
    "threshold": found(r"Threshold:? ≥ (\d++(?:\.\d++)?+)(?! 0)"),
    "min_cases": found(r"Minimum cases: (\d+)"),
    "cases_needed": found(
        r"To show a true rate of \S+ takes (\d+) cases? if none fail|(No) number of cases shows"
    ),
    "passes_with": found(r"passes with ([\d.]+) of \d+ cases?"),
    "bare_pass_shows": found(
        r"(?:pass|at least [\d.]+)\. If (?:just [\d.]+ pass|they add up to just that|all \d+ pass), "
        r"the true rate is at least ([\d.]+)"
    ),
    "chance_at_threshold": chance,
    "scoring_scale.min_value": found(r"raw score, from ([\d.]+) to"),
    "scoring_scale.max_value": found(r"raw score, from [\d.]+ to ([\d.]+)"),
}
RUBRIC: dict[str, Callable[[str, Record], list[str]]] = {
    "version": found(r", version (\d+)"),
    "weight": found(r"[%,] weight ([\d.]+) of"),
    "effective_weight": found(r"Effective weight:? ([\d.]+%)"),
    "passing_threshold": found(r"Threshold:? ≥ ([\d.]+)"),
    "members_weight": found(r" Sum(?: of the weights:)? ([\d.]+)"),
}
ELSEWHERE = {"settled_weight", "share"}
"""What is on the page of decisions, of the whole, and what the page of the rubric says in a sentence."""
TOP = {"weight", "effective_weight"}
"""What the page of the component does not show of itself."""


def numbers(record: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(record, dict):
        for name, value in record.items():
            yield from numbers(value, f"{path}.{name}" if path else name)
    elif isinstance(record, list):
        for value in record:
            yield from numbers(value, f"{path}[]")
    elif isinstance(record, Written):
        yield path, record


def agree(shown: str, published: str) -> bool:
    """Whether a text shows a number: as it is written, or as a percentage rounded to what is shown."""
    if not shown.endswith("%"):
        return shown == published
    bare = Decimal(shown.strip("<>%"))
    unit = Decimal(1).scaleb(int(bare.as_tuple().exponent))
    return abs(bare - 100 * Decimal(published)) <= unit / 2


@pytest.mark.parametrize(("kind", "places"), [("benchmarks", BENCHMARK), ("rubrics", RUBRIC)])
def test_every_number_of_a_record_is_on_its_page_and_no_other(
    shipped_site: Path, data: Record, kind: str, places: dict[str, Callable[[str, Record], list[str]]]
) -> None:
    compared = Counter[str]()
    for record in data[kind]:
        page = text_of(shipped_site / record["url"] / "index.html")
        own = {name: value for name, value in numbers(record) if not name.startswith("scoring_scale.levels")}
        assert own.keys() <= places.keys() | ELSEWHERE, "a number that no page shows"
        for name, place in places.items():
            shown = place(page, record)
            if name in own:
                assert shown or (record["code"] == "A" and name in TOP), (record["code"], name)
                assert all(agree(each, own[name]) for each in shown), (record["code"], name, shown, own[name])
                compared[name] += len(shown)
            else:
                assert set(map(str.lower, shown)) <= {"not", "no", "not used"}, (record["code"], name, shown)
    assert compared.keys() == places.keys()


def test_the_levels_of_a_scale_are_on_its_page(shipped_site: Path, data: Record) -> None:
    for record in data["benchmarks"]:
        page = (
            (shipped_site / record["url"] / "index.html").read_text().split('<table class="levels ladder"')[1]
        )
        rows = re.findall(r'<th scope="row">([\d.]+)', page.split("</table>")[0])
        assert rows == [level["key"] for level in record["scoring_scale"]["levels"]], record["code"]


def test_what_is_settled_is_what_the_page_of_decisions_says(shipped_site: Path, data: Record) -> None:
    page = text_of(shipped_site / "audit/decisions/index.html")
    undivided = [each for each in data["rubrics"] if each["aggregation_method"] == "MINIMUM"]
    leaves = [*data["benchmarks"], *undivided]
    settled = sum(Decimal(record["settled_weight"]) for record in leaves)
    shares = re.findall(r"([\d.]+)% of A 's effective weight is settled", page)
    assert (not settled) == ("No effective weight is settled" in page)
    assert all(agree(f"{share}%", str(settled)) for share in shares)
    states = Counter(
        state
        for record in (*data["benchmarks"], *data["rubrics"])
        for state in ("established", "provisional", "disputed")
        for _ in record[state]
    )
    assert f"{states['provisional']} of {states.total()} values are provisional" in page


@pytest.mark.parametrize("kind", ["benchmarks", "rubrics"])
def test_the_csv_and_the_workbook_have_the_numbers_of_the_json(
    shipped_site: Path, data: Record, book: Workbook, kind: str
) -> None:
    with (shipped_site / f"data/{kind}.csv").open(newline="") as file:
        lines = {line["code"]: line for line in csv.DictReader(file)}
    head, *rows = book[kind.capitalize()].iter_rows(values_only=True)
    sheet = {str(row[0]): dict(zip(map(str, head), row, strict=True)) for row in rows}
    numeric = {name for record in data[kind] for name, _ in numbers(record) if "[" not in name}
    for record in data[kind]:
        stated = dict(numbers(record))
        for name in numeric:
            assert lines[record["code"]][name] == stated.get(name, ""), (record["code"], name)
            cell = sheet[record["code"]][name]
            # A sheet keeps sixteen digits.
            number = pytest.approx(float(stated[name]), rel=1e-15) if name in stated else None
            assert cell == number, (record["code"], name)


def test_the_numbers_of_cases_and_prompts_are_those_of_their_pages(shipped_site: Path, data: Record) -> None:
    for file in data["cases"]:
        page = (shipped_site / file["url"].partition("#")[0] / "index.html").read_text()
        block = r'(?s)<dd id="case-(.*?)-(labels|output)"><pre[^>]*><code>(.*?)</code>'
        texts = {(id, part): re.sub("<[^>]*>", "", text) for id, part, text in re.findall(block, page)}
        for case in file["cases"]:
            for part in ("labels", "output"):
                if isinstance(case[part], dict):
                    text = html.unescape(texts[case["id"].replace("_", "-"), part])
                    assert json.loads(text, parse_float=Written, parse_int=Written) == case[part], case["id"]
    for prompt in data["prompts"]:
        lines = (shipped_site / "source" / prompt["path"]).read_text().splitlines()
        for section in prompt["sections"]:
            assert lines[int(section["line"]) - 1].lower().startswith(section["heading"].lower())


def test_what_was_found_is_on_the_conformance_report(shipped_site: Path, data: Record) -> None:
    page, meta = text_of(shipped_site / "audit/conformance/index.html"), data["meta"]
    notes = "note" if meta["notes"] == "1" else "notes"
    assert f"{meta['errors']} errors, {meta['warnings']} warnings, {meta['notes']} {notes}" in page
    assert re.search(rf"against {meta['rules']} of \d+ rules", page)
    for finding in data["findings"]:
        assert f"{finding['path']}:{finding['line']}:{finding['column']}" in page
