"""List every kind of page that the site has."""

from __future__ import annotations

from benchdocs.site.pages import (
    alias,
    audit,
    benchmark,
    changes,
    conformance,
    downloads,
    fields,
    home,
    inventory,
    print,
    prompt,
    prompts,
    rubric,
    rubrics,
    rule,
    rules,
    traceability,
)

PAGE_KINDS = (
    home.KIND,
    inventory.KIND,
    rubrics.KIND,
    prompts.KIND,
    rules.KIND,
    fields.KIND,
    audit.KIND,
    conformance.KIND,
    traceability.KIND,
    changes.KIND,
    downloads.KIND,
    print.KIND,
    rubric.KIND,
    benchmark.KIND,
    prompt.KIND,
    rule.KIND,
    alias.KIND,
)
"""All kinds, in the order in which the search lists their pages."""
