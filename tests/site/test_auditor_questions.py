"""What an auditor asks is answered within two clicks from the first page, at the address given here."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest

from support.tables import data

QUESTIONS = data(__file__)["questions"]


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
