"""Whatever an auditor edits is told with class, sentence, versions and signatures as it was written down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest

from benchdocs.documents.text_file import TextFile
from benchdocs.history.changes import changes
from benchdocs.rules.check import check
from benchdocs.specs.field_facts import Effect
from benchdocs.suite.meaning import fingerprint
from benchdocs.suite.suite import Suite
from support.case_files import LABELS
from support.edits import CODE, DEM1, EDITS, FILES, PROMPT, Edit
from support.suites import suite_in, suite_with
from support.tables import each_row


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    return suite_in(suite_with(tmp_path_factory.mktemp("before") / "suite", FILES))


def edited(root: Path, edit: Edit) -> Path:
    text = FILES.get(edit.path) or (suite_with(root) / edit.path).read_text()
    assert edit.old in text
    return suite_with(root, {**FILES, edit.path: text.replace(edit.old, edit.new, 1)})


def differing(old: Suite, new: Suite) -> set[str]:
    """Codes of the specs of which no signature is valid any more."""
    return {
        spec.code
        for spec in old.specs
        if (after := new.spec(spec.code)) and fingerprint(old, spec) != fingerprint(new, after)
    }


@each_row("edit", {edit.name: edit for edit in EDITS})
def test_an_edit_has_its_class_sentence_versions_and_signatures(
    before: Suite, edit: Edit, tmp_path: Path
) -> None:
    root = edited(tmp_path, edit)
    after = suite_in(root)
    found = changes(before, after)
    assert [change.text for change in found] == edit.told
    assert {change.subject for change in found} == {edit.subject}
    assert min(found, key=lambda change: list(Effect).index(change.effect)).effect is edit.effect
    assert differing(before, after) == edit.suspect
    asked = [each.message for each in check(root, before).findings if each.rule == "VER1001"]
    assert {message.split("`")[1] for message in asked} == edit.version


each_part = pytest.mark.parametrize("part", range(3))
_WORD = r"(?<!\w)[^\W\d_]+(?!\w)(?! = |\]|: |:\n|\": |[\w-]*(?: \.decides-verdicts)?\}\n\n)"
"""A word that is no key, and no mark of a heading."""


def with_another_word(text: str, part: int) -> Iterator[tuple[str, str, str]]:
    """Yield a text with every third word changed in turn, with the word and what is there instead."""
    for match in [*re.finditer(_WORD, text)][part::3]:
        yield match[0], f"{match[0]}x", f"{text[: match.end()]}x{text[match.end() :]}"


def without_remarks(path: str) -> str:
    """The text of a file; of a script without its comments and docstrings, which are no part of it."""
    if not path.endswith(".py"):
        return FILES[path]
    return re.sub(r'""".*?"""|#.*', "", FILES[path])


@pytest.mark.sweep(3)
@each_part
@pytest.mark.parametrize("path", FILES)
def test_no_change_of_a_word_is_editorial_and_each_is_told_with_both(
    before: Suite, path: str, part: int, tmp_path: Path
) -> None:
    root = suite_with(tmp_path, FILES)
    is_norm = any(file.path == path for file in before.norms) and path != LABELS
    for word, other, text in with_another_word(without_remarks(path), part):
        if is_norm:
            after = copy(before)
            norms = (TextFile(path, text) if file.path == path else file for file in before.norms)
            vars(after)["norms"] = tuple(norms)
        else:
            (root / path).write_text(text)
            after = suite_in(root)
        found = changes(before, after)
        assert found, (word, text)
        assert all(change.effect is not Effect.EDITORIAL for change in found), (word, found)
        if not after.broken:  # a value that is refused has no after
            assert any(word in change.old + change.text for change in found), (word, found)
            assert any(other in change.new + change.text for change in found), (word, found)


SIGNED = {
    DEM1: FILES[DEM1].partition("decisions:")[0].partition("code: A-DEM1\n")[2],
    PROMPT: FILES[PROMPT],
    **{path: without_remarks(path) for path in CODE},
    LABELS: FILES[LABELS].partition("record:")[0].partition("labels:")[2],
}
"""What the reviews of A-DEM1 sign, by file."""


@pytest.mark.sweep(3)
@each_part
@pytest.mark.parametrize("path", SIGNED)
def test_no_signature_outlives_a_change_of_a_word_that_it_covers(
    before: Suite, path: str, part: int, tmp_path: Path
) -> None:
    mark = fingerprint(before, before.benchmark["A-DEM1"])
    root = suite_with(tmp_path, FILES)
    for word, _, text in with_another_word(SIGNED[path], part):
        whole = text if path in CODE else FILES[path].replace(SIGNED[path], text)
        (root / path).write_text(whole)
        after = suite_in(root)
        if not after.broken:
            assert fingerprint(after, after.benchmark["A-DEM1"]) != mark, (word, text)
