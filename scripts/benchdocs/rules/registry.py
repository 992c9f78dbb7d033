"""All rules, in the order of their numbers; a module of rules that is not listed here does not exist."""

from benchdocs.rules import (
    agreement,
    assessment,
    case_keys,
    cases,
    completeness,
    criteria,
    decisions,
    fields,
    files,
    formulas,
    hidden_text,
    inventory,
    lifecycle,
    membership,
    pages,
    prompt_content,
    prompt_form,
    prompt_inputs,
    prompt_reply,
    prompts,
    references,
    releases,
    requirements,
    reviews,
    scales,
    scope,
    versions,
    waivers,
    weights,
)
from benchdocs.rules.rule import Rule

_MODULES = (
    *(completeness, criteria, decisions, fields, files, formulas, hidden_text, inventory),
    *(lifecycle, membership, pages, prompt_content, prompt_form, prompt_inputs, prompt_reply),
    *(prompts, references, releases, requirements, reviews, scales, scope, versions),
    *(waivers, weights, agreement, assessment, case_keys, cases),
)
RULES: tuple[Rule, ...] = tuple(
    sorted(
        (found for module in _MODULES for found in vars(module).values() if isinstance(found, Rule)),
        key=lambda rule: int(rule.id[3:]),
    )
)
RULE_BY_ID = {rule.id: rule for rule in RULES}
VERSION_RULES = (
    *(versions.unversioned_change, versions.vanished_code, versions.returned_code),
    versions.undecided_change,
)
"""Rules that hold a suite against an earlier state of it."""
