"""What a finding about references, prompts or their paths says, and what it tells the author to type."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.support.code_suggestions import Vocabulary
from support.paths import RULE_CASES
from support.suites import overlay_folder, suite_with

PROMPT = "evaluators/llm-judge/arrival_prompt.md"


def told(root: Path, rule: str) -> list[str]:
    """Messages and hints of a rule's findings."""
    return [f"{finding.message} | {finding.hint}" for finding in check(root).findings if finding.rule == rule]


@pytest.mark.parametrize(
    ("case", "ends"),
    [
        (
            "REF202/err",
            ["`A-DEX1` belongs to the rubric `A-DEX`, which does not exist | did you mean `A-DEM`?"],
        ),
        ("REF203/err", ["| write `parent_rubric: A-DEM`, or use `A-AUX` and a number as the code"]),
        ("REF203/err-longer-name", ["| correct `parent_rubric`, or use `A-DEM` and a number as the code"]),
        ("REF204/err", ["there is no benchmark `A-DEM7` | did you mean `A-DEM2`?"]),
        ("REF204/err-former-code", ["| `A-OLD1` is a former code; write `A-DEM1`"]),
        (
            "REF205/err",
            ["by its parent rubric `A-DEM` | add `A-DEM3` to `benchmarks` in `rubrics/A-DEM.yaml`"],
        ),
        (
            "REF205/err-composite",
            ["composite and contains only rubrics | choose a rubric that lists benchmarks as its parent"],
        ),
        ("REF206/err-capitals", ["has the code `a-dem1` | did you mean `A-DEM1`?"]),
        (
            "REF206/err-dashes",
            [
                "has the code `A–DEM1` | did you mean `A-DEM1`?",
                "has the code `A_AUX` | did you mean `A-AUX`?",
                "has the code `A-DEM 7` | did you mean `A-DEM1`?",
            ],
        ),
        ("REF206/err-rubric", ["has the code `A-XYZ` | did you mean `A-AUX`?"]),
        (
            "REF207/err",
            ["`A-DEM2` refer to `A-DEM2` itself | name the benchmark that you mean, or leave out the code"],
        ),
        ("REF210/err", ["there is no rubric `A-EXT` | did you mean `A-DEM`?"]),
        (
            "REF210/err-circle",
            ["`A` leads back to itself: A → A-GRP → A | delete the entry that closes the cycle"],
        ),
        ("REF211/err-former-code", ["| write its present code `A-DEM1`"]),
        (
            "PRM602/err",
            [f"there is no file `evaluators/llm-judge/arival_prompt.md` | did you mean `{PROMPT}`?"],
        ),
        ("PRM603/err", [f"` | write `{PROMPT}`"] * 7),
        (
            "PRM603/err-case",
            [f"does not have the same capital letters as the file name | write `{PROMPT}`"] * 2,
        ),
        (
            "PRM603/err-elsewhere",
            ["| move the file to `evaluators/llm-judge/distance_prompt.md`, and write that path"] * 2,
        ),
        (
            "PRM603/err-excluded",
            ["| remove it from `exclude` in pyproject.toml, and do not start names with a dot"],
        ),
        ("PRM609/err", ["has the code `A-DEM8` | did you mean `A-DEM2`?"]),
    ],
)
def test_a_case_is_answered_with_what_to_type(tmp_path: Path, case: str, ends: list[str]) -> None:
    found = told(overlay_folder(tmp_path, RULE_CASES / case), case[:6])
    assert [line[-len(end) :] for line, end in zip(found, ends, strict=True)] == ends


def test_a_former_code_of_the_benchmark_itself_is_called_so(tmp_path: Path) -> None:
    (line,) = told(overlay_folder(tmp_path, RULE_CASES / "REF207" / "err-former-code"), "REF207")
    assert line.startswith("the criteria of `A-DEM2` refer to `A-OLD1`, a former code of `A-DEM2` itself |")


def test_a_chain_of_replacements_is_answered_with_its_end(tmp_path: Path) -> None:
    spec = "code: {0}\nstatus: deprecated\nreplaced_by: {1}\n"
    files = {
        f"a-component/{code}.yaml": spec.format(code, successor)
        for code, successor in (("A-DEM3", "A-DEM4"), ("A-DEM4", "A-DEM1"), ("A-DEM5", "A-DEM5"))
    }
    assert told(suite_with(tmp_path, files), "REF211") == [
        "`A-DEM3` is replaced by `A-DEM4`, which is deprecated too | write `replaced_by: A-DEM1`",
        "`A-DEM5` is replaced by itself | name the benchmark that replaced it, or delete the field",
    ]


