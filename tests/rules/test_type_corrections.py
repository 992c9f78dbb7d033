"""A refused value is told with what to write, and written so where that is plain."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.documents.locations import Edit
from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from benchdocs.rules.rule import Sample
from support.suites import overlay_samples

SPEC, RUBRIC = "a-component/A-DEM1.yaml", "rubrics/A-DEM.yaml"

# What is told, and what is written -----------------------------------------------------------------


def finding(tmp_path: Path, rule: str, fragment: str) -> tuple[Finding, str]:
    """The one finding of a rule, and the fragment as its fix would leave it."""
    root = overlay_samples(tmp_path, (Sample(SPEC, fragment, whole=False),))
    (found,) = (each for each in check(root).findings if each.rule == rule)
    text = (root / SPEC).read_bytes().decode()
    for change in reversed(found.fix):
        assert isinstance(change, Edit)
        text = text[: change.start] + change.new + text[change.end :]
    start = len((root / SPEC).read_bytes().decode()) - len(fragment)
    return found, text[start:] if found.fix else ""


@pytest.mark.parametrize(
    ("fragment", "hint", "mended"),
    [
        (
            "decisions:\n  - weight\n",
            (
                "write `name: value` lines below `decisions:`, all with the same indent, "
                "with a `-` before the first"
            ),
            "",
        ),
        ("weight: 0.5 // half\n", "write `0.5  # half`: a comment starts with `#`", "weight: 0.5  # half\n"),
        ("weight: '>= 0.5'\n", "write only the number: `0.5`", ""),
        ("weight: ≥50%\n", "write only the number: `0.5`", ""),
        ("threshold: '>= 0.5'\n", "write only the number: `0.5`", "threshold: 0.5\n"),
        ("threshold: ≥50 %\n", "write only the number: `0.5`", "threshold: 0.5\n"),
        ("threshold: ≤0.5\n", "write only the number: `0.5`", ""),
        ("weight: '0.5;'\n", "write only the number: `0.5`", "weight: 0.5\n"),
        ("weight: '0.5'\n", "write it without quotes: `0.5`", "weight: 0.5\n"),
        ('weight: "0.5"\n', "write it without quotes: `0.5`", "weight: 0.5\n"),
        ("weight: 5e-1\n", "write it as a plain decimal: `0.5`", "weight: 0.5\n"),
        ("weight: 50%\n", "write the share as a number: `0.5`", "weight: 0.5\n"),
        ("weight: 50 %\n", "write the share as a number: `0.5`", "weight: 0.5\n"),
        ("weight: 0,5\n", "write it as a number: `0.5`", "weight: 0.5\n"),
        ("weight: <0.5\n", "write only the number: `0.5`", ""),
        ("weight: ~ 0.5\n", "write only the number: `0.5`", ""),
        ("weight: 1%\n", "write the share as a number: `0.01`", ""),
        ("weight: half\n", "write a plain number, such as `0.25`", ""),
        ("weight: 1e12\n", "write a plain number", "weight: 1000000000000\n"),
        ("weight: 1e11\n", "write it as a plain decimal: `100000000000`", "weight: 100000000000\n"),
        ("weight: 1e-12\n", "write a plain number", "weight: 0.000000000001\n"),
        (
            "weight: 0x1F\n",
            "write it as a plain decimal, such as `0.25`: no colon, underscore, prefix or leading zero",
            "",
        ),
        ("version: v3\n", "write a whole number: `3`", "version: 3\n"),
        ("version: 'V 3'\n", "write a whole number: `3`", "version: 3\n"),
        ("version: v2.1\n", "write a whole number: `2`", ""),
        ("version: first\n", "write a whole number: `1`", ""),
        ("label: 5\n", 'put quotes around it: `"5"`', 'label: "5"\n'),
        ("label: [a, b]\n", "write the entries as one text below `label: >`", ""),
        ("label: {a: b}\n", "write `label: >`, so that the lines below become one text", ""),
        (
            "examples: [a: b]\n",
            "put quotes around the text, because it contains `: `",
            'examples: ["a: b"]\n',
        ),
        (
            "examples:\n  - a: b\n",
            "put quotes around the text, because it contains `: `",
            'examples:\n  - "a: b"\n',
        ),
        ("examples:\n  - a: b # c\n", "put quotes around the text, because it contains `: `", ""),
        ("examples:\n  - a: '\"'\n", "put quotes around the text, because it contains `: `", ""),
        ("examples:\n  - - a\n", "delete one `- `", "examples:\n  - a\n"),
        ("examples:\n  - - a\n    - b\n", "write the entries as one text below `- >`", ""),
        ("examples: [[a, b]]\n", "write the entries as one text below `- >`", ""),
        ("examples:\n  - a: b\n    c: d\n", "write `- >`, so that the lines below become one text", ""),
        (
            "examples: one\n",
            "write `- ` before the text, on its own line below `examples:`",
            "examples:\n  - one\n",
        ),
        ("examples: >\n  one\n", "write `- ` before the text, on its own line below `examples:`", ""),
        (
            "scoring_scale:\n  min_value:0\n  max_value:1\n",
            "write a space after each colon",
            "scoring_scale:\n  min_value: 0\n  max_value: 1\n",
        ),
        (
            "scoring_scale: from 0 to 1\n",
            "write `name: value` lines below `scoring_scale:`, all with the same indent",
            "",
        ),
        ("aliases: A-DEM8\n", "write it in brackets: `[A-DEM8]`", "aliases: [A-DEM8]\n"),
        (
            "aliases: A-DEM8 and A-DEM9\n",
            "write one entry per line, or all in brackets: `[A-DEM8, A-DEM9]`",
            "aliases: [A-DEM8, A-DEM9]\n",
        ),
        ("examples:\n  -one\n  -two\n", "write a space after each `-`", "examples:\n  - one\n  - two\n"),
        (
            "examples:\n  • one\n  • two\n",
            "replace `• ` with `- `",
            "examples:\n  - one\n  - two\n",
        ),
        (
            "examples: >\n  1. one\n  2. two\n",
            "delete the `>` after `examples:`, and replace `1. ` with `- `",
            "examples:\n  - one\n  - two\n",
        ),
        ("examples: |\n  - one\n", "delete the `|` after `examples:`", "examples:\n  - one\n"),
        (
            "examples:\n  one thing\n  two things\n",
            "write `- ` before the text, on its own line below `examples:`",
            "",
        ),
        (
            "examples: |\n  one\n",
            "write `- ` before the text, on its own line below `examples:`",
            "",
        ),
        ("examples: '- one'\n", "write each entry on its own line, with `- ` before it", ""),
    ],
)
def test_a_value_of_the_wrong_type_comes_with_what_to_write(
    tmp_path: Path, fragment: str, hint: str, mended: str
) -> None:
    found, text = finding(tmp_path, "FLD103", fragment)
    assert found.hint == hint
    assert text == mended


@pytest.mark.parametrize(
    ("fragment", "hint"),
    [
        ("weight: 25\n", "if you mean 25%, write `0.25`"),
        ("weight: 2\n", "if you mean 2%, write `0.02`"),
        ("weight: 100\n", "if you mean 100%, write `1`"),
        ("weight: 1.5\n", "write a share of 1, such as `0.25`"),
        ("weight: 101\n", "write a share of 1, such as `0.25`"),
        ("weight: -0.5\n", "delete the sign if you mean `0.5`"),
        ("weight: -1\n", "delete the sign if you mean `1`"),
        ("weight: -2\n", "write a share of 1, such as `0.25`"),
        ("weight: .inf\n", None),
        ("version: 1.5\n", "write a whole number, such as `1`; a change that affects scores raises it by 1"),
        ("scoring_scale: {min_value: 0, max_value: .inf}\n", None),
    ],
)
def test_a_number_out_of_range_comes_with_what_may_be_meant(
    tmp_path: Path, fragment: str, hint: str | None
) -> None:
    assert finding(tmp_path, "FLD104", fragment)[0].hint == hint


@pytest.mark.parametrize(
    ("fragment", "hint", "mended"),
    [
        ("criticality: none\n", "delete the field: without a gate it is not needed", ""),
        ("criticality: hard gate\n", "did you mean `hard_gate`?", "criticality: hard_gate\n"),
        (
            "criticality: hardgate // fatal\n",
            "write `hard_gate  # fatal`: a comment starts with `#`",
            "criticality: hard_gate  # fatal\n",
        ),
        ("status: none\n", "write one of these words: draft, active, deprecated", ""),
        ("status: 5\n", "write one of these words: draft, active, deprecated", ""),
        ("status: [draft]\n", "did you mean `draft`?", "status: draft\n"),
        ("status: [draft, active]\n", "write one of these words: draft, active, deprecated", ""),
    ],
)
def test_a_word_that_is_not_on_the_list_comes_with_the_one_that_is(
    tmp_path: Path, fragment: str, hint: str, mended: str
) -> None:
    found, text = finding(tmp_path, "FLD105", fragment)
    assert found.hint == hint
    assert text == mended


@pytest.mark.parametrize(
    ("fragment", "missing"),
    [
        ("scoring_scale: {min_valu: 0, max_value: 1}\n", []),
        (
            "scoring_scale: {lowest: 0, max_value: 1}\n",
            ["the required field `scoring_scale.min_value` is missing"],
        ),
        (
            "scoring_scale: {max_value: 1}\nmin_value: 0\n",
            ["the required field `scoring_scale.min_value` is missing"],
        ),
    ],
)
def test_a_field_that_is_misspelled_in_its_block_is_not_missing_as_well(
    tmp_path: Path, fragment: str, missing: list[str]
) -> None:
    root = overlay_samples(tmp_path, (Sample(SPEC, fragment, whole=False),))
    assert [each.message for each in check(root).findings if each.rule == "FLD101"] == missing


def test_what_is_left_to_the_author_is_told_with_the_reason(tmp_path: Path) -> None:
    reasons = {
        "examples: '- one'\n": "only you know where each entry ends",
        "label: [a, b]\n": "only you know how to join the entries",
        "weight: <0.5\n": "only you know what the `<` means",
        "version: v2.1\n": "only you know what a version with several numbers means",
    }
    for number, (fragment, reason) in enumerate(reasons.items()):
        assert finding(tmp_path / str(number), "FLD103", fragment)[0].why_not == reason


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_new_lines_of_a_fix_end_as_those_of_the_file(tmp_path: Path, newline: str) -> None:
    spec = overlay_samples(tmp_path / "text", (Sample(SPEC, "examples: one\n", whole=False),)) / SPEC
    spec.write_bytes(spec.read_bytes().replace(b"\n", newline.encode()))
    (text,) = (each for each in check(tmp_path / "text").findings if each.rule == "FLD103")
    assert [change.new for change in text.fix if isinstance(change, Edit)] == [f"{newline}  - "]

    fragment = "benchmarks:\n  - A-DEM1, A-DEM2\n"
    rubric = overlay_samples(tmp_path / "codes", (Sample(RUBRIC, fragment, whole=False),)) / RUBRIC
    rubric.write_bytes(rubric.read_bytes().replace(b"\n", newline.encode()))
    (codes,) = (each for each in check(tmp_path / "codes").findings if each.rule == "FLD106")
    assert [change.new for change in codes.fix if isinstance(change, Edit)] == [f"A-DEM1{newline}  - A-DEM2"]


def test_an_opening_that_a_comment_cuts_off_is_left_and_a_long_one_is_shown_in_part(tmp_path: Path) -> None:
    fragment = "inclusion_criteria: For cases #1 to #3.\n"
    found = finding(tmp_path / "comment", "TXT501", fragment)[0]
    assert found.why_not == "only you know whether what follows the `#` is text or a comment"
    long = "For " + "a" * 70
    found = finding(tmp_path / "long", "TXT501", f"inclusion_criteria: {long} is. Flag if it is not.\n")[0]
    assert found.message.endswith(f', not with "{long[:60]}"')
