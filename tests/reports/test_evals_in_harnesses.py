"""The exports load and run in the real packages, with scripted judges and without a network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.documentation import blocks, page
from support.evals import HOSTILE, PYTHON, SCRIPTED, VERDICTS, exported, laid_out
from support.harnesses import evaluated, named, ran_beside
from support.hostile_cases import HARMLESS, hostile_cases

AGREES = {"perfect": set(VERDICTS), "stubborn": {"time-kept"}}
"""Cases on which each scripted judge gives the verdict that is expected."""


SOLVER, IN_PYTHON = blocks(page("scripts/benchdocs/pages/authoring/harnesses.md"), "python")


def messages(root: Path, changes: dict[str, str] | None = None) -> dict[str, list[str]]:
    """System message and message of each case of A-DEM1, as the plain export of the judge has them."""
    cases = json.loads(exported(root, "pydantic-evals", changes)["judges/A-DEM1.json"])["cases"]
    return {case["name"]: [case["inputs"]["system"], case["inputs"]["user"]] for case in cases}


# Pydantic Evals ---------------------------------------------------------------------------------------

IN_PYDANTIC_EVALS = """
from pathlib import Path
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models.function import FunctionModel

stubborn, sent = False, []

def scripted(messages, info):
    user = messages[-1].parts[-1].content
    sent.append([info.instructions, user])
    return ModelResponse(parts=[TextPart(reply(user, stubborn))])

MODEL = FunctionModel(scripted)
found = {}
for stubborn in (False, True):
    exec(PAGE)
    assert not tested.failures, tested.failures
    own = {case.name: case.assertions["EqualsExpected"].value for case in tested.cases}
    found["stubborn" if stubborn else "perfect"] = own
    Path("results.jsonl").rename(f"{stubborn}.jsonl")
print(json.dumps({"found": found, "sent": sent}))
"""


def planned(folder: Path) -> list[list[str]]:
    """The cases with the benchmarks that the plan has for them, without A-DEM2, which has no script yet."""
    cases = json.loads((folder / "plan.json").read_text())["cases"]
    pairs = ([name, code] for name, case in cases.items() for code in case["benchmarks"])
    return sorted(pair for pair in pairs if pair[1] != "A-DEM2")


def answered(path: Path) -> list[list[str]]:
    """The cases with the benchmarks that results are about."""
    lines = list(map(json.loads, path.read_text().splitlines()))[1:]
    return sorted([line["case"], line["benchmark"]] for line in lines)


def test_pydantic_evals_tests_a_judge_and_runs_a_product_as_its_page_says(tmp_path: Path) -> None:
    folder = laid_out(tmp_path, "pydantic-evals")
    source = f"PAGE = {IN_PYTHON.replace('A-LNG1', 'A-DEM1')!r}\n{SCRIPTED}{IN_PYDANTIC_EVALS}"
    printed = ran_beside("-c", source, folder=folder, home=tmp_path)
    told = json.loads(printed.splitlines()[-1])
    for name, own in told["found"].items():
        assert {case for case, agrees in own.items() if agrees} == AGREES[name]
        assert own.keys() == VERDICTS.keys()
    assert sorted(told["sent"][: len(VERDICTS)]) == sorted(messages(tmp_path / "again").values())
    assert answered(folder / "True.jsonl") == answered(folder / "False.jsonl") == planned(folder)


# Inspect ----------------------------------------------------------------------------------------------

IN_INSPECT = """
import sys
from pathlib import Path
from inspect_ai import eval, list_tasks
from inspect_ai.model import ModelOutput, ModelUsage, get_model

def mock(stubborn):
    def answer(messages, tools, tool_choice, config):
        sent.append([message.text for message in messages])
        # With its usage stated, the mock model counts no tokens, for which it would ask the network.
        output = ModelOutput.from_content("mockllm", reply(messages[1].text, stubborn))
        output.usage = ModelUsage()
        return output
    return get_model("mockllm/model", custom_outputs=answer, memoize=False)

sent, found = [], {}
for name in ("perfect", "stubborn"):
    (log,) = eval(
        "evals/tasks.py@a_dem1", model=mock(name == "stubborn"), display="none", log_dir="logs"
    )
    assert log.status == "success", log.error
    score = log.results.scores[0]
    found[name] = {
        "agrees": {sample.id: sample.scores["agreement"].value == "C" for sample in log.samples},
        "answers": {sample.id: sample.scores["agreement"].answer for sample in log.samples},
        "accuracy": score.metrics["accuracy"].value,
        "gate": [sample.metadata["gate"] for sample in log.samples],
    }
