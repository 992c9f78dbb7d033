"""Invisible errors: tabs and odd spaces; and the marks of an unresolved merge."""

import re
import unicodedata
from collections.abc import Iterator

from benchdocs.documents.syntax_errors.fields import tab_before_field
from benchdocs.documents.syntax_errors.parse_failure import Advice, ParseFailure, read_events
from benchdocs.documents.text_file import CONFLICT, CONFLICT_HINT, edited

_ODD_SPACE = r"[\u00a0\u2000-\u200a\u202f\u205f\u3000]"
_ODD_SPACES = re.compile(rf"^[ \t]*(?:-?[ ]*[\w.]+:)?[ ]*(?P<odd>{_ODD_SPACE}+)", re.MULTILINE)
_BLANK_TABS = re.compile(r"^[ ]*\t[ \t]*(?=\r?$)", re.MULTILINE)
_DOCUMENT_END = re.compile(r"^\.\.\.(?!\S)", re.MULTILINE)
_FENCE = re.compile(r"^[ ]*(?:```|~~~)[\w-]*[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_TABS = re.compile(r"^[ ]*\t[ \t]*(?=\S)", re.MULTILINE)


def whitespace_errors(failure: ParseFailure) -> Iterator[Advice | None]:
    """Yield invisible errors, and unresolved merges."""
    text = failure.text
    if conflict := re.search(CONFLICT, text):
        what = "there are two versions between the marks of a merge conflict"
        why_not = "only you know which of the two versions counts"
        yield Advice(conflict.start("mark"), CONFLICT_HINT, (), why_not, what)
    yield _document_end(failure)
    yield _fences(failure)
    yield _blank_tabs(failure)
    odd = list(_ODD_SPACES.finditer(text))
    if odd and odd[0].start() <= failure.offset:
        name = unicodedata.name(odd[0]["odd"][0], "odd space").lower()
        edits = [(match.start("odd"), match.end("odd"), " " * len(match["odd"])) for match in odd]
        what, hint = f"a {name} is used instead of a space", "write an ordinary space instead"
        yield failure.advise(what, hint, *edits, offset=odd[0].start("odd"))
    tabs = list(_TABS.finditer(text))
    if tabs and tabs[0].start() <= failure.end and "\t" in failure.line.removesuffix(failure.line.lstrip()):
        yield tab_before_field(failure) or _tab_indentation(failure, tabs)


def _document_end(failure: ParseFailure) -> Advice | None:
    """Explain a line with three dots, after which YAML reads nothing more."""
    ends = list(_DOCUMENT_END.finditer(failure.text, 0, failure.start))
    if not ends or not failure.problem.startswith("did not find expected <document start>"):
        return None
    what, why_not = "`...` ends the file here", "only you know whether a text is still to be written there"
    return Advice(ends[0].start(), "delete the `...`, or write the text that is missing", (), why_not, what)


def _fences(failure: ParseFailure) -> Advice | None:
    """Explain the fences around a pasted piece of Markdown."""
    lines = failure.line, failure.next_above.text
    fences = list(_FENCE.finditer(failure.text)) if any(map(_FENCE.match, lines)) else []
    if not fences or len(fences) > 2:
        return None
    what = "there is a Markdown code fence here"
    hint = f"delete the line `` {fences[0][0].strip()} ``"
    hint += ", and the fence at the end" if fences[1:] else ""
    edits = [(match.start(), match.end(), "") for match in fences]
    return failure.advise(what, hint, *edits, offset=fences[0].start())


def _blank_tabs(failure: ParseFailure) -> Advice | None:
    """Lines with nothing but tabs."""
    if failure.line.strip() or "\t" not in failure.line:
        return None
    edits = [(match.start(), match.end(), "") for match in _BLANK_TABS.finditer(failure.text)]
    at = failure.start + failure.line.index("\t")
    return failure.advise("a line contains only a tab", "delete the tab", *edits, offset=at)


def _tab_indentation(failure: ParseFailure, tabs: list[re.Match[str]]) -> Advice:
    """Advise on tabs before lines, with edits where all readable widths give the same document."""
    widths = (" " * width for width in (2, 4, 8))
    ways = [tuple((*match.span(), match[0].replace("\t", width)) for match in tabs) for width in widths]
    readings = [(edits, *read_events(edited(failure.text, edits))) for edits in ways]
    readable = [(edits, events) for edits, events, stopped in readings if stopped is None]
    hint, what = "indent with spaces, not tabs", "there is a tab instead of spaces"
    if readable and all(events == readable[0][1] for _, events in readable):
        return Advice(failure.offset, hint, readable[0][0], what=what)
    return Advice(failure.offset, hint, (), "only you know how many spaces a tab represents", what)
