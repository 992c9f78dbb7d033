"""The export for Python alone runs a product, and a bad script, product or judge costs what it concerns."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.result_files import reply
from support.scripted_run import lay_out, results, run_program, seal, told
from support.tables import data, table

OUTPUTS = {
    "record": {"code": "pass"},
    "as text": ' {"code": "fail"} ',
    "array": [1],
    "number": 42,
    "nothing": None,
    "empty": "",
    "prose": "I cannot do that.",
    "two objects": "{} {}",
    "key twice": '{"code": "pass", "code": "fail"}',
    "not a number": '{"dose": NaN}',
    "too large": '{"dose": 1e999}',
    "half a pair": {"note": "\ud800", "code": "fail"},
}
EXPECTED = {
    "record": "pass failed pass failed",
    "as text": "fail failed pass failed",
    **dict.fromkeys(
        ("array", "number", "nothing", "empty", "prose", "two objects", "not a number", "too large"),
        "unreadable unreadable fail unreadable",
    ),
    "key twice": "unreadable unreadable fail unreadable",
    "half a pair": "fail failed pass failed",
}
"""What a run with a judge that says no JSON comes to: both halves of the hybrid, the script, the judge."""
NOTHING = "no_output no_output no_output no_output"
JUDGE = "def ask(system, user):\n    asked.append(user)\n    return 'I pass it.'\nasked = []\n"


def test_all_kinds_of_output_have_one_rule(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {name: name for name in OUTPUTS})
    lines = [json.dumps({"case": name, "output": output}) for name, output in OUTPUTS.items()]
    (folder / "outputs.jsonl").write_text("\n".join(lines))
    (folder / "mine.py").write_text(JUDGE)
    run_program(folder, "--outputs", "outputs.jsonl", "--judge", "mine:ask", "--judge-name", "m 1")
    about, found = results(folder)
    assert told(found) == EXPECTED
    assert about.keys() == {"suite", "plan", "versions", "product", "judge"}
    assert (about["product"], about["judge"]) == ("scripted 1", "m 1")


def test_without_a_judge_its_results_are_left_open(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"one": "x", "two": "x", "three": "x"}, runs=2)
    lines = [
        {"case": "one", "output": {"code": "fail"}},
        {"case": "one", "run": 2, "output": "?"},
        {"case": "two", "failed": "timed\nout \x1b[31mred\x1b[0m"},
    ]
    (folder / "outputs.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    said = run_program(folder, "--outputs", "outputs.jsonl")
    found = results(folder)[1]
    assert told(found) == {
        "one": "fail pass",
        "one 2": "unreadable unreadable fail unreadable",
        "two": NOTHING,
    }
    assert {line["no_output"] for line in found if line["case"] == "two"} == {"timed out red"}
    assert said == (
        "results.jsonl: 3 of 6 runs of cases done, 1 failed, 1 with unreadable results\n"
        "first failure: timed out red\n"
    )


PRODUCT = f'''
import json, sys, time

class Textless(Exception):
    """An exception that fails where it makes its text."""

    def __str__(self):
        raise RuntimeError("no text")

class Wordless(Textless):
    """One whose text is none."""

    def __str__(self):
        return 4

REPLY = {json.dumps(reply([True]))!r}

def product(dictation):
    """Write what the dictation names."""
    if dictation == "hangs":
        time.sleep(60)
    if dictation == "crashes":
        raise LookupError("no \\u200bsuch\\ndrug")
    if dictation == "textless":
        raise Textless
    if dictation == "wordless":
        raise Wordless
    if dictation == "leaves without a word":
        raise type("Left", (SystemExit,), {{"__str__": Textless.__str__}})(3)
    if dictation == "leaves":
        raise SystemExit(3)
    if dictation == "a set":
        return {{1, 2}}
    return {{"code": "pass", "note": dictation}}

def ask(system, user):
    """Reply, except on one case."""
    if '"note": "judge hangs"' in user:
        time.sleep(60)
    if '"note": "judge crashes"' in user:
        raise OSError("429 too many")
    if '"note": "judge is textless"' in user:
        raise Textless
    return REPLY

if __name__ == "__main__":
    print(json.dumps(product(sys.stdin.read())))
'''
NO_OUTPUT = ("hangs", "crashes", "leaves", "a set", "textless", "wordless", "leaves without a word")
NAMES = ("sound", *NO_OUTPUT, "judge hangs", "judge crashes", "judge is textless")


@pytest.mark.parametrize("kind", ["function", "command"])
def test_one_failure_costs_what_it_concerns(tmp_path: Path, kind: str) -> None:
    folder = lay_out(tmp_path, "python", {name: name for name in NAMES})
    (folder / "mine.py").write_text(PRODUCT)
    product = {"function": ("--function", "mine:product"), "command": ("--command", "python3 mine.py")}[kind]
    run_program(folder, *product, "--judge", "mine:ask", "--judge-name", "m 1", "--timeout", "2")
    found = results(folder)[1]
    assert told(found) == {
        "sound": "pass pass pass pass",
        **dict.fromkeys(NO_OUTPUT, NOTHING),
        "judge hangs": "pass failed pass failed",
        "judge crashes": "pass failed pass failed",
        "judge is textless": "pass failed pass failed",
    }
    why: dict[str, str] = {}
    for line in found:
        if "failed" in line or "no_output" in line:
            why[line["case"]] = line.get("failed") or line["no_output"]
    assert why["hangs"] == why["judge hangs"] == "no answer within 2 seconds"
    assert "drug" in why["crashes"]
    assert why["judge crashes"] == "OSError: 429 too many"
    assert why["judge is textless"] == "Textless, whose text cannot be made"
    if kind == "function":
        assert why["textless"] == "Textless, whose text cannot be made"
        assert why["wordless"] == "Wordless, whose text cannot be made"
        assert why["leaves without a word"] == "Left, whose text cannot be made"


SCRIPTS = data(__file__)["scripts"]
GOOD = {"environment", "clears", "state", "prints", "shadow", "writes", "serves", "reads input", "sound"}


def test_a_script_that_misbehaves_is_harmless_or_loses_its_result(tmp_path: Path) -> None:
    folder = hostile_run(tmp_path)
    before = {path.name for path in folder.iterdir()}
    run_program(folder, "--function", "mine:product", "--judge", "mine:ask", "--judge-name", "m 1")
    assert told(results(folder)[1]) == {
        name: f"{'pass' if name in GOOD else 'failed'} pass pass pass" for name in SCRIPTS
    }
    assert {path.name for path in folder.iterdir()} - before - {"__pycache__"} == {"results.jsonl"}


def hostile_run(folder: Path) -> Path:
    """Return an export whose script misbehaves in each case, in another way."""
    target = lay_out(folder, "python", {name: name for name in SCRIPTS})
    body = ""
    for name, source in SCRIPTS.items():
        lines = "".join(f"        {line}\n" for line in source.split("\n"))
        body += f"    if narrative == {name!r}:\n{lines}"
    head = "from answers import reply\n\ndef evaluate(labels, output, narrative):\n"
    (target / "evaluators/a_dem1.py").write_text(f"{head}{body}    return reply('pass')\n")
    for name in ("json", "re", "fractions", "os", "judging", "script_runner", "sitecustomize"):
        (target / f"evaluators/{name}.py").write_text("is_ours = True\n")
    (target / "mine.py").write_text(PRODUCT)
    judging = target / "judging.py"
    judging.write_text(judging.read_text().replace("SECONDS = 20\n", "SECONDS = 2\n"))
    seal(target)
    return target


def test_a_script_that_hangs_and_what_it_started_are_ended(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"hangs": "x", "leaves a child": "x"})
    mark = tmp_path / "outlived"
    child = f"import time\ntime.sleep(3)\nopen({str(mark)!r}, 'w').close()"
    (folder / "evaluators/a_dem1.py").write_text(
        "import subprocess, sys, time\nfrom answers import reply\n\n"
        "def evaluate(labels, output, narrative):\n"
        f"    subprocess.Popen([sys.executable, '-c', {child!r}])\n"
        "    while output['note'] == 'hangs':\n        time.sleep(1)\n"
        "    return reply('pass')\n"
    )
    judging = folder / "judging.py"
    judging.write_text(judging.read_text().replace("SECONDS = 20\n", "SECONDS = 2\n"))
    seal(folder)
    outputs = [{"case": name, "output": {"note": name}} for name in ("hangs", "leaves a child")]
    (folder / "outputs.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in outputs))
    run_program(folder, "--outputs", "outputs.jsonl", "--parallel", "1")
    found = results(folder)[1]
    assert told(found) == {"hangs": "failed pass", "leaves a child": "pass pass"}
    assert found[0]["failed"] == "the script: no answer within 2 seconds"
    (folder / "results.jsonl").unlink()
    (folder / "evaluators/a_dem1.py").write_text("import time\ntime.sleep(3)\n")
    seal(folder)
    run_program(folder, "--outputs", "outputs.jsonl", "--parallel", "1")  # longer than a child would live
    assert not mark.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_a_system_that_refuses_the_limit_of_memory_runs_scripts_without_it(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"one": "x"})
    (folder / "outputs.jsonl").write_text('{"case": "one", "output": {}}')
    program = f"ulimit -v 900000; exec {sys.executable} run.py --outputs outputs.jsonl --product x"
    subprocess.run(["bash", "-c", program], cwd=folder, check=True, timeout=120)
    assert told(results(folder)[1]) == {"one": "pass pass"}


def test_a_product_that_writes_without_end_is_stopped(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"one": "x"})
    run_program(folder, "--command", "yes", status=1)
    assert {line["no_output"] for line in results(folder)[1]} == {"it wrote more than 10000000 bytes"}


WAITS = """
import os, sys, time
if sys.stdin.read() == "quick":
    sys.exit(print("{}"))
