"""All rules, in the order of their identifiers; a rule that is not listed here does not exist."""

from benchdocs.rules import documents, fields, scales, texts, waivers, weights
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
    weights.members_weights,
    weights.sub_rubrics_weights,
    weights.zero_weight,
    weights.contradicted_number,
    scales.empty_scale,
    scales.level_outside,
    scales.level_not_number,
    scales.unreadable_formula,
    scales.formula_leaves_range,
    scales.formula_not_increasing,
    scales.undescribed_end,
    texts.inclusion_opening,
    texts.failure_condition,
    texts.numbered_list,
    texts.exclusion_opening,
    texts.incomplete_concept,
    texts.no_examples,
    waivers.waiver_without_reason,
    waivers.unused_waiver,
)
RULE_BY_ID = {rule.id: rule for rule in RULES}
