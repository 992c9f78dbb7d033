"""Text that people read follows the style page: its words, American spelling, percentages without a space.

The words to avoid are listed with the tests' data. codespell knows misspelled and British words.
"""

from __future__ import annotations

import re
from pathlib import Path

import codespell_lib
import pytest

from support.own_sentences import OwnText, own_texts
from support.paths import DATA

LIST = (DATA / "words_to_avoid.md").read_text(encoding="utf-8")
TABLE = LIST.partition("| Do not write | Write |\n|---|---|\n")[2]
WORDS = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", TABLE, re.MULTILINE))
DICTIONARIES = "clear,en-GB_to_en-US"
PARSERS = "hexdecimal"
"""Misspelled in a message of the YAML parser, which the code compares with."""


@pytest.fixture(scope="module")
def texts() -> list[OwnText]:
    return list(own_texts())


def avoided() -> re.Pattern[str]:
    """Any of the words to avoid, also across the end of a line."""
    words = (word.strip() for entry in WORDS for word in entry.split(","))
    forms = sorted((re.escape(word).replace(r"\ ", r"\s+") for word in words), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(forms)})(?![\w-])|\d\s%", re.IGNORECASE)


def places(texts: list[OwnText], pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path}:{line + text.count(chr(10), 0, match.start())}: {match[0]}"
        for path, line, text in texts
        for match in pattern.finditer(text)
    ]


def test_no_text_has_a_word_to_avoid(texts: list[OwnText]) -> None:
    assert len(WORDS) > 20
    assert places(texts, avoided()) == []


def test_the_words_of_the_table_are_found_in_any_case_and_across_lines() -> None:
    text = OwnText("page.md", 3, "Ahead\nof it, a line\nholds 5 %. Behindhand.")
    assert places([text], avoided()) == ["page.md:3: Ahead\nof", "page.md:5: holds", "page.md:5: 5 %"]


def test_words_are_spelled_as_americans_spell_them(
    texts: list[OwnText], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "texts"
    file.write_text("\n".join(f"{path}:{line} {text}" for path, line, text in texts), encoding="utf-8")
    found = codespell_lib.main("--builtin", DICTIONARIES, "--ignore-words-list", PARSERS, str(file))
    assert (found, capsys.readouterr().out) == (0, "")
