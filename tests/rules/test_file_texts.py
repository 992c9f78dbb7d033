"""What stands in a file as another thing than its author sees is found at its place, in every file."""

from __future__ import annotations

from pathlib import Path

from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from support.commands import run
from support.suites import suite_with
from support.tables import table

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


def found(root: Path, rule: str) -> list[Finding]:
    return [finding for finding in check(root).findings if finding.rule == rule]


def case_suite(tmp_path: Path, labels: str, output: str) -> Path:
    return suite_with(tmp_path, {CASES: CASE % (labels, output), LABELS: DICTIONARY})


@table
def test_a_value_of_a_case_that_yaml_reads_otherwise_is_found(
    tmp_path: Path, labels: str, output: str, token: str, hint: str, fixed: str | None
) -> None:
    root = case_suite(tmp_path, labels, output)
    (finding,) = found(root, "CAS1608")
    assert finding.excerpt is not None
    assert hint in str(finding.hint)
    assert finding.excerpt[finding.column - 1 :].startswith(token)
    assert not found(root, "CAS1607")  # whose hint would be to add a key to the dictionary
    before = (root / CASES).read_text()
    run("check", "--fix", "--root", root)
    after = before if fixed is None else CASE % ((fixed, output) if token in labels else (labels, fixed))
    assert (root / CASES).read_text() == after


@table
def test_a_value_of_a_case_that_is_as_it_is_seen_is_left(tmp_path: Path, labels: str, output: str) -> None:
    root = case_suite(tmp_path, labels, output)
    assert not found(root, "CAS1608")
