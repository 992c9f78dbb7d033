"""Addresses of the site's pages, for the pages themselves and for reports that link to them."""

import os
from collections.abc import Mapping
from enum import StrEnum
from urllib.parse import quote

from benchdocs.rules.families import family_of

SITE_VARIABLE = "BENCHDOCS_SITE_URL"


class Address(StrEnum):
    """Addresses of the pages that are made, and of sections; a page of many has its own name behind one."""

    BENCHMARKS = "benchmarks/"
    RUBRICS = "rubrics/"
    PROMPTS = "prompts/"
    EVALUATORS = "evaluators/"
    LABELS = "evaluators/labels/"
    CALLS = "evaluators/calls/"
    METHODOLOGY = "methodology/"
    GLOSSARY = "methodology/glossary/"
    HOW_SURE = "methodology/how-sure-is-a-pass/"
    WHICH = "methodology/which-benchmark/"
    RUNS = "runs/"
    JUDGES = "runs/judges/"
    TRACE_LABELS = "runs/labels/"
    AUDIT = "audit/"
    CASES = "audit/traceability/cases/"
    CHANGES = "audit/changes/"
    CONFORMANCE = "audit/conformance/"
    DECISIONS = "audit/decisions/"
    DOWNLOADS = "audit/downloads/"
    WEIGHTS = "audit/traceability/weights/"
    RULES = "rules/"
    AUTHORING = "authoring/"


def rule_url(rule_id: str) -> str:
    """Return the address of a rule on the page of its family, relative to the site."""
    return f"{family_url(family_of(rule_id))}#{rule_id.lower()}"


def family_url(family: str) -> str:
    """Return the address of the page of a family of rules, relative to the site."""
    return f"{Address.RULES}{family.lower()}/"


def site_address(environment: Mapping[str, str] = os.environ) -> str:
    """Return where the site is published, with a slash at its end; empty where no web address is named."""
    address = environment.get(SITE_VARIABLE, "").strip()
    if not address.lower().startswith(("https://", "http://")):
        return ""
    return quote(address.rstrip("/"), safe=":/?#[]@!$&'()*+,;=%~") + "/"
