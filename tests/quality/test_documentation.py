"""The pages say what the tool does: their tables, examples, sums and samples are held against it."""

from __future__ import annotations

import fnmatch
import re
import subprocess
from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.documents.yaml_scalars import kind_of
from benchdocs.reports.text import findings_text
from benchdocs.rules.check import check
from benchdocs.rules.registry import RULE_BY_ID
from benchdocs.rules.rule import Sample
from benchdocs.specs.blocks import EvaluationGuidelines, ScoringScale
from benchdocs.specs.choices import CATEGORIES, Aggregation, Criticality, DecisionState, EvaluatorType, Status
from benchdocs.specs.fields import Fields
from benchdocs.specs.formula import Scale, parse_formula
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.settings_file import read_settings
from benchdocs.suite.reviews import Standing
from benchdocs.suite.suite import Suite
from benchdocs.suite.verdicts import aggregate
from support.documentation import (
    AUTHORING,
    BENCHMARK_FIELDS,
    PROMPT_PATH,
    PROMPT_SECTIONS,
    RUBRIC_FIELDS,
    blocks,
    complete_prompt,
    only,
    page,
    part,
    rows,
    without_blocks,
)
from support.paths import BASE, REPOSITORY
from support.shipped import shipped_report
from support.suites import overlay_samples, suite_with
from support.tables import table

HAND_WRITTEN = sorted(
    path.relative_to(REPOSITORY).as_posix()
    for pattern in ("docs/*/*.md", "scripts/benchdocs/pages/*/*.md")
    for path in REPOSITORY.glob(pattern)
)
REFERENCES = (BENCHMARK_FIELDS, RUBRIC_FIELDS, PROMPT_SECTIONS)


BENCHMARK_PATH = "a-component/A-LNG1.yaml"


def complete_benchmark() -> str:
    return only(blocks(part(BENCHMARK_FIELDS, "## Complete example"), "yaml"))


def example_suite(target: Path) -> Path:
    """The examples of all three pages in one root, with the siblings that they name beside them."""
    benchmark = (BASE / "a-component/A-DEM2.yaml").read_text().replace("parent_rubric: A-DEM\n", "")
    sibling = benchmark.replace("A-DEM2", "A-LNG2").replace("weight: 0.5", "weight: 0.40")
    other = benchmark.replace("A-DEM2", "A-VAL1").replace("weight: 0.5", "weight: 1")
    rubric = (BASE / "rubrics/A-AUX.yaml").read_text()
    return suite_with(
        target,
        {
            BENCHMARK_PATH: complete_benchmark(),
            PROMPT_PATH: complete_prompt(),
            "rubrics/A-LNG.yaml": only(blocks(part(RUBRIC_FIELDS, "### A leaf"), "yaml")),
            "rubrics/A-SUP.yaml": only(blocks(part(RUBRIC_FIELDS, "### A composite"), "yaml")),
            "a-component/A-LNG2.yaml": sibling,
            "a-component/A-VAL1.yaml": other,
            "rubrics/A-VAL.yaml": rubric.replace("A-AUX", "A-VAL").replace("0.25", "0.40"),
        },
    )


def found(root: Path) -> list[str]:
    return [f"{finding.place} {finding.rule} {finding.message}" for finding in check(root).findings]


# Field tables -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "heading", "model"),
    [
        (BENCHMARK_FIELDS, "## Fields", Benchmark),
        (BENCHMARK_FIELDS, "## Scoring scale", ScoringScale),
        (RUBRIC_FIELDS, "## Fields", Rubric),
        (RUBRIC_FIELDS, "## Evaluation guidelines", EvaluationGuidelines),
    ],
)
def test_a_field_table_lists_the_fields_of_its_model_in_order(
    path: str, heading: str, model: type[Fields]
) -> None:
    table = rows(part(path, heading), "Field | Required | Type | Meaning |")
    assert [name for name, *_ in table] == [f"`{name}`" for name in model.model_fields]
    required = tuple(name.strip("`") for name, answer, *_ in table if answer == "yes")
    assert required == model.needed_fields()


@pytest.mark.parametrize(
    ("path", "heading"),
    [(BENCHMARK_FIELDS, "## Fields one by one"), (RUBRIC_FIELDS, "## Fields of a rubric, one by one")],
)
def test_every_field_has_its_own_paragraph_in_the_order_of_the_table(path: str, heading: str) -> None:
    headings = re.findall(r"^### (`\w+`)(?: \{.*\})?$", part(path, heading), re.MULTILINE)
    assert headings == [name for name, *_ in rows(part(path, "## Fields"), "Field |")]


