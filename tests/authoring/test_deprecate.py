"""A benchmark is taken out of use as a whole; what only people can decide is listed; a stop does no harm."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import Result

from benchdocs.rules.check import check
from support.commands import edit, run, texts
from support.interrupted_commands import REVIEWERS
from support.paths import DATA, REPOSITORY
from support.suites import crlf, overlay_folder
from support.tables import table

PROMPT = "evaluators/llm-judge/missing_time_prompt.md"
OWN, GIVER, TAKER = (f"a-component/A-{name}.yaml" for name in ("DEM2", "DEM1", "AUX1"))
REPLACED = ("A-DEM2", "--replaced-by", "A-AUX2")


def deprecate(root: Path, *arguments: str) -> Result:
    return run("deprecate", *arguments, "--root", root)


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration suite, in which much names A-DEM2, and A-AUX2 can take its place."""
    root = overlay_folder(tmp_path_factory.mktemp("pristine") / "suite", DATA / "deprecated")
    crlf(root / GIVER)
    run("inventory", "--write", "--root", root)
    return root


@pytest.fixture
def root(pristine: Path, tmp_path: Path) -> Path:
    return shutil.copytree(pristine, tmp_path / "suite")


def test_all_that_follows_of_itself_is_changed_and_nothing_else(root: Path) -> None:
    before = texts(root)
    result = deprecate(root, *REPLACED)
    assert result.exit_code == 0, result.output
    before[OWN] = before[OWN].replace("status: draft", "status: deprecated")
    before[OWN] = before[OWN].replace("type: code\n", "type: code\nreplaced_by: A-AUX2\n")
    before[GIVER] = before[GIVER].replace("use A-DEM2", "use A-AUX2")
    before["a-component/A-DEM9.yaml"] = before["a-component/A-DEM9.yaml"].replace("by: A-DEM2", "by: A-AUX2")
    before["rubrics/A-DEM.yaml"] = before["rubrics/A-DEM.yaml"].replace("  - A-DEM2\n", "")
    before[PROMPT] = before[PROMPT].replace("(A-DEM2)", "(A-AUX2)").replace("(A-OLD2)", "(A-AUX2)")
    after = texts(root)
    assert "1 deprecated" in after["AGENTS.md"] or "2 deprecated" in after["AGENTS.md"]
    assert {**after, "AGENTS.md": ""} == {**before, "AGENTS.md": ""}


def test_what_only_people_can_decide_is_listed_at_its_place(root: Path) -> None:
    output = deprecate(root, *REPLACED).output
    assert "a-component/A-AUX2.yaml:12:55: warning REF212: " in output
    assert "hint: `A-AUX2` itself replaced it: leave out the code" in output
    assert f"{PROMPT}:20:3: warning REF212: " in output
    assert "rubrics/A-AUX.yaml:8 names A-DEM2: " in output
    assert "docs/guide.md:3 names A-DEM2: " in output
    assert "tutorial" not in output
    assert "error WGT301: the weights of A-DEM's `benchmarks` do not sum to 1: 0.5, " in output
    assert output.endswith(
        "The weight 0.50 of A-DEM2 has to be divided among the others by the suite's owners.\n"
    )
    assert PROMPT + ":18" not in output
    assert output.count("AGENTS.md") == 1  # as a file that is changed
    left = {finding.rule for finding in check(root).findings}
    assert left == {"REF212", "WGT301"}


def test_the_guide_names_every_rule_that_a_deprecation_leaves_findings_of(root: Path) -> None:
    (root / "reviewers.yaml").write_text(REVIEWERS)
    assert run("review", "A-DEM", "--reviewer", "ems-1", "--root", root).exit_code == 0
    deprecate(root, *REPLACED)
    left = {finding.rule for finding in check(root).findings}
    guide = (REPOSITORY / "scripts/benchdocs/pages/authoring/deprecate.md").read_text()
    assert "REV1101" in left
    assert {rule for rule in left if rule not in guide} == set()


def test_a_benchmark_can_be_split_or_replaced_by_nothing(root: Path) -> None:
    output = deprecate(root, "A-DEM2", "--split", "A-DEM1, A-AUX1").output
    assert "\nsplit_into: [A-DEM1, A-AUX1]\n" in (root / OWN).read_text()
    assert "name `A-DEM1` or `A-AUX1`, into which it was split, or leave out the code" in output
    assert "name `A-AUX1`, into which it was split, or leave out the code" in output  # in A-DEM1 itself
    assert "A-DEM2" in (root / GIVER).read_text()
    assert deprecate(root, "A-AUX1").exit_code == 0
    assert "replaced_by" not in (root / TAKER).read_text()


def test_a_prompt_that_only_a_deprecated_benchmark_names_is_not_in_use(root: Path) -> None:
    assert "3 prompts in use" in (root / "AGENTS.md").read_text()
    deprecate(root, "A-AUX2")
    assert "2 prompts in use" in (root / "AGENTS.md").read_text()


def test_a_deprecated_benchmark_stays_as_it_is(root: Path) -> None:
    deprecate(root, *REPLACED)
    before = texts(root)
    for arguments in (REPLACED, ("A-DEM2",)):
        result = deprecate(root, *arguments)
        assert result.exit_code == 0
        assert result.output.startswith("nothing to do: A-DEM2 is already deprecated\n")
    assert texts(root) == before


def test_a_status_that_was_written_by_hand_is_followed_up(root: Path) -> None:
    edit(root, OWN, "status: draft", "status: deprecated")
    assert deprecate(root, *REPLACED).exit_code == 0
    assert "A-DEM2" not in (root / "rubrics/A-DEM.yaml").read_text()
    assert "replaced_by: A-AUX2" in (root / OWN).read_text()


def test_a_dry_run_writes_nothing(root: Path) -> None:
    before = texts(root)
    output = deprecate(root, *REPLACED, "--dry-run").output
    assert "dry run: changes rubrics/A-DEM.yaml\n" in output
    assert "+status: deprecated  # once" in output
    assert texts(root) == before


@table
def test_wrong_use_is_answered_in_a_sentence(root: Path, arguments: list[str], answer: str) -> None:
    before = texts(root)
    result = deprecate(root, *arguments)
    assert (result.exit_code, texts(root)) == (2, before)
    assert answer in result.output


def test_the_last_benchmark_of_a_rubric_stays(root: Path) -> None:
    deprecate(root, *REPLACED)
    output = deprecate(root, "A-DEM1").output
    assert "`A-DEM1` is the only benchmark of `A-DEM` in use, and a rubric needs one (REF209)" in output


def test_a_fix_writes_the_successor_where_the_sentence_then_says_the_same(root: Path) -> None:
    edit(root, OWN, "status: draft", "status: deprecated\nreplaced_by: A-AUX2")
    run("check", "--fix", "--root", root)
    assert "use A-AUX2 instead" in (root / GIVER).read_text()
    prompt = (root / PROMPT).read_text()
    assert "(A-AUX2)\n- old ones (A-AUX2)\n- A-DEM2 or A-AUX2\n- A-DEM1 to A-DEM2\n" in prompt
