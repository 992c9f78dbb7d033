"""Pages that would list or draw thousands of entries show fewer of a large suite, and link to the rest."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest

from benchdocs.mkdocs_adapter.search_index import SearchPages
from benchdocs.mkdocs_adapter.search_words import SearchWords
from benchdocs.site.site import Site
from benchdocs.site.views.aggregation import aggregation_formula
from benchdocs.specs.choices import Aggregation
from benchdocs.specs.models import Rubric
from support.members import member
from support.shipped import shipped_report
from support.stories import stories
from support.tables import table

REPORT = shipped_report()
MANY_LISTED, MANY_TRIED = (
    "benchdocs.site.views.suite.MOST_LISTED",
    "benchdocs.suite.verdicts.MOST_TRIED",
)


test_story = stories(__file__)


@table
def test_a_formula_of_very_many_members_names_some(method: str, formula: str) -> None:
    rubric = Rubric(aggregation_method=Aggregation(method))
    terms = [member(f"A-X{number}", Decimal("0.1"), None) for number in range(1, 62)]
    assert aggregation_formula(rubric, terms) == formula
    assert "…" not in aggregation_formula(rubric, terms[:8])


def test_a_formula_of_many_members_hides_no_weight() -> None:
    rubric = Rubric(aggregation_method=Aggregation.WEIGHTED_AVERAGE)
    weights = [Decimal("0.05")] * 10 + [Decimal("0.2")] + [Decimal("0.05")] * 6
    terms = [member(f"A-X{number}", weight, None) for number, weight in enumerate(weights, start=1)]
    assert (
        aggregation_formula(rubric, terms)
        == "0.2 × A-X11 + 0.05 × (A-X1 + A-X2 + A-X3 + … + A-X17, 16 members)"
    )


def test_the_search_knows_titles_and_concepts_of_a_large_suite_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site(REPORT)
    (page,) = (page for page in site.pages if page.url == "benchmarks/a-neg1/")

    def parts() -> Sequence[tuple[str, str, str]]:
        (found,) = SearchPages(site, SearchWords()).generated(page, page.render())
        assert found.title.startswith("A-NEG1")
        return found.parts

    assert [id for id, _, _ in parts()] == ["", "applies", "examples", "rationale"]
    monkeypatch.setattr(MANY_LISTED, 51)
    ((_, _, text),) = parts()
    assert (REPORT.suite.benchmark["A-NEG1"].fields.concept or "") in text
