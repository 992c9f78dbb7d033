"""Addresses of the site's pages, for the pages themselves and for reports that link to them."""

import os
from collections.abc import Mapping
from urllib.parse import quote

from benchdocs.rules.families import family_of

RULES_URL = "rules/"
SITE_VARIABLE = "BENCHDOCS_SITE_URL"


def rule_url(rule_id: str) -> str:
    """Return the address of a rule on the page of its family, relative to the site."""
    return f"{family_url(family_of(rule_id))}#{rule_id.lower()}"


def family_url(family: str) -> str:
    """Return the address of the page of a family of rules, relative to the site."""
    return f"{RULES_URL}{family.lower()}/"


def site_address(environment: Mapping[str, str] = os.environ) -> str:
    """Return where the site is published, with a slash at its end; empty where no web address is named."""
    address = environment.get(SITE_VARIABLE, "").strip()
    if not address.lower().startswith(("https://", "http://")):
        return ""
    return quote(address.rstrip("/"), safe=":/?#[]@!$&'()*+,;=%~") + "/"
