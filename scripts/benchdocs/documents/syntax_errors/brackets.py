"""Errors in brackets: one that is not closed, or a value in them that needs quotes."""

import re

from benchdocs.documents.syntax_errors.parse_failure import Advice, ParseFailure, open_brackets
from benchdocs.documents.text_file import shorten

_CUT_OFF = re.compile(r"(?P<value>[^\s,:\[\]{}\"'][^,:\[\]{}\"'\r\n]*[ ]#[^,\]}\r\n]*)[^\r\n]*[\]}]")
"""A value that ends at what YAML reads as a comment, although a bracket is closed there."""
_VALUE = re.compile(r"(?P<value>[^,\]}\r\n]*[^,\]}\s])")


def bracket_errors(failure: ParseFailure) -> Advice | None:
    """Explain what a parser did not expect within brackets; only their author knows where a text ends."""
    text = failure.text
    opened, stopped = open_brackets(text)
    if not opened:
        return None
    is_closed = text[stopped : stopped + 1] in ("]", "}")
    start = opened[-1 if is_closed else 0]
    head = text[text.rfind("\n", 0, start) + 1 : start]
    width = len(head) - len(head.lstrip(" -"))
    lines = failure.lines_between(start, max(text.find("\n", stopped), stopped))[1:]
    end = next((line.start for line in lines if line.opens and line.width <= width), stopped)
    is_refused = failure.problem.startswith("found character that cannot start") and text[end:][:1] != "\t"
    value = _VALUE.match(text, end) if is_refused and end == stopped else _CUT_OFF.search(text, start, end)
    if value:
        hint = f'put quotes around it: `"{shorten(value["value"])}"`'
        what, why_not = "a text within brackets needs quotes", "only you know where the text ends"
        return Advice(value.start(), hint, (), why_not, what)
    goes_on = end == stopped < len(text.rstrip()) and not is_closed
    if goes_on or text.count('"', start, end) % 2:
        return None  # it may be a comma that is missing, or a quote that is not closed
    hint = f"close the bracket: write `{']' if text[start] == '[' else '}'}` where it ends"
    return Advice(start, hint, (), "only you know where it ends", "a bracket is not closed")
