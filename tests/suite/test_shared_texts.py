"""Whether a quick look at each distinct text finds every file that has it."""

from __future__ import annotations

from benchdocs.suite.files import SharedTexts

FILES = {
    "first": ["a fixed sentence", "a blank: TBD"],
    "repeats both": ["a fixed sentence", "a blank: TBD"],
    "repeats the other": ["a fixed sentence"],
    "clear": ["words of its own"],
    "empty": [],
}


def test_a_file_that_only_repeats_a_text_is_found_with_the_file_that_has_it_first() -> None:
    found = [*SharedTexts(FILES.items()).holding(lambda text: "TBD" in text)]
    assert found[:2] == ["first", "repeats both"]
    assert not {"clear", "empty"} & {*found}


def test_each_text_is_looked_at_once() -> None:
    looked_at: list[str] = []
    assert not [*SharedTexts(FILES.items()).holding(looked_at.append)]
    lines = [line for text in looked_at for line in text.split("\n\n") if line]
    assert sorted(lines) == sorted({text for texts in FILES.values() for text in texts})
