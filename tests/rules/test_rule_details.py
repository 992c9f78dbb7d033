"""Corners of single rules that take more than a small change of one file to see."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

from benchdocs.rules.check import check
from benchdocs.rules.support.code_suggestions import Vocabulary
from benchdocs.rules.support.records import today
from benchdocs.specs.validation import MAX_FAULTS
from support.stories import stories
from support.suites import suite_with
from support.tables import table

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"


def told(root: Path, rule: str, files: Mapping[str, str | bytes]) -> list[str]:
    findings = check(suite_with(root, files)).findings
    return [f"{each.message} | {each.hint}" for each in findings if each.rule == rule]


test_story = stories(__file__)


def test_a_list_of_nothing_but_refused_entries_stops_no_rule(tmp_path: Path) -> None:
    entries = ", ".join(["5"] * (MAX_FAULTS + 5))
    files = {"rubrics/A-OUT.yaml": f"code: A-OUT\nbenchmarks: [{entries}]\n"}
    assert told(tmp_path, "REF204", files) == []


@pytest.mark.parametrize("epoch", ["253402300800", "9" * 5_000, "soon", "1e9"])
def test_a_day_of_the_build_that_no_calendar_has_is_today(
    monkeypatch: pytest.MonkeyPatch, epoch: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert datetime.date.today() - today() <= datetime.timedelta(days=1)


@table
def test_a_sum_of_many_weights_is_shortened(
    tmp_path: Path, count: int, weight: str, total: str, hint: str
) -> None:
    codes = [f"A-DEM{number}" for number in range(1, count + 1)]
    files = {f"a-component/{code}.yaml": f"code: {code}\nweight: {weight}\n" for code in reversed(codes)}
    files["rubrics/A-DEM.yaml"] = (
        f"code: A-DEM\naggregation_method: WEIGHTED_AVERAGE\nbenchmarks: [{', '.join(codes)}]\n"
    )
    (message,) = told(tmp_path, "WGT301", files)
    assert message.startswith(f"the weights of A-DEM's `benchmarks` do not sum to 1: {total} | ")
    assert hint in message


def test_a_typo_is_answered_in_a_vocabulary_of_any_size() -> None:
    words = Vocabulary(
        f"A-{first}{second}Q{number}" for first in "ABCDE" for second in "FGHIJ" for number in range(99)
    )
    assert words.closest("A-CHQL7") == "A-CHQ7"
    assert words.did_you_mean("zz") is None


def test_who_mistypes_more_than_a_thousand_words_is_answered_no_more() -> None:
    words = Vocabulary(["A-CHQ7"])
    assert [words.closest("A-CHQ8") for _ in range(1_001)] == [*["A-CHQ7"] * 1_000, None]


@table
def test_a_file_that_is_not_read_is_told_where_it_is_missed(
    tmp_path: Path, path: str, moved: str, rule: str
) -> None:
    root = suite_with(tmp_path)
    (root / moved).parent.mkdir(exist_ok=True)
    (root / path).rename(root / moved)
    hints = {finding.rule: finding.hint for finding in check(root).findings}
    assert hints[rule] == f"`{moved}` is not read: name it `{path}`"


EMPTY_FILES = {
    "a-component/A-DEM2.yaml": "status: draft\n",
    "rubrics/A-DEM.yaml": "version: 1\n",
    "evaluators/labels.yaml": "labels: {deadline: {compare: {value: exact}}}\n",
    "evaluators/cases/a-dem2.yaml": "benchmark: A-DEM2\ncases: [{tags: [one]}]\n",
    "evaluators/calls/one.yaml": "tags: [one]\n",
    "evaluators/calls/two.yaml": "mutants: [{changes: {}}]\n",
}


def test_the_example_for_a_missing_field_can_be_written_as_it_is_shown(tmp_path: Path) -> None:
    findings = check(suite_with(tmp_path, EMPTY_FILES)).findings
    hints = [each.hint for each in findings if each.rule == "FLD101" and each.hint]
    shown = [hint.removeprefix("for example `").removesuffix("`") for hint in hints if "for example" in hint]
    assert len({text.partition(":")[0] for text in shown}) > 20
    assert [text for text in shown if not isinstance(yaml.safe_load(text), dict)] == []
    assert "labels: {interpreter: relative}" in shown


@table
def test_a_hint_spells_the_authors_own_word_with_plain_letters(
    tmp_path: Path, file: str, text: str, hint: str
) -> None:
    found = [each.hint for each in check(suite_with(tmp_path, {file: text})).findings if each.path == file]
    assert hint in found


def test_a_key_of_a_record_may_be_any_text(tmp_path: Path) -> None:
    labels = """\
        labels:
          medikamente: {meaning: Was verordnet ist., type: list}
        record:
          Aufklärung: {meaning: Worüber aufgeklärt wurde., type: section}
          "Datum (Entlassung)": {meaning: Der Tag., type: text}
          übergabe-an: {meaning: An wen., type: text}
        """
    assert told(tmp_path, "CAS1607", {"evaluators/labels.yaml": dedent(labels)}) == []
