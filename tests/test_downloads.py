"""What can be taken away says what the pages say: JSON that its schema describes, CSV, and a workbook."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from benchdocs.about import About
from benchdocs.check import check
from benchdocs.dataset import Addresses
from benchdocs.downloads import BUNDLE, DOWNLOADS, files
from benchdocs.models import Benchmark, EvaluationGuidelines, Rubric
from benchdocs.pages import Site
from benchdocs.rules import RULES
from benchdocs.rules.rule import Sample
from conftest import REPOSITORY
from spreadsheet import Spreadsheet
from suites import BASE, overlay_folder, overlay_samples, suite_with

SITE = Site(check(REPOSITORY), about=About("Suite under test"))
SUITE = SITE.report.suite
RULE_CASES = REPOSITORY / "tests/rules"
HOSTILE = '=HYPERLINK("http://evil.example")'


@cache
def downloads(site: Site) -> dict[str, bytes]:
    """The data files that a site hands out, by their paths."""
    return dict(files(site.views, Addresses(site.urls, site.prompt_urls), site.about))


def suite_json(site: Site) -> Any:
    return json.loads(downloads(site)["data/suite.json"], parse_float=Decimal)


def validator(site: Site = SITE) -> Draft202012Validator:
    schema = json.loads(downloads(site)["data/suite.schema.json"])
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def rows(site: Site, name: str) -> list[dict[str, str]]:
    text = downloads(site)[f"data/{name}.csv"].decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def workbook(site: Site, *, values: bool = False) -> Workbook:
    return load_workbook(io.BytesIO(downloads(site)["data/suite.xlsx"]), data_only=values)


def rich_suite(root: Path) -> Path:
    """The demonstration suite with what the shipped one lacks: findings, a waiver, every kind of field."""
    lines = [
        f"label: {json.dumps(HOSTILE)}",
        "examples: ['+1 is what the medic said', 'Ölfleck, \"quoted\"']",
        "metric: {1: .inf, when: 2026-01-31, parts: [0.10, true, null], big: 12345678901234.5678}",
        "review: {by: A role, on: 2026-01-31, fingerprint: abc}",
    ]
    overlay_samples(root, (Sample("a-component/A-DEM1.yaml", "\n".join(lines) + "\n", whole=False),))
    for code in ("A-DEM2", "A-AUX1"):
        path = root / f"a-component/{code}.yaml"
        path.write_text(re.sub(r"^examples:\n( .*\n)+", "", path.read_text(), flags=re.MULTILINE))
    waiver = '[[tool.benchdocs.waivers]]\nrule = "TXT506"\ncode = "A-AUX1"\nreason = "It is auxiliary."\n'
    (root / "pyproject.toml").write_text(waiver)
    return root


@pytest.fixture
def rich(tmp_path: Path) -> Site:
    report = check(rich_suite(tmp_path))
    assert not report.failing(strict=False)
    return Site(report)


# JSON -------------------------------------------------------------------------------------------------


def test_the_data_validates_against_its_schema(rich: Site) -> None:
    validator().validate(json.loads(downloads(SITE)["data/suite.json"]))
    validator(rich).validate(json.loads(downloads(rich)["data/suite.json"]))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("benchmarks", 0, "weight"), 1.5),
        (("benchmarks", 0, "weight"), "0.5"),
        (("benchmarks", 0, "status"), "retired"),
        (("benchmarks", 0, "code"), "A-neg1"),
        (("benchmarks", 0, "sha256"), "abc"),
        (("benchmarks", 0, "concept"), None),
        (("benchmarks", 0, "version"), 0),
        (("benchmarks", 0, "unknown"), 1),
        (("rubrics", 0, "aggregation_method"), "SUM"),
        (("prompts", 0, "used_by"), ["A-NEG"]),
        (("meta", "errors"), 1),
        (("$schema",), "other.json"),
    ],
)
def test_the_schema_refuses_what_the_data_never_holds(path: tuple[str | int, ...], value: object) -> None:
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
    assert set(Benchmark.model_fields) <= set(fields)
    assert fields["weight"]["description"] == Benchmark.model_fields["weight"].description
    guidelines = json.loads(downloads(SITE)["data/suite.schema.json"])["$defs"]["GuidelinesRecord"]
    assert list(guidelines["properties"]) == list(EvaluationGuidelines.model_fields)


def test_every_benchmark_stands_in_the_data_with_all_that_its_spec_says() -> None:
    found = {entry["code"]: entry for entry in suite_json(SITE)["benchmarks"]}
    assert list(found) == [view.code for view in SITE.views.benchmarks]
    for view in SITE.views.benchmarks:
        entry, fields = found[view.code], view.spec.fields
        for name in (
            "label",
            "weight",
            "threshold",
            "criticality",
            "concept",
            "rationale",
            "llm_prompt_file",
        ):
            assert entry[name] == getattr(fields, name)
        assert entry["examples"] == fields.examples
        assert entry["effective_weight"] == view.effective
        assert (SUITE.root / entry["path"]) == SUITE.root / view.spec.document.path
        assert fields.scoring_scale
        levels = {level["key"]: level["text"] for level in entry["scoring_scale"]["levels"]}
        assert levels == fields.scoring_scale.descriptions


def test_rubrics_and_prompts_stand_in_the_data_with_their_places() -> None:
    data = suite_json(SITE)
    rubric = {entry["code"]: entry for entry in data["rubrics"]}
    assert rubric["A"]["members"] == list(SUITE.rubric["A"].fields.sub_rubrics or ())
    assert rubric["A"]["effective_weight"] is None
    assert rubric["A-NEG"]["parent"] == "A"
    assert rubric["A-NEG"]["members_weight"] == 1
    assert set(Rubric.model_fields) - {"benchmarks", "sub_rubrics"} <= set(rubric["A"])
    for entry in data["prompts"]:
        prompt = SUITE.prompt[entry["path"]]
        assert entry["used_by"] == [spec.code for spec in SUITE.users.get(prompt.path, ())]
        assert [section["text"] for section in entry["sections"]] == [part.body for part in prompt.sections]
    assert data["meta"] | {"tool_version": ""} == {
        "suite": "Suite under test",
        "tool": "benchdocs",
        "tool_version": "",
        "rules": len(RULES),
        "errors": 0,
        "warnings": 0,
        "notes": 0,
        "waived": 0,
    }


def test_a_digest_is_that_of_the_file_and_an_address_that_of_a_page() -> None:
    data = suite_json(SITE)
    urls = {page.url for page in SITE.pages}
    for entry in (*data["rubrics"], *data["benchmarks"], *data["prompts"]):
        assert entry["sha256"] == hashlib.sha256((REPOSITORY / entry["path"]).read_bytes()).hexdigest()
        assert entry["url"] in urls
        assert entry["path"] in SITE.sources


def test_a_number_stands_as_its_author_wrote_it(rich: Site) -> None:
    text = downloads(rich)["data/suite.json"].decode()
    assert '"threshold": 0.90,' in text
    assert '"big": 12345678901234.5678' in text
    assert '"parts": [\n          0.10,\n          true,\n          null\n        ]' in text
    (entry,) = [row for row in rows(SITE, "benchmarks") if row["code"] == "A-CMP6"]
    assert (entry["weight"], entry["effective_weight"]) == ("0.125", "0.00625")


def test_what_json_has_no_word_for_is_text(rich: Site) -> None:
    (entry,) = [entry for entry in suite_json(rich)["benchmarks"] if entry["code"] == "A-DEM1"]
    assert entry["metric"]["1"] == "Infinity"
    assert entry["metric"]["when"] == "2026-01-31"
    assert entry["review"]["on"] == "2026-01-31"


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


@pytest.mark.parametrize("case", sorted(RULE_CASES.glob("*/err")), ids=lambda path: path.parent.name)
def test_whatever_a_build_lets_through_can_be_taken_away(tmp_path: Path, case: Path) -> None:
    root = overlay_folder(tmp_path, case)
    if not check(root).failing(strict=False):
        validator().validate(json.loads(downloads(Site(check(root)))["data/suite.json"]))
    waive_all(root)
    site = Site(check(root))
    if downloads(site):
        validator().validate(json.loads(downloads(site)["data/suite.json"]))
        book, kept = workbook(site), workbook(site, values=True)
        calculated = Spreadsheet(book)
        for row in book["Weights"].iter_rows():
            for cell in row:
                result, value = calculated.value("Weights", cell.coordinate), kept["Weights"][cell.coordinate]
                assert result == (pytest.approx(value.value) if value.data_type == "n" else value.value), cell


# CSV --------------------------------------------------------------------------------------------------


def test_the_csv_files_hold_a_line_for_each_record() -> None:
    assert [row["code"] for row in rows(SITE, "benchmarks")] == [view.code for view in SITE.views.benchmarks]
    assert [row["code"] for row in rows(SITE, "rubrics")] == [view.code for view in SITE.views.rubrics]
    assert [row["path"] for row in rows(SITE, "prompts")] == [view.prompt.path for view in SITE.views.prompts]
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


# Workbook ---------------------------------------------------------------------------------------------


def test_the_workbook_has_a_sheet_for_each_kind_with_a_frozen_header_and_filters() -> None:
    book = workbook(SITE)
    assert book.sheetnames == ["Rubrics", "Benchmarks", "Weights", "Prompts", "Findings"]
    counts = {"Rubrics": SUITE.rubrics, "Benchmarks": SUITE.benchmarks, "Prompts": SUITE.prompts}
    for sheet in book.worksheets:
        assert sheet.freeze_panes == "B2"
        assert sheet.auto_filter.ref.startswith("A1:")
        if sheet.title in counts:
            assert sheet.max_row == len(counts[sheet.title]) + 1
    assert book["Findings"]["A2"].value == "No rule finds anything."


def test_a_text_in_the_workbook_is_no_formula(rich: Site) -> None:
    book = workbook(rich)
    assert any(cell.value == HOSTILE and cell.data_type == "s" for cell in book["Benchmarks"]["B"])
    for name in ("Rubrics", "Benchmarks", "Prompts", "Findings"):
        cells = [cell for row in book[name].iter_rows() for cell in row]
        assert not any(cell.data_type == "f" or cell.hyperlink for cell in cells)


def test_the_findings_of_the_workbook_are_those_of_the_checks(rich: Site) -> None:
    found = list(workbook(rich)["Findings"].iter_rows(min_row=2, values_only=True))
    expected = (*rich.report.findings, *(entry.finding for entry in rich.report.waived))
    assert [(row[0], row[2], row[3]) for row in found] == [(f.rule, f.path, f.line) for f in expected]
    assert found[-1][-1] == "It is auxiliary."


def weights(book: Workbook) -> dict[str, dict[str, Any]]:
    """The sheet of weights: each row's values by the header, by the row's code."""
    head, *body = book["Weights"].iter_rows(values_only=True)
    return {str(row[0]): dict(zip(map(str, head), row, strict=True)) for row in body if row[0]}


def test_the_values_kept_in_the_sheet_of_weights_are_the_suites() -> None:
    found = weights(workbook(SITE, values=True))
    for view in SITE.views.benchmarks:
        row = found[view.code]
        assert view.effective is not None
        assert row["Effective weight"] == row["Published effective weight"] == float(view.effective)
        assert view.share is not None
        assert row["Share"] == float(view.share)
    assert {row["Sum is 1"] for row in found.values()} == {"OK"}
    assert {row["As published"] for row in found.values()} == {"OK"}
    assert found["Total"]["Effective weight"] == 1


def test_every_formula_gives_the_value_that_is_kept_with_it(rich: Site) -> None:
    for site in (SITE, rich):
        book, kept = workbook(site), workbook(site, values=True)
        calculated = Spreadsheet(book)
        cells = [cell for row in book["Weights"].iter_rows() for cell in row]
        formulas = [cell for cell in cells if cell.data_type == "f"]
        assert len(formulas) >= 7 * (len(site.report.suite.benchmarks) + 1)
        for cell in formulas:
            value = kept["Weights"][cell.coordinate].value
            result = calculated.value("Weights", cell.coordinate)
            assert result == (pytest.approx(value) if isinstance(value, int | float) else value), cell


def test_a_changed_weight_goes_through_to_the_totals() -> None:
    book = workbook(SITE)
    head, *body = book["Benchmarks"].iter_rows()
    column = [cell.value for cell in head].index("Weight")
    (cell,) = [row[column] for row in body if row[0].value == "A-NEG1"]
    cell.value = 0.5
    places = {row[0].value: row[0].row for row in book["Weights"].iter_rows()}
    calculated = Spreadsheet(book)

    def shown(code: str, column: str) -> Any:
        return calculated.value("Weights", f"{column}{places[code]}")

    assert [shown("A-NEG1", column) for column in "GHIKMN"] == pytest.approx(
        [0.5, 1.25, 0.4, 0.02, 0.25, 0.0075]
    )
    assert shown("A-NEG2", "N") == pytest.approx(-0.0025)
    assert shown("A-TMP1", "N") == "OK"
    assert shown("Total", "M") == "OK"


@pytest.mark.parametrize("weight", ["0.40", "0.5005"])
def test_weights_that_miss_one_show_by_how_much(tmp_path: Path, weight: str) -> None:
    path = suite_with(tmp_path) / "a-component/A-DEM1.yaml"
    path.write_text(re.sub(r"^weight: .*", f"weight: {weight}", path.read_text(), flags=re.MULTILINE))
    rubric = tmp_path / "rubrics/A-DEM.yaml"
    rubric.write_text(rubric.read_text().replace("WEIGHTED_AVERAGE", "MEAN"))
    row = weights(workbook(Site(check(tmp_path)), values=True))["A-DEM1"]
    assert row["Sum is 1"] == ("OK" if weight == "0.5005" else -0.1)
    assert row["Share"] == pytest.approx(float(weight) / (float(weight) + 0.5))
    assert row["As published"] == "OK"


def test_rubrics_below_rubrics_are_multiplied_all_the_way_up(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    group = (root / "rubrics/A.yaml").read_text().replace("code: A\n", "code: A-GRP\n")
    (root / "rubrics/A-GRP.yaml").write_text(re.sub(r"weight: .*", "weight: 0.5", group))
    top = re.sub(
        r"sub_rubrics:.*", "sub_rubrics: [A-GRP, A-ODD]", (root / "rubrics/A.yaml").read_text(), flags=re.S
    )
    (root / "rubrics/A.yaml").write_text(top)
    odd = (root / "rubrics/A-AUX.yaml").read_text().replace("A-AUX", "A-ODD")
    (root / "rubrics/A-ODD.yaml").write_text(re.sub(r"\bweight: .*", "weight: 0.5", odd))
    spec = (root / "a-component/A-AUX1.yaml").read_text().replace("A-AUX", "A-ODD")
    (root / "a-component/A-ODD1.yaml").write_text(spec)
    site = Site(check(root))
    assert not site.report.failing(strict=False)
    book = workbook(site)
    calculated = Spreadsheet(book)
    for row in book["Weights"].iter_rows(min_row=2):
        code = str(row[0].value)
        if view := site.views.benchmark.get(code):
            effective = float(view.effective or 0)
            assert calculated.value("Weights", row[10].coordinate) == pytest.approx(effective)
            assert calculated.value("Weights", row[12].coordinate) == "OK"
    assert weights(workbook(site, values=True))["Total"]["Effective weight"] == 1


def test_a_text_too_long_for_a_cell_says_that_it_was_cut(tmp_path: Path) -> None:
    path = suite_with(tmp_path) / "a-component/A-DEM1.yaml"
    path.write_text(path.read_text() + f"rationale: {'long ' * 8000}\n")
    texts = [
        str(cell.value) for row in workbook(Site(check(tmp_path)))["Benchmarks"].iter_rows() for cell in row
    ]
    (cut,) = [text for text in texts if len(text) > 30_000]
    assert len(cut) == 32_767
    assert cut.endswith("the whole text is in suite.json)")


FULL = """
import sys
from pathlib import Path
from xlsxwriter.worksheet import Worksheet
from benchdocs.check import check
from benchdocs.pages import Site
def full(*_):
    assert any(Path(sys.argv[2]).iterdir())
    raise OSError("No space left on device")
