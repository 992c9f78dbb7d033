"""The programs that turn what a harness wrote into results: a run has one product and one judge."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from support.harnesses import ran_beside
from support.result_files import reply
from support.scripted_run import lay_out, results, told
from support.tables import data

GOOD = json.dumps(reply([True]))
NO_OUTPUT = "no_output no_output no_output no_output"


def row(name: str, output: object = None, error: str = "", provider: str = "mine") -> dict[str, Any]:
    """Return what promptfoo writes of a test."""
    response = {"output": output} if error == "" else {"error": error}
    fault = {"error": error} if error else {}
    return {"testCase": {"description": name}, "provider": {"id": provider}, "response": response, **fault}


def laid_out(folder: Path, rows: Sequence[Any], replies: Sequence[Any] = (), runs: int = 1) -> Path:
    """Return an export for promptfoo beside what it wrote."""
    target = lay_out(folder, "promptfoo", {"one": "x", "zwölf ≈": "x"}, runs)
    for name, entries in (("outputs.json", rows), ("replies.json", replies)):
        (target / name).write_text(json.dumps({"results": {"results": entries}}))
    return target


def program(folder: Path, *arguments: str) -> str:
    """Return what `results.py` says where the console knows few characters."""
    done = subprocess.run(
        [sys.executable, "results.py", *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.stderr


SCORE = ("score", "outputs.json", "replies.json", "-o", "results.jsonl")
SOUND = row("one", '{"code": "pass"}')
REFUSED: dict[str, tuple[list[Any], list[Any], str]] = {
    "two products": (
        [SOUND, row("zwölf ≈", "{}", provider="other")],
        [row("A-DEM1 1 one", GOOD)],
        "2 providers",
    ),
    "two judges": ([SOUND], [row("x", GOOD), row("y", GOOD, provider="other")], "2 providers"),
    "a judge asked twice": ([SOUND], [row("x", GOOD), row("x", GOOD)], "ask each judge once"),
    "no product": ([], [row("x", GOOD)], "0 providers"),
    "a foreign case": ([SOUND, row("elsewhere", "{}")], [row("x", GOOD)], "such as elsewhere"),
    "no rows": ([{}], [], "is no output of promptfoo: KeyError: 'provider'"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_run_of_one_product_is_refused(tmp_path: Path, name: str) -> None:
    rows, replies, why = REFUSED[name]
    folder = laid_out(tmp_path, rows, replies)
    assert why in program(folder, *SCORE)
    assert not (folder / "results.jsonl").exists()


@pytest.mark.parametrize("content", [b"", b"[1]", b'{"results": 1}', b"\xff"])
def test_a_file_that_promptfoo_did_not_write_is_named(tmp_path: Path, content: bytes) -> None:
    folder = laid_out(tmp_path, [])
    (folder / "outputs.json").write_bytes(content)
    for arguments in (SCORE, ("ask", "outputs.json", "-o", "tests.json")):
        assert program(folder, *arguments).startswith("outputs.json is no output of promptfoo: ")


@pytest.mark.parametrize("arguments", [SCORE[:3], ("ask", "outputs.json")])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    folder = laid_out(tmp_path, [SOUND], [row("A-DEM1 1 one", GOOD)])
    said = program(folder, *arguments, "-o", "nowhere/x.json")
    assert said == "nowhere/x.json cannot be written: No such file or directory\n"


def test_repeats_are_runs_and_an_error_is_the_reason(tmp_path: Path) -> None:
    rows = [
        *(SOUND, row("zwölf ≈", error="429 too many\n    at module (/home/me/x.js:1)")),
        *(row("one", {"code": "fail"}), row("zwölf ≈", error="No output")),
    ]
    replies = [
        row("A-DEM1 1 one", GOOD),
        row("A-AUX1 1 one", error="429 too many"),
        row("A-DEM1 2 one", reply([True])),
    ]
    folder = laid_out(tmp_path, rows, replies, runs=2)
    assert program(folder, *SCORE) == ""
    about, lines = results(folder)
    assert (about["product"], about["judge"]) == ("mine", "mine")
    assert told(lines) == {
        "one": "pass pass pass failed",
        "one 2": "fail pass pass failed",
        "zwölf ≈": NO_OUTPUT,
        "zwölf ≈ 2": "unreadable unreadable fail unreadable",
    }
    assert {line["failed"] for line in lines if "failed" in line} == {
        "429 too many",
        "the judge gave no reply",
    }
    assert {line["no_output"] for line in lines if "no_output" in line} == {"429 too many"}


def test_judges_are_asked_about_records_alone_whatever_the_console_knows(tmp_path: Path) -> None:
    rows = [row("one", "[1]"), row("zwölf ≈", '{"dose": "≥ 5 µg \\ud800"}')]
    folder = laid_out(tmp_path, rows)
    assert program(folder, "ask", "outputs.json", "-o", "tests.json") == ""
    tests = json.loads((folder / "tests.json").read_text(encoding="utf-8"))
    assert [test["description"] for test in tests] == ["A-DEM1 1 zwölf ≈", "A-AUX1 1 zwölf ≈"]
    assert "≥ 5 µg ?" in tests[0]["vars"]["inputs"]["candidate_output"]


NOTHING_ASKED = {
    "no output is a record": [row("one", "?"), row("zwölf ≈", "[1]")],
    "the product failed": [row("one", error="500"), row("zwölf ≈", error="500")],
}


@pytest.mark.parametrize("name", NOTHING_ASKED)
@pytest.mark.parametrize("answered", [True, False])
def test_where_nothing_is_to_be_asked_that_is_said_and_results_are_written(
    tmp_path: Path, name: str, answered: bool
) -> None:
    """promptfoo asks every judge once about nothing if it has no tests; these replies are of no case."""
    replies = [row("x", "{}"), row("y", "{}")]
    for entry in replies:
        del entry["testCase"]["description"]
    folder = laid_out(tmp_path, NOTHING_ASKED[name], replies)
    (folder / "tests.json").write_text("of an earlier run")
    said = program(folder, "ask", "outputs.json", "-o", "tests.json")
    assert said == "no judge has anything to judge: score without REPLIES\n"
    assert not (folder / "tests.json").exists()
    assert program(folder, *(SCORE if answered else (*SCORE[:2], *SCORE[3:]))) == ""
    assert {*told(results(folder)[1])} == {"one", "zwölf ≈"}


# Inspect ----------------------------------------------------------------------------------------------

PRODUCT = """
class Textless(Exception):
    def __str__(self):
        raise RuntimeError("no text")

