"""The lists of rules and of prompts: rules by family, prompts by what they judge."""

from __future__ import annotations

import re

from benchdocs.rules.families import FAMILIES, family_of
from benchdocs.rules.registry import RULES
from support.shipped import shipped_pages
from support.stories import stories


def test_every_rule_is_listed_once_in_its_family_with_severity_and_whether_it_can_be_fixed() -> None:
    assert list(FAMILIES) == list(dict.fromkeys(family_of(rule.id) for rule in RULES))
    html = {section.id: section.html for section in shipped_pages().page["rules/index.md"].sections}
    assert list(html) == ["top", *(letters.lower() for letters in FAMILIES), "retired"]
    for rule in RULES:
        row = re.search(rf"(?s)>{rule.id}</a>.*?</tr>", html[family_of(rule.id).lower()])
        assert row
        mark = "✎ fixable" if rule.is_fixable else "not fixable"
        assert row[0].endswith(f"<td>{rule.severity}</td><td>{mark}</td></tr>"), rule.id


test_story = stories(__file__)
