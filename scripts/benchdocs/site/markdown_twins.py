"""Make the Markdown twins of pages, for machines to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pprint import pformat

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from benchdocs.documents import markdown
from benchdocs.documents.markdown import Markdown
from benchdocs.documents.sentences import sentences
from benchdocs.site.cache import COMPILED, PageCache, digest
from benchdocs.site.links import relative
from benchdocs.site.page import Page
from benchdocs.site.views.missing_values import share_text, stated_number, value_marker
from benchdocs.specs.numbers import shown

TWIN_NAME = "index.html.md"
"""File name of a twin in its page's folder, as https://llmstxt.org defines it."""


def jinja_environment() -> Environment:
    """Return the environment of Markdown templates, which escape everything but finished Markdown."""
    made = Environment(
        loader=PackageLoader("benchdocs.site", "templates"),
        autoescape=False,
        finalize=markdown.escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=COMPILED,
    )
    made.filters.update(
        cell=markdown.cell,
        code=markdown.code,
        fence=markdown.fence,
        heading=markdown.heading,
        layout=pformat,
        paragraphs=markdown.paragraphs,
        sentences=sentences,
        share=share_text,
        shown=shown,
        stated_number=stated_number,
        value_marker=value_marker,
    )
    return made


class MarkdownTwins:
    """The Markdown twins of pages, linked with each other."""

    def __init__(
        self,
        urls: Mapping[str, str],
        prompt_urls: Mapping[str, str],
        cache: PageCache | None = None,
        environment_digest: bytes = b"",
    ) -> None:
        """Take the addresses of the pages, by code and by a prompt's path, and what a renderer takes."""
        self._urls = urls
        self._cache = cache
        self._environment_digest = environment_digest
        self._jinja = jinja_environment()
        self._jinja.globals.update(
            link=self._code_link, path_link=_path_link, prompt_urls=prompt_urls, twin=TWIN_NAME
        )

    def files(self, pages: Iterable[Page]) -> Iterator[tuple[str, bytes]]:
        """Yield the twin of each of these pages that has one, by its path below the site's root."""
        for page in pages:
            if page.kind.has_twin:
                yield f"{page.url}{TWIN_NAME}", self._text(page).encode()

    def _text(self, page: Page) -> str:
        if self._cache is None:
            return self._rendered(page)
        sources = ("twin", self._environment_digest, page.kind.name, page.url, page.values["view"])
        return self._cache.get_or_make(digest(*sources), lambda: self._rendered(page))

    def _rendered(self, page: Page) -> str:
        template = self._jinja.get_template(f"{page.kind.name}.md.j2")
        text = template.render(view=page.values["view"], url=page.url)
        return f"{text.rstrip(chr(10))}\n"

    @pass_context
    def _code_link(self, context: Context, code: str, label: str = "") -> Markdown:
        """Return a link to the twin of a code, named by code and label; plain text if it has no page."""
        words = f"{code} {label}" if label and label != code else code
        if code not in self._urls:
            return markdown.escaped(words)
        return _path_link(context, f"{self._urls[code]}{TWIN_NAME}", words)


@pass_context
def _path_link(context: Context, path: str, label: str) -> Markdown:
    """Return a link from the twin being rendered to a path below the site's root."""
    return markdown.link(label, relative(path, str(context["url"])))