from inspect_ai import eval
from inspect_ai.log import read_eval_log, write_eval_log
from inspect_ai.model import ModelOutput
from inspect_ai.solver import solver

@solver
def fake(output, fails_on=""):
    async def solve(state, generate):
        if state.sample_id == fails_on:
            raise Textless
        state.output = ModelOutput.from_content("fake", output)
        return state
    return solve

def ran(product, grader="mockllm/model", **settings):
    (log,) = eval("product.py", solver=product, model="mockllm/model", model_roles={"grader": grader},
        display="none", log_dir="logs", **settings)
    return log
"""
LOGS = """
log = read_eval_log(ran(fake("[]")).location)
crashed = ran(fake('{"code": "pass"}', fails_on="one"), max_samples=1)
write_eval_log(read_eval_log(crashed.location), "crashed.eval")
ended = ran(fake("[]", fails_on="two"), max_samples=1, fail_on_error=True)
assert ended.status == "error"
ended = read_eval_log(ended.location)
write_eval_log(ended, "ended.eval")
ended.samples = [sample for sample in ended.samples if sample.id == "one"]
write_eval_log(ended, "ended-earlier.eval")
write_eval_log(log, "whole.eval")
log.samples[1].scores = None
write_eval_log(log, "unscored.eval")
log.status, log.samples = "started", log.samples[:1]
write_eval_log(log, "stopped.eval")
log.samples[0].id = "elsewhere"
write_eval_log(log, "foreign.eval")
log.eval.task = "a_dem1"
write_eval_log(log, "judge.eval")
"""


WRITTEN, NOT_WRITTEN = data(__file__)["written"], data(__file__)["not_written"]

FORKS = """
import json, os, runpy, sys
import inspect_ai.log

for name, logs in json.loads(sys.argv[1]).items():
    if not os.fork():
        sys.argv, sys.stderr = ["results.py", *logs, "-o", f"{name}.jsonl"], open(f"{name}.said", "w")
        runpy.run_path("results.py", run_name="__main__")
        sys.exit()
    os.wait()
