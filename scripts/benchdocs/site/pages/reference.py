"""Make the list of rules, and a page for each family of them."""

from collections.abc import Iterator

from benchdocs.reports.urls import Address, family_url
from benchdocs.rules.families import FAMILIES, RETIRED, by_family
from benchdocs.rules.rule import Rule
from benchdocs.site.links import plain_text
from benchdocs.site.page import Page, PageContext, PageKind, PagePart, single_page
from benchdocs.site.renderer import sentence
from benchdocs.specs.settings import CriteriaWords


def _families(context: PageContext) -> Iterator[Page]:
    for letters, rules in by_family(context.rules).items():
        family = FAMILIES[letters]
        title = f"Rules on {family.name.lower()} ({letters})"
        words = context.report.suite.settings.criteria
        parts = tuple(_part(rule, words) for rule in rules)
        yield Page(
            RULE_FAMILY,
            family_url(letters),
            title,
            plain_text(family.checks),
            context.renderer,
            {"title": title, "family": family, "rules": [*zip(rules, parts, strict=True)]},
            identifier=letters,
            parts=parts,
        )


def _part(rule: Rule, words: CriteriaWords) -> PagePart:
    title = words.in_text(sentence(rule.title)).replace("`", '"')
    text = words.in_text(plain_text(f"{rule.explanation.what} ({rule.severity})"))
    return PagePart(rule.id.lower(), f"{rule.id} {title}", text, rule.id)


RULE_LIST = single_page(
    "rules",
    Address.RULES,
    "Rules",
    "Every rule that the check applies to specs.",
    lambda context: {"groups": by_family(context.rules), "families": FAMILIES, "retired": RETIRED},
)
RULE_FAMILY = PageKind("rule_family", _families, section=Address.RULES, guide_heading="")
