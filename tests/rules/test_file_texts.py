"""What stands in a file as another thing than its author sees is found at its place, in every file."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from support.commands import run
from support.suites import base_with, suite_with
from support.tables import data, each_row, table

SPEC, PROMPT = "a-component/A-DEM2.yaml", "evaluators/llm-judge/arrival_prompt.md"
CASES, LABELS = "evaluators/cases/arrival.yaml", "evaluators/labels.yaml"
DICTIONARY = """\
labels:
  stated: {meaning: Findings., type: list}
  details: {meaning: Details., type: mapping}
  status: {meaning: A status., type: text}
  alert: {meaning: Whether there was one., type: boolean}
record:
  arrival: {meaning: The arrival., type: section}
  skin: {meaning: The skin., type: text}
  score: {meaning: A score., type: number}
  met: {meaning: When., type: time}
  drugs: {meaning: Drugs., type: list}
  findings: {meaning: Findings., type: mapping}
"""
CASE = """\
benchmark: A-DEM1
cases:
  - id: a-case
    kind: borderline
    narrative: We were there.
    labels: %s
    output: %s
    expected: pass
    because: It is there.
    origin: synthetic
"""


def found(root: Path, *rules: str) -> list[Finding]:
    return [finding for finding in check(root).findings if finding.rule in rules]


def case_suite(tmp_path: Path, labels: str, output: str) -> Path:
    return suite_with(tmp_path, {CASES: CASE % (labels, output), LABELS: DICTIONARY})


@table
def test_a_value_of_a_case_that_yaml_reads_otherwise_is_found(
    tmp_path: Path, labels: str, output: str, token: str, hint: str, fixed: str | None
) -> None:
    root = case_suite(tmp_path, labels, output)
    (finding,) = found(root, "CAS1608", "YML001")
    assert finding.excerpt is not None
    assert hint in str(finding.hint)
    assert finding.excerpt[finding.column - 1 :].startswith(token)
    assert not found(root, "CAS1607", "FLD102")  # which would have another hint
    before = (root / CASES).read_text()
    run("check", "--fix", "--root", root)
    after = before if fixed is None else CASE % ((fixed, output) if token in labels else (labels, fixed))
    assert (root / CASES).read_text() == after


def test_an_entry_without_a_value_is_found(tmp_path: Path) -> None:
    root = case_suite(tmp_path, "\n      stated:\n        - pain\n        -", "{}")
    (finding,) = found(root, "CAS1608")
    assert (finding.line, finding.message) == (9, "the entry has no value")
    assert finding.fix is None


def test_a_hash_that_cuts_off_the_first_of_several_lines_is_named(tmp_path: Path) -> None:
    text = (CASE % ("{}", "{}")).replace("because: It is there.", "because: It is #2\n      of the list.")
    (finding,) = found(suite_with(tmp_path, {CASES: text, LABELS: DICTIONARY}), "YML001")
    assert finding.line == 9
    assert finding.hint == 'put quotes around it: `"It is #2 of the list."`'


@table
def test_a_value_of_a_case_that_is_as_it_is_seen_is_left(tmp_path: Path, labels: str, output: str) -> None:
    root = case_suite(tmp_path, labels, output)
    assert not found(root, "CAS1608", "YML001")


def texts_of(tmp_path: Path, source: str) -> list[str]:
    """The rules that find something in a line of a spec, which is written as it is."""
    changed = base_with(SPEC, ("label: Departure time recorded", f"label: {source}"))
    findings = check(suite_with(tmp_path, {SPEC: changed})).findings
    return [f"{finding.column} {finding.rule} {finding.severity}" for finding in findings]


@each_row("source", data(__file__)["texts_with_nothing_wrong"])
def test_a_text_that_only_looks_damaged_is_left(tmp_path: Path, source: str) -> None:
    assert texts_of(tmp_path, source) == []


@table
def test_a_damaged_text_is_found(tmp_path: Path, source: str, findings: list[str]) -> None:
    assert texts_of(tmp_path, source) == findings


@pytest.mark.parametrize("path", ["docs/a.md", "README.md", SPEC, LABELS, PROMPT, "rubrics/FIELD_SPECS.md"])
@pytest.mark.parametrize(
    "mark", ["<<<<<<< HEAD", ">>>>>>> topic", "||||||| 1f2e3d4", "<<<<<<<", "   >>>>>>>"]
)
def test_a_mark_of_a_conflict_is_found_in_every_file(tmp_path: Path, path: str, mark: str) -> None:
    text = (suite_with(tmp_path) / path).read_text() if path in (SPEC, PROMPT) else DICTIONARY
    text = text.replace("concept: >\n", f"concept: >\n  {mark}\n") if path == SPEC else f"{text}\n{mark}\n"
    findings = found(suite_with(tmp_path, {path: text}), "YML010", "YML001")
    assert mark.strip()[0] in {str(each.excerpt)[each.column - 1] for each in findings if each.path == path}


@table
def test_a_text_that_is_cut_off_is_found_in_every_file(
    tmp_path: Path, path: str, text: str, findings: list[str]
) -> None:
    root = suite_with(tmp_path, {LABELS: DICTIONARY, path: text})
    assert [f"{each.line}:{each.column}" for each in found(root, "YML008")] == findings
