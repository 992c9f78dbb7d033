"""YML012: backslashes that YAML reads in another way than their author."""

import re
from collections.abc import Iterator

from benchdocs.documents.yaml_composer import YamlNode
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.hidden_text import SOURCE
from benchdocs.rules.rule import rule
from benchdocs.suite.cases import is_judged
from benchdocs.suite.suite import Suite

_ESCAPE = r"[^\W\d_]?\\[\s\S]"
_STANDS_FOR = {"n": "a line break", "r": "a line break", "t": "a tab", "_": "a space"}
_STANDS_FOR |= dict.fromkeys("NLP", "an invisible line break")
"""What escapes in double quotes stand for that look like the first letter of a word."""
_MAY_MISREAD = rf"\\[{''.join(_STANDS_FOR)}]"
_NO_BREAK = r"((?<=[^\s\\`'\"(/])|(?<=[\w.!?]['\"])|(?<=[.!?'\"] ))\\n(?=[A-Z\s-]|$)|(?<=[.!?])\\n(?=[a-z])"
"""A `\\n` that is meant as a line break, where it is two characters of the text."""


@rule(
    "YML012",
    "backslash that means something else",
    Severity.WARNING,
    source=SOURCE,
    unfixable="only you know whether the backslash belongs to the text",
)
def read_backslash(suite: Suite) -> Iterator[Violation]:
    r"""In double quotes, YAML reads a backslash and the first letter of a word as one character:
    `"neck\nose"` contains a line break, `"left\right"` another. Or a text without double quotes contains
    `\n` where a line break seems to be meant. In the narrative, the labels and the record of a case, `\n` and
    `\t` are only noted.

    Why: the page and the judge get a text without the letter, or with a backslash that nobody wants to read.

    Fix: double the backslash, or put the text in single quotes. For a line break, write an empty line in a
    text after `>`.

    Bad a-component/A-DEM1.yaml:

        label: "Arrival time recorded early\nearly or late\right"

    Good a-component/A-DEM1.yaml:

        label: "Arrival time recorded early or late"
    """
    for spec in suite.checked_files:
        document = spec.document
        may_misread = "\\" in document.text and re.search(_MAY_MISREAD, document.text)
        for route, node in document.scalars() if may_misread else ():
            for start, letter in _misread(document.text, node):
                message = f"in double quotes, `\\{letter}` is {_STANDS_FOR.get(letter)}"
                hint = f"double it (`\\\\{letter}`), or put the text in single quotes"
                if not letter:
                    message = "without double quotes, `\\n` is no line break, but two characters of the text"
                    hint = "write an empty line instead, in a text after `>`"
                severity = Severity.NOTE if is_judged(route) and letter in "nt" else None
                yield Violation(document, document.place_of(start), message, hint, severity=severity)


def _misread(text: str, node: YamlNode) -> Iterator[tuple[int, str]]:
    """Yield escapes in double quotes that look like a word's first letter, and `\\n` without such quotes."""
    is_quoted = text[node.start : node.start + 1] == '"'
    for escape in re.compile(_ESCAPE if is_quoted else _NO_BREAK).finditer(text, node.start, node.end):
        end, before = escape.end(), escape[0][:-2]
        letter, after = text[end - 1] if is_quoted else "", text[end : end + 1]
        is_word = before and after.isalpha() and (letter != "n" or after.islower())
        if not is_quoted or letter in "NLP" or (letter in _STANDS_FOR and is_word):
            yield end - 2, letter
