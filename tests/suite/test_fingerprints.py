"""A fingerprint covers every value of every model, and what a rubric takes from below, and nothing else."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest

from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import YamlDocument
from benchdocs.specs.field_index import SPECS
from benchdocs.specs.fields import (
    AnyCode,
    BenchmarkCode,
    Confidence,
    Fields,
    RubricCode,
    Share,
    block_type,
    value_type,
)
from benchdocs.specs.loading import Loaded
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.settings import Settings
from benchdocs.specs.validation import Spec, read_spec
from benchdocs.suite.meaning import fingerprint
from benchdocs.suite.suite import Suite
from support.tables import each_row, table

UNSIGNED = {"decisions", "review", "version", "llm_prompt_file", "implementation", "notes"}
"""What a fingerprint leaves out, by name; the texts of prompt and script are in it, wherever they stand."""
FROM_MEMBERS = {"weight", "threshold", "criticality", "status", "min_cases", "decision"}
FROM_PARTS = {"weight", "aggregation_method", "passing_threshold", "criticality"}
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
Route = tuple[str, ...]


def value(kind: Any, number: int) -> Any:
    """Return the first or the second value of a type."""
    if get_origin(kind) is list:
        return [value(get_args(kind)[0], number)]
    if get_origin(kind) is dict:
        return {Decimal(1): value(str, number)}
    if kind in (AnyCode, BenchmarkCode, RubricCode):
        return ("A-DEM", "A-AUX")[number] if kind == RubricCode else f"A-DEM{number + 1}"
    base = kind.__origin__ if hasattr(kind, "__metadata__") else kind
    if isinstance(base, type) and issubclass(base, StrEnum):
        return list(base)[number]
    if base is bool:
        return bool(number)
    if base is Decimal:
        if kind == Confidence:
            return Decimal(number + 1) / 4
        return (Decimal(1), Decimal(0))[number] if kind == Share else Decimal(number + 1)
    return datetime.date(2026, 1, number + 1) if base is datetime.date else f"Text {number}."


def values(model: type[Fields]) -> dict[str, Any]:
    """Return a block in which every field has a value."""
    held: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        block = block_type(info)
        held[name] = values(block) if block else value(value_type(info), 0)
        if block and get_origin(value_type(info)) is list:
            held[name] = [held[name]]
    return held


def routes(model: type[Fields], above: Route = ()) -> Iterator[Route]:
    """Yield the routes of all fields of a model, those of its blocks included."""
    for name, info in model.model_fields.items():
        block = block_type(info)
        yield from routes(block, (*above, name)) if block else [(*above, name)]


def changed(model: type[Fields], route: Route) -> dict[str, Any]:
    """Return the same block with another value at a route."""
    held = values(model)
    inner, kind = held, model
    for step in route[:-1]:
        inner = inner[step][0] if isinstance(inner[step], list) else inner[step]
        kind = kind.blocks()[step]
    inner[route[-1]] = value(value_type(kind.model_fields[route[-1]]), 1)
    return held


def benchmark(**own: Any) -> dict[str, Any]:
    plain = {"code": "A-DEM1", "weight": Decimal("0.5"), "threshold": Decimal("0.9"), "status": "draft"}
    return {**plain, "criticality": "threshold_gate", "llm_prompt_file": PROMPT, **own}


def rubric(code: str, **own: Any) -> dict[str, Any]:
    plain = {"code": code, "weight": Decimal("0.5"), "aggregation_method": "MEAN"}
    return {**plain, "passing_threshold": Decimal("0.9"), **own}


def suite(*specs: dict[str, Any], prompt: str = "Judge it.", **replaced: dict[str, Any]) -> Suite:
    """Return a suite of two members below a leaf, a composite and a component; with specs of other codes."""
    given = {
        "one": benchmark(),
        "two": benchmark(code="A-DEM2"),
        "leaf": rubric("A-DEM", benchmarks=["A-DEM1", "A-DEM2"]),
        "composite": rubric("A-TOP", sub_rubrics=["A-DEM"]),
        "component": rubric("A", sub_rubrics=["A-TOP"]),
    } | replaced
    models = [Benchmark if "threshold" in each else Rubric for each in (*given.values(), *specs)]
    read: list[Any] = [
        Spec[Any](YamlDocument(f"{each['code']}-{number}.yaml", ""), model.model_validate(each))
        for number, (model, each) in enumerate(zip(models, (*given.values(), *specs), strict=True))
    ]
    benchmarks = tuple(spec for spec in read if isinstance(spec.fields, Benchmark))
    rubrics = tuple(spec for spec in read if isinstance(spec.fields, Rubric))
    settings = Settings(file=TextFile("pyproject.toml", ""))
    return Suite(Loaded(Path(), settings, (*benchmarks, *rubrics), (PromptFile(PROMPT, prompt),)))


def mark(of: Suite, code: str) -> str:
    return fingerprint(of, of.benchmark.get(code) or of.rubric[code])


def alone(model: type[Fields], held: dict[str, Any]) -> str:
    """Return the fingerprint of a spec that alone is a suite."""
    spec: Any = Spec(YamlDocument("spec.yaml", ""), model.model_validate(held))
    settings = Settings(file=TextFile("pyproject.toml", ""))
    return fingerprint(Suite(Loaded(Path(), settings, (spec,), ())), spec)


@each_row("model, route", [(model, route) for model in SPECS for route in routes(model)])
def test_every_value_is_signed_but_those_about_the_signing(model: type[Fields], route: Route) -> None:
    before, after = alone(model, values(model)), alone(model, changed(model, route))
    assert (before == after) == (not UNSIGNED.isdisjoint((route[0], route[-1]))), route


@each_row("model", SPECS)
def test_a_value_that_is_taken_away_is_missed(model: type[Fields]) -> None:
    for name in model.model_fields.keys() - {"code"}:
        held = values(model)
        if name == "parent_rubric":  # the same rubric is implied
            continue
        without = alone(model, {field: kept for field, kept in held.items() if field != name})
        assert (without == alone(model, held)) == (name in UNSIGNED), name


@each_row("name", [*Benchmark.model_fields])
def test_what_rubrics_take_from_a_member_is_signed_up_to_the_component(name: str) -> None:
    other: dict[str, Any] = {
        "criticality": "hard_gate",
        "threshold": Decimal("0.8"),
        "weight": Decimal("0.4"),
    }
    other |= {"decision": {"method": "lower_bound"}}
    kind, block = value_type(Benchmark.model_fields[name]), block_type(Benchmark.model_fields[name])
    new = other.get(name) or (values(block) if block else value(kind, 1))
    if name in ("code", "decisions", "review", "parent_rubric"):
        return
    before, after = suite(), suite(two=benchmark(code="A-DEM2", **{name: new}))
    for code in ("A-DEM", "A-TOP", "A"):
        assert (mark(before, code) == mark(after, code)) == (name not in FROM_MEMBERS), (name, code)


def test_members_that_come_go_or_change_sides_are_signed() -> None:
    before = suite()
    retired = suite(two=benchmark(code="A-DEM2", status="deprecated"))
    elsewhere = suite(two=benchmark(code="A-DEM2", parent_rubric="A-AUX"))
    unlisted = suite(leaf=rubric("A-DEM", benchmarks=["A-DEM1"]))
    renamed = suite(two=benchmark(code="A-DEM3"), leaf=rubric("A-DEM", benchmarks=["A-DEM1", "A-DEM3"]))
    lost = suite(two=benchmark(code="A-DEM3"))
    for after in (retired, elsewhere, unlisted, renamed, lost):
        assert all(mark(before, code) != mark(after, code) for code in ("A-DEM", "A-TOP", "A"))
        assert mark(before, "A-DEM1") == mark(after, "A-DEM1")


def test_a_requirement_means_the_same_as_a_text_and_as_a_block() -> None:
    leaves = [
        suite(leaf=rubric("A-DEM", evaluation_guidelines={"critical_requirements": [entry]}))
        for entry in ("No  time is made up.", {"text": "No time is made up."}, {"text": "None."})
    ]
    assert mark(leaves[0], "A-DEM") == mark(leaves[1], "A-DEM") != mark(leaves[2], "A-DEM")


def test_weights_moved_between_members_are_signed() -> None:
    after = suite(one=benchmark(weight=Decimal("0.85")), two=benchmark(code="A-DEM2", weight=Decimal("0.15")))
    assert all(mark(suite(), code) != mark(after, code) for code in ("A-DEM", "A-TOP", "A"))


@each_row("name", [*Rubric.model_fields])
def test_what_composites_take_from_a_part_is_signed(name: str) -> None:
    other: dict[str, Any] = {"weight": Decimal("0.4"), "aggregation_method": "MINIMUM"}
    other |= {
        "criticality": "hard_gate",
        "passing_threshold": Decimal("0.8"),
        "evaluation_guidelines": {"focus_areas": ["Why?"]},
    }
    if name in ("code", "benchmarks", "sub_rubrics") or name in UNSIGNED - {"version"}:
        return
    kind, block = value_type(Rubric.model_fields[name]), block_type(Rubric.model_fields[name])
    new = other.get(name) or (values(block) if block else value(kind, 1))
    after = suite(leaf=rubric("A-DEM", benchmarks=["A-DEM1", "A-DEM2"], **{name: new}))
    for code in ("A-TOP", "A"):
        assert (mark(suite(), code) == mark(after, code)) == (name not in FROM_PARTS), (name, code)


def test_rubrics_that_list_each_other_in_a_circle_have_a_fingerprint() -> None:
    circle = suite(leaf=rubric("A-DEM", sub_rubrics=["A"]))
    assert len({mark(circle, code) for code in ("A", "A-TOP", "A-DEM")}) == 3


def test_the_words_of_the_prompt_are_signed_and_their_layout_is_not() -> None:
    assert mark(suite(), "A-DEM1") == mark(suite(prompt="Judge\n\n  it. "), "A-DEM1")
    assert mark(suite(), "A-DEM1") != mark(suite(prompt="Judge it not."), "A-DEM1")


@pytest.mark.parametrize(
    "other", ["Flag:\n- one - two", "Flag: - one\n- two", "Flag: - one - two", "- one\n- two\nFlag:"]
)
def test_the_entries_of_a_prompts_lists_are_signed(other: str) -> None:
    """An entry that ends up in another one is not judged any more."""
    assert mark(suite(prompt="Flag:\n- one\n- two"), "A-DEM1") != mark(suite(prompt=other), "A-DEM1")
    wrapped = "Flag:\n\n  - one\n- two"
    assert mark(suite(prompt="Flag:\n- one\n- two"), "A-DEM1") == mark(suite(prompt=wrapped), "A-DEM1")


def test_the_order_of_codes_is_display_and_that_of_texts_is_not() -> None:
    turned = suite(leaf=rubric("A-DEM", benchmarks=["A-DEM2", "A-DEM1"]))
    assert all(mark(suite(), code) == mark(turned, code) for code in ("A-DEM", "A-TOP", "A"))
    first, second = (alone(Benchmark, benchmark(examples=each)) for each in (["A.", "B."], ["B.", "A."]))
    assert first != second


def test_the_category_that_the_settings_give_is_signed() -> None:
    before, after = suite(), suite()
    after.settings = after.settings.model_copy(update={"categories": {"A-DEM": "system_logic"}})
    assert mark(before, "A-DEM") != mark(after, "A-DEM")


WRITTEN = """code: A-DEM1
weight: 0.5
scoring_scale:
  min_value: 0
  max_value: 1
  descriptions:
    0.9: "Nearly all."
metric: {cutoff: 1, script: arrival}
concept: Share of times charted.
"""


def read(text: str) -> str:
    spec = read_spec(TextFile("a-component/A-DEM1.yaml", text), Benchmark)
    assert isinstance(spec, Spec)
    settings = Settings(file=TextFile("pyproject.toml", ""))
    return fingerprint(Suite(Loaded(Path(), settings, (spec,), ())), spec)


FREE = WRITTEN + "inclusion_criteria: Apply.\nexclusion_criteria: None.\nevaluator_type: code\n"


@table
def test_what_means_the_same_has_the_same_fingerprint(old: str, new: str) -> None:
    assert old in FREE
    assert read(FREE) == read(FREE.replace(old, new))


@table
def test_what_only_looks_the_same_has_another_fingerprint(old: str, new: str) -> None:
    assert old in FREE
    assert read(FREE) != read(FREE.replace(old, new))
    if "'1': b" in new:
        assert read(FREE.replace(old, new)) != read(FREE.replace(old, "'1': b, 1: c,"))
