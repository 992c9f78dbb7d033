"""Numbers and nouns agree in a suite that has one of everything: a benchmark, a case, a call, a key."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.foreign_suites import Subject
from support.suites import write
from support.tables import data

ONE_CALL = data(__file__)["one_call"]
WRONG = re.compile(
    r"(?<![\w.,-])1 (?:[a-z]+ )?(?!(?:pass|less|is|was|has|uses|this|its|as|groups|says)\b)[a-z]+s\b.*"
)
"""`1 files`, `1 calibration cases`; no verb that follows its number or noun."""


def test_one_of_everything_is_named_in_the_singular(tmp_path: Path) -> None:
    subject = Subject("photo", "caption")
    subject.benchmark("C-COL1", "Colors", "the colors", "names another color", "1", "llm_judge")
    subject.rubric("C-COL", "Colors of a photo", "1", ["C-COL1"])
    write(tmp_path, subject.all_files() | ONE_CALL)
    site = Site(check(tmp_path))
    shown = [
        (page.url, unescape(re.sub(r"<(script|svg)\b.*?</\1>|<[^>]*>", "", part.html, flags=re.DOTALL)))
        for page in site.pages
        if not page.url.startswith(("authoring/", "rules/"))
        for part in page.render()
    ]
    wrong = [(url, found[0][:60]) for url, text in shown for found in WRONG.finditer(text)]
    assert wrong == []
    said = " ".join(" ".join(text for _, text in shown).split())
    for one in ("1 synthetic case", "1 word.", "Applies to 1 benchmark", "1 key of the caption"):
        assert one in said, one
