"""Make the candidates for a repair of a YAML text: small changes of lines, each with what was wrong."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from benchdocs.documents.text_file import shorten

_BLANKS = "\t\u00a0\u2007\u202f\u3000"
"""What authors type or paste for a space, and is none to YAML."""
_INNER = {'"': '\\"', "'": "''"}
"""How a quote is written in a text within such quotes."""
QUOTES = "".join(_INNER) + "\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb\uff02"
_FENCE = re.compile(r"^[ ]*(?:```|~~~)")
_FIELD = re.compile(r"[ ]*(?:-[ ]+)?[a-z_]+:")
ENTRY_HEAD = re.compile(r"[ ]*-[ ]+")
FIELD_HEAD = re.compile(r"[ ]*(?:-[ ]+)?(?:[\w.-]+:[ ]+)?")
_OPENED = re.compile(r"[ ]*(?:-[ ]+)?(?:[\w.-]+:[ ]+)?(?P<quote>[\"'])[^\"']*(?:(?!(?P=quote)).)?")
_OPENS = re.compile(r"(?:-[ ]|[\w.-]+:(?:[ ]|$))")
_NOTE = re.compile(r"\s*(?://|<!--|(?:NOTE|TODO|FIXME|TBD)\b)")
"""Starts of lines that authors write as notes to themselves."""
_TEXT_FIELD = re.compile(r"(?P<head>[a-z_]+:)(?:[ ]+(?P<rest>.*)|$)")
_LONGEST_LINE = 1_000
"""Longest line that is changed, in characters: some patterns look at each space of one again and again."""
_WIDTHS = 8
"""Most indents that are tried of one line."""


class Candidate(NamedTuple):
    """A change of some lines: what is wrong, and what to do; without a hint, the new lines are to be written.

    Attributes:
        at: The first line that is replaced, counted from 0.
        replaced: How many lines are replaced.
    """

    at: int
    replaced: int
    new: tuple[str, ...]
    what: str
    hint: str = ""


_SUBSTITUTIONS = (
    # a space that is none to YAML
    (rf"(?<=\S)[ ]*[{_BLANKS}]+[ ]*(?=\S)", " "),
    # another character instead of a colon and a space, or a colon without one
    (r"(?<! )[ ]*(?:\uff1a|->|=>|=|;|(?<= )[-\u2013](?= ))[ ]*", ": "),
    (r":(?=\S)", ": "),
    # a name in Markdown, or after a bullet
    (r"^([ ]*)[^\w\s]{1,3}[ ]?([a-z_]+)[^\w\s]{0,3}:(?=\s)[^\w\s]*", r"\1\2:"),
    # a row of a Markdown table
    (r"^[ ]*\|[ ]*([a-z_]+)[ ]*\|[ ]*([^|]+?)[ ]*\|?$", r"\1: \2"),
    # another bullet, a bullet without a space, an entry without a bullet
    (r"^([ ]*)(?:[*\u2022\u2013\u2014+]|\d+[.)])[ ]+", r"\1- "),
    (r"^([ ]*)-(?=[^\s-])", r"\1- "),
    # no colon after a name
    (r"^([ ]*)([a-z_]+|[0-9.]+)[ ]+(?=[^\s:=])", r"\1\2: "),
    (r"^([ ]*[\w.-]+)$", r"\1:"),
    # a comparison before a number
    (r"(?<!\d)[<>]=?[ ]*(?=[0-9.]+[ ]?(?:%?$|:))", ""),
    # a mark at the end of the line
    (r"[,:]$", ""),
    # a value where lines of the field are below
    (r":[ ]+(?:[^\s>|&\"'\[{].*|\"[^\"]*\"|'[^']*'|\[\]|\{\})$", ":"),
    # an entry, a text or a second field that belongs on the next line
    (r"^([ ]*)([a-z_]+:)[ ]+(- .+)$", "\\1\\2\n\\1  \\3"),
    (r"^([ ]*)([a-z_]+: [>|])[ ]+([^\d.=<>|\s-].*)$", "\\1\\2\n\\1  \\3"),
    (r"^([a-z_]+: [^\"'>|]+?), ([a-z_]+: )", "\\1\n\\2"),
    (r"^([ ]*)(?=[\"'\w])", r"\1- "),
    # a bracket that is not closed
    (r"(?<=\[)([^\]]*)$", r"\1]"),
    (r"(?<=\{)([^}]*)$", r"\1}"),
)
"""Changes within a line: what is replaced there, and with what."""


def candidates(lines: list[str], marked: Iterable[int]) -> Iterator[Candidate]:
    """Yield changes of the lines that a parser marked and of those next to them, the most likely first."""
    near = dict.fromkeys(line + step for step in (0, -1, -2, 1) for line in marked)
    numbers = [at for at in near if 0 <= at < len(lines) and _is_tried(lines[at])]
    yield from _without_fences(lines)
    for make in (_substituted, _aligned, _as_text, _quoted, _taken_out):
        for at in numbers:
            yield from make(lines, at)
    for at, line in enumerate(lines):
        if _is_tried(line):
            yield from _closed(lines, at)


def _is_tried(line: str) -> bool:
    return bool(line.strip(" ")) and len(line) <= _LONGEST_LINE


def _substituted(lines: list[str], at: int) -> Iterator[Candidate]:
    for pattern, new in _SUBSTITUTIONS:
        if match := re.search(pattern, lines[at]):
            line = lines[at][: match.start()] + match.expand(new) + lines[at][match.end() :]
            what = "a space or mark is missing, wrong or one too many"
            yield Candidate(at, 1, tuple(line.split("\n")), what)


def _width(line: str) -> int:
    """Return how far a line is indented; a tab counts as two spaces."""
    return len(line) - len(line.lstrip()) + line[: len(line) - len(line.lstrip())].count("\t")


def _extent(lines: list[str], at: int) -> int:
    """Return how many lines a value takes: its own, and those below that are indented further."""
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or _width(lines[end]) > _width(lines[at])):
        end += 1
    while end > at + 1 and not lines[end - 1].strip():
        end -= 1
    return end - at


def _aligned(lines: list[str], at: int) -> Iterator[Candidate]:
    """Yield a line, alone and with those below it, indented like one of the others."""
    line, count = lines[at], _extent(lines, at)
    if _NOTE.match(line):
        return
    widths = [_width(line) for line in (*reversed(lines[:at]), *lines[at + 1 :]) if line.strip()]
    for width in list(dict.fromkeys((*widths, 2, 4)))[:_WIDTHS]:
        moved = [_moved(inner, width - _width(line)) for inner in lines[at : at + count]]
        for number in dict.fromkeys((1, count)):
            changed = [pair for pair in zip(lines[at:], moved[:number], strict=False) if pair[0] != pair[1]]
            if changed:
                yield Candidate(at, number, tuple(moved[:number]), *_on_indent(*changed[0]))


def _moved(line: str, by: int) -> str:
    return " " * max(_width(line) + by, 0) + line.lstrip()


def _on_indent(old: str, new: str) -> tuple[str, str]:
    """Return what is wrong with the indent of a line, and what to do."""
    width = _width(new)
    hint = "write no space before it"
    if width:
        hint = f"indent it by {width} spaces in total"
    if not _OPENS.match(new.lstrip()):
        hint += ", or start it with `# ` if it is a comment"
    if old[: len(old) - len(old.lstrip())].strip(" "):
        return "there is a tab or another odd space before the line", "use spaces: " + hint
    return "this line is not aligned with the others", hint


def _quoted(lines: list[str], at: int) -> Iterator[Candidate]:
    """Yield a value over all of its lines in double quotes, in place of others if it has them."""
    count = _extent(lines, at)
    heads = [match[0] for pattern in (FIELD_HEAD, ENTRY_HEAD) if (match := pattern.match(lines[at]))]
    for head in dict.fromkeys(heads):
        value = "\n".join(lines[at : at + count])[len(head) :].strip()
        if not head.strip() or not value or _opens_bracket(value):
            continue
        if value[0] in QUOTES:
            what, hint = _on_quotes(value)
            new = head + _in_quotes(value.strip(QUOTES), single=value[0] == value[-1] == "'")
            yield Candidate(at, count, tuple(new.split("\n")), what, hint)
        whole = _in_quotes(value)
        hint = f"put quotes around it: `{shorten(' '.join(whole.split()))}`"
        yield Candidate(at, count, tuple((head + whole).split("\n")), "the text needs quotes around it", hint)


def _opens_bracket(text: str) -> bool:
    """Return whether a text starts with a bracket that it does not close."""
    return any(text[0] == left and text.count(left) != text.count(right) for left, right in ("[]", "{}"))


def _on_quotes(text: str) -> tuple[str, str]:
    """Return what is wrong with a text that starts with a quote, and what to write."""
    first = text[0]
    if first not in _INNER:
        hint = 'replace it and the one at the end with straight quotes (`"`)'
        return f"`{first}` is not a quote in YAML", hint
    if text.count(first) == 1:
        return "a quote is not closed", f"write `{first}` where the text ends"
    hint = f"close the quote where the text ends; inside the text, a quote is `{_INNER[first]}`"
    return "the quotes around the text do not match", hint


def _in_quotes(text: str, *, single: bool = False) -> str:
    if single:
        return "'" + text.replace("'", "''") + "'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _as_text(lines: list[str], at: int) -> Iterator[Candidate]:
    """Yield the lines up to the next field as one text below `>`."""
    field = _TEXT_FIELD.match(lines[at])
    if not field:
        return
    end = at + 1
    while end < len(lines) and not re.match(r"[a-z_]+:(?:\s|$)", lines[end]):
        end += 1
    first, below = (field["rest"] or "").lstrip("> "), [line.strip() for line in lines[at + 1 : end]]
    if not any(below) or first.startswith(tuple(QUOTES)):
        return
    if not first:
        below[0] = below[0].removeprefix("- ")
    texts = [first, *below]
    if not first:
        texts = below
    new = (f"{field['head']} >", *(f"  {line}".rstrip() for line in texts))
    hint = f"write `{field['head']} >`, and the whole text on the lines below, indented"
    yield Candidate(at, end - at, new, "the lines of the text are not below a `>`", hint)


def _taken_out(lines: list[str], at: int) -> Iterator[Candidate]:
    """Yield the text without a line that is neither a field nor part of a text, and with it as a comment."""
    if _FIELD.match(lines[at]):
        return
    what = "this line is neither a field nor part of a text"
    yield Candidate(at, 1, (), what, f"delete the line `{shorten(lines[at].strip())}`")
    if any(map(str.isalnum, lines[at])):
        new = re.sub(r"^([ ]*)(?:(?://|\*)[ ])?[ ]*", r"\1# ", lines[at])
        yield Candidate(at, 1, (new,), what, "start it with `# ` if it is a comment")


def _closed(lines: list[str], at: int) -> Iterator[Candidate]:
    """Yield a text with the quote that it opens closed at the end of its line, or of its last one."""
    opened = _OPENED.fullmatch(lines[at])
    if not opened:
        return
    quote = opened["quote"]
    for count in dict.fromkeys((1, _extent(lines, at))):
        *above, last = lines[at : at + count]
        new = (*above, last.rstrip() + quote)
        yield Candidate(at, count, new, "a quote is not closed", f"write `{quote}` after the text")


def _without_fences(lines: list[str]) -> Iterator[Candidate]:
    """Yield the text without the code fences that were pasted with it."""
    fences = [at for at, line in enumerate(lines) if _FENCE.match(line)]
    if fences:
        first, last = fences[0], fences[-1]
        inner = tuple(lines[at] for at in range(first, last + 1) if at not in fences)
        hint = "delete the lines with three backticks"
        yield Candidate(first, last + 1 - first, inner, "there is a Markdown code fence here", hint)
