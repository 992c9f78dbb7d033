"""The same findings in every format: for people, for programs, for GitHub and GitLab, as SARIF."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft4Validator, Draft202012Validator

from benchdocs.cli.main import main
from benchdocs.history.provenance import tool
from benchdocs.reports.github import workflow_commands
from benchdocs.reports.gitlab import code_quality
from benchdocs.reports.sarif import findings_sarif
from benchdocs.reports.text import findings_text
from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding, Severity
from benchdocs.rules.registry import RULES
from support.faulty_suite import waiver
from support.paths import DATA, REPOSITORY
from support.repositories import Repository
from support.suites import suite_with

SCHEMA = (
    REPOSITORY / "tests/tools/formats/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"
)
BROKEN = {"a-component/A-DEM1.yaml": "code: A-DEM1\nlabel: Arrivées 'n'\nweight: 25%\ntresholds: no\n"}
WAIVED = {"pyproject.toml": waiver("TXT506", "A-DEM1", "It is on purpose.")}


class Told(NamedTuple):
    """What a format says of a finding."""

    rule: str
    severity: str
    path: str
    line: int
    column: int
    message: str


def in_text(findings: Sequence[Finding]) -> list[Told]:
    opening = re.compile(r"(\S.*?):(\d+):(\d+): (error|warning|note) ([A-Z]{3}\d+): (.*)")
    found = (opening.fullmatch(line) for line in findings_text(findings))
    return [Told(m[5], m[4], m[1], int(m[2]), int(m[3]), m[6]) for m in found if m]


def in_json(answer: dict[str, Any]) -> list[Told]:
    return [Told(*(entry[name] for name in Told._fields)) for entry in answer["findings"]]


def in_annotations(lines: Sequence[str]) -> list[Told]:
    told = []
    for line in lines:
        match = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
        assert match, line
        properties = dict(pair.split("=", 1) for pair in match[2].split(","))
        severity = match[1].replace("notice", "note")
        rule = properties["title"].split()[0]
        message = re.split(r"\n(?:hint|rule): ", unescaped(match[3]))[0]
        place = (unescaped(properties["file"]), int(properties["line"]), int(properties["col"]))
        told.append(Told(rule, severity, *place, message))
    return told


def unescaped(text: str) -> str:
    for code, character in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(code, character)
    return text


def in_sarif(log: dict[str, Any]) -> list[Told]:
    told = []
    for result in log["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        path, region = unquote(place["artifactLocation"]["uri"]), place["region"]
        where = (path, region["startLine"], region["startColumn"])
        told.append(Told(result["ruleId"], result["level"], *where, result["message"]["text"]))
    return told


def run(*arguments: str | Path) -> str:
    return CliRunner().invoke(main, ["check", *map(str, arguments)]).stdout


def test_the_command_tells_alike_in_all_formats(tmp_path: Path) -> None:
    unreadable = "code: A-DEM{}\nlabel: 'Ä, 50 %: {}'\n日本: [1\n"
    faulty = "code: a-dem{}\nconcept: x {}\nweight: 25%\nthreshold: 90\nstatus: done\n"
    files = {
        f"a-component/A-DEM{number}.yaml": (faulty if number % 3 else unreadable).format(number, number)
        for number in range(4, 40)
    }
    root = suite_with(tmp_path, files)
    findings = check(root).findings
    expected = in_text(findings)
    assert len(expected) == len(findings) > 150
    github = run("--root", root, "--format", "github").splitlines()
    assert in_json(json.loads(run("--root", root, "--format", "json"))) == expected
    assert in_annotations(github[:-1]) == expected
    assert github[-1] == run("--root", root).splitlines()[-1]
    assert sorted(in_sarif(json.loads(run("--root", root, "--format", "sarif")))) == sorted(expected)


def test_the_command_leads_to_each_rule_s_page_in_all_formats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, site = suite_with(tmp_path, BROKEN), "https://example.org/rules"
    rules = sorted({finding.rule for finding in check(root).findings})
    pages = {rule: f"{site}/{rule[:3].lower()}/#{rule.lower()}" for rule in rules}
    assert len(rules) > 2
    relative = json.loads(run("--root", root, "--format", "json"))["rules"]
    assert {rule: f"https://example.org/{entry['page']}" for rule, entry in relative.items()} == pages
    monkeypatch.setenv("BENCHDOCS_SITE_URL", "https://example.org")
    answers = [json.loads(run("--root", root, *options, "--format", "json")) for options in ((), ("--fix",))]
    for answer in answers:
        assert pages.items() <= {rule: entry["page"] for rule, entry in answer["rules"].items()}.items()
    root = suite_with(tmp_path, BROKEN)
    annotations = run("--root", root, "--format", "github").splitlines()[:-1]
    assert {line.partition("%0Arule: ")[2] for line in annotations} == set(pages.values())
    driver = json.loads(run("--root", root, "--format", "sarif"))["runs"][0]["tool"]["driver"]
    assert {rule["id"]: rule["helpUri"] for rule in driver["rules"] if rule["id"] in rules} == pages


# GitHub -----------------------------------------------------------------------------------------------


def test_an_annotation_escapes_what_github_would_read_as_its_own() -> None:
    finding = Finding("FLD103", Severity.NOTE, "a,b:c%/x.yaml", 2, 3, "50 %\r\nof: it, all", "do:\nthis")
    properties = "file=sub/a%2Cb%3Ac%25/x.yaml,line=2,col=3,title=FLD103 wrong type"
    text = "50 %25%0D%0Aof: it, all%0Ahint: do:%0Athis%0Arule: "
    command = f"::notice {properties}::{text}"
    assert list(workflow_commands([finding], "sub/")) == [f"{command}benchdocs rules FLD103"]
    page = "https://example.org/rules/fld/#fld103"
    assert list(workflow_commands([finding], "sub/", "https://example.org/")) == [f"{command}{page}"]


@pytest.mark.parametrize("form", ["github", "gitlab", "sarif"])
def test_a_root_below_the_repository_gives_paths_from_its_top(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = Repository(tmp_path)
    suite_with(tmp_path / "suites/one", BROKEN)
    monkeypatch.chdir(repository.root / "suites")
    written = run("--root", "one", "--format", form)
    if form == "gitlab":
        paths = {entry["location"]["path"] for entry in in_gitlab(written)}
    else:
        lines = written.splitlines()[:-1]
        told = in_annotations(lines) if form == "github" else in_sarif(json.loads(written))
        paths = {entry.path for entry in told}
    assert "suites/one/a-component/A-DEM1.yaml" in paths
    assert all(path.startswith("suites/one/") for path in paths)


def test_outside_of_a_repository_paths_start_at_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite_with(tmp_path / "one", BROKEN)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert "file=one/a-component/A-DEM1.yaml" in run("--root", "one", "--format", "github")
    monkeypatch.chdir(tmp_path / "one/rubrics")
    assert "file=a-component/A-DEM1.yaml" in run("--root", "..", "--format", "github")


# GitLab -----------------------------------------------------------------------------------------------

CODE_QUALITY = json.loads((DATA / "code_quality.schema.json").read_text())
"""What GitLab's page "Code Quality" says of a report, as a schema."""


