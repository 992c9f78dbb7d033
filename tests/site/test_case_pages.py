"""Cases and the data dictionary are shown where they are looked for, called what they are."""

from __future__ import annotations

import json
import re
from decimal import Decimal

import pytest

from benchdocs.scoring.planned_cases import suite_cases
from benchdocs.site.views.cases import as_json
from support.page_findings import html_of
from support.shipped import shipped_pages
from support.stories import stories

test_story = stories(__file__)


def test_the_numbers_of_cases_on_different_pages_are_bridged() -> None:
    found = shipped_pages()
    suite = found.views.suite
    cases, calls = sum(len(view.cases.cases) for view in found.views.benchmarks), len(suite.calls)
    planned = len(suite_cases(suite))
    assert planned < cases + calls
    top = html_of(found, "audit/traceability/cases/", "top")
    for words in (
        f"The suite has {cases} cases: ",
        f"With {calls} complete calls, there are {cases + calls}.",
        f"A run has {planned} of them: to the other {cases + calls - planned}, no benchmark applies.",
    ):
        assert words in " ".join(top.split())
    named = f"confirmed (of {cases} cases and {calls} calls)"
    assert named in html_of(found, "audit/", "open")


def test_labels_are_grouped_in_the_order_of_the_rubrics_and_the_first_group_is_open() -> None:
    found = shipped_pages()
    groups = re.findall(
        r"<details class=\"fold\"( open)?><summary>(\S+) ", html_of(found, "evaluators/labels/", "labels")
    )
    order = [view.code for view in found.views.rubrics]
    codes = [code for _, code in groups]
    assert codes[-1] == "Other"
    assert codes[:-1] == sorted(codes[:-1], key=order.index)
    assert [bool(is_open) for is_open, _ in groups] == [True] + [False] * (len(groups) - 1)


@pytest.mark.parametrize("note", ["short", "long " * 30])
def test_a_number_stays_one_on_one_line_and_on_many(note: str) -> None:
    value = {"note": note, "drugs": [{"drug": "oxygen", "count": Decimal(3), "rate": Decimal("0.50")}]}
    assert json.loads(as_json(value))["drugs"] == [{"drug": "oxygen", "count": 3, "rate": 0.5}]
