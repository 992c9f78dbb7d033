"""Texts of a record: how they are read as words, and which of them say something.

The evaluators of this folder are pure functions of labels, output and dictation. They read no file, clock
or network.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

_FRACTION = re.compile("(?=[¼-¾⅐-⅞])")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_GROUPED = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])")
_DECIMAL_COMMA = re.compile(r"(?<![0-9.,])([0-9]{1,20}),([0-9]{1,2}|(?<=\b0,)[0-9]{3,20})(?![0-9,])")


@lru_cache(maxsize=500)
def plain(text: str) -> str:
    """Return a text in lowercase: no invisible characters, one kind of dash, numbers with a decimal point."""
    if not text.isascii():
        apart = _FRACTION.sub(" ", text.translate(_DASHES))
        visible = "".join(letter for letter in apart if unicodedata.category(letter) != "Cf")
        text = unicodedata.normalize("NFKC", visible)
    text = text.casefold()
    if "," in text:
        text = _GROUPED.sub(lambda match: match[0].replace(",", ""), text)
        text = _DECIMAL_COMMA.sub(r"\1.\2", text)
    return text


@lru_cache(maxsize=500)
def normal(text: str) -> str:
    """Return a text in lowercase, one space between its words and numbers, without punctuation."""
    words = plain(text).replace("'", "").replace("’", "")
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
    """Return a value as a text in lowercase."""
    return plain("; ".join(_scalar(leaf) for _, leaf in leaves(value)))


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


# Placeholders ----------------------------------------------------------------------------------------

_ROLES = re.compile(
    r"(?P<mark>unkn?|unknown|un(?:avail|determin|document|record|report|specif)\w*|unstated|uncharted"
    r"|null|undefined|pending|tb[ad]|na|nan|blank|missing)"
    r"|(?P<denial>not|never|unable|cannot)"
    r"|(?P<none>no|none|nothing)"
    r"|(?P<written>documented|charted|recorded|dictated|mentioned|specified|entered|listed|captured|stated)"
    r"|(?P<known>known|given|noted|reported|provided|available|applicable|determined?)"
    r"|(?P<matter>information|info|data|details?|content|entry|value|answer|comments?|remarks?)"
    r"|(?P<pointer>see|per|refer|as|in)"
    r"|(?P<place>narrative|notes?|above|below|chart|records?|report|vitals|exam|pcr|epcr|dictation|attached)"
    r"|(?P<filler>at|this|time|the|for|of|by|to|be|is|was|has|been|any|more|further|full|section|left|here"
    r"|currently|yet|still|and|or|crew|medic|patient|provider)"
)
"""What a word does in a placeholder; a text of other words, or with none of these together, is content."""
_UNKNOWN = ({"mark"}, {"denial", "written"}, {"denial", "known"}, {"none", "written"})
_UNKNOWN_MATTER = ({"denial", "matter"}, {"none", "matter"})
_POINTERS = ({"pointer", "place"}, {"pointer", "written"}, {"pointer", "known"})
_HEADINGS = {"section", "details", "exam", "full"}
_SAID = {"documented", "charted", "recorded"}


def is_mark_for_unknown(text: str) -> bool:
    """Return whether a text says only that a value is not known."""
    return not normal(text) or _is_placeholder(_words(text), set(), *_UNKNOWN, *_UNKNOWN_MATTER)


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
    words = _words(rest)
    headings = {*_HEADINGS, *map(_stem, normal(" ".join(path).replace("_", " ")).split())}
    if {*map(_stem, words)} <= headings | _SAID:
        return False
    return not _is_placeholder(words, headings, *_UNKNOWN, *_UNKNOWN_MATTER, *_POINTERS)


def _is_placeholder(words: Sequence[str], headings: set[str], *signs: set[str]) -> bool:
    """Return whether all words are those of placeholders or headings, and some make one together."""
    matches = {word: _ROLES.fullmatch(word) for word in words}
    if any(match is None and _stem(word) not in headings for word, match in matches.items()):
        return False
    roles = {str(match.lastgroup) for match in matches.values() if match}
    return any(sign <= roles for sign in signs)


def _words(text: str) -> list[str]:
    return re.sub(r"\bn a\b", "na", normal(text)).split()


def _stem(word: str) -> str:
    return word.removesuffix("s")
