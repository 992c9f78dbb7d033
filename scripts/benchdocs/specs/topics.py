"""The topics by which people who label runs find a benchmark, as types."""

from typing import Annotated

from pydantic import Field

from benchdocs.specs.fields import BenchmarkCode, Fields, Line, Text, needed


class Topic(Fields):
    """What a run may be about, and the benchmarks that may name its fault."""

    name: Line = needed("What the run is about, in a word or two.")
    ask: Text | None = needed("The question that tells its benchmarks apart.")
    codes: Annotated[list[BenchmarkCode], Field(min_length=1)] | None = needed(
        "Codes of its benchmarks, a specific one before a general one.", examples=["[A-LNG1]"]
    )


class TopicFile(Fields):
    """All topics, in the order in which the page lists them."""

    topics: list[Topic] | None = needed("The topics.")
