"""A file of results: every line that cannot be used is named with its number, and nothing is scored."""

from __future__ import annotations

import json
import tracemalloc
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from benchdocs.rules.check import check
from benchdocs.scoring.report import ScoreReport
from benchdocs.scoring.results import read_results, schema
from benchdocs.suite.cases import named_cases
from support.prompt_forms import GERMAN_REPLY
from support.result_files import DIGEST, line, read, reply, text_of
from support.shipped import shipped_report
from support.suites import suite_with, with_changes
from support.tables import data, each_row, table

SUITE = shipped_report().suite
GOOD = line("case-1", "A-NEG1", reply=reply([True]))


@table
def test_a_bad_line_is_named(bad: bytes, why: str) -> None:
    content = [json.dumps(GOOD).encode(), b"\n", bad + b"\r\n"]
    results = read_results({"run.jsonl": content}, SUITE)
    found = (*results.bad, *results.repeated)
    assert [(each.file, each.line) for each in found] == [("run.jsonl", 3)]
    assert why in found[0].why
    assert found[0].why.isprintable()
    given = [answer for own in results.answers.values() for answer in own.values()]
    assert [answer.why for answer in given if answer.outcome == "failed"] in ([], [found[0].why])
    assert len([answer for answer in given if answer.outcome != "failed"]) == 1


SHORT: dict[str, Any] = {"pass": False, "reason": "no"}


@pytest.mark.parametrize(
    "bad",
    [
        line("case-1", "A-NEG2", reply=SHORT),
        line("case-1", "A-NEG2", reply=None),
        line("case-1", "A-NEG2", unreadable=False),
        line("case-1", "A-NEG2", failed=""),
        line("case-1", "A-NEG2"),
        line("case-1", "A-NEG2", reply=reply([True]), failed="timed out"),
        line("case-1", "A-NEG2", reply=reply([False]), note="tried again"),
        line("case-1", "A-NEG2", reply=reply([False]), trimmed=False),
        line("CASE\u20111", "A-NEG2", run=1, half="judge", **SHORT),
    ],
)
def test_a_line_that_cannot_be_used_is_the_result_that_it_names(bad: dict[str, Any]) -> None:
    """Otherwise whoever asks until a reply fits has all the others dropped."""
    good = line("case-1", "A-NEG2", reply=reply([True]))
    for lines in ([bad], [bad, good], [good, bad], [bad, bad]):
        found = read(lines, SUITE)
        assert len(found.bad) == lines.count(bad)
        assert len(found.repeated) == len(lines) - 1
        assert all(
            each.why == "the same case, benchmark, run and half as run.jsonl:1" for each in found.repeated
        )
    (answer,) = read([bad], SUITE).answers["A-NEG2"].values()
    assert (answer.outcome, answer.why) == ("failed", read([bad], SUITE).bad[0].why)


STRUCTURE = (
    *("`case` has", "`case` is", "`benchmark`", "`run`", "`reply`", "`failed`", "`unreadable`", "there is"),
    *("`judge` has", "did you mean `judge`", "`trimmed`", "`versions`"),
)


@each_row("bad, why", data(__file__)["a_bad_line_is_named"]["rows"])
def test_the_schema_refuses_what_is_wrong_in_a_lines_structure(bad: bytes, why: str) -> None:
    validator = Draft202012Validator(schema())
    assert validator.is_valid(GOOD)
    assert validator.is_valid({"about": {"judge": "a synthetic judge"}})
    if any(words in why for words in STRUCTURE) and b'"run": 1.0' not in bad:  # 1.0 is a JSON integer
        assert not validator.is_valid(json.loads(bad))


def test_a_long_file_is_read_line_by_line_and_little_is_kept_of_each() -> None:
    count = 2_000
    lines = (
        json.dumps(line(f"case-{n}", "A-NEG2", reply={**reply([True]), "confidence": "high"})).encode()
        for n in range(count)
    )
    tracemalloc.start()
    found = read_results({"run.jsonl": lines}, SUITE)
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found.answers["A-NEG2"]) == count
    assert kept < most < 800 * count


def test_an_empty_file_is_bad() -> None:
    assert read_results({"run.jsonl": [b"\n", b" \n"]}, SUITE).bad


def test_a_former_code_counts_for_the_present_one() -> None:
    found = read([line("case-1", "A-ALL1", reply=reply([True]))], SUITE)
    assert [*found.answers] == ["A-CMP7"]


