"""Lead each address that a page once had to where its content stands now."""

from collections.abc import Callable, Mapping

from benchdocs.site.links import benchmark_url, relative
from benchdocs.site.renderer import Renderer
from benchdocs.suite.suite import Suite

MOVED: Mapping[str, str] = {
    "audit/print/": "",
    "prompts/evidence-spans-present/": "prompts/evidence/",
    "prompts/protocol-ordering/": "prompts/protocol-misordering/",
    "prompts/refusal-risks/": "prompts/refusal-explanation/",
    "prompts/trend-interpretation/": "prompts/trend/",
}
"""New address, with its anchor, of each page that is no more, by its old one."""


def moved_addresses(suite: Suite) -> dict[str, str]:
    """Return the new address of every page that moved: those of `MOVED` and of former codes."""
    former = {benchmark_url(alias): benchmark_url(code) for alias, code in suite.alias.items()}
    return {**MOVED, **former}


def redirects(
    renderer: Renderer, moved: Mapping[str, str], titles: Mapping[str, str], exists: Callable[[str], bool]
) -> dict[str, bytes]:
    """Return a page that leads on for each old address, by its path; `titles` are those of all pages.

    An address that has a page again keeps it, and one whose content the site does not have is left out.
    """
    found = {}
    for url, target in moved.items():
        if url not in titles and exists(target):
            page, hash_, anchor = target.partition("#")
            link = relative(f"{page}index.html{hash_}{anchor}", url)
            html = renderer.fragment("moved.html.j2", url, link=link, title=titles.get(page, page))
            found[f"{url}index.html"] = html.encode()
    return found
