"""Releases as types: named states of a suite, each a file that is added and never changed."""

import datetime
from typing import Annotated

from benchdocs.specs.discovery import RELEASE_FOLDER
from benchdocs.specs.field_facts import FieldFacts, TextForm
from benchdocs.specs.fields import Fields, Line, Text, needed, optional

RELEASE_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
"""Form of a release's name, which is the name of its file."""


class Release(Fields):
    """A named state of the suite; a release is added and never changed."""

    name: Line = needed("Its name.", examples=['"1.0"'])
    date: datetime.date | None = needed("Date of the release.", examples=["2026-01-31"])
    digest: Annotated[Text | None, FieldFacts(form=TextForm.DIGEST)] = needed(
        "SHA-256 of the manifest of specs, cases, prompts and settings, as `benchdocs release` computes it."
    )
    norms: Annotated[Text | None, FieldFacts(form=TextForm.DIGEST)] = optional(
        "SHA-256 of the manifest of what decides how specs are read and shown, such as the methodology."
    )
    comment: Text | None = optional("What readers need to know about it.")


def is_release(path: str) -> bool:
    """Return whether a file is a release, by its path below the root."""
    return path.startswith(f"{RELEASE_FOLDER}/") and path.endswith(".yaml") and path.count("/") == 1
