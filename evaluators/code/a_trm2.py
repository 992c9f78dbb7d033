"""A-TRM2, first half: whether each labeled intervention has a trace, a side and, for a tourniquet, its time.

An intervention in other words, and a less exact site, are left to the judge.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from comparison import at, listed, normal, text_of
from element_checks import Element, Outcome, beginnings, check, settled, side
from record_view import RecordView, mentions

ELEMENTS = {
    "trauma_interventions": (
        Element("intervention", "words"),
        Element("site", "side"),
        Element("time", "time"),
        Element("agent", "", (), "hemost, quikclot, quick clot, celox, combat, chito, agent"),
    )
}
_TOPICS = {
    "tourniquet": "tourniq, cat., tk., tq.",
    "packing": "pack, hemost, gauze, quikclot, combat",
    "decompression": "decompr, needle, thoracost, dart",
    "binder": "binder, pelvic, sheet",
    "seal": "seal, occlus",
    "cric": "cric, surgical airway, front of neck",
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, listed(labels, "trauma_interventions")), "the trauma interventions")


def _outcomes(view: RecordView, labeled: list[Any]) -> Iterator[Outcome]:
    """Yield what the checks say of each intervention; sides count where the intervention was done once."""
    names = [normal(text_of(at(entry, "intervention"))) for entry in labeled]
    for entry, name in zip(labeled, names, strict=True):
        topic = next((words for known, words in _TOPICS.items() if known in name), beginnings(name))
        for element in ELEMENTS["trauma_interventions"]:
            about = replace(element, name=f"{name} {element.name}", labeled=at(entry, element.name))
            if about.labeled in (None, ""):
                continue
            if element.name == "intervention":
                yield about, bool(view.said(topic)) or check(view, replace(about, topic=topic))
            elif element.name == "site":
                rows = [row for row in view.rows("procedures") if mentions(normal(text_of(row)), topic)]
                if names.count(name) == 1 and len(rows) == 1:
                    yield (
                        about,
                        _is_on(
                            side(RecordView({"site": at(rows[0], "site")}, ""), replace(about, topic="site")),
                            view,
                            topic,
                            about,
                        ),
                    )
            else:
                yield about, check(view, about)


def _is_on(met: bool | None, view: RecordView, topic: str, about: Element) -> bool | None:
    """Return what the row says of a side, unless another text about the intervention has the labeled one."""
    return met if met is not False else side(view, replace(about, topic=topic)) or met
