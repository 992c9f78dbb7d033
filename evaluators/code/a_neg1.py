"""A-NEG1, first half: whether the field of each denied finding says that it is absent.

Denials in free text or under another name are left to the judge.
"""

import re
from collections.abc import Iterator
from typing import Any

from comparison import (
    at,
    entries,
    is_mark_for_unknown,
    item,
    leaves,
    listed,
    of_records,
    reply,
    same,
    text_of,
)

COMPARE = {"denied_findings": {"value": "exact"}}
"""Kinds of comparison, by label and field."""
_ABSENT = ["absent", "denied", "denies", "negative", "no", "none", "not present", "false"]
_PRESENT = ["present", "positive", "yes", "true"]


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the fields settle of one case."""
    items = []
    for finding in listed(labels, "denied_findings"):
        charted = [*_charted(output, finding)]
        if charted and all(same("exact", _ABSENT, value) for value in charted):
            items.append(item(finding, "denied", charted, met=True))
        elif charted and _is_wrong(output, finding, charted):
            items.append(item(finding, "denied", charted, met=False))
    return reply(
        items,
        "Each denied finding with a field of its own is charted there as absent.",
        "The fields of these denied findings do not say absent",
    )


def _charted(record: Any, finding: Any) -> Iterator[Any]:
    """Yield what the record holds in the fields of a finding."""
    for findings in entries(record, "findings"):
        for key in findings if isinstance(findings, dict) else ():
            value = at(findings, key)
            if same("exact", finding, key) and value not in (None, "", [], {}):
                yield value


def _is_wrong(record: Any, finding: Any, charted: list[Any]) -> bool:
    """Return whether no field of a finding says absent: one says unknown, or no other text mentions it."""
    unknown = [value for value in charted if is_mark_for_unknown(text_of(value))]
    present = [value for value in charted if same("exact", _PRESENT, value)]
    wanted = _words(finding)
    mentions = [path for path, text in leaves(record) if wanted <= _words(" ".join(path)) | _words(text)]
    is_said_elsewhere = len(mentions) > len(charted)
    return len(unknown) + len(present) == len(charted) and (bool(unknown) or not is_said_elsewhere)


def _words(text: Any) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold())) if isinstance(text, str) else set()
