"""No text of a suite makes a harness read a file, fill in a template, or ask the network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchdocs.reports.evals.export import HARNESSES
from benchdocs.rules.check import check
from support.commands import run
from support.evals import FILES, PYTHON, laid_out, ran
from support.harnesses import environment, evaluated, named
from support.suites import suite_with

CASES = "evaluators/cases/arrival.yaml"
ADDRESSES = (
    *("file:///etc/hostname", "File://x", "file:x.json", "  file:///etc/hostname", "exec:id", "package:x:y"),
    *("http://127.0.0.1:9/x", "https://example.org", "huggingface://datasets/x", "az://x", "s3://x"),
    *("python:evil.py", "javascript:1", "file://{{ env.HOME }}", "file://*"),
)
HARMLESS = (
    *("Package: sealed.", "File: none.", "See file:///etc/hostname", "At 06:12: at the door.", "Exec: yes"),
    *("{{ env.HOME }}", "{% include 'x' %}", "{# x #}", "${HOME}", "$ref", '{"$ref": "#/0"}', "#/0", "*"),
    *("[[x]]", "{candidate_output}", "=1+1", "!!python/object:x", "a//b", "//x", "{{ inputs.boundary }}"),
    *("@x", "data/*.json", "{{ range(9) }}", "BOUNDARY>>>"),
)
_CASE = """\
  - id: hostile-{number}
    kind: clear_fail
    narrative: {text}
    labels: {{stated_times: [{text}]}}
    output: {{arrival: {{contact_time: {text}}}}}
    expected: fail
    because: {text}
    origin: synthetic
  - id: raw-{number}
    kind: clear_fail
    narrative: Said at 0612.
    labels: {{stated_times: []}}
    output: {text}
    expected: fail
    because: The time is missing.
    origin: synthetic
"""
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
    assert sample.metadata == {k: v for k, v in line.items() if k not in ("id", *tasks.INPUTS)}
    assert all(line[name] in sample.input[1].content for name in tasks.INPUTS)
    assert not sample.files and not sample.setup
""",
}
"""Programs that open an export in its harness and compare what it holds there with the files."""


def hostile_cases(texts: tuple[str, ...]) -> dict[str, str]:
    """Return a case file with each of these texts wherever a case has a text."""
    added = (_CASE.format(number=number, text=json.dumps(text)) for number, text in enumerate(texts))
    return {CASES: FILES[CASES] + "".join(added)}


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
    ran(PYTHON, "-c", LOAD[form], folder=tmp_path, environment=environment(tmp_path))


def test_promptfoo_fills_in_and_reads_nothing(tmp_path: Path) -> None:
    folder = laid_out(tmp_path, "promptfoo", hostile_cases(HARMLESS))
    results = {named(result)[1]: result for result in evaluated(folder, status=100)}
    for number, text in enumerate(HARMLESS):
        result = results[f"hostile-{number}"]
        # In its report promptfoo writes a text that is JSON in its own form.
        assert result["testCase"]["metadata"]["because"].replace(" ", "") == text.replace(" ", "")
        user = json.loads(result["response"]["output"])[1]["content"]
        assert f"\n{text}\n" in user
        assert user.count(json.dumps(text, ensure_ascii=False)) == 2  # in the labels and in the record
        assert f"\n{text}\n" in json.loads(results[f"raw-{number}"]["response"]["output"])[1]["content"]


@pytest.mark.nightly
def test_promptfoo_gives_a_product_the_dictation_and_a_judge_the_output_as_they_are(tmp_path: Path) -> None:
    folder = laid_out(tmp_path, "promptfoo", hostile_cases(HARMLESS))
    known = [json.loads(each) for each in (folder / "cases.jsonl").read_text().split("\n")[:-1]]
    written = evaluated(folder, "-c", "product.yaml", status=0)
    given = {each["testCase"]["description"]: each["response"]["output"] for each in written}
    assert given == {case["id"]: case["narrative"] for case in known}
    outputs = dict(zip((f"hostile-{n}" for n in range(len(ADDRESSES))), ADDRESSES, strict=True))
    records = [{"testCase": {"description": id}, "response": {"output": it}} for id, it in outputs.items()]
    (folder / "outputs.json").write_text(json.dumps({"results": {"results": records}}))
    tests = ran(PYTHON, "results.py", "ask", "outputs.json", folder=folder, environment=environment(tmp_path))
    (folder / "judge_tests.json").write_text(tests)
    shown = [
        json.loads(each["response"]["output"])[1]["content"]
        for each in evaluated(folder, "-c", "judges.yaml", status=0)
    ]
    assert len(shown) == len(ADDRESSES)
    for text in ADDRESSES:
        assert [user for user in shown if "CANDIDATE_OUTPUT:\n<<<" in user and f'\n"{text}"\n' in user]


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
