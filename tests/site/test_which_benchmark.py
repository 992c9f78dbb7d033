"""People who label runs find a code by topic, with what the specs say of it."""

from __future__ import annotations

from support.shipped import shipped_report
from support.stories import stories

test_story = stories(__file__)


def test_the_shipped_topics_lead_to_every_benchmark_two_to_eight_at_a_time() -> None:
    suite = shipped_report().suite
    assert suite.topics
    topics = suite.topics.fields.topics or []
    assert all(2 <= len(topic.codes or ()) <= 8 for topic in topics)
    assert {code for topic in topics for code in topic.codes or ()} == {*suite.benchmark}
