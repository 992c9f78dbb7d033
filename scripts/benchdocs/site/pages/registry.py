"""List every kind of page that the site has."""

from benchdocs.site.pages import (
    audit,
    benchmark,
    calls,
    code_evaluator,
    home,
    labels,
    methodology,
    prompt,
    reference,
    rubric,
    runs,
    topics,
)

PAGE_KINDS = (
    home.HOME,
    benchmark.INVENTORY,
    rubric.RUBRIC_LIST,
    prompt.PROMPT_LIST,
    labels.LABELS,
    calls.CALLS,
    reference.RULE_LIST,
    runs.RUN_LIST,
    methodology.SAMPLING,
    topics.WHICH,
    audit.AUDIT,
    audit.CONFORMANCE,
    audit.WEIGHTS,
    audit.CASES,
    audit.DECISIONS,
    audit.CHANGES,
    audit.DOWNLOADS_PAGE,
    rubric.RUBRIC,
    benchmark.BENCHMARK,
    prompt.PROMPT,
    code_evaluator.CODE_EVALUATOR,
    runs.RUN,
    reference.RULE_FAMILY,
)
"""All kinds, in the order in which the search lists their pages."""
