"""The guide to scripts holds what it says: its script, labels and commands are tried as they stand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchdocs.reports.evals.export import HARNESSES
from benchdocs.rules.check import check
from support.commands import run
from support.documentation import blocks
from support.mkdocs_command import built_site
from support.paths import REPOSITORY
from support.repositories import Repository
from support.scripted_run import results, run_program, told
from support.suites import base_with, suite_with, write
from support.tables import data

GUIDES = REPOSITORY / "scripts/benchdocs/pages/authoring"
CASES, SCORING = (GUIDES / "cases.md").read_text(), (GUIDES / "harnesses.md").read_text()
[SCRIPT], [TRY_IT] = blocks(CASES, "python"), blocks(CASES, "sh")
[LABELS] = [block for block in blocks(CASES, "yaml") if block.startswith("labels:")]
[RESULTS] = [block for block in SCORING.split("```\n")[1::2] if block.startswith('{"about"')]
OUTPUTS = data(__file__)["outputs"]
NO_LANGUAGE = "none-named"


def case_file() -> str:
    cases = [
        {
            "id": name,
            "kind": f"clear_{expected}",
            "narrative": f"She speaks Spanish only, says {name}.",
            "labels": {"language": "Spanish"},
            "output": output,
            "expected": expected,
            "because": "The language is compared with the label.",
            "origin": "synthetic",
        }
        for name, (output, expected) in OUTPUTS.items()
    ]
    other = {**cases[0], "id": NO_LANGUAGE, "labels": {}, "kind": "borderline", "expected": "not_applicable"}
    return json.dumps({"benchmark": "A-DEM2", "cases": [*cases, other]}, indent=1)


def files() -> dict[str, str]:
    metric = "\nmetric:\n  labels: [language]\n  implementation: evaluators/code/a_lng2.py\n"
    return {
        "evaluators/code/a_lng2.py": SCRIPT,
        "evaluators/cases/a-dem2.yaml": case_file(),
        "evaluators/labels.yaml": LABELS,
        "a-component/A-DEM2.yaml": base_with("a-component/A-DEM2.yaml", end=metric),
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return suite_with(tmp_path, files())


def test_the_script_and_the_labels_of_the_guide_have_no_error(root: Path) -> None:
    assert [each.message for each in check(root).failing(strict=False)] == []


def tried(root: Path) -> subprocess.CompletedProcess[str]:
    """Run what the guide says on the cases of the script."""
    command = TRY_IT.replace("a-lng2.yaml", "a-dem2.yaml")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    return subprocess.run(command, shell=True, cwd=root, env=environment, capture_output=True, text=True)


def test_the_command_of_the_guide_passes_where_each_case_gets_its_verdict(root: Path) -> None:
    done = tried(root)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(("name", "wrong"), [("named", "fail"), ("other", "pass"), (NO_LANGUAGE, "fail")])
def test_the_command_of_the_guide_fails_and_prints_a_case_with_another_verdict(
    root: Path, name: str, wrong: str
) -> None:
    path = root / "evaluators/cases/a-dem2.yaml"
    file = json.loads(path.read_text())
    [case] = [case for case in file["cases"] if case["id"] == name]
    given, case["expected"] = case["expected"], wrong
    path.write_text(json.dumps(file))
    done = tried(root)
    assert done.returncode == 1
    assert [line.split()[:2] for line in done.stderr.splitlines()] == [[name, given]]


def test_a_run_of_the_same_outputs_has_the_expected_verdicts(root: Path) -> None:
    folder = root / "evals"
    assert run("export-evals", folder, "--format", "python", "--root", root).exit_code == 0
    records = [{"case": name, "output": output} for name, (output, _) in OUTPUTS.items()]
    (folder / "outputs.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    run_program(folder, "--outputs", "outputs.jsonl")
    expected = {name: verdict for name, (_, verdict) in OUTPUTS.items()}
    assert told(results(folder)[1]) == {**expected, "raw-text": "unreadable"}
    scored = json.loads(run("score", folder / "results.jsonl", "--root", root, "--format", "json").stdout)
    assert (scored["unusable"], scored["outside"]) == ([], {})
    rows = {row["code"]: row for row in scored["verdicts"]}
    counts = ("planned", "passed", "evaluated", "left_out", "missing")
    assert [rows["A-DEM2"][name] for name in counts] == [5, 1, 4, 1, 0]


def test_the_lines_that_the_guide_shows_are_those_of_a_run() -> None:
    about, *lines = map(json.loads, RESULTS.replace(": ...", ": []").splitlines())
    assert about["about"].keys() == {"suite", "plan", "versions", "product", "judge"}
    assert [line["run"] for line in lines] == [1, 1, 2, 1]
    assert [line.get("half") for line in lines] == ["code", "judge", None, None]


def test_no_command_runs_a_script(root: Path) -> None:
    folder, mark = root / "evals", root / "mark"
    assert run("export-evals", folder, "--format", "python", "--root", root).exit_code == 0
    (folder / "outputs.jsonl").write_text(json.dumps({"case": "named", "output": OUTPUTS["named"][0]}))
    run_program(folder, "--outputs", "outputs.jsonl")
    repository = Repository(root)
    write(root, files())
    repository.commit("The script of the guide")
    script = root / "evaluators/code/a_lng2.py"
    script.write_text(f"{script.read_text()}\n\nopen({str(mark)!r}, 'a').write('ran')\n")
    waiver = '[[waivers]]\nrule = "EVL1703"\ncode = "a_lng2.py"\nreason = "it leaves a mark"\n'
    waiver += 'by = "The authors of these tests"\non = 2026-01-31\n'
    (root / "benchdocs.toml").write_text(waiver)
    for command in (
        ("check",),
        ("diff", "HEAD"),
        ("score", folder / "results.jsonl"),
        *(("export-evals", root / form, "--format", form) for form in HARNESSES),
    ):
        done = run(*command, "--root", root)
        assert done.exit_code in (0, 1, 3), done.output
        assert done.output
        assert not mark.exists(), command
    assert {form for form in HARNESSES if (root / form).exists()} == {*HARNESSES}
    built_site(root, root / "site")
    assert not mark.exists()
    tried(root)
    assert mark.read_text() == "ran"
