"""A plain Markdown twin beside every benchmark's, rubric's and prompt's page, for machines that read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pprint import pformat
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from benchdocs.documents import markdown
from benchdocs.documents.markdown import Markdown
from benchdocs.documents.sentences import sentences
from benchdocs.site.cache import COMPILED, Kept
from benchdocs.site.links import relative
from benchdocs.site.views.missing_values import share_text, stated_number, value_marker
from benchdocs.site.views.suite import Views
from benchdocs.specs.numbers import shown

NAME = "index.html.md"
"""A twin's file in its page's folder, as https://llmstxt.org has it for addresses without a file name."""


def environment() -> Environment:
    """Templates of Markdown: whatever they print is escaped, unless it is finished Markdown."""
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


class Twins:
    """The twins of a suite's pages, linked with each other."""

    def __init__(
        self,
        views: Views,
        urls: Mapping[str, str],
        prompt_urls: Mapping[str, str],
        kept: Kept | None = None,
        world: bytes = b"",
    ) -> None:
        """Take the addresses of the pages, by code and by a prompt's path, and what a renderer takes."""
        self.views = views
        self.kept = kept
        self.world = world
        self.urls = urls
        self.prompt_urls = prompt_urls
        self.environment = environment()
        self.environment.globals.update(link=self._code_link, way=_way, prompt_urls=prompt_urls, twin=NAME)

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Each twin by its path below the site's root."""
        views: dict[str, tuple[str, Any]] = {
            self.urls[view.code]: ("benchmark", view) for view in self.views.benchmarks
        }
        views |= {self.urls[view.code]: ("rubric", view) for view in self.views.rubrics}
        views |= {self.prompt_urls[view.prompt.path]: ("prompt", view) for view in self.views.prompts}
        for url, (kind, view) in views.items():
            yield f"{url}{NAME}", self._text(kind, url, view).encode()

    def _text(self, kind: str, url: str, view: Any) -> str:
        if self.kept is None:
            return self._rendered(kind, url, view)
        return self.kept.made(lambda: self._rendered(kind, url, view), "twin", self.world, kind, url, view)

    def _rendered(self, kind: str, url: str, view: Any) -> str:
        text = self.environment.get_template(f"{kind}.md.j2").render(view=view, url=url)
        return f"{text.rstrip(chr(10))}\n"

    @pass_context
    def _code_link(self, context: Context, code: str, label: str = "") -> Markdown:
        """A link to the twin of a code, its label after the code; mere text where it has no page."""
        words = f"{code} {label}" if label and label != code else code
        if code not in self.urls:
            return markdown.escaped(words)
        return _way(context, f"{self.urls[code]}{NAME}", words)


@pass_context
def _way(context: Context, path: str, label: str) -> Markdown:
    """A link from the twin being written to a path below the site's root."""
    return markdown.link(label, relative(path, str(context["url"])))
