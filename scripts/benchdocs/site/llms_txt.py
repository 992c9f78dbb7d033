"""Make the files that machines ask a site for first: `/llms.txt` (https://llmstxt.org) and `/robots.txt`."""

from collections.abc import Iterable
from urllib.parse import quote

from benchdocs.documents import markdown
from benchdocs.reports.urls import Address
from benchdocs.site.page import Page
from benchdocs.site.renderer import jinja_environment
from benchdocs.site.site_info import About, Guide
from benchdocs.suite.suite import Suite

_HEADINGS = ("Rubrics", "Benchmarks", "Prompts", "Methodology", "Optional")


def index(about: About, pages: Iterable[Page], suite: Suite) -> str:
    """Return the site's `llms.txt`: its generated and its hand-written pages, by heading."""
    guides: dict[str, list[Guide]] = {heading: [] for heading in _HEADINGS}
    for page in pages:
        if heading := page.kind.guide_heading:
            is_of_a_file = page.kind.section and page.source
            url = f"source/{page.source}" if is_of_a_file else page.url
            summary = page.description if page.summary is None else page.summary
            guides[heading].append(Guide(url, page.title, summary))
    for guide in about.guides:
        guides["Methodology" if guide.url.startswith(Address.METHODOLOGY) else "Optional"].append(guide)
    environment = jinja_environment(autoescape=False)
    environment.filters.update(escaped=markdown.escaped)
    environment.globals.update(link=_link)
    template = environment.get_template("llms.txt.j2")
    components = [spec for _, spec in sorted(suite.rubric.items()) if suite.kind(spec) == "component"]
    return template.render(
        about=about, components=components, sections=guides.items(), settings=suite.settings
    )


def _link(title: str, url: str) -> str:
    return markdown.link(markdown.escaped(title), quote(url, safe="/:"))


def robots(about: About) -> str:
    """Return the site's `robots.txt`: all may be read; the sitemap is named if the address is known."""
    lines = ["User-agent: *", "Allow: /"]
    if about.address:
        lines += ["", f"Sitemap: {about.address}sitemap.xml"]
    return "\n".join(lines) + "\n"