def test_a_circle_of_replacements_has_no_end_to_name(tmp_path: Path) -> None:
    found = told(overlay_folder(tmp_path, RULE_CASES / "REF211" / "err-replaced-by"), "REF211")
    assert found[-1] == (
        "`A-DEM7` is replaced by `A-DEM6`, which is deprecated too | name a benchmark that is in use"
    )


def test_an_alias_that_is_the_present_code_is_simply_deleted(tmp_path: Path) -> None:
    found = told(overlay_folder(tmp_path, RULE_CASES / "REF211" / "err-aliases"), "REF211")
    assert found[0] == "`A-DEM1` is the benchmark's present code, not a former one | delete the entry"


def test_a_bare_file_name_is_answered_with_the_prompt_s_path(tmp_path: Path) -> None:
    spec = "code: A-DEM3\nstatus: deprecated\nevaluator_type: hybrid\nllm_prompt_file: "
    files = {
        "a-component/A-DEM3.yaml": spec + "arrival_prompt.md\n",
        "a-component/A-DEM4.yaml": spec + "../arrival_prompt.md\n",
        "a-component/A-DEM5.yaml": spec + "/tmp/arrival_prompt.md\n",
        "a-component/A-DEM6.yaml": spec + "judges/unheard-of.md\n",
    }
    root = suite_with(tmp_path, files)
    assert [line.split(" | ")[1] for line in told(root, "PRM602")] == [
        f"did you mean `{PROMPT}`?",
        "correct the path, or write the prompt there",
    ]
    assert [line.split(" | ")[1] for line in told(root, "PRM603")] == [f"write `{PROMPT}`"] * 2


def test_what_two_users_of_a_prompt_demand_is_said_in_words(tmp_path: Path) -> None:
    (gate,) = told(overlay_folder(tmp_path / "gate", RULE_CASES / "PRM607" / "err-gate"), "PRM607")
    (none,) = told(overlay_folder(tmp_path / "none", RULE_CASES / "PRM607" / "err-no-threshold"), "PRM607")
    assert gate.startswith("`A-DEM3` (threshold 0.90, hard_gate) shares this prompt with `A-DEM1`")
    assert none.startswith("`A-DEM3` (no threshold, no gate) shares this prompt with `A-DEM1`")


@pytest.mark.parametrize(("case", "scale"), [("err-scale", "1 to 5"), ("err-scale-ahead", "0 to 10")])
def test_a_scale_in_a_prompt_is_set_against_the_spec_s(tmp_path: Path, case: str, scale: str) -> None:
    (line,) = told(overlay_folder(tmp_path, RULE_CASES / "PRM611" / case), "PRM611")
    assert line.startswith(f"the prompt scores on a scale of {scale}, but A-DEM1 has 0.0 to 1.0 |")


def test_a_typo_is_answered_in_a_vocabulary_of_any_size() -> None:
    words = Vocabulary(
        f"A-{first}{second}Q{number}" for first in "ABCDE" for second in "FGHIJ" for number in range(99)
    )
    assert words.closest("A-CHQL7") == "A-CHQ7"
    assert words.did_you_mean("zz") is None


def test_who_mistypes_more_than_a_thousand_words_is_answered_no_more() -> None:
    words = Vocabulary(["A-CHQ7"])
    assert [words.closest("A-CHQ8") for _ in range(1_001)] == [*["A-CHQ7"] * 1_000, None]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("A-DEM3", "write `code: A-DEM3`, or delete one of the two files"),
        ("A-DEM2", "give this one an unused code, or delete one of the two files"),
        ("copy", "give this one an unused code, or delete one of the two files"),
    ],
)
def test_a_code_that_is_taken_is_answered_with_that_of_the_file_s_name(
    tmp_path: Path, name: str, hint: str
) -> None:
    (found,) = told(suite_with(tmp_path, {f"b-component/{name}.yaml": "code: A-DEM1\n"}), "REF201")
    assert found.endswith(f" | {hint}")


def test_a_listed_code_that_none_is_close_to_is_to_be_corrected_or_written(tmp_path: Path) -> None:
    files = {"rubrics/A-OUT.yaml": "code: A-OUT\nbenchmarks: [Z-QQQQQQ99]\n"}
    assert told(suite_with(tmp_path, files), "REF204") == [
        "there is no benchmark `Z-QQQQQQ99` | correct the code, or write the benchmark"
    ]


