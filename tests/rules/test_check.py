"""One run tells everything: all violations of a suite at once, in one order, but for what is waived."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from support.faulty_suite import FAULTY, WITHOUT_EXAMPLES, waiver
from support.paths import BASE, OWNERS_EXAMPLE
from support.stories import stories
from support.suites import suite_with
from support.tables import data

VIOLATIONS = data(__file__)["violations"]
SPECS = sorted(path.relative_to(BASE).as_posix() for path in BASE.glob("*/*.yaml"))


def test_one_run_reports_twenty_eight_violations_in_twelve_files(tmp_path: Path) -> None:
    findings = check(suite_with(tmp_path, FAULTY)).findings
    assert [[finding.path, finding.line, finding.rule] for finding in findings] == VIOLATIONS
    assert len(VIOLATIONS) == 28
    assert {path for path, _, _ in VIOLATIONS} == set(FAULTY)
    assert len(FAULTY) == 12


def test_each_finding_says_what_is_wrong_and_shows_the_line(tmp_path: Path) -> None:
    root = suite_with(tmp_path, FAULTY)
    for finding in check(root).findings:
        assert finding.message
        assert finding.excerpt == (root / finding.path).read_text().split("\n")[finding.line - 1]


def test_the_order_in_which_files_were_written_changes_nothing(tmp_path: Path) -> None:
    one = suite_with(tmp_path / "one", FAULTY)
    other = tmp_path / "other"
    for path in sorted((path for path in one.rglob("*") if path.is_file()), reverse=True):
        target = other / path.relative_to(one)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    assert check(one).findings == check(other).findings


def test_each_violation_is_found_alone_as_well_as_among_the_others(tmp_path: Path) -> None:
    broken = {"a-component/A-DEM2.yaml": FAULTY["a-component/A-DEM2.yaml"]}
    alone = check(suite_with(tmp_path / "alone", broken)).findings
    among = check(suite_with(tmp_path / "among", FAULTY)).findings
    assert alone == tuple(finding for finding in among if finding.path == "a-component/A-DEM2.yaml")


# Unreadable specs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", ["code: [", "", "- a list", "code: *alias"], ids=["syntax", "empty", "list", "alias"]
)
@pytest.mark.parametrize("path", SPECS)
def test_an_unreadable_spec_is_one_finding_and_its_code_stays_known(
    tmp_path: Path, path: str, content: str
) -> None:
    found = check(suite_with(tmp_path, {path: content})).findings
    # Whether the broken spec used a prompt cannot be known: it may count as unused.
    others = [finding for finding in found if finding.rule != "PRM605"]
    assert [(finding.path, finding.rule[:3]) for finding in others] == [(path, "YML")]


# Waivers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("severity", "files", "fails", "fails_strictly"),
    [
        (Severity.ERROR, {"a-component/A-DEM3.yaml": ""}, True, True),
        (Severity.WARNING, {"pyproject.toml": waiver("TXT506", "A-DEM1")}, False, True),
        (Severity.NOTE, {"a-component/A-DEM2.yaml": WITHOUT_EXAMPLES}, False, False),
    ],
    ids=str,
)
def test_a_finding_fails_a_build_according_to_its_severity(
    tmp_path: Path, severity: Severity, files: dict[str, str], fails: bool, fails_strictly: bool
) -> None:
    report = check(suite_with(tmp_path, files))
    assert {finding.severity for finding in report.findings} == {severity}
    assert report.count(severity) == len(report.findings)
    assert bool(report.failing(strict=False)) is fails
    assert bool(report.failing(strict=True)) is fails_strictly


# The owners' example ------------------------------------------------------------------------------


def test_the_owners_complete_example_lacks_only_its_failure_condition() -> None:
    findings = check(OWNERS_EXAMPLE).findings
    graver = [finding for finding in findings if finding.severity is not Severity.NOTE]
    assert [(finding.path, finding.rule) for finding in graver] == [("a-component/A-NEG1.yaml", "TXT502")]
    assert {finding.path for finding in findings} == {"a-component/A-NEG1.yaml"}
    assert check(OWNERS_EXAMPLE).failing(strict=False) == ()


test_story = stories(__file__)
