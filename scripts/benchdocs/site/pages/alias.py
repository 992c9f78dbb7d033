"""Make the page of each former code, which redirects to the benchmark."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.links import benchmark_url
from benchdocs.site.page import Page, PageContext, PageKind


def _pages(context: PageContext) -> Iterator[Page]:
    suite = context.report.suite
    for alias, code in sorted(suite.alias.items()):
        if alias not in suite.benchmark:
            title, description = f"{alias} is now {code}", f"{alias} is a former code of {code}."
            url, values = benchmark_url(alias), {"alias": alias, "code": code}
            redirect = benchmark_url(code)
            yield Page(KIND, url, title, description, context.renderer, values, redirect=redirect)


KIND = PageKind("alias", _pages, is_searched=False, guide_heading="")
