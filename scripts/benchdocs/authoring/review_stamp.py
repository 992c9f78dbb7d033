"""The stamp that a review leaves in a spec."""

from __future__ import annotations

import datetime
import json
import re

from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import parse_yaml

_STAMP = re.compile(r"^review[ \t]*:.*\n?(?:(?:[ \t]*(?:#.*)?\r?\n)*[ \t]+[^#\s].*\n?)*", re.MULTILINE)
"""The field in a file: its line, and what is indented below it; no remark that follows."""


class StampError(ValueError):
    """A file in which the stamp cannot be written without touching anything else."""


def stamped(text: str, by: str, on: datetime.date, mark: str) -> str:
    """A spec's text with its review stamp replaced, or added at its end; nothing else changes.

    Raises StampError for a file of an unusual form, where more than the stamp would change.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    # Quoted: a name may hold any sign, and a fingerprint of digits would be a number.
    values = {"by": json.dumps(by, ensure_ascii=False), "on": on, "fingerprint": json.dumps(mark)}
    stamp = f"review:{end}" + "".join(f"  {key}: {value}{end}" for key, value in values.items())
    match = _STAMP.search(text)
    if match:
        result = text[: match.start()] + stamp + text[match.end() :]
    else:
        result = text + ("" if text.endswith("\n") else end) + stamp
    old, new = _data(text), _data(result)
    review = new.pop("review", None)
    old.pop("review", None)
    if old != new or review != {"by": by, "on": on, "fingerprint": mark}:
        raise StampError("the file's form leaves no place for a stamp")
    return result


def _data(text: str) -> dict[object, object]:
    """What a text says, white space at the ends of texts aside; nothing where it cannot be read."""
    document = parse_yaml(TextFile("", text.removeprefix("\ufeff")))
    values = {} if document.problems else document.data
    return {key: value.strip() if isinstance(value, str) else value for key, value in values.items()}
