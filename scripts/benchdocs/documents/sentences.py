"""Split a text into sentences, also where its language writes `z. B. Fieber` or `am 24. Dezember`."""

import re
from collections.abc import Iterator
from pathlib import Path

_END = re.compile(r"[.!?][\"'«»\u2018-\u201e)\]]*\s+(?=[\"'«»\u2018-\u201e(\[{¿¡■]|[^\W\d_])")
_WORD_BEFORE = re.compile(r"(?:(?<!\w)[^\W\d_]\.\s?)*\w+\Z")
_WORD = re.compile(r"[^\W\d_]+(?!\.)")
_LONGEST = 30
"""Characters before a full stop that are looked at."""
_WORDS: dict[str, frozenset[str]] = {}
"""Words in small letters that tell whether a sentence ends, by what they are."""
for _line in Path(__file__).with_name("sentence_words.txt").read_text("utf-8").splitlines():
    _kind, _, _listed = _line.partition(": ")
    _WORDS[_kind] = frozenset(_listed.split())


def sentences(text: str) -> list[str]:
    """Split a text after `.`, `!` or `?` before white space and a new sentence."""
    line = " ".join(text.split())
    found, start = [], 0
    for end in ends(line):
        found.append(line[start : end.start()] + end[0].rstrip())
        start = end.end()
    return [*found, line[start:]] if line else []


def ends(text: str, start: int = 0) -> Iterator[re.Match[str]]:
    """Yield the end of each sentence but the last from an offset on, with the white space after it."""
    for match in _END.finditer(text, start):
        if text[match.end()].islower() or (match[0][0] == "." and _goes_on(text, start, match)):
            continue
        yield match
        start = match.end()


def _goes_on(text: str, start: int, stop: re.Match[str]) -> bool:
    """Return whether a sentence goes on after a full stop: that of an abbreviation, a letter or a number."""
    before = _WORD_BEFORE.search(text, max(start, stop.start() - _LONGEST), stop.start())
    if not before:
        return False
    word = "".join(before[0].split()).casefold()
    if word in _WORDS["abbreviations"]:
        return True
    after = _WORD.match(text, stop.end())
    follower = after[0].casefold() if after else ""
    if not word.isdecimal():
        return len(word.rpartition(".")[2]) == 1 and follower not in _WORDS["openers"]
    lead = text[max(start, before.start() - _LONGEST) : before.start()]
    if len(word) > 2 or lead[-1:] not in ("", " ", "\n", "("):
        return False
    words = lead.split()
    if not words or follower in _WORDS["months"]:
        return True
    is_ordinal = words[-1][-1] in ":;,(" or words[-1].casefold() in _WORDS["before ordinals"]
    return is_ordinal and follower not in _WORDS["openers"]
