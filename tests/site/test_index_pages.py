"""The lists of rules and of prompts: rules by family, prompts by what they judge."""

from __future__ import annotations

import re
from html import unescape

from benchdocs.rules.families import FAMILIES, family_of
from benchdocs.rules.registry import RULES
from benchdocs.site.site import Site
from support.shipped import shipped_pages, shipped_report

REPORT = shipped_report()
LINK = re.compile(r'<a href="(\.\./prompts/.*?|[\w-]+/)">(.*?)</a></th>')


def sections(url: str, site: Site) -> dict[str, str]:
    (page,) = (page for page in site.pages if page.url == url)
    return {section.id: section.html for section in page.sections}


def test_every_rule_is_listed_once_in_its_family_with_severity_and_whether_it_can_be_fixed() -> None:
    assert list(FAMILIES) == list(dict.fromkeys(family_of(rule.id) for rule in RULES))
    html = sections("rules/", shipped_pages())
    assert list(html) == ["top", *(letters.lower() for letters in FAMILIES), "retired"]
    for rule in RULES:
        row = re.search(rf"(?s)>{rule.id}</a>.*?</tr>", html[family_of(rule.id).lower()])
        assert row
        mark = "✎ fixable" if rule.is_fixable else "not fixable"
        assert row[0].endswith(f"<td>{rule.severity}</td><td>{mark}</td></tr>"), rule.id


def test_prompts_are_listed_by_the_labels_of_what_they_judge_in_reading_order() -> None:
    site = shipped_pages()
    html = sections("prompts/", site)["top"]
    labels = [label for _, label in LINK.findall(html)]
    judged = [view for view in site.views.benchmarks if view.prompt]
    assert labels == [view.label for view in judged]
    groups = dict(re.findall(r'<tbody>\n<tr><th [^>]* id="([^"]+)">(.*?)</tbody>', html, re.DOTALL))
    assert list(groups) == list(dict.fromkeys(view.figures.parent_rubric.lower() for view in judged))
    for view in judged:
        group = groups[view.figures.parent_rubric.lower()]
        link = f'<a class="code" href="../benchmarks/{view.code.lower()}/">{view.code}</a>'
        (row,) = (row for row in group.splitlines() if link in row)
        facts = re.findall(r'data-label="(.*?)">(.*?)</td>', row)
        asked, *others = [(name, unescape(text)) for name, text in facts]
        assert asked == ("", f"<span>{view.summary}</span>"), view.code
        assert others == [("Benchmark", f"<span>{link}</span>"), ("Evaluator", view.evaluator)], view.code


def test_a_prompt_of_several_benchmarks_has_all_their_labels_and_one_of_none_its_name() -> None:
    site = Site(REPORT)
    view = site.views.prompts[0]
    both = tuple(benchmark.spec for benchmark in site.views.benchmarks[:2])
    vars(site.views)["prompts"] = (view._replace(users=both), view._replace(users=()))
    names = [label for _, label in LINK.findall(sections("prompts/", site)["top"])]
    assert names == [f"{both[0].fields.label}, {both[1].fields.label}", view._replace(users=()).title]
