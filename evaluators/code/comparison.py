"""What the evaluators of this folder share: what counts as content, what counts as equal, and the reply.

Evaluators are pure functions of the labels and the output. They read no file, clock or network, and import
this module and parts of the standard library only.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
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
"""Phrases that are no content by themselves, as `evaluators/labels.yaml` lists them."""


def _normal(text: str) -> str:
    """Return a text in lowercase, one space between its words and numbers, without punctuation."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("'", "").replace("’", "")
    return " ".join(re.findall(r"[0-9]+(?:\.[0-9]+)?|[^\W_]+", plain))


def _any_of(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(phrases, key=len, reverse=True))})\b")


_UNKNOWN = _any_of(*PLACEHOLDERS["unknown"])
_EMPTY = _any_of(*PLACEHOLDERS["unknown"], *PLACEHOLDERS["pointers"])


def is_mark_for_unknown(text: str) -> bool:
    """Return whether a text says only that a value is not known."""
    return not _UNKNOWN.sub("", _normal(text)).strip()


def leaves(value: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield each text, number and truth value in a part of a record, with the keys that lead to it."""
    waiting = [(path, value)]
    while waiting:
        keys, part = waiting.pop()
        if isinstance(part, Mapping):
            waiting += [((*keys, str(key)), inner) for key, inner in reversed([*part.items()])]
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
    headings = {*PLACEHOLDERS["headings"], *_normal(" ".join(path).replace("_", " ")).split()}
    rest = _EMPTY.sub(" ", _normal(text))
    if stock_phrases:
        rest = _any_of(*stock_phrases).sub(" ", rest)
    return not headings.issuperset(rest.split())


# The record ------------------------------------------------------------------------------------------


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


def entries(record: Any, key: str) -> list[Any]:
    """Return what the record holds under a key, at whatever depth."""
    found, waiting = [], [record]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Mapping):
            found += [part[key]] if key in part else []
            waiting += reversed([*part.values()])
        elif isinstance(part, list):
            waiting += reversed(part)
    return found


def dictated(labels: Any, name: str) -> dict[str, Any]:
    """Return the entries of a label that is a mapping and that have a value."""
    label = labels.get(name) if isinstance(labels, Mapping) else None
    entries = label.items() if isinstance(label, Mapping) else ()
    return {str(key): value for key, value in entries if value not in (None, "", [], {})}


def listed(labels: Any, name: str) -> list[Any]:
    """Return the entries of a label that is a list."""
    label = labels.get(name) if isinstance(labels, Mapping) else None
    return [entry for entry in label if entry not in (None, "", [], {})] if isinstance(label, list) else []


def at(part: Any, key: str) -> Any:
    """Return what a key of a mapping holds; None where there is no such key, or no mapping."""
    return part.get(key) if isinstance(part, Mapping) else None


def shown(value: Any) -> str:
    """Return a value as a text of one line."""
    texts = (": ".join((*keys[-1:], _scalar(leaf))) for keys, leaf in leaves(value))
    return " ".join("; ".join(texts).split())[:200]


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


def filled(
    quotes: Mapping[str, Any], part: Any, *path: str, stock_phrases: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return an item for each dictated entry: met if its key has content in a part of the record."""
    return [
        item(key, quote, at(part, key), has_content(at(part, key), *path, key, stock_phrases=stock_phrases))
        for key, quote in quotes.items()
    ]


def reply(
    items: Sequence[Mapping[str, Any]], met: str, unmet: str, *, shares: bool = False
) -> dict[str, Any]:
    """Return a reply: a pass if every item is met.

    Its reason is the sentence `met`, or `unmet` with the names of the items that are not met. `shares` adds
    the share of the items that are met.
    """
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
    return (
        reason
        if len(reason) >= SHORTEST_REASON
        else f"{reason} The labels of the case decide what is judged."
    )
