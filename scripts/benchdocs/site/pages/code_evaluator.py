"""Make the page of each code evaluator."""

from collections.abc import Iterator

from benchdocs.reports.urls import Address
from benchdocs.site.page import Page, PageContext, PageKind
from benchdocs.site.pages.rubric import group_name


def _pages(context: PageContext) -> Iterator[Page]:
    for view in context.views.code_evaluators:
        path = view.script.path
        judged = ", ".join(user.code for user in view.users) or "no benchmark"
        does = f"{'Shared by the scripts of' if view.is_shared else 'Script that judges'} {judged}."
        parent = context.report.suite.parent_code(view.users[0]) if view.users else ""
        group = group_name(context, parent) if view.users else "Not in use"
        yield Page(
            CODE_EVALUATOR,
            context.code_urls[path],
            view.title,
            does,
            context.renderer,
            {"view": view},
            source=path,
            group="Shared by scripts" if view.is_shared else group,
            search_text=f"{does} {view.purpose}",
            identifier=view.script.name,
        )


CODE_EVALUATOR = PageKind(
    "code_evaluator",
    _pages,
    section=Address.PROMPTS,
    styles=("spec.css", "prompt.css"),
    guide_heading="Prompts",
)
