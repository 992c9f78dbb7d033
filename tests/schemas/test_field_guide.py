"""The field reference lists every field as the models have it, with the rules that look at it."""

from __future__ import annotations

import re
from pathlib import Path

from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_composer import YamlNode
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from benchdocs.rules.registry import RULE_BY_ID, RULES
from benchdocs.schemas.field_guide import FieldEntry, entries
from benchdocs.site.reference_pages import read_references
from benchdocs.specs.blocks import (
    CriticalRequirement,
    Decision,
    DecisionRule,
    EvaluationGuidelines,
    Metric,
    ScoringScale,
)
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.settings import CriteriaWords
from benchdocs.specs.validation import AnySpec
from support.documentation import part, rows
from support.forbidden import FORBIDDEN
from support.paths import REPOSITORY
from support.suites import overlay_samples, with_changes, write
from support.tables import each_row, table

MODELS: tuple[type[Fields], ...] = (
    *(Benchmark, ScoringScale, Metric, DecisionRule),
    *(Rubric, EvaluationGuidelines, CriticalRequirement, Decision),
)
BLOCKS = {
    "benchmark": entries(Benchmark),
    "scoring-scale": entries(Benchmark, "scoring_scale"),
    "metric": entries(Benchmark, "metric"),
    "decision-rule": entries(Benchmark, "decision"),
    "rubric": entries(Rubric),
    "guidelines": entries(Rubric, "evaluation_guidelines"),
    "critical-requirement": entries(Rubric, "evaluation_guidelines", "critical_requirements"),
    "decision": entries(Benchmark, "decisions"),
}
ENTRIES = [entry for block in BLOCKS.values() for entry in block]
FROM_ELSEWHERE = {"REF202", "TXT506", "TXT509", "VER1001", "REV1101", "REV1107"}
"""Rules that point at the first field where the one that they miss is not there, or at whichever is meant."""


def test_every_field_of_every_block_is_listed() -> None:
    assert [[entry.name for entry in block] for block in BLOCKS.values()] == [
        list(model.model_fields) for model in MODELS
    ]


@table
def test_the_hand_written_tables_say_the_same(path: str, heading: str, block: str) -> None:
    table = rows(part(path, heading), "Field | Required | Type | Meaning |")
    assert [row[:3] for row in table] == [(f"`{e.name}`", e.needed, e.takes) for e in BLOCKS[block]]


@each_row("entry", [entry for entry in ENTRIES if entry.example])
def test_an_example_can_be_pasted_into_a_spec(entry: FieldEntry) -> None:
    document = parse_yaml(TextFile("example.yaml", entry.example + "\n"))
    assert not document.problems
    assert list(document.data) == [entry.name]
    model = next(model for block, model in zip(BLOCKS.values(), MODELS, strict=True) if entry in block)
    if not entry.block:
        model.model_validate(document.data)


def test_only_what_a_tool_writes_has_no_example() -> None:
    assert {entry.name for entry in ENTRIES if not entry.example} == set()


def test_the_rules_of_a_field_exist_and_each_is_named_once() -> None:
    for entry in ENTRIES:
        assert set(entry.rules) <= set(RULE_BY_ID)
        assert len(entry.rules) == len(set(entry.rules))


def test_a_rule_declares_fields_that_exist() -> None:
    names = {f"{prefix}{'.'.join(e.route)}" for e in ENTRIES for prefix in ("", "benchmark.", "rubric.")}
    assert {field for rule in RULES for field in rule.fields} <= names


def field_at(document: YamlDocument, finding: Finding) -> str:
    """The field that a finding points at, below the block that holds it."""
    assert document.root
    route: tuple[str, ...] = ()

    def descend(node: YamlNode) -> None:
        nonlocal route
        for key, value in node.entries:
            start, end = document.position_of(key.start), document.position_of(value.end)
            if start <= (finding.line, finding.column) <= end:
                route = (*route, str(key.source))
                descend(value)
                return

    descend(document.root)
    return ".".join(route[:2])


def test_a_rule_that_points_at_a_field_is_named_at_it(tmp_path: Path) -> None:
    named = {
        (spec, ".".join(entry.route)): entry.rules
        for spec in (Benchmark, Rubric)
        for entry in (*entries(spec), *(e for f in entries(spec) if f.block for e in entries(spec, f.name)))
    }
    pointed = 0
    for rule in RULES:
        if rule.id in FROM_ELSEWHERE:
            continue
        report = check(overlay_samples(tmp_path / rule.id, rule.explanation.bad))
        specs: dict[str, AnySpec] = {spec.document.path: spec for spec in report.suite.specs}
        for finding in report.findings:
            spec = specs.get(finding.path)
            if finding.rule != rule.id or not spec or not spec.document.root:
                continue
            rules = named.get((type(spec.fields), field_at(spec.document, finding)), (rule.id,))
            assert rule.id in rules or rule.id.startswith(("YML", "FLD", "TXT507")), finding
            pointed += 1
    assert pointed > 25


def test_clinical_knowledge_is_looked_for_in_all_guidelines(tmp_path: Path) -> None:
    block = entries(Rubric, "evaluation_guidelines")
    lines = [
        f"  {entry.name}: "
        + ("[{}]" if entry.shape["type"] == "array" else "{}").format("A dose of 0.1-0.2 mg/kg.")
        for entry in block
    ]
    text = "\n".join(("evaluation_guidelines:", *lines, "benchmarks:"))
    with_changes(tmp_path, {"rubrics/A-DEM.yaml": (("benchmarks:", text),)})
    write(tmp_path, {"benchdocs.toml": FORBIDDEN})
    report = check(tmp_path)
    found = [finding for finding in report.findings if finding.rule == "SCP701"]
    assert len(found) == len(block) > 3
    assert all("SCP701" in entry.rules for entry in block)


def test_the_page_explains_every_field_and_leads_to_its_rules() -> None:
    text = read_references(REPOSITORY, RULES, CriteriaWords())["authoring/fields.md"].markdown
    benchmarks, rubrics = text.partition("\n## Benchmark files\n")[2].split("\n## Rubric files\n")
    for part_of_page, model in ((benchmarks, Benchmark), (rubrics, Rubric)):
        for entry in entries(model):
            (found,) = re.findall(rf"(?ms)^#### `{entry.name}`.*?(?=^#)", part_of_page)
            listed = re.findall(r"^Rules: .*$", found, re.MULTILINE)
            assert {*re.findall(r"\[([A-Z]{3}\d+)\]", "".join(listed))} >= {*entry.own_rules}, entry.name
