"""Review records and reviewers as types: who judged which values of a spec, when, and with what outcome."""

import datetime
from typing import Annotated

from benchdocs.specs.choices import Outcome
from benchdocs.specs.field_facts import FieldFacts, TextForm
from benchdocs.specs.fields import AnyCode, Count, Fields, Line, Text, needed, optional

ALL = "all"
"""Item of an outcome that stands for every value of the spec."""
REVIEWER_ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"
"""Form of a reviewer's ID, which is a part of file names."""

STATED = ("role", "qualification", "conflicts")
"""What a record keeps of its reviewer as it was stated then."""


class ReviewRecord(Fields):
    """What one reviewer said of one state of a spec; a record is added and never changed."""

    code: AnyCode | None = needed("Code of the benchmark or rubric.", examples=["A-LNG1"])
    version: Count | None = needed("Its version.", examples=["1"])
    fingerprint: Annotated[Text | None, FieldFacts(form=TextForm.DIGEST)] = needed(
        "Digest of what was reviewed, as `benchdocs review` computes it."
    )
    reviewer: Line = needed("ID of the reviewer in `reviewers.yaml`.", examples=["expert-1"])
    role: Line = optional("Role of the reviewer, as `reviewers.yaml` stated it then.")
    qualification: Line = optional("Qualification of the reviewer, as `reviewers.yaml` stated it then.")
    conflicts: Line = optional("Interests of the reviewer, as `reviewers.yaml` stated them then.")
    date: datetime.date | None = needed("Date of the review.", examples=["2026-01-31"])
    outcome: dict[Text, Outcome] | None = needed(
        "Outcome of each value that was reviewed, by its name in `decisions`; `all` means every value.",
        examples=["{weight: agree, threshold: reject}"],
    )
    comments: dict[Text, Text] = optional("What the reviewer says about single values.", default={})
    comment: Text | None = optional("What the reviewer says about the whole spec.")


class Reviewer(Fields):
    """A person who reviews specs, named by a role."""

    id: Line = needed(
        "Lowercase letters, digits and hyphens; never reused for someone else.", examples=["expert-1"]
    )
    role: Line = needed("Role of the reviewer.", examples=["Lawyer"])
    qualification: Line = needed("What qualifies the reviewer to judge.", examples=["Ten years in the field"])
    conflicts: Line = needed("Interests that may bias the reviewer.", examples=["None known"])


class Reviewers(Fields):
    """Everybody whose reviews count."""

    reviewers: list[Reviewer] = optional("The reviewers.", default=[])
