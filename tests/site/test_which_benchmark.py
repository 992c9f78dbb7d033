"""People who label runs find a code by topic, with what the specs say of it."""

from __future__ import annotations

import html
import re
from pathlib import Path

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.shipped import shipped_report
from support.stories import Story, stories
from support.suites import suite_with

PATH = "methodology/which-benchmark.md"
TOPICS = """\
topics:
  - name: Arrival & <b>departure</b>
    ask: Is the time <script>wrong</script>, or is it missing?
    codes: [A-DEM2, A-DEM1, A-AUX1]
"""


def sections(site: Site) -> dict[str, str]:
    return {section.id: section.html for section in site.page[PATH].sections}


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


@stories
def test_a_topic_leads_to_benchmarks(story: Story) -> None:
    story.play()


def test_a_topic_lists_its_benchmarks_in_its_own_order_with_their_criteria(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"docs/topics.yaml": TOPICS})
    report = check(root)
    found = sections(Site(report))
    (topic,) = found.keys() - {"top", "topics", "none"}
    assert re.findall(r'class="code">(A-\w+)<', found[topic]) == ["A-DEM2", "A-DEM1", "A-AUX1"]
    for code in ("A-DEM1", "A-DEM2", "A-AUX1"):
        flagged = re.search(r"Flag if (.+?\.)", report.suite.benchmark[code].fields.inclusion_criteria or "")
        assert flagged
        assert flagged[1] in words(found[topic])


def test_the_shipped_topics_lead_to_every_benchmark_two_to_eight_at_a_time() -> None:
    suite = shipped_report().suite
    assert suite.topics
    topics = suite.topics.fields.topics or []
    assert all(2 <= len(topic.codes or ()) <= 8 for topic in topics)
    assert {code for topic in topics for code in topic.codes or ()} == {*suite.benchmark}
