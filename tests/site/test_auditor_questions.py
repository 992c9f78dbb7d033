"""What an auditor asks is answered within two clicks from the first page, at the address given here."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest

QUESTIONS = {
    "Who decided this threshold, when, and why?": (
        "benchmarks/a-neg1/#decisions",
        r"evaluator type established The suite's owners, (date not stated|20\d\d-\d\d-\d\d) The owners'",
    ),
    "What is provisional?": (
        "audit/decisions/#benchmarks",
        r"provisional \d+ \d+ .* A-FCT1 provisional established",
    ),
    "What changed since a release that can alter a score?": (
        "audit/changes/#releases",
        r"There are no releases yet|Score-affecting Meaning Editorial .* (since then|as now)",
    ),
    "What is excused until when?": (
        "audit/conformance/#waivers",
        r"Nothing was waived\.|Rule Code Reason By On Until Findings waived",
    ),
    "Which exact prompt did a judge get at version N?": (
        "prompts/negation-simple/#verbatim",
        r"From Version of A-NEG1 Text .* 3, 4 this page 20\d\d-\d\d-\d\d ([0-9a-f]{12}) 3 text at \1",
    ),
    "Is my paper copy current?": (
        "audit/files/",
        r", site [0-9a-f]{12}, suite SHA-256 [0-9a-f]{64}\..* current if it shows the same line",
    ),
    "Which were never reviewed?": (
        "audit/conformance/#reviews",
        r"None of the \d+ specs has a review yet\.|The other \d+ specs have no review\.",
    ),
    "What happens to an unreadable reply?": (
        "methodology/scoring-flow/#the-rules",
        r"reply cannot be read If .* asks once more, .* counts as a fail",
    ),
    "How many cases does this claim take?": (
        "methodology/how-sure-is-a-pass/#needed",
        r"True rate of at least None failed .* 0\.95 59 93 124 153",
    ),
    "Who may change it?": (
        "methodology/#who-may-change-what",
        r"threshold, evaluator type, .* of a benchmark; .* The suite's owners, in a decision with name, date",
    ),
    "What does 0.90 mean?": (
        "benchmarks/a-neg1/#scale",
        r"0\.90 – < 1\.0 Threshold met: .* Passes from 0\.90",
    ),
    "What does a pass at 0.90 show?": (
        "benchmarks/a-neg1/#measurement",
        r"at least 27 have to pass\. If just 27 pass, the true rate is at least 0\.798\.",
    ),
    "Which label does the formula read?": (
        "benchmarks/a-neg1/#measurement",
        r"Counted from labels: denied_findings",
    ),
}


def article(site: Path, address: str) -> str:
    return (site / address / "index.html").read_text()


@cache
def linked(site: Path, address: str) -> frozenset[str]:
    """The addresses that a page links to."""
    found = re.findall(r'<a [^>]*?href="([^"]+)"', article(site, address))
    base = "https://site.example/"
    targets = (urldefrag(urljoin(base + address, html.unescape(target)))[0] for target in found)
    inner = (target.removeprefix(base).partition("?")[0] for target in targets if target.startswith(base))
    return frozenset(target for target in inner if (site / target / "index.html").is_file())


@pytest.mark.parametrize(
    ("question", "address", "answer"), [(name, *found) for name, found in QUESTIONS.items()]
)
def test_a_question_is_answered_within_two_clicks(
    shipped_site: Path, question: str, address: str, answer: str
) -> None:
    url, _, id = address.partition("#")
    once = linked(shipped_site, "")
    twice = once.union(*(linked(shipped_site, each) for each in once))
    assert url in twice, question
    page = article(shipped_site, url).split("<article", 1)[1].split("</article>")[0]
    part = page.partition(f' id="{id}"')[2] if id else page
    text = re.sub(r"(?s)<(style|script|svg)\b.*?</\1>|<[^>]*>", " ", part.partition("<h2")[0])
    shown = " ".join(html.unescape(text).replace("¶", " ").split())
    assert re.search(answer, re.sub(r" ([.,;:])", r"\1", shown)), shown[:2000]
