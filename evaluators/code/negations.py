"""Negations: which words of a text it denies, and whether it says only no."""

import re
from collections.abc import Collection
from itertools import dropwhile, takewhile
from typing import Any

from texts import is_mark_for_unknown, leaves, normal, text_of

_NEGATES = re.compile(
    r"no|not|none|nil|never|without|cannot|cant|(?:could|did|does|do|is|was|were|would)nt|neg|negative"
    r"|un(?:able|obtain\w*|avail\w*|success\w*)|fail(?:ed|s)|absent|absence|lack\w*|lost|loss"
    r"|refus\w*|declined|declines|den(?:y|ies|ied)|withh[eo]ld|held|omitted|skipped|deferred|pending|awaiting"
)
_VERBS = re.compile(
    r"to|be|been|was|were|is|able|a|an|the|any|g[eo]t|giv\w*|gave|see|seen|use|used|done|obtain\w*|admin\w*"
    r"|perform\w*|confirm\w*|detect\w*|achiev\w*|visible|available|present|possible|noted|needed|indicated"
)
"""Words between a negation and what it denies."""
_ENDS = {
    *("in", "on", "at", "by", "with", "during", "after", "before", "while", "when", "for", "from", "per"),
    *("due", "because", "until", "as", "and", "then", "so"),
}
"""Words that end what a negation denies."""


def is_denied(text: str, wanted: Collection[str]) -> bool:
    """Return whether a part of a text denies one of these words.

    A negation denies what follows it, such as in "no waveform", or else what stands before it, such as in
    "waveform lost" and "waveform: none". A negation of another, as in "never lost", denies nothing.
    """
    before: list[str] = []
    for part in re.split(r"[,;:()\n]|\.(?![0-9])|\bbut\b|\s-\s", text):
        words = normal(part).split()
        if not {*_denied(words, before, wanted)}.isdisjoint(wanted):
            return True
        before = words or before
    return False


def denies(text: str) -> bool:
    """Return whether a text, such as a status, denies what it is about."""
    return is_denied(f"it; {text}", {"it"})


def _denied(words: list[str], before: list[str], wanted: Collection[str]) -> list[str]:
    """Return the words that a part of a text denies, and of the part before it where it only denies."""
    denied: list[str] = []
    place = 0
    while place < len(words):
        word, *rest = words[place:]
        place += 1
        if word in wanted or not _NEGATES.fullmatch(word) or (word == "held" and rest):
            continue
        named = takewhile(lambda each: each not in _ENDS, dropwhile(_VERBS.fullmatch, rest))
        object_ = [*named]
        if any(map(_NEGATES.fullmatch, object_)):
            place += len(rest)
        else:
            denied += object_ or words[: place - 1] or before
    return denied


_SUBJECTS = {"patient", "pt", "he", "she", "they", "by", "the", "any", "reported", "has", "is", "was"}
_ABSENT = {"absent", "denied", "denies", "negative", "neg", "no", "none", "never", "nil", "false"}
_PRESENT = {"present", "positive", "pos", "yes", "true"}


def polarity(value: Any, finding: str) -> str:
    """Return "absent", "present" or "unknown" where a value says only that; else an empty text."""
    text = text_of(value).strip()
    if any(path for path, _ in leaves(value)):
        return ""  # the keys of a mapping say more
    if re.fullmatch(r"[(\[]-[)\]]", text):
        return "absent"
    if text.strip("()[]") == "+":
        return "present"
    words = normal(text).replace("not present", "absent").split()
    rest = {*words} - {*normal(finding).split()} - _SUBJECTS
    if rest and rest <= _ABSENT:
        return "absent"
    if rest and rest <= _PRESENT:
        return "present"
    return "unknown" if words and is_mark_for_unknown(text) else ""