def test_files_of_one_run_are_read_together_and_with_a_byte_order_mark() -> None:
    other = line("case-1", "A-NEG2", reply=reply([True]))
    about = {"about": {"judge": "a synthetic judge"}}
    files = {
        "a": [b"\xef\xbb\xbf" + text_of([about]).encode(), text_of([GOOD]).encode()],
        "b": text_of([about, other]).encode().splitlines(keepends=True),
    }
    found = read_results(files, SUITE)
    assert ([*found.answers], found.about, found.bad) == (
        ["A-NEG1", "A-NEG2"],
        {"judge": "a synthetic judge"},
        (),
    )
    twice = read_results(files | {"c": files["b"]}, SUITE)
    assert [(each.file, each.line) for each in twice.repeated] == [("c", 2)]
    assert twice.repeated[0].why == "the same case, benchmark, run and half as b:2"


def test_only_a_half_that_judges_a_benchmark_may_answer_for_it() -> None:
    lines = [line("case-1", code, half=half, reply=reply([True])) for code, half in product(KINDS, HALVES)]
    found = read(lines, SUITE)
    assert len(found.bad) == 8
    assert found.bad[0].why == "`half` of a result of `A-CMP2` has to be `code`"
    asked = {code: {question.half for question in found.answers[code]} for code in KINDS}
    assert asked == {"A-CMP2": {"code"}, "A-NEG2": {"judge"}, "A-NEG1": {"code", "judge"}}


KINDS = ("A-CMP2", "A-NEG2", "A-NEG1")
HALVES = ("code", "judge", "expert", None)


def named(name: str) -> list[str]:
    """The name that a line's case has, or what is wrong with it."""
    found = read([line(name, "A-NEG2", reply=reply([True]))], SUITE)
    questions = [question for answers in found.answers.values() for question in answers]
    return [*(question.case for question in questions), *(bad.why for bad in found.bad)]


def test_a_name_is_whole_whatever_its_letter_case() -> None:
    """An ID without the code that its name begins with, or after another one, is the name of no case."""
    for name in named_cases(SUITE):
        assert named(name) == named(name.upper()) == [name]
        code, _, bare = name.rpartition("/")
        other = bare if code else f"A-CMP7/{name}"
        assert named(other) == [other.lower()]


def test_replies_around_which_text_was_dropped_are_counted() -> None:
    trimmed = line("case-1", "A-NEG2", trimmed=True, reply=reply([True]))
    found = read([trimmed, GOOD], SUITE)
    assert not found.bad
    assert ScoreReport(SUITE, found, DIGEST).trimmed == 1


@table
def test_a_reply_in_a_suites_own_form_needs_a_verdict(tmp_path: Path, written: str, outcome: str) -> None:
    files = {"benchdocs.toml": '[prompts]\nreply = "reply.json"\n', "reply.json": "{}"}
    suite = check(suite_with(tmp_path, files)).suite
    judged = next(spec.code for spec in suite.benchmarks if spec.fields.llm_prompt_file)
    each = {"case": "case-1", "benchmark": judged, "reply": json.loads(written)}
    found = read([each], suite)
    (answer,) = found.answers[judged].values()
    assert answer.outcome == (outcome or "failed")
    assert len(found.bad) == (not outcome)
    assert all("own form of reply: to be scored, it needs `pass`" in bad.why for bad in found.bad)


@table
def test_a_reply_is_read_by_the_keys_that_the_settings_name(
    tmp_path: Path, written: dict[str, object], outcome: str, why: str
) -> None:
    suite = check(suite_with(tmp_path, GERMAN_REPLY)).suite
    judged = next(spec.code for spec in suite.benchmarks if spec.fields.llm_prompt_file)
    found = read([{"case": "case-1", "benchmark": judged, "reply": written}], suite)
    (answer,) = found.answers[judged].values()
    assert (answer.outcome, why in answer.why, bool(answer.why)) == (outcome, True, bool(why))


@table
def test_an_expert_replies_with_a_verdict_and_its_reason(tmp_path: Path, written: str, expected: str) -> None:
    by_expert = (("evaluator_type: code", "evaluator_type: manual_sme"),)
    suite = check(with_changes(tmp_path, {"a-component/A-DEM2.yaml": by_expert})).suite
    each = {"case": "case-1", "benchmark": "A-DEM2", "reply": json.loads(written)}
    found = read([each], suite)
    (answer,) = found.answers["A-DEM2"].values()
    assert answer.outcome == ("failed" if found.bad else expected)
    if not found.bad:
        assert answer.why.endswith(json.loads(written)["reason"] * (expected in ("fail", "uncertain")))
    assert all(expected in bad.why for bad in found.bad)
