"""Checks that code can make of a charted element: whether it is there, agrees, or is open.

A check returns True or False where the record settles it, and None where the words are left to the judge. A
false fail is worse than a missed one: whatever may be the labeled value in other words or in another place is
left to the judge.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from comparison import at, item, listed, mappings, reply, same
from readings import clocks, quantities
from record_view import SPELLED_NUMBER, SPELLED_TIME, RecordView, mentions
from texts import leaves, normal, text_of

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
        names: Of a class: the words that stand for each, of which the first that fits counts; of an entry of
            a list: other words for what it is about.
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
_HALF_DAY = 12 * 60
"""Minutes of half a day."""
Others = Callable[[RecordView, Any], Iterable[Outcome]]
"""Further checks of a record by the labels of a case."""


def judged(
    labels: Any, output: Any, narrative: str, table: Table, what: str, others: Others | None = None
) -> dict[str, Any]:
    """Return the reply of a code half: what the checks of a table, and others, say of one case.

    What no check settles is left to the judge.
    """
    view = RecordView(output, narrative)
    outcomes: list[Outcome] = []
    if view.record is not None:
        outcomes += [(element, check(view, element)) for element in of_labels(labels, table)]
        outcomes += others(view, labels) if others else ()
    items = [
        item(element.name, element.labeled, view.at(element.keys), met)
        for element, met in outcomes
        if met is not None
    ]
    return reply(
        items,
        f"The checks find no fault in {what}; the judge reads it, too.",
        f"By the checks of {what}, these are missing or differ",
    )


def of_labels(labels: Any, table: Table) -> Iterator[Element]:
    """Yield the elements that have a labeled value, of mappings and of the lists in them, too."""
    for label, elements in table.items():
        value = at(labels, label)
        if isinstance(value, list):
            for entry in value:
                fields = entry if isinstance(entry, Mapping) else {"value": entry}
                yield from _of_entry(fields, elements, is_listed=True)
        elif isinstance(value, Mapping):
            nested = [element for element in elements if element.kind != "class"]
            yield from _of_entry(value, elements)
            for part in mappings([*value.values()]):
                yield from _of_entry(part, nested)
        else:
            yield from _of_entry({label: value}, [replace(element, name=label) for element in elements])


def _of_entry(
    entry: Mapping[str, Any], elements: Iterable[Element], *, is_listed: bool = False
) -> Iterator[Element]:
    """Yield the elements of a mapping that have a value, one for each value of a list.

    An entry of a list is about its first field, such as a drug, and its other `names`; `key` names its key of
    the record.
    """
    about = text_of([*entry.values()][:1]) if is_listed else ""
    known = {name: words for element in elements if not element.kind for name, words in element.names.items()}
    aliases = [words for name, words in known.items() if name in about]
    names = [about, *map(text_of, listed(entry, "names"))]
    subject = ",".join(aliases or map(all_of, names))
    keys = tuple(filter(None, [text_of(entry.get("key"))]))
    for element in elements:
        name = f"{about} {element.name}".removesuffix(" value").strip()
        own = replace(element, name=name, keys=element.keys + keys, subject=subject or element.subject)
        value = entry.get(element.name)
        for labeled in value if isinstance(value, list) else [value]:
            if labeled not in (None, "") and not isinstance(labeled, Mapping | list):
                yield replace(own, labeled=labeled)


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
    return None if view.said(topic) or mentions(labeled.partition(" ")[0], _NONE) else False


def beginnings(text: str) -> str:
    """Return how the longer words of a text begin, as a topic."""
    return ",".join(word[:5] for word in normal(text).split() if len(word) > 3)


# Whether it agrees -----------------------------------------------------------------------------------


def number(view: RecordView, element: Element) -> bool | None:
    """Check that the labeled amount is charted, in any unit; a number in words is left to the judge."""
    if any(len(re.findall("[0-9]+", text_of(value))) > 2 for value in view.at(element.keys)):
        return None  # parts that may add up
    first, *_ = re.split("[/;]", text_of(element.labeled))
    return _agrees(view, element, amounts(first), amounts, SPELLED_NUMBER)


def amounts(text: str) -> set[tuple[str, Any]]:
    """Return the amounts in digits, times of day aside: each in the base unit of its measure, and bare."""
    found = quantities(text) if re.search("[0-9]", text) else []
    return {form for each in found for form in ((each.measure, each.amount), ("", each.number))}


def time(view: RecordView, element: Element) -> bool | None:
    """Check that the labeled time of day is charted; one in words is left to the judge."""
    shifts = range(-element.slack, element.slack + 1)
    near = {(minute + shift) % _HALF_DAY for minute in clocks(text_of(element.labeled)) for shift in shifts}
    return _agrees(view, element, near, _on_the_dial, SPELLED_TIME)


def timed(view: RecordView, element: Element) -> bool | None:
    """Check that a text about the subject has a time of day; which time it is is left to A-TMP4."""
    texts = [*view.rows(element.subject), *(passage.text for passage in view.said(element.subject))]
    return None if any(clocks(text) or SPELLED_TIME.search(text) for text in texts) else time(view, element)


def _on_the_dial(text: str) -> set[int]:
    """Return the times in a text, in minutes of a half day."""
    return {minute % _HALF_DAY for minute in clocks(text)}


def _agrees(
    view: RecordView,
    element: Element,
    wanted: set[Any],
    read: Callable[[str], set[Any]],
    spelled: re.Pattern[str],
) -> bool | None:
    """Check that a value which is read from texts may be the labeled one.

    Where its own keys hold such a value, or the one row about its subject does, only these and the texts that
    name it count.
    """
    if not wanted:
        return traced(view, element)
    own = [text_of(value) for value in view.at(element.keys)]
    if any(same(element.kind, element.labeled, value) for value in own):
        return True
    rows = [row for row in view.rows(element.subject) if read(row)]
    texts = own or (rows if len(rows) == 1 else [])
    if texts and all(map(read, texts)):
        topic = f"{element.topic},{element.subject}"
        named = view.said(topic, besides=element.keys)
        texts += [passage.text for passage in named if mentions(normal(passage.text), topic)]
        about = texts
    else:
        texts = [passage.text for passage in view.passages]
        about = [*own, *(passage.text for passage in view.said(element.topic))] if element.topic else texts
    if any(wanted & read(text) for text in texts) or any(map(spelled.search, about)):
        return None
    return False


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
    return next(iter(classes_of(value, names)), None)


def classes_of(value: Any, names: Mapping[str, str]) -> list[str]:
    """Return the classes that a text has a word for."""
    words = normal(text_of(value))
    return [name for name, topic in names.items() if mentions(words, topic)]


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
_SIDES = {"left": "left, lt., l., both, bilat, each", "right": "right, rt., r., both, bilat, each"}


def side(view: RecordView, element: Element) -> bool | None:
    """Check that the rows or texts about the element do not name only the other side."""
    labeled = classes_of(element.labeled, _SIDES)
    if len(labeled) != 1:
        return None
    texts = view.rows(element.subject) or [passage.text for passage in view.said(element.subject)]
    named = [classes_of(text, _SIDES) for text in texts]
    if any(labeled[0] in sides for sides in named):
        return True
    return False if named and all(named) else None


# Gaps ------------------------------------------------------------------------------------------------


def is_open(view: RecordView, element: Element) -> bool | None:
    """Check that a field without information has no value; words of the dictation are left to the judge."""
    field = text_of(element.labeled)
    keys = element.names.get(field, field).split(", ")
    values = [text_of(leaf) for value in view.at(keys) for _, leaf in leaves(value)]
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


def flagged(view: RecordView, element: Element) -> bool | None:
    """Check that a labeled gap is flagged as missing, whatever its key holds."""
    gap = text_of(element.labeled)
    return is_flagged(view, gap, element.names.get(gap, ""))


def marked(view: RecordView, element: Element) -> bool | None:
    """Check that a labeled gap is flagged as missing; a value that stands in it is left to the judge."""
    return None if view.at([text_of(element.labeled)]) else flagged(view, element)


def is_flagged(view: RecordView, key: str, topic: str) -> bool | None:
    """Check that a gap is marked in its key; a remark that may tell of it is left to the judge."""
    if view.marks(key):
        return True
    about = view.said(f"{topic},{beginnings(key.replace('_', ' '))}")
    return None if any(mentions(passage.words, _DOUBT) for passage in about) else False


def supplied(view: RecordView, element: Element) -> bool | None:
    """Check that the key of a dictated field is not marked as unknown where it holds nothing else."""
    key = text_of(element.labeled)
    return False if view.marks(key) and not view.at([key]) else None


_CHECKS = {
    **{
        "": traced,
        "words": traced,
        "number": number,
        "time": time,
        "timed": timed,
        "class": same_class,
        "side": side,
    },
    **{"open": is_open, "flagged": flagged, "marked": marked, "supplied": supplied},
}
