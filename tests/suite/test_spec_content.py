"""Each benchmark counts by labels and shows a pass, a fail and a near miss, as `FIELD_SPECS.md` asks."""

from __future__ import annotations

import re
from itertools import pairwise

from support.documentation import BENCHMARK_FIELDS, part, rows
from support.plain_specs import BENCHMARKS as SPECS
from support.tables import each_row

NOT_CALLED_LABELED = {"required_sections_with_content", "total_temporal_pairs", "records_requested"}
"""Denominators that labels give under another name, as the field specification lists them."""
FAIL, PASS = re.compile(r" - flagged\b"), re.compile(r" - passes, \w")
NEAR_MISS, ANOTHER, NOT_COUNTED = (
    "Near miss that must not be flagged - ",
    "Also not to be flagged - ",
    "Not counted at all - ",
)
OF_PARTS = ("A-REF1", "A-REF2", "A-TRM1", "A-STR2", "A-BHV2", "A-SEP2", "A-OBS2")
"""Benchmarks whose parts could be scored apart."""

every_benchmark = each_row("code", [*SPECS])


def kind(example: str) -> str:
    """Which of the fixed phrases an example holds."""
    for opening, name in ((NEAR_MISS, "near miss"), (ANOTHER, "near miss"), (NOT_COUNTED, "not counted")):
        if example.startswith(opening):
            return name
    return "fail" if FAIL.search(example) else "pass" if PASS.search(example) else "without a verdict"


@every_benchmark
def test_the_metric_counts_from_labels_by_the_formula_of_the_concept(code: str) -> None:
    metric, concept = SPECS[code]["metric"], " ".join(SPECS[code]["concept"].split())
    assert metric["labels"]
    assert metric["denominator"].endswith("_labeled") or metric["denominator"] in NOT_CALLED_LABELED
    assert f"Formula: ({metric['numerator']} / {metric['denominator']})." in concept
    ratios = metric.get("sub_scores", ())
    assert all(re.fullmatch(r"\w+_charted / \w+_labeled", ratio) for ratio in ratios)
    assert len(ratios) >= 2 or code not in OF_PARTS


@every_benchmark
def test_a_clear_pass_a_clear_fail_and_a_near_miss_are_among_the_examples(code: str) -> None:
    kinds = [kind(example) for example in SPECS[code]["examples"]]
    assert len(kinds) >= 3
    assert {"pass", "fail", "near miss"} <= set(kinds)
    assert "without a verdict" not in kinds


@every_benchmark
def test_the_levels_open_with_the_fixed_words_and_give_no_share(code: str) -> None:
    threshold, levels = SPECS[code]["threshold"], SPECS[code]["scoring_scale"]["descriptions"]
    ends = dict(pairwise(sorted(levels)))
    for lower, text in levels.items():
        assert text.startswith(f"{opening_word(lower, ends.get(lower), threshold)}: ")
        assert not re.search(r"\b(in|of|out of) (ten|five|four|twenty|a hundred)\b|%|\d", text)
    assert {0, 1} <= set(levels)


def opening_word(lower: float, end: float | None, threshold: float) -> str:
    """Return how the text of a level opens: the scores from `lower` up to, but without, `end`."""
    if end is None:
        return "Clean"
    if lower == 0:
        return "Unreliable"
    if lower >= threshold:
        return "Threshold met"
    return "Around the threshold" if end > threshold else "Threshold missed"


def test_the_field_specification_lists_the_fixed_phrases() -> None:
    table = rows(part(BENCHMARK_FIELDS, "## Fields one by one"), "Kind |")
    assert [phrase for _, phrase, _ in table] == [
        "`- flagged`",
        "`- passes,`",
        *(f"`{opening.strip()}`" for opening in (NEAR_MISS, ANOTHER, NOT_COUNTED)),
    ]
    words = [word for word, _ in rows(part(BENCHMARK_FIELDS, "## Scoring scale"), "Word |")]
    assert words == ["Clean", "Threshold met", "Around the threshold", "Threshold missed", "Unreliable"]
