"""What a text can only have meant is known, and nothing is made of what may mean two things."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import yaml

from benchdocs.rules.support import corrections
from support.paths import DATA
from support.tables import each_row

WORDS = ("hard_gate", "threshold_gate", "llm_judge", "hybrid", "code")
FIELDS = (
    *("parent_rubric", "threshold", "criticality", "aliases"),
    *("inclusion_criteria", "exclusion_criteria"),
)
CALLS: dict[str, Callable[..., Any]] = {
    "number": partial(corrections.number, share=False),
    "share": partial(corrections.number, share=True),
    "word": lambda text, words=WORDS: corrections.word(text, words),
    "likely word": lambda text, words=WORDS: corrections.likely_word(text, words),
    "field": lambda name: corrections.word(name, FIELDS),
    "likely field": lambda name, fields=FIELDS: corrections.likely_word(name, fields),
    "code": corrections.code,
}


@each_row("group", yaml.load((DATA / "meanings.yaml").read_text("utf-8"), yaml.CSafeLoader))
def test_a_text_means_what_the_table_says(group: dict[str, Any]) -> None:
    for *arguments, meaning in group["cases"]:
        found = CALLS[group["call"]](*arguments)
        assert (list(found) if isinstance(found, tuple) else found) == meaning, arguments
