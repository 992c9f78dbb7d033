"""Find what nobody sees in a text: invisible characters, and letters that look like Latin ones."""

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
MANY_MARKS = 4
"""Combining marks on one letter that hide what is around it; no language writes so many."""
_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_ESCAPE = r"(?<!\\)(?:\\\\)*(\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0abefv]))"
_SHORT = dict(zip("0abefv", "\0\a\b\x1b\f\v", strict=True))
"""Characters that an escape of one letter or digit stands for."""
_CYRILLIC = (
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u0501\u04bb\u051b\u051d"
)
_GREEK = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03b9\u03bd"
)
_LATIN = ("ABESIJKMHOPCTYXaeopcyxsijdhqw", "ABEZHIKMNOPTYXoiv")
_LOOKALIKES = str.maketrans(_CYRILLIC + _GREEK, "".join(_LATIN))
"""Letters with the Latin one that each looks like; those of units and of names in medicine look like none."""
_WORD = re.compile(r"[\w-]+")
_GREEK_SYMBOL = re.compile("(?![\u039f\u03bf])[\u0370-\u03ff]")
"""A Greek letter alone, as it names a wave or a value; omicron, which looks like an O, names nothing."""
_OTHER = "\u0400-\u052f\u0531-\u0587\u13a0-\u13fd\u2de0-\u2dff\ua4d0-\ua4ff\ua640-\ua69f"
"""Scripts with letters like Latin ones: Cyrillic, Armenian, Cherokee, Lisu."""
_MIXED = f"[A-Za-z][0-9]*[{_OTHER}]|[{_OTHER}][0-9]*[A-Za-z]|[A-Za-z][{_GREEK}]|[{_GREEK}][A-Za-z]"

_FOREIGN = re.compile(f"[{_OTHER}\u0370-\u03ff-]{{2,}}")
"""A word of another script throughout."""


_characters = lru_cache(maxsize=64)(frozenset[str])
"""The characters of a text, for which several rules look in turn."""


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
    found = [char for char in _characters(text) if _is_hidden(char)]
    kinds = [f"[{re.escape(''.join(found))}]"] if found else []
    kinds += [r"\r(?!\n)"] if "\r" in text else []
    for match in re.finditer(f"(?:{'|'.join(kinds)})+", text) if kinds else ():
        needed = re.compile(_NEEDED).match(text, match.start())
        if not needed or needed.end() < match.end():
            yield match.start(), match[0]


def hidden_escapes(text: str) -> Iterator[tuple[int, str, str]]:
    r"""Yield escapes (`\u200b`) that stand for invisible characters: offset, escape and character."""
    for match in re.finditer(_ESCAPE, text) if "\\" in text else ():
        code = ord(_SHORT[match[1][1]]) if match[1][1] in _SHORT else int(match[1][2:], 16)
        if code < 0x110000 and _is_hidden(chr(code)):
            yield match.start(1), match[1], chr(code)


def with_plain_breaks(text: str) -> str:
    """Return a text of the same length in which only LF and CRLF end lines; a space is where others did.

    In a text whose every line ends in CR, those become LF.
    """
    if text.isascii() and not any(char in text for char in "\r\x0b\x0c"):
        return text
    return _ODD_BREAK.sub(" " if "\n" in text else lambda match: "\n" if match[0] == "\r" else " ", text)


def is_break(run: str) -> bool:
    """Return whether one of some invisible characters ends a line for some programs."""
    return bool(_ODD_BREAK.search(run))


def stacked_marks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the marks that are stacked on one letter and hide what is around it, with their offset."""
    marks = [char for char in _characters(text) if unicodedata.category(char) in ("Mn", "Me")]
    marks = [char for char in marks if not _is_hidden(char)]
    stack = f"[{re.escape(''.join(marks))}]{{{MANY_MARKS},}}"
    for match in re.finditer(stack, text) if marks else ():
        yield match.start(), match[0]


def is_removable(run: str) -> bool:
    """Return whether nothing but invisible characters goes when these go; a blank may stand for a space."""
    return all(unicodedata.category(char) in ("Cf", "Mn") for char in run)


def named(run: str) -> str:
    """Return characters by code point and name: `U+200B ZERO WIDTH SPACE`."""
    names = [f"U+{ord(char):04X} {_name(char)}" for char in dict.fromkeys(run)]
    listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return listed if len(run) == 1 else f"{listed} ({len(run)} in a row)"


def spelled(run: str) -> str:
    """Return what tag characters spell, which are a copy of ASCII that nobody sees; empty where none are."""
    return "".join(_TAGS.get(ord(char), "") for char in run)


def _name(char: str) -> str:
    kinds = {"Co": "PRIVATE USE CHARACTER", "Cn": "UNASSIGNED CHARACTER", "Cs": "HALF OF A SURROGATE PAIR"}
    other = _CONTROL_NAMES.get(char) or kinds.get(unicodedata.category(char), "CONTROL CHARACTER")
    return unicodedata.name(char, other)


def odd_words(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield words with more than ASCII: offset, word, and the word in the letters that it looks to have."""
    # Most texts hold signs alone: dashes, arrows.
    may_hold = not text.isascii() and any(char > "\x7f" and char.isalnum() for char in _characters(text))
    for match in _WORD.finditer(text) if may_hold else ():
        if not match[0].isascii() and not _GREEK_SYMBOL.fullmatch(match[0]):
            yield match.start(), match[0], unicodedata.normalize("NFKC", match[0].translate(_LOOKALIKES))


def is_mixed(word: str) -> bool:
    """Return whether a word mixes Latin letters with those of another script that look like them."""
    latin = word.translate(_LOOKALIKES)
    is_disguised = latin != word and latin.isascii() and bool(re.search("[A-Za-z]", word))
    return is_disguised or bool(re.search(_MIXED, word))


def is_disguised(text: str, start: int, word: str) -> bool:
    """Return whether a word in a text only looks Latin, and no word near it is of another script."""
    if not word.translate(_LOOKALIKES).isascii():
        return False
    near = odd_words(text[max(0, start - 200) : start + 200])
    foreign = (each for _, each, _ in near if _FOREIGN.fullmatch(each))
    return all(each.translate(_LOOKALIKES).isascii() for each in foreign)


def comparable(name: str) -> str:
    """Return a name as file systems and people compare it: in one normalization and case."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
