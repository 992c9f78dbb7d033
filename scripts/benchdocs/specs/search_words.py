"""The words that an author gives the search, as types."""

from typing import Annotated

from pydantic import Field

from benchdocs.specs.fields import Fields, Text, optional

Group = Annotated[list[Text], Field(min_length=2)]


class SearchFile(Fields):
    """What readers type that no page says."""

    same: list[Group] = optional("Groups of phrases that mean the same.", default=[])
    examples: list[Text] | None = optional(
        "Queries that the search offers. Absent: a code of the suite and two general ones."
    )
    pages: dict[Text, Text] = optional("What else a page is called, by its address.", default={})