@pytest.mark.parametrize(("path", "model"), [(BENCHMARK_FIELDS, Benchmark), (RUBRIC_FIELDS, Rubric)])
def test_every_field_has_an_example_that_the_model_takes(path: str, model: type[Fields]) -> None:
    for name in model.model_fields:
        example = only(blocks(part(path, f"### `{name}`"), "yaml"))
        document = parse_yaml(TextFile(path, example))
        assert list(document.data) == [name]
        assert not document.problems
        model.model_validate(document.data)


@pytest.mark.parametrize(
    ("path", "field", "words"),
    [
        (BENCHMARK_FIELDS, "status", Status),
        (BENCHMARK_FIELDS, "criticality", Criticality),
        (BENCHMARK_FIELDS, "evaluator_type", EvaluatorType),
        (RUBRIC_FIELDS, "aggregation_method", Aggregation),
    ],
)
def test_a_field_of_few_words_lists_them_all(path: str, field: str, words: type[StrEnum]) -> None:
    types = {name: kind for name, _, kind, _ in rows(part(path, "## Fields"), "Field | Required |")}
    assert re.findall(r"`(\w+)`", types[f"`{field}`"]) == list(words)


def test_the_categories_are_those_of_the_scope_boundary() -> None:
    named = read_settings(REPOSITORY).named_categories
    assert [each[:2] for each in named] == [each[:2] for each in CATEGORIES]
    assert all(each.meaning.endswith(".") for each in named)


def test_each_evaluator_type_says_whether_it_needs_a_prompt() -> None:
    table = rows(part(BENCHMARK_FIELDS, "## Evaluator types"), "Value |")
    assert {value: answer == "required" for value, *_, answer in table} == {
        f"`{kind}`": kind.needs_prompt for kind in EvaluatorType
    }


# Benchmark and rubric examples ------------------------------------------------------------------------


def test_the_complete_examples_form_a_suite_without_any_finding(tmp_path: Path) -> None:
    assert found(example_suite(tmp_path)) == []


def test_the_complete_examples_belong_to_each_other(tmp_path: Path) -> None:
    suite: Suite = check(example_suite(tmp_path)).suite
    leaf, composite = suite.rubric["A-LNG"], suite.rubric["A-SUP"]
    assert [spec.code for spec in suite.members(leaf)] == ["A-LNG1", "A-LNG2"]
    assert [rubric.code for rubric in suite.sub_rubrics(composite)] == ["A-LNG", "A-VAL"]
    assert suite.benchmark["A-LNG1"].fields.llm_prompt_file == PROMPT_PATH


CRITERIA = part(BENCHMARK_FIELDS, "## Inclusion and exclusion criteria")
SHOWN = re.findall(r"^(?:Good|Bad, [^(\n]*\((\w+)\)):\n\n```yaml\n(.*?)^```$", CRITERIA, re.M | re.S)
"""The criteria examples, each with the rule it is shown for; a good one with none."""


def test_every_criteria_example_is_called_good_or_bad() -> None:
    assert [example for _, example in SHOWN] == blocks(CRITERIA, "yaml")
    assert {rule for rule, _ in SHOWN} >= {"", "TXT501", "TXT502", "TXT503", "TXT504"}


@pytest.mark.parametrize(("rule", "example"), SHOWN)
def test_a_criteria_example_breaks_just_the_rule_it_is_shown_for(
    rule: str, example: str, tmp_path: Path
) -> None:
    root = overlay_samples(example_suite(tmp_path), (Sample(BENCHMARK_PATH, example, whole=False),))
    assert {finding.rule for finding in check(root).findings} == ({rule} if rule else set())


def test_yaml_makes_of_the_traps_what_the_page_says() -> None:
    for written, read, instead in rows(part(BENCHMARK_FIELDS, "### Traps of YAML"), "Written |"):
        document = parse_yaml(TextFile("trap.yaml", written.strip("`") + "\n"))
        if read.startswith("an error"):
            assert [problem.kind for problem in document.problems] == ["unreadable"], written
        else:
            value = only_value(document.data)
            assert read == (f"the text `{value}`" if isinstance(value, str) else kind_of(value)), written
        mended = parse_yaml(TextFile("mended.yaml", instead.strip("`") + "\n"))
        assert not mended.problems
        assert isinstance(only_value(mended.data), str if '"' in instead else Decimal)


def only_value(data: dict[Any, Any]) -> Any:
    (value,) = data.values()
    return value


def test_the_waiver_of_the_page_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "benchdocs.toml").write_text(only(blocks(part(BENCHMARK_FIELDS, "## Waivers"), "toml")))
    settings = read_settings(tmp_path)
    assert not settings.faults
    assert [(waiver.rule, waiver.code, bool(waiver.reason)) for waiver in settings.waivers] == [
        ("TXT502", "A-LNG1", True)
    ]


# Arithmetic -------------------------------------------------------------------------------------------


