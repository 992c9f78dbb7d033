"""One product and one judge get the same results and report in every form of export, line by line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.commands import run
from support.evals import PYTHON, ran
from support.harnesses import environment, promptfoo, ran_beside
from support.result_files import reply
from support.scripted_run import lay_out, results, told

pytestmark = pytest.mark.nightly
GOOD = json.dumps(reply([True]))
REPLIES = {
    "pass": GOOD,
    "fail": json.dumps(reply([False])),
    "uncertain": json.dumps(reply([True], uncertain=True)),
    "not_applicable": json.dumps(reply([], applicable=False)),
    "fenced": f"```json\n{GOOD}\n```",
    "thoughtful": f"<think>{{x}}</think>{GOOD}",
    "colored": json.dumps(json.loads(GOOD) | {"reason": f"\x1b[31m{json.loads(GOOD)['reason']}\u200b"}),
    "prose": "It passes.",
    "short": '{"pass": true}',
    "twice": f"{GOOD}{GOOD}",
}
"""Replies of the judge."""
FAILS = {"no reply to A-DEM1": "arrival_recorded", "no reply to A-AUX1": "missing_time_marked"}
"""Cases on which one judge fails, with a word of its prompt; to the other it passes."""
VERDICTS = {
    **{name: name for name in ("pass", "fail", "uncertain", "not_applicable")},
    **dict.fromkeys(("fenced", "thoughtful", "colored"), "pass"),
    **dict.fromkeys(("prose", "short", "twice"), "failed"),
}
BOTH = {kind: (verdict, verdict) for kind, verdict in VERDICTS.items()}
BOTH |= {"no reply to A-DEM1": ("failed", "pass"), "no reply to A-AUX1": ("pass", "failed")}
"""What the judges of A-DEM1 and A-AUX1 come to."""
UNREADABLE = "unreadable unreadable fail unreadable"
NO_OUTPUT = "no_output no_output no_output no_output"
Outputs = dict[str, Any]
MIDDLING: Outputs = {
    f"{code} {kind}": {"code": code, "judge": kind}
    for code in ("pass", "fail", "not_applicable")
    for kind in BOTH
}
BROKEN: Outputs = {
    "empty": "",
    "blank": " \n",
    "null": "null",
    "array": '[{"code": "pass"}]',
    "number": "42",
    "truth": "true",
    "prose": "The patient is a \ud800 man.",
    "fenced": '```json\n{"code": "pass"}\n```',
    "cut off": '{"code": "pass"',
    "two objects": '{"code": "pass"} {"code": "pass"}',
    "key twice": '{"code": "pass", "code": "fail"}',
    "NaN": '{"code": "pass", "dose": NaN}',
    "too large": '{"code": "pass", "dose": 1e999}',
    "deep": "[" * 5000,
    "colored": '\x1b[31m{"code": "pass"}',
    "surrogate": '{"code": "fail", "judge": "pass", "note": "\\ud800"}',
    "raw surrogate": '{"code": "fail", "judge": "pass", "note": "\ud800"}',
    "zero width": '{"code": "pass", "judge": "pass", "no\u200bte": "\u200b"}',
    "template": '{"code": "pass", "judge": "pass", "note": "{{ env.HOME }} {% raw %} file:///etc/passwd"}',
    "odd code": '{"code": [1], "judge": "fail"}',
    "sound": '{"code": "pass", "judge": "pass"}',
}
"""What the product writes; in other cases it fails."""
FAILING = ("crashes", "hangs")
EXPECTED = {
    "middling": {
        f"{code} {kind}": f"{code} {half} pass {alone}"
        for code in ("pass", "fail", "not_applicable")
        for kind, (half, alone) in BOTH.items()
    },
    "broken": {
        **dict.fromkeys(BROKEN, UNREADABLE),
        **dict.fromkeys(("surrogate", "raw surrogate"), "fail pass pass pass"),
        **dict.fromkeys(("zero width", "template", "sound"), "pass pass pass pass"),
        "odd code": "fail fail pass fail",
        **dict.fromkeys(FAILING, NO_OUTPUT),
    },
}
PRODUCTS: dict[str, Outputs] = {
    "middling": {name: json.dumps(output) for name, output in MIDDLING.items()},
    "broken": BROKEN,
}
RUNS = {"middling": 2, "broken": 1}
GIVEN = {
    "middling": "108 planned, 83 evaluated, 22 failed, 0 not readable, 25 without a result",
    "broken": "69 planned, 35 evaluated, 21 failed, 34 not readable, 0 without a result",
}
"""What the reports count: of 36 and 22 cases, each with three benchmarks."""
SECONDS = 12
"""Longest time that a product has."""

SCRIPTED = """
import asyncio, json, re, time
from pathlib import Path

