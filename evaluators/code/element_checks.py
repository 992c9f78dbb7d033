"""Checks that code can make of a charted element: whether it is there, agrees, and runs in order.

A check returns True or False where the record settles it, and None where the words are left to the judge. A
false fail is worse than a missed one: whatever may be the labeled value in other words or in another place is
left to the judge.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from comparison import (
    at,
    dictated,
    item,
    leaves,
    listed,
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
    """

    name: str
    kind: str = ""
    keys: tuple[str, ...] = ()
    topic: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    silent: str = ""
    labeled: Any = None


def of_label(labels: Any, elements: Mapping[str, Iterable[Element]]) -> Iterator[Element]:
    """Yield the elements with a labeled value: those of a mapping by name, else `value` for each entry."""
    for label, known in elements.items():
        values = dictated(labels, label)
        single = at(labels, label)
        for element in known:
            if element.name in values:
                yield replace(element, labeled=values[element.name])
            elif element.name == "value" and not isinstance(single, Mapping | None):
                for entry in single if isinstance(single, list) else [single]:
                    yield replace(element, name=label, labeled=entry)


def of_entries(labels: Any, label: str, elements: Iterable[Element]) -> Iterator[Element]:
    """Yield the elements of each entry of a label that is a list of mappings."""
    for entry in listed(labels, label):
        yield from of_label({label: entry}, {label: elements})


def check(view: RecordView, element: Element) -> bool | None:
    """Check an element as its kind of comparison asks."""
    return _CHECKS[element.kind](view, element)


def checked(view: RecordView, elements: Iterable[Element]) -> Iterator[Outcome]:
    """Yield each element with what its check says."""
    return ((element, check(view, element)) for element in elements)


def settled(view: RecordView, outcomes: Iterable[Outcome], what: str) -> dict[str, Any]:
    """Return the reply of a code half; what no check settles is left to the judge."""
    if view.record is None:
        return not_applicable("The output is not a record, which only A-FMT1 judges.")
    items = [
        item(element.name, element.labeled, view.at(element.keys), met)
        for element, met in outcomes
        if met is not None
    ]
    if not items:
        return not_applicable(f"No check settles {what}: all of it is left to the judge.")
    return reply(
        items,
        f"The checks find no fault in {what}; the judge reads it, too.",
        f"By the checks of {what}, these are missing or differ",
    )


# Whether it is there ---------------------------------------------------------------------------------


def traced(view: RecordView, element: Element) -> bool | None:
    """Check that a key of the element has content, or that a text may be about it."""
    own = view.at(element.keys)
    if own:
        return True if any(same("words", element.labeled, value) for value in own) else None
    labeled = normal(text_of(element.labeled))
    topic = element.topic if element.topic and not element.kind else f"{element.topic},{beginnings(labeled)}"
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
    if any(same("number", element.labeled, value) for value in view.at(element.keys)):
        return True
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
    """Check that the labeled time of day is charted; one in words is left to the judge."""
    labeled = clocks(text_of(element.labeled))
    if len(labeled) != 1:
        return None
    texts, about = _texts(view, element, clocks)
    found = {minute for text in texts for minute in clocks(text)}
    if labeled <= found:
        return True
    is_half_a_day_off = any((minute - other) % (DAY // 2) == 0 for minute in found for other in labeled)
    return None if is_half_a_day_off or any(map(spells_time, about)) else False


def same_class(view: RecordView, element: Element) -> bool | None:
    """Check that the keys of the element hold the labeled one of a few known values.

    An element without keys may stand in any text about it.
    """
    labeled = class_of(element.labeled, element.names)
    if not labeled:
        return None
    said = view.said(element.topic, besides=element.keys)
    own = view.at(element.keys)
    if not own:
        words = element.names[labeled]
        has_trace = view.said(f"{element.topic},{words}" if element.keys else words)
        return None if has_trace or labeled == element.silent else False
    found = {class_of(value, element.names) for value in own}
    if found == {labeled}:
        return True
    elsewhere = {class_of(passage.text, element.names) for passage in said}
    return None if {labeled, None} & found or labeled in elsewhere else False


def class_of(value: Any, names: Mapping[str, str]) -> str | None:
    """Return the first class that a text has a word for."""
    words = normal(text_of(value))
    return next((name for name, topic in names.items() if mentions(words, topic)), None)


CALLED = {
    "not called": "^no., ^not., ^none, ^never, ^false, not called, never called, none called, no alert",
    "called": "call, activat, yes, true, alert, sent, made, declared, issued",
}
"""Classes of an alert."""
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
    """Check that no text about the element names only the other side."""
    labeled = sides(element.labeled)
    if len(labeled) != 1:
        return None
    named = [sides(passage.text) for passage in view.said(element.topic)]
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


def named(rows: Iterable[Mapping[str, Any]], *names: Any, key: str = "name") -> list[Mapping[str, Any]]:
    """Return the rows whose name has all words of one of these names."""
    return [row for row in rows if any(same("words", name, at(row, key)) for name in names)]


def route(rows: Iterable[Mapping[str, Any]], labeled: Any) -> bool | None:
    """Check that rows about a drug do not all have another route than the labeled one."""
    wanted = class_of(labeled, ROUTES)
    found = [class_of(at(row, "route"), ROUTES) for row in rows]
    if not wanted or not found:
        return None
    return True if wanted in found else None if None in found else False


_CHECKS = {"": traced, "words": traced, "number": number, "time": time, "class": same_class, "side": side}
