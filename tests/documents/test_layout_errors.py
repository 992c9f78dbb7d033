"""Advice on errors of layout: notes and texts are never taken for fields."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.authoring import fix
from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.rules.check import check
from benchdocs.specs.field_index import field_names
from benchdocs.specs.models import Benchmark
from support.paths import BASE
from support.patience import little_work
from support.suites import suite_with, with_changes
from support.tables import table

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
WEIGHT = "weight: 0.5\n"


def first_and_fixed(root: Path) -> tuple[str, str, str]:
    """Place and rule of the first finding, its hint, and the whole of A-DEM2 after `check --fix`."""
    first, outcome = check(root).findings[0], fix.plan(root, lambda path: True)
    fix.write(root, outcome)
    return f"{first.line}:{first.column} {first.rule}", first.hint or "", (root / DEM2).read_text()


@table
def test_a_field_with_marks_at_its_name_is_fixed_and_no_part_of_the_text_above(
    tmp_path: Path, written: str
) -> None:
    root = with_changes(tmp_path, {DEM2: ((WEIGHT, f"{written}\n"),)})
    place, hint, text = first_and_fixed(root)
    assert (place, hint) == ("7:1 YML001", "write `weight: 0.5`")
    assert text == (BASE / DEM2).read_text()


@table
@pytest.mark.parametrize("blank", ["", "\n"], ids=["below", "apart"])
def test_a_line_at_the_margin_that_may_be_a_note_is_left(tmp_path: Path, note: str, blank: str) -> None:
    root = with_changes(tmp_path, {DEM2: ((WEIGHT, f"{blank}{note}\n{WEIGHT}"),)})
    before = (root / DEM2).read_text()
    place, hint, text = first_and_fixed(root)
    assert place == f"{7 + len(blank)}:1 YML001"
    assert hint == (
        "indent it by two spaces in total if it belongs to the text; if it is a comment, start it with `# `"
    )
    assert text == before
    for mended in (f"  {note}", f"# {note}"):
        (root / DEM2).write_text(before.replace(note, mended))
        assert "YML001" not in {finding.rule for finding in check(root).findings}


def test_a_note_within_a_text_cannot_become_a_comment_there(tmp_path: Path) -> None:
    root = with_changes(tmp_path, {DEM2: (("  with the labelled", "// note\n  with the labelled"),)})
    before = (root / DEM2).read_text()
    place, hint, text = first_and_fixed(root)
    assert (place, text) == ("6:1 YML001", before)
    assert hint.endswith("if it is a comment, move it before `concept: >`, after a `#`")


@pytest.mark.parametrize("note", ["reviewer Anna", "not final", "weight agreed on 3 May", " open question"])
def test_a_note_without_marks_within_a_text_is_left(tmp_path: Path, note: str) -> None:
    root = with_changes(tmp_path, {DEM2: (("  with the labelled", f"{note}\n  with the labelled"),)})
    before = (root / DEM2).read_text()
    assert first_and_fixed(root)[2] == before


@table
def test_what_may_be_a_note_or_field_is_left(tmp_path: Path, old: str, new: str) -> None:
    root = with_changes(tmp_path, {DEM2: ((old, new),)})
    before = (root / DEM2).read_text()
    assert first_and_fixed(root)[2] == before


@table
def test_characters_like_quotes_are_replaced_and_not_published(
    tmp_path: Path, signs: tuple[str, str]
) -> None:
    pairs = (('"Narrative', f"{signs[0]}Narrative"), ('time."', f"time.{signs[1]}"))
    assert first_and_fixed(with_changes(tmp_path, {DEM2: pairs}))[2] == (BASE / DEM2).read_text()


def test_a_field_that_exists_already_is_no_field_in_a_text(tmp_path: Path) -> None:
    line = "label; the script compares both"
    root = with_changes(tmp_path, {DEM2: ((WEIGHT, f"{line}\n{WEIGHT}"),)})
    before = (root / DEM2).read_text()
    assert first_and_fixed(root)[2] == before


@pytest.mark.parametrize(
    "written", ["rationale\uff1a it is a guess", "rationale: it is a guess", "- criticality: hard_gate"]
)
def test_a_field_within_a_text_does_not_take_the_rest_of_it(tmp_path: Path, written: str) -> None:
    root = with_changes(tmp_path, {DEM2: (("  with the labelled", f"{written}\n  with the labelled"),)})
    _, _, text = first_and_fixed(root)
    assert "criticality: >" not in text
    assert "rationale: >" not in text
    assert "\n  with the labelled" in text


def test_a_field_within_a_text_is_reported(tmp_path: Path) -> None:
    root = with_changes(
        tmp_path, {DEM2: (("  with the labelled", "rationale: a guess\n  with the labelled"),)}
    )
    place, hint, _ = first_and_fixed(root)
    assert place == "6:1 YML001"
    assert hint.startswith("move the line after the text, or before it; if the lines below belong to `rat")


def test_a_field_above_the_entries_of_a_list_is_not_published_as_one(tmp_path: Path) -> None:
    root = with_changes(tmp_path, {DEM2: (("examples:\n", "examples:\n- criticality: hard_gate\n"),)})
    before = (root / DEM2).read_text()
    assert first_and_fixed(root)[2] == before


@table
def test_a_line_of_many_spaces_is_reported_soon(opening: str) -> None:
    text = (BASE / DEM2).read_text().replace(WEIGHT, f"{opening}{' ' * 40_000}b\n")
    with little_work():
        (problem,) = parse_yaml(TextFile(DEM2, text), field_names(Benchmark)).problems
    assert problem.message.startswith("invalid YAML: ")


@table
def test_an_error_without_a_known_cause_comes_with_advice_and_no_fix(
    tmp_path: Path, old: str, new: str
) -> None:
    root = with_changes(tmp_path, {DEM2: ((old, new),)})
    before = (root / DEM2).read_text()
    place, hint, text = first_and_fixed(root)
    assert place.endswith(" YML001")
    assert hint
    assert text == before


ENTRIES = """\
labels:
  # The first of them.
  stated_times:
    meaning: Times that were dictated.
    type: list
  crew_names:
    meaning: Names of the crew.
    type: list
  gone:
    meaning: Whether the crew left.
    type: boolean
record: {}
"""


@table
def test_a_name_out_of_line_is_reported_where_it_is_and_mended_alone(
    tmp_path: Path, old: str, new: str, line: int, column: int, sibling: str
) -> None:
    path = "evaluators/labels.yaml"
    root = suite_with(tmp_path, {path: ENTRIES.replace(old, new)})
    (found,) = (finding for finding in check(root).findings if finding.path == path)
    assert (found.rule, found.line, found.column) == ("YML001", line, column)
    assert found.message == f"invalid YAML: this field is not aligned with the field {sibling}"
    assert found.hint == "indent it by two spaces in total"
    fix.write(root, fix.plan(root, lambda path: True))
    assert (root / path).read_text() == ENTRIES


def test_a_dedented_last_name_is_reported_and_left(tmp_path: Path) -> None:
    text = ENTRIES.replace("  gone:", "gone:")
    root = suite_with(tmp_path, {"evaluators/labels.yaml": text})
    found = [finding for finding in check(root).findings if finding.path == "evaluators/labels.yaml"]
    assert [(finding.rule, finding.line) for finding in found][:1] == [("FLD102", 9)]
    assert fix.plan(root, lambda path: True).files == ()