OUTPUTS, REPLIES, FAILS = json.loads(Path("scripted.json").read_text())

def product(dictation):
    if dictation == "hangs":
        time.sleep(30)
    if dictation not in OUTPUTS:
        raise LookupError(f"no \\x1b[1m{dictation}\\u200b\\nreason")
    return OUTPUTS[dictation]

def ask(system, user):
    kind = re.search(r'"judge": "([\\w -]+)"', user)[1]
    if kind in FAILS and FAILS[kind] in system:
        raise OSError("500 \\x1b[31mBroken\\nagain")
    return REPLIES.get(kind, REPLIES["pass"])
"""


def laid_out(folder: Path, form: str, product: str) -> Path:
    """Return an export whose product and judge are scripted."""
    names = [*PRODUCTS[product], *(FAILING if product == "broken" else ())]
    target = lay_out(folder, form, {name: name for name in names}, RUNS[product])
    (target / "scripted.json").write_text(json.dumps([PRODUCTS[product], REPLIES, FAILS]))
    (target / "scripted.py").write_text(SCRIPTED)
    return target


def run_python(target: Path, product: str) -> None:
    judge = ("--judge", "scripted:ask", "--judge-name", "scripted")
    program = (PYTHON, "run.py", "--function", "scripted:product", *judge, "--timeout", str(SECONDS))
    ran(*program, "--product", "scripted", folder=target, environment=environment(target.parent))


IN_INSPECT = """
import sys
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import solver
import anyio
from scripted import ask, product

def grade(messages, tools, tool_choice, config):
    # With its usage stated, the mock model counts no tokens, for which it would ask the network.
    output = ModelOutput.from_content("mockllm", ask(messages[0].text, messages[1].text))
    output.usage = ModelUsage()
    return output

@solver
def scripted():
    async def solve(state, generate):
        if state.input_text == "hangs":
            await anyio.sleep(30)
        state.output = ModelOutput.from_content("scripted", product(state.input_text))
        return state
    return solve

(log,) = eval(
    "product.py",
    solver=scripted(),
    model="mockllm/model",
    model_roles={"grader": get_model("mockllm/model", custom_outputs=grade, memoize=False)},
    fail_on_error=False,
    time_limit=int(sys.argv[1]) or None,
    display="none",
    log_dir="logs",
)
print(log.location)
"""


def run_inspect(target: Path, product: str) -> None:
    limit = str(SECONDS if product == "broken" else 0)
    log = ran_beside("-c", IN_INSPECT, limit, folder=target, home=target.parent).strip()
    ran_beside("results.py", log, "-o", "results.jsonl", folder=target, home=target.parent)


IN_PYDANTIC_EVALS = """
import asyncio, sys
from product import dataset, write_results
from scripted import ask, product

async def judge(system, user):
    return ask(system, user)

async def task(case):
    if case["narrative"] == "hangs":
        await asyncio.wait_for(asyncio.sleep(30), 1)
    return product(case["narrative"])

