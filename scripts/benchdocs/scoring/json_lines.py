"""Read JSON lines: every line that cannot be used is named with its file and number."""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import shorten
from benchdocs.specs.judge_reply import REPLY_DECODER

_Line = TypeVar("_Line")


class BadLine(NamedTuple):
    """A line that cannot be used."""

    file: str
    line: int
    why: str


class ReadLines(NamedTuple, Generic[_Line]):
    """What the lines of files say, and those that cannot be used."""

    lines: list[_Line]
    bad: tuple[BadLine, ...]


def read_lines(
    files: Mapping[str, bytes], line_of: Callable[[dict[str, Any]], tuple[Hashable, _Line]], once: str
) -> ReadLines[_Line]:
    """Return what the lines of JSON files say.

    `line_of` returns a line with what no other may have, which is named by `once`, and None where it may.
    """
    read, places, bad = list[_Line](), dict[Hashable, str](), list[BadLine]()
    for file, content in files.items():
        lines = enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1)
        not_blank = [(number, line) for number, line in lines if line.strip()]
        if not not_blank:
            bad.append(BadLine(file, 1, "the file is empty; write a JSON object on each line"))
        for number, line in not_blank:
            try:
                key, meaning = line_of(object_of(line))
                if key in places:
                    raise ValueError(f"the same {once} as in {places[key]}")
            except ValueError as error:
                bad.append(BadLine(file, number, str(error)))
                continue
            read.append(meaning)
            if key is not None:
                places[key] = f"{file}:{number}"
    return ReadLines(read, tuple(bad))


def object_of(line: bytes) -> dict[str, Any]:
    """Return a line of JSON as an object. Raises ValueError with what is wrong, as a sentence."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("this is not UTF-8; save the file with UTF-8 encoding") from None
    try:
        entry = REPLY_DECODER.decode(text)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(
            f"this is not JSON: {error.msg} at column {error.colno}; one object a line"
        ) from None
    except ValueError as error:
        raise ValueError(f"this cannot be used: {error}") from None
    if not isinstance(entry, dict):
        raise ValueError('this is no object; write one as `{"case": …}`')
    return entry


def refuse_unknown(entry: Iterable[str], allowed: tuple[str, ...]) -> None:
    """Raise ValueError if an object has a key that is not allowed."""
    for key in entry:
        if key not in allowed:
            listed = ", ".join(f"`{name}`" for name in allowed)
            hint = did_you_mean(key, allowed) or f"known are {listed}"
            raise ValueError(f"unknown key `{shorten(key)}`: {hint}")
