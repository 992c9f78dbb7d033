"""Checks that code can make of a charted element: whether it is there, agrees, and runs in order.

A check returns True or False where the record settles it, and None where the words are left to the judge. A
false fail is worse than a missed one: whatever may be the labeled value in other words or in another place is
left to the judge.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from comparison import (
    at,
    item,
    leaves,
    normal,
    not_applicable,
    quantities,
    reply,
    same,
    seconds,
    text_of,
)
from record_view import DAY, RecordView, clocks, mentions, spells_number, spells_time

Outcome = tuple["Element", bool | None]
"""An element with what a check says of it."""


@dataclass(frozen=True)
class Element:
    """Something labeled that a record has to show.

    Attributes:
        name: Field of the label that holds it.
        kind: How it is compared, as `evaluators/labels.yaml` states it; empty: only for a trace.
        keys: Keys of the record that are its own.
        topic: Beginnings of words that show that a text may be about it, as `mentions` reads them.
        names: Of a class: the words that stand for each; the first that fits counts.
        silent: Of a class: the one that the record need not mention.
        labeled: Its labeled value.
        subject: Topic of the labeled entry that it belongs to, such as a drug.
        slack: Minutes by which a charted time may differ before code fails it.
    """

    name: str
    kind: str = ""
    keys: tuple[str, ...] = ()
    topic: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    silent: str = ""
    labeled: Any = None
    subject: str = ""
    slack: int = 0


Table = Mapping[str, tuple[Element, ...]]
"""The elements of each label."""


def judged(
    labels: Any,
    output: Any,
    narrative: str,
    table: Table,
    what: str,
    others: Callable[[RecordView, Any], Iterable[Outcome]] = lambda view, labels: (),
) -> dict[str, Any]:
    """Return the reply of a code half: what the checks of a table, and others, say of one case.

    What no check settles is left to the judge.
    """
    view = RecordView(output, narrative)
    if view.record is None:
        return not_applicable("The output is not a record, which only A-FMT1 judges.")
    outcomes = [*((each, check(view, each)) for each in of_labels(labels, table)), *others(view, labels)]
    items = [
        item(element.name, element.labeled, view.at(element.keys), met)
        for element, met in outcomes
        if met is not None
    ]
    return reply(
        items,
        f"The checks find no fault in {what}; the judge reads it, too.",
        f"By the checks of {what}, these are missing or differ",
        f"No check settles {what}: all of it is left to the judge.",
    )


def of_labels(labels: Any, table: Table) -> Iterator[Element]:
    """Yield the elements that have a labeled value, of mappings and of the lists in them, too."""
    for label, elements in table.items():
        value = at(labels, label)
        if isinstance(value, Mapping):
            yield from _of_entry("", value, elements)
            lists = (part for part in value.values() if isinstance(part, list))
            parts = [part for each in lists for part in each if isinstance(part, Mapping)]
            nested = tuple(element for element in elements if element.kind != "class")
            for part in parts:
                yield from _of_entry("", part, nested)
        else:
            for entry in value if isinstance(value, list) else [value]:
                yield from _of_entry(label, entry, elements)


def _of_entry(label: str, entry: Any, elements: Iterable[Element]) -> Iterator[Element]:
    """Yield the elements of a mapping that have a value; of another entry, the element `value`.

    An entry of a list is about its first field, such as a drug; `key` names its key of the record.
    """
    values = entry if isinstance(entry, Mapping) else {"value": entry}
    about = text_of([*values.values()][:1]) if label and isinstance(entry, Mapping) else ""
    keys = (text_of(values["key"]),) if "key" in values else ()
    for element in elements:
        labeled = values.get(element.name)
        if labeled in (None, "", [], {}) or isinstance(labeled, Mapping):
            continue
        subject = next((words for name, words in element.names.items() if name in about), all_of(about))
        name = f"{about} {element.name}" if about else label or element.name
        own = (*element.keys, *keys)
        yield replace(element, name=name, labeled=labeled, subject=subject if about else "", keys=own)


def all_of(text: str) -> str:
    """Return a topic that asks for all words of a text."""
    return " ".join(word[:5] if len(word) > 3 else f"{word}." for word in normal(text).split())


def check(view: RecordView, element: Element) -> bool | None:
    """Check an element as its kind of comparison asks."""
    return _CHECKS[element.kind](view, element)


# Whether it is there ---------------------------------------------------------------------------------


def traced(view: RecordView, element: Element) -> bool | None:
    """Check that a key of the element has content, or that a text may be about it."""
    own = view.at(element.keys)
    if own:
        return True if any(same("words", element.labeled, value) for value in own) else None
    labeled = normal(text_of(element.labeled))
    topic = element.subject if element.names else element.topic
    if element.kind or not topic:
        topic = f"{topic},{beginnings(labeled)}"
    return None if view.said(topic) or mentions(labeled, _NONE) else False


def beginnings(text: str) -> str:
    """Return how the longer words of a text begin, as a topic."""
    return ",".join(word[:5] for word in normal(text).split() if len(word) > 3)


# Whether it agrees -----------------------------------------------------------------------------------


def number(view: RecordView, element: Element) -> bool | None:
    """Check that the labeled amount is charted, in any unit; a number in words is left to the judge."""
    wanted = quantities(text_of(element.labeled))[:1]
    if not wanted:
        return traced(view, element)
    own = view.at(element.keys)
    if any(same("number", element.labeled, value) for value in own):
        return True
    if any(len(re.findall("[0-9]+", text_of(value))) > 2 for value in own):
        return None  # parts that may add up
    texts, about = _texts(view, element, quantities)
    if any(_holds(text, wanted[0]) for text in texts) or any(map(spells_number, about)):
        return None
    return False


def _texts(view: RecordView, element: Element, values: Callable[[str], Any]) -> tuple[list[str], list[str]]:
    """Return the texts in which a value of the element may stand, and those that may have it in words.

    Where its own keys hold such a value, only these and the texts about it count.
    """
    own = [text_of(value) for value in view.at(element.keys)]
    every = [passage.text for passage in view.passages]
    about = [passage.text for passage in view.said(element.topic)] if element.topic else every
    if own and all(map(values, own)):
        elsewhere = [passage.text for passage in view.said(element.topic, besides=element.keys)]
        return [*own, *elsewhere], [*own, *elsewhere]
    return every, [*own, *about]


def _holds(text: str, wanted: tuple[str, Any, Any]) -> bool:
    """Return whether a text has an amount, or its number in any unit."""
    measure, amount, digits = wanted
    return any(
        found[2] == digits or (measure and found[:2] == (measure, amount)) for found in quantities(text)
    )


def time(view: RecordView, element: Element) -> bool | None:
    """Check that the labeled time of day is charted; one in words is left to the judge.

    The time of an event has to stand in the one row about it.
    """
    labeled = clocks(text_of(element.labeled))
    if len(labeled) != 1:
        return None
    texts, about = _texts(view, element, clocks)
    rows = [row for row in view.rows(element.subject) if clocks(row)]
    if len(rows) == 1 and element.subject:
        texts = [*rows, *(passage.text for passage in view.said(element.subject))]
    found = {minute for text in texts for minute in clocks(text)}
    if labeled <= found:
        return True
    [minute] = labeled
    is_near = any((other - minute + element.slack) % (DAY // 2) <= 2 * element.slack for other in found)
    return None if is_near or any(map(spells_time, about)) else False


def same_class(view: RecordView, element: Element) -> bool | None:
    """Check that the keys of the element hold the labeled one of a few known values.

    An element without keys may stand in any text about it.
    """
    labeled = class_of(element.labeled, element.names)
    if not labeled:
        return None
    if labeled == UNKNOWN:
        return is_flagged(view, element.keys[0], element.topic)
    own = view.at(element.keys, element.subject)
    if not own:
        words = element.names[labeled]
        has_trace = element.subject or view.said(f"{element.topic},{words}" if element.keys else words)
        return None if has_trace or labeled == element.silent else False
    said = view.said(element.topic, besides=element.keys)
    found = {class_of(value, element.names) for value in own}
    if found == {labeled}:
        return True
    elsewhere = {class_of(passage.text, element.names) for passage in said}
    return None if {labeled, None} & found or labeled in elsewhere else False


def class_of(value: Any, names: Mapping[str, str]) -> str | None:
    """Return the first class that a text has a word for."""
    words = normal(text_of(value))
    return next((name for name, topic in names.items() if mentions(words, topic)), None)


UNKNOWN = "unknown"
"""Class of a value that nobody knows, which the record has to say."""
CALLED = {
    "not called": "^no., ^not., ^none, ^never, ^false, not called, never called, none called, no alert",
    "called": "call, activat, yes, true, alert, sent, made, declared, issued",
}
"""Classes of an alert."""
NOTICE = "notif, told, tell, call, report, radio, phone, hospital, alert, advis, heads, aware, inform"
"""Topic of a notice to the hospital."""
ROUTES = {
    "IV": "iv., ivp., intraven",
    "IO": "io., intraoss",
    "IM": "im., intramusc",
    "IN": "^in., in., nasal, intranas, nare, nostril",
    "SL": "sl., subling, tongue",
    "neb": "neb, inhal, mask",
    "PO": "po., oral, mouth, chew, swallow, odt., by mouth",
}
"""Classes of a route, by the words that stand for each."""
_NONE = "no., not., none, never, without, denie, unable, refus, declin, unknown"
_SIDES = {
    "left": "left, lt., l., both, bilat, each",
    "right": "right, rt., r., both, bilat, each",
}


def side(view: RecordView, element: Element) -> bool | None:
    """Check that the rows or texts about the element do not name only the other side."""
    labeled = sides(element.labeled)
    if len(labeled) != 1:
        return None
    texts = view.rows(element.subject) or [passage.text for passage in view.said(element.subject)]
    named = [sides(text) for text in texts]
    if labeled <= set().union(*named):
        return True
    return False if named and all(named) else None


def sides(value: Any) -> set[str]:
    """Return the sides of the body that a text names."""
    words = normal(text_of(value))
    return {name for name, topic in _SIDES.items() if mentions(words, topic)}


# Lists, gaps, order ----------------------------------------------------------------------------------


def is_open(view: RecordView, keys: Iterable[str]) -> bool | None:
    """Check that a field without information has no value; words of the dictation are left to the judge."""
    values = [text_of(leaf) for value in view.at([*keys]) for _, leaf in leaves(value)]
    invented = [value for value in values if not mentions(normal(value), f"{_NONE},{_DOUBT}")]
    if any(quantities(value) or not mentions(view.narrative, beginnings(value)) for value in invented):
        return False
    return None if values else True


_DOUBT = (
    "unknown, unstat, unclear, undocumented, unrecorded, unavailab, unspecif, uncertain, not., no., none,"
    "never, without, missing, lack, omit, blank, gap, incomplete, complete, confirm, verif, clarif, ask,"
    "obtain, need, pending, note, flag, question"
)
"""Beginnings of words of a remark that something is missing, or of the key that holds such remarks."""


def is_flagged(view: RecordView, key: str, topic: str = "", *, may_be_filled: bool = True) -> bool | None:
    """Check that a gap is marked in its key; a remark that may tell of it is left to the judge."""
    if view.marks(key):
        return True
    about = view.said(f"{topic},{beginnings(key.replace('_', ' '))}")
    remarks = [passage for passage in about if mentions(passage.words, _DOUBT)]
    return None if remarks or (may_be_filled and view.at([key])) else False


def is_called_unknown(view: RecordView, key: str) -> bool:
    """Return whether a key is marked as unknown and holds nothing else."""
    return bool(view.marks(key)) and not view.at([key])


def in_order(first: Any, second: Any) -> bool | None:
    """Check that a time is not after another, by the shorter way around the clock."""
    start, end = seconds(first), seconds(second)
    if start is None or end is None:
        return None
    return not 0 < (start - end) % (60 * DAY) < 30 * DAY


_CHECKS = {"": traced, "words": traced, "number": number, "time": time, "class": same_class, "side": side}
