"""A benchmark's examples in their three parts, where the text has them: said, charted, verdict."""

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

from benchdocs.specs.nouns import Nouns

_PASSING_NOTE = re.compile(r"not (?:to )?be flagged\b")


class Example(NamedTuple):
    """An example in its parts, which together are its text but for the dashes between them.

    Attributes:
        text: As the author wrote it.
        note: What kind of example it is, where it says so.
        opening: The word that introduces the dictation, which a heading stands for.
    """

    text: str
    note: str = ""
    opening: str = ""
    said: str = ""
    charted: str = ""
    verdict: str = ""

    @property
    def outcome(self) -> str:
        """What becomes of the case: `flagged`, `passes`, or nothing where it is not counted or not said."""
        if re.match(r"flagged\b", self.verdict):
            return "flagged"
        is_passed = re.match(r"passes\b", self.verdict) or _PASSING_NOTE.search(self.note)
        return "passes" if is_passed else ""

    def above(self, nouns: Nouns) -> str:
        """Return the words before what came back that its heading says, too: `Output charts `."""
        output = re.escape(nouns.output)
        said = re.match(rf"(?:output|{output}) (\w+?)s (?=\w)", self.charted, re.IGNORECASE)
        return said[0] if said and nouns.returned.startswith(said[1].lower()) else ""


def examples(texts: Sequence[str], input: str, output: str) -> list[Example]:
    """Return examples in their parts, in a suite with these words for input and output."""
    return [example(text, input, output) for text in texts]


def example(text: str, input: str = "input", output: str = "output") -> Example:
    """Return an example in its parts; only its text where it does not have the usual form.

    It opens with `Narrative` or with what the suite calls an input.
    """
    opening, form = _form(input, output)
    match = form.fullmatch(" ".join(text.split()))
    if not match:
        return Example(text)
    opens = opening.match(match["said"])
    said = match["said"][opens.end() :] if opens else match["said"]
    return Example(
        text, match["note"] or "", opens[0] if opens else "", said, match["charted"], match["verdict"]
    )


@functools.cache
def _form(input: str, output: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what introduces an input, and the form of an example.

    What is said ends with a quote. It may hold apostrophes, so that its end shows in what follows it.
    """
    opening, returned = (rf"{re.escape(noun[0].upper())}{re.escape(noun[1:])}" for noun in (input, output))
    opening = rf"(?:Narrative|{opening})"
    said = rf"(?:Label: [^']*?\. )?{opening}\b.*?'[.,]?"
    returned = rf"Output|{returned}|The {re.escape(output)}|Ground truth|Label(?:s|ed result)?"
    charted = rf"(?:{returned}|The \w+ section of the output)\b.*"
    form = rf"(?:(?P<note>[^':]+?) - )?(?P<said>{said}) (?P<charted>{charted}) - (?P<verdict>.+)"
    return re.compile(f"{opening}: "), re.compile(form, re.DOTALL)