open(f"{os.getpid()}.pid", "w").close()
time.sleep(60)
"""


def test_a_run_that_is_stopped_keeps_its_results_and_leaves_no_program_behind(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"one": "quick", "two": "slow", "three": "slow"})
    (folder / "waits.py").write_text(WAITS)
    command = (sys.executable, "run.py", "--command", f"{sys.executable} waits.py", "--product", "x")
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        deadline, written = time.monotonic() + 30, folder / "results.jsonl"
        while time.monotonic() < deadline and not (
            written.exists() and len(written.read_text().split("\n")) == 4
        ):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    more = "`--missing-from results.jsonl -o FILE` runs the rest"
    assert (process.returncode, said) == (
        130,
        f"stopped: results.jsonl has the results up to here; {more}\n",
    )
    assert told(results(folder)[1]) == {"one": "pass pass"}
    pids = [int(path.stem) for path in folder.glob("*.pid")]
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@table
def test_a_run_in_which_all_fails_fails_and_says_why(tmp_path: Path, command: str, why: str) -> None:
    folder = lay_out(tmp_path, "python", {"one": "x", "two": "x"})
    said = run_program(folder, "--command", command, status=1)
    assert said == f"results.jsonl: 2 of 2 cases run, 2 failed\nfirst failure: {why}\n".replace(":\n", "\n")
    key = "failed" if command == "./mistyped" else "no_output"  # what cannot be started is no product yet
    assert {*told(results(folder)[1]).values()} == {f"{key} {key} {key} {key}"}


def test_a_judge_that_fails_is_counted(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"one": "x", "two": "x", "three": "x"})
    (folder / "mine.py").write_text("def ask(system, user):\n    raise OSError('429 too many')\n")
    (folder / "outputs.jsonl").write_text('{"case": "two", "output": {}}\n{"case": "one", "output": "?"}\n')
    said = run_program(folder, "--outputs", "outputs.jsonl", "--judge", "mine:ask", "--judge-name", "m 1")
    assert said == (
        "results.jsonl: 2 of 3 cases run, 0 failed, 1 failed in part, 1 with unreadable results\n"
        "first failure: OSError: 429 too many\n"
    )


def test_a_later_run_takes_over_what_is_whole(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"one": "one", "two": "two", "three": "three"})
    lines = ['{"case": "one", "output": {"code": "fail"}}', '{"case": "two", "failed": "timed out"}']
    (folder / "outputs.jsonl").write_text("\n".join(lines))
    run_program(folder, "--outputs", "outputs.jsonl")
    first = results(folder)
    (folder / "results.jsonl").rename(folder / "first.jsonl")
    again = ("--function", "mine:product", "--missing-from", "first.jsonl")
    (folder / "mine.py").write_text(
        "def product(text):\n    assert text != 'one', 'it was run twice'\n    return {}\n"
    )
    said = run_program(folder, *again)
    assert said == "results.jsonl: 3 of 3 cases run, 1 failed\nfirst failure: timed out\n"
    about, found = results(folder)
    assert about == first[0]
    assert told(found) == {"one": "fail pass", "two": NOTHING, "three": "pass pass"}
    said = run_program(folder, *again, "--product", "scripted 2", "-o", "other.jsonl", status=2)
    assert said == "run.py: first.jsonl has results of another plan, product or judge\n"
    for content in ("", "{", "[]", '{"case": "one"}'):
        (folder / "first.jsonl").write_text(content)
        assert run_program(folder, *again, "-o", "other.jsonl", status=2).startswith("run.py: first.jsonl")


def test_a_file_that_was_cut_off_is_resumed_with_the_case_that_it_breaks_off_in(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"one": "one", "two": "two"})
    (folder / "mine.py").write_text("def product(text):\n    return {}\n")
    run_program(folder, "--function", "mine:product", "--parallel", "1")
    whole = (folder / "results.jsonl").read_text().splitlines(keepends=True)
    assert len(whole) == 5
    again = ("--function", "mine:product", "--missing-from", "cut.jsonl", "-o", "other.jsonl")
    (folder / "cut.jsonl").write_text("".join(whole[:4]) + whole[4][:20])
    said = run_program(folder, *again, status=2)
    advice = "if the run was cut off in this line, delete it: its case runs again"
    assert said == f"run.py: cut.jsonl:5: this is no JSON object; {advice}\n"
    (folder / "cut.jsonl").write_text("".join(whole[:4]))
    assert run_program(folder, *again) == "other.jsonl: 2 of 2 cases run, 0 failed\n"
    assert told(results(folder, "other.jsonl")[1]) == {"one": "pass pass", "two": "pass pass"}


def test_a_full_disk_ends_a_run_at_once(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {str(n): "quick" if n < 5 else "slow" for n in range(9)})
    (folder / "waits.py").write_text(WAITS)
    program = f"ulimit -f 1; exec {sys.executable} run.py --command '{sys.executable} waits.py' --product x"
    done = subprocess.run(
        ["bash", "-c", program], cwd=folder, capture_output=True, text=True, check=False, timeout=30
    )
    assert (done.returncode, done.stderr) == (2, "results.jsonl cannot be written: File too large\n")


def test_a_slow_case_holds_back_no_other(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"slow": "slow", "one": "quick", "two": "quick"})
    (folder / "waits.py").write_text(WAITS.replace("60", "2"))
    run_program(folder, "--command", f"{sys.executable} waits.py", "--parallel", "2", status=0)
    assert [*told(results(folder)[1])] == ["one", "two", "slow"]


def test_a_run_that_is_stopped_before_it_began_says_nothing(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, "python", {"one": "x"})
    (folder / "mine.py").write_text("import time\nopen('started', 'w').close()\ntime.sleep(60)\n")
    command = (sys.executable, "run.py", "--function", "mine:product", "--product", "x")
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and not (folder / "started").exists():
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (130, "")
