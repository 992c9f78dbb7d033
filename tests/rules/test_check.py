"""One run tells everything: all violations of a suite at once, in one order, but for what is waived."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from support.faulty_suite import FAULTY, WITHOUT_EXAMPLES, waiver
from support.paths import BASE, OWNERS_EXAMPLE
from support.suites import base_with, suite_with
from support.tables import data

VIOLATIONS = data(__file__)["violations"]
SPECS = sorted(path.relative_to(BASE).as_posix() for path in BASE.glob("*/*.yaml"))


def listed(root: Path) -> list[str]:
    """Place and rule of all findings."""
    return [f"{finding.place} {finding.rule}" for finding in check(root).findings]


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


def test_a_waived_finding_is_reported_as_waived_and_not_as_a_finding(tmp_path: Path) -> None:
    files = {
        "a-component/A-DEM2.yaml": WITHOUT_EXAMPLES,
        "pyproject.toml": waiver("TXT506", "A-DEM2", "It is too plain."),
    }
    report = check(suite_with(tmp_path, files))
    assert report.findings == ()
    (waived,) = report.waived
    assert waived.finding.rule == "TXT506"
    assert waived.finding.path == "a-component/A-DEM2.yaml"
    assert waived.waiver.reason == "It is too plain."


@pytest.mark.parametrize(("rule", "code"), [("TXT506", "A-DEM1"), ("TXT504", "A-DEM2"), ("txt506", "A-DEM2")])
def test_a_waiver_excuses_only_its_own_rule_and_code(tmp_path: Path, rule: str, code: str) -> None:
    files = {"a-component/A-DEM2.yaml": WITHOUT_EXAMPLES, "pyproject.toml": waiver(rule, code)}
    report = check(suite_with(tmp_path, files))
    assert [finding.rule for finding in report.findings] == ["TXT506", "WVR902"]
    assert report.waived == ()


def test_one_waiver_excuses_every_finding_of_its_rule_for_its_code(tmp_path: Path) -> None:
    change = ("Do not use for arrival times", "Do not use for A-DEM8 and A-DEM9")
    files = {"a-component/A-DEM2.yaml": base_with("a-component/A-DEM2.yaml", change)}
    assert [line.split()[1] for line in listed(suite_with(tmp_path, files))] == ["REF206", "REF206"]
    report = check(suite_with(tmp_path, {**files, "pyproject.toml": waiver("REF206", "A-DEM2")}))
    assert report.findings == ()
    assert len(report.waived) == 2


def test_a_prompts_finding_is_waived_by_its_file_name(tmp_path: Path) -> None:
    files = {
        "evaluators/llm-judge/spare_prompt.md": (BASE / "evaluators/llm-judge/arrival_prompt.md").read_text()
    }
    found = {finding.rule for finding in check(suite_with(tmp_path, files)).findings}
    assert found
    settings_file = "".join(waiver(rule, "spare_prompt.md") for rule in sorted(found))
    report = check(suite_with(tmp_path, {**files, "pyproject.toml": settings_file}))
    assert [finding for finding in report.findings if finding.path.endswith("spare_prompt.md")] == []
    assert {waived.finding.rule for waived in report.waived} <= found


def test_a_file_that_cannot_be_read_is_never_excused(tmp_path: Path) -> None:
    files = {"a-component/A-DEM2.yaml": "", "pyproject.toml": waiver("YML003", "A-DEM2")}
    assert listed(suite_with(tmp_path, files)) == [
        "a-component/A-DEM2.yaml:1:1 YML003",
        "pyproject.toml:1:1 WVR901",
    ]


# Severity -----------------------------------------------------------------------------------------


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
