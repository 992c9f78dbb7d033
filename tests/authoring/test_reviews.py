"""Reviews are recorded in files of their own, and tell when what was reviewed has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.suite.meaning import fingerprint
from benchdocs.suite.reviews import Standing, not_agreed
from support.commands import edit, rename, run
from support.repositories import Repository
from support.reviews import DEM1, DRAFT, PROMPT, RECORD, REVIEWERS, RUBRIC, review, rules, standing_of, status
from support.suites import suite_with
from support.tables import table


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return suite_with(tmp_path / "suite", {"reviewers.yaml": REVIEWERS})


# Writing ----------------------------------------------------------------------------------------------


def test_a_review_is_a_file_of_its_own(root: Path) -> None:
    before = (root / DEM1).read_bytes()
    result = review(root, "A-DEM1", "--outcome", "weight=reject", "--comment", 'Say "why": now')
    assert result.exit_code == 0, result.output
    assert result.output == f"writes {RECORD}\n"
    suite = check(root).suite
    mark = fingerprint(suite, suite.benchmark["A-DEM1"])
    assert (root / RECORD).read_text() == (
        f'code: A-DEM1\nversion: 1\nfingerprint: "{mark}"\nreviewer: ems-1\n'
        'role: "Paramedic"\nqualification: "Ten years on ambulances"\nconflicts: "None known"\n'
        'date: 2026-01-31\noutcome:\n  weight: reject\ncomment: "Say \\"why\\": now"\n'
    )
    assert (root / DEM1).read_bytes() == before
    assert standing_of(root) is Standing.CURRENT


def test_a_list_or_a_rubric_with_its_members_is_reviewed_at_once(root: Path) -> None:
    assert review(root, "A-DEM", "A-AUX1", "--with-members").exit_code == 0
    reviewed = {path.parent.name for path in root.glob("reviews/*/*.yaml")}
    assert reviewed == {"A-DEM", "A-DEM1", "A-DEM2", "A-AUX1"}
    assert rules(root) == []


def test_an_unknown_reviewer_is_refused_with_the_lines_to_add(root: Path) -> None:
    result = review(root, reviewer="ems-3")
    assert result.exit_code == 1
    assert "lists no reviewer `ems-3`" in result.output
    assert "  - id: ems-3\n    role: \n    qualification: \n    conflicts:" in result.output
    assert not (root / "reviews").exists()


def test_a_record_is_never_overwritten_and_the_same_one_is_no_fault(root: Path) -> None:
    assert review(root).exit_code == 0
    written = (root / RECORD).read_text()
    again = review(root)
    assert (again.exit_code, again.output) == (0, "nothing to do: this review is recorded already\n")
    other = review(root, "A-DEM", "A-DEM1", "--outcome", "all=reject")
    assert other.exit_code == 1
    assert "records are never changed" in other.output
    assert (root / RECORD).read_text() == written
    assert not (root / "reviews/A-DEM").exists()


def test_a_wrong_record_is_replaced_until_it_is_committed_and_then_followed_by_another(
    tmp_path: Path,
) -> None:
    repository = Repository(tmp_path)
    (tmp_path / "reviewers.yaml").write_text(REVIEWERS)
    repository.commit("Reviewers")
    record, on = tmp_path / "reviews/A-DEM1/2023-11-16-ems-1.yaml", "2023-11-16"
    reject = ("A-DEM1", "--outcome", "all=reject")
    assert review(tmp_path, on=on).exit_code == 0
    refused = review(tmp_path, *reject, on=on)
    assert (refused.exit_code, "replace it with `--replace`" in refused.output) == (1, True)
    assert "all: agree" in record.read_text()
    shown = review(tmp_path, *reject, "--replace", "--dry-run", on=on)
    assert (shown.exit_code, "+  all: reject" in shown.output) == (0, True)
    repository.git("add", "-A")
    replaced = review(tmp_path, *reject, "--replace", on=on)
    assert (replaced.exit_code, replaced.output.splitlines()[0]) == (
        0,
        "changes reviews/A-DEM1/2023-11-16-ems-1.yaml",
    )
    assert "all: reject" in record.read_text()
    repository.commit("A review")
    for more in ((), ("--replace",)):
        refused = review(tmp_path, *more, "A-DEM1", on=on)
        assert refused.exit_code == 1
        assert "committed records are never changed; add one with a later date" in refused.output
        assert "`--on 2023-11-17`" in refused.output
    assert "all: reject" in record.read_text()
    assert review(tmp_path, on="2023-11-17").exit_code == 0


def test_a_spec_with_errors_is_not_recorded(root: Path) -> None:
    edit(root, DEM1, "weight: 0.5", "weight: 5")
    result = review(root)
    assert result.exit_code == 1
    assert "A-DEM1 has errors; fix them first: a-component/A-DEM1.yaml" in result.output
    assert not (root / "reviews").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("A-DEM3", "--reviewer", "ems-1"), "did you mean `A-DEM"),
        (("A-DEM1",), "`--reviewer ID` is missing"),
        ((), "name the code"),
        (("A-DEM1", "--reviewer", "ems-1", "--on", "31.1.2026"), "does not match the format"),
        (("A-DEM1", "--reviewer", "ems-1", "--outcome", "wait=agree"), "`wait=agree` is not an outcome"),
        (("A-DEM1", "--reviewer", "ems-1", "--outcome", "weight=yes"), "`weight=yes` is not an outcome"),
        (("A-DEM", "A-DEM1", "--reviewer", "ems-1", "--outcome", "threshold=agree"), "is not an outcome"),
        *(
            (("A-DEM1", "--reviewer", "ems-1", "--comment", f"No{char}"), f"U+{ord(char):04X}")
            for char in "\udcff\x85\x9b\x07\u2028\u202e"
        ),
    ],
)
def test_wrong_usage_is_told(root: Path, arguments: tuple[str, ...], words: str) -> None:
    result = run("review", *arguments, "--root", root)
    assert (result.exit_code, words in result.output) == (2, True), result.output


def test_a_day_that_cannot_be_is_refused(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"reviewers.yaml": REVIEWERS})
    result = review(root, on="2999-01-31")
    assert (result.exit_code, "2999-01-31 is in the future" in result.output) == (1, True), result.output
    assert not (root / "reviews").exists()


def test_nothing_is_written_through_a_linked_folder(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / "reviews").mkdir()
    (root / "reviews/A-DEM1").symlink_to(outside)
    result = review(root)
    assert (result.exit_code, "reviews/A-DEM1: the folder is a link" in result.output) == (1, True)
    assert list(outside.iterdir()) == []


def test_a_former_code_leads_on_to_the_one_in_use(root: Path) -> None:
    (root / DEM1).write_text((root / DEM1).read_text() + "aliases: [A-DEM7]\n")
    assert "it is a former code; use `A-DEM1`" in review(root, "A-DEM7").output


# What a review covers ---------------------------------------------------------------------------------


@table
def test_a_change_makes_a_review_suspect_until_the_next(root: Path, path: str, old: str, new: str) -> None:
    review(root)
    edit(root, path, old, new)
    assert standing_of(root) is Standing.OUTDATED
    assert rules(root) == ["REV1101"]
    assert review(root, on="2026-02-01").exit_code == 0
    assert standing_of(root) is Standing.CURRENT
    assert rules(root) == []


def test_what_changes_nothing_leaves_a_review_valid(root: Path) -> None:
    review(root)
    edit(root, DEM1, "weight: 0.5", "# Half.\nweight:   0.50\nversion: 2")
    edit(root, DEM1, "\n  Apply when", "\n  Apply\n  when")
    edit(root, PROMPT, "- times", "-   times")
    assert standing_of(root) is Standing.CURRENT


def test_a_member_s_weight_makes_the_reviews_above_it_suspect(root: Path) -> None:
    review(root, "A-DEM", "A-DEM1", "A-DEM2")
    edit(root, DEM1, "weight: 0.5", "weight: 0.85")
    assert standing_of(root, "A-DEM") is Standing.OUTDATED
    assert standing_of(root, "A-DEM2") is Standing.CURRENT


def test_while_nothing_of_it_is_active_suspicion_is_a_note(root: Path) -> None:
    for name in ("A-DEM1", "A-DEM2"):
        path = root / f"a-component/{name}.yaml"
        path.write_text(path.read_text() + DRAFT)
    review(root, "A-DEM", "A-DEM1")
    edit(root, DEM1, "weight: 0.5", "weight: 0.50001")
    found = {finding.path: finding.severity for finding in check(root).findings if finding.rule == "REV1101"}
    assert found == {DEM1: "note", RUBRIC: "note"}


def test_who_cannot_judge_has_not_reviewed(root: Path) -> None:
    review(root, "A-DEM1", "--outcome", "all=cannot_judge")
    assert standing_of(root) is Standing.NONE


def test_reviews_follow_a_code_to_its_new_name(root: Path) -> None:
    review(root)
    rename(root, "A-DEM1", "A-DEM7")
    assert (root / RECORD).exists()
    assert standing_of(root, "A-DEM7") is Standing.OUTDATED
    assert set(rules(root)) == {"REV1101"}


# Rejections and agreement -----------------------------------------------------------------------------


def test_a_rejection_is_open_until_its_reviewer_or_a_decision_answers(root: Path) -> None:
    review(root, "A-DEM1", "--outcome", "weight=reject")
    assert rules(root) == ["REV1107"]
    review(root, "A-DEM1", reviewer="ems-2", on="2026-02-01")
    assert rules(root) == ["REV1107"]
    review(root, "A-DEM1", on="2026-02-02")
    assert rules(root) == []
    review(root, "A-DEM1", "--outcome", "weight=reject", on="2026-02-03")
    before = (root / DEM1).read_text()
    source = RECORD.replace("01-31", "02-03")
    for state in ("provisional", "disputed", "established"):
        decision = f"  - fields: [weight]\n    state: {state}\n    by: The owners\n    source: {source}\n"
        (root / DEM1).write_text(f"{before}decisions:\n{decision}")
        assert ("REV1107" in rules(root)) == (state != "established"), state


def test_a_draft_of_which_every_value_is_agreed_to_may_become_active(root: Path) -> None:
    (root / DEM1).write_text((root / DEM1).read_text() + DRAFT)
    assert status(root, "A-DEM1") == "A-DEM1: not reviewed\n"
    review(root, "A-DEM1", "--outcome", "weight=agree", "--outcome", "label=agree_with_change")
    suite = check(root).suite
    left = not_agreed(suite, suite.benchmark["A-DEM1"])
    assert "weight" not in left
    assert {"label", "threshold", "criteria"} <= set(left)
    assert "may become active" not in status(root)
    review(root, on="2026-02-01")
    agreed, again = status(root, "A-DEM1").splitlines()[-2:]
    assert agreed == "A-DEM1: a reviewer agreed to every value; it may become active"
    assert again == "A-DEM1: when it is active, have it reviewed again: a review covers the status too"
    assert check(root).suite.benchmark["A-DEM1"].fields.status == "draft"
    review(root, "A-DEM1", "--outcome", "weight=reject", reviewer="ems-2", on="2026-02-02")
    assert "may become active" not in status(root)
    assert "; rejected: weight by ems-2" in status(root, "A-DEM1")


def test_the_status_of_every_spec_is_told(root: Path) -> None:
    review(root)
    lines = status(root).splitlines()
    assert "A-DEM1: reviewed 2026-01-31 by ems-1 (Paramedic): all agree" in lines
    assert len(lines) == len(check(root).suite.specs)


# Stamps -----------------------------------------------------------------------------------------------


def test_a_stamp_is_recorded_as_its_finding_says(root: Path) -> None:
    suite, before = check(root).suite, (root / DEM1).read_text()
    mark = fingerprint(suite, suite.benchmark["A-DEM1"])
    stamp = f'review:\n  by: Paramedic\n  on: 2026-01-31\n  fingerprint: "{mark}"\n'
    (root / DEM1).write_text(before + stamp)
    (finding,) = check(root).findings
    assert (finding.rule, finding.hint) == (
        "REV1108",
        "record it: `benchdocs review A-DEM1 --reviewer ID --on 2026-01-31`; then delete it",
    )
    review(root)
    (root / DEM1).write_text(before)
    assert rules(root) == []
    assert standing_of(root) is Standing.CURRENT


def test_a_list_of_reviewers_that_cannot_be_read_is_named_as_the_reason(root: Path) -> None:
    (root / "reviewers.yaml").write_text("- {id: ems-3, role: Nurse}\n")
    result = run("review", "A-DEM1", "--reviewer", "ems-3", "--root", root)
    assert result.exit_code == 1
    assert "`reviewers.yaml` cannot be read completely; `benchdocs check` says why" in result.output


def test_several_specs_take_the_outcomes_that_all_of_them_have(root: Path) -> None:
    refused = run("review", "A-DEM1", "A-DEM", "--reviewer", "ems-1", "--outcome", "x=agree", "--root", root)
    assert "label, weight, the values that all of these have, and agree" in refused.output
