"""Lead each address that a page once had to where its content stands now."""

from collections.abc import Callable, Iterable, Mapping

from benchdocs.reports.urls import Address, rule_url
from benchdocs.rules.families import RETIRED
from benchdocs.rules.rule import Rule
from benchdocs.site.links import benchmark_url, relative
from benchdocs.site.renderer import Renderer
from benchdocs.suite.suite import Suite

MOVED: Mapping[str, str] = {
    "audit/benchmark-card/": "audit/self-assessment/",
    "audit/files/": "audit/downloads/#digests",
    "audit/print/": "",
    "audit/traceability/": "audit/",
    "audit/traceability/delegation/": "benchmarks/",
    "audit/traceability/prompts/": "prompts/",
    "audit/traceability/protocols/": "methodology/coverage/",
    "authoring/benchmark-reference/": "authoring/fields/#benchmark-files",
    "authoring/continuous-integration/": "authoring/hosting/#continuous-integration",
    "authoring/deprecate/": "authoring/new-benchmark/#deprecate-a-benchmark",
    "authoring/other-generators/": "authoring/hosting/#other-generators",
    "authoring/releases/": "authoring/#show-what-a-change-does",
    "authoring/rubric-reference/": "authoring/fields/#rubric-files",
    "authoring/speed-and-size/": "authoring/supply-chain/#speed-and-size",
    "compare/": "benchmarks/",
    "prompts/evidence-spans-present/": "prompts/evidence/",
    "prompts/protocol-ordering/": "prompts/protocol-misordering/",
    "prompts/refusal-risks/": "prompts/refusal-explanation/",
    "prompts/trend-interpretation/": "prompts/trend/",
}
"""New address, with its anchor, of each page that is no more, by its old one."""


def moved_addresses(suite: Suite, rules: Iterable[Rule]) -> dict[str, str]:
    """Return the new address of every page that moved: of `MOVED`, of single rules, of former codes."""
    of_rules = {f"{Address.RULES}{id.lower()}/": f"{Address.RULES}#{id.lower()}" for id in RETIRED}
    of_rules |= {f"{Address.RULES}{rule.id.lower()}/": rule_url(rule.id) for rule in rules}
    former = {benchmark_url(alias): benchmark_url(code) for alias, code in suite.alias.items()}
    return {**MOVED, **of_rules, **former}


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
