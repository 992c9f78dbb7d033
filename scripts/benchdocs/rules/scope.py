"""SCP701: what the settings of a suite forbid in its specs and prompts."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from benchdocs.documents.locations import Place, at
from benchdocs.documents.text_file import TextFile, shorten
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.rules.support.statements import Statement, statements
from benchdocs.specs.field_index import SPECS, stated_texts, stating_fields
from benchdocs.specs.forbidden import MARK
from benchdocs.specs.settings import Forbidden
from benchdocs.suite.suite import Suite

_NEARBY = 200
"""Characters around a match that are read for what excuses it."""
_LONGEST_SHOWN = 80
_LONGEST = 2_000
"""Characters of a sentence that are searched."""


class _Match(NamedTuple):
    """Words that a pattern forbids, with their offset."""

    start: int
    words: str
    reason: str


def _searched() -> Iterator[str]:
    for model in SPECS:
        for name in stating_fields(model):
            inner = stating_fields(model.blocks()[name]) if name in model.blocks() else ()
            yield from (f"{name}.{field}" for field in inner) if inner else [name]


@rule(
    "SCP701",
    "text that the suite forbids",
    Severity.WARNING,
    source="Scope Boundary",
    fields=tuple(_searched()),
    setting="forbidden",
)
def forbidden_text(suite: Suite) -> Iterator[Violation]:
    """A sentence of a spec or prompt matches a pattern that the setting `forbidden` lists, and nothing in the
    sentence excuses it. Text in quotation marks is allowed; `examples` are not searched. The first match of a
    sentence is reported, with the reason that the setting states.

    Why: the settings say why. For example, knowledge that belongs to the product under test would be a second
    opinion here, which nobody maintains.

    Fix: say it in other words, or put the words of others in quotation marks.

    Bad (whole file) benchdocs.toml:

        [[forbidden]]
        pattern = '\\b(?:too|rather) late\\b'
        reason = "The label of a case decides what is late."

    Bad a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when an arrival time is stated. Flag if the record has a time that is too late.

    Good a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when an arrival time is stated. Flag if the record has another time than the label.
    """
    patterns = suite.settings.forbidden
    for spec in suite.texts.holding(lambda text: _found_in(text, patterns)):
        for route, text in stated_texts(spec.fields):
            for match in _found_in(text, patterns)[:MAX_LISTED]:
                yield _violation(spec.document, at(*route, text=match.words), match)
    for prompt in suite.paragraphs.holding(lambda text: _found_in(text, patterns)):
        for match in _found_in(prompt.text, patterns)[:MAX_LISTED]:
            yield _violation(prompt, prompt.place_of(match.start), match)


def _violation(source: TextFile, place: Place, match: _Match) -> Violation:
    message = f"`{shorten(' '.join(match.words.split()), _LONGEST_SHOWN)}` is forbidden: {match.reason}"
    hint = "say it in other words, or put the words of others in quotation marks"
    return Violation(source, place, message, hint)


@lru_cache(maxsize=4096)
def _found_in(text: str, patterns: tuple[Forbidden, ...]) -> tuple[_Match, ...]:
    """Return the first match in each sentence of a text that nothing excuses; texts repeat."""
    found = []
    for statement in statements(text):
        lower = _in_lower_case(statement.text[:_LONGEST])
        firsts = [match for pattern in patterns for match in islice(_unexcused(statement, lower, pattern), 1)]
        if firsts:
            found.append(min(firsts, key=lambda match: match.start))
    return tuple(found)


def _unexcused(statement: Statement, lower: str, pattern: Forbidden) -> Iterator[_Match]:
    """Yield the matches of a pattern in a sentence that nothing in it, or in what introduces it, excuses."""
    for match in re.finditer(pattern.pattern, lower):
        start, end = match.span()
        before, after = lower[max(0, start - _NEARBY) : start], lower[end : end + _NEARBY]
        lead = " ".join(statement.lead.lower().split())
        around = f"{lead}\n{before}{MARK}{match[0]}{MARK}{after}"
        if not (pattern.unless and re.search(pattern.unless, around)):
            yield _Match(statement.start + start, statement.text[start:end], pattern.reason)


def _in_lower_case(text: str) -> str:
    """Return the text in lower case, each character at its place; a letter that would become two stays."""
    if len(lower := text.lower()) == len(text):
        return lower
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
