"""What a machine asks a site for first: `/llms.txt` (https://llmstxt.org) and `/robots.txt`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from benchdocs.documents import markdown
from benchdocs.documents.sentences import sentences
from benchdocs.site.markdown_twins import NAME, environment
from benchdocs.site.site_info import About, Guide
from benchdocs.site.views.spec import titled
from benchdocs.site.views.suite import Views

METHODOLOGY = "methodology/"


def index(
    about: About,
    views: Views,
    urls: Mapping[str, str],
    prompt_urls: Mapping[str, str],
    lists: Sequence[Guide],
) -> str:
    """The site's `llms.txt`; `lists` are the generated pages that hold no spec of their own."""
    rubrics = [
        Guide(f"{urls[view.code]}{NAME}", titled(view.code, view.label), _first(view.spec.fields.description))
        for view in views.rubrics
    ]
    benchmarks = [
        Guide(f"{urls[view.code]}{NAME}", titled(view.code, view.label), view.summary)
        for view in views.benchmarks
    ]
    prompts = [
        Guide(
            f"{prompt_urls[view.prompt.path]}{NAME}",
            view.title,
            f"judges {', '.join(user.code for user in view.users) or view.unused}.",
        )
        for view in views.prompts
    ]
    methodology = [guide for guide in about.guides if guide.url.startswith(METHODOLOGY)]
    rest = [guide for guide in about.guides if guide not in methodology]
    return (
        environment()
        .get_template("llms.txt.j2")
        .render(
            about=about,
            link=partial(markdown.link, base=about.address),
            sections=(
                ("Rubrics", rubrics),
                ("Benchmarks", benchmarks),
                ("Prompts", prompts),
                ("Methodology", methodology),
                ("Optional", [*lists, *rest]),
            ),
        )
    )


def robots(about: About) -> str:
    """The site's `robots.txt`: everything may be read, and the map is named where its address is known."""
    lines = ["User-agent: *", "Allow: /"]
    if about.address:
        lines += ["", f"Sitemap: {about.address}sitemap.xml"]
    return "\n".join(lines) + "\n"


def _first(text: str | None) -> str:
    return next(iter(sentences(text or "")), "")
