"""Escape text of a spec for Markdown, so that it renders as the text itself.

What CommonMark, or GitHub's tables, task lists, footnotes and strike-through, would take for markup is
escaped with a backslash; the rest stays as it was written, so that prose reads as prose. Back-ticked spans
are code here as they are on the pages.
"""

import re

_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
_MARKUP = re.compile(
    r"""(?<!`)`(?P<code>[^`]+)`(?!`)
    | (?P<plain>(?<=[^\W_])_+(?=[^\W_]))    # within a word: chest_pain
    | \\(?=[!-/:-@\[-`{-~]|\ *$)
    | (?<!\ )\* | \*(?!\ )                  # 2 * 3 is no emphasis
    | \](?=[(\[:])                          # a link, or what a link refers to
    | <(?=[A-Za-z/!?])                      # a tag or an address; not <=
    | &(?=\#?\w+;)
    | (?<=\S)~ | ~(?=~)                     # ~5 strikes nothing through
    | [_`]
    """,
    re.VERBOSE,
)
_START = re.compile(
    r"""(?=[#>]|[-+](?:\s|$)|--|\[[ xX]\](?:\s|$))   # heading, quotation, bullet, rule, task
    | \d{1,9}(?=[.)](?:\s|$))                        # ordered list
    """,
    re.VERBOSE,
)
_BRACKETS = re.compile(r"(?P<kept>\\.|`[^`]+`)|[\[\]]")
_FENCE = re.compile("`+")


def escaped(text: str) -> str:
    """Escape a text for Markdown as a line of its own, or as the start of one."""
    return line(inline(text))


def inline(text: str) -> str:
    """Escape a text for Markdown as a part of a line, with the blanks around it."""
    return _MARKUP.sub(_escaped_match, _BLANKS.sub(" ", text))


def line(finished: str) -> str:
    """Return finished Markdown as a line of its own, which opens no block."""
    text = finished.strip(" ")
    if start := _START.match(text):
        return f"{start[0]}\\{text[start.end() :]}"
    return text


def _escaped_match(match: re.Match[str]) -> str:
    if match["code"]:
        return code(match["code"])
    return match["plain"] or f"\\{match[0]}"


def code(text: str) -> str:
    """Format a text as code within a line."""
    line = _BLANKS.sub(" ", text)
    mark = "`" * (max(map(len, _FENCE.findall(line)), default=0) + 1)
    if line[:1] in (" ", "`") or line[-1:] in (" ", "`"):
        line = f" {line} "
    return f"{mark}{line}{mark}"


def link(finished: str, address: str) -> str:
    """Format finished Markdown as a link to a percent-encoded address."""
    name = _BRACKETS.sub(lambda match: match["kept"] or f"\\{match[0]}", finished)
    return f"[{name}]({address})"
