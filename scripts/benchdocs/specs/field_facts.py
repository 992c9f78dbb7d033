"""Define the facts about a field that its type, description and example do not tell.

They are stated once, at the model's field, and every table about fields is derived from them and from the
types. A change of a field without facts changes what is meant, no score; it is published under its own name.
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


class Effect(StrEnum):
    """What a change can do."""

    SCORE = "score-affecting"
    """It can change a score or a verdict."""
    MEANING = "meaning"
    """The text on what is measured or who decided it differs; no score changes by itself."""
    EDITORIAL = "editorial"
    """It is written differently and means the same."""


class FieldFacts(NamedTuple):
    """Facts about a field, as metadata in its annotation: `Annotated[Text | None, FieldFacts(...)]`."""

    needed_where: str = ""
    """Where it is required, in words, if not everywhere."""
    default: Any = None
    """Value that counts, and is published, where it is absent."""
    idle: Any = None
    """Value that means the same as its absence, which is published as such."""
    form: TextForm = TextForm.PROSE
    """What the text is, for a field of type `Text`."""

    may_quote: bool = False
    """Whether it repeats or leaves out what others say, so that clinical knowledge may be part of it."""

    only_as: Any = None
    """The one value that affects scores, before or after a change; None where any does."""
    raised: str = ""
    """What a higher number can do, or the one value that affects scores; a sentence."""
    lowered: str = ""
    """What a lower number can do, or the end of that one value."""
    can: str = ""
    """What any other change can do; empty where no score changes by itself, or the effect says enough."""
    decides_verdict: bool = False
    """Whether the verdict of the rubric above depends on it."""
    unordered: bool = False
    """Whether the order of its entries means nothing, as that of codes does everywhere."""
    called: str = ""
    """Name in a report of changes; empty for the field's own name with spaces."""
    changes_apart: bool = False
    """Whether its changes are reported otherwise, as what they mean for the suite."""

    is_least: bool = False
    """Whether the number is the least that passes, so that a `>=` before it changes nothing."""
    decided_as: str = ""
    """Name that `decisions` has for the value, which fields may share; empty where none is decided."""
    settled_if_active: bool = False
    """Whether an active benchmark needs a decision that establishes it."""

    signed: bool = True
    """Whether the fingerprint that a review signs covers it."""

    section: str = "top"
    """Part of its page that shows it, to which findings link: a section's ID, `top`, or `facts` below it."""
    completion: str = ""
    """Snippet that editors insert after its name; empty where it follows from the type."""
    published: bool = True
    """Whether the published data includes it under its own name."""

    @property
    def effect(self) -> Effect:
        """What a change can do: it affects scores where the facts say how, or a verdict depends on it."""
        return Effect.SCORE if self.raised or self.can or self.decides_verdict else Effect.MEANING

    def effect_of(self, old: object, new: object) -> Effect:
        """Return what a change from one value to the other can do."""
        counts = self.only_as is None or self.only_as in (old, new)
        return self.effect if counts else Effect.MEANING


NO_FACTS = FieldFacts()
