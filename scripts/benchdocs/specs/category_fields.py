"""What the fields of a category in the settings of a suite have to be."""

import re
from collections.abc import Callable
from typing import Any

from benchdocs.specs.nouns import FORM, misfit


def are_texts(value: object) -> bool:
    """Return whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


IN_CATEGORY: dict[str, tuple[Callable[[Any], object], str]] = {
    "name": (
        lambda name: isinstance(name, str) and re.fullmatch(r"[a-z][a-z0-9_]{0,59}", name),
        "a name in lowercase letters, digits and underscores",
    ),
    "label": (lambda label: not misfit(label), FORM),
    "meaning": (
        lambda meaning: isinstance(meaning, str) and meaning.strip() and meaning.isprintable(),
        "a sentence on one line",
    ),
    "rubrics": (are_texts, "a list of codes"),
}
"""Fields of a category, each with what it has to be, also in words."""
