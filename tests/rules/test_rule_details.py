"""Corners of single rules: what is told there, what is silent, and what a fix would write."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchdocs.documents.locations import Move
from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding
from benchdocs.rules.support.records import today
from benchdocs.specs.validation import MAX_FAULTS
from support.paths import BASE
from support.suites import suite_with

DEM1, DEM2, AUX1 = (f"a-component/A-{name}.yaml" for name in ("DEM1", "DEM2", "AUX1"))
ARRIVAL = "evaluators/llm-judge/arrival_prompt.md"


def base(path: str, *changes: tuple[str, str], end: str = "") -> str:
    """A file of the demonstration suite with pieces replaced and lines added."""
    text = (BASE / path).read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text + end


def findings(root: Path, rule: str, files: Mapping[str, str | bytes]) -> list[Finding]:
    return [each for each in check(suite_with(root, files)).findings if each.rule == rule]


def told(root: Path, rule: str, files: Mapping[str, str | bytes]) -> list[str]:
    return [f"{each.message} | {each.hint}" for each in findings(root, rule, files)]


def test_a_blank_in_a_prompt_that_cannot_be_read_is_not_told(tmp_path: Path) -> None:
    text = base(ARRIVAL, ("- formatting", "- TODO: what else"))
    assert len(told(tmp_path / "read", "TXT507", {ARRIVAL: text})) == 1
    assert told(tmp_path / "broken", "TXT507", {ARRIVAL: text.encode() + b"\xff"}) == []


@pytest.mark.parametrize(
    ("name", "message", "target"),
    [
        ("demo.yml", "the file is named `demo`, but its code is `A-DEM3`", "A-DEM3.yml"),
        ("demo.yaml", "the file is named `demo`, but its code is `A-DEM3`", "A-DEM3.yaml"),
        ("A-DEM3.YAML", "the file ends in `.YAML`, but a spec's extension is `.yaml`", "A-DEM3.yaml"),
        (
            "A-DEM3.yaml.txt",
            "the file ends in `.yaml.txt`, but a spec's extension is `.yaml`",
            "A-DEM3.yaml",
        ),
        ("A-DEM3.yml.TXT", "the file ends in `.yml.TXT`, but a spec's extension is `.yaml`", "A-DEM3.yaml"),
    ],
)
def test_a_misnamed_file_keeps_its_ending_where_that_is_one(
    tmp_path: Path, name: str, message: str, target: str
) -> None:
    path = f"a-component/{name}"
    text = base(DEM2, ("code: A-DEM2", "code: A-DEM3"))
    (found,) = findings(tmp_path, "YML005", {path: text})
    assert found.message == message
    assert found.fix == (Move(path, f"a-component/{target}"),)


def test_a_file_without_a_code_has_no_wrong_name(tmp_path: Path) -> None:
    assert told(tmp_path, "YML005", {"a-component/A-DEM3.YAML": "label: Times\n"}) == []


def test_a_circle_closes_below_the_component(tmp_path: Path) -> None:
    files = {
        "rubrics/B.yaml": "code: B\nsub_rubrics: [A-LOW]\n",
        "rubrics/A-LOW.yaml": "code: A-LOW\nsub_rubrics: [B]\n",
    }
    (found,) = (each for each in findings(tmp_path, "REF210", files) if "leads back" in each.message)
    assert found.path == "rubrics/A-LOW.yaml"
    assert found.message == "`B` leads back to itself: B → A-LOW → B"


@pytest.mark.parametrize("inventory", ["# Working here\n", b"\xff<!-- inventory", "<!-- inventory " * 1000])
def test_a_stale_inventory_is_told_once_nothing_else_is_wrong(tmp_path: Path, inventory: str | bytes) -> None:
    stale: dict[str, str | bytes] = {"AGENTS.md": inventory}
    note = base(DEM1, ('    0.0: "No arrival time is charted"\n', ""))
    others = {
        "error": {DEM2: base(DEM2, end="notes: none\n")},
        "warning": {"evaluators/llm-judge/other_prompt.md": "SYSTEM:\nNobody's.\n"},
        "settings": {"pyproject.toml": "[tool.benchdocs"},
        "prompt": {DEM1: base(DEM1, (ARRIVAL, "arrival_prompt.md"))},
    }
    assert len(told(tmp_path / "whole", "INV801", stale)) == 1
    assert len(told(tmp_path / "note", "INV801", {**stale, DEM1: note})) == 1
    for name, files in others.items():
        assert told(tmp_path / name, "INV801", {**stale, **files}) == []


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/srv/judge.md", "not `/srv/judge.md` | write `evaluators/llm-judge/..._prompt.md`"),
        ("../arrival_prompt.md", f"not `../arrival_prompt.md` | write `{ARRIVAL}`"),
        ("judge.md", "would get no page | move the file to `evaluators/llm-judge/judge_prompt.md`, and"),
        ("deep/er/judge.txt", "no page | move the file to `evaluators/llm-judge/judge_prompt.md`, and"),
    ],
)
def test_a_path_of_a_prompt_in_a_wrong_form_comes_with_the_right_one(
    tmp_path: Path, path: str, message: str
) -> None:
    files = {DEM1: base(DEM1, (ARRIVAL, path)), "judge.md": "", "deep/er/judge.txt": ""}
    (found,) = told(tmp_path, "PRM603", files)
    assert message in found


def test_a_path_of_a_prompt_may_stand_below_its_field(tmp_path: Path) -> None:
    files = {DEM1: base(DEM1, (f"llm_prompt_file: {ARRIVAL}", f"llm_prompt_file: >\n  {ARRIVAL}"))}
    assert told(tmp_path, "PRM603", files) == []


def test_every_user_of_a_prompt_is_held_against_the_first(tmp_path: Path) -> None:
    shared = f"llm_prompt_file: {ARRIVAL}\n"
    files = {
        "a-component/A-DEM3.yaml": f"code: A-DEM3\nthreshold: 0.90\n{shared}",
        "a-component/A-DEM4.yaml": f"code: A-DEM4\nthreshold: 0.70\n{shared}",
    }
    (found,) = told(tmp_path, "PRM607", files)
    assert found.startswith("`A-DEM4` (threshold 0.70, no gate) shares this prompt with `A-DEM1` (threshold")


def test_a_heading_without_a_colon_is_known_when_it_is_misspelled(tmp_path: Path) -> None:
    files = {ARRIVAL: base(ARRIVAL, ("RUBRIC\n", "RUBRICS\n"))}
    assert told(tmp_path, "PRM606", files) == [
        "`RUBRICS` is not a known heading | replace `RUBRICS` with `RUBRIC`"
    ]


@pytest.mark.parametrize(
    ("heading", "wrote"),
    [
        ("SYSTEM:", "SYTEM:"),
        ("Ignore:", "Ignore"),
        ("Ignore:", "**Ignored:**"),
        ("EVALUATION SCOPE:", "Scope:"),
        ("Uncertainty policy:", "## Uncertainty Policy"),
        ("Pass conditions (all must be satisfied):", "Pass condition:"),
    ],
)
def test_a_misspelled_heading_of_a_prompt_is_found_at_its_line(
    tmp_path: Path, heading: str, wrote: str
) -> None:
    line = base(ARRIVAL).split("\n").index(heading) + 1
    root = suite_with(tmp_path, {ARRIVAL: base(ARRIVAL, (heading, wrote))})
    (found,) = [finding for finding in check(root).findings if finding.rule == "PRM606"]
    assert (found.line, found.message) == (line, f"`{wrote}` is not a known heading")


def test_missing_sections_are_found_where_they_belong(tmp_path: Path) -> None:
    gone = ("BEHAVIOR:", "DESCRIPTION:", "RUBRIC", "Uncertainty policy:")
    text = base(ARRIVAL, *((f"\n{heading}\n", "\n") for heading in gone))
    findings = check(suite_with(tmp_path, {ARRIVAL: text})).findings
    told = [
        (text.split("\n")[finding.line - 1], finding.message)
        for finding in findings
        if finding.rule == "PRM606"
    ]
    assert told == [
        ("EVALUATION SCOPE:", "the prompt is missing `BEHAVIOR:`, `DESCRIPTION:`"),
        ("Automatic fail if any of the following are true:", "the prompt is missing `RUBRIC`"),
        ("---", "the prompt is missing `Uncertainty policy:`"),
    ]


def test_a_mistyped_prompt_is_compared_without_its_ending(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "PRM602", {DEM1: base(DEM1, ("arrival_prompt", "arivel_prompt"))})
    assert found.endswith(f"| did you mean `{ARRIVAL}`?")


def test_a_code_in_a_prompt_that_no_other_is_close_to_is_to_be_named(tmp_path: Path) -> None:
    files = {ARRIVAL: base(ARRIVAL, ("- formatting", "- Z-QQQQQQ99"))}
    assert told(tmp_path, "PRM609", files) == [
        "no benchmark or rubric has the code `Z-QQQQQQ99` | name the benchmark or rubric that you mean"
    ]


def test_a_list_of_nothing_but_refused_entries_stops_no_rule(tmp_path: Path) -> None:
    entries = ", ".join(["5"] * (MAX_FAULTS + 5))
    files = {"rubrics/A-OUT.yaml": f"code: A-OUT\nbenchmarks: [{entries}]\n"}
    assert told(tmp_path, "REF204", files) == []


@pytest.mark.parametrize(
    ("parent", "hint"),
    [
        ("A-DEM", "add `A-DEM3` to `benchmarks` in `rubrics/A-DEM.yaml`"),
        ("A-AUX", "write `parent_rubric: A-DEM`, or add `A-DEM3` to `benchmarks` in `rubrics/A-AUX.yaml`"),
        ("A", "choose a rubric that lists benchmarks as its parent"),
    ],
)
def test_an_unlisted_benchmark_is_to_be_added_or_to_get_another_parent(
    tmp_path: Path, parent: str, hint: str
) -> None:
    text = base(DEM2, ("code: A-DEM2", "code: A-DEM3"), ("parent_rubric: A-DEM", f"parent_rubric: {parent}"))
    (found,) = findings(tmp_path, "REF205", {"a-component/A-DEM3.yaml": text})
    assert found.hint == hint


@pytest.mark.parametrize(
    ("field", "message"),
    [
        (
            "review: {on: 2026-01-31 10:00:00}",
            "`review.on` has to be a date, such as 2026-01-31, but YAML reads ",
        ),
        (
            'review: {on: "2026-01-31T10:00"}',
            "`review.on` has to be a date, such as 2026-01-31, but YAML reads ",
        ),
        ("review: {on: today}", "`review.on` has to be a date, such as 2026-01-31, but YAML reads "),
        ("review: {on: [1]}", "`review.on` has to be a date, such as 2026-01-31, but YAML reads "),
        ("review: today", "`review` has to be a block of fields, but YAML reads the text `today`"),
        ("metric: today", "`metric` has to be a block of fields, but YAML reads the text `today`"),
        ("examples: today", "`examples` has to be a list, with one `- entry` per line, but YAML reads"),
        ("aliases: [[A-OLD1]]", "an entry of `aliases` has to be text, but YAML reads a list"),
        ("weight: true", "`weight` has to be a number, but YAML reads the truth value true"),
        ("weight: [1]", "`weight` has to be a number, but YAML reads a list"),
    ],
)
def test_a_wrong_type_is_told_with_the_right_one(tmp_path: Path, field: str, message: str) -> None:
    name = field.split(":")[0]
    text = (BASE / DEM2).read_text()
    rest = "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith((f"{name}:", "  - "))
    )
    (found,) = findings(tmp_path, "FLD103", {DEM2: f"{rest}{field}\n"})
    assert found.message.startswith(message)


def criteria(text: str, field: str = "inclusion_criteria") -> dict[str, str]:
    """The benchmark A-DEM2 with this text, as written, for one of its criteria."""
    old = {
        "inclusion_criteria": ">\n  Apply when the narrative gives a departure time. "
        "Flag if the record lacks it.",
        "exclusion_criteria": ">\n  Do not use for arrival times (covered by A-DEM1).",
    }
    return {DEM2: base(DEM2, (old[field], text))}


@pytest.mark.parametrize(
    ("written", "hint", "fixes"),
    [
        (
            "For cases #1 to #3. Flag if the record lacks it.",
            "put quotes around the text: the ` #` in it starts a comment",
            0,
        ),
        ("“Apply when a time is given. Flag if it lacks.", "delete the `“`", 1),
        ("“Apply when a time is given. Flag if it lacks X", "delete the `“`", 1),
        (
            "“Apply” when a time is given. Flag if it lacks.",
            "delete the `“` and the `”` that belongs to it",
            2,
        ),
        (
            "“Apply” when a “time” is given. Flag if it lacks.",
            "delete the `“` and the `”` that belongs to it",
            0,
        ),
        (
            "“Apply when a time is given. Flag if it lacks.”",
            'replace `“` and `”` with straight quotes (`"`)',
            1,
        ),
        ("Applies if a time is given. Flag if it lacks.", 'replace "Applies if" with "Apply when"', 1),
        ("Applies for times. Flag if one lacks.", 'replace "Applies for" with "Apply when"', 0),
        ("Use only if given. Flag if one lacks.", 'replace "Use only if" with "Apply when"', 0),
        ("A time is given. Flag if one lacks.", 'start the text with "Apply when" and the condition', 0),
        ("Applies unless it is read. Flag it.", 'start the text with "Apply when" and the condition', 0),
        ("Apply if possible when it is read.", 'start the text with "Apply when" and the condition', 0),
        ("Ap\u00adply when it is read. Flag it.", "delete the character U+00AD in it, which is invisible", 1),
        ("X-rays are read. Flag if one lacks.", 'start the text with "Apply when" and the condition', 0),
    ],
)
def test_an_opening_of_inclusion_criteria_comes_with_the_right_one(
    tmp_path: Path, written: str, hint: str, fixes: int
) -> None:
    (found,) = findings(tmp_path, "TXT501", criteria(written))
    assert (found.hint, len(found.fix)) == (hint, fixes)


@pytest.mark.parametrize(
    ("written", "hint", "fixes"),
    [
        ("Not applicable for arrival times.", 'replace "Not applicable" with "Do not apply"', 1),
        ("Does not apply to arrival times.", 'replace "Does not apply" with "Do not apply"', 1),
        ("Never use for arrival times.", 'replace "Never use" with "Do not use"', 1),
        ("Not used for arrival times.", 'replace "Not used" with "Do not use"', 1),
        ("Skip if no time is given.", 'replace "Skip" with "Do not apply"', 1),
        ("Arrival times.", 'start the text with "Do not apply" and the condition', 0),
    ],
)
def test_an_opening_of_exclusion_criteria_comes_with_the_right_one(
    tmp_path: Path, written: str, hint: str, fixes: int
) -> None:
    (found,) = findings(tmp_path, "TXT504", criteria(written, "exclusion_criteria"))
    assert (found.hint, len(found.fix)) == (hint, fixes)


@pytest.mark.parametrize(
    ("written", "hint", "new"),
    [
        (
            "Apply when a time is given, flag if the record lacks it.",
            'end the sentence before "flag if" with a period and continue with "Flag if"',
            "given. Flag if",
        ),
        (
            "Apply when a time is given; flag it when the record lacks it.",
            'end the sentence before "flag it when" with a period and continue with "Flag if"',
            "given. Flag if",
        ),
        (
            "Apply when a time is given and flag if the record lacks it.",
            'end the sentence before "flag if" with a period and continue with "Flag if"',
            None,
        ),
        (
            "Apply when a time is given. Flags if it lacks.",
            'replace "Flags if" with "Flag if"',
            "Flag if",
        ),
        (
            "Apply when a time is given! FLAG WHERE it lacks.",
            'replace "FLAG WHERE" with "Flag if"',
            "Flag if",
        ),
        ("Apply when a time is given.", 'add a sentence: "Flag if" and what counts as a failure', None),
    ],
)
def test_a_failure_that_is_not_opened_by_flag_if_comes_with_the_change(
    tmp_path: Path, written: str, hint: str, new: str | None
) -> None:
    (found,) = findings(tmp_path, "TXT502", criteria(written))
    assert found.hint == hint
    assert [getattr(change, "new", None) for change in found.fix] == ([new] if new else [])


def test_a_number_that_belongs_to_a_name_opens_no_list(tmp_path: Path) -> None:
    files = criteria("Apply when the plan is X 1. Flag if the plan was X 2. No other plan counts.")
    assert told(tmp_path, "TXT503", files) == []


@pytest.mark.parametrize(
    ("key", "hint", "mended"),
    [
        ('"90%"', "write only the score: `0.9`", "0.9"),
        ('">= 90 %"', "write only the score: `0.9`", "0.9"),
        ('"0.90%"', "write the score without a percent sign, for example `0.90` for 90%", None),
        ('"≥0.9"', "write only the score: `0.9`", "0.9"),
        ('"0,9"', "write only the score: `0.9`", "0.9"),
        ('"0.9"', "delete the quotes: `0.9`", "0.9"),
        ('"1.0"', "delete the quotes: `1.0`", None),
        ('"90% or so"', "write only the score: `0.9`", None),
        ("most", "write the score that the text describes, for example `0.90`", None),
        ("0x1", "write the score as a plain decimal, for example `0.90`", None),
    ],
)
def test_a_level_that_is_no_number_comes_with_the_number(
    tmp_path: Path, key: str, hint: str, mended: str | None
) -> None:
    (found,) = findings(tmp_path, "SCL403", {DEM1: base(DEM1, ("    0.90: ", f"    {key}: "))})
    assert found.hint == hint
    assert [getattr(change, "new", None) for change in found.fix] == ([mended] if mended else [])


@pytest.mark.parametrize(("high", "hint"), [("1", "0.9"), ("1.5", "90"), ("100", "90")])
def test_a_level_in_percent_is_a_share_where_the_scale_ends_at_one(
    tmp_path: Path, high: str, hint: str
) -> None:
    text = base(DEM1, ("max_value: 1.0", f"max_value: {high}"), ("    0.90: ", '    "90%": '))
    (found,) = findings(tmp_path, "SCL403", {DEM1: text})
    assert found.hint == f"write only the score: `{hint}`"


@pytest.mark.parametrize("epoch", ["253402300800", "9" * 5_000, "soon", "1e9"])
def test_a_day_of_the_build_that_no_calendar_has_is_today(
    monkeypatch: pytest.MonkeyPatch, epoch: str, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert datetime.date.today() - today(tmp_path) <= datetime.timedelta(days=1)
