"""Read JSON lines one by one: every line that cannot be used is named with its file and number."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import shorten
from benchdocs.specs.judge_reply import REPLY_DECODER


class BadLine(NamedTuple):
    """A line that cannot be used."""

    file: str
    line: int
    why: str


def objects(file: str, lines: Iterable[bytes], bad: list[BadLine]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of JSON lines with their numbers; a line that is none goes to `bad`."""
    is_empty = True
    for number, line in enumerate(lines, 1):
        text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if not text.strip():
            continue
        is_empty = False
        try:
            entry = object_of(text)
        except ValueError as error:
            bad.append(BadLine(file, number, str(error)))
        else:
            yield number, entry
    if is_empty:
        bad.append(BadLine(file, 1, "the file is empty; write a JSON object on each line"))


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
            f"this is not JSON: {error.msg.removesuffix(' at')} at column {error.colno}; one object a line"
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
