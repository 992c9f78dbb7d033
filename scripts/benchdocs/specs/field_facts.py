"""Define the facts about a field that its type, description and example do not tell.

They are stated once, at the model's field, and every table about fields is derived from them and from the
types. A field without facts does not affect scores and is published under its own name.
"""

from enum import StrEnum
from typing import Any, NamedTuple


class TextForm(StrEnum):
    """Kind of text in a field of type `Text`."""

    PROSE = "text"
    """Sentences, which can contain `: ` and have several lines."""
    NAME = "name"
    """A few words on one line, which can contain `: `."""
    PATH = "path"
    FORMULA = "formula"
    DIGEST = "digest"


class FieldFacts(NamedTuple):
    """Facts about a field, as metadata in its annotation: `Annotated[Text | None, FieldFacts(...)]`."""

    needed_where: str = ""
    """Where it is required, in words, if not everywhere."""
    default: Any = None
    """Value that counts where it is absent."""
    form: TextForm = TextForm.PROSE
    """What the text is, for a field of type `Text`."""

    affects_score: bool = False
    """Whether a change can alter a score or a verdict."""
    only_as: Any = None
    """The one value that affects scores, before or after a change; None where any does."""
    decides_verdict: bool = False
    """Whether a rubric's verdict cannot be told without it."""
    called: str = ""
    """Name in a report of changes; empty for the field's own name with spaces."""
    changes_apart: bool = False
    """Whether its changes are reported otherwise, as what they mean for the suite."""

    decided_as: str = ""
    """Name that `decisions` has for the value, which fields may share; empty where none is decided."""
    settled_if_active: bool = False
    """Whether an active benchmark needs a decision that establishes it."""

    signed: bool = True
    """Whether the fingerprint that a review signs covers it."""

    section: str = "top"
    """Part of its page at which findings about it are shown: a section's ID, `top`, or `facts` below it."""
    completion: str = ""
    """Snippet that editors insert after its name; empty where it follows from the type."""
    written_by_tool: bool = False
    """Whether a command writes it, not an author."""
    published: bool = True
    """Whether the published data includes it under its own name."""

    def changes_score(self, old: object, new: object) -> bool:
        """Return whether a change from one value to the other can alter a score or a verdict."""
        return self.affects_score and (self.only_as is None or self.only_as in (old, new))


NO_FACTS = FieldFacts()
"""Facts of a field without any."""
