"""Make what authors look up: the list of rules, the page of each rule, the field reference."""

from collections.abc import Iterator

from benchdocs.reports.urls import rule_url
from benchdocs.rules.families import FAMILIES, RETIRED, by_family, family_of
from benchdocs.schemas import build, field_guide
from benchdocs.site.links import plain_text
from benchdocs.site.page import Page, PageContext, PageKind, single_page
from benchdocs.site.renderer import sentence

_RULES_URL = "rules/"


def _rules(context: PageContext) -> Iterator[Page]:
    for rule in context.rules:
        title = sentence(rule.title).replace("`", '"')
        yield Page(
            RULE,
            rule_url(rule.id),
            f"{rule.id} {title}",
            f"{rule.id}: {title}.",
            context.renderer,
            {"rule": rule, "page": rule.explanation},
            group=f"{family_of(rule.id)} rules",
            search_text=plain_text(f"{rule.explanation.what} ({rule.severity})"),
            identifier=rule.id,
        )


RULE_LIST = single_page(
    "rules",
    _RULES_URL,
    "Rules",
    "Every rule that the check applies to specs.",
    lambda context: {"groups": by_family(context.rules), "families": FAMILIES, "retired": RETIRED},
)
RULE = PageKind("rule", _rules, section=_RULES_URL, guide_heading="")
FIELDS = single_page(
    "fields",
    "authoring/fields/",
    "All fields",
    "Every field of a benchmark and of a rubric, what it takes, and which rules check it.",
    lambda context: {
        "blocks": field_guide.blocks(context.report.suite.settings.named_categories),
        "folder": build.FOLDER,
        "schemas": build.schemas(),
    },
)
