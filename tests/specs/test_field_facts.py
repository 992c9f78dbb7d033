"""What is known of a field is stated at the model's field, and every table of fields follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import TypeAdapter

from benchdocs.documents.text_file import TextFile
from benchdocs.history.changes import changes
from benchdocs.rules.support import corrections
from benchdocs.schemas.field_guide import FieldEntry, entries
from benchdocs.site.dataset.record import Record, published
from benchdocs.specs import records
from benchdocs.specs.blocks import (
    ScoringScale,
)
from benchdocs.specs.field_facts import Effect, FieldFacts, TextForm
from benchdocs.specs.field_index import SpecField, share_fields, spec_fields, stating_fields
from benchdocs.specs.fields import Fields, Share, Text, optional
from benchdocs.specs.loading import Loaded
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.settings import NO_SETTINGS
from benchdocs.specs.validation import Spec, read_spec
from benchdocs.suite.meaning import meaning
from benchdocs.suite.suite import Suite
from support.tables import each_row

SPECS: tuple[type[Fields], ...] = (Benchmark, Rubric)
CODE = "A-DEM1"


class LongerBenchmark(Benchmark):
    """A benchmark with fields that no table names."""

    data_source: Text | None = optional("Where the test cases come from.", examples=["Dictations of 2025."])
    coverage: Annotated[
        Share | None,
        FieldFacts(can="It may score lower.", called="share covered", default=Decimal(1)),
    ] = optional("Share of the cases that are labelled. Absent: 1.", examples=["0.5"])
    recipe: Annotated[Text | None, FieldFacts(form=TextForm.FORMULA, published=False)] = optional("How.")


def entry(name: str) -> FieldEntry:
    return next(entry for entry in entries(LongerBenchmark) if entry.name == name)


def spec(text: str) -> Spec[Benchmark]:
    file = TextFile("a-component/A-DEM1.yaml", f"code: {CODE}\n{text}")
    found = read_spec(file, LongerBenchmark)
    assert isinstance(found, Spec)
    return found


def changed(old: str, new: str) -> list[tuple[str, Effect]]:
    suites = [Suite(Loaded(Path(), NO_SETTINGS, (spec(text),), (), ())) for text in (old, new)]
    found = [change for change in changes(*suites) if change.field != "layout"]
    return [(change.text, change.effect) for change in found]


def named(name: str) -> list[SpecField]:
    return [field for field in spec_fields() if field.name == name]


# Fields that only a model states ----------------------------------------------------------------------


def test_a_field_that_states_nothing_has_sane_facts() -> None:
    facts = LongerBenchmark.facts()["data_source"]
    assert facts == FieldFacts()
    assert (facts.effect, facts.published) == (Effect.MEANING, True)


def test_a_field_is_compared_as_its_facts_say() -> None:
    assert changed("data_source: Old.\n", "data_source: New.\n") == [
        ("A-DEM1 data source Old. → New.", Effect.MEANING)
    ]
    assert changed("coverage: 0.5\n", "coverage: 0.6\n") == [("A-DEM1 share covered 0.5 → 0.6", Effect.SCORE)]
    assert changed("", "coverage: 1.0\n") == []


def test_a_field_is_explained_as_its_facts_say() -> None:
    assert (entry("data_source").needed, entry("data_source").takes) == ("no", "text")
    assert entry("recipe").takes == "formula"


def test_a_field_with_a_text_of_its_authors_own_is_searched_for_what_is_forbidden() -> None:
    assert {*stating_fields(LongerBenchmark)} - {*stating_fields(Benchmark)} == {"data_source"}


def test_a_field_is_published_as_its_facts_say() -> None:
    @published(LongerBenchmark, "data_source")
    class LongerRecord(Record):
        """What is published."""

        url: str

    names = list(LongerRecord.model_fields)
    assert (names[0], names[-1]) == ("data_source", "url")
    assert set(names) == {*LongerBenchmark.model_fields, "url"} - {"recipe", "notes"}
    shown: dict[str, Any] = LongerRecord.model_json_schema(mode="serialization")["properties"]
    assert {kind["type"] for kind in shown["data_source"]["anyOf"]} == {"string", "null"}
    assert shown["coverage"] == {
        "description": "Share of the cases that are labelled.",
        "maximum": 1,
        "minimum": 0,
        "title": "Coverage",
        "type": "number",
    }


# The facts of the models ------------------------------------------------------------------------------


def test_all_fields_of_all_blocks_are_in_the_index_once() -> None:
    listed = [(field.model, field.name) for field in spec_fields()]
    assert len(listed) == len(set(listed))
    assert {name for model, name in listed if model is ScoringScale} == set(ScoringScale.model_fields)
    assert {model for model, _ in listed} >= {*SPECS, *Benchmark.blocks().values(), *Rubric.blocks().values()}


def test_shares_are_known_by_their_type() -> None:
    assert share_fields() == {"weight", "threshold", "passing_threshold", "level"}


def test_the_block_that_an_author_writes_is_known_by_its_type() -> None:
    assert corrections.BLOCKS[Benchmark] == ("scoring_scale", tuple(ScoringScale.model_fields))
    assert corrections.BLOCKS[Rubric][0] == "evaluation_guidelines"


def test_a_default_counts_where_a_field_is_absent() -> None:
    assert meaning(Benchmark(version=Decimal(1))) == meaning(Benchmark())
    formula = "(x-min)/(max-min)"
    assert meaning(ScoringScale(normalization_formula=formula)) == meaning(ScoringScale())


def test_a_description_states_the_default() -> None:
    for field in spec_fields():
        if field.facts.default is not None:
            description = field.model.model_fields[field.name].description or ""
            assert description.partition(" Absent: ")[2].strip("`.") == str(field.facts.default)


def test_what_a_verdict_rests_on_affects_scores() -> None:
    decisive = {field.name for field in spec_fields() if field.facts.decides_verdict}
    assert decisive >= share_fields() - {"level"} | {"criticality", "aggregation_method"}
    assert all(field.facts.effect is Effect.SCORE for name in decisive for field in named(name))


def test_fields_of_one_name_are_called_the_same() -> None:
    for field in spec_fields():
        assert len({(each.facts.called, each.facts.effect) for each in named(field.name)}) == 1


def test_only_a_hard_gate_affects_scores() -> None:
    gate = Benchmark.facts()["criticality"]
    assert gate.effect_of("hard_gate", None) is Effect.SCORE
    assert gate.effect_of("threshold_gate", "hard_gate") is Effect.SCORE
    assert gate.effect_of("threshold_gate", None) is Effect.MEANING


def test_a_field_that_affects_scores_says_what_a_change_can_do() -> None:
    for field in spec_fields():
        facts = field.facts
        is_obvious = field.name in ("benchmarks", "sub_rubrics", "replaced_by")
        if facts.effect is Effect.SCORE and not is_obvious:
            assert facts.can or (facts.raised and facts.lowered), field.name


def kinds_of(model: type[Fields]) -> Iterator[type[Fields]]:
    """The models of the program that are built on one: of files, and of the blocks within them."""
    for kind in model.__subclasses__():
        if kind.__module__.startswith("benchdocs."):
            yield kind
            yield from kinds_of(kind)


MODELS = sorted(set(kinds_of(Fields)), key=lambda model: model.__name__)


@each_row("model", MODELS)
def test_what_stands_for_an_absent_value_has_the_type_of_its_field(model: type[Fields]) -> None:
    """Code that was written for a list is never given None, whatever an author has not yet written."""
    assert len(MODELS) > 20
    absent = model.model_construct()
    is_read_whole = model.__module__ == records.__name__  # what is not whole is no record to any code
    for name, info in model.model_fields.items():
        if is_read_whole and name in model.needed_fields():
            continue
        TypeAdapter(cast(Any, info.annotation)).validate_python(getattr(absent, name))
