"""Make the page of each judge prompt, and the list of all."""

from collections.abc import Iterator

from benchdocs.schemas.build import FOLDER, REPLY_FILE
from benchdocs.site.links import PROMPTS_URL
from benchdocs.site.page import Page, PageContext, PageKind, single_page
from benchdocs.site.pages.rubric import group_name
from benchdocs.specs.judge_reply import OUTCOMES
from benchdocs.specs.prompt_file import BOUNDARY, HEADINGS

_ASKED = {
    "include": "It looks at",
    "ignore": "It leaves aside",
    "automatic_fail": "A case fails if any of this is true",
    "pass_conditions": "A case passes if all of this is true",
    "acceptable_variations": "Still a pass",
    "uncertainty": "In doubt",
}
"""Sections of a prompt that say what is asked, each with its heading on the page."""
_CONSTANTS = {
    "headings": HEADINGS,
    "asked": tuple(_ASKED.items()),
    "outcomes": OUTCOMES,
    "boundary": BOUNDARY,
    "folder": FOLDER,
    "reply_file": REPLY_FILE,
}


def _pages(context: PageContext) -> Iterator[Page]:
    for view in context.views.prompts:
        path = view.prompt.path
        judged = ", ".join(user.code for user in view.users) or view.unused
        yield Page(
            PROMPT,
            context.prompt_urls[path],
            view.title,
            f"Judge prompt for {judged}.",
            context.renderer,
            {"view": view, "placed": context.in_place.on_page_of(path), **_CONSTANTS},
            source=path,
            group=group_name(context, context.report.suite.parent_code(view.users[0]))
            if view.users
            else "Not in use",
            summary=f"judges {judged}.",
            search_text=f"Judge prompt for {judged}. {path.rpartition('/')[2]}",
            identifier=view.prompt.name,
        )


PROMPT_LIST = single_page(
    "prompts",
    PROMPTS_URL,
    "Judge prompts",
    "Every judge prompt and the benchmarks that use it.",
    lambda context: {"prompts": context.views.prompts},
    hide=("navigation", "toc"),
    schema_type="CollectionPage",
)
PROMPT = PageKind(
    "prompt",
    _pages,
    is_cached=True,
    section=PROMPTS_URL,
    styles=("spec.css",),
    hide=("navigation", "toc"),
    has_twin=True,
    guide_heading="Prompts",
    printed_sections=frozenset({"top", "verbatim"}),
)
