"""A benchmark's examples in their three parts, where the text has them: said, charted, verdict."""

import re
from typing import NamedTuple

_SAID = r"(?:Label: [^']*?\. )?Narrative\b.*?'"
"""Up to a closing quote. A dictation may hold apostrophes, so that its end shows in what follows it."""
_CHARTED = r"(?:Output|Ground truth|Label(?:s|ed result)?|The \w+ section of the output)\b"
_EXAMPLE = re.compile(
    rf"(?:(?P<note>[^':]+?) - )?(?P<said>{_SAID}[.,]?) (?P<charted>{_CHARTED}.*) - (?P<verdict>.+)", re.DOTALL
)
_OPENING = "Narrative: "
_PASSING_NOTE = re.compile(r"not (?:to )?be flagged\b")


class Example(NamedTuple):
    """An example in its parts, which together are its text but for the dashes between them."""

    text: str
    """As the author wrote it."""
    note: str = ""
    """What kind of example it is, where it says so."""
    opening: str = ""
    """The word that introduces the dictation, which a heading stands for."""
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


def example(text: str) -> Example:
    """Return an example in its parts; only its text where it does not have the usual form."""
    match = _EXAMPLE.fullmatch(" ".join(text.split()))
    if not match:
        return Example(text)
    said = match["said"]
    opening = _OPENING if said.startswith(_OPENING) else ""
    note = match["note"] or ""
    return Example(text, note, opening, said.removeprefix(opening), match["charted"], match["verdict"])
