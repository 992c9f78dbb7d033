"""Find what nobody sees in a text: invisible characters."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_BLANKS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs that are drawn as nothing."""
_SELECTORS = "\u034f\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""Marks that only choose how the character ahead of them is drawn."""
_EXTRA = re.compile(f"[{_BLANKS}{_SELECTORS}]")
_LATER_EMOJI = ("\U0001f000", "\U0001faff")
"""Where new emoji come: what is unassigned there is so only to an older Python."""
_SYMBOL = "\u00a9\u00ae\u203c\u2049\u2100-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_JOINED = "\u0600-\u07ff\u0840-\u109f\u1780-\u18af\ua840-\uabff"
"""Scripts in which a joiner changes the form of a word: Arabic, those of India, and their kin."""
_NEEDED = (
    f"(?<=[{_SYMBOL}])(?:\ufe0f?\u200d(?=[{_SYMBOL}])|[\ufe0e\ufe0f])(?![{_SELECTORS}\u200d])"
    f"|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}])"
)
"""One selector or joiner where it makes an emoji or forms a word."""
_ODD_BREAKS = "\x0b\x0c\x85\u2028\u2029"
_ODD_BREAK = re.compile(f"[{_ODD_BREAKS}]|\r(?!\n)")
"""What ends a line for some programs and not for others; only LF and CRLF do for all."""
_CONTROL_NAMES = {
    "\x0b": "LINE TABULATION",
    "\x0c": "FORM FEED",
    "\r": "CARRIAGE RETURN",
    "\x85": "NEXT LINE",
}
"""Names of characters that Unicode has only an alias for."""
_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}


@lru_cache(maxsize=4096)
def _is_hidden(char: str) -> bool:
    category = unicodedata.category(char)
    if category == "Cn":
        return not _LATER_EMOJI[0] <= char <= _LATER_EMOJI[1]
    hidden = category in ("Cf", "Co", "Cs", "Zl", "Zp") or (category == "Cc" and char not in "\t\n\r")
    return hidden or bool(_EXTRA.match(char))


def hidden_runs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the invisible characters of a text, those in a row together, with the offset of the first.

    What ends a line for some programs only is one of them, whether it is seen or not.
    """
    patterns = []
    if hidden := "".join(filter(_is_hidden, sorted({*text}))):
        patterns.append(f"[{re.escape(hidden)}]")
    if "\r" in text:
        patterns.append(r"\r(?!\n)")
    if not patterns:
        return
    for match in re.finditer(f"(?:{'|'.join(patterns)})+", text):
        needed = re.compile(_NEEDED).match(text, match.start())
        if not needed or needed.end() < match.end():
            yield match.start(), match[0]


def with_plain_breaks(text: str) -> str:
    """Return a text of the same length in which only LF and CRLF end lines; a space is where others did.

    In a text whose every line ends in CR, those become LF.
    """
    if text.isascii() and not any(char in text for char in "\r\x0b\x0c"):
        return text
    if "\n" not in text:
        text = text.replace("\r", "\n")
    return _ODD_BREAK.sub(" ", text)


def is_break(run: str) -> bool:
    """Return whether one of some invisible characters ends a line for some programs."""
    return bool(_ODD_BREAK.search(run))


def is_removable(run: str) -> bool:
    """Return whether nothing but invisible characters goes when these go; a blank may stand for a space."""
    return all(unicodedata.category(char) in ("Cf", "Mn") for char in run)


def named(run: str) -> str:
    """Return characters by code point and name: `U+200B ZERO WIDTH SPACE`."""
    names = [f"U+{ord(char):04X} {_name(char)}" for char in dict.fromkeys(run)]
    listed = ", ".join(names[:3])
    if len(names) > 3:
        listed += f" and {len(names) - 3} more"
    if len(run) > 1:
        listed += f" ({len(run)} in a row)"
    return listed


def spelled(run: str) -> str:
    """Return what tag characters spell, which are a copy of ASCII that nobody sees; empty where none are."""
    return "".join(_TAGS.get(ord(char), "") for char in run)


def _name(char: str) -> str:
    kinds = {"Co": "PRIVATE USE CHARACTER", "Cn": "UNASSIGNED CHARACTER", "Cs": "HALF OF A SURROGATE PAIR"}
    unnamed = _CONTROL_NAMES.get(char) or kinds.get(unicodedata.category(char), "CONTROL CHARACTER")
    return unicodedata.name(char, unnamed)


def comparable(name: str) -> str:
    """Return a name as file systems and people compare it: in one normalization and case."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
