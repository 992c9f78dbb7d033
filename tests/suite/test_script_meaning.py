"""What counts of a script is what Python reads and `evaluate` reaches; the texts of reasons stand apart."""

from __future__ import annotations

from pathlib import Path

from benchdocs.documents.text_file import TextFile
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.loading import Loaded
from benchdocs.specs.settings import Settings
from benchdocs.suite.meaning import fingerprint
from benchdocs.suite.script_meaning import Meaning, meanings
from benchdocs.suite.suite import Suite
from support.paths import DATA
from support.suites import base_with, suite_in, suite_with
from support.tables import table

SHARED = '''"""What scripts share."""

import json
import re

_WORD = re.compile("a")
KINDS = {}


def kind(function):
    KINDS[function.__name__] = function
    return function


@kind
def registered(text):
    return text == "r"


def same(one, other):
    """Return whether two texts are equal."""
    return _plain(one) == _plain(other)


def _plain(text):
    return str(text).strip()


def spare(text):
    return bool(_WORD.search(text)) or json.dumps(text)


def reply(met, yes, no=""):
    reason = _sized(yes if met else no)
    return {"pass": met, "reason": reason}


def _sized(reason):
    return reason if len(reason) < 200 else f"{reason[:190]} and so on"
'''


def meaning(script: str, shared: str) -> dict[str, Meaning]:
    files = {"arrival": script, "shared": shared}
    scripts = tuple(CodeEvaluator(f"evaluators/code/{name}.py", text) for name, text in files.items())
    settings = Settings(file=TextFile("benchdocs.toml", ""))
    return meanings(Suite(Loaded(Path(), settings, (), (), scripts)), scripts[0])


def reached(files: dict[str, str]) -> dict[str, list[str]]:
    """What counts of each script and of what it reaches."""
    scripts = tuple(CodeEvaluator(f"evaluators/code/{name}.py", text) for name, text in files.items())
    settings = Settings(file=TextFile("benchdocs.toml", ""))
    suite = Suite(Loaded(Path(), settings, (), (), scripts))
    return {script.name: [part.code for part in meanings(suite, script).values()] for script in scripts}


def difference(before: dict[str, Meaning], after: dict[str, Meaning]) -> set[str]:
    """What of two states is not the same: the code, or only the reasons."""
    found = set()
    for name in before.keys() | after.keys():
        one, other = before.get(name), after.get(name)
        if one is None or other is None or one.code != other.code:
            found.add("code")
        elif one.reasons != other.reasons:
            found.add("reasons")
    return found


def test_a_script_that_is_nested_deep_is_compared_all_the_same() -> None:
    head = "from shared import same\n\n\ndef evaluate(labels, output, narrative):\n    return "
    script = f"{head}{'1 + ' * 2_000}1\n"
    before, after = meaning(script, SHARED), meaning(script.replace("1\n", "2\n"), SHARED)
    assert before["arrival"].code != after["arrival"].code
    assert before["arrival"].code.source != after["arrival"].code.source
    assert before["shared"].code == after["shared"].code


def test_a_review_covers_the_labels_that_a_script_reads_and_its_metric_does_not_name(tmp_path: Path) -> None:
    path = "a-component/A-DEM2.yaml"
    metric = "metric: {implementation: evaluators/code/departure.py, labels: [stated_times]}\n"
    stated = "labels:\n  stated_times: {meaning: Times., type: list}\n"
    spare = "  spare_times: {meaning: Spare., type: list}\nrecord: {}\n"
    code = "def evaluate(labels, output, narrative):\n    return {'pass': bool(labels['spare_times'])}\n"
    files = {path: base_with(path, end=metric), "evaluators/code/departure.py": code}
    marks = []
    for number, said in enumerate(("Spare.", "Spare.", "Given twice.")):
        own = {"evaluators/labels.yaml": stated + spare.replace("Spare.", said)}
        suite = suite_in(suite_with(tmp_path / str(number), files | own))
        marks.append(fingerprint(suite, suite.benchmark["A-DEM2"]))
    assert marks[0] == marks[1] != marks[2]


@table
def test_a_change_of_a_script_or_of_what_it_imports_is_seen(
    script: str, old: str, new: str, differs: list[str]
) -> None:
    before = meaning(script, SHARED)
    if old in script:
        after = meaning(script.replace(old, new), SHARED)
    else:
        assert old in SHARED
        after = meaning(script, SHARED.replace(old, new))
    assert difference(before, after) == {*differs}


def test_an_import_that_nothing_reached_uses_brings_only_what_runs_by_it() -> None:
    shared = "LIMIT = 3\n\ndef small(n):\n    return n < LIMIT\n"
    between = (
        "from shared import small\n\ndef few(n):\n    return small(n)\n\ndef same(a, b):\n    return a == b\n"
    )
    entry = "\n\ndef evaluate(labels, output, narrative):\n    return "
    scripts = {"between": between, "uses": f"from between import few{entry}few(3)\n"}
    scripts["other"] = f"from between import same{entry}same(1, 1)\n"
    before, after, noisy = (
        reached(scripts | {"shared": text})
        for text in (shared, shared.replace("3", "4"), f"print('imported')\n{shared}")
    )
    assert before["uses"] != after["uses"]
    assert before["other"] == after["other"]
    assert before["other"] != noisy["other"], "what an import runs counts for whoever imports it"


def modules(files: dict[str, str]) -> dict[str, Meaning]:
    """What counts of the script `arrival` and of what it reaches."""
    scripts = tuple(CodeEvaluator(f"evaluators/code/{name}.py", text) for name, text in files.items())
    settings = Settings(file=TextFile("benchdocs.toml", ""))
    suite = Suite(Loaded(Path(), settings, (), (), scripts))
    [script] = (script for script in scripts if script.name == "arrival")
    return meanings(suite, script)


@table
def test_a_name_counts_where_something_sees_it(edits: list[tuple[str, str, str]], differs: list[str]) -> None:
    before = {path.stem: path.read_text() for path in (DATA / "suite/names").glob("*.py")}
    after = {**before}
    for name, old, new in edits:
        text = after.get(name, "")
        assert old in text
        after[name] = text.replace(old, new)
        compile(after[name], name, "exec")
    assert difference(modules(before), modules(after)) == {*differs}


@table
def test_statements_that_run_in_another_order_count(first: str, second: str, end: str) -> None:
    head = "STOP = [1, 2]\nLIMIT = 3\n\ndef near():\n    return LIMIT\n"
    entry = f"def evaluate(labels, output, narrative):\n    return {end}\n"
    states = [
        reached({"arrival": "\n".join((head, *pair, entry))}) for pair in ((first, second), (second, first))
    ]
    assert states[0] != states[1]


@table
def test_a_comprehension_has_variables_of_its_own(one: str, other: str, is_same: bool) -> None:
    head = "def evaluate(labels, output, narrative):\n    a = labels\n    b = output\n    return "
    before, after = (reached({"arrival": f"{head}{text}\n"}) for text in (one, other))
    assert (before == after) is is_same
