"""Make the page on which people who label runs find the one code for what went wrong."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from markdown.extensions.toc import slugify

from benchdocs.reports.urls import Address
from benchdocs.site.page import PageContext, single_page
from benchdocs.site.views.spec import BenchmarkView, clauses
from benchdocs.specs.discovery import TOPIC_FILE
from benchdocs.suite.codes import CODE_IN_TEXT


class TopicEntry(NamedTuple):
    """A benchmark of a topic, with what tells it from its neighbors.

    Attributes:
        applies: When it applies, the sentence's "Apply when", or the suite's own words, taken off.
        flags: What it flags, without "Flag if".
        leaves: What it leaves to benchmarks that it names.
    """

    view: BenchmarkView
    applies: str
    flags: str
    leaves: tuple[str, ...]


def _values(context: PageContext) -> Mapping[str, Any]:
    file = context.report.suite.topics
    topics = file.fields.topics if file else None
    shown = [
        (slugify(topic.name or "", "-"), topic, [*_entries(context, topic.codes)]) for topic in topics or ()
    ]
    return {"topics": shown}


def _entries(context: PageContext, codes: list[str] | None) -> Iterator[TopicEntry]:
    words = context.report.suite.settings.criteria
    for view in filter(None, map(context.views.benchmark.get, codes or ())):
        fields = view.spec.fields
        criteria = dict(reversed(clauses(fields.inclusion_criteria, words)))
        applies, flags = (criteria.get(own, "").strip() for own in (words.apply_when, words.flag_if))
        named = (text for text in fields.out_of_scope or () if CODE_IN_TEXT.search(text))
        yield TopicEntry(view, applies, flags, tuple(named))


WHICH = single_page(
    "which",
    Address.WHICH,
    "Which benchmark?",
    "For a recorded run that went wrong: find the one code for its most important fault.",
    _values,
    lambda context: TOPIC_FILE if context.report.suite.topics else None,
    exists=lambda context: context.report.suite.topics,
    styles=("which.css",),
    guide_heading="Methodology",
)