"""


def from_logs(folder: Path, **logs: tuple[str, ...]) -> None:
    """Make a file of results of each of these lists of logs by `results.py`, and one of what it says."""
    ran_beside("-c", FORKS, json.dumps(logs), folder=folder, home=folder.parent)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an export with logs of Inspect, and what comes of them."""
    folder = lay_out(tmp_path_factory.mktemp("inspect"), "inspect", {"one": "x", "two": "x"})
    ran_beside("-c", PRODUCT + LOGS, folder=folder, home=folder.parent)
    (folder / "broken.eval").write_text("x")
    from_logs(folder, **{name: names for name, (names, *_) in (WRITTEN | NOT_WRITTEN).items()})
    return folder


@pytest.mark.parametrize("name", WRITTEN)
def test_a_log_of_a_product_is_written_with_what_it_lacks(logs: Path, name: str) -> None:
    _, expected, why = WRITTEN[name]
    said = (logs / f"{name}.said").read_text()
    assert why in said
    assert "Traceback" not in said
    about, lines = results(logs, f"{name}.jsonl")
    assert told(lines) == expected
    assert why in about.get("comment", "")
    assert ("comment" in about) is bool(why)


@pytest.mark.parametrize("name", NOT_WRITTEN)
def test_logs_that_are_no_run_of_a_product_are_refused(logs: Path, name: str) -> None:
    said = (logs / f"{name}.said").read_text()
    assert NOT_WRITTEN[name][1] in said
    assert "Traceback" not in said
    assert not (logs / f"{name}.jsonl").exists()


SLOW = """
import anyio
from inspect_ai.model import ModelAPI, ModelUsage, modelapi

@modelapi(name="slow")
class Slow(ModelAPI):
    async def generate(self, input, tools, tool_choice, config):
        if "missing_time_marked" in input[0].text:  # A-AUX1
            await anyio.sleep(60)
        output = ModelOutput.from_content("slow", GOOD)
        output.usage = ModelUsage()  # so that nothing asks the network for tokens
        return output

print(ran(fake("{}"), "slow/x", time_limit=20).location)
"""


@pytest.mark.nightly
def test_a_judge_that_takes_too_long_in_inspect_loses_its_own_result(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "inspect", {"one": "x", "two": "x"})
    source = f"GOOD = {GOOD!r}\n{PRODUCT}{SLOW}"
    log = ran_beside("-c", source, folder=folder, home=tmp_path).strip()
    from_logs(folder, results=(log,))
    assert (folder / "results.said").read_text() == ""
    lines = results(folder)[1]
    assert told(lines) == dict.fromkeys(("one", "two"), "pass pass pass failed")
    assert {line["failed"] for line in lines if "failed" in line} == {"Inspect's time was up"}


# Pydantic Evals ---------------------------------------------------------------------------------------

REPEATED = """
import asyncio
from product import dataset, write_results

class Textless(Exception):
    def __str__(self):
        raise RuntimeError("no text")

seen = set()

async def judge(system, user):
    if "missing_time_marked" in system:  # A-AUX1
        await asyncio.sleep(60)
    return REPLY

async def task(case):
    if case["id"] == "one" and "one" in seen:
        raise Textless
    seen.add(case["id"])
    return {"code": "pass"}

report = dataset(judge, seconds=1).evaluate_sync(task, progress=False, repeat=3)
write_results(report, "results.jsonl", product="scripted", judge="scripted")
"""


def test_in_pydantic_evals_a_crash_costs_one_run_and_a_slow_judge_its_own_result(tmp_path: Path) -> None:
    """The product fails on one case from the second time on; which run is the first is up to the harness."""
    folder = lay_out(tmp_path, "pydantic-evals", {"one": "x", "two [2": "x"}, runs=3)
    ran_beside("-c", f"REPLY = {GOOD!r}\n{REPEATED}", folder=folder, home=tmp_path)
    _, lines = results(folder)
    found = told(lines)
    passes = "pass pass pass failed"
    assert [found.pop(f"two [2{run}") for run in ("", " 2", " 3")] == [passes] * 3
    assert sorted(found) == ["one", "one 2", "one 3"]
    assert sorted(found.values()) == [NO_OUTPUT, NO_OUTPUT, passes]
    why = {line["no_output"] for line in lines if "no_output" in line}
    assert why == {"Textless, whose text cannot be made"}
    assert {line["failed"] for line in lines if "failed" in line} == {"TimeoutError"}
