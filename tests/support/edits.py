"""Edits of a suite as auditors tried them: what is said of each was written down first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import yaml

from benchdocs.specs.field_facts import Effect
from support.commands import texts
from support.paths import DATA

SUITE = DATA / "history/suite"
FILES = texts(SUITE)
"""Files that give the demonstration suite all kinds of files that a suite has."""
DEM1, AUX1 = "a-component/A-DEM1.yaml", "a-component/A-AUX1.yaml"
DEM, PROMPT = "rubrics/A-DEM.yaml", "evaluators/llm-judge/arrival_prompt.md"
CODE = ("evaluators/code/arrival.py", "evaluators/code/comparison.py")


class Edit(NamedTuple):
    """A word or more of one file changed, and what is to be said of it."""

    name: str
    path: str
    old: str
    new: str
    effect: Effect
    told: list[str]
    """The sentences, which start with the subject."""
    version: set[str]
    """Codes that need a new version."""
    suspect: set[str]
    """Codes whose reviews no longer cover them."""

    @property
    def subject(self) -> str:
        """What the sentence starts with."""
        return self.told[0].split(" ")[0].rstrip(":")


def _edits() -> Iterator[Edit]:
    for row in yaml.load((SUITE.parent / "edits.yaml").read_text("utf-8"), yaml.CSafeLoader):
        version, suspect = (set(row.get(kind, "").split()) for kind in ("version", "suspect"))
        for old, new in row["edits"]:
            name = f"{row['claim']}: {old} → {new}"
            told = row["told"] if isinstance(row["told"], list) else [row["told"]]
            yield Edit(name, row["file"], old, new, Effect(row["effect"]), told, version, suspect)


EDITS = list(_edits())
