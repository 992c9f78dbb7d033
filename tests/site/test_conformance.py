"""The conformance report says what was checked and what was found, and its totals are those of the check."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from benchdocs.rules.pages import published_files
from benchdocs.rules.registry import RULE_BY_ID, RULES, VERSION_RULES, rules_of
from benchdocs.site.audit.conformance import Conformance
from benchdocs.site.site import Site
from benchdocs.specs.discovery import norms
from benchdocs.specs.settings import NO_SETTINGS
from support.faulty_suite import WITHOUT_EXAMPLES
from support.page_findings import text_of
from support.paths import BASE, REPOSITORY
from support.repositories import Repository
from support.shipped import shipped_report
from support.suites import suite_with

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
WAIVERS = """
[[tool.benchdocs.waivers]]
rule = "TXT502"
code = "A-DEM1"
reason = "It is an example."
by = "The suite's owners"
on = 2026-01-31
[[tool.benchdocs.waivers]]
rule = "TXT502"
code = "A-DEM2"
reason = "It excuses nothing."
by = "The suite's owners"
on = 2026-01-31
"""


def faulty(root: Path) -> Path:
    """A suite with findings of every severity, one of them waived, and a file that cannot be read."""
    files = {
        DEM1: (BASE / DEM1).read_text().replace("Flag if", "Report when"),
        DEM2: re.sub(r"^examples:\n(  .*\n)+", "", (BASE / DEM2).read_text(), flags=re.M) + "tone: calm\n",
        "a-component/A-AUX1.yaml": "code: [\n",
        "evaluators/llm-judge/lonely_prompt.md": (
            BASE / "evaluators/llm-judge/arrival_prompt.md"
        ).read_text(),
        "pyproject.toml": WAIVERS,
    }
    return suite_with(root, files)


def test_findings_and_totals_are_those_of_the_command(tmp_path: Path) -> None:
    root = faulty(tmp_path)
    said = json.loads(CliRunner().invoke(main, ["check", "--root", str(root), "--format", "json"]).output)
    report = json.loads(Conformance(check(root)).json())
    assert {entry["severity"] for entry in said["findings"]} == {"error", "warning", "note"}
    assert said["summary"]["waived"] == 1
    assert all(report[name] == said[name] for name in ("findings", "summary"))
    assert said["rules"].keys() <= {rule["id"] for rule in report["rules"]}


def test_the_findings_by_rule_are_all_findings(tmp_path: Path) -> None:
    conformance = Conformance(check(faulty(tmp_path)))
    listed = [finding for _, found, _ in conformance.found_by_rule for finding in found]
    assert sorted(listed) == sorted(conformance.report.findings)
    assert {finding.severity for finding in listed} == {*Severity}


def test_waivers_say_how_often_they_are_used(tmp_path: Path) -> None:
    conformance = Conformance(check(faulty(tmp_path)))
    assert [(waiver.code, len(excused)) for waiver, excused in conformance.waivers] == [
        ("A-DEM1", 1),
        ("A-DEM2", 0),
    ]


def test_every_file_has_the_digest_and_the_lines_of_its_bytes() -> None:
    conformance = Conformance(shipped_report())
    suite = conformance.suite
    own = {spec.document.path for spec in suite.files}
    pages = {*published_files(REPOSITORY), *norms(REPOSITORY)} - own
    assert len(conformance.files) == len(suite.files) + len(suite.evaluators) + len(pages) + 2
    for file in conformance.files:
        data = (REPOSITORY / file.path).read_bytes()
        assert file.digest == hashlib.sha256(data).hexdigest(), file.path
        assert file.lines == data.count(b"\n"), file.path


def test_the_files_are_counted_by_kind(tmp_path: Path) -> None:
    site = Site(check(faulty(tmp_path)))
    kinds = site.conformance.kinds
    assert (kinds["Benchmarks"], kinds["Rubrics and composites"], kinds["Prompts"]) == (3, 3, 3)
    assert kinds.total() == len(site.conformance.files)
    assert "Files Benchmarks: 3, Rubrics and composites: 3, Prompts: 3," in text_of(
        site, "audit/conformance/", "state"
    )


def test_exceptions_stand_before_what_is_clean(tmp_path: Path) -> None:
    page = Site(check(faulty(tmp_path))).page["audit/conformance.md"]
    order = [section.id for section in page.sections]
    assert order == ["top", "findings", "waivers", "reviews", "state", "rules"]


def test_the_only_rule_that_finds_something_stands_in_the_first_sentence(tmp_path: Path) -> None:
    report = check(suite_with(tmp_path, {"a-component/A-DEM2.yaml": WITHOUT_EXAMPLES}))
    (rule,) = {finding.rule for finding in report.findings}
    lead = re.search(r'<p class="lead">.*</p>', Site(report).page["audit/conformance.md"].sections[0].html)
    assert lead
    assert f"({RULE_BY_ID[rule].title})" in lead[0]


def test_pages_of_a_suite_full_of_faults_can_be_made(tmp_path: Path) -> None:
    site = Site(check(faulty(tmp_path)))
    page = site.page["audit/conformance.md"]
    text = "".join(section.html for section in page.sections)
    for finding in site.report.findings:
        place = f'<code class="finding__place">{finding.place}</code>'
        is_published = finding.path in site.sources
        assert (f'<a href="../../source/{finding.path}">{place}</a>' if is_published else place) in text
    assert 'href="../../benchmarks/a-dem2/">view page' in text
    assert "It is an example." in text
    for name in ("audit/traceability/weights.md", "audit/index.md"):
        assert site.page[name].sections


def test_the_strict_site_has_a_clean_bill_with_all_that_was_checked(shipped_site: Path) -> None:
    files = (shipped_site / "audit/downloads/index.html").read_text()
    report = json.loads((shipped_site / "audit/conformance/report.json").read_text())
    assert {finding["severity"] for finding in report["findings"]} <= {"note"}
    assert report["summary"]["warnings"] == 0
    assert report["summary"]["errors"] == 0
    assert [rule["id"] for rule in report["rules"]] == [
        rule.id for rule in RULES if rule not in VERSION_RULES
    ]
    for file in report["files"]:
        assert file["sha256"] in files
        published = shipped_site / "source" / file["path"]
        if file["kind"] in ("Benchmarks", "Rubrics", "Prompts"):
            assert hashlib.sha256(published.read_bytes()).hexdigest() == file["sha256"]


# Commits ----------------------------------------------------------------------------------------------


def test_the_commit_is_the_last_that_touched_the_suite(tmp_path: Path) -> None:
    assert Conformance(check(suite_with(tmp_path / "plain"))).commit is None
    repository = Repository(tmp_path / "suite")
    first, day = repository.git("rev-parse", "HEAD").strip(), repository.day
    (repository.root / "notes.txt").write_text("nothing of the suite\n")
    repository.commit("notes")
    assert Conformance(check(repository.root)).commit == (first, day, False, ())


def test_changes_that_are_not_committed_are_counted(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    (repository.root / DEM1).write_text((BASE / DEM1).read_text() + "# a comment\n")
    (repository.root / "b-component").mkdir()
    for name in ("B-NEW1", "B-NEW2"):
        (repository.root / f"b-component/{name}.yaml").write_text(f"code: {name}\n")
    (repository.root / "notes.txt").write_text("nothing of the suite\n")
    commit = Conformance(check(repository.root)).commit
    assert commit
    assert len(commit.files) == 3


def test_a_shallow_clone_names_no_last_commit(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "whole")
    (repository.root / "notes.txt").write_text("nothing of the suite\n")
    repository.commit("notes")
    last = repository.git("rev-parse", "HEAD").strip()
    repository.git("clone", "-q", "--depth=1", f"file://{repository.root}", str(tmp_path / "clone"))
    site = Site(check(tmp_path / "clone"))
    assert site.conformance.commit == (last, repository.day, True, ())
    assert "the clone is shallow" in text_of(site, "audit/conformance/", "state")


def test_pages_count_the_same_rubrics_and_rules() -> None:
    site = Site(check(BASE))
    rules = len(rules_of(NO_SETTINGS))
    checked = f"{rules - len(VERSION_RULES)} of {rules} rules"
    assert f"2 rubrics, 1 composite, 3 benchmarks and 2 prompts against {checked}" in text_of(site, "audit/")
    assert f"against {checked}" in text_of(site, "audit/conformance/", "top")
    assert "2 rubrics, 1 composite, 3 benchmarks" in text_of(site, "audit/conformance/", "state")
    assert "3 benchmarks in 2 rubrics" in text_of(site, "")
    of_these = checked.replace("of", "of these")
    assert f"against {of_these}" in text_of(site, "rules/")
