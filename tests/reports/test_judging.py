"""The program of an export that judges a product does what `benchdocs score --outputs` does."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchdocs.reports.evals.export import files
from benchdocs.rules.check import check
from benchdocs.scoring.code_runs import read_records, with_code
from benchdocs.scoring.results import read_results
from benchdocs.specs.judge_reply import JudgeReply, ShareReply, objections
from support.evals import FILES
from support.paths import TESTS
from support.result_files import REASON, line, text_of
from support.result_files import reply as counted
from support.suites import base_with, suite_with
from support.tables import data

METRIC = "metric:\n  numerator: matching\n  denominator: dictated\n  implementation: evaluators/code/{}.py\n"
SCRIPT = f"""
def evaluate(labels, output, narrative):
    outcome = labels.get("{{key}}", "not_applicable")
    if outcome == "fails itself":
        raise LookupError("no such key")
    applicable, met = outcome != "not_applicable", outcome == "pass"
    items = [{{{{"label": "x", "quote": "", "entry": "", "met": met}}}}] if applicable else []
    verdict = {{{{"applicable": applicable, "items": items, "uncertain": False}}}}
    return {{{{**verdict, "reason": {REASON!r}, "pass": met}}}}
"""
SUITE_FILES = {
    **FILES,
    "evaluators/code/a_dem1.py": SCRIPT.format(key="half"),
    "evaluators/code/a_dem2.py": SCRIPT.format(key="form"),
    "evaluators/labels.yaml": FILES["evaluators/labels.yaml"].replace(
        "record:", "  half: {meaning: x, type: text}\n  form: {meaning: x, type: text}\nrecord:"
    ),
    "a-component/A-DEM1.yaml": base_with(
        "a-component/A-DEM1.yaml", end=METRIC.format("a_dem1") + "  labels: [half]\n"
    ),
    "a-component/A-DEM2.yaml": base_with(
        "a-component/A-DEM2.yaml", end=METRIC.format("a_dem2") + "  unparseable_output: fails\n"
    ),
}

KINDS = {
    "pass": json.dumps(counted([True])),
    "fail": json.dumps(counted([False])),
    "uncertain": json.dumps(counted([True], uncertain=True)),
    "not_applicable": json.dumps(counted([], applicable=False)),
    "none": "I cannot say.",
}
"""What a judge may reply, by what it comes to."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return suite_with(tmp_path_factory.mktemp("judging"), SUITE_FILES)


@pytest.fixture(scope="module")
def judging(root: Path) -> Iterator[Any]:
    """The program, as a harness imports it."""
    with program_of(root) as module:
        yield module


