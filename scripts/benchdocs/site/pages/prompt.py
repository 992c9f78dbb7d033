"""Make the page of each judge prompt, and the list of all."""

from collections.abc import Iterator
from typing import Any

from benchdocs.documents.sentences import sentences
from benchdocs.reports.urls import Address
from benchdocs.site.links import plain_text
from benchdocs.site.page import Page, PageContext, PageKind, single_page
from benchdocs.site.pages.rubric import group_name
from benchdocs.site.views.prompt import PromptView
from benchdocs.specs.judge_reply import OUTCOMES


def _pages(context: PageContext) -> Iterator[Page]:
    for view in _in_reading_order(context):
        path = view.prompt.path
        description = view.prompt.section("description")
        asked = next(iter(sentences(plain_text(description.body))), "") if description else ""
        judged = ", ".join(user.code for user in view.users) or view.unused
        yield Page(
            PROMPT,
            context.prompt_urls[path],
            view.title,
            f"Judge prompt for {judged}.",
            context.renderer,
            {"view": view, "outcomes": OUTCOMES},
            source=path,
            group=group_name(context, context.report.suite.parent_code(view.users[0]))
            if view.users
            else "Not in use",
            summary=f"judges {judged}.",
            search_text=f"Judge prompt for {judged}. {asked}".strip(),
            identifier=view.prompt.name,
        )


def _in_reading_order(context: PageContext) -> list[PromptView]:
    """Return the prompts in the order of what they judge; last, those of nothing."""
    return sorted(context.views.prompts, key=lambda view: context.views.place(view.users))


def _list(context: PageContext) -> dict[str, Any]:
    """Return the prompts by the rubric of what they judge, in reading order; last, those of none."""
    order = context.views.order
    groups: dict[str, list[PromptView]] = {}
    for view in _in_reading_order(context):
        users = sorted(view.users, key=lambda user: order[user.code])
        parent = context.report.suite.parent_code(users[0]) if users else ""
        groups.setdefault(parent, []).append(view)
    number = sum(len(cases.cases) for view in context.views.prompts for cases in view.cases)
    return {"groups": groups, "number_of_cases": number}


PROMPT_LIST = single_page(
    "prompts",
    Address.PROMPTS,
    "Judge prompts",
    "Every judge prompt and the benchmarks that use it.",
    _list,
    exists=lambda context: context.views.prompts or context.views.code_evaluators,
    hide=("toc",),
)
PROMPT = PageKind(
    "prompt",
    _pages,
    section=Address.PROMPTS,
    styles=("spec.css", "prompt.css"),
    guide_heading="Prompts",
)
