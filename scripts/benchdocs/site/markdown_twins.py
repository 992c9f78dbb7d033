"""Make the Markdown twins of pages, for machines to read."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pprint import pformat

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from benchdocs.documents import markdown
from benchdocs.documents.markdown import Markdown
from benchdocs.documents.sentences import sentences
from benchdocs.site.cache import digest
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


def twins(
    pages: Iterable[Page],
    urls: Mapping[str, str],
    prompt_urls: Mapping[str, str],
    retired: frozenset[str] = frozenset(),
    states: Callable[[str], str] = lambda path: "",
) -> Iterator[tuple[str, bytes]]:
    """Yield the twin of each of these pages that has one, by its path below the site's root.

    The addresses of the pages are by code, and by a prompt's path; links to retired codes carry a mark.
    `states` returns the state of a file of the suite in words.
    """
    environment = markdown_environment()
    environment.globals.update(
        link=_code_link,
        path_link=_path_link,
        urls=urls,
        prompt_urls=prompt_urls,
        twin=TWIN_NAME,
        retired=retired,
    )
    for page in pages:
        if page.kind.has_twin:
            state = states(page.source) if page.source else ""
            yield f"{page.url}{TWIN_NAME}", _text(page, environment, state).encode()


def _text(page: Page, environment: Environment, state: str) -> str:
    def render() -> str:
        text = environment.get_template(f"{page.kind.name}.md.j2").render(view=view, url=page.url)
        return "\n\n".join(filter(None, (text.rstrip("\n"), state))) + "\n"

    view, renderer = page.values["view"], page.renderer
    if renderer.cache is None:
        return render()
    sources = ("twin", renderer.environment_digest, page.kind.name, page.url, view, state)
    return renderer.cache.get_or_make(digest(*sources), render)


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
