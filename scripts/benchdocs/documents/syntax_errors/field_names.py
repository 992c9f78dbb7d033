"""What is known of the fields of a spec where only its text is at hand; a test holds it to the models."""

from __future__ import annotations

INNER_FIELDS = frozenset(
    (
        *("min_value", "max_value", "normalization_formula", "descriptions"),
        *("focus_areas", "acceptable_deviations", "critical_requirements"),
        *("evidence_requirements", "special_instructions", "by", "on", "fingerprint"),
    )
)
"""Names that stand within a block of fields, and never at the margin."""
TEXT_FIELDS = frozenset(
    (
        *("concept", "inclusion_criteria", "exclusion_criteria", "rationale", "description"),
        *("evidence_requirements", "special_instructions"),
    )
)
"""Fields that hold one text, which is often long."""
LIST_FIELDS = frozenset(
    (
        *("examples", "aliases", "benchmarks", "sub_rubrics"),
        *("focus_areas", "acceptable_deviations", "critical_requirements"),
    )
)
"""Fields that hold a list of entries."""
PLAIN_FIELDS = frozenset(
    (
        *("code", "parent_rubric", "replaced_by", "aliases", "benchmarks", "sub_rubrics"),
        *("status", "criticality", "evaluator_type", "category", "aggregation_method"),
        *("version", "weight", "threshold", "passing_threshold", "min_value", "max_value", "on"),
        *("llm_prompt_file", "normalization_formula", "fingerprint"),
    )
)
"""Fields that hold a code, a word, a number, a path or a formula, none of which ever holds `: `."""
