"""What the tool knows of one field beside its type, description and example: stated at the model's field.

Every table about fields is derived from these facts and from the types. A field that states no facts is an
optional one whose changes leave scores alone, and which is published under its own name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class TextForm(StrEnum):
    """What a field of type `Text` holds."""

    PROSE = "text"
    """Sentences, which may hold `: ` and go over several lines."""
    NAME = "name"
    """A few words on one line, which may hold `: `."""
    PATH = "path"
    FORMULA = "formula"
    DIGEST = "digest"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFacts:
    """Facts about a field, as metadata in its annotation: `Annotated[Text | None, FieldFacts(...)]`."""

    needed_where: str = ""
    """Where an author has to write it, in words, if not everywhere."""
    default: Any = None
    """Value that counts where it is absent."""
    form: TextForm = TextForm.PROSE
    """What the text is, for a field of type `Text`."""

    affects_score: bool = False
    """Whether a difference in it can alter a score or a verdict."""
    only_as: Any = None
    """The one value that makes it affect scores, before or after a change; None where any does."""
    decides_verdict: bool = False
    """Whether nobody can say without it what scores mean for the rubric, or for one above it."""
    called: str = ""
    """Name in a report of changes; empty where it is the field's own name with spaces."""
    changes_apart: bool = False
    """Whether its changes are reported as what they mean for the whole, or follow from other changes."""

    section: str = "top"
    """Part of its page where findings about it stand: the id of a section, `top`, or `facts` below it."""
    completion: str = ""
    """What editors write after its name, as a snippet; empty where that follows from its type."""
    written_by_tool: bool = False
    """Whether a command writes it, and no author."""
    published: bool = True
    """Whether the published data has it under its own name."""

    def changes_score(self, old: object, new: object) -> bool:
        """Return whether a change from one value to the other can alter a score or a verdict."""
        return self.affects_score and (self.only_as is None or self.only_as in (old, new))


NO_FACTS = FieldFacts()
"""Facts of a field that states none."""
