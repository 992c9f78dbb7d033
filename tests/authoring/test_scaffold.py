"""What `benchdocs new` writes passes at once but for marked blanks, and nothing is taken that is taken."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import Result

from benchdocs.rules.check import check
from benchdocs.rules.finding import Finding, Severity
from benchdocs.specs.choices import EvaluatorType, Status
from benchdocs.specs.discovery import SUITE_NAMES
from support.commands import run, texts
from support.paths import REPOSITORY
from support.stories import stories
from support.suites import suite_with
from support.tables import table

RUBRIC = "rubrics/A-DEM.yaml"
BENCHMARK = "a-component/A-DEM3.yaml"
SCRIPT = "evaluators/code/a_dem3.py"
PROMPT = "evaluators/llm-judge/a_dem3_prompt.md"
LIGHTER = {"a-component/A-DEM2.yaml": "0.25"}
"""A member of the demonstration rubric that leaves a quarter of it."""


def new(root: Path, *arguments: str) -> Result:
    result = run("new", *arguments, "--root", root)
    assert result.exit_code == 0, result.output
    return result


def reweigh(root: Path, weights: dict[str, str]) -> None:
    for path, weight in weights.items():
        text = (root / path).read_text()
        (root / path).write_text(re.sub(r"^weight: .*", f"weight: {weight}", text, flags=re.MULTILINE))


def fill_blanks(root: Path, findings: Iterable[Finding]) -> None:
    """Write a few words in place of each blank, the same for questions that begin alike."""
    numbers: dict[str, int] = {}
    words = "words number {} that belong here, as many as a reason has to have"
    for path in {finding.path for finding in findings if finding.rule == "TXT507"}:
        text = (root / path).read_text()
        filled = re.sub(
            r"TODO: (?:(?!, OR\n)[^.\"\n])*",
            lambda blank: words.format(numbers.setdefault(blank[0][:20], len(numbers))),
            text,
        )
        (root / path).write_text(filled)


def failing(findings: Iterable[Finding]) -> set[str]:
    """The rules of what fails a strict check."""
    return {finding.rule for finding in findings if finding.severity is not Severity.NOTE}


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """The shipped suite's own files, without those of the repository around it."""
    for name in (*SUITE_NAMES, "AGENTS.md"):
        for path in REPOSITORY.glob(name):
            (shutil.copytree if path.is_dir() else shutil.copy)(path, tmp_path / path.name)
    return tmp_path


@pytest.mark.parametrize("evaluator", list(EvaluatorType))
def test_a_new_benchmark_has_blanks_and_no_other_finding(root: Path, evaluator: EvaluatorType) -> None:
    reweigh(root, LIGHTER)
    new(root, "benchmark", "A-DEM3", "--evaluator", evaluator)
    report = check(root)
    noted = {"CAS1604"} - ({"CAS1604"} if evaluator is EvaluatorType.MANUAL_SME else set())
    noted |= {"EVL1705"} if evaluator.needs_script else set()  # the suite's other benchmarks have none
    assert {finding.rule for finding in report.findings} == {"TXT507"} | noted
    assert {finding.path for finding in report.findings if finding.rule == "TXT507"} <= {
        BENCHMARK,
        PROMPT,
        SCRIPT,
    }
    spec = report.suite.benchmark["A-DEM3"]
    assert (spec.fields.status, spec.fields.evaluator_type) == (Status.DRAFT, evaluator)
    assert (spec.fields.weight, spec.fields.threshold) == (Decimal("0.25"), Decimal("0.80"))
    assert (spec.fields.llm_prompt_file == PROMPT) is evaluator.needs_prompt
    assert (root / PROMPT).exists() is evaluator.needs_prompt
    assert (spec.fields.implementation == SCRIPT) is evaluator.needs_script
    assert (root / SCRIPT).exists() is evaluator.needs_script
    fill_blanks(root, report.findings)
    assert {finding.rule for finding in check(root).findings} == noted


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    "evaluator", sorted(EvaluatorType, key=lambda kind: kind is not EvaluatorType.HYBRID)
)
def test_from_the_command_to_a_clean_shipped_suite(shipped: Path, evaluator: EvaluatorType) -> None:
    new(shipped, "benchmark", "A-NEG5", "--evaluator", evaluator, "--label", 'Said "no" twice: ça')
    findings = check(shipped).findings
    assert {finding.rule for finding in findings if finding.severity != "note"} == {"TXT507"}
    fill_blanks(shipped, findings)
    for path in (shipped / "a-component").glob("A-NEG*.yaml"):
        path.write_text(path.read_text().replace("0.25", "0.20"))  # rationales name the weight, too
    reweigh(shipped, {"a-component/A-NEG5.yaml": "0.20"})
    assert [finding.rule for finding in check(shipped).findings if finding.severity != "note"] == ["INV801"]
    run("inventory", "--write", "--root", shipped)
    assert run("check", "--strict", "--root", shipped).exit_code == 0
    assert check(shipped).suite.benchmark["A-NEG5"].fields.label == 'Said "no" twice: ça'


test_story = stories(__file__)


def test_the_prompt_has_the_suite_s_fixed_texts_word_for_word(shipped: Path) -> None:
    new(shipped, "benchmark", "A-FCT9", "--evaluator", "llm_judge", "--label", "Tone of voice")
    reference = (REPOSITORY / "evaluators/llm-judge/PROMPT_SPECS.md").read_text()
    fixed = reference.split("## Fixed texts")[1].split("\n## ")[0]
    texts = re.findall(r"^```text\n(.*?)```$", fixed, re.MULTILINE | re.DOTALL)
    prompt = (shipped / "evaluators/llm-judge/tone_of_voice_prompt.md").read_text()
    assert len(texts) == 4
    assert all(text in prompt for text in texts)