def test_every_benchmark_that_is_not_listed_is_told(tmp_path: Path) -> None:
    own = {f"a-component/A-DEM{number}.yaml": f"code: A-DEM{number}\n" for number in (3, 5)}
    files = {
        **own,
        "a-component/A-DEM4.yaml": "code: A-DEM4\nstatus: deprecated\n",
        "a-component/A-AUX8.yaml": "code: A-AUX8\n",
        "rubrics/A-AUX.yaml": "code: A-AUX\nbenchmarks: [A-AUX1, a_aux_8]\n",
    }
    assert [line.split("`")[1] for line in told(suite_with(tmp_path, files), "REF205")] == [
        "A-DEM3",
        "A-DEM5",
    ]


def test_a_spec_and_a_prompt_that_are_not_read_are_told_where_they_are_missed(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    (root / "a-component/A-DEM2.yaml").rename(root / "a-component/A-DEM2.yaml.bak")
    (root / PROMPT).rename(root / "evaluators/llm-judge/Arrival prompt.md.txt")
    hints = {finding.rule: finding.hint for finding in check(root).findings}
    assert hints["REF204"] == "`a-component/A-DEM2.yaml.bak` is not read: name it `a-component/A-DEM2.yaml`"
    assert hints["PRM602"] == f"`evaluators/llm-judge/Arrival prompt.md.txt` is not read: name it `{PROMPT}`"


@pytest.mark.parametrize("folder", ["a_component", "evaluators", "."])
def test_a_spec_in_another_folder_is_told_where_it_is_missed(tmp_path: Path, folder: str) -> None:
    root = suite_with(tmp_path)
    (root / folder).mkdir(exist_ok=True)
    (root / "a-component/A-DEM2.yaml").rename(root / folder / "A-DEM2.yaml")
    place = f"{folder}/A-DEM2.yaml".removeprefix("./")
    hints = {finding.rule: finding.hint for finding in check(root).findings}
    assert hints["REF204"] == f"`{place}` is not read: name it `a-component/A-DEM2.yaml`"


def test_a_prompt_is_not_taken_for_another_one(tmp_path: Path) -> None:
    text = (suite_with(tmp_path) / PROMPT).read_text()
    root = suite_with(tmp_path, {"evaluators/llm-judge/negation_double_prompt.md": text})
    spec = root / "a-component/A-DEM1.yaml"
    spec.write_text(spec.read_text().replace("arrival_prompt", "negation_simple_prompt"))
    assert told(root, "PRM602")[0].endswith(" | correct the path, or write the prompt there")


def test_a_code_with_a_remark_is_to_stand_alone(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    rubric = root / "rubrics/A-DEM.yaml"
    rubric.write_text(rubric.read_text().replace("- A-DEM2", "- A-DEM2 (departures)"))
    assert [f"{finding.rule} {finding.hint}" for finding in check(root).findings] == [
        "FLD106 write only the code: `A-DEM2`"
    ]


def test_a_benchmark_with_stray_fields_of_a_rubric_is_still_a_benchmark(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    spec = root / "a-component/A-DEM2.yaml"
    spec.write_text(f"{spec.read_text()}passing_threshold: 0.9\nbenchmarks: [A-DEM1]\ndescription: None.\n")
    assert len(told(root, "FLD102")) == 3


def test_a_flag_that_is_ruled_out_is_not_turned_into_one(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    spec = root / "a-component/A-DEM2.yaml"
    spec.write_text(spec.read_text().replace("Flag if the record", "Do not flag if the record"))
    assert told(root, "TXT502")[0].endswith('add a sentence: "Flag if" and what counts as a failure')


@pytest.mark.parametrize("wrong", ["  descriptions:", '    0.0: "'])
def test_a_part_of_a_scale_at_the_margin_is_to_be_indented(tmp_path: Path, wrong: str) -> None:
    root = suite_with(tmp_path)
    spec = root / "a-component/A-DEM1.yaml"
    text = spec.read_text()
    assert text.count(wrong) == 1
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith(wrong))
    last = 3 if "desc" in wrong else 0
    moved = [line[2:] if "desc" in wrong else line.lstrip() for line in lines[at : at + last + 1]]
    spec.write_text("\n".join([*lines[:at], *moved, *lines[at + last + 1 :]]))
    (found, *others) = check(root).findings
    block = "scoring_scale" if "desc" in wrong else "scoring_scale.descriptions"
    assert (found.rule, found.hint) == ("FLD102", f"indent it below `{block}:`")
    assert others == []


def test_a_misspelled_heading_of_an_input_is_named_itself(tmp_path: Path) -> None:
    root = overlay_folder(tmp_path, RULE_CASES / "PRM612/err-misspelled-heading")
    assert told(root, "PRM612") == [
        "`SOURCE_NARATIVE:` is not a known heading | write `SOURCE_NARRATIVE:` instead"
    ]
