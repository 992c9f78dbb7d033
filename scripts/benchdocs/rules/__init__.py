"""All rules, in the order of their identifiers; a rule that is not listed here does not exist."""

from benchdocs.rules import documents, fields, waivers
from benchdocs.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    documents.unreadable,
    documents.duplicate_key,
    documents.wrong_shape,
    documents.over_limits,
    documents.file_name,
    fields.missing_field,
    fields.unknown_field,
    fields.wrong_type,
    fields.out_of_range,
    fields.bad_enum,
    fields.malformed_code,
    fields.blank_text,
    waivers.waiver_without_reason,
    waivers.unused_waiver,
)
RULE_BY_ID = {rule.id: rule for rule in RULES}
