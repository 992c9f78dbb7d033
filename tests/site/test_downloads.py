"""Downloads agree with the pages: JSON that its schema describes, CSV, and a workbook."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from jsonschema import ValidationError

from benchdocs.rules.check import check
from benchdocs.site.dataset.downloads import DOWNLOADS
from benchdocs.site.site import Site
from benchdocs.specs.blocks import EvaluationGuidelines
from benchdocs.specs.models import Benchmark, Rubric
from support.case_folders import RULE_CASES
from support.paths import REPOSITORY
from support.published_data import (
    HOSTILE,
    SITE,
    SUITE,
    downloads,
    rich_suite,
    rows,
    suite_json,
    validator,
    workbook,
)
from support.stories import stories
from support.suites import overlay_folder, suite_with
from support.tables import table


@pytest.fixture
def rich(tmp_path: Path) -> Site:
    report = check(rich_suite(tmp_path))
    assert not report.failing(strict=False)
    return Site(report)


def test_the_program_is_downloaded_as_it_is_exported(tmp_path: Path) -> None:
    with zipfile.ZipFile(BytesIO(downloads(SITE)["data/run.zip"])) as archive:
        archive.extractall(tmp_path)
    program = [sys.executable, "run.py", "--command", "false", "--product", "x"]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert "first failure: exit status 1" in done.stderr


# JSON -------------------------------------------------------------------------------------------------


def test_the_data_validates_against_its_schema(rich: Site) -> None:
    validator().validate(json.loads(downloads(SITE)["data/suite.json"]))
    validator(rich).validate(json.loads(downloads(rich)["data/suite.json"]))


@table
def test_the_schema_refuses_what_the_data_never_holds(path: list[str | int], value: object) -> None:
    data = json.loads(downloads(SITE)["data/suite.json"])
    block = data
    for step in path[:-1]:
        block = block[step]
    block[path[-1]] = value
    with pytest.raises(ValidationError):
        validator().validate(data)


def test_every_block_of_the_schema_is_closed_and_every_field_is_explained() -> None:
    schema = json.loads(downloads(SITE)["data/suite.schema.json"])
    blocks = [schema, *(block for block in schema["$defs"].values() if "properties" in block)]
    assert len(blocks) > 8
    for block in blocks:
        assert block["additionalProperties"] is False
        assert sorted(block["required"]) == sorted(block["properties"])
        for name, field in block["properties"].items():
            meaning = field.get("description") or schema["$defs"][field["$ref"].split("/")[-1]]["description"]
            assert meaning, (block["title"], name)


def test_a_field_that_the_schema_takes_from_a_spec_means_what_the_specification_says() -> None:
    fields = json.loads(downloads(SITE)["data/suite.schema.json"])["$defs"]["BenchmarkRecord"]["properties"]
    assert {name for name, facts in Benchmark.facts().items() if facts.published} <= set(fields)
    assert fields["weight"]["description"] == Benchmark.model_fields["weight"].description
    guidelines = json.loads(downloads(SITE)["data/suite.schema.json"])["$defs"]["EvaluationGuidelinesRecord"]
    assert list(guidelines["properties"]) == list(EvaluationGuidelines.model_fields)


test_story = stories(__file__)


def test_the_data_hold_every_stated_field_and_the_scripts_word_for_word() -> None:
    data = suite_json(SITE)
    for kind, model in (("benchmarks", Benchmark), ("rubrics", Rubric)):
        stated = {name for name, facts in model.facts().items() if facts.published}
        assert stated - {"benchmarks", "sub_rubrics"} <= set(data[kind][0])
    assert {entry["path"]: entry["text"] for entry in data["scripts"]} == {
        script.path: (REPOSITORY / script.path).read_text() for script in SUITE.code_evaluators
    }
    (script,) = (entry for entry in data["scripts"] if entry["path"].endswith("/a_prt3.py"))
    assert script["used_by"] == ["A-PRT3"]


def test_a_digest_is_that_of_the_file_and_an_address_that_of_a_page() -> None:
    data = suite_json(SITE)
    urls = {page.url for page in SITE.pages}
    for entry in (*data["rubrics"], *data["benchmarks"], *data["prompts"], *data["scripts"]):
        assert entry["sha256"] == hashlib.sha256((REPOSITORY / entry["path"]).read_bytes()).hexdigest()
        assert entry["url"] in urls
        assert entry["path"] in SITE.sources


def test_a_number_is_published_as_its_author_wrote_it(rich: Site) -> None:
    text = downloads(rich)["data/suite.json"].decode()
    assert '"threshold": 0.90,' in text
    assert '"big": 12345678901234.5678' in text
    assert '"parts": [\n            0.10,\n            true,\n            null\n          ]' in text
    (entry,) = [row for row in rows(SITE, "benchmarks") if row["code"] == "A-CMP6"]
    assert (entry["weight"], entry["effective_weight"]) == ("0.167", "0.008161310501211979044491359762")


def test_what_json_has_no_word_for_is_text(rich: Site) -> None:
    (entry,) = [entry for entry in suite_json(rich)["benchmarks"] if entry["code"] == "A-DEM1"]
    assert entry["metric"]["other"]["1"] == "Infinity"
    assert entry["metric"]["other"]["when"] == "2026-01-31"


def test_findings_and_waivers_are_those_of_the_checks(rich: Site) -> None:
    data, report = suite_json(rich), rich.report
    assert report.waived
    counted = [entry for entry in data["findings"] if entry["waived"] is None]
    assert [(entry["rule"], entry["line"]) for entry in counted] == [
        (f.rule, f.line) for f in report.findings
    ]
    excused = [entry for entry in data["findings"] if entry["waived"]]
    assert [entry["waived"] for entry in excused] == ["It is auxiliary."] * len(report.waived)
    assert [(waiver["code"], waiver["findings"]) for waiver in data["waivers"]] == [("A-AUX1", 1)]
    assert data["meta"]["waived"] == 1


def waive_all(root: Path) -> None:
    """Excuse every finding that can be excused, and one that is none."""
    report = check(root)
    subjects = {spec.document.path: spec.code for spec in report.suite.specs}
    pairs = {
        (finding.rule, subjects.get(finding.path, finding.path.rsplit("/", 1)[-1]))
        for finding in report.findings
        if not finding.rule.startswith(("YML", "FLD", "WVR"))
    }
    with (root / "pyproject.toml").open("a") as settings:
        for rule, code in (*sorted(pairs), ("no rule", "\u200b")):
            table = "[[tool.benchdocs.waivers]]"
            reason = json.dumps(code, ensure_ascii=False)
            settings.write(f'\n{table}\nrule = "{rule}"\ncode = {reason}\nreason = {reason}\n')


@pytest.mark.sweep(4)
@pytest.mark.parametrize("case", sorted(RULE_CASES.glob("*/err")), ids=lambda path: path.parent.name)
def test_every_suite_that_builds_has_downloads(tmp_path: Path, case: Path) -> None:
    root = overlay_folder(tmp_path, case)
    if not check(root).failing(strict=False):
        validator().validate(json.loads(downloads(Site(check(root)))["data/suite.json"]))
    waive_all(root)
    site = Site(check(root))
    if downloads(site):
        validator().validate(json.loads(downloads(site)["data/suite.json"]))
        assert workbook(site).sheetnames[0] == "Rubrics"


# CSV --------------------------------------------------------------------------------------------------


def test_the_csv_files_hold_a_line_for_each_record() -> None:
    assert [row["code"] for row in rows(SITE, "benchmarks")] == [view.code for view in SITE.views.benchmarks]
    assert [row["code"] for row in rows(SITE, "rubrics")] == [view.code for view in SITE.views.rubrics]
    assert [row["path"] for row in rows(SITE, "prompts")] == [view.prompt.path for view in SITE.views.prompts]
    scripts = {row["path"]: row for row in rows(SITE, "scripts")}
    assert {*scripts} == {script.path for script in SUITE.code_evaluators}
    users = SUITE.users["evaluators/code/comparison.py"]
    assert scripts["evaluators/code/comparison.py"]["used_by"].split("\n") == [user.code for user in users]
    first = rows(SITE, "benchmarks")[0]
    assert first["concept"] == SITE.views.benchmarks[0].spec.fields.concept
    assert first["scoring_scale.levels"].split("\n")[0].startswith("1.0: ")


def test_a_csv_line_ends_as_rfc_4180_says_and_a_field_keeps_its_own_line_ends() -> None:
    text = downloads(SITE)["data/rubrics.csv"].decode()
    lines = text.split("\r\n")
    assert lines[-1] == ""
    assert len(lines) == len(SITE.views.rubrics) + 2
    assert rows(SITE, "rubrics")[0]["members"].split("\n") == list(SUITE.rubric["A"].fields.sub_rubrics or ())


def test_a_csv_text_that_a_spreadsheet_would_run_is_taken_for_text(rich: Site) -> None:
    (row,) = [row for row in rows(rich, "benchmarks") if row["code"] == "A-DEM1"]
    assert row["label"] == f"'{HOSTILE}"
    assert row["examples"].startswith("'+1 is")
    assert row["examples"].endswith('Ölfleck, "quoted"')


# The page, and the build ------------------------------------------------------------------------------


def test_the_page_lists_every_file_and_no_other() -> None:
    (page,) = [page for page in SITE.pages if page.url == "audit/downloads/"]
    linked = re.findall(r'href="\.\./\.\./(data/[^"]+)" download', page.sections[0].html)
    assert linked == [entry.path for entry in DOWNLOADS]
    assert '<a href="../bundle.zip" download>' in page.sections[0].html
    assert set(linked) == {*downloads(SITE)}


def test_the_page_explains_every_column() -> None:
    (page,) = [page for page in SITE.pages if page.url == "audit/downloads/"]
    for section in page.sections:
        if section.id in ("rubrics", "benchmarks", "prompts", "scripts"):
            named = re.findall(r"<li><strong><code>([^<]+)</code></strong> .", section.html)
            assert named == list(rows(SITE, section.id)[0])


def test_a_suite_with_errors_has_no_downloads_and_says_so(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path, {"a-component/A-DEM1.yaml": "code: [\n"})))
    assert downloads(site) == {}
    (page,) = [page for page in site.pages if page.url == "audit/downloads/"]
    assert "There are no files to download at the moment." in page.sections[0].html
    assert re.findall(r'href="([^"]*)"', page.sections[0].html) == ["../"], "only Audit, above the title"
