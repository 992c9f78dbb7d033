"""A YAML syntax error is explained by the repair that makes its text readable, in bounded time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache, partial
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from benchdocs.documents.text_file import Problem, TextFile
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.documents.yaml_repairs import Repair, explain
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.validation import count_faults
from support.paths import BASE
from support.property_tests import PIECES, examples
from support.syntax_error_cases import SyntaxErrorCase, syntax_error_cases
from support.tables import data, table

DEM2 = "a-component/A-DEM2.yaml"
TEXT = (BASE / DEM2).read_text()
WEIGHT = "weight: 0.5\n"
CASES = [case for case in syntax_error_cases() if case.is_invalid]
OTHER_REPAIRS = data(__file__)["other_repairs"]
"""Cases whose repaired text is not the one that its author meant, and why."""


@cache
def repaired(case: SyntaxErrorCase) -> Repair:
    text = (case.folder / case.path).read_text()
    model = Rubric if case.path.startswith("rubrics") else Benchmark
    with pytest.raises(yaml.YAMLError) as raised:
        list(yaml.parse(text, yaml.CSafeLoader))
    return explain(text, raised.value, partial(count_faults, model))


def right_text(case: SyntaxErrorCase) -> str:
    return (case.folder / "mended" / case.path).read_text()


def keys(value: Any) -> Iterator[str]:
    """Every key of a document as text."""
    pairs = value.items() if isinstance(value, dict) else ()
    entries = value if isinstance(value, list) else ()
    for key, inner in pairs:
        yield str(key)
        yield from keys(inner)
    for entry in entries:
        yield from keys(entry)


def changed_lines(case: SyntaxErrorCase) -> set[int]:
    """The lines of a text, from 1, that differ in the right one, and that after which lines are added."""
    wrong = (case.folder / case.path).read_text().splitlines()
    matcher = SequenceMatcher(None, wrong, right_text(case).splitlines(), autojunk=False)
    found: set[int] = set()
    for kind, start, end, *_ in matcher.get_opcodes():
        if kind != "equal":
            found |= set(range(start + 1, max(start + 1, end) + 1))
    return found


def problem_of(text: str) -> Problem:
    """The one problem of a benchmark that cannot be read."""
    (problem,) = parse_yaml(TextFile(DEM2, text), partial(count_faults, Benchmark)).problems
    return problem


def place_and_hint(text: str) -> tuple[str, str]:
    problem = problem_of(text)
    position = problem.place.position
    assert position
    return f"{position.line}:{position.column}", problem.hint or ""


def test_six_in_seven_repairs_are_what_the_author_meant() -> None:
    others = {case.name for case in CASES if repaired(case).text != right_text(case)}
    assert others == set(OTHER_REPAIRS)
    assert len(CASES) == 95


def test_no_repair_loses_a_key() -> None:
    for case in CASES:
        if text := repaired(case).text:
            kept = Counter(keys(yaml.load(text, yaml.BaseLoader)))
            right = Counter(keys(yaml.load(right_text(case), yaml.BaseLoader)))
            wrong = (case.folder / case.path).read_text()
            assert {key for key in right - kept if key in wrong} == set(), case.name


def test_the_line_at_fault_is_one_that_has_to_be_changed() -> None:
    elsewhere = {case.name for case in CASES if repaired(case).position.line not in changed_lines(case)}
    assert elsewhere == {"172-first-line-too-far-in"}


def test_the_messages_and_hints_say_what_they_said(snapshot: SnapshotAssertion) -> None:
    lines = []
    for case in CASES:
        repair = repaired(case)
        place = f"{repair.position.line}:{repair.position.column}"
        lines.append(f"{case.name} {place} {repair.what}\n    {repair.hint}")
    assert "\n".join(lines) == snapshot


def test_a_repeated_mistake_is_explained_where_it_is_first() -> None:
    entries = "".join(f"  \u2022 \"Narrative: '{n} o'clock.'\"\n" for n in range(1, 4))
    start = TEXT.index("  - ")
    place = place_and_hint(TEXT[:start] + entries)
    assert place == ("14:3", "write `- \"Narrative: '1 o'clock.'\"`")


def test_of_two_mistakes_the_first_is_explained() -> None:
    two = TEXT.replace("weight: 0.5", "weight:0.5").replace("threshold: 0.80", "threshold = 0.80")
    assert place_and_hint(two) == ("7:1", "write `weight: 0.5`")
    apart = TEXT.replace("label: Dep", "label: a: Dep").replace("threshold: 0.80", "threshold = 0.80")
    assert place_and_hint(apart) == ("3:8", 'put quotes around it: `"a: Departure time recorded"`')


def test_line_ends_of_windows_change_nothing() -> None:
    text = TEXT.replace("weight: 0.5", "weight:0.5")
    assert problem_of(text.replace("\n", "\r\n")) == problem_of(text)


@table
def test_a_field_with_marks_at_its_name_is_no_part_of_the_text_above(written: str) -> None:
    assert place_and_hint(TEXT.replace(WEIGHT, f"{written}\n")) == ("7:1", "write `weight: 0.5`")


@table
@pytest.mark.parametrize("blank", ["", "\n"], ids=["below", "apart"])
def test_a_line_at_the_margin_may_be_a_comment(note: str, blank: str) -> None:
    place, hint = place_and_hint(TEXT.replace(WEIGHT, f"{blank}{note}\n{WEIGHT}"))
    assert place == f"{7 + len(blank)}:1"
    assert hint.endswith("start it with `# ` if it is a comment")


@table
def test_an_error_is_explained_in_words_of_an_author(old: str, new: str, message: str, hint: str) -> None:
    assert old in TEXT
    problem = problem_of(TEXT.replace(old, new, 1))
    assert (problem.message.removeprefix("invalid YAML: "), problem.hint) == (message, hint)


HOSTILE = {
    "spaces in a line": TEXT + f"weight a: b{' ' * 15_000}b: c\n",
    "equals signs": TEXT + f"weight a: b{' =' * 480}b: c\n" * 15,
    "brackets": TEXT + "metric:\n" + "  - {\n" * 2_500,
    "quotes": TEXT + "x: a: b\n" + '- "a\n' * 3_000,
    "a ladder": TEXT + "\n".join(f"{' ' * n}a{n}: b: c" for n in range(180)),
    "many fields": "a: b: c\n" + TEXT + "".join(f"key_{n}: v\n" for n in range(1_200)) + "d: e: f\n",
    "a long text": TEXT + "rationale: >\n" + "  word word: word\n" * 900 + " a: b: c\n",
    "more than is tried": TEXT + "rationale: >\n" + "  word word: word\n" * 9_000 + " a: b: c\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_is_explained_soon(text: str) -> None:
    started = time.process_time()
    problem = problem_of(text)
    assert time.process_time() - started < 2
    assert problem.message.startswith("invalid YAML: ")
    assert problem.hint


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), PIECES, st.integers(0, 3)), min_size=1, max_size=2))
@examples(60)
def test_whatever_is_typed_into_a_spec_is_explained_at_a_place_in_it(
    typed: list[tuple[int, str, int]],
) -> None:
    text = TEXT
    for at, piece, cut in typed:
        text = text[:at] + piece + text[at + cut :]
    for problem in parse_yaml(TextFile(DEM2, text), partial(count_faults, Benchmark)).problems:
        position = problem.place.position
        assert position
        assert 1 <= position.line <= text.count("\n") + 2
        assert problem.message
        assert problem.hint