Worksheet.autofilter = full
Site(check(Path(sys.argv[1]))).write_evidence(Path(sys.argv[3]))
"""


def test_a_workbook_that_cannot_be_written_leaves_no_temporary_files(tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    command = [sys.executable, "-c", FULL, str(BASE), str(tmp_path / "temporary"), str(tmp_path / "site")]
    surroundings = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    assert done.stderr.endswith("OSError: No space left on device\n")
    assert list((tmp_path / "temporary").iterdir()) == []


# The page, and the build ------------------------------------------------------------------------------


def test_the_page_lists_every_file_and_no_other() -> None:
    (page,) = [page for page in SITE.pages if page.url == "audit/downloads/"]
    linked = re.findall(r'href="\.\./\.\./(data/[^"]+)" download', page.sections[0].html)
    assert linked == [entry.path for entry in DOWNLOADS]
    assert '<a href="../bundle.zip" download>' in page.sections[0].html
    assert set(linked) == set(downloads(SITE))


def test_the_page_explains_every_column() -> None:
    (page,) = [page for page in SITE.pages if page.url == "audit/downloads/"]
    for section in page.sections:
        if section.id in ("rubrics", "benchmarks", "prompts"):
            named = re.findall(r"<li><strong><code>([^<]+)</code></strong> .", section.html)
            assert named == list(rows(SITE, section.id)[0])


def test_a_suite_with_errors_hands_out_nothing_and_says_so(tmp_path: Path) -> None:
    site = Site(check(suite_with(tmp_path, {"a-component/A-DEM1.yaml": "code: [\n"})))
    assert downloads(site) == {}
    (page,) = [page for page in site.pages if page.url == "audit/downloads/"]
    assert "There are no files now." in page.sections[0].html
    assert "href" not in page.sections[0].html


WRITE = """
import sys
from pathlib import Path
from benchdocs.check import check
from benchdocs.pages import Site
from benchdocs.rules import RULES
from benchdocs.rules.rule import Sample
Site(check(Path(sys.argv[1]))).write_evidence(Path(sys.argv[2]))
"""


def test_the_files_are_the_same_whatever_the_hash_seed_the_folder_and_the_time_zone(tmp_path: Path) -> None:
    written = []
    for seed, zone, words in (("1", "UTC", "C"), ("2", "Asia/Tokyo", "C.UTF-8")):
        root, target = rich_suite(tmp_path / seed / "suite"), tmp_path / seed / "out"
        target.mkdir()
        surroundings = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": words}
        subprocess.run([sys.executable, "-c", WRITE, str(root), str(target)], env=surroundings, check=True)
        written.append({path.name: path.read_bytes() for path in target.rglob("*") if path.is_file()})
    assert written[0].keys() == {BUNDLE.name, *(file.name for file in DOWNLOADS)}
    assert written[0] == written[1]
