"""List every kind of page that the site has."""

from benchdocs.site.pages import (
    audit,
    benchmark,
    compare,
    home,
    labels,
    methodology,
    print,
    prompt,
    reference,
    rubric,
)

PAGE_KINDS = (
    home.HOME,
    benchmark.INVENTORY,
    compare.COMPARE,
    rubric.RUBRIC_LIST,
    prompt.PROMPT_LIST,
    labels.LABELS,
    reference.RULE_LIST,
    reference.FIELDS,
    methodology.SAMPLING,
    audit.AUDIT,
    audit.CONFORMANCE,
    audit.FILES,
    audit.TRACEABILITY,
    *audit.SUBJECTS,
    audit.DECISIONS,
    audit.ASSESSMENT,
    audit.BENCHMARK_CARD,
    audit.CHANGES,
    audit.DOWNLOADS_PAGE,
    print.PRINT,
    rubric.RUBRIC,
    benchmark.BENCHMARK,
    prompt.PROMPT,
    reference.RULE,
    benchmark.ALIAS,
)
"""All kinds, in the order in which the search lists their pages."""
