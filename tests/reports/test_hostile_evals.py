"""No text of a suite makes a harness read a file, fill in a template, or ask the network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchdocs.reports.evals.export import HARNESSES
from benchdocs.rules.check import check
from support.commands import run
from support.evals import FILES, PYTHON, laid_out, ran
from support.harnesses import environment, evaluated, ran_beside
from support.hostile_cases import ADDRESSES, HARMLESS, hostile_cases
from support.suites import suite_with

LOAD = {
    "pydantic-evals": """
import json
from pathlib import Path
from pydantic_evals import Dataset
for path in sorted(Path("evals").glob("*/A-DEM1.json")):
    dataset = Dataset[dict, object, dict].from_file(path)
    kept = [[case.name, case.inputs, case.expected_output, case.metadata] for case in dataset.cases]
    written = json.loads(path.read_text())["cases"]
    names = ("name", "inputs", "expected_output", "metadata")
    assert kept == [[case[name] for name in names] for case in written], path
""",
    "inspect": """
import json, sys
sys.path.insert(0, "evals")
import tasks
lines = [json.loads(line) for line in open("evals/datasets/A-DEM1.jsonl")]
samples = list(tasks.a_dem1().dataset)
assert len(samples) == len(lines)
for sample, line in zip(samples, lines):
    assert sample.metadata == {k: v for k, v in line.items() if k not in ("id", *tasks.judging.INPUTS)}
    assert all(line[name] in sample.input[1].content for name in tasks.judging.INPUTS)
    assert not sample.files and not sample.setup
""",
}
"""Programs that open an export in its harness and compare what it holds there with the files."""


def test_a_text_that_starts_like_an_address_is_an_error_in_every_field(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {**FILES, **hostile_cases(ADDRESSES)})
    found = [finding for finding in check(root).findings if finding.rule == "CAS1612"]
    assert len(found) == 5 * len(ADDRESSES)  # narrative, label, record, reason, and a raw output
    assert {finding.severity for finding in found} == {"error"}


def test_ordinary_words_before_a_colon_and_texts_of_templates_are_no_addresses(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {**FILES, **hostile_cases(HARMLESS)})
    assert "CAS1612" not in {finding.rule for finding in check(root).findings}


@pytest.mark.parametrize("form", LOAD)
def test_every_text_arrives_as_it_is_written(form: str, tmp_path: Path) -> None:
    laid_out(tmp_path, form, hostile_cases(HARMLESS))
    ran_beside("-c", LOAD[form], folder=tmp_path, home=tmp_path)


@pytest.mark.nightly
def test_promptfoo_gives_a_product_the_dictation_and_a_judge_the_output_as_they_are(tmp_path: Path) -> None:
    folder = laid_out(tmp_path, "promptfoo", hostile_cases(HARMLESS))
    known = [json.loads(each) for each in (folder / "cases.jsonl").read_text().split("\n")[:-1]]
    written = evaluated(folder, "-c", "product.yaml", status=0)
    given = {each["testCase"]["description"]: each["response"]["output"] for each in written}
    assert given == {case["id"]: case["narrative"] for case in known}
    records = []
    for number, text in enumerate(ADDRESSES):
        test = {"testCase": {"description": f"hostile-{number}"}, "provider": {"id": "x"}}
        records.append({**test, "response": {"output": {"note": text}}})
    (folder / "outputs.json").write_text(json.dumps({"results": {"results": records}}))
    asked = ("results.py", "ask", "outputs.json", "-o", "judge_tests.json")
    ran(PYTHON, *asked, folder=folder, environment=environment(tmp_path))
    shown = [
        json.loads(each["response"]["output"])[1]["content"]
        for each in evaluated(folder, "-c", "judges.yaml", status=0)
    ]
    assert len(shown) == len(ADDRESSES)
    for text in ADDRESSES:
        assert [user for user in shown if f'"note": {json.dumps(text)}' in user]


def test_an_export_is_refused_while_a_text_is_an_address(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite", {**FILES, **hostile_cases(ADDRESSES[:1])})
    (root / "pyproject.toml").write_text(
        '[[tool.benchdocs.waivers]]\nrule = "CAS1612"\ncode = "arrival.yaml"\nreason = "we trust that file"\n'
    )
    for form in HARNESSES:
        target = tmp_path / form
        done = run("export-evals", target, "--format", form, "--root", root)
        assert done.exit_code == 1
        assert "CAS1612 cannot be waived" in done.output
        assert not target.exists()
