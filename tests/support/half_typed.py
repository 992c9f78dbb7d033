"""Files of every kind as somebody leaves them for a moment who types, and as accidents leave them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from support.case_files import CASES, LABELS
from support.commands import texts
from support.paths import DATA

DEM1, RUBRIC, COMPONENT = "a-component/A-DEM1.yaml", "rubrics/A-DEM.yaml", "rubrics/A.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
PAGE = "docs/methodology/arrival.md"
FILES = texts(DATA / "half_typed")
"""A file of every kind that people write, with every field; they go over the demonstration suite."""


_COLUMNS = {DEM1: 1, CASES: 2, PROMPT: 3, RUBRIC: 4, COMPONENT: 4, LABELS: 5}
"""Files that have much to do with one another, by the same number; 0 for all others."""


class Save(NamedTuple):
    """A file as it was saved, broken or not."""

    path: str
    content: bytes


_ODD = (
    *("", "null", "~", "[]", "{}", "[a, b]", "{a: b}", "[null]", "[[]]", "[{}]", "{a: {b: [1]}}", "- a"),
    *("true", "no", "-1", "0", "1e999", ".nan", "-.inf", "0x1F", "1_000", "12:30", "2026-02-30", "9" * 400),
    *("'", '"', "|", ">", "&a", "*a", "!!binary x", "!!float ''", "@x", "%x", "a: b", "a #b", "[[[[", "{{{{"),
    *("<script>", "\u202e", "a\u0301" * 9, "\t", "A-DEM1", "A-XXX9", "../../x", "\x00", "\ufeff"),
)


def _typed(text: str) -> Iterator[str]:
    """The text while each of its lines is typed: below what stands there, or as its last line."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        body = line.rstrip("\n")
        start = len(body) - len(body.lstrip())
        value = re.search(r":(?: |$)|^\s*- ", body)
        ends = {start, start + 1, len(body) - 1, (start + len(body)) // 2}
        ends |= {value.end() - 1, value.end(), value.end() + 1} if value else set()
        for stage, end in enumerate(sorted(each for each in ends if start <= each < len(body))):
            rest = lines[number + 1 :] if (number + stage) % 3 else []
            yield "".join([*lines[:number], body[:end] + "\n" * bool(rest), *rest])


def _block_end(lines: list[str], at: int) -> int:
    """The line after everything that is indented below a line."""
    depth = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > depth):
        end += 1
    return end


def _without_line(lines: list[str], at: int, draw: random.Random) -> list[str]:
    return lines[:at] + lines[at + 1 :]


def _without_block(lines: list[str], at: int, draw: random.Random) -> list[str]:
    return lines[:at] + lines[_block_end(lines, at) :]


def _other_value(lines: list[str], at: int, draw: random.Random) -> list[str]:
    """Another value after a key, or in a list, in place of the old one or of the whole block."""
    start = re.match(r"\s*(?:- )?(?:[^:=]*[:=] ?)?", lines[at])
    assert start
    end = draw.choice([at + 1, _block_end(lines, at)])
    return [*lines[:at], start[0].rstrip("\n") + draw.choice(_ODD) + "\n", *lines[end:]]


def _other_indentation(lines: list[str], at: int, draw: random.Random) -> list[str]:
    end = draw.choice([at + 1, _block_end(lines, at)])
    by = draw.choice([-4, -2, -1, 1, 2, 4, 9])
    moved = [line[-by:] if by < 0 and not line[:-by].strip() else " " * by + line for line in lines[at:end]]
    return lines[:at] + [line.replace("  ", "\t", draw.randint(0, 8) == 0) for line in moved] + lines[end:]


def _doubled(lines: list[str], at: int, draw: random.Random) -> list[str]:
    return lines[: _block_end(lines, at)] + lines[at:]


def _exchanged(lines: list[str], at: int, draw: random.Random) -> list[str]:
    other = draw.randrange(len(lines))
    return [
        lines[other if number == at else at if number == other else number] for number in range(len(lines))
    ]


def _from_elsewhere(lines: list[str], at: int, draw: random.Random) -> list[str]:
    other = draw.choice(list(FILES.values())).splitlines(keepends=True)
    return lines[:at] + draw.sample(other, min(3, len(other))) + lines[at:]


_EDITS: tuple[Callable[[list[str], int, random.Random], list[str]], ...] = (
    *(_without_line, _without_block, _other_value, _other_value, _other_value, _other_value),
    *(_other_indentation, _other_indentation, _doubled, _exchanged, _from_elsewhere),
)
_WHOLES = (
    b"",
    b"\n \n",
    b"null\n",
    b"[]\n",
    b"- a\n- b\n",
    b"---\n---\n",
    b"{",
    b"\xff\xfe",
    b"\x00",
    b"a" * 9000,
)


def _damaged(content: bytes, draw: random.Random) -> bytes:
    """Bytes with one or a few of them flipped, doubled or lost, or with other line ends."""
    found = bytearray(content)
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(found))
        found[at : at + draw.randint(0, 2)] = draw.choice(
            [b"", bytes([draw.randrange(256)]), b"\xc3", b"\x85", b"\r"]
        )
    return bytes(found).replace(b"\n", b"\r\n") if draw.randint(0, 9) == 0 else bytes(found)


def _accident(path: str, draw: random.Random) -> Save:
    """A file after one to three accidents."""
    kind = draw.randint(0, 19)
    if kind == 0:
        return Save(path, draw.choice(_WHOLES))
    if kind <= 3:
        return Save(path, _damaged(FILES[path].encode(), draw))
    lines = FILES[path].splitlines(keepends=True)
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        if lines:
            lines = draw.choice(_EDITS)(lines, draw.randrange(len(lines)), draw)
    return Save(path, "".join(lines).encode("utf-8", "surrogatepass"))


def saves(number: int) -> list[Save]:
    """So many broken files, always the same: those of someone who types every line, then accidents."""
    typed = [Save(path, text.encode()) for path, whole in FILES.items() for text in _typed(whole)]
    draw = random.Random(number)
    draw.shuffle(typed)
    paths = list(FILES)
    half = typed[: number // 2]
    return [*half, *(_accident(paths[turn % len(paths)], draw) for turn in range(number - len(half)))]


def together(found: list[Save]) -> list[list[Save]]:
    """The same, in groups whose files have little to do with one another: at most one of each kind."""
    columns: dict[int, list[Save]] = {}
    for save in found:
        columns.setdefault(_COLUMNS.get(save.path, 0), []).append(save)
    return [[save for save in row if save] for row in zip_longest(*columns.values())]
