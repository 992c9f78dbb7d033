"""Make the page of each judge prompt."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.page import Page, PageContext, PageKind
from benchdocs.site.pages import prompts
from benchdocs.site.pages.rubric import group_name
from benchdocs.site.views.prompt import PromptView


def _pages(context: PageContext) -> Iterator[Page]:
    for view in context.views.prompts:
        path = view.prompt.path
        judged = ", ".join(user.code for user in view.users) or view.unused
        yield Page(
            KIND,
            context.prompt_urls[path],
            view.title,
            f"Judge prompt for {judged}.",
            context.renderer,
            {"view": view, "placed": context.in_place.on_page_of(path)},
            source=path,
            group=_group(context, view),
            summary=f"judges {judged}.",
            search_text=f"Judge prompt for {judged}. {path.rpartition('/')[2]}",
            identifier=view.prompt.name,
        )


def _group(context: PageContext, view: PromptView) -> str:
    if not view.users:
        return "Not in use"
    return group_name(context, context.report.suite.parent_code(view.users[0]))


KIND = PageKind(
    "prompt",
    _pages,
    is_cached=True,
    section=prompts.URL,
    styles=("spec.css",),
    hide=("navigation", "toc"),
    search_boost=0.5,
    has_twin=True,
    guide_heading="Prompts",
    printed_sections=frozenset({"top", "verbatim"}),
)
