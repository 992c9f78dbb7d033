"""Exports for other harnesses: what a judge is sent, what is left out, and which folder is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from benchdocs.reports.evals.evaluators import Evaluators
from benchdocs.reports.evals.export import HARNESSES
from benchdocs.rules.check import check
from benchdocs.suite.digest import suite_digest
from benchdocs.suite.score_tree import score_tree
from support.commands import run
from support.evals import FILES, HOSTILE, exported
from support.score_reference import Node
from support.scoring_vectors import node
from support.shipped import shipped_report
from support.suites import base_with, suite_with

Json = Any


def loaded(files: dict[str, bytes], path: str) -> Json:
    return json.loads(files[path])


def command(*arguments: str | Path) -> Result:
    return run("export-evals", *map(str, arguments))


def test_a_case_is_filled_in_at_once_between_boundaries_of_its_own(tmp_path: Path) -> None:
    cases = loaded(exported(tmp_path, "pydantic-evals"), "judges/A-DEM1.json")["cases"]
    user = cases[4]["inputs"]["user"]
    code = user.partition("<<<")[2].partition("\n")[0]
    assert len(code) == 16
    assert user == (
        f'INPUTS\n\nGROUND_TRUTH:\n<<<{code}\n{{\n  "stated_times": [\n    "07:00"\n  ]\n}}\n{code}>>>\n\n'
        f"SOURCE_NARRATIVE:\n<<<{code}\nAt the door by 0700. {HOSTILE}\n{code}>>>\n\n"
        f'CANDIDATE_OUTPUT:\n<<<{code}\n{{\n  "arrival": {{\n    "contact_time": "{HOSTILE}"\n  }}\n}}\n'
        f'{code}>>>\n\nOnly lines with {code} mark an input. Template signs: {{{{"x"}}}} {{% y %}} {{# z #}}'
    )
    assert len({case["inputs"]["user"].partition("<<<")[2][:16] for case in cases}) == len(cases)


@pytest.mark.parametrize("form", HARNESSES)
def test_an_export_has_the_nouns_of_its_suite(tmp_path: Path, form: str) -> None:
    settings = {"benchdocs.toml": 'input = "letter"\noutput = "file note"\n'}
    usual, own = (exported(tmp_path / name, form, files) for name, files in (("a", {}), ("b", settings)))
    written = {path for path in usual if usual[path] != own[path]}
    assert {"README.md", "judging.py"} <= written
    for path in written - {"plan.json", "scoring.json", "export.sha256"}:
        text = own[path].decode().replace("letter", "input").replace("file note", "output")
        assert text.replace("a output", "an output") == usual[path].decode()


def test_nothing_that_a_judge_is_sent_tells_the_verdict_or_the_name_of_the_case(tmp_path: Path) -> None:
    suite = check(suite_with(tmp_path, FILES)).suite
    for each, prompt in Evaluators(suite).judged:
        for case in each.cases:
            sent = prompt.system + prompt.user(case)
            assert case.id not in sent
            assert str(case.case.because).strip() not in sent


def test_every_case_states_weight_threshold_gate_and_origin(tmp_path: Path) -> None:
    metadata = {
        "benchmark": "A-AUX1",
        "rubric": "A-AUX",
        "weight": 1,
        "threshold": 0.9,
        "gate": "hard_gate",
        "expected": "pass",
        "kind": "clear_pass",
        "because": "The time is charted.",
        "origin": "synthetic",
        "confirmed_by": [],
    }
    pydantic, promptfoo, inspect = (
        exported(tmp_path / form, form) for form in ("pydantic-evals", "promptfoo", "inspect")
    )
    assert loaded(pydantic, "judges/A-AUX1.json")["cases"][0]["metadata"] == metadata
    assert loaded(promptfoo, "tests/A-AUX1.json")[0]["metadata"] == metadata
    assert loaded(inspect, "datasets/A-AUX1.jsonl").items() >= metadata.items()


@pytest.mark.parametrize("form", HARNESSES)
def test_the_scoring_states_what_is_applied_to_results(tmp_path: Path, form: str) -> None:
    scoring = loaded(exported(tmp_path, form), "scoring.json")
    assert scoring["benchmarks"]["A-DEM2"] == {
        "benchmark": "A-DEM2",
        "label": "Departure time recorded",
        "rubric": "A-DEM",
        "weight": 0.5,
        "threshold": 0.8,
        "gate": None,
        "effective_weight": 0.375,
        "implementation": None,
        "unit": "case",
        "unparseable_output": "not_evaluated",
        "min_cases": None,
        "decision": None,
        "level": None,
    }
    assert scoring["rubrics"]["A-DEM"] == {
        "label": "Demonstration",
        "parent": "A",
        "weight": 0.75,
        "gate": None,
        "aggregation_method": "WEIGHTED_AVERAGE",
        "passing_threshold": 0.8,
        "members": ["A-DEM1", "A-DEM2"],
    }
    assert scoring["rubrics"]["A"]["members"] == ["A-DEM", "A-AUX"]


def test_the_scoring_states_how_each_benchmark_of_the_suite_counts() -> None:
    told = json.loads(Evaluators(shipped_report().suite).scoring)
    preserved = told["benchmarks"]["A-PRT1"]
    assert (preserved["unit"], preserved["implementation"]) == ("item", "evaluators/code/a_prt1.py")
    assert told["benchmarks"]["A-FMT1"]["unparseable_output"] == "fails"
    assert told["suite"] == suite_digest(shipped_report().suite)
    assert told["rubrics"]["A-SFT"]["gate"] == "hard_gate"


def test_the_scoring_states_the_usual_level_where_a_spec_leaves_it_out(tmp_path: Path) -> None:
    path = "a-component/A-DEM2.yaml"
    bound = base_with(path, end="min_cases: 40\ndecision:\n  method: lower_bound\n")
    told = loaded(exported(tmp_path, "inspect", {path: bound}), "scoring.json")["benchmarks"]["A-DEM2"]
    assert (told["decision"], told["level"], told["min_cases"]) == ("lower_bound", 0.95, 40)


def _node(told: Json, code: str, weight: Any = 1) -> Node:
    """Return a benchmark or rubric as a file of scoring states it; numbers stay as they are written."""
    if code in told["benchmarks"]:
        fields = told["benchmarks"][code]
        level, by_share = fields["level"], fields["unit"] == "item"
        counted: dict[str, Any] = {"least": int(fields["min_cases"] or 1), "level": level and Fraction(level)}
        threshold = Fraction(fields["threshold"])
        return Node(code, threshold, fields["gate"], Fraction(weight), by_share=by_share, **counted)
    fields = told["rubrics"][code]
    of_member = told["benchmarks"] | told["rubrics"]
    is_weighted = fields["aggregation_method"] == "WEIGHTED_AVERAGE"
    weights = [of_member[member]["weight"] if is_weighted else 1 for member in fields["members"]]
    members = (_node(told, *pair) for pair in zip(fields["members"], weights, strict=True))
    rest: tuple[Any, ...] = (
        fields["gate"] or "",
        Fraction(weight),
        fields["aggregation_method"],
        tuple(members),
    )
    return Node(code, Fraction(fields["passing_threshold"]), *rest)


def test_that_file_alone_has_all_that_verdicts_depend_on() -> None:
    """What the reference makes of such a tree equals the suite's verdicts in all scoring vectors."""
    suite = shipped_report().suite
    told = json.loads(Evaluators(suite).scoring, parse_float=Decimal, parse_int=Decimal)
    assert _node(told, "A") == node(score_tree(suite, suite.rubric["A"]).data)


