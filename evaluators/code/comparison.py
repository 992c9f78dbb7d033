"""What the evaluators of this folder share: what counts as content, what counts as equal, and the reply.

Evaluators are pure functions of labels, output and dictation. They read no file, clock or network.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from typing import Any, NoReturn

# Content ---------------------------------------------------------------------------------------------

PLACEHOLDERS = {
    "unknown": (
        "unknown", "unk", "unspecified", "not known", "not stated", "not given", "not dictated",
        "not recorded", "not documented", "not charted", "not reported", "not provided", "not specified",
        "not available", "not applicable", "n a", "tbd", "to be determined", "pending", "null", "undefined",
    ),
    "pointers": (
        "see narrative", "see the narrative", "per narrative", "per the narrative", "refer to narrative",
        "in narrative", "see notes", "per notes", "see above", "as above", "see below", "see chart",
        "see record", "see report", "see vitals", "see exam", "as noted", "as dictated", "documented",
        "charted", "recorded",
    ),
    "headings": ("section", "details", "exam", "full"),
}  # fmt: skip
"""Phrases that are no content by themselves: the closed list of placeholders of all code evaluators.

`unknown` are marks for unknown, `pointers` refer to another place or say only that there is something, and
`headings` name a part of the record.
"""


def normal(text: str) -> str:
    """Return a text in lowercase, one space between its words and numbers, without punctuation."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("'", "").replace("’", "")
    return " ".join(re.findall(r"[0-9]+(?:\.[0-9]+)?|[^\W_]+", plain))


def _any_of(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(phrases, key=len, reverse=True))})\b")


_UNKNOWN = _any_of(*PLACEHOLDERS["unknown"])
_EMPTY = _any_of(*PLACEHOLDERS["unknown"], *PLACEHOLDERS["pointers"])


def is_mark_for_unknown(text: str) -> bool:
    """Return whether a text says only that a value is not known."""
    return not _UNKNOWN.sub("", normal(text)).strip()


