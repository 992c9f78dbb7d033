"""Explain a YAML syntax error by the small repair that is proven, by trial, to make the text readable.

A parser reports in terms of its grammar where it had to stop; the author left out a space after a colon. Of
the candidates that can be read, the one with the fewest fields at fault wins, then the one that keeps the
most keys, then the one that loses the fewest characters: the first that can be read often swallows fields.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

import yaml

from benchdocs.documents.locations import Position
from benchdocs.documents.repair_candidates import ENTRY_HEAD, FIELD_HEAD, QUOTES, Candidate, candidates
from benchdocs.documents.text_file import CONFLICT, CONFLICT_HINT, TextFile, shorten
from benchdocs.documents.yaml_composer import CountFaults
from benchdocs.documents.yaml_scalars import plain_mapping

_LONGEST_TEXT = 20_000
"""Longest text that repairs are tried on, in characters; a spec has about 3,000."""
_MOST_CHARACTERS = 1_500_000
"""Most characters that are read in all trials on one text."""
_FORM = frozenset(QUOTES + "\\>|-:,*=#[]")
"""Characters that may be no part of a value."""
_NEXT_FIELD = re.compile(r"[a-z_]+:(?:\s|$)")


_CLOSE = "close the bracket, or put quotes around the text"
_ADVICE = {
    "did not find expected key": ("this line is not aligned with the others", "align it with the other keys"),
    "found unexpected end of stream": ("a quote or a bracket is not closed", "close it where it ends"),
    "did not find expected ',' or": ("a bracket is not closed, or a text in it needs quotes", _CLOSE),
    "did not find expected node content": ("a bracket is not closed, or a text in it needs quotes", _CLOSE),
}
"""What frequent messages of the parser mean, and what to do."""


class Repair(NamedTuple):
    """Explanation of a syntax error: its place, what is wrong there, and what to do.

    Attributes:
        text: The text after the repair; None where none is known.
    """

    position: Position
    what: str
    hint: str
    text: str | None = None


class _Rank(NamedTuple):
    """What a repair costs; the lowest is the best.

    Attributes:
        fewer_keys: The number of all keys below zero.
    """

    faults: int
    fewer_keys: int
    lost_characters: int


def explain(text: str, error: yaml.YAMLError, count_faults: CountFaults) -> Repair:
    """Return the best repair of a text; where none is proven, general advice on the parser's message."""
    if conflict := re.search(CONFLICT, text):
        what = "there are two versions between the marks of a merge conflict"
        return Repair(TextFile("", text).position_of(conflict.start("mark")), what, CONFLICT_HINT)
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if len(text) > _LONGEST_TEXT:
        return _general_advice(text, error)
    for part in _unreadable_parts(lines, error):
        if repair := _best_repair(part, error, count_faults):
            return repair
    return _general_advice(text, error)


def _unreadable_parts(lines: list[str], error: yaml.YAMLError) -> Iterator[list[str]]:
    """Yield all lines, those above the next field, and those up to the error: more errors may be below."""
    yield lines
    marked = _marked_lines(error) or [0]
    below = (at for at in range(max(marked) + 1, len(lines)) if _NEXT_FIELD.match(lines[at]))
    for end in (next(below, len(lines)), min(marked) + 1):
        if not plain_mapping("\n".join(lines[:end])):
            yield lines[:end]


def _best_repair(lines: list[str], error: yaml.YAMLError, count_faults: CountFaults) -> Repair | None:
    best: tuple[_Rank, Candidate, str] | None = None
    keys_read = _count_keys_read("\n".join(lines))
    for candidate, text in _trials(lines, _marked_lines(error)):
        fields = plain_mapping(text)
        if not fields or _count_keys(fields) < keys_read - 1:
            continue
        rank = _Rank(count_faults(fields), -_count_keys(fields), _lost("\n".join(lines), text))
        if best is None or rank < best[0]:
            best = rank, candidate, text
    if best is None:
        return None
    return _described(lines, *best[1:])


def _trials(lines: list[str], marked: list[int]) -> Iterator[tuple[Candidate, str]]:
    """Yield candidates with the texts that they make, until enough has been read."""
    left = _MOST_CHARACTERS
    for candidate in candidates(lines, marked):
        text = "\n".join(
            (*lines[: candidate.at], *candidate.new, *lines[candidate.at + candidate.replaced :])
        )
        left -= len(text)
        if left < 0:
            return
        yield candidate, text


def _marked_lines(error: yaml.YAMLError) -> list[int]:
    """Return the lines where the parser stopped, and where it began what it could not finish, from 0."""
    marks = (getattr(error, name, None) for name in ("problem_mark", "context_mark"))
    return [mark.line for mark in marks if mark]


def _count_keys_read(text: str) -> int:
    """Return how many keys there are up to where a text cannot be read; one may be part of a value."""
    count = 0
    try:
        for token in yaml.scan(text, yaml.CSafeLoader):
            count += isinstance(token, yaml.KeyToken)
    except yaml.YAMLError:
        pass
    return count


def _count_keys(value: object) -> int:
    """Return how many keys there are in all blocks."""
    if isinstance(value, dict):
        return len(value) + sum(map(_count_keys, value.values()))
    if isinstance(value, list):
        return sum(map(_count_keys, value))
    return 0


def _lost(before: str, after: str) -> int:
    """Return how many characters of values a repair removes; those of a comment are no part of one."""
    return abs(_count_characters(before) - _count_characters(after)) + after.count("# ")


def _count_characters(text: str) -> int:
    return sum(not (char.isspace() or char in _FORM) for char in text)


def _described(lines: list[str], candidate: Candidate, text: str) -> Repair | None:
    """Return a repair at the first line that it changes: at its value, or at its name if that changes too."""
    pairs = zip_longest(lines[candidate.at :], candidate.new, fillvalue="")
    for number, (old, new) in enumerate(pairs, candidate.at + 1):
        if old != new:
            hint = candidate.hint or _to_write(*candidate.new)
            return Repair(Position(number, _changed_column(old, new)), candidate.what, hint, text)
    return None


def _to_write(line: str, *below: str) -> str:
    """Return the hint to write a line, and the one below it where it was made of the same line."""
    hint = f"write `{shorten(line.strip())}`"
    for other in below:
        hint += f", and `{shorten(other)}` on the next line"
    return hint


def _changed_column(old: str, new: str) -> int:
    for pattern in (FIELD_HEAD, ENTRY_HEAD):
        head = pattern.match(old)
        if head and head[0].strip() and new.startswith(head[0].rstrip()) and len(head[0]) < len(old):
            return len(head[0]) + 1
    return len(old) - len(old.lstrip(" ")) + 1


def _general_advice(text: str, error: yaml.YAMLError) -> Repair:
    """Return what the parser says, where no repair is found."""
    problem = str(getattr(error, "problem", None) or "it cannot be parsed")
    usual = (problem, "write each field as `field: value`, and put quotes around texts with `: ` or quotes")
    what, hint = next((advice for start, advice in _ADVICE.items() if problem.startswith(start)), usual)
    mark = getattr(error, "problem_mark", None)
    if "not closed" in what:  # it is explained where it began
        mark = getattr(error, "context_mark", None) or mark
    offset = 0
    if mark:
        offset = min(mark.index, len(text))
    return Repair(TextFile("", text).position_of(offset), what, hint)
