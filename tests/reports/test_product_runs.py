"""A product run in another harness gets the report that it gets without one, to the last digit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.documentation import blocks, page
from support.evals import PYTHON, ran
from support.harnesses import environment, promptfoo
from support.product_runs import SCRIPTED, direct_report, lay_out, score
from support.shipped import shipped_report

SUITE = shipped_report().suite
pytestmark = pytest.mark.nightly
FAKE_SOLVER, FAKE_TASK = blocks(page("scripts/benchdocs/pages/authoring/harnesses.md"), "python")[:2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the run without a harness."""
    folder = tmp_path_factory.mktemp("direct")
    lay_out(folder, "inspect", SUITE)
    return folder


@pytest.fixture(scope="module")
def direct(folder: Path) -> Any:
    report = direct_report(folder, SUITE)
    assert {key for key, cases in report["cases"].items() if cases} == {
        "fails",
        "uncertain",
        "unreadable",
        "failed",
    }
    shown = {
        key: sum(each.get(key) or 0 for each in report["verdicts"]) for key in ("passed", "not_applicable")
    }
    assert 0 < shown["passed"] < sum(each.get("evaluated") or 0 for each in report["verdicts"])
    assert shown["not_applicable"]
    return report


def compare(found: Any, direct: Any) -> None:
    """Hold a report against the direct one; what the lines say of the run differs by harness."""
    assert found.pop("about").keys() <= {"suite", "product", "judge"}
    direct = {key: value for key, value in direct.items() if key != "about"}
    for own, other in zip(found["verdicts"], direct["verdicts"], strict=True):
        assert own == other
    assert found == direct


IN_INSPECT = """
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import solver
from mine import fake
from scripted import judge, product

def grade(messages, tools, tool_choice, config):
    # With its usage stated, the mock model counts no tokens, for which it would ask the network.
    output = ModelOutput.from_content("mockllm", judge(messages[1].text))
    output.usage = ModelUsage()
    return output

@solver
def scripted():
    async def solve(state, generate):
        state.output = ModelOutput.from_content("scripted", product(state.input_text))
        return state
    return solve

@solver
def crashing():
    async def solve(state, generate):
        raise RuntimeError("no answer\\nin time")
    return solve

for own in (scripted, fake, crashing):
    (log,) = eval(
        "product.py",
        solver=own(),
        model="mockllm/model",
        model_roles={"grader": get_model("mockllm/model", custom_outputs=grade, memoize=False)},
        limit=2 if own is crashing else None,
        fail_on_error=False,
        display="none",
        log_dir="logs",
    )
    print(log.location)
"""


@pytest.fixture(scope="module")
def in_inspect(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Results of the scripted product, of the page's fake one, and of one that crashes."""
    folder = tmp_path_factory.mktemp("inspect")
    lay_out(folder, "inspect", SUITE)
    (folder / "mine.py").write_text(FAKE_SOLVER)
    home = environment(folder)
    logs = ran(PYTHON, "-c", IN_INSPECT, folder=folder, environment=home).split()
    return tuple(ran(PYTHON, "results.py", log, folder=folder, environment=home) for log in logs)


def report_of(lines: str, folder: Path) -> Any:
    (folder / "results.jsonl").write_text(lines)
    return score(folder / "results.jsonl")


def test_inspect(tmp_path: Path, in_inspect: tuple[str, ...], direct: Any) -> None:
    compare(report_of(in_inspect[0], tmp_path), direct)


IN_PYDANTIC_EVALS = """
from pathlib import Path
from product import dataset, results
from scripted import judge, product

async def grade(system, user):
    return judge(user)

report = dataset(grade).evaluate_sync(lambda case: product(case["narrative"]), progress=False)
Path("results.jsonl").write_text(results(report, product="scripted", judge="scripted"))

def crash(case):
    raise RuntimeError("no answer\\nin time")

crashing = dataset(grade)
crashing.cases = crashing.cases[:2]
Path("crashed.jsonl").write_text(results(crashing.evaluate_sync(crash, progress=False), product="crashing"))
"""


def test_pydantic_evals(tmp_path: Path, in_inspect: tuple[str, ...], direct: Any) -> None:
    lay_out(tmp_path, "pydantic-evals", SUITE)
    ran(PYTHON, "-c", IN_PYDANTIC_EVALS, folder=tmp_path, environment=environment(tmp_path))
    compare(score(tmp_path / "results.jsonl"), direct)
    for lines in (in_inspect[2], (tmp_path / "crashed.jsonl").read_text()):
        failed = [json.loads(line) for line in lines.splitlines()[1:]]
        assert len({line["case"] for line in failed}) == 2
        assert all("no answer" in line["failed"] for line in failed)
        assert report_of(lines, tmp_path)["summary"]["verdict"] == "missing"


PROVIDER = """
const reply = %s;
module.exports = class {
  id() { return "scripted"; }
  async callApi(prompt) { return {output: reply[%s]}; }
};
"""
"""A provider with the reply to each prompt."""


def test_promptfoo(tmp_path: Path, folder: Path, direct: Any) -> None:
    own = tmp_path / "evals"
    lay_out(own, "promptfoo", SUITE)
    scripted: dict[str, Any] = {}
    exec(SCRIPTED.replace("records.json", str(folder / "records.json")), scripted)

    def evaluate(config: str, replies: dict[str, str], prompt: str, out: str) -> None:
        (tmp_path / f"{out}.js").write_text(PROVIDER % (json.dumps(replies), prompt))
        provider = ("-r", f"file://../{out}.js", "-o", f"{out}.json")
        promptfoo(
            own, "eval", "-c", config, "--no-cache", "--no-table", "--no-share", "--no-write", *provider
        )

    def results(*arguments: str) -> str:
        return ran(PYTHON, "results.py", *arguments, folder=own, environment=environment(tmp_path))

    tests = json.loads((own / "product_tests.json").read_text())
    written = [test["vars"]["case"]["narrative"] for test in tests]
    evaluate("product.yaml", {text: scripted["product"](text) for text in written}, "prompt", "outputs")
    (own / "judge_tests.json").write_text(results("ask", "outputs.json"))
    replies = json.loads((folder / "replies.json").read_text())
    evaluate("judges.yaml", replies, "JSON.parse(prompt)[1].content", "replies")
    (tmp_path / "results.jsonl").write_text(results("score", "outputs.json", "replies.json"))
    compare(score(tmp_path / "results.jsonl"), direct)


def test_the_fake_products_of_the_page_get_the_same_report(
    tmp_path: Path, in_inspect: tuple[str, ...]
) -> None:
    lay_out(tmp_path, "pydantic-evals", SUITE)
    ran(PYTHON, "-c", MODEL + FAKE_TASK, folder=tmp_path, environment=environment(tmp_path))
    found, other = (
        report_of(lines, tmp_path) for lines in ((tmp_path / "results.jsonl").read_text(), in_inspect[1])
    )
    assert found["about"]["product"]
    assert found["summary"]["verdict"] == "blocked"
    assert found["cases"]["unreadable"]
    compare(found, other)


MODEL = """
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models.function import FunctionModel
from scripted import judge as reply

def answer(messages, info):
    return ModelResponse(parts=[TextPart(reply(messages[-1].parts[-1].content))])

MODEL = FunctionModel(answer)
"""
