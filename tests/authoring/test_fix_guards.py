"""`check --fix` leaves what it would make worse, and mends a mistake where it is, not where parsers stop."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchdocs.authoring import fix
from benchdocs.rules.check import check
from support.paths import BASE
from support.suites import Pairs, with_changes
from support.syntax_error_cases import contents

DEM1, DEM2, RUBRIC = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml", "rubrics/A-DEM.yaml"


def told(root: Path) -> list[str]:
    """Place, hint and fate of each finding of a suite, which is mended as far as it can be."""
    findings, outcome = check(root).findings, fix.plan(root, lambda path: True)
    fix.write(root, outcome)
    fates = ["fixed" if outcome.mends(finding) else outcome.why_not(finding) for finding in findings]
    return [
        f"{finding.place} {finding.rule} | {finding.hint} | {fate}"
        for finding, fate in zip(findings, fates, strict=True)
    ]


NO_SPACE: Pairs = (("  min_value: 0.0", "  min_value:0.0"),)
GUIDELINES = "evaluation_guidelines:\n  focus_areas:{}\n  special_instructions: All of it\nbenchmarks:"


@pytest.mark.parametrize(
    ("path", "pairs", "place", "line"),
    [
        (DEM1, NO_SPACE, "10:3", "  min_value: 0.0"),
        (DEM1, (("  min_value: 0.0", "  min_value 0.0"),), "10:3", "  min_value: 0.0"),
        (DEM1, (*NO_SPACE, ("  max_value: 1.0", "  max_value 1.0")), "10:3", "  min_value: 0.0"),
        (DEM1, (("    0.90: ", "    0.90 "),), "15:5", '    0.90: "A rare miss"'),
        (DEM1, (("scoring_scale:\n", "scoring_scale: {}\n"),), "9:16", "scoring_scale:"),
        (RUBRIC, (("benchmarks:", GUIDELINES.format('["a"]')),), "8:3", '  focus_areas: ["a"]'),
    ],
    ids=["space", "colon", "both", "level", "braces", "list"],
)
def test_a_block_s_line_is_mended_where_it_is(
    tmp_path: Path, path: str, pairs: Pairs, place: str, line: str
) -> None:
    root = with_changes(tmp_path, {path: pairs})
    (only,) = told(root)
    assert only == f"{path}:{place} YML001 | {only.split(' | ')[1]} | fixed"
    assert check(root).findings == ()
    row = int(place.split(":")[0])
    assert (root / path).read_text().splitlines()[row - 1] == line
    if path == DEM1:
        assert (root / path).read_text() == (BASE / path).read_text()


OR_TEXT = ", or write `scoring_scale: >`, and the whole text on the lines below"


@pytest.mark.parametrize(
    ("path", "pairs", "hint", "why_not"),
    [
        (
            DEM1,
            (("scoring_scale:\n", "scoring_scale: 0 to 1\n"),),
            f"delete the `0 to 1` after `scoring_scale:`{OR_TEXT}",
            "only you know which of the two counts",
        ),
        (
            DEM1,
            (("inclusion_criteria: >", "   remarks: x\ninclusion_criteria: >"),),
            "align the key with the other keys of its block",
            "it can be read in several ways",
        ),
        (
            DEM2,
            (("examples:\n", "examples:,\n"),),
            "write `key: value`, with a colon and a space, and indent continued text",
            "it can be read in several ways",
        ),
        (
            DEM2,
            (("threshold: 0.80", "pass_limit:0.80"),),
            "write `pass_limit: 0.80`",
            "it would then break FLD102 (`pass_limit` is not a field)",
        ),
    ],
    ids=["value", "unknown name", "comma", "misspelled name"],
)
def test_a_line_is_not_moved_to_where_it_is_no_field(
    tmp_path: Path, path: str, pairs: Pairs, hint: str, why_not: str
) -> None:
    root = with_changes(tmp_path, {path: pairs})
    before = contents(root)
    found = told(root)
    assert contents(root) == before
    assert [line.split(" | ")[1:] for line in found] == [[hint, why_not]]


@pytest.mark.parametrize(
    ("pairs", "place"),
    [
        ((("inclusion_criteria: >", " inclusion_criteria: >"),), "17:2"),
        ((("inclusion_criteria: >", "  inclusion_criteria: >"),), "17:3"),
        ((("code: A-DEM1", " code: A-DEM1"),), "1:2"),
        ((("threshold: 0.90\n", "  threshold: 0.90\n"),), "8:3"),
    ],
    ids=["below a block", "in a block", "first line", "below a field"],
)
def test_a_field_of_the_spec_goes_to_the_margin(tmp_path: Path, pairs: Pairs, place: str) -> None:
    root = with_changes(tmp_path, {DEM1: pairs})
    assert told(root) == [f"{DEM1}:{place} YML001 | write no space before it | fixed"]
    assert (root / DEM1).read_text() == (BASE / DEM1).read_text()


@pytest.mark.parametrize(
    ("changes", "fate"),
    [
        (
            {DEM2: (("parent_rubric: A-DEM", "parent_rubric: A-AUX"),)},
            "`A-DEM2` is not a code of `A-AUX`, so the code or the parent may be wrong",
        ),
        (
            {
                RUBRIC: (("  - A-DEM2\n", ""),),
                "rubrics/A-AUX.yaml": (("[A-AUX1]", "[A-AUX1, A-DEM2]"),),
            },
            "`A-AUX` lists it, so the parent may be wrong",
        ),
        ({RUBRIC: (("  - A-DEM2\n", ""),)}, "fixed"),
    ],
    ids=["parent", "two lists", "plain"],
)
def test_a_benchmark_enters_only_the_list_that_is_surely_its_own(
    tmp_path: Path, changes: dict[str, Pairs], fate: str
) -> None:
    root = with_changes(tmp_path, changes)
    before = (root / "rubrics/A-AUX.yaml").read_text(), (root / RUBRIC).read_text()
    (unlisted,) = [line for line in told(root) if " REF205 " in line]
    assert unlisted.split(" | ")[-1] == fate
    after = (root / "rubrics/A-AUX.yaml").read_text(), (root / RUBRIC).read_text()
    assert (after == before) is (fate != "fixed")


def test_an_entry_that_is_no_code_may_be_meant_for_the_benchmark_that_is_not_listed(tmp_path: Path) -> None:
    root = with_changes(tmp_path, {RUBRIC: (("  - A-DEM2\n", "  - departure\n"),)})
    assert [line.split()[1] for line in told(root)] == ["FLD106"]


@pytest.mark.parametrize(
    ("old", "new", "mended"),
    [
        ("- A-DEM2\n", "- A-DEM2.yaml\n", "  - A-DEM1\n  - A-DEM2\n"),
        ("\n  - A-DEM1\n  - A-DEM2\n", " [A-DEM1 A-DEM2]\n", " [A-DEM1, A-DEM2]\n"),
        ("\n  - A-DEM1\n  - A-DEM2\n", "\n  - a-dem1, A-DEM2\n", "\n  - A-DEM1\n  - A-DEM2\n"),
        ("\n  - A-DEM1\n  - A-DEM2\n", "\n  - A-DEM1\n    - A-DEM2\n", "\n  - A-DEM1\n  - A-DEM2\n"),
        ("- A-DEM1\n", "- A-DEM1,\n", "  - A-DEM1\n  - A-DEM2\n"),
    ],
    ids=["file", "no comma", "one line", "indented", "comma"],
)
def test_a_malformed_entry_is_mended_and_none_is_added_beside_it(
    tmp_path: Path, old: str, new: str, mended: str
) -> None:
    root = with_changes(tmp_path, {RUBRIC: ((old, new),)})
    (only,) = told(root)
    assert only.endswith(" | fixed")
    assert (root / RUBRIC).read_text().endswith(mended)


def test_codes_within_quotes_are_taken_apart_by_hand(tmp_path: Path) -> None:
    root = with_changes(tmp_path, {RUBRIC: (("  - A-DEM1\n  - A-DEM2\n", '  - "A-DEM1 A-DEM2"\n'),)})
    (only,) = told(root)
    assert only == (
        f"{RUBRIC}:8:5 FLD106 | write each code as a separate entry: `A-DEM1`, `A-DEM2` | "
        "no single code is similar"
    )


EXAMPLE = "  - \"Narrative: 'on scene"


@pytest.mark.parametrize(
    ("sign", "place"),
    [("  -", "22:3"), ("  • ", "22:3"), ("  * ", "22:3"), ("  2) ", "22:3")],
    ids=["dash", "bullet", "asterisk", "number"],
)
def test_entries_in_a_row_are_mended_together(tmp_path: Path, sign: str, place: str) -> None:
    mistake = f"{sign}\"Narrative: 'no\n    time'\"\n{sign}\"Narrative: 'on scene"
    root = with_changes(tmp_path, {DEM1: ((EXAMPLE, mistake),)})
    (only,) = told(root)
    assert re.match(rf"{re.escape(DEM1)}:{place} YML001 \| (?:write|replace) ", only)
    assert only.endswith(" | fixed")
    assert mistake.replace(sign, "  - ") in (root / DEM1).read_text()
    assert check(root).findings == ()


@pytest.mark.parametrize(
    ("old", "new", "mended"),
    [
        ("concept: >\n  Measures", "concept: > Measures", "concept: >\n  Measures"),
        ("\n  Apply when the narrative", "\nApply when the narrative", "\n  Apply when the narrative"),
        ("concept: >\n  Measures", "concept: >\n   Measures", "concept: >\n  Measures"),
        ("threshold: 0.80\n", "threshold: 0.80\n\t\n", "threshold: 0.80\n\n"),
        ("concept: >\n", "concept: >,\n", "concept: >\n"),
        ("code: A-DEM2\n", "~~~\ncode: A-DEM2\n", "code: A-DEM2\n"),
    ],
    ids=["sign", "margin", "first line", "tab", "comma", "fence"],
)
def test_line_ends_of_windows_stay(tmp_path: Path, old: str, new: str, mended: str) -> None:
    root = with_changes(tmp_path, {DEM2: ((old, new),)})
    (root / DEM2).write_bytes((root / DEM2).read_bytes().replace(b"\n", b"\r\n"))
    assert [line.split(" | ")[-1] for line in told(root)] == ["fixed"]
    text = (BASE / DEM2).read_text().replace(old, mended).replace("\n", "\r\n")
    assert (root / DEM2).read_bytes().decode() == text


def test_entries_begun_behind_their_field_are_lined_up(tmp_path: Path) -> None:
    changes: Pairs = (("benchmarks:\n  - A-DEM1", "benchmarks: - A-DEM1"),)
    root = with_changes(tmp_path, {RUBRIC: changes})
    assert told(root) == [f"{RUBRIC}:7:13 YML001 | put the entry on the next line, indented | fixed"]
    assert (root / RUBRIC).read_text() == (BASE / RUBRIC).read_text()


def test_a_bracket_that_is_never_closed_is_shown_where_it_opens(tmp_path: Path) -> None:
    changes: Pairs = (("evaluator_type: code\n", "evaluator_type: code\nmetric: {script: {\n\n"),)
    root = with_changes(tmp_path, {DEM2: changes})
    assert told(root) == [
        f"{DEM2}:16:9 YML001 | close the bracket: write `}}` where it ends | only you know where it ends"
    ]
    assert check(root).findings[0].excerpt == "metric: {script: {"


@pytest.mark.parametrize(
    "lines",
    [
        "  min_value:0\n  max_value:1\n",
        "  min_value: 0\n  max_value: 1\n  descriptions:\n    1:All\n    0:None\n",
    ],
    ids=["fields", "levels"],
)
def test_a_block_of_lines_without_spaces_is_mended(tmp_path: Path, lines: str) -> None:
    added = f"threshold: 0.80\nscoring_scale:\n{lines}"
    root = with_changes(tmp_path, {DEM2: (("threshold: 0.80\n", added),)})
    assert "write a space after each colon | fixed" in " ".join(told(root))
    mended = lines.replace("1:A", "1: A").replace("0:N", "0: N").replace("e:0", "e: 0").replace("e:1", "e: 1")
    assert mended in (root / DEM2).read_text()


@pytest.mark.parametrize(
    ("lines", "hint", "mended"),
    [
        (
            " >\n  - One.\n  • Two.\n",
            "delete the `>` after `examples:`, and replace `• ` with `- `",
            True,
        ),
        (":\n  1. One.\n  2. Two.\n"[1:], "replace `1. ` with `- `", True),
        (" >\n  - One.\n  Two.\n", "write each entry on its own line, with `- ` before it", False),
        (" • One.\n", "write each entry on its own line, with `- ` before it", False),
    ],
    ids=["two signs", "numbers", "rest of a text", "same line"],
)
def test_lines_that_are_entries_but_for_a_sign_become_a_list(
    tmp_path: Path, lines: str, hint: str, mended: bool
) -> None:
    whole = (BASE / DEM2).read_text()
    examples = whole[whole.index("examples:") : whole.index("evaluator_type")]
    root = with_changes(tmp_path, {DEM2: ((examples, f"examples:{lines}"),)})
    (only,) = told(root)
    assert only.split(" | ")[1] == hint
    assert only.endswith(" | fixed") is mended
    assert ("examples:\n  - One.\n  - Two.\n" in (root / DEM2).read_text()) is mended


@pytest.mark.parametrize(
    ("path", "old", "new", "mended"),
    [
        (DEM2, "code: A-DEM2", "code: 'a-dem2'", "code: 'A-DEM2'"),
        (DEM2, "evaluator_type: code", '"evaluator-type": "Code"', '"evaluator_type": "code"'),
        (DEM2, "weight: 0.5", 'weight: "50%"', "weight: 0.5\n"),
    ],
    ids=["code", "word", "number"],
)
def test_quotes_stay_where_they_may(tmp_path: Path, path: str, old: str, new: str, mended: str) -> None:
    root = with_changes(tmp_path, {path: ((old, new),)})
    assert all(line.endswith(" | fixed") for line in told(root))
    assert mended in (root / path).read_text()


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("“Apply when the crew’s narrative” gives", None),
        ("“Apply when the narrative gives", "Apply when the narrative gives"),
        ("“Apply when” the “narrative” gives", None),
        ("“Apply” when the narrative gives", "Apply when the narrative gives"),
    ],
    ids=["apostrophe", "never closed", "two pairs", "pair"],
)
def test_curly_quotes_are_deleted_only_where_they_are_one_pair(
    tmp_path: Path, text: str, mended: str | None
) -> None:
    root = with_changes(tmp_path, {DEM2: (("Apply when the narrative gives", text),)})
    fate = told(root)[0].split(" | ")[1:]
    assert fate[0].startswith("delete the `“`")
    assert (fate[1] == "fixed") is (mended is not None)
    assert f"  {mended or text} a departure time." in (root / DEM2).read_text()
