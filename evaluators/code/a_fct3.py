"""A-FCT3, first half: whether each labeled procedure has a trace, and its side, size and flow agree.

Another name of a procedure, and a site in other words, are left to the judge.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from comparison import at, listed, text_of
from element_checks import Element, Outcome, beginnings, check, named, settled, sides
from record_view import RecordView

ELEMENTS = {
    "procedures_done": (
        Element("procedure", "words"),
        Element("site", "side"),
        Element("flow", "number"),
        Element("setting", "number"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, listed(labels, "procedures_done")), "the procedures")


def _outcomes(view: RecordView, labeled: list[Any]) -> Iterator[Outcome]:
    """Yield what the checks say of each procedure and its details."""
    rows = view.rows("procedures")
    for entry in labeled:
        name = text_of(at(entry, "procedure"))
        own = named(rows, name)
        for element in ELEMENTS["procedures_done"]:
            about = replace(element, name=f"{name} {element.name}", labeled=at(entry, element.name))
            if about.labeled in (None, ""):
                continue
            if element.name == "procedure":
                topic = f"{beginnings(text_of(entry))},{','.join(f'{word}.' for word in name.split())}"
                has_trace = bool(rows) or bool(view.said(topic))
                yield about, True if own else None if has_trace else False
            elif element.name == "site":
                found = [sides(at(row, "site")) for row in own]
                wanted = sides(about.labeled)
                is_settled = len(wanted) == 1 and found and all(found)
                yield about, wanted <= set().union(*found) if is_settled else None
            else:
                yield about, check(view, about)
