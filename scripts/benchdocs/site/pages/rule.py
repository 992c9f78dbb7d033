"""Make the page of each rule."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.reports.urls import rule_url
from benchdocs.rules.registry import RULES
from benchdocs.site.page import Page, PageContext, PageKind
from benchdocs.site.pages import rules


def _pages(context: PageContext) -> Iterator[Page]:
    for rule in RULES:
        title = rule.title.replace("`", '"')
        yield Page(
            KIND,
            rule_url(rule.id),
            f"{rule.id} {title}",
            f"{rule.id}: {title}.",
            context.renderer,
            {"rule": rule, "page": rule.explanation},
            group=f"{rule.id[:3]} rules",
            identifier=rule.id,
        )


KIND = PageKind("rule", _pages, is_cached=True, section=rules.URL, search_boost=0.25, guide_heading="")
