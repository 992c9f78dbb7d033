"""Decisions on the pages are those of the files, as a reader of plain YAML and fractions finds them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

import pytest
import yaml

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support import plain_specs
from support.elements import parsed, words
from support.paths import REPOSITORY
from support.suites import with_changes
from support.tables import data

COLUMNS = data(__file__)["columns"]
"""The values that can be decided, with the fields that hold their values."""
SPECS = {
    "benchmarks": list(plain_specs.BENCHMARKS.values()),
    "rubrics": list(plain_specs.RUBRICS.values()),
}
DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
RUBRICS = ("rubrics/A-DEM.yaml", "rubrics/A-AUX.yaml")
ESTABLISHED = "decisions:\n  - {fields: [weight], state: established, by: The owners}\n"


def state(spec: dict[str, Any], column: str) -> str:
    """How far a value is settled, from nothing but the file."""
    for entry in spec.get("decisions", []):
        if column.replace(" ", "_") in entry["fields"]:
            return str(entry["state"])
    return "provisional"


def expected(kind: str) -> dict[str, list[str]]:
    return {
        spec["code"]: [
            state(spec, column) if any(field in spec for field in fields) else "–"
            for column, fields in COLUMNS[kind].items()
        ]
        for spec in SPECS[kind]
    }


def share(specs: dict[str, dict[str, Any]], codes: list[str], code: str) -> Fraction:
    """A member's weight divided by the sum of all members' weights."""
    weights = {member: Fraction(str(specs[member]["weight"])) for member in codes}
    return weights[code] / sum(weights.values())


def settled_weight() -> Fraction:
    """The part of the component that is settled, worked out by hand."""
    rubrics = plain_specs.RUBRICS
    sum_ = Fraction(0)
    for code in rubrics["A"]["sub_rubrics"]:
        if state(rubrics[code], "weight") != "established":
            continue
        of_all = share(rubrics, rubrics["A"]["sub_rubrics"], code)
        members = rubrics[code]["benchmarks"]
        for member in members:
            if state(plain_specs.BENCHMARKS[member], "weight") == "established":
                sum_ += of_all * share(plain_specs.BENCHMARKS, members, member)
    return sum_


@pytest.fixture
def at(shipped_site: Path) -> Callable[[str], Element]:
    """A function that reads the article of a page of the shipped site."""

    def read(address: str) -> Element:
        (article,) = parsed((shipped_site / address / "index.html").read_text()).iter("article")
        return article

    return read


def rows(table: Element | None) -> list[list[str]]:
    """The texts of a table's cells."""
    assert table is not None
    return [[words(cell) for cell in row] for row in table.iter("tr")]


FOLDERS = {"benchmarks": "a-component", "rubrics": "rubrics"}
WRITTEN = data(__file__)["written"]
"""The values that the tables write, each with its column's title and what pages call its words."""


def written(kind: str, spec: dict[str, Any], column: str) -> str:
    """A value with its state, as its cell has them."""
    field, *_ = [name for name in COLUMNS[kind][column] if name in spec] or [""]
    if not field:
        return "–"
    if not isinstance(spec[field], str | int | float):
        return f"stated {state(spec, column)}"
    text = (REPOSITORY / FOLDERS[kind] / f"{spec['code']}.yaml").read_text()
    value = yaml.load(text, Loader=yaml.BaseLoader)[field]  # 0.90 is no 0.9
    value = WRITTEN[kind][column]["words"].get(value, value)
    return f"{value} {state(spec, column)}"


def varying(kind: str) -> list[str]:
    """The columns that are not alike in all specs that have a value in them, and that of weights."""
    columns = zip(COLUMNS[kind], zip(*expected(kind).values(), strict=True), strict=True)
    return [name for name, states in columns if name == "weight" or len({*states} - {"–"}) > 1]


