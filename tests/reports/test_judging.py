"""The program of an export reads outputs and replies by one rule, and writes a line for each half."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchdocs.reports.evals.export import files
from benchdocs.reports.evals.runs import planned_run
from benchdocs.rules.check import check
from benchdocs.scoring.results import read_results
from benchdocs.specs.judge_reply import JudgeReply, ShareReply, objections
from benchdocs.suite.suite import Suite
from support.paths import TESTS
from support.prompt_forms import GERMAN_REPLY
from support.result_files import REASON
from support.result_files import reply as counted
from support.scripted_run import ALL, SUITE_FILES, told
from support.suites import suite_with
from support.tables import data, table

KINDS = {
    "pass": json.dumps(counted([True])),
    "fail": json.dumps(counted([False])),
    "uncertain": json.dumps(counted([True], uncertain=True)),
    "not_applicable": json.dumps(counted([], applicable=False)),
    "failed": "I cannot say.",
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
    folder, suite = root / "export", check(root).suite
    for path, content in files(suite, "inspect", planned_run(suite)).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    spec = importlib.util.spec_from_file_location("judging", folder / "judging.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    modules = {*sys.modules}
    sys.path.insert(0, str(folder))
    spec.loader.exec_module(module)
    sys.path.remove(str(folder))
    yield module
    for name in {*sys.modules} - modules:
        del sys.modules[name]


CASE = {"id": "x", "labels": {"stated_times": []}, "narrative": "x", "benchmarks": ALL}


def test_each_half_has_a_line_and_no_other_decides_it(judging: Any) -> None:
    for half, kind in product(("pass", "fail", "not_applicable"), KINDS):
        output = judging.read_output({"code": half})
        answers = judging.run_scripts(CASE, output)
        asked = judging.questions(CASE, output)
        assert [*asked] == ["A-DEM1", "A-AUX1"]
        lines = judging.results(CASE, output, answers, dict.fromkeys(asked, KINDS[kind]), 3)
        assert told(lines) == {"x 3": f"{half} {kind} pass {kind}"}
        assert [line.get("half") for line in lines] == ["code", "judge", None, None]
        assert told(judging.results(CASE, output, answers, {})) == {"x": f"{half} pass"}


def test_only_what_the_plan_has_for_a_case_is_run(judging: Any) -> None:
    case = CASE | {"benchmarks": ["A-AUX1"]}
    output = judging.read_output({})
    assert judging.run_scripts(case, output) == {}
    assert [*judging.questions(case, output)] == ["A-AUX1"]
    assert [*judging.CASES["time-kept"]["benchmarks"]] == ["A-DEM1"]
    assert "no-time-said" not in judging.CASES  # its labels leave nothing to judge


GOOD = json.loads(KINDS["pass"])
BAD = '{"pass": true, "pass": false}'


@table
def test_a_reply_has_one_reading_for_runs_and_for_tests_of_judges(
    judging: Any, written: Any, verdict: str, is_trimmed: bool
) -> None:
    """Where a reply is written, `<<pass>>` stands for one of this kind, and a mapping for what differs."""
    text = written if isinstance(written, str) else json.dumps(GOOD | written)
    for kind, reply in KINDS.items():
        text = text.replace(f"<<{kind}>>", reply)
    assert judging.verdict("A-AUX1", text) == verdict
    answer = judging.read("A-AUX1", text)
    assert answer.get("trimmed", False) is is_trimmed
    assert ("reply" in answer) is (verdict in KINDS)


@pytest.mark.parametrize("nested", ["[" * 99999, '{"a":' * 99999, "{" * 99999])
def test_a_reply_that_is_nested_without_end_is_none(judging: Any, nested: str) -> None:
    assert judging.read("A-AUX1", nested).keys() == {"failed"}
    assert judging.read("A-AUX1", None) == {"failed": "the judge gave no reply"}
    assert judging.read_output(nested) == nested


TEXTS = {
    "\x1b[1;31mred\x1b[0m": "red",
    "a\ud800b": "a\ufffdb",
    "a\u200b\u00adb\ufeff": "ab",
    "a\x00\x07b\x85": "ab",
    "line\nother\tend": "line\nother\tend",
    "caf\u00e9 \u2264 5 \U0001f600": "caf\u00e9 \u2264 5 \U0001f600",
    "\u202eover": "over",
    "\U0003fffe\ue000": "\ufffd\ufffd",
}


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_cleaned_where_they_are_written(judging: Any, text: str) -> None:
    assert judging.cleaned({text: [text, 1, None]}) == {TEXTS[text]: [TEXTS[text], 1, None]}
    assert judging.failure(text)["failed"] == " ".join(TEXTS[text].split())
    judging.text_of(judging.about(product=text)).encode()
    reply = GOOD | {"items": [GOOD["items"][0] | {"entry": text}]}
    assert judging.read("A-AUX1", json.dumps(reply))["reply"]["items"][0]["entry"] == TEXTS[text]
    asked = judging.questions(CASE, judging.read_output(json.dumps({"note": text})))
    asked["A-AUX1"][1].encode()


ANY_TEXT = st.text(
    st.characters(codec=None) | st.sampled_from("\ud800\x1b\u200b\u202e\x85\u2028\r\n\t \ue000")
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=ANY_TEXT)
def test_the_score_can_use_every_line_whatever_text_stands_in_it(judging: Any, root: Path, text: str) -> None:
    record = judging.read_output(json.dumps({"note": text}))
    item = {"label": "x", "quote": text, "entry": text, "met": True}
    told = json.dumps(GOOD | {"items": [item], "reason": f"{REASON}{text}"[:200]})
    lines = [judging.about(product=text or "x", judge=f"{text} 1", comment=None)]
    lines += judging.results(CASE, record, {}, {"A-DEM1": told, "A-AUX1": OSError(text)})
    lines += judging.no_output(CASE, text, 2)
    content = "".join(map(judging.text_of, lines)).encode()
    read = read_results({"x": content.split(b"\n")[:-1]}, check_once(root))
    assert not read.bad
    assert sum(map(len, read.answers.values())) == len(lines) - 1


@cache
def check_once(root: Path) -> Suite:
    return check(root).suite


def test_a_text_without_anything_to_show_is_no_reason(judging: Any) -> None:
    assert judging.failure("\u200b") == {"failed": "no reason was given"}
    assert len(judging.failure("x " * 999)["failed"]) <= 200


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
        found = judging._fault(written, has_shares)
        assert bool(found) is (refused or lacks_score), (written, found, form)


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
        for row in rows["rows"] if rows["columns"].startswith("keys") else ():
            without = row[1] if isinstance(row[1], list) else []
            agree(judging, {key: value for key, value in {**good, **row[0]}.items() if key not in without})


def test_a_case_in_which_the_harness_failed_has_no_verdict(judging: Any) -> None:
    found = judging.no_verdict(judging.CASES["time-kept"], "a timeout\nafter 5 s", 2)
    assert told(found) == {"time-kept 2": "failed failed"}
    assert {line["failed"] for line in found} == {"a timeout after 5 s"}


def test_a_case_in_which_the_product_failed_has_no_output(judging: Any) -> None:
    found = judging.no_output(judging.CASES["time-kept"], OSError("a timeout\nafter 5 s"), 2)
    assert told(found) == {"time-kept 2": "no_output no_output"}
    assert {line["no_output"] for line in found} == {"OSError: a timeout after 5 s"}
    assert {*map(judging.said, found)} == {"no_output"}


def test_an_id_that_two_files_use_has_its_benchmark_before_it(judging: Any) -> None:
    assert {"A-AUX1/as-said", "A-DEM2/as-said", "time-kept"} <= judging.CASES.keys()


def test_replies_in_a_suites_own_form_need_a_verdict(tmp_path: Path) -> None:
    own = {"benchdocs.toml": '[prompts]\nreply = "reply.json"\n', "reply.json": "{}"}
    with program_of(suite_with(tmp_path, SUITE_FILES | own)) as judging:
        code = next(iter(judging.JUDGES))
        for reply in ({"pass": True}, {"pass": False, "quality": 1}, {"pass": False, "applicable": False}):
            assert judging.read(code, json.dumps(reply)) == {"reply": reply}
        for text in ("{}", '{"verdict": true}', '{"pass": "yes"}', "[true]", "true", "null"):
            assert judging.read(code, text).keys() == {"failed"}


def test_replies_are_judged_by_the_keys_of_the_settings_as_they_are_scored(tmp_path: Path) -> None:
    rows = data(str(TESTS / "scoring/test_results.py"))["a_reply_is_read_by_the_keys_that_the_settings_name"]
    with program_of(suite_with(tmp_path, SUITE_FILES | GERMAN_REPLY)) as judging:
        code = next(iter(judging.JUDGES))
        for written, outcome, _ in rows["rows"]:
            answer = judging.read(code, json.dumps(written))
            assert judging.said(answer) == outcome
            assert answer.get("reply", written) == written
        assert judging.verdict(code, '{"begründung": "?"}') == "the reply has no `bestanden`, true or false"
        assert judging.outcome(json.loads(KINDS["fail"])) == "fail"
