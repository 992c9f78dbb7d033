"""Options of `export-evals`: how often, which of the suite's cases, or a team's own."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import Result

from benchdocs.reports.evals.export import HARNESSES
from benchdocs.rules.check import check
from benchdocs.scoring.plan import read_plan
from benchdocs.site.dataset import downloads
from support.commands import run
from support.scripted_run import SUITE_FILES, results, run_program, told
from support.suites import base_with, suite_with
from support.tables import table

TAGGED = "evaluators/cases/a-dem2.yaml"
SUITE = SUITE_FILES | {TAGGED: SUITE_FILES[TAGGED] + "    tags: [quick]\n"}
OWN = [
    {"id": "zwölf", "labels": {"stated_times": ["06:12"]}, "narrative": "06:12 ≥", "source": "call 7"},
    {"id": "two", "labels": {"stated_times": []}, "narrative": "x", "benchmarks": ["A-DEM2", "A-AUX1"]},
]
CONTENTS = (
    '{"labels":{"stated_times":["06:12"]},"narrative":"06:12 ≥"}',
    '{"labels":{"stated_times":[]},"narrative":"x"}',
)
DIGESTS = [sha256(text.encode()).hexdigest() for text in CONTENTS]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return suite_with(tmp_path_factory.mktemp("suite"), SUITE)


def exported(root: Path, folder: Path, *options: str, form: str = "python") -> Result:
    return run("export-evals", folder, "--format", form, "--root", root, *options)


def own_file(folder: Path, *lines: str) -> str:
    path = folder / "own.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def test_the_name_of_a_file_is_escaped(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m.jsonl"
    path.write_text("{")
    done = exported(root, tmp_path / "evals", "--cases", str(path))
    assert "a\\x1b[31m.jsonl:1: this is not JSON" in done.output
    assert "\x1b" not in done.output


@pytest.mark.parametrize("form", HARNESSES)
def test_every_form_has_the_same_plan(root: Path, tmp_path: Path, form: str) -> None:
    own = own_file(tmp_path, *map(json.dumps, OWN))
    done = exported(root, tmp_path / "evals", "--runs", "3", "--cases", own, form=form)
    plan = read_plan((tmp_path / "evals/plan.json").read_bytes())
    assert f"plan {plan.short}: 2 cases, 3 runs of each" in done.output
    for text in (done.output, (tmp_path / "evals/README.md").read_text()):
        assert "Enough cases for a pass: 3 of 3 benchmarks, 1 of 1 hard gate among them.\n" in text
        assert "Published" not in text
    assert (plan.runs, plan.tags) == (3, [])
    planned = plan.data["cases"]
    assert len({case.pop("narrative") for case in planned.values()}) == 2
    assert planned == {
        "zwölf": {"benchmarks": ["A-DEM1"], "digest": DIGESTS[0], "source": "call 7"},
        "two": {"benchmarks": ["A-DEM2", "A-AUX1"], "digest": DIGESTS[1]},
    }
    lines = (tmp_path / "evals/cases.jsonl").read_text(encoding="utf-8").splitlines()
    kept = [{key: case[key] for key in ("id", "labels", "narrative")} for case in OWN]
    assert list(map(json.loads, lines)) == kept


@table
def test_an_export_says_what_its_cases_can_decide(
    tmp_path: Path, endings: dict[str, str], options: list[str], decides: str, published: str
) -> None:
    paths = {code: f"a-component/{code}.yaml" for code in endings}
    files = {path: SUITE.get(path, base_with(path)) + endings[code] for code, path in paths.items()}
    done = exported(suite_with(tmp_path / "suite", SUITE | files), tmp_path / "evals", *options)
    for text in (done.output, (tmp_path / "evals/README.md").read_text()):
        assert decides in text
        assert f"Published with the suite, so that a product may know them: {published}.\n" in text


def test_own_cases_of_one_source_count_once(tmp_path: Path) -> None:
    path = "a-component/A-DEM1.yaml"
    root = suite_with(tmp_path / "suite", SUITE | {path: SUITE[path] + "min_cases: 4\n"})
    own = [{**OWN[0], "id": f"mine {n}", "narrative": f"{n}", "source": f"call {n}"} for n in range(4)]
    cases = own_file(tmp_path, *map(json.dumps, own))
    done = exported(root, tmp_path / "alone", "--cases", cases)
    assert "Enough cases for a pass: 1 of 3 benchmarks," in done.output
    cases = own_file(
        tmp_path, *(json.dumps(case | {"source": f"call {n // 2}"}) for n, case in enumerate(own))
    )
    done = exported(root, tmp_path / "shared", "--cases", cases)
    assert "Enough cases for a pass: 0 of 3 benchmarks," in done.output


def test_own_cases_are_run_and_scored(root: Path, tmp_path: Path) -> None:
    folder, own = tmp_path / "evals", own_file(tmp_path, *map(json.dumps, OWN))
    exported(root, folder, "--runs", "2", "--cases", own)
    outputs = [
        {"case": "zwölf", "output": {"code": "fail"}},
        {"case": "two", "output": {}},
        {"case": "two", "run": 2, "output": "?"},
    ]
    (folder / "outputs.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in outputs))
    run_program(folder, "--outputs", "outputs.jsonl")
    assert told(results(folder)[1]) == {"zwölf": "fail", "two": "pass", "two 2": "fail unreadable"}
    scored = run("score", folder / "results.jsonl", "--root", root, "--format", "json")
    found = {each["code"]: each for each in json.loads(scored.stdout)["verdicts"]}
    counts = {
        code: (found[code]["passed"], found[code]["planned"]) for code in ("A-DEM1", "A-DEM2", "A-AUX1")
    }
    assert counts == {"A-DEM1": (0, 1), "A-DEM2": (0, 1), "A-AUX1": (None, 1)}  # no case has a result


def test_a_tag_plans_the_cases_that_have_it(root: Path, tmp_path: Path) -> None:
    assert exported(root, tmp_path / "evals", "--tag", "quick").exit_code == 0
    plan = read_plan((tmp_path / "evals/plan.json").read_bytes())
    assert (plan.runs, plan.tags) == (1, ["quick"])
    assert {name: case.benchmarks for name, case in plan.cases.items()} == {"A-DEM2/as-said": ["A-DEM2"]}


@table
def test_what_cannot_be_planned_is_said_and_nothing_is_written(
    root: Path, tmp_path: Path, options: list[str], lines: list[str], why: str
) -> None:
    more = ("--cases", own_file(tmp_path, *lines)) if lines else ()
    done = exported(root, tmp_path / "evals", *options, *more)
    assert done.exit_code == 2
    assert why in done.output
    assert not (tmp_path / "evals").exists()


@pytest.mark.parametrize(("keys", "is_refused"), [("", True), ('pass = "bestanden"', False)])
def test_no_run_is_exported_whose_judges_cannot_pass(tmp_path: Path, keys: str, *, is_refused: bool) -> None:
    settings = f'[prompts]\nreply = "own/reply.json"\n[prompts.reply_keys]\n{keys}\n'
    own = {"benchdocs.toml": settings, "own/reply.json": '{"properties": {"bestanden": {"type": "boolean"}}}'}
    root = suite_with(tmp_path, SUITE | own)
    done = exported(root, tmp_path / "out")
    assert done.exit_code == (2 if is_refused else 0), done.output
    offered = downloads._program(check(root).suite)
    assert (offered.keys() == {"README.md"}) is is_refused
    assert ("no reply of a judge has `pass`" in done.output) is is_refused
