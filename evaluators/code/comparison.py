"""What the evaluators of this folder share: what counts as equal, what a record holds, and the reply."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, NoReturn

from constants import without_constant_sections, without_constants
from negations import denies, is_denied
from readings import is_near, quantities, seconds, with_units
from texts import has_content, normal, shown, text_of

# Comparison ------------------------------------------------------------------------------------------

_SMALL_WORDS = {"a", "an", "and", "at", "by", "in", "of", "on", "the", "to", "was", "with"}


def same(kind: str, labeled: Any, charted: Any) -> bool:
    """Return whether a charted value is the labeled one, by a kind of comparison of `labels.yaml`.

    A label that is a list names alternatives, of which one is enough, unless the comparison is of lists.
    """
    if kind in ("list", "set"):
        return _same_parts([*_parts(labeled)], [*_parts(charted)], is_ordered=kind == "list")
    alternatives = labeled if isinstance(labeled, list) else [labeled]
    return any(_KINDS[kind](text_of(each), text_of(charted)) for each in alternatives)


def _exact(labeled: str, charted: str) -> bool:
    """Compare texts as a whole; capital letters, spaces and punctuation do not count."""
    return normal(labeled) == normal(charted) != ""


def _words(labeled: str, charted: str) -> bool:
    """Look for each labeled word and number; no part of the text may deny one of them."""
    wanted = _word_set(labeled)
    return bool(wanted) and wanted <= _word_set(charted) and not is_denied(charted, wanted)


def _word_set(text: str) -> set[str]:
    words = (_plain_number(word) for word in normal(text).split())
    return {word for word in words if word not in _SMALL_WORDS}


def _plain_number(word: str) -> str:
    return word.rstrip("0").rstrip(".") if "." in word else word


def _number(labeled: str, charted: str) -> bool:
    """Compare amounts: those charted in a unit of the same kind, or else those charted without one.

    All of them have to be the labeled amount, those in brackets aside. Of places in a row, such as a first
    and a second attempt, the last counts.
    """
    wanted = quantities(labeled)
    outside = re.sub(r"\([^()]*\)", " ", with_units(charted))
    found = quantities(outside if re.search("[0-9]", outside) else charted)
    if not wanted or (wanted[0].measure and is_denied(charted, _numerals(outside))):
        return False
    first = wanted[0]
    in_unit = [each for each in found if first.measure and each.measure == first.measure]
    if in_unit:
        return all(each.amount == first.amount for each in in_unit)
    bare = [each for each in found if not each.measure] or ([] if first.measure else found)
    counts = {each.number for each in bare if not each.is_place} or {*[each.number for each in bare][-1:]}
    return counts == {first.number}


def _numerals(text: str) -> set[str]:
    return {word for word in normal(text).split() if word[0].isdigit()}


def _same_parts(labeled: list[str], charted: list[str], *, is_ordered: bool) -> bool:
    """Return whether each labeled part has a charted part of its own, of the same words and amounts."""
    rest = [*charted]
    for part in labeled:
        index = next((index for index, each in enumerate(rest) if _same_part(part, each)), None)
        if index is None:
            return False
        rest = rest[index + 1 :] if is_ordered else [*rest[:index], *rest[index + 1 :]]
    return bool(labeled)


def _same_part(labeled: str, charted: str) -> bool:
    """Compare the amount in a known unit by number, and the rest by words."""
    if not any(each.measure for each in quantities(labeled)):
        return _words(labeled, charted)
    names = re.sub(r"[0-9.]+ *[^\W\d_/]*(?:/[^\W\d_]+)?", " ", labeled)
    return _number(labeled, charted) and (not _word_set(names) or _words(names, charted))


_SEPARATORS = re.compile(r"[;,+&\n]|\band\b|/(?=\s*[^\W\d_])(?!\s*(?:k?g|min\w*|hr?|hours?|d?l|ml|doses?)\b)")


def _parts(value: Any) -> Iterator[str]:
    """Yield the parts of a list, of a text between separators, and of a mapping, of which a name is one."""
    for entry in value if isinstance(value, list) else [value]:
        if not isinstance(entry, Mapping):
            yield from (part for part in _SEPARATORS.split(text_of(entry)) if _word_set(part))
        elif {"name", "drug"} & entry.keys():
            yield text_of(entry)
        else:
            yield from (f"{normal(str(key))} {text_of(inner)}" for key, inner in entry.items())


def _time(labeled: str, charted: str) -> bool:
    """Compare times of day."""
    return seconds(labeled) == seconds(charted) is not None


_KINDS = {"exact": _exact, "number": _number, "words": _words, "time": _time, "rounded": is_near}


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
    """Return an evaluator of what a record says, which does not apply to an output that is no record."""
    return _of(without_constants, judge)


def of_coverage(judge: Judge) -> Judge:
    """Return an evaluator of whether a record says something, of which constants of a section are no part."""
    return _of(without_constant_sections, judge)


def _of(read: Callable[[dict[str, Any]], dict[str, Any]], judge: Judge) -> Judge:
    @wraps(judge)
    def judge_record(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
        record = record_of(output)
        if record is None:
            return not_applicable("The output is not a record, which only A-FMT1 judges.")
        return judge(labels, read(record), narrative)

    return judge_record


def entries(record: Any, key: str) -> list[Any]:
    """Return what the record holds under a key, at whatever depth."""
    return [part[key] for part in mappings(record) if key in part]


def gathered(record: Any, key: str) -> list[Any]:
    """Return the entries of the lists that the record holds under a key, and what else it holds there."""
    return [entry for each in entries(record, key) for entry in (each if isinstance(each, list) else [each])]


def dictated(labels: Any, name: str) -> dict[str, Any]:
    """Return the entries of a label that is a mapping and that have a value."""
    label = labels.get(name) if isinstance(labels, Mapping) else None
    entries = label.items() if isinstance(label, Mapping) else ()
    return {str(key): value for key, value in entries if value not in (None, "", [], {})}


def labeled_sections(labels: Any, record: Any) -> dict[str, Any]:
    """Return what the record holds under the keys of the sections that the dictation covers."""
    return {name: record.get(name) for name in map(shown, listed(labels, "sections_with_content"))}


def listed(labels: Any, name: str) -> list[Any]:
    """Return the entries of a label that is a list."""
    label = labels.get(name) if isinstance(labels, Mapping) else None
    return [entry for entry in label if entry not in (None, "", [], {})] if isinstance(label, list) else []


def stamped(record: Any) -> list[tuple[Any, int]]:
    """Return the names of the entries of a record that happened at a time of day, each with it in seconds."""
    timed = [(part, time) for part in mappings(record) if (time := seconds(part.get("time"))) is not None]
    happened = [(part, time) for part, time in timed if not denies(text_of(part.get("status")))]
    return [(part[key], time) for part, time in happened for key in ("event", "name") if key in part]


def named(record: Any, name: str) -> list[Any]:
    """Return what a part of a record holds under a name: as a key, as an entry, and after it in a list."""
    title = name.replace("_", " ")
    found = [value for key in (name, f"{name}_total") for value in entries(record, key)]
    for part in mappings(record):
        if any(same("exact", title, part.get(key)) for key in ("name", "system")):
            found.append({key: value for key, value in part.items() if key not in ("name", "system")})
        for value in part.values():
            for line in value if isinstance(value, list) else ():
                head, _, said = line.partition(":") if isinstance(line, str) else ("", "", "")
                found += [said] if same("exact", title, head) else []
    return found


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


# The reply -------------------------------------------------------------------------------------------

SHORTEST_REASON, LONGEST_REASON = 50, 200


def item(label: Any, quote: Any, entry: Any, met: bool) -> dict[str, Any]:
    """Return one entry of a reply: what is judged, what was dictated, what is charted, and the verdict."""
    return {"label": shown(label) or "unnamed", "quote": shown(quote), "entry": shown(entry), "met": met}


def filled(labels: Any, label: str, record: Any, section: str, *stock_phrases: str) -> list[dict[str, Any]]:
    """Return an item for each entry of a label: met if its key has content in a section of the record."""
    items = []
    for key, quote in dictated(labels, label).items():
        charted = at(record.get(section), key)
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
