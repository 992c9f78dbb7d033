"""Escape text of a spec for Markdown, so that it renders as the text itself.

What CommonMark, or GitHub's tables, task lists, footnotes and strike-through, would take for markup is
escaped with a backslash; the rest stays as it was written, so that prose reads as prose. Back-ticked spans
are code here as they are on the pages.
"""

import re
from urllib.parse import quote

_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
_MARKUP = re.compile(
    r"""(?<!`)`(?P<code>[^`]+)`(?!`)
    | (?P<plain>(?<=[^\W_])_+(?=[^\W_]))    # within a word: chest_pain
    | \\(?=[!-/:-@\[-`{-~]|$)
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
_CLOSING = re.compile(r"(?<=\s)(#+)$")
_BRACKETS = re.compile(r"(?P<kept>\\.|`[^`]+`)|[\[\]]")
_FENCE = re.compile("`+")


class Markdown(str):
    """Finished Markdown, which nothing escapes again."""

    __slots__ = ()


def escaped(text: object) -> Markdown:
    """Escape a text for Markdown within one line; finished Markdown is returned unchanged."""
    if isinstance(text, Markdown):
        return text
    line = _MARKUP.sub(_escaped_match, _BLANKS.sub(" ", str(text)).strip(" "))
    start = _START.match(line)
    return Markdown(f"{start[0]}\\{line[start.end() :]}" if start else line)


def _escaped_match(match: re.Match[str]) -> str:
    if match["code"]:
        return code(match["code"])
    return match["plain"] or f"\\{match[0]}"


def heading(text: object) -> Markdown:
    """Escape a text as the content of a heading, which must not end as a closed heading does."""
    return Markdown(_CLOSING.sub(r"\\\1", escaped(text)))


def cell(text: object) -> Markdown:
    """Escape a text, or finished Markdown of one line, as a cell of a table."""
    return Markdown(escaped(text).replace("|", "\\|"))


def paragraphs(text: str, indent: int = 0) -> Markdown:
    """Escape a text of several lines, one paragraph each; all but the first are indented."""
    lines = (escaped(line) for line in text.split("\n"))
    return Markdown(f"\n\n{' ' * indent}".join(line for line in lines if line))


def code(text: str) -> Markdown:
    """Format a text as code within a line."""
    line = _BLANKS.sub(" ", text)
    mark = "`" * (_longest_run(line) + 1)
    pad = " " if line[:1] in (" ", "`") or line[-1:] in (" ", "`") else ""
    return Markdown(f"{mark}{pad}{line}{pad}{mark}")


def fence(text: str, language: str = "") -> Markdown:
    """Format a text verbatim as a code fence that is longer than any fence in the text."""
    mark = "`" * max(3, _longest_run(text) + 1)
    return Markdown(f"{mark}{language}\n{text}{'' if text.endswith(chr(10)) else chr(10)}{mark}")


def link(label: object, path: str, base: str = "") -> Markdown:
    """Format a link to a path, not yet percent-encoded, below a base address."""
    name = _BRACKETS.sub(lambda match: match["kept"] or f"\\{match[0]}", escaped(label))
    return Markdown(f"[{name}]({base}{quote(path)})")


def _longest_run(text: str) -> int:
    return max(map(len, _FENCE.findall(text)), default=0)
