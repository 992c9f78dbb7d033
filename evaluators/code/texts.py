"""Texts of a record: how they are read as words, and which of them say something.

The evaluators of this folder are pure functions of labels, output and dictation. They read no file, clock
or network.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from words import roles

_FRACTION = re.compile("(?=[¼-¾⅐-⅞])")
_MARKS = str.maketrans(
    {**dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"), **dict.fromkeys("″“”", '"'), "’": "'"}
)
_SHORT = {re.compile(r"\bw/o\b"): "without", re.compile(r"\bn ?/ ?[adk]\b|\bn\.a\b"): "na"}
_GROUPED = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])")
_DECIMAL_COMMA = re.compile(r"(?<![0-9.,])([0-9]{1,20}),([0-9]{1,2}|(?<=\b0,)[0-9]{3,20})(?![0-9,])")


@lru_cache(maxsize=500)
def plain(text: str) -> str:
    """Return a text in lowercase, without invisible characters, with one kind of marks and decimal points."""
    if not text.isascii():
        apart = _FRACTION.sub(" ", text.translate(_MARKS))
        visible = "".join(letter for letter in apart if unicodedata.category(letter) != "Cf")
        text = unicodedata.normalize("NFKC", visible)
    text = text.casefold()
    if "/" in text or "." in text:
        for pattern, word in _SHORT.items():
            text = pattern.sub(word, text)
    if "," in text:
        text = _GROUPED.sub(lambda match: match[0].replace(",", ""), text)
        text = _DECIMAL_COMMA.sub(r"\1.\2", text)
    return text


@lru_cache(maxsize=500)
def normal(text: str) -> str:
    """Return a text in lowercase, one space between its words and numbers, without punctuation."""
    words = plain(text).replace("'", "")
    return " ".join(re.findall(r"[0-9]+(?:\.[0-9]+)?|[^\W_]+", words))


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


def text_of(value: Any) -> str:
    """Return a value as a text in lowercase; a unit that has a key of its own is after its number."""
    if isinstance(value, str):
        return plain(value)
    texts = [(keys[-1:], _scalar(leaf)) for keys, leaf in leaves(value)]
    units = [text for keys, text in texts if keys in (("unit",), ("units",))]
    numbers = [text for _, text in texts if re.fullmatch(r"[-+]?[0-9.,/]+", text)]
    if len(units) == len(numbers) == 1:
        others = [text for _, text in texts if text not in units]
        return plain("; ".join(f"{text} {units[0]}" if text in numbers else text for text in others))
    return plain("; ".join(text for _, text in texts))


def shown(value: Any) -> str:
    """Return a value as a text of one line."""
    texts = (": ".join((*keys[-1:], _scalar(leaf))) for keys, leaf in islice(leaves(value), 200))
    line = " ".join("; ".join(texts).split())[:200]
    return line.encode(errors="replace").decode()  # half a character cannot be written


def _scalar(value: Any) -> str:
    try:
        return str(value)
    except ValueError:  # Python writes no integer of many thousand digits
        return "a number of many thousand digits"


# Placeholders ----------------------------------------------------------------------------------------

_UNKNOWN = (
    *({"mark"}, {"denial", "written"}, {"denial", "made"}, {"denial", "known"}, {"denial", "matter"}),
    *({"none", "written"}, {"none", "matter"}),
)
"""Roles of words that together say that a value is not known, in a text without other words."""
_POINTERS = ({"pointer", "place"}, {"pointer", "written"}, {"pointer", "known"})
_EMPTY = {"filler"}.union(*_UNKNOWN, *_POINTERS)
_HEADINGS = {"section", "details", "exam", "full"}
_SAID = {"documented", "charted", "recorded"}


def is_mark_for_unknown(text: str) -> bool:
    """Return whether a text says only that a value is not known."""
    return not normal(text) or _is_placeholder(normal(text).split(), set(), *_UNKNOWN)


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
    """Return whether a text holds more than placeholders and the names of the keys that lead to it."""
    rest = normal(text)
    for phrase in sorted(stock_phrases, key=len, reverse=True):
        rest = re.sub(rf"\b{phrase}\b", " ", rest)
    words = rest.split()
    headings = {*_HEADINGS, *map(_stem, normal(" ".join(path).replace("_", " ")).split())}
    if {*map(_stem, words)} <= headings | _SAID:
        return False
    return not _is_placeholder(words, headings, *_UNKNOWN, *_POINTERS)


def _is_placeholder(words: Sequence[str], headings: set[str], *signs: set[str]) -> bool:
    """Return whether all words are those of placeholders or headings, and some make one together."""
    if not roles(word for word in words if _stem(word) not in headings) <= _EMPTY:
        return False
    found = roles(words)
    return any(sign <= found for sign in signs)


def _stem(word: str) -> str:
    return word.removesuffix("s")