def test_a_benchmark_that_a_script_checks_has_cases_and_no_judge(tmp_path: Path) -> None:
    pydantic, promptfoo, inspect = (
        exported(tmp_path / form, form) for form in ("pydantic-evals", "promptfoo", "inspect")
    )
    assert not [path for path in chain(pydantic, promptfoo, inspect) if "A-DEM2" in path]


def test_a_deprecated_benchmark_is_left_out(tmp_path: Path) -> None:
    spec = (suite_with(tmp_path) / "a-component/A-DEM2.yaml").read_text()
    rubric = (tmp_path / "rubrics/A-DEM.yaml").read_text()
    first = (tmp_path / "a-component/A-DEM1.yaml").read_text()
    changes = {
        "a-component/A-DEM2.yaml": f"{spec}status: deprecated\n",
        "a-component/A-DEM1.yaml": first.replace("weight: 0.5", "weight: 1"),
        "rubrics/A-DEM.yaml": rubric.replace(", A-DEM2", "").replace("  - A-DEM2\n", ""),
    }
    files = exported(tmp_path, "pydantic-evals", changes)
    assert "A-DEM2" not in loaded(files, "scoring.json")["benchmarks"]


@pytest.mark.parametrize("form", HARNESSES)
def test_judges_without_cases_are_named_by_the_command_and_in_the_readme(tmp_path: Path, form: str) -> None:
    words = "1 judge without cases to test them: A-AUX1"
    said = {}
    empty = {"evaluators/cases/missing_time.yaml": "benchmark: A-AUX1\ncases: []\n"}
    for name, changes in (("with", {}), ("without", empty)):
        root = suite_with(tmp_path / name, {**FILES, **changes})
        done = command(tmp_path / f"{name}-evals", "--format", form, "--root", root)
        assert done.exit_code == 0, done.output
        said[name] = (words in done.output, words in (tmp_path / f"{name}-evals/README.md").read_text())
    assert said == {"with": (False, False), "without": (True, True)}


