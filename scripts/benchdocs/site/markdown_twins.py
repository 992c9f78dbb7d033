"""Make the Markdown twins of pages, for machines to read."""

from collections.abc import Callable, Mapping
from pprint import pformat

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from benchdocs.documents import markdown
from benchdocs.documents.markdown import Markdown
from benchdocs.documents.sentences import sentences
from benchdocs.site.links import relative
from benchdocs.site.page import Page
from benchdocs.site.renderer import jinja_environment

TWIN_NAME = "index.html.md"
"""File name of a twin in its page's folder, as https://llmstxt.org defines it."""


def markdown_environment() -> Environment:
    """Return the environment of Markdown templates, which escape everything but finished Markdown."""
    made = jinja_environment(autoescape=False, finalize=markdown.escaped)
    made.filters.update(
        cell=markdown.cell,
        code=markdown.code,
        fence=markdown.fence,
        heading=markdown.heading,
        layout=pformat,
        paragraphs=markdown.paragraphs,
        sentences=sentences,
    )
    return made


class Twins:
    """The Markdown twins of pages."""

    def __init__(
        self,
        urls: Mapping[str, str],
        prompt_urls: Mapping[str, str],
        retired: frozenset[str] = frozenset(),
        state: Callable[[str], str] = lambda path: "",
    ) -> None:
        """Take the addresses of the pages by code, and by a prompt's path; retired codes carry a mark.

        `state` returns the state of a file of the suite in words.
        """
        self._state = state
        self._environment = markdown_environment()
        self._environment.globals.update(
            link=_code_link,
            path_link=_path_link,
            urls=urls,
            prompt_urls=prompt_urls,
            twin=TWIN_NAME,
            retired=retired,
        )

    def text(self, page: Page) -> str:
        """Return the twin of a page whose kind has twins."""
        template = self._environment.get_template(f"{page.kind.name}.md.j2")
        text = template.render(view=page.values["view"], url=page.url).rstrip("\n")
        state = self._state(page.source) if page.source else ""
        return "\n\n".join(filter(None, (text, state))) + "\n"


@pass_context
def _code_link(context: Context, code: str, label: str = "") -> Markdown:
    """Return a link to the twin of a code, named by code and label; plain text if it has no page."""
    words = f"{code} {label}" if label and label != code else code
    words += " (deprecated)" if code in context["retired"] else ""
    if code not in context["urls"]:
        return markdown.escaped(words)
    return _path_link(context, f"{context['urls'][code]}{TWIN_NAME}", words)


@pass_context
def _path_link(context: Context, path: str, label: str) -> Markdown:
    """Return a link from the twin being rendered to a path below the site's root."""
    return markdown.link(label, relative(path, str(context["url"])))