def effective_weight(spec: dict[str, Any]) -> str:
    """A benchmark's share of the overall score; where only the lowest score counts, that of them all."""
    rubric = plain_specs.RUBRICS[spec["parent_rubric"]]
    of_all = share(plain_specs.RUBRICS, plain_specs.RUBRICS["A"]["sub_rubrics"], rubric["code"])
    if rubric["aggregation_method"] == "MINIMUM":
        return f"{percent(of_all)} together"
    return percent(of_all * share(plain_specs.BENCHMARKS, rubric["benchmarks"], spec["code"]))


def percent(part: Fraction) -> str:
    return f"{float(part * 100):.3f}".rstrip("0").rstrip(".") + "%"


@pytest.mark.parametrize("kind", COLUMNS)
def test_the_table_says_of_every_value_what_its_file_says(at: Callable[[str], Element], kind: str) -> None:
    table = at("audit/decisions/").find(f".//*[@aria-label='Decisions on {kind}']/table")
    head, *found = rows(table)
    columns = [name for name in varying(kind) if name != "label"]
    first = {"benchmarks": "Benchmark and its effective weight", "rubrics": "Rubric"}
    assert head == [first[kind], *(WRITTEN[kind][name]["title"] for name in columns)]
    wanted = {}
    for spec in SPECS[kind]:
        label_state = [state(spec, "label")] if "label" in varying(kind) else []
        effective = [effective_weight(spec)] if kind == "benchmarks" else []
        name = " ".join([spec["code"], spec["label"], *label_state, *effective])
        wanted[name] = [written(kind, spec, name) for name in columns]
    assert {name: cells for name, *cells in found} == wanted


@pytest.mark.parametrize("kind", COLUMNS)
def test_columns_that_are_all_alike_are_one_sentence(at: Callable[[str], Element], kind: str) -> None:
    states = dict(zip(COLUMNS[kind], zip(*expected(kind).values(), strict=True), strict=True))
    alike = [
        name
        for name, own in states.items()
        if {*own} - {"–"} == {"provisional"} and name not in varying(kind)
    ]
    parents = at("audit/decisions/").iter()
    (text,) = [words(after) for each in parents for head, after in pairwise(each) if head.get("id") == kind]
    names = {"criticality": "gate", "min cases": "minimum of cases"}
    assert f"Provisional wherever stated: {', '.join(names.get(name, name) for name in alike)}." in text


def test_hard_gates_come_first_and_then_what_counts_most(at: Callable[[str], Element]) -> None:
    table = at("audit/decisions/").find(".//*[@aria-label='Decisions on benchmarks']/table")
    codes = [row[0].split()[0] for row in rows(table)[1:]]
    gates = [str(plain_specs.BENCHMARKS[code].get("criticality")) for code in codes]
    assert gates == sorted(gates, key=["hard_gate", "threshold_gate", "None"].index)
    hard = [code for code in codes if plain_specs.BENCHMARKS[code].get("criticality") == "hard_gate"]
    assert hard.index("A-PED1") < hard.index("A-TRM2") < hard.index("A-CMP5")  # 3.6%, 2.4% and 0.8%
    assert {*hard[:3]} == {"A-FMT1", "A-SFT1", "A-SFT2"}  # of two rubrics whose lowest score counts


def test_a_value_leads_to_its_place_on_the_page_of_its_spec(at: Callable[[str], Element]) -> None:
    link = at("audit/decisions/").find(".//td/a[@href='../../benchmarks/a-neg1/#value-weight']")
    value = at("benchmarks/a-neg1/").find(".//*[@id='value-weight']")
    assert link is not None
    assert value is not None
    assert words(link) == "0.25 established"
    assert words(value).startswith("Effective weight")