def in_gitlab(written: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(written)
    assert [error.message for error in Draft202012Validator(CODE_QUALITY).iter_errors(entries)] == []
    prints = [entry["fingerprint"] for entry in entries]
    assert len({*prints}) == len(prints)
    return entries


def test_gitlab_gets_each_finding_with_its_hint_at_its_line(tmp_path: Path) -> None:
    root = suite_with(tmp_path, BROKEN | WAIVED)
    findings = check(root).findings
    severities = {"error": "major", "warning": "minor", "note": "info"}
    entries = in_gitlab(run("--root", root, "--format", "gitlab"))
    assert [(e["check_name"], e["severity"], e["location"]) for e in entries] == [
        (f.rule, severities[f.severity], {"path": f.path, "lines": {"begin": f.line}}) for f in findings
    ]
    for entry, finding in zip(entries, findings, strict=True):
        assert entry["description"].startswith(finding.message)
        assert (finding.hint or "") in entry["description"]


def test_gitlab_gets_an_empty_list_of_a_clean_suite(tmp_path: Path) -> None:
    assert in_gitlab(run("--root", suite_with(tmp_path), "--format", "gitlab")) == []


def test_gitlab_knows_a_finding_again_on_another_line(tmp_path: Path) -> None:
    broken = BROKEN["a-component/A-DEM1.yaml"]
    texts = {"before": broken, "after": f"# A remark.\n\n{broken}", "twice": f"{broken}{broken}"}
    reports = {
        name: in_gitlab(
            code_quality(check(suite_with(tmp_path / name, {"a-component/A-DEM1.yaml": text})).findings)
        )
        for name, text in texts.items()
    }
    prints = {name: [entry["fingerprint"] for entry in entries] for name, entries in reports.items()}
    assert prints["after"] == prints["before"]
    lines = {name: [entry["location"]["lines"]["begin"] for entry in reports[name]] for name in texts}
    assert lines["after"] != lines["before"]


def test_the_guide_s_job_leaves_the_report_where_it_says(tmp_path: Path) -> None:
    guide = (REPOSITORY / "scripts/benchdocs/pages/authoring/hosting.md").read_text()
    (job,) = yaml.safe_load(
        guide.partition("## On a merge request of GitLab")[2].split("```")[1][5:]
    ).values()
    assert job["artifacts"]["when"] == "always"
    program, *arguments, arrow, name = job["after_script"][0].split()
    assert (program, arrow) == ("benchdocs", ">")
    assert name == job["artifacts"]["reports"]["codequality"]
    result = CliRunner().invoke(main, [*arguments, "--root", str(suite_with(tmp_path, BROKEN))])
    assert result.exit_code == 1
    assert in_gitlab(result.stdout) != []


# SARIF ------------------------------------------------------------------------------------------------


def sarif(root: Path, site: str = "", folder: str = "") -> dict[str, Any]:
    report = check(root)
    log: dict[str, Any] = json.loads(
        findings_sarif(
            report.findings,
            report.waived,
            tool(),
            folder=folder,
            site=site,
            settings=report.suite.settings.file.path,
        )
    )
    return log


def validator() -> Draft4Validator:
    assert SCHEMA.exists(), (
        f"the SARIF schema is missing: npm ci --prefix {REPOSITORY / 'tests/tools/formats'}"
    )
    return Draft4Validator(json.loads(SCHEMA.read_text()))


def test_a_log_keeps_to_the_published_schema(tmp_path: Path) -> None:
    root = suite_with(tmp_path, BROKEN | WAIVED)
    for log in (sarif(root), sarif(root, "https://docs.example.org/b/", "a folder/")):
        assert [error.message for error in validator().iter_errors(log)] == []
    assert not validator().is_valid(sarif(root) | {"version": "2.0.0"})


def test_every_rule_is_described_with_its_help_and_its_page(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    described = sarif(root, "https://docs.example.org/b/")["runs"][0]["tool"]["driver"]["rules"]
    assert [entry["id"] for entry in described] == [rule.id for rule in RULES]
    for entry, rule in zip(described, RULES, strict=True):
        assert (
            entry["helpUri"] == f"https://docs.example.org/b/rules/{rule.id[:3].lower()}/#{rule.id.lower()}"
        )
        assert rule.explanation.fix in entry["help"]["text"]
        assert entry["defaultConfiguration"] == {"level": str(rule.severity)}
    assert "helpUri" not in sarif(root)["runs"][0]["tool"]["driver"]["rules"][0]


def test_a_waived_finding_is_listed_as_suppressed_with_its_reason(tmp_path: Path) -> None:
    results = sarif(suite_with(tmp_path, BROKEN | WAIVED))["runs"][0]["results"]
    (waived,) = (result for result in results if "suppressions" in result)
    assert waived["ruleId"] == "TXT506"
    (suppression,) = waived["suppressions"]
    assert (suppression["kind"], suppression["status"]) == ("external", "accepted")
    assert suppression["justification"] == "It is on purpose."
    place = suppression["location"]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "pyproject.toml"
    assert place["region"] == {"startLine": 1, "startColumn": 1}


def test_related_places_and_odd_paths_are_kept(tmp_path: Path) -> None:
    copy = (suite_with(tmp_path / "base") / "a-component/A-DEM1.yaml").read_text()
    root = suite_with(tmp_path / "suite", {"a-component/ä b%.yaml": copy})
    results = sarif(root)["runs"][0]["results"]
    (twice,) = (result for result in results if result["ruleId"] == "REF201")
    uris = [
        place["physicalLocation"]["artifactLocation"]["uri"]
        for place in (*twice["locations"], *twice["relatedLocations"])
    ]
    assert sorted(uris) == ["a-component/%C3%A4%20b%25.yaml", "a-component/A-DEM1.yaml"]
    assert twice["relatedLocations"][0]["message"]["text"]


def test_a_fingerprint_outlives_a_move_to_another_line_and_is_unique(tmp_path: Path) -> None:
    def fingerprints(name: str, text: str) -> list[str]:
        results = sarif(suite_with(tmp_path / name, {"a-component/A-DEM1.yaml": text}))["runs"][0]["results"]
        return [next(iter(result["partialFingerprints"].values())) for result in results]

    broken = BROKEN["a-component/A-DEM1.yaml"]
    before = fingerprints("before", broken)
    assert len(set(before)) == len(before)
    shifted = fingerprints("shifted", "# A remark.\n\n" + broken)
    assert set(shifted) - set(before) == set()
    assert fingerprints("again", broken) == before


def test_a_log_is_the_same_every_time(tmp_path: Path) -> None:
    root = suite_with(tmp_path, BROKEN | WAIVED)
    assert run("--root", root, "--format", "sarif") == run("--root", root, "--format", "sarif")
    assert str(tmp_path) not in run("--root", root, "--format", "sarif")
