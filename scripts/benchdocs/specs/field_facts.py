"""Define the facts about a field that its type, description and example do not tell.

They are stated once, at the model's field, and every table about fields is derived from them and from the
types. A change of a field without facts changes what is meant, no score; it is published under its own name.
"""

from enum import StrEnum
from typing import Any, NamedTuple


class TextForm(StrEnum):
    """Kind of text in a field of type `Text`.

    Attributes:
        PROSE: Sentences, which can contain `: ` and have several lines.
        NAME: A few words on one line, which can contain `: `.
    """

    PROSE = "text"
    NAME = "name"
    PATH = "path"
    FORMULA = "formula"
    DIGEST = "digest"


class Effect(StrEnum):
    """What a change can do.

    Attributes:
        SCORE: It can change a score or a verdict.
        MEANING: The text on what is measured or who decided it differs; no score changes by itself.
        EDITORIAL: It is written differently and means the same.
    """

    SCORE = "score-affecting"
    MEANING = "meaning"
    EDITORIAL = "editorial"


class FieldFacts(NamedTuple):
    """Facts about a field, as metadata in its annotation: `Annotated[Text | None, FieldFacts(...)]`.

    Attributes:
        needed_where: Where it is required, in words, if not everywhere.
        default: Value that counts, and is published, where it is absent.
        idle: Value that means the same as its absence, which is published as such.
        form: What the text is, for a field of type `Text`.
        may_quote: Whether it repeats or leaves out what others say, and so may hold what the suite forbids.
        only_as: The one value that affects scores, before or after a change; None where any does.
        raised: What a higher number can do, or the one value that affects scores; a sentence.
        lowered: What a lower number can do, or the end of that one value.
        can: What any other change can do; empty where no score changes by itself, or the effect says enough.
        decides_verdict: Whether the verdict of the rubric above depends on it.
        unordered: Whether the order of its entries means nothing, as that of codes does everywhere.
        called: Name in a report of changes; empty for the field's own name with spaces.
        decided_as: Name that `decisions` has for the value, which fields may share; empty where none is
            decided.
        settled_if_active: Whether an active benchmark needs a decision that establishes it.
        signed: Whether the fingerprint that a review signs covers it.
        is_remark: Whether it only tells maintainers something, so that no change of it affects anything.
        published: Whether the published data includes it under its own name.
    """

    needed_where: str = ""
    default: Any = None
    idle: Any = None
    form: TextForm = TextForm.PROSE

    may_quote: bool = False

    only_as: Any = None
    raised: str = ""
    lowered: str = ""
    can: str = ""
    decides_verdict: bool = False
    unordered: bool = False
    called: str = ""

    decided_as: str = ""
    settled_if_active: bool = False

    signed: bool = True
    is_remark: bool = False

    published: bool = True

    @property
    def effect(self) -> Effect:
        """What a change can do: it affects scores where the facts say how, or a verdict depends on it."""
        if self.is_remark:
            return Effect.EDITORIAL
        if self.raised or self.can or self.decides_verdict:
            return Effect.SCORE
        return Effect.MEANING

    def effect_of(self, old: object, new: object) -> Effect:
        """Return what a change from one value to the other can do."""
        counts = self.only_as is None or self.only_as in (old, new)
        return self.effect if counts else Effect.MEANING


NO_FACTS = FieldFacts()