def test_the_chart_counts_what_is_decided_by_rubric(at: Callable[[str], Element]) -> None:
    page = at("audit/decisions/")
    (chart,) = page.iterfind(".//figure[@class='chart']")
    assert chart.findtext("figcaption") == "Values decided so far, by rubric"
    head, *found = rows(chart.find("table"))
    assert head == ["Rubric", "Bar", "Established", "Provisional"]  # nothing is disputed
    states = expected("benchmarks")
    wanted: dict[str, Counter[str]] = {code: Counter(row) for code, row in expected("rubrics").items()}
    for spec in SPECS["benchmarks"]:
        wanted[spec["parent_rubric"]].update(states[spec["code"]])
    assert {row[0].split()[0]: row[2:] for row in found} == {
        code: [str(count["established"]), str(count["provisional"])]
        for code, count in wanted.items()
        if count["established"]
    }
    untouched = [code for code, count in wanted.items() if not count["established"]]
    (said,) = (each for each in page.iter("p") if words(each).startswith("Nothing established:"))
    assert sorted(map(words, said.iter("a"))) == sorted(untouched)
    shares = [int(row[2]) / (int(row[2]) + int(row[3])) for row in found]
    assert shares == sorted(shares, reverse=True)
    widths = [bar.get("width", "") for bar in chart.iterfind(".//rect[@class='chart__share']")]
    assert [float(width.rstrip("%")) / 100 for width in widths] == pytest.approx(shares, abs=1e-4)


def test_counts_and_settled_weight_are_those_of_the_files(at: Callable[[str], Element]) -> None:
    assert settled_weight() == 1
    for page in ("audit/traceability/weights/", "audit/decisions/"):
        text = words(at(page)).replace("A 's", "A's")
        assert "100% of A's effective weight is settled" in text
    states = [state for kind in COLUMNS for row in expected(kind).values() for state in row if state != "–"]
    undecided = f"{len(states) - states.count('established')} of {len(states)} values still need a decision"
    for page in ("", "audit/"):
        assert undecided in words(at(page))
        links = (link for link in at(page).iter("a") if f"of {len(states)} values" in words(link))
        assert {urljoin(page, link.get("href", "")) for link in links} == {"audit/decisions/"}
    assert "drafts" not in words(at(""))


def test_the_inventory_counts_what_is_provisional(at: Callable[[str], Element]) -> None:
    wanted = {code: states.count("provisional") for code, states in expected("benchmarks").items()}
    head, *found = rows(at("benchmarks/").find(".//table[@id='inventory']"))
    column = head.index("Provisional")
    assert {row[0]: int(row[column]) for row in found} == wanted


def test_a_number_carries_its_mark_with_the_reason(at: Callable[[str], Element]) -> None:
    cards = (each for each in at("benchmarks/a-tmp3/").iter("dl") if "card" in each.get("class", ""))
    marks = [mark for card in cards for mark in card.iter("a") if "state" in mark.get("class", "").split()]
    # Threshold, weight, evaluator type, criticality.
    assert len(marks) == 4
    for mark in marks:
        assert (words(mark), mark.get("href")) == ("established", "#decisions")
        assert mark.get("title", "").startswith(
            "The suite's owners; The owners' suite, state of 2025-12-02; 2025-12-02; "
        )


def test_weight_is_settled_only_where_all_weights_above_are(tmp_path: Path) -> None:
    def established(*paths: str) -> str:
        ends = dict.fromkeys(paths, (("code: ", f"{ESTABLISHED}code: "),))
        site = Site(check(with_changes(tmp_path / str(len(paths)), ends)))
        html = "".join(section.html for section in site.page["audit/decisions.md"].sections)
        match = re.search(r"([\d.]+%) of .{1,60} effective weight is <a [^>]+>settled</a>", html)
        assert match or "No effective weight is <a " in html
        return match[1] if match else "none"

    assert established(DEM1) == "none"
    assert established(DEM1, RUBRICS[0]) == "37.5%"
    assert established(DEM1, DEM2, RUBRICS[0]) == "75%"
    assert established(RUBRICS[0], RUBRICS[1], DEM1, DEM2) == "75%"
