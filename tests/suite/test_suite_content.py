"""The shipped suite keeps what its readers rely on: sums, gates, and texts of their own."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations

import yaml

from benchdocs.documents.sentences import sentences
from benchdocs.rules.finding import Severity
from benchdocs.specs.choices import Expected, Status
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.cases import cases_of, readers
from benchdocs.suite.decisions import unsettled
from benchdocs.suite.score_tree import score_tree
from benchdocs.suite.suite import BenchmarkSpec
from benchdocs.suite.verdicts import Verdict, judge
from support.paths import REPOSITORY
from support.shipped import shipped_report

REPORT = shipped_report()
SUITE = REPORT.suite
JUDGED = ("description", "include", "automatic_fail", "pass_conditions", "acceptable_variations")
SETTLED = re.compile(
    r"\b(?:provisional|established|awaits?|awaiting|unreviewed|suite's owners|by the owners|the owners have"
    r"|to be reviewed|have (?:not )?(?:yet )?(?:been )?(?:reviewed|confirmed))\b",
    re.IGNORECASE,
)
"""Words that say how far a value is settled, which `decisions` say."""
WHOLE_RECORD = re.compile(r"^All (?:of|fields).*CANDIDATE_OUTPUT")
"""What a judge looks at where any place of the record may hold it."""
SAME_BY_DESIGN = re.compile(r"^(Threshold: >=[\d.]+\.|Formula: .*)$")


def plain(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .,;")


def texts(spec: BenchmarkSpec) -> Iterator[str]:
    """Every text that belongs to one benchmark alone."""
    fields = spec.fields
    whole = (fields.concept, fields.inclusion_criteria, fields.exclusion_criteria, fields.rationale)
    for text in whole:
        yield from (sentence for sentence in sentences(text or "") if not SAME_BY_DESIGN.match(sentence))
    yield from fields.examples
    yield from (fields.scoring_scale.descriptions.values() if fields.scoring_scale else ())


def judged_lines(key: str) -> Iterator[tuple[str, str]]:
    """(prompt, line) for every line of a section that only this prompt may have."""
    for prompt in SUITE.prompts:
        section = prompt.section(key)
        assert section, f"{prompt.path} has no {key}"
        for line in section.items or sentences(section.body):
            yield prompt.name, line.removesuffix(", OR")


SUMS = {
    "A": "2.1",
    "A-CMP": "1.218",
    "A-EVD": "0.7",
    "A-FMT": "0.8",
    "A-PRT": "1.5",
    "A-REF": "1.2",
    "A-SFT": "0.75",
    "A-TRM": "1.25",
}
"""What the weights of members sum to where they do not sum to 1, as the owners state them."""


def test_nothing_is_found_in_the_shipped_suite_and_only_sums_of_weights_are_waived() -> None:
    assert [finding for finding in REPORT.findings if finding.severity is not Severity.NOTE] == []
    waived = {waiver.code: (waiver.rule, waiver.reason) for waiver in SUITE.settings.waivers}
    assert waived.keys() == SUMS.keys()
    assert len(REPORT.waived) == len(SUMS)
    for code, (rule, reason) in waived.items():
        assert rule == ("WGT302" if code == "A" else "WGT301")
        assert SUMS[code] in (reason or "")


def test_the_suite_is_complete() -> None:
    leaves = [rubric for rubric in SUITE.rubrics if rubric.fields.benchmarks]
    assert (len(leaves), len(SUITE.rubrics), len(SUITE.benchmarks), len(SUITE.prompts)) == (17, 18, 52, 39)
    assert SUITE.alias == {"A-ALL1": "A-CMP7"}


def test_the_weights_of_every_rubric_have_their_sum_and_the_shares_of_the_component_sum_to_exactly_one() -> (
    None
):
    for rubric in SUITE.rubrics:
        weights = [spec.fields.weight for spec in SUITE.members(rubric)]
        weights += [sub.fields.weight for sub in SUITE.sub_rubrics(rubric)]
        assert sum(weight or Decimal(0) for weight in weights) == Decimal(SUMS.get(rubric.code, "1"))
    by_lowest = [SUITE.rubric["A-SFT"], SUITE.rubric["A-FMT"]]
    without_share = [spec for rubric in by_lowest for spec in SUITE.members(rubric)]
    assert {SUITE.effective_weight(spec) for spec in without_share} == {None}
    parts: list[AnySpec] = [spec for spec in SUITE.benchmarks if spec not in without_share]
    assert all(SUITE.effective_weight(spec) for spec in parts)
    assert sum(SUITE.effective_weight(spec) or 0 for spec in [*parts, *by_lowest]) == 1


def test_no_two_benchmarks_share_a_sentence() -> None:
    owners = defaultdict(set)
    for spec in SUITE.benchmarks:
        for text in texts(spec):
            owners[plain(text)].add(spec.code)
    assert {text: codes for text, codes in owners.items() if len(codes) > 1} == {}


def test_no_two_prompts_share_a_line_of_what_they_judge() -> None:
    for key in JUDGED:
        owners = defaultdict(set)
        for name, line in judged_lines(key):
            if not WHOLE_RECORD.match(line):
                owners[plain(line)].add(name)
        assert {line: names for line, names in owners.items() if len(names) > 1} == {}, key


def test_no_level_text_is_a_copy_with_a_word_changed() -> None:
    levels = [
        (spec.code, plain(text))
        for spec in SUITE.benchmarks
        if spec.fields.scoring_scale
        for text in spec.fields.scoring_scale.descriptions.values()
    ]
    for (code, text), (other_code, other) in combinations(levels, 2):
        matcher = difflib.SequenceMatcher(None, text, other)
        if code != other_code and matcher.real_quick_ratio() > 0.9 and matcher.quick_ratio() > 0.9:
            assert matcher.ratio() <= 0.9, (code, text, other_code, other)


def test_no_text_says_how_far_a_value_is_settled() -> None:
    for spec in SUITE.specs:
        text = yaml.safe_load(spec.document.text)
        text.pop("decisions", None)
        assert not SETTLED.search(yaml.safe_dump(text, width=10_000)), spec.code


def test_every_benchmark_is_active_and_has_nothing_to_decide_for_that() -> None:
    assert [spec.code for spec in SUITE.benchmarks if unsettled(spec)] == []
    assert {spec.fields.status for spec in SUITE.benchmarks} == {Status.ACTIVE}


SECTIONS = {"A-CMP2": "response", "A-CMP3": "arrival", "A-CMP4": "assessment", "A-CMP6": "transport"}
"""Benchmarks that ask what a section holds."""


def test_a_section_that_holds_null_fails_the_benchmark_that_asks_what_it_holds() -> None:
    for code, section in SECTIONS.items():
        file = cases_of(SUITE, code)
        assert file
        found = [
            case.expected
            for case in file.fields.cases or ()
            if isinstance(case.output, dict) and case.output.get(section, "") is None
        ]
        assert found
        assert set(found) == {Expected.FAIL}, code


def test_a_product_that_leaves_three_sections_null_fails_completeness() -> None:
    tree = score_tree(SUITE, SUITE.rubric["A"])
    scores = {node.code: Decimal(1) for node in tree.benchmarks}
    scores |= dict.fromkeys(("A-CMP1", "A-CMP2", "A-CMP3", "A-CMP6"), Decimal(0))
    scores["A-PRT1"] = Decimal("0.5")  # three of six sections are populated
    result = judge(tree, scores)
    verdicts = {each.node.code: each.verdict for each in result.rubrics}
    # 0.584 of the members' 1.218 is left: 0.479, under the rubric's 0.85.
    assert verdicts.pop("A-CMP") is Verdict.FAIL
    assert result.verdict_text == "score passes, but A-CMP fails"
    assert set(verdicts.values()) == {Verdict.PASS}


def test_the_known_gaps_name_every_label_whose_values_no_benchmark_compares() -> None:
    page = (REPOSITORY / "docs/methodology/coverage.md").read_text("utf-8")
    named = set(re.findall(r"`(\w+)`", page.partition("## Known gaps")[2]))
    read_by, only_filled = readers(SUITE), re.compile(r"A-CMP[2-6](-airport)?")
    filled = {label for label, codes in read_by.items() if all(map(only_filled.fullmatch, codes))}
    assert SUITE.dictionary
    assert SUITE.dictionary.fields.labels
    assert named == filled | (SUITE.dictionary.fields.labels.keys() - read_by.keys())