def test_the_formulas_of_the_page_give_the_scores_it_shows() -> None:
    table = rows(part(BENCHMARK_FIELDS, "### Formulas"), "Formula |")
    for formula, scale, raw, score in table:
        low, high = (Decimal(end) for end in scale.split(" to "))
        result = parse_formula(formula.strip("`")).evaluate(Fraction(raw), Scale.of(low, high))
        assert result == Fraction(score), formula


def test_the_aggregation_methods_of_the_page_give_the_scores_it_shows() -> None:
    section = part(RUBRIC_FIELDS, "## Aggregation")
    stated = re.search(r"the weights (.*?) and the scores (.*?)\. ", " ".join(section.split()))
    assert stated
    weights, scores = (map(Decimal, re.findall(r"\d\.\d+", numbers)) for numbers in stated.groups())
    pairs = list(zip(scores, weights, strict=True))
    assert {method.strip("`"): Fraction(score) for method, _, score in rows(section, "Method |")} == {
        str(method): aggregate(method, pairs) for method in Aggregation
    }


def sums(path: str) -> Iterator[tuple[str, Fraction, Fraction]]:
    """Every `a × b + c × d = e` or `a / b = c` of a page, worked out, and the result that it states."""
    number = r"\d+(?:\.\d+)?"
    text = " ".join(page(path).split())
    for match in re.finditer(rf"({number}(?: [×+/] {number})+) = ({number})", text):
        terms = (re.split(r" ([×/]) ", term) for term in match[1].split(" + "))
        yield match[0], sum(map(_product, terms), Fraction(0)), Fraction(match[2])


def _product(term: list[str]) -> Fraction:
    value = Fraction(term[0])
    for sign, factor in zip(term[1::2], term[2::2], strict=True):
        value = value * Fraction(factor) if sign == "×" else value / Fraction(factor)
    return value


@pytest.mark.parametrize("path", [*HAND_WRITTEN, *REFERENCES])
def test_a_page_has_one_title_known_rules_and_right_sums(path: str) -> None:
    assert re.match(r"# [A-Z][^\n]*\n\n", page(path))
    assert len(re.findall(r"^# ", without_blocks(page(path)), re.MULTILINE)) == 1
    assert set(re.findall(r"\b[A-Z]{3}\d{3}\b", page(path))) <= set(RULE_BY_ID)
    for shown, worked_out, stated in sums(path):
        assert worked_out == stated, shown


@table
def test_a_page_claims_no_more_than_is_so(path: str, claim: str) -> None:
    assert claim not in " ".join(page(path).split())


def test_the_scoring_flow_works_its_example_out() -> None:
    assert len(list(sums("docs/methodology/scoring-flow.md"))) >= 6


def test_the_picture_of_the_scoring_flow_has_the_numbers_of_its_specs_and_works_them_out() -> None:
    suite = shipped_report().suite
    picture = unescape(page("docs/methodology/scoring-flow.md").split('<table class="flow">')[1])
    benchmark = (
        r"<td>(\d+) of (\d+) pass<br>(\d+) excluded</td>"
        r'<th scope="row"><span class="gate gate--(\w+)">([\w-]+)</span><br>([\d.]+) ([≥<]) ([\d.]+)<br>'
    )
    found, (run,) = re.findall(benchmark, picture), re.findall(r"over (\d+) cases", picture)
    assert [code for *_, code, _, _, _ in found] == ["A-REF1", "A-REF2", "A-REF3", "A-REF1"]
    for passed, evaluated, excluded, gate, code, score, sign, threshold in found:
        fields = suite.benchmark[code].fields
        assert int(evaluated) + int(excluded) == int(run)
        assert Fraction(int(passed), int(evaluated)) == Fraction(score)
        assert (fields.threshold, fields.criticality) == (Decimal(threshold), f"{gate}_gate")
        assert (Decimal(score) >= Decimal(threshold)) == (sign == "≥")
    members = suite.members(suite.rubric["A-REF"])
    written = re.findall(r"<br>weight ([\d.]+)(?:<br>miss reported)?</th>", picture)
    weights = [Decimal(weight) for weight in written]
    assert weights == [spec.fields.weight for spec in members]
    scores = [Decimal(score) for *_, score, _, _ in found]
    runs = re.findall(r"A-REF<br>([\d.]+) ≥ ([\d.]+)<br>", picture)
    for own, (shown, threshold) in zip((scores[:3], [scores[3], *scores[1:3]]), runs, strict=True):
        weighted = sum(score * weight for score, weight in zip(own, weights, strict=True))
        assert weighted / sum(weights) == Decimal(shown) >= Decimal(threshold)
        assert Decimal(threshold) == suite.rubric["A-REF"].fields.passing_threshold
    ((score, weight, total, share),) = re.findall(
        r"A<br>adds ([\d.]+) × ([\d.]+) / ([\d.]+)<br>≈ ([\d.]+)<", picture
    )
    assert round(Decimal(score) * Decimal(weight) / Decimal(total), 4) == Decimal(share)
    assert (score, Decimal(weight)) == (runs[0][0], suite.rubric["A-REF"].fields.weight)
    assert Decimal(total) == sum(rubric.fields.weight or 0 for rubric in suite.sub_rubrics(suite.rubric["A"]))
    assert picture.split('<tbody class="flow__gate">')[1].count("<strong>blocked</strong>") == 2


