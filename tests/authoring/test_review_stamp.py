"""A review stamp is written without disturbing its file, and tells when what was reviewed has changed."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from textwrap import indent

import pytest
from click.testing import CliRunner, Result

from benchdocs.cli.main import main
from benchdocs.documents.yaml_edit import EditError, with_mapping
from benchdocs.rules.check import check
from benchdocs.suite.fingerprints import fingerprint
from benchdocs.suite.reviews import Standing, standing
from support.repositories import Repository
from support.suites import suite_with

DEM1, RUBRIC = "a-component/A-DEM1.yaml", "rubrics/A-DEM.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


def review(root: Path, code: str = "A-DEM1") -> Result:
    return run("review", code, "--by", 'The "method" group: B', "--on", "2026-01-31", "--root", root)


def standing_of(root: Path, code: str = "A-DEM1") -> Standing:
    suite = check(root).suite
    return standing(suite, suite.benchmark.get(code) or suite.rubric[code])


def stamped(text: str) -> str:
    """A text with the stamp that the command writes."""
    return with_mapping(text, "review", {"by": '"B"', "on": "2026-01-31", "fingerprint": '"cd"'})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return suite_with(tmp_path / "suite")


def test_a_stamp_is_added_and_everything_else_stays_as_it_was(root: Path) -> None:
    before = (root / DEM1).read_bytes()
    result = review(root)
    assert result.exit_code == 0, result.output
    assert result.output == (
        f'{DEM1}: A-DEM1 is stamped as reviewed by The "method" group: B on 2026-01-31\n'
    )
    after = (root / DEM1).read_bytes()
    assert after.startswith(before)
    assert after[len(before) :].startswith(b'review:\n  by: "The \\"method\\" group: B"\n  on: 2026-01-31\n')
    stamp = check(root).suite.benchmark["A-DEM1"].fields.review
    assert stamp
    assert after.endswith(f'  fingerprint: "{stamp.fingerprint}"\n'.encode())
    assert (stamp.by, stamp.on) == ('The "method" group: B', date(2026, 1, 31))
    assert standing_of(root) is Standing.CURRENT
    assert not check(root).findings


@pytest.mark.parametrize(
    "old",
    [
        'review: {by: "X", on: 2025-01-01, fingerprint: "ab"}\n',
        'review:\n    by: X # a remark\n\n    on: 2025-01-01\n    fingerprint: "ab"\n',
        'review: {by: "X",\n  on: 2025-01-01,\n  fingerprint: "ab"}\n',
    ],
    ids=["in one line", "in a block", "in brackets over lines"],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_older_stamp_is_replaced_where_it_stands(old: str, end: str) -> None:
    head, tail = "# of the team\ncode: A-DEM1\n", "\n# Half.\nweight: 0.5  # of it\n"
    text = (head + old + tail).replace("\n", end)
    stamp = 'review:\n  by: "B"\n  on: 2026-01-31\n  fingerprint: "cd"\n'
    assert stamped(text) == (head + stamp + tail).replace("\n", end)


def test_a_file_without_a_line_end_at_its_end_gets_one() -> None:
    assert stamped("code: A").startswith("code: A\nreview:\n")


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (DEM1, "weight: 0.5", "criticality: hard_gate\nweight: 0.5"),
        (DEM1, "A rare miss", "Some misses"),
        (DEM1, "Arrival time recorded", "Arrival"),
        (DEM1, "Flag if the record lacks", "Flag if it lacks"),
        (PROMPT, "times in the narrative", "all times"),
    ],
    ids=["gate", "level", "label", "criteria", "prompt"],
)
def test_what_affects_the_score_outdates_a_review(root: Path, path: str, old: str, new: str) -> None:
    review(root)
    text = (root / path).read_text()
    assert old in text
    (root / path).write_text(text.replace(old, new))
    assert standing_of(root) is Standing.OUTDATED
    assert "REV1101" in {finding.rule for finding in check(root).findings}
    review(root)
    assert standing_of(root) is Standing.CURRENT


STAMP = 'review:\n  by: "B"\n  on: 2026-01-31\n  fingerprint: "cd"\n'


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('code: A\n"review": {by: X, on: 2025-01-01, fingerprint: ab}\n', f"code: A\n{STAMP}"),
        ("  code: A\n  weight: 0.5\n", "  code: A\n  weight: 0.5\n" + indent(STAMP, "  ")),
        ("\ufeffreview: {by: X, on: 2025-01-01, fingerprint: ab}\ncode: A\n", f"\ufeff{STAMP}code: A\n"),
        (
            "code: A\nreview: {by: X,\n  on: 2025-01-01, fingerprint: ab\n}\nweight: 1\n",
            f"code: A\n{STAMP}weight: 1\n",
        ),
    ],
    ids=["quoted key", "indented", "byte order mark", "brace at the margin"],
)
def test_a_file_of_an_unusual_form_is_stamped(text: str, after: str) -> None:
    assert stamped(text) == after


@pytest.mark.parametrize(
    "text", ["{code: A, weight: 0.5}\n", "code: A\n...\n"], ids=["in brackets", "end marker"]
)
def test_a_file_whose_form_leaves_no_place_is_refused(text: str) -> None:
    with pytest.raises(EditError):
        stamped(text)


def test_remarks_around_a_stamp_stay() -> None:
    head, tail = "code: A\n", "\n\n  # about the weight\n# Half.\nweight: 1\n"
    stamp = 'review:\n  by: "B"\n  on: 2026-01-31\n  fingerprint: "cd"\n'
    old = "review:\n\n\n  by: X\n# of May\n  on: 2025-01-01\n\n\n  fingerprint: ab\n"
    assert stamped(head + old + tail) == head + stamp + tail


def test_a_refused_stamp_is_shown_to_be_written_by_hand(root: Path) -> None:
    before = (root / DEM1).read_text() + "...\n"
    (root / DEM1).write_text(before)
    result = review(root)
    assert result.exit_code == 1
    assert "is not stamped: the file's form leaves no place" in result.output
    assert "review: {by: " in result.output
    assert (root / DEM1).read_text() == before


def test_a_retired_member_outdates_the_review_of_its_rubric(root: Path) -> None:
    review(root, "A-DEM")
    (root / DEM1).write_text((root / DEM1).read_text() + "status: deprecated\n")
    assert standing_of(root, "A-DEM") is Standing.OUTDATED


def test_what_changes_nothing_outdates_nothing(root: Path) -> None:
    review(root)
    text = (root / DEM1).read_text()
    text = text.replace("weight: 0.5", "# Half.\nweight:   0.50\nversion: 2")
    (root / DEM1).write_text(text.replace("\n  Apply when", "\n  Apply\n  when"))
    prompt = root / PROMPT
    prompt.write_text(prompt.read_text().replace("- times", "-   times"))
    assert standing_of(root) is Standing.CURRENT


def test_a_rubric_is_reviewed_with_its_members_in_any_order(root: Path) -> None:
    assert review(root, "A-DEM").exit_code == 0
    text = (root / RUBRIC).read_text()
    (root / RUBRIC).write_text(text.replace("  - A-DEM1\n  - A-DEM2\n", "  - A-DEM2\n  - A-DEM1\n"))
    assert standing_of(root, "A-DEM") is Standing.CURRENT
    (root / RUBRIC).write_text(text.replace("  - A-DEM2\n", ""))
    assert standing_of(root, "A-DEM") is Standing.OUTDATED


def test_every_spec_has_a_fingerprint_of_its_own(root: Path) -> None:
    suite = check(root).suite
    marks = {fingerprint(suite, spec) for spec in suite.specs}
    assert len(marks) == len(suite.specs)


def test_a_spec_with_errors_is_not_stamped(root: Path) -> None:
    (root / DEM1).write_text((root / DEM1).read_text().replace("weight: 0.5", "weight: 5"))
    before = (root / DEM1).read_bytes()
    result = review(root)
    assert result.exit_code == 1
    assert "error FLD104" in result.output
    assert result.output.endswith(f"{DEM1} is not stamped: mend its errors first\n")
    assert (root / DEM1).read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("A-DEM3", "--by", "B"), "did you mean `A-DEM"),
        (("A-DEM1", "--by", " "), "--by needs the name"),
        (("A-DEM1", "--by", "B", "--on", "31.1.2026"), "does not match the format"),
        (("A-DEM1",), "Missing option '--by'"),
    ],
)
def test_wrong_usage_is_told(root: Path, arguments: tuple[str, ...], words: str) -> None:
    result = run("review", *arguments, "--root", root)
    assert (result.exit_code, words in result.output) == (2, True), result.output


def test_a_former_code_leads_on_to_the_one_in_use(root: Path) -> None:
    path = root / DEM1
    path.write_text(path.read_text() + "aliases: [A-DEM7]\n")
    result = run("review", "A-DEM7", "--by", "B", "--root", root)
    assert "it is a former code, write `A-DEM1`" in result.output


def test_a_version_is_not_lowered(tmp_path: Path) -> None:
    old = suite_with(tmp_path / "old")
    (old / DEM1).write_text((old / DEM1).read_text() + "version: 3\n")
    root = suite_with(tmp_path / "new")
    (root / DEM1).write_text((root / DEM1).read_text() + "version: 2\n")
    against = run("check", "--root", root, "--against", old)
    assert against.exit_code == 1
    assert "error VER1001: `A-DEM1` is version 2, after version 3" in against.output
    assert "hint: write `version: 3`" in against.output


def test_check_holds_a_suite_against_a_revision_or_a_folder(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.edit(DEM1, "Flag if the record lacks", "Flag if it lacks")
    against = run("check", "--root", repository.root, "--against", "HEAD")
    assert against.exit_code == 1
    assert f"{DEM1}:1:7: error VER1001: `A-DEM1`, active before, is scored otherwise now" in against.output
    assert "hint: write `version: 2`; what changed: A-DEM1 inclusion criteria reworded" in against.output
    assert run("check", "--root", repository.root).exit_code == 0
    repository.edit(DEM1, "weight:", "version: 2\nweight:")
    assert run("check", "--root", repository.root, "--against", "HEAD").exit_code == 0
    assert run("check", "--root", repository.root, "--against", suite_with(tmp_path / "old")).exit_code == 0
    unknown = run("check", "--root", repository.root, "--against", "v9")
    assert unknown.exit_code == 2
    assert "`v9` is neither a folder nor a revision" in unknown.output