# The command ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", HARNESSES)
def test_the_command_writes_the_folder_and_replaces_its_own(tmp_path: Path, form: str) -> None:
    root, target = suite_with(tmp_path / "suite", FILES), tmp_path / "evals"
    for _ in range(2):
        done = command(target, "--format", form, "--root", root)
        assert done.exit_code == 0, done.output
        assert f" for {form}\n" in done.output
        found = {path.relative_to(target).as_posix(): path for path in target.rglob("*") if path.is_file()}
        assert {path: file.read_bytes() for path, file in found.items()} == exported(tmp_path / "again", form)


def _foreign(target: Path) -> None:
    target.mkdir()
    (target / "notes.txt").write_text("mine")


def _with_logs(target: Path) -> None:
    assert command(target, "--format", "inspect", "--root", target.parent / "suite").exit_code == 0
    (target / "logs").mkdir()
    (target / "logs/run.json").write_text("{}")


@pytest.mark.parametrize(
    ("lay_out", "said"),
    [(_foreign, "the folder contains files that no export wrote"), (_with_logs, "`logs/run.json` was added")],
)
def test_a_folder_with_files_of_others_is_left_as_it_is(
    tmp_path: Path, lay_out: Callable[[Path], None], said: str
) -> None:
    root, target = suite_with(tmp_path / "suite", FILES), tmp_path / "evals"
    lay_out(target)
    before = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    done = command(target, "--format", "inspect", "--root", root)
    assert done.exit_code == 2
    assert said in done.output
    assert {path: path.read_bytes() for path in target.rglob("*") if path.is_file()} == before


def test_wrong_usage_ends_with_status_2(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite", FILES)
    without = command(tmp_path / "evals", "--root", root)
    other = command(tmp_path / "evals", "--format", "deepeval", "--root", root)
    empty = command(tmp_path / "evals", "--format", "inspect", "--root", tmp_path)
    assert [done.exit_code for done in (without, other, empty)] == [2, 2, 2]
    assert "'deepeval' is not one of 'python', 'pydantic-evals', 'promptfoo', 'inspect'" in other.output
    assert "no specs in" in empty.output
    assert not (tmp_path / "evals").exists()


def test_nothing_is_written_for_a_suite_with_errors(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite", {"a-component/A-DEM1.yaml": "code: A-DEM1\n"})
    done = command(tmp_path / "evals", "--format", "inspect", "--root", root)
    assert done.exit_code == 1
    assert "a-component/A-DEM1.yaml:1:1: error FLD101" in done.output
    assert not (tmp_path / "evals").exists()
