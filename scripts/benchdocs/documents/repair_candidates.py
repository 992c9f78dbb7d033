"""Make the candidates for a repair of a YAML text: small changes of lines, each with what was wrong."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from benchdocs.documents.text_file import shorten

_NAMES = {
    "\t": "a tab",
    "\u00a0": "a no-break space",
    "\u2007": "a figure space",
    "\u202f": "a narrow no-break space",
    "\u3000": "an ideographic space",
}
"""What authors type or paste for a space, and is none to YAML."""
_BLANKS = "".join(_NAMES)
_STRAIGHT = "\"'"
QUOTES = _STRAIGHT + "\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb\uff02"
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
    """A change of some lines: what was wrong, and what to do; without a hint, the new line is to be written.

    Attributes:
        at: The first line that is replaced, counted from 0.
        replaced: How many lines are replaced.
    """

    at: int
    replaced: int
    new: tuple[str, ...]
    what: str
    hint: str = ""


class _Substitution(NamedTuple):
    """A change within a line; `{gone}` in its message and hint is what the group of that name finds."""

    pattern: str
    new: str
    what: str
    hint: str = ""


_SUBSTITUTIONS = (
    _Substitution(
        rf"(?<=\S)[ ]*(?P<gone>[{_BLANKS}])+[ ]*(?=\S)", " ", "there is {gone}", "write an ordinary space"
    ),
    _Substitution(
        r"(?<! )[ ]*(?P<gone>\uff1a|->|=>|=|;|(?<= )[-\u2013](?= ))[ ]*",
        ": ",
        "`{gone}` is used instead of a colon and a space",
    ),
    _Substitution(r":(?=\S)", ": ", "there is no space after the colon"),
    _Substitution(
        r"^([ ]*)[^\w\s]{1,3}[ ]?([a-z_]+)[^\w\s]{0,3}:(?=\s)[^\w\s]*",
        r"\1\2:",
        "there are marks around the name of the field",
    ),
    _Substitution(
        r"^[ ]*\|[ ]*([a-z_]+)[ ]*\|[ ]*([^|]+?)[ ]*\|?$",
        r"\1: \2",
        "a field is written as the row of a table",
    ),
    _Substitution(
        r"^([ ]*)(?P<gone>[*\u2022\u2013\u2014+]|\d+[.)])[ ]+",
        r"\1- ",
        "`{gone}` is used instead of the `-` of an entry",
        "replace the `{gone}` with `-`",
    ),
    _Substitution(
        r"^([ ]*)-(?=[^\s-])",
        r"\1- ",
        "there is no space after the `-` of an entry",
        "write a space after the `-`",
    ),
    _Substitution(
        r"^([ ]*)(?P<gone>[a-z_]+|[0-9.]+)[ ]+(?=[^\s:=])", r"\1\2: ", "there is no colon after `{gone}`"
    ),
    _Substitution(r"^([ ]*(?P<gone>[\w.-]+))$", r"\1:", "there is no colon after `{gone}`"),
    _Substitution(
        r"(?<!\d)(?P<gone>[<>]=?)[ ]*(?=[0-9.]+[ ]?(?:%?$|:))", "", "there is `{gone}` before the number"
    ),
    _Substitution(
        r"(?P<gone>[,:])$", "", "there is `{gone}` at the end of the line", "delete the `{gone}` at the end"
    ),
    _Substitution(r": `([^`]+)`$", r": \1", "there are backticks around the value", "delete the backticks"),
    _Substitution(
        r":[ ]+(?P<gone>[^\s>|&\"'\[{].*|\"[^\"]*\"|'[^']*'|\[\]|\{\})$",
        ":",
        "`{gone}` is after the colon, and lines of the field are below it",
        "delete the `{gone}`, or move it to the lines below",
    ),
    _Substitution(
        r"^([ ]*(?:-|[\w.-]+:)[ ]+)([\"'])(?P<gone>[^\"']+)\2(?=[ ]\w)",
        r"\1\3",
        "only the first words of the text are in quotes",
        "delete the quotes around `{gone}`, or put them around the whole text",
    ),
    _Substitution(
        r"^([ ]*)([a-z_]+:)[ ]+(- .+)$",
        "\\1\\2\n\\1  \\3",
        "the first entry is on the line of its field",
        "put the entry on the next line, indented",
    ),
    _Substitution(
        r"^([ ]*)([a-z_]+: (?P<gone>[>|]))[ ]+([^\d.=<>|\s-].*)$",
        "\\1\\2\n\\1  \\4",
        "the text is on the line of its `{gone}`",
        "put the text on the next line, indented",
    ),
    _Substitution(
        r"^([a-z_]+: [^\"'>|]+?), ([a-z_]+: )",
        "\\1\n\\2",
        "there are two fields on one line",
        "put each field on its own line",
    ),
    _Substitution(
        r"^([ ]*)(?=[\"'\w])", r"\1- ", "there is no `-` before the entry", "write `- ` before the entry"
    ),
    _Substitution(r"(?<=\[)([^\]]*)$", r"\1]", "a bracket is not closed"),
    _Substitution(r"(?<=\{)([^}]*)$", r"\1}", "a bracket is not closed"),
)


def candidates(lines: list[str], marked: Iterable[int]) -> Iterator[Candidate]:
    """Yield changes of the lines that a parser marked and of those next to them, the most likely first."""
    near = dict.fromkeys(line + step for step in (0, -1, -2, 1) for line in marked)
    numbers = [at for at in near if 0 <= at < len(lines) and _is_tried(lines[at])]
    yield from _without_fences(lines)
    for make in (_substituted, _aligned, _as_text, _quoted, _deleted, _as_comment):
        for at in numbers:
            yield from make(lines, at)
    for at, line in enumerate(lines):
        if _is_tried(line):
            yield from _closed(lines, at)


def _is_tried(line: str) -> bool:
    return bool(line.strip(" ")) and len(line) <= _LONGEST_LINE


def _substituted(lines: list[str], at: int) -> Iterator[Candidate]:
    for substitution in _SUBSTITUTIONS:
        if changed := _changed(lines[at], substitution):
            yield Candidate(at, 1, tuple(changed[0].split("\n")), *changed[1:])


def _changed(line: str, substitution: _Substitution) -> tuple[str, str, str] | None:
    """Return a line after a substitution, with its message and hint; None where it changes nothing."""
    match = _is_tried(line) and re.search(substitution.pattern, line)
    if not match:
        return None
    gone = match.groupdict().get("gone") or ""
    gone = _NAMES.get(gone) or shorten(gone)
    new = line[: match.start()] + match.expand(substitution.new) + line[match.end() :]
    return new, substitution.what.format(gone=gone), substitution.hint.format(gone=gone)


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
    indent = old[: len(old) - len(old.lstrip())]
    for blank in _BLANKS:
        if blank in indent:
            return f"there is {_NAMES[blank]} before the line", "use spaces: " + hint
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
    if first not in _STRAIGHT:
        return (
            f"`{first}` is not a quote in YAML",
            'replace it and the one at the end with straight quotes (`"`)',
        )
    if text.count(first) == 1:
        return "a quote is not closed", f"write `{first}` where the text ends"
    inner = 'write `\\"` for a'
    if first == "'":
        inner = "double a"
    hint = f"close the quote where the text ends, and {inner} quote inside the text"
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


def _deleted(lines: list[str], at: int) -> Iterator[Candidate]:
    if not _FIELD.match(lines[at]):
        hint = f"delete the line `{shorten(lines[at].strip())}`"
        yield Candidate(at, 1, (), "this line is neither a field nor part of a text", hint)


def _as_comment(lines: list[str], at: int) -> Iterator[Candidate]:
    if not _FIELD.match(lines[at]) and any(map(str.isalnum, lines[at])):
        new = re.sub(r"^([ ]*)(?:(?://|\*)[ ])?[ ]*", r"\1# ", lines[at])
        what = "this line is neither a field nor part of a text"
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