tasks = list_tasks("evals", root_dir=Path.cwd())  # else where it was imported
print(json.dumps({"found": found, "sent": sent, "tasks": sorted(task.name for task in tasks)}))
"""


def test_inspect_lists_every_task_and_runs_it_with_its_mock_model(tmp_path: Path) -> None:
    laid_out(tmp_path, "inspect")
    told = json.loads(ran_beside("-c", SCRIPTED + IN_INSPECT, folder=tmp_path, home=tmp_path))
    assert told["tasks"] == ["a_aux1", "a_dem1", "product"]
    for name, result in told["found"].items():
        assert {case for case, agrees in result["agrees"].items() if agrees} == AGREES[name]
        assert result["accuracy"] == pytest.approx(len(AGREES[name]) / len(VERDICTS))
    assert told["found"]["perfect"]["answers"] == VERDICTS
    assert sorted(told["sent"][: len(VERDICTS)]) == sorted(messages(tmp_path / "again").values())


def test_inspect_runs_a_product_as_its_page_says(tmp_path: Path) -> None:
    folder = laid_out(tmp_path, "inspect")
    (tmp_path / "mine.py").write_text(SOLVER)
    inspect = (str(PYTHON.with_name("inspect")), "eval", "evals/product.py", "--solver", "mine.py@fake")
    models = ("--model", "none", "--model-role", "grader=none/none")
    ran_beside(*inspect, *models, folder=tmp_path, home=tmp_path)
    [log] = (tmp_path / "logs").glob("*.eval")
    ran_beside("evals/results.py", str(log), "-o", "results.jsonl", folder=tmp_path, home=tmp_path)
    assert answered(tmp_path / "results.jsonl") == planned(folder)


# promptfoo --------------------------------------------------------------------------------------------

PROVIDER = """
const reply = %s;
module.exports = class {
  id() { return "%s"; }
  async callApi(prompt) { return {output: reply[JSON.parse(prompt)[1].content]}; }
};
"""
"""A provider with the reply to each message of a case; to others it has none."""


def test_promptfoo_accepts_the_configuration_and_echoes_every_message(tmp_path: Path) -> None:
    texts = "\n".join(HARMLESS)  # in one case: promptfoo starts a process for each
    cases = hostile_cases((texts,))
    folder = laid_out(tmp_path, "promptfoo", cases)
    results = evaluated(folder, status=100)
    expected = messages(tmp_path / "again", cases)
    assert sorted(map(named, results)) == sorted(
        [("A-AUX1", "as-said"), *(("A-DEM1", it) for it in expected)]
    )
    sent = {
        named(result)[1]: [message["content"] for message in json.loads(result["response"]["output"])]
        for result in results
        if named(result)[0] == "A-DEM1"
    }
    assert sent == expected
    assert HOSTILE in sent["told-to-pass"][1]
    assert f"\n{texts}\n" in sent["hostile-0"][1]
    reasons = {result["gradingResult"]["reason"] for result in results}
    assert reasons == {
        f"The judge: the reply is no object. Expected: {verdict}." for verdict in VERDICTS.values()
    }


@pytest.mark.nightly
def test_promptfoo_compares_the_verdict_of_a_judge_with_the_right_one(tmp_path: Path) -> None:
    scripted: dict[str, Any] = {}
    exec(SCRIPTED, scripted)  # the judge that the other harnesses run
    folder, sent = laid_out(tmp_path, "promptfoo"), messages(tmp_path / "again").values()
    for name in AGREES:
        replies = {user: scripted["reply"](user, stubborn=name == "stubborn") for _, user in sent}
        (tmp_path / f"{name}.js").write_text(PROVIDER % (json.dumps(replies), name))
    judges = [f"file://../{name}.js" for name in AGREES]
    results = evaluated(folder, "--filter-metadata", "benchmark=A-DEM1", "-r", *judges, status=100)
    for name, agrees in AGREES.items():
        own = [result for result in results if result["provider"]["id"] == name]
        assert {named(result) for result in own} == {("A-DEM1", case) for case in VERDICTS}
        assert {named(result)[1] for result in own if result["success"]} == agrees