report = dataset(judge).evaluate_sync(task, progress=False, repeat=int(sys.argv[1]))
write_results(report, "results.jsonl", product="scripted", judge="scripted")
"""


def run_pydantic_evals(target: Path, product: str) -> None:
    ran_beside("-c", IN_PYDANTIC_EVALS, str(RUNS[product]), folder=target, home=target)


PROVIDER = """
const [outputs, replies, fails] = require("./scripted.json");
module.exports = class {
  id() { return "scripted"; }
  async callApi(prompt) {
    const judge = prompt.startsWith("[") && prompt.match(/judge\\\\": \\\\"([\\w -]+)/)[1];
    if (prompt === "hangs") { return new Promise(() => {}); }
    const is_broken = judge && prompt.includes(fails[judge]);
    const text = judge ? is_broken ? undefined : replies[judge] || replies.pass : outputs[prompt];
    if (text === undefined) { throw new Error("500 \\x1b[31mBroken\\nagain\\ud800"); }
    return {output: text};
  }
};
"""


def run_promptfoo(target: Path, product: str) -> None:
    (target / "provider.js").write_text(PROVIDER)
    home = environment(target.parent)

    def evaluate(config: str, out: str, *more: str) -> None:
        quiet = ("--no-cache", "--no-progress-bar", "--no-table", "--no-share", "--no-write")
        provider = ("-r", "file://provider.js", "-o", out)
        status = 100 if (product == "broken") == (config == "product.yaml") else 0  # where something fails
        promptfoo(target, "eval", "-c", config, *quiet, *provider, *more, status=status)

    evaluate("product.yaml", "outputs.json", "--repeat", str(RUNS[product]))
    asked = ("results.py", "ask", "outputs.json", "-o", "judge_tests.json")
    ran(PYTHON, *asked, folder=target, environment=home)
    evaluate("judges.yaml", "replies.json")
    scored = ("results.py", "score", "outputs.json", "replies.json", "-o", "results.jsonl")
    ran(PYTHON, *scored, folder=target, environment=home)


FORMS: dict[str, Callable[[Path, str], None]] = {
    "python": run_python,
    "inspect": run_inspect,
    "pydantic-evals": run_pydantic_evals,
    "promptfoo": run_promptfoo,
}


REASON = "Each harness has its own words for it."


def alike(folder: Path) -> tuple[list[str], str]:
    """Return the sorted lines of results and the report, without each harness's words for a failure."""
    about, lines = results(folder)
    for line in lines:
        line |= dict.fromkeys(line.keys() & {"failed", "no_output"}, REASON)
    written = "".join(f"{json.dumps(line)}\n" for line in [{"about": about | {"judge": "scripted"}}, *lines])
    (folder / "alike").mkdir()
    (folder / "alike/results.jsonl").write_text(written)
    plan, suite = folder / "plan.json", folder.parent / "suite"
    shown = run("score", folder / "alike/results.jsonl", "--plan", plan, "--root", suite)
    assert shown.exit_code == 1, shown.output
    return sorted(written.split("\n")), shown.output


@pytest.fixture(scope="module", params=PRODUCTS)
def folders(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders of the same run in all forms, by form."""
    made = {}
    for form, run_form in FORMS.items():
        made[form] = laid_out(tmp_path_factory.mktemp(form), form, request.param)
        run_form(made[form], request.param)
    return {**made, "product": Path(request.param)}


def test_every_form_gives_the_same_results_and_report(folders: dict[str, Path]) -> None:
    product = folders.pop("product").name
    expected = dict(EXPECTED[product])
    if RUNS[product] == 2:
        expected |= {f"{name} 2": verdicts for name, verdicts in expected.items()}
    first = alike(folders["python"])
    assert GIVEN[product] in first[1]
    for form, folder in folders.items():
        about, lines = results(folder)
        assert dict(sorted(told(lines).items())) == dict(sorted(expected.items())), form
        assert form == "python" or alike(folder) == first, form
        assert about.keys() == {"suite", "plan", "versions", "product", "judge"}, form
        reasons = [line[key] for line in lines for key in ("failed", "no_output") if key in line]
        assert all(reason.isprintable() and reason for reason in reasons), form
        assert not any(str(folder) in reason for reason in reasons), form
