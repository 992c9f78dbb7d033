"""The conformance report says what was checked and what was found, and its totals are those of the check."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from click.testing import CliRunner

from benchdocs.cli.main import main
from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from benchdocs.rules.pages import published_files
from benchdocs.rules.registry import RULES, VERSION_RULES, rules_of
from benchdocs.site.audit.conformance import Conformance
from benchdocs.site.site import Site
from benchdocs.specs.discovery import norms
from benchdocs.specs.numbers import counted
from benchdocs.specs.settings import NO_SETTINGS
from support.faulty_suite import FAULTY, WITHOUT_EXAMPLES
from support.page_findings import text_of
from support.paths import BASE, REPOSITORY
from support.repositories import Repository
from support.shipped import shipped_report
from support.stories import stories
from support.suites import suite_with

test_story = stories(__file__)


def test_findings_and_totals_are_those_of_the_command(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {**FAULTY, "a-component/A-DEM2.yaml": WITHOUT_EXAMPLES})
    said = json.loads(CliRunner().invoke(main, ["check", "--root", str(root), "--format", "json"]).output)
    assert {entry["severity"] for entry in said["findings"]} == {*Severity}
    counts = [counted(said["summary"][f"{severity}s"], severity) for severity in Severity]
    assert Conformance(check(root)).summary == ", ".join(counts)


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


def test_the_strict_site_has_a_clean_bill_with_all_that_was_checked(shipped_site: Path) -> None:
    files = (shipped_site / "audit/downloads/index.html").read_text()
    conformance = Conformance(shipped_report())
    assert {finding.severity for finding in conformance.report.findings} <= {Severity.NOTE}
    assert list(conformance.rules) == [rule for rule in RULES if rule not in VERSION_RULES]
    for file in conformance.files:
        assert file.digest in files
        if file.kind in ("Benchmarks", "Rubrics and composites", "Prompts"):
            published = (shipped_site / "source" / file.path).read_bytes()
            assert hashlib.sha256(published).hexdigest() == file.digest


# Commits ----------------------------------------------------------------------------------------------


def test_the_commit_is_the_last_that_touched_the_suite_with_what_is_not_committed(tmp_path: Path) -> None:
    assert Conformance(check(suite_with(tmp_path / "plain"))).commit is None
    repository = Repository(tmp_path / "suite")
    first, day = repository.git("rev-parse", "HEAD").strip(), repository.day
    (repository.root / "notes.txt").write_text("nothing of the suite\n")
    repository.commit("notes")
    assert Conformance(check(repository.root)).commit == (first, day, False, ())
    last = repository.git("rev-parse", "HEAD").strip()
    repository.git("clone", "-q", "--depth=1", repository.root.as_uri(), str(tmp_path / "clone"))
    clone = Site(check(tmp_path / "clone"))
    assert clone.conformance.commit == (last, repository.day, True, ())
    assert "the clone is shallow" in text_of(clone, "audit/conformance/", "state")
    new = ("a-component/A-DEM1.yaml", "b-component/B-NEW1.yaml", "b-component/B-NEW2.yaml")
    suite_with(repository.root, {**dict.fromkeys(new, "code: B-NEW1\n"), "notes.txt": "Other"})
    assert Conformance(check(repository.root)).commit == (first, day, False, new)


def test_pages_count_the_same_rubrics_and_rules() -> None:
    site = Site(check(BASE))
    rules = len(rules_of(NO_SETTINGS))
    checked = f"{rules - len(VERSION_RULES)} of {rules} rules"
    specs = "3 rubrics (1 of them composite), 3 benchmarks"
    assert f"{specs} and 2 prompts against {checked}" in text_of(site, "audit/")
    assert f"against {checked}" in text_of(site, "audit/conformance/", "top")
    assert specs in text_of(site, "audit/conformance/", "state")
    assert "3 benchmarks in 2 rubrics" in text_of(site, "")
    of_these = checked.replace("of", "of these")
    assert f"against {of_these}" in text_of(site, "rules/")