def test_the_picture_of_states_has_each_state_in_order() -> None:
    picture = page("docs/methodology/index.md").split('<table class="flow">')[1].split("</table>")[0]
    found = re.findall(r"<td[^>]*><strong[^>]*>([\w ]+)</", picture)
    values = [DecisionState.PROVISIONAL, DecisionState.ESTABLISHED, DecisionState.DISPUTED]
    assert set(values) == set(DecisionState)
    assert found == [*values, *Status, "not settled", "settled", *Standing]


def test_the_pillar_weights_of_each_phase_add_up_to_one() -> None:
    phases = rows(page("docs/methodology/index.md"), "Phase |")
    assert [sum(map(Decimal, weights)) for _, _, *weights in phases] == [1, 1, 1, 1]


# AGENTS.md ------------------------------------------------------------------------------------------


def test_every_file_that_the_guide_for_developers_names_exists() -> None:
    guide = page("AGENTS.md").partition("## Inventory")[0]
    named = set(re.findall(r"`([\w./*-]+(?:\.(?:py|j2|md|yaml|toml|css|js)|/))`", guide))
    listed = subprocess.run(["git", "ls-files"], cwd=REPOSITORY, check=True, capture_output=True, text=True)
    paths = [f"/{path}" for path in listed.stdout.splitlines()]
    assert len(named) > 80
    assert [name for name in named if not fnmatch.filter(paths, f"*/{name}*")] == []


# Pages of the site ------------------------------------------------------------------------------------


def test_the_sample_of_the_authoring_page_is_what_the_checker_prints(tmp_path: Path) -> None:
    root = example_suite(tmp_path)
    mistakes = {
        "\nthreshold: 0.90\n": "\nthreshold: 90\n",
        "\ncriticality:": "\ncritcality:",
    }
    broken = complete_benchmark()
    for right, wrong in mistakes.items():
        assert broken.count(right) == 1
        broken = broken.replace(right, wrong)
    (root / BENCHMARK_PATH).write_text(broken)
    printed = "\n".join(findings_text(check(root).findings)).rstrip()
    assert only(blocks(part(AUTHORING, "## Read a finding"), "text")).rstrip() == printed


def test_the_scope_boundary_lists_every_rubric_under_its_category() -> None:
    table = rows(page("docs/methodology/scope-boundary.md"), "Rubric |")
    listed = {code: (label, kind.lower().replace(" ", "_")) for code, label, kind, _ in table}
    suite = shipped_report().suite
    for rubric in suite.rubrics:
        if category := suite.category(rubric):
            assert listed[rubric.code] == (rubric.fields.label, category)


@pytest.mark.parametrize("path", [path for path in HAND_WRITTEN if "/methodology/" in path])
def test_every_code_of_the_component_that_a_methodology_page_names_exists(path: str) -> None:
    suite = shipped_report().suite
    named = set(re.findall(r"\bA-[A-Z]{3}\d*(?:-[a-z]+)?\b", page(path)))
    unknown = {code for code in named if suite.known_code(code) is None}
    assert not unknown or "A" not in suite.rubric  # without its composite the suite is not all there


def test_the_two_category_tables_agree() -> None:
    table = rows(page("docs/methodology/scope-boundary.md"), "Rubric |")
    for category, codes, *_ in rows(part(BENCHMARK_FIELDS, "## Scope boundary"), "Category |"):
        kind = category.strip("`").replace("_", " ")
        of_kind = [code for code, _, name, _ in table if name.lower() == kind]
        assert re.findall(r"A-[A-Z]{3}", codes) == of_kind


def test_the_glossary_is_in_alphabetical_order_with_an_anchor_for_each_word() -> None:
    text = page("docs/methodology/glossary.md")
    for form in (r"^### (.+) \{#([\w-]+)(?: \.unlinked)?\}$", r"^\| (\w+) \{#([\w-]+)\} \|"):
        entries = re.findall(form, text, re.MULTILINE)
        words = [word for word, _ in entries]
        assert len(words) > 20
        assert words == sorted(words, key=str.casefold)
        assert [anchor for _, anchor in entries] == [word.lower().replace(" ", "-") for word in words]
