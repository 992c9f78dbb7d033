"""Find text that was read in another encoding than it was written in."""

import re
from collections.abc import Iterator

_NEXT = (
    "\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a"
    "\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122"
)
"""What the second and later bytes of a character in UTF-8 look like in Windows-1252."""
_ENDS = "\u2019\u201d\u203a\u00bb\u2026\u2013\u2014"
"""Those of them that may follow a word in capitals."""
_LEADS = "\u00c2\u00c3\u00ce\u00cf\u00cb\u00e2\u00ef\u00f0"
_GARBLED = (
    f"(?:[{_LEADS[:4]}](?![{_ENDS}])[{_NEXT}]|(?:(?<=\\s)|(?=..\\w))[{_LEADS[:4]}][{_ENDS}]|\u00cb[\u0153\u2020]"
    f"|\u00e2[\u20ac\u201a\u201e\u2020\u02c6\u2030\u0153][{_NEXT}]?|\u00ef\u00bb\u00bf|\u00ef\u00bf\u00bd"
    f"|\u00f0\u0178[{_NEXT}]{{2}})+|\ufffd"
)
"""What accents, Greek letters, quotes, signs and emoji become; compiled where a text may have some."""


_ENTITY = r"&(?:amp;)*(?:[A-Za-z]{2,8}|#\d{1,5}|#x[\dA-Fa-f]{1,4});"


def garbled(text: str, *, is_html: bool) -> Iterator[tuple[int, str, str]]:
    """Yield garbled characters, those in a row together: offset, characters, and what they were if known.

    Where the text is no HTML, these include codes of HTML for a character: `&gt;`.
    """
    may_hold = not text.isascii() and any(char in text for char in (*_LEADS, "\ufffd"))
    for match in re.finditer(_GARBLED, text) if may_hold else ():
        yield match.start(), match[0], _read_again(match[0])
    for match in re.finditer(_ENTITY, text) if "&" in text and not is_html else ():
        from html import unescape  # its table takes time to load

        right = unescape(re.sub("&(?:amp;)+(?=.)", "&", match[0]))
        if not right.endswith(";"):  # as that of `&notes;` does, which starts like `&not`
            yield match.start(), match[0], right.replace("\xa0", " ")


def _read_again(written: str) -> str:
    """Return what garbled characters were, also if they were garbled twice; empty where they do not say."""
    try:
        # Programs read what Windows-1252 lacks as Latin-1 has it.
        read = (char.encode("latin-1" if char < "\xa0" else "cp1252") for char in written)
        right = b"".join(read).decode("utf-8")
    except UnicodeError:
        return ""
    right = re.sub(_GARBLED, lambda match: _read_again(match[0]), right).replace("\xa0", " ")
    return right if right.isprintable() else ""
