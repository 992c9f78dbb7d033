"""A product run in another harness gets the report that it gets without one, to the last digit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.evals import PYTHON, ran
from support.harnesses import environment
from support.product_runs import direct_report, lay_out, score
from support.shipped import shipped_report

SUITE = shipped_report().suite


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("direct")
    lay_out(folder, "inspect", SUITE)
    report = direct_report(folder, SUITE)
    assert {key for key, cases in report["cases"].items() if cases} == {"uncertain", "unreadable", "failed"}
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

(log,) = eval(
    "product.py",
    solver=scripted(),
    model="mockllm/model",
    model_roles={"grader": get_model("mockllm/model", custom_outputs=grade, memoize=False)},
    display="none",
    log_dir="logs",
)
assert log.status == "success", log.error
print(log.location)
"""


def test_inspect(tmp_path: Path, direct: Any) -> None:
    lay_out(tmp_path, "inspect", SUITE)
    (log,) = ran(PYTHON, "-c", IN_INSPECT, folder=tmp_path, environment=environment(tmp_path)).split()
    lines = ran(PYTHON, "results.py", log, folder=tmp_path, environment=environment(tmp_path))
    (tmp_path / "results.jsonl").write_text(lines)
    compare(score(tmp_path / "results.jsonl"), direct)
