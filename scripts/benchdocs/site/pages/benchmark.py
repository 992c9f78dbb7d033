"""Make the page of each benchmark."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.links import benchmark_url
from benchdocs.site.page import Page, PageContext, PageKind
from benchdocs.site.pages import inventory
from benchdocs.site.pages.rubric import group_name
from benchdocs.site.views.spec import titled
from benchdocs.specs.numbers import shown


def _pages(context: PageContext) -> Iterator[Page]:
    for view in context.views.benchmarks:
        fields, path = view.spec.fields, view.spec.document.path
        yield Page(
            KIND,
            benchmark_url(view.code),
            titled(view.code, view.label),
            view.summary or view.label,
            context.renderer,
            {"view": view, "placed": context.in_place.on_page_of(path)},
            source=path,
            group=group_name(context, view.parent),
            summary=view.summary,
            search_text=fields.concept or "",
            identifier=view.code,
            version="" if fields.version is None else shown(fields.version),
        )


KIND = PageKind(
    "benchmark",
    _pages,
    is_cached=True,
    section=inventory.URL,
    styles=("spec.css",),
    searched_sections=frozenset({"applies", "excluded", "examples", "rationale"}),
    search_boost=4,
    has_twin=True,
    guide_heading="Benchmarks",
    printed_sections=frozenset(
        {"top", "what", "applies", "excluded", "scale", "threshold", "evaluator", "examples", "rationale"}
    ),
)
