"""TXT507: blanks that a new spec or prompt was written with, and that nobody has filled in yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from benchdocs.documents.locations import Place
from benchdocs.documents.text_file import TextFile, shorten
from benchdocs.documents.yaml_document import YamlNode
from benchdocs.rules.finding import Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.suite.suite import Suite

LEFT = "a blank is left to fill in"
MARK = "TODO:"
_BLANK = re.compile(
    rf"\b{MARK}\s*([^\r\n]*?)(?=[.;:!?]?[\"']?\s*$|[.;:!?]\s|,\sOR\b|[\"'`)\]}}](?!\w))", re.MULTILINE
)
"""The mark, and what belongs there: up to the sentence's end, the line's, or the OR behind it."""
_LONGEST_SHOWN = 70


@rule(
    "TXT507",
    "blank to fill in",
    source="Project conventions: new specs and prompts",
    fields=("scoring_scale.descriptions", "metric"),
    unfixable="what belongs there is yours to write",
)
def blank_to_fill(suite: Suite) -> Iterator[Violation]:
    """A text of a spec, or a line of a prompt, still holds `TODO:`. So `benchdocs new` marks the places that
    only the author can fill.

    Why: a blank reads as if somebody had decided what stands there. A judge, or a person who writes an
    evaluator, would have to guess.

    Fix: write what the TODO asks for in its place, or delete the field where it is optional. Notes to
    yourself belong into comments (`# TODO: ...`), which are not looked at.

    Bad a-component/A-DEM1.yaml:

        rationale: >
          TODO: why this weight and this threshold.

    Good a-component/A-DEM1.yaml:

        # TODO: ask the crew chiefs about the threshold.
        rationale: >
          Arrival and departure count alike. The threshold is provisional.
    """
    for spec in suite.specs:
        if MARK in spec.document.text and spec.document.root:
            for start, end in _texts(spec.document.root):
                yield from _blanks(spec.document, start, end)
    for prompt in suite.prompts:
        if not prompt.problems and MARK in prompt.text:
            yield from _blanks(prompt, 0, len(prompt.text))


def _texts(node: YamlNode) -> Iterator[tuple[int, int]]:
    """Start and end of every text among a document's values."""
    if isinstance(node.value, str):
        yield node.start, node.end
    for inner in node.items:
        yield from _texts(inner)
    for _, value in node.entries:
        yield from _texts(value)


def _blanks(file: TextFile, start: int, end: int) -> Iterator[Violation]:
    for match in islice(_BLANK.finditer(file.text, start, end), MAX_LISTED):
        asked = shorten(match[1], _LONGEST_SHOWN) or "text"
        message = f"{LEFT}: {asked}"
        hint = f"write it in place of `{shorten(match[0], _LONGEST_SHOWN)}`"
        yield Violation(file, Place(position=file.position_of(match.start())), message, hint)