@contextmanager
def program_of(root: Path) -> Iterator[Any]:
    folder = root / "export"
    for path, content in files(check(root).suite, "inspect").items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    spec = importlib.util.spec_from_file_location("judging", folder / "judging.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    before, modules = [*sys.path], {*sys.modules}
    spec.loader.exec_module(module)
    yield module
    sys.path[:] = before
    for name in {*sys.modules} - modules:
        del sys.modules[name]


def test_every_form_of_output_and_both_halves_come_to_what_the_suite_says(root: Path, judging: Any) -> None:
    suite = check(root).suite
    halves = ("pass", "fail", "not_applicable", "fails itself")
    own, judged, records = [], [], []
    for half, form, kind in product(halves, halves, KINDS):
        name, labels = f"{half} {form} {kind}", {"half": half, "form": form}
        case = {"id": name, "benchmarks": ["A-DEM1"], "labels": labels, "narrative": "x"}
        answers = judging.scripts(case, {})
        asked = judging.questions(case, {}, answers)
        assert (asked == {}) is (form == "fail" or half == "fails itself")
        own += judging.results(case, answers, dict.fromkeys(asked, KINDS[kind]))
        answer = {"failed": "the reply is not JSON"} if kind == "none" else {"reply": json.loads(KINDS[kind])}
        judged.append(line(name, "A-DEM1", **({"unreadable": True} if form == "fail" else answer)))
        records.append({"case": name, "output": {}, "labels": labels, "narrative": "x"})
    found = read_results({"own": text_of(own).encode()}, suite)
    assert not found.bad
    read = read_records("records", text_of(records).encode(), suite)
    direct = with_code(suite, read.lines, read_results({"judged": text_of(judged).encode()}, suite).results)
    assert sorted(found.results) == sorted(direct.results)


VALUES = st.one_of(
    st.booleans(), st.none(), st.integers(0, 1), st.sampled_from(["", " ", "x", REASON, "low", 0.5])
)
ITEM = {"label": "x", "quote": "", "entry": "", "met": True}
ITEMS = st.lists(
    st.one_of(
        st.sampled_from([ITEM, {**ITEM, "met": False}, {**ITEM, "label": " "}, {**ITEM, "more": 1}]), VALUES
    ),
    max_size=2,
)


def agree(judging: Any, written: Any) -> None:
    for form, has_shares in ((JudgeReply, False), (ShareReply, True)):
        refused = any("order" not in each for each in objections(written, form))
        is_certain = written.get("applicable") is True and written.get("uncertain") is False
        lacks_score = has_shares and is_certain and "score" not in written
        found = next(judging._faults(written, has_shares), None)
        assert (found is not None) is (refused or lacks_score), (written, found, form)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    written=st.fixed_dictionaries(
        {"applicable": st.booleans(), "items": ITEMS, "uncertain": st.booleans(), "pass": st.booleans()},
        optional={
            "uncertain_reason": VALUES,
            "reason": st.one_of(VALUES, st.just(REASON)),
            "score": VALUES,
            "confidence": VALUES,
        },
    )
)
def test_a_reply_is_refused_as_the_model_of_replies_refuses_it(judging: Any, written: dict[str, Any]) -> None:
    agree(judging, written)


def test_replies_of_the_tables_are_refused_as_the_model_refuses_them(judging: Any) -> None:
    good = json.loads(KINDS["pass"])
    for rows in data(str(TESTS / "schemas/test_judge_reply.py")).values():
        for row in rows["rows"]:
            without = row[1] if isinstance(row[1], list) else []
            agree(judging, {key: value for key, value in {**good, **row[0]}.items() if key not in without})


@pytest.mark.parametrize(
    "text", ['{"pass": true, "pass": false}', "[]", "NaN", '{"score": NaN}', "[" * 99999]
)
def test_what_is_no_reply_is_no_verdict(judging: Any, text: str) -> None:
    assert judging.read("A-DEM1", text).keys() == {"failed"}


def test_a_case_in_which_the_harness_failed_has_no_verdict(judging: Any) -> None:
    (found,) = judging.no_output(judging.CASES["time-kept"], "a timeout\nafter 5 s", 2)
    assert found == {"case": "time-kept", "benchmark": "A-DEM1", "run": 2, "failed": "a timeout after 5 s"}


def test_an_id_that_two_files_use_has_its_benchmark_before_it(judging: Any) -> None:
    assert {"A-AUX1/as-said", "A-DEM2/as-said", "time-kept"} <= judging.CASES.keys()


def test_replies_in_a_suites_own_form_need_a_verdict(tmp_path: Path) -> None:
    own = {"benchdocs.toml": '[prompts]\nreply = "reply.json"\n', "reply.json": "{}"}
    root = suite_with(tmp_path, SUITE_FILES | own)
    suite = check(root).suite
    with program_of(root) as judging:
        code = next(iter(judging.JUDGES))
        for reply in ({"pass": True}, {"pass": False, "quality": 1}, {"pass": False, "applicable": False}):
            read = judging.read(code, json.dumps(reply))
            assert read == {"reply": reply}
            (result,) = read_results({"r": text_of([line("x", code, **read)]).encode()}, suite).results
            assert result.outcome == judging.outcome(reply)
        for text in ("{}", '{"verdict": true}', '{"pass": "yes"}', "[true]", "true", "null"):
            assert judging.read(code, text).keys() == {"failed"}
