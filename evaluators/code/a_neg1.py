"""A-NEG1, first half: whether the field of each denied finding says that it is absent.

Denials in free text or under another name are left to the judge.
"""

import re
from collections.abc import Iterator
from typing import Any

from comparison import at, entries, item, listed, of_records, reply, same
from negations import polarity
from texts import leaves, shown

COMPARE = {"denied_findings": {"value": "exact"}}
"""Kinds of comparison, by label and field."""


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the fields settle of one case."""
    items = []
    for finding in map(shown, listed(labels, "denied_findings")):
        charted = [*_charted(output, finding)]
        said = {polarity(value, finding) for value in charted}
        if said == {"absent"}:
            items.append(item(finding, "denied", charted, met=True))
        elif said and said <= {"unknown", "present"} and not _is_open(output, finding, charted, said):
            items.append(item(finding, "denied", charted, met=False))
    return reply(
        items,
        "Each denied finding with a field of its own is charted there as absent.",
        "The fields of these denied findings do not say absent",
    )


def _charted(record: Any, finding: str) -> Iterator[Any]:
    """Yield what the record holds in the fields of a finding."""
    for findings in entries(record, "findings"):
        for key in findings if isinstance(findings, dict) else ():
            value = at(findings, key)
            if same("exact", finding, key) and value not in (None, "", [], {}):
                yield value


def _is_open(record: Any, finding: str, charted: list[Any], said: set[str]) -> bool:
    """Return whether another text may deny a finding that a field calls present, and none calls unknown."""
    wanted = _words(finding)
    mentions = [path for path, text in leaves(record) if wanted <= _words(" ".join(path)) | _words(text)]
    return "unknown" not in said and len(mentions) > len(charted)


def _words(text: Any) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold())) if isinstance(text, str) else set()