def leaves(value: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield each text, number and truth value in a part of a record, with the last keys that lead to it."""
    waiting = [(path, value)]
    while waiting:
        keys, part = waiting.pop()
        if isinstance(part, Mapping):
            waiting += [((*keys[-9:], str(key)), inner) for key, inner in reversed([*part.items()])]
        elif isinstance(part, list | tuple):
            waiting += [(keys, inner) for inner in reversed(part)]
        elif part is not None:
            yield keys, part


def has_content(value: Any, *path: str, stock_phrases: Sequence[str] = ()) -> bool:
    """Return whether a part of a record says something.

    Nothing, a placeholder, a stock phrase, and a heading, which is a name on the path to it, say nothing.
    Numbers and truth values always say something.
    """
    return any(
        not isinstance(leaf, str) or _says_more(leaf, keys, stock_phrases)
        for keys, leaf in leaves(value, *path)
    )


def _says_more(text: str, path: Sequence[str], stock_phrases: Sequence[str]) -> bool:
    """Return whether a text holds a word besides placeholders and the names of the keys that lead to it."""
    headings = {*PLACEHOLDERS["headings"], *normal(" ".join(path).replace("_", " ")).split()}
    rest = _EMPTY.sub(" ", normal(text))
    if stock_phrases:
        rest = _any_of(*stock_phrases).sub(" ", rest)
    return not headings.issuperset(rest.split())


# Comparison ------------------------------------------------------------------------------------------

_UNITS = {
    **dict.fromkeys(("kg", "kilogram", "kilograms"), ("g", Fraction(1000))),
    **dict.fromkeys(("g", "gram", "grams", "gm"), ("g", Fraction(1))),
    **dict.fromkeys(("mg", "milligram", "milligrams"), ("g", Fraction(1, 1000))),
    **dict.fromkeys(("mcg", "μg", "ug", "microgram", "micrograms", "mics"), ("g", Fraction(1, 1000000))),
    **dict.fromkeys(("l", "liter", "liters"), ("l", Fraction(1))),
    **dict.fromkeys(("ml", "milliliter", "milliliters", "cc", "ccs"), ("l", Fraction(1, 1000))),
    **dict.fromkeys(("cm", "centimeter", "centimeters"), ("m", Fraction(1, 100))),
    **dict.fromkeys(("mm", "millimeter", "millimeters"), ("m", Fraction(1, 1000))),
}
"""Units by their names: what they measure, and how many of its base unit they are."""
_NUMBER_WORDS = {
    word: Fraction(number)
    for number, words in enumerate(
        ("zero", "one first once", "two second twice", "three third", "four fourth", "five fifth", "six",
         "seven", "eight", "nine", "ten")
    )
    for word in words.split()
}  # fmt: skip
_SMALL_WORDS = {"a", "an", "and", "at", "by", "in", "of", "on", "the", "to", "was", "with"}
_NEGATIONS = {"no", "not", "without", "never", "unable", "failed", "absent", "lost", "negative", "denied"}
_QUANTITY = re.compile(
    r"(?<![\w.])([0-9]{1,20}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})(?![0-9])\s*([^\W\d_]+(?:/[^\W\d_]+)*)?"
)
_CLOCK = re.compile(r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?([01]?[0-9]|2[0-3]):?([0-5][0-9])(?::([0-5][0-9]))?")


def same(kind: str, labeled: Any, charted: Any) -> bool:
    """Return whether a charted value is the labeled one, by a kind of comparison of `labels.yaml`.

    A label that is a list names alternatives, of which one is enough, unless the comparison is of lists.
    """
    if kind in ("list", "set"):
        return _same_parts(_parts(labeled), _parts(charted), is_ordered=kind == "list")
    alternatives = labeled if isinstance(labeled, list) else [labeled]
    return any(_KINDS[kind](text_of(each), text_of(charted)) for each in alternatives)


def text_of(value: Any) -> str:
    """Return a value as a text in lowercase."""
    return unicodedata.normalize("NFKC", "; ".join(_scalar(leaf) for _, leaf in leaves(value))).casefold()


def _exact(labeled: str, charted: str) -> bool:
    """Compare texts as a whole; capital letters, spaces and punctuation do not count."""
    return normal(labeled) == normal(charted) != ""


def _words(labeled: str, charted: str) -> bool:
    """Look for each labeled word and number; no part of the text that holds one may deny it."""
    wanted = _word_set(labeled)
    parts = [_word_set(part) for part in re.split(r"[,;:]|\.(?![0-9])|\bbut\b", charted)]
    is_denied = any(part & wanted and part & _NEGATIONS - wanted for part in parts)
    return bool(wanted) and wanted <= set().union(*parts) and not is_denied


def _word_set(text: str) -> set[str]:
    words = (_plain_number(word) for word in normal(text).split())
    return {word for word in words if word not in _SMALL_WORDS}


def _plain_number(word: str) -> str:
    return word.rstrip("0").rstrip(".") if "." in word else word


def _number(labeled: str, charted: str) -> bool:
    """Compare amounts: those charted in a unit of the same kind, or else those charted without one.

    All of them have to be the labeled amount.
    """
    wanted, found = quantities(labeled), quantities(charted)
    if not wanted:
        return False
    measure, amount, number = wanted[0]
    in_unit = [each for each in found if measure and each[0] == measure]
    bare = [each for each in found if not each[0]]
    if in_unit:
        return all(each[1] == amount for each in in_unit)
    compared = bare or ([] if measure else found)
    return bool(compared) and all(each[2] == number for each in compared)


def quantities(text: str) -> list[tuple[str, Fraction, Fraction]]:
    """Return the amounts in a text: what is measured, the amount in its base unit, and the number itself."""
    found = []
    for digits, unit in _QUANTITY.findall(re.sub(r"(?<=[0-9]),(?=[0-9]{3}\b)", "", text)):
        measure, factor = _UNITS.get(unit, (unit if "/" in unit else "", Fraction(1)))
        found.append((measure, Fraction(digits) * factor, Fraction(digits)))
    return found or [
        ("", _NUMBER_WORDS[word], _NUMBER_WORDS[word])
        for word in normal(text).split()
        if word in _NUMBER_WORDS
    ]


_DECIMAL = re.compile(r"[0-9]{1,20}(?:\.[0-9]{1,20})?")
_SCALE = re.compile(r"\b([cf])(?:elsius|ahrenheit)?\b")


def _rounded(labeled: str, charted: str) -> bool:
    """Compare numbers in their order, each within one; temperatures in either scale, within half a degree."""
    wanted, found = ([Fraction(each) for each in _DECIMAL.findall(text)] for text in (labeled, charted))
    if not wanted or len(found) < len(wanted):
        return False
    scale = _SCALE.findall(labeled)
    if scale:
        degrees = _celsius(wanted[0], scale[0])
        scales = _SCALE.findall(charted) or ["c", "f"]
        return any(abs(_celsius(found[0], each) - degrees) <= Fraction(1, 2) for each in scales)
    return all(abs(one - other) <= 1 for one, other in zip(wanted, found, strict=False))


def _celsius(degrees: Fraction, scale: str) -> Fraction:
    return degrees if scale == "c" else (degrees - 32) * 5 / 9


def _same_parts(labeled: list[str], charted: list[str], *, is_ordered: bool) -> bool:
    """Return whether each labeled part has a charted part of its own, of the same words and numbers."""
    rest = [*charted]
    for part in labeled:
        index = next((index for index, each in enumerate(rest) if _words(part, each)), None)
        if index is None:
            return False
        rest = rest[index + 1 :] if is_ordered else [*rest[:index], *rest[index + 1 :]]
    return bool(labeled)


def _parts(value: Any) -> list[str]:
    parts = re.split(r"[;,+\n]|\band\b", text_of(value))
    return [part for part in parts if _word_set(part)]


DAY = 86_400
"""Seconds of a day."""


def seconds(value: Any) -> int | None:
    """Return the time of day that a text names, such as 14:05, 1405 or 14:05:30; None if it names none."""
    match = _CLOCK.fullmatch(text_of(value).strip().upper())
    if match is None:
        return None
    hour, minute, second = (int(part or 0) for part in match.groups())
    return 3600 * hour + 60 * minute + second


def is_later(first: int, second: int) -> bool:
    """Return whether a time in seconds is later than another, by the shorter way around the clock."""
    return 0 < (first - second) % DAY < DAY // 2


def clock(time: int) -> str:
    """Return a time in seconds as hours and minutes."""
    return f"{time % DAY // 3600:02}:{time % 3600 // 60:02}"


def _time(labeled: str, charted: str) -> bool:
    """Compare times of day."""
    return seconds(labeled) == seconds(charted) is not None


_KINDS = {"exact": _exact, "number": _number, "words": _words, "time": _time, "rounded": _rounded}


# The record ------------------------------------------------------------------------------------------

Judge = Callable[[Any, Any, str], dict[str, Any]]
"""Function that judges an output by the labels and the dictation of a case."""


def record_of(output: Any) -> dict[str, Any] | None:
    """Return the output as a record; None where it is none. A text has to be one JSON object and no more."""
    if isinstance(output, str):
        try:
            output = json.loads(output, parse_constant=_refuse)
        except (ValueError, RecursionError):
            return None
    return output if isinstance(output, dict) else None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def of_records(judge: Judge) -> Judge:
    """Return an evaluator that gets the output as a record, and does not apply to an output that is none."""

    @wraps(judge)
    def judge_record(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
        record = record_of(output)
        if record is None:
            return not_applicable("The output is not a record, which only A-FMT1 judges.")
        return judge(labels, record, narrative)

    return judge_record


def entries(record: Any, key: str) -> list[Any]:
    """Return what the record holds under a key, at whatever depth."""
    return [part[key] for part in mappings(record) if key in part]


def dictated(labels: Any, name: str) -> dict[str, Any]:
    """Return the entries of a label that is a mapping and that have a value."""
    label = labels.get(name) if isinstance(labels, Mapping) else None
    entries = label.items() if isinstance(label, Mapping) else ()
    return {str(key): value for key, value in entries if value not in (None, "", [], {})}


def labeled_sections(labels: Any, record: Any) -> dict[str, Any]:
    """Return the sections that the dictation covers; none where one lacks its key, which A-FMT1 judges."""
    names = [shown(name) for name in listed(labels, "sections_with_content")]
    return {name: record[name] for name in names} if record.keys() >= {*names} else {}


def listed(labels: Any, name: str) -> list[Any]:
    """Return the entries of a label that is a list."""
    label = labels.get(name) if isinstance(labels, Mapping) else None
    return [entry for entry in label if entry not in (None, "", [], {})] if isinstance(label, list) else []


def stamped(record: Any) -> list[tuple[Any, int]]:
    """Return the names of the entries of a record that have a time of day, each with it in seconds."""
    timed = [(part, time) for part in mappings(record) if (time := seconds(part.get("time"))) is not None]
    return [(part[key], time) for part, time in timed for key in ("event", "name") if key in part]


def mappings(record: Any) -> Iterator[Mapping[str, Any]]:
    """Yield each mapping in a part of a record, at whatever depth, the part itself included."""
    waiting = [record]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Mapping):
            yield part
            waiting += reversed([*part.values()])
        elif isinstance(part, list):
            waiting += reversed(part)


def at(part: Any, key: str) -> Any:
    """Return what a key of a mapping holds; None where there is no such key, or no mapping."""
    return part.get(key) if isinstance(part, Mapping) else None


def shown(value: Any) -> str:
    """Return a value as a text of one line."""
    texts = (": ".join((*keys[-1:], _scalar(leaf))) for keys, leaf in leaves(value))
    line = " ".join("; ".join(texts).split())[:200]
    return line.encode(errors="replace").decode()  # half a character cannot be written


def _scalar(value: Any) -> str:
    try:
        return str(value)
    except ValueError:  # Python writes no integer of many thousand digits
        return "a number of many thousand digits"


# The reply -------------------------------------------------------------------------------------------

SHORTEST_REASON, LONGEST_REASON = 50, 200


def item(label: Any, quote: Any, entry: Any, met: bool) -> dict[str, Any]:
    """Return one entry of a reply: what is judged, what was dictated, what is charted, and the verdict."""
    return {"label": shown(label) or "unnamed", "quote": shown(quote), "entry": shown(entry), "met": met}


def filled(labels: Any, label: str, record: Any, section: str, *stock_phrases: str) -> list[dict[str, Any]]:
    """Return an item for each entry of a label: met if its key has content in a section of the record.

    A record without the key of the section is left to A-FMT1.
    """
    items = []
    for key, quote in dictated(labels, label).items() if section in record else ():
        charted = at(record[section], key)
        is_met = has_content(charted, section, key, stock_phrases=stock_phrases)
        items.append(item(key, quote, charted, is_met))
    return items


def reply(
    items: Sequence[Mapping[str, Any]], met: str, unmet: str, *, shares: bool = False
) -> dict[str, Any]:
    """Return a reply: a pass if every item is met, not applicable if there is none.

    Its reason is the sentence `met`, or `unmet` with the names of the items that are not met. `shares` adds
    the share of the items that are met.
    """
    if not items:
        return not_applicable("The script settles no label of the case: the rest is left to others.")
    failed = [entry["label"] for entry in items if not entry["met"]]
    score = {"score": (len(items) - len(failed)) / len(items)} if shares else {}
    reason = _sized(f"{unmet}: {', '.join(failed)}." if failed else met)
    body = {"applicable": True, "items": list(items), "uncertain": False, "reason": reason}
    return {**body, "pass": not failed, **score}


def not_applicable(reason: str) -> dict[str, Any]:
    """Return the reply to a case in which there is nothing to judge."""
    return {"applicable": False, "items": [], "uncertain": False, "reason": _sized(reason), "pass": False}


def _sized(reason: str) -> str:
    """Return a reason within the limits of a reply's length."""
    if len(reason) > LONGEST_REASON:
        return reason[: LONGEST_REASON - 3] + "..."
    if len(reason) < SHORTEST_REASON:
        return f"{reason} The labels of the case decide what is judged."
    return reason
