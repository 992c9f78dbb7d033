"""Syntax errors of first-time authors: the first finding is on the right line, and its hint resolves it."""

from __future__ import annotations

import re
from pathlib import Path

from benchdocs.authoring import fix
from benchdocs.rules.check import check
from support.syntax_error_cases import (
    PAGE,
    SyntaxErrorCase,
    code_pieces,
    contents,
    number,
    on_page,
    syntax_error_cases,
    written_anew,
)
from support.tables import each_row

CASES = syntax_error_cases()
IMPERATIVES = (
    *("add", "align", "close", "delete", "did you mean", "end", "give", "if you mean", "indent", "keep"),
    *("move", "put", "raise", "rename", "replace", "save", "start", "use", "write"),
)
"""How a hint opens that says what to do."""


def test_there_are_at_least_forty_cases_with_numbers_of_their_own() -> None:
    numbers = {number(case.folder) for case in CASES}
    assert len(numbers) == len(CASES) >= 40


@each_row("case", CASES)
def test_a_syntax_error_is_found_where_it_is_and_fixed_or_left_with_a_reason(
    case: SyntaxErrorCase, tmp_path: Path
) -> None:
    root, mended = case.lay(tmp_path / "wrong"), case.lay_mended(tmp_path / "mended")
    before, first = contents(root), check(root).findings[0]
    assert f"{first.place} {first.rule}" == case.finding
    assert first.hint
    assert first.hint.startswith(IMPERATIVES)
    for word in re.findall(r"(?:write|mean) `([^`]+)`", first.hint):
        assert word.split(":")[0] in case.text(mended=True)
    assert check(mended).findings == ()

    outcome = fix.plan(root, lambda path: True)
    assert contents(root) == before
    fix.write(root, outcome)
    assert contents(root) == (before if case.is_left else contents(mended))
    assert len(outcome.fixed) == (0 if case.is_left else 1)


def test_more_than_half_of_the_mistakes_in_valid_yaml_are_fixed() -> None:
    valid = [case for case in CASES if not case.is_invalid]
    assert sum(not case.unfixed for case in valid) > len(valid) / 2


@each_row("case", CASES)
def test_what_the_table_quotes_is_in_the_files(case: SyntaxErrorCase) -> None:
    for cell, text in ((case.wrote, case.text(mended=False)), (case.write, case.text(mended=True))):
        quoted = [piece.removesuffix(" ...") for piece in code_pieces(cell) if not piece.isidentifier()]
        assert [piece for piece in quoted if piece not in text.replace("\N{NO-BREAK SPACE}", " ")] == []


def test_the_troubleshooting_page_says_what_the_checker_says() -> None:
    assert on_page(PAGE.read_text(encoding="utf-8")) == written_anew()
