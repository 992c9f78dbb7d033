"""Addresses of the site's pages, for the pages themselves and for reports that link to them."""

import os
from collections.abc import Mapping
from urllib.parse import quote

SITE_VARIABLE = "BENCHDOCS_SITE_URL"


def rule_url(rule_id: str) -> str:
    """Return the address of a rule's page, relative to the site."""
    return f"rules/{rule_id.lower()}/"


def site_address(environment: Mapping[str, str] = os.environ) -> str:
    """Return where the site is published, with a slash at its end; empty where no web address is named."""
    address = environment.get(SITE_VARIABLE, "").strip()
    if not address.lower().startswith(("https://", "http://")):
        return ""
    return quote(address.rstrip("/"), safe=":/?#[]@!$&'()*+,;=%~") + "/"
