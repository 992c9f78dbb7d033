"""Convert a hand-written page for a check, within a time that its author does not decide.

Python-Markdown takes a time that grows with the square of some markup, or runs out of stack. A page with very
much of it is converted by a program of its own, which can be ended at any moment.
"""

import re
import sys
from functools import lru_cache

MAX_SECONDS = 5
"""Time for one page; an ordinary one takes a hundredth of a second."""
MAX_OPEN = 100
"""Brackets that one paragraph may open and not close."""
EXTENSIONS = ("toc", "tables", "fenced_code", "attr_list")
"""What MkDocs and `mkdocs.yml` turn on."""
_MARKUP = (*"[<>~*_&{#", "\n=", "\n-")
_FRAGMENT = re.compile(r"(?<=[\w(])#")
"""A `#` within an address, which begins no heading."""
_MUCH, _LONG = 500, 10_000_000
"""How often one of these is in a page, and that times the length of the text in which its end is sought, from
where a conversion may take long. The end of a tag is sought in the whole page, others' in their paragraph."""
_MANY = {"`": 2_000, "\n": 2_000}
"""The same for what takes less."""
_NESTED = re.compile(r"""^(?:[ \t]*(?:[-*+>]|\d+[.)])){16} | ^(?:[ ]{4}|\t){16}""", re.VERBOSE | re.MULTILINE)
"""Lists and quotations within one another."""
_MOST_COLUMNS, _SPACES = 50, " " * 500
_FENCED = re.compile(r"^(`{3,}|~{3,})[ ]*\w*\r?\n.*?^\1[ ]*\r?$", re.MULTILINE | re.DOTALL)
_ODD_FENCE = re.compile(r"\n(?:`{3}|~{3})(?!`*[ ]*\w*(?:\r?\n|\Z)|~*[ ]*\w*(?:\r?\n|\Z))")
"""A fence with more behind it than a language: where it ends, only the converter knows."""
_LONE_RETURN = re.compile(r"\r(?!\n)")
_PARAGRAPH = re.compile(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+")
_PROGRAM = f"""
import sys, markdown
sys.setrecursionlimit(600)  # MkDocs converts with less of the stack left than there is here
text = sys.stdin.buffer.read().decode("utf-8", "surrogatepass")
html = markdown.markdown(text, extensions={list(EXTENSIONS)})
sys.stdout.buffer.write(html.encode("utf-8", "surrogatepass"))
"""


class UnconvertibleError(Exception):
    """Why a page cannot be converted, as words that go on from "the page", and from where on."""

    def __init__(self, why: str, offset: int = 0) -> None:
        super().__init__(why)
        self.offset = offset


def is_heavy(text: str) -> bool:
    """Return whether the conversion of a page may take long."""
    most = _most(_FRAGMENT.sub("", text))
    if most > _MUCH or any(text.count(char) > many for char, many in _MANY.items()):
        return True
    if _SPACES in text or _NESTED.search(text) or text.count("<") * len(text) > _LONG:
        return True
    if text.count("|") >= _MOST_COLUMNS and any(
        line.count("|") >= _MOST_COLUMNS for line in text.split("\n")
    ):
        return True
    if most * len(text) <= _LONG:
        return False
    return sum(_most(paragraph) * len(paragraph) for paragraph in _PARAGRAPH.findall(text)) > _LONG


def _most(text: str) -> int:
    """Return how often the most frequent mark is in a text."""
    return max(map(text.count, _MARKUP))


def to_html(text: str) -> str:
    """Return a page as HTML. Raises UnconvertibleError."""
    if is_heavy(text):
        html = _converted_apart(text)
        if isinstance(html, UnconvertibleError):
            raise html
        return html
    import markdown

    try:
        return markdown.markdown(text, extensions=list(EXTENSIONS))
    except Exception as error:  # whatever a page does to the converter, it gets a finding
        raise UnconvertibleError(f"cannot be converted: {type(error).__name__}") from None


def unconvertible(text: str) -> UnconvertibleError | None:
    """Return why a page is not to be converted by this program; None if it may be."""
    if is_heavy(text) and isinstance(error := _converted_apart(text), UnconvertibleError):
        return error
    return None


def without_fences(text: str) -> str:
    """Return a page of the same length with its blocks of code blanked, where they are certain."""
    is_odd = _LONE_RETURN.search(text) or _ODD_FENCE.search(f"\n{text}")
    if is_odd or any(text.count(char) > _MUCH * 4 for char in "`~"):
        return text
    return _FENCED.sub(lambda block: re.sub(r"\S", " ", block[0]), text)


@lru_cache(maxsize=256)
def _converted_apart(text: str) -> str | UnconvertibleError:
    """Return a page as HTML, or why there is none, from a program that is ended after `MAX_SECONDS`."""
    import subprocess  # hardly a page is heavy

    for paragraph in _PARAGRAPH.finditer(without_fences(text)):
        if paragraph[0].count("[") - paragraph[0].count("]") > MAX_OPEN:
            why = f"opens {MAX_OPEN} brackets or more in one paragraph, and does not close them"
            return UnconvertibleError(why, paragraph.start() + paragraph[0].index("["))
    command = [sys.executable, "-P", "-c", _PROGRAM]
    content = text.encode("utf-8", "surrogatepass")
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=MAX_SECONDS)
    except subprocess.TimeoutExpired:
        return UnconvertibleError(f"takes longer than {MAX_SECONDS} seconds to convert")
    if done.returncode:
        return UnconvertibleError("cannot be converted: its markup is nested too deeply")
    return done.stdout.decode("utf-8", "surrogatepass")