@table
def test_the_rubric_keeps_its_remarks_and_its_style(root: Path, old: str, listed: str) -> None:
    ahead = "# The rubric.\n" + (root / RUBRIC).read_text().split("benchmarks:")[0]
    (root / RUBRIC).write_bytes((ahead + old).encode())
    new(root, "benchmark", "A-DEM3")
    assert (root / RUBRIC).read_bytes().decode() == ahead + listed


def test_a_rubric_comes_with_a_member_and_an_entry_in_its_composite(root: Path) -> None:
    reweigh(root, {"rubrics/A-AUX.yaml": "0.05"})
    told = new(root, "rubric", "A-NEW", "--label", "New things").output
    report = check(root)
    assert failing(report.findings) == {"TXT507"}
    rubric = report.suite.rubric["A-NEW"]
    assert (rubric.fields.weight, rubric.fields.passing_threshold) == (Decimal("0.20"), Decimal("0.80"))
    assert report.suite.rubric["A"].fields.sub_rubrics == ["A-DEM", "A-AUX", "A-NEW"]
    assert [spec.fields.weight for spec in report.suite.members(rubric)] == [Decimal(1)]
    assert "A rubric needs a member: A-NEW1" in told
    fill_blanks(root, report.findings)
    assert failing(check(root).findings) == set()


@table
def test_what_cannot_be_started_is_refused_in_a_sentence(
    root: Path, arguments: list[str], words: str
) -> None:
    auxiliary = (root / "a-component/A-AUX1.yaml").read_text()
    low = auxiliary.replace("A-AUX1", "a-low1")
    suite_with(
        root,
        {
            "pyproject.toml": '[tool.benchdocs]\nreserved = ["A-DEM3"]\n',
            "a-component/A-AUX1.yaml": auxiliary + "aliases: [A-OLD1]\n",
            "a-component/low.yaml": low,
            "f-component": "a file, not a folder",
        },
    )
    before = texts(root)
    result = run("new", *arguments, "--root", root)
    assert (result.exit_code, words in result.output) == (2, True), result.output
    assert "Traceback" not in result.output
    assert texts(root) == before


@table
def test_a_reserved_code_takes_no_other_number(root: Path, reserved: list[str], number: int) -> None:
    suite_with(root, {"pyproject.toml": f"[tool.benchdocs]\nreserved = {reserved}\n"})
    assert (
        f"the next free code is `A-DEM{number}`" in run("new", "benchmark", "A-DEM1", "--root", root).output
    )


@table
def test_a_new_benchmark_says_what_is_counted_and_on_how_many_cases(
    root: Path, threshold: str, fewest: int
) -> None:
    rubric = root / RUBRIC
    rubric.write_text(
        rubric.read_text().replace("passing_threshold: 0.80", f"passing_threshold: {threshold}")
    )
    new(root, "benchmark", "A-DEM3", "--evaluator", "code")
    fields = check(root).suite.benchmark["A-DEM3"].fields
    assert fields.metric
    formula = f"Formula: ({fields.metric.numerator} / {fields.metric.denominator})."
    assert formula in (fields.concept or "")
    assert fields.min_cases == fewest


@table
def test_a_new_benchmark_has_a_case_file_whose_remark_is_a_case(
    root: Path, evaluator: str, path: str
) -> None:
    new(root, "benchmark", "A-DEM3", "--evaluator", evaluator)
    file = root / f"evaluators/cases/{path}.yaml"
    assert [f.message for f in check(root).findings if f.rule == "CAS1604"]
    text = file.read_text()
    head, _, remark = text.partition("cases: []\n")
    lines = [line.removeprefix("#") for line in remark.splitlines() if line.startswith("#  ")]
    file.write_text("\n".join([f"{head}cases:", *lines, ""]))
    (root / "evaluators/labels.yaml").write_text(
        "labels:\n  times: {meaning: Times., type: list}\nrecord:\n  arrival: {meaning: It., type: section}\n"
    )
    findings = [finding for finding in check(root).findings if finding.path.endswith(f"{path}.yaml")]
    assert {(finding.rule, finding.severity) for finding in findings} == {("CAS1604", Severity.WARNING)}


def test_what_a_benchmark_lacks_beside_the_others_is_noted(shipped: Path) -> None:
    spec = shipped / "a-component/A-FMT2.yaml"
    spec.write_text(re.sub(r"^metric:\n(  .*\n)+|^min_cases: .*\n", "", spec.read_text(), flags=re.MULTILINE))
    (shipped / "evaluators/cases/a-fmt2.yaml").unlink()
    (finding,) = (finding for finding in check(shipped).findings if finding.rule == "TXT509")
    assert finding.message == "A-FMT2 has no `metric`, no `min_cases`, no case file"
    assert (finding.severity, finding.path) == (Severity.NOTE, "a-component/A-FMT2.yaml")


def test_a_script_that_only_has_its_first_line_still_has_a_blank(root: Path) -> None:
    assert run("new", "benchmark", "A-DEM3", "--evaluator", "code", "--root", root).exit_code == 0
    path = root / SCRIPT
    head, body = '"""A-DEM3: whether the interpreter is named."""\n', path.read_text().partition("\n")[2]
    path.write_text(head + body)
    found = [finding for finding in check(root).findings if finding.path == SCRIPT]
    assert [(finding.rule, finding.message) for finding in found if finding.rule == "TXT507"] == [
        ("TXT507", "a blank is left to fill in: decide the case")
    ]
    path.write_text(f"{head}# TODO: ask the team.\n{body.replace('TODO: ', '')}")
    assert "TXT507" not in {finding.rule for finding in check(root).findings if finding.path == SCRIPT}
