"""Former codes, versions and vanished files, held against an earlier state that differs from case to case."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from benchdocs.history.revisions import suite_at
from benchdocs.rules.check import check
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite
from support.paths import BASE
from support.repositories import Repository
from support.suites import suite_with
from support.tables import table

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"


def spec(path: str, more: str = "", **changes: str) -> str:
    """A spec of the demonstration suite with values replaced and lines added."""
    text = (BASE / path).read_text()
    for old, new in changes.items():
        assert text.count(f"{old}: ") == 1
        head, _, rest = text.partition(f"{old}: ")
        text = f"{head}{old}: {new}\n{rest.partition(chr(10))[2]}"
    return text + more


def told(tmp_path: Path, before: Mapping[str, str], after: Mapping[str, str], *gone: str) -> list[str]:
    """What the rules of versions say, `after` having taken the place of `before`."""
    earlier = Suite(load(suite_with(tmp_path / "before", before)))
    root = suite_with(tmp_path / "after", after)
    for path in gone:
        (root / path).unlink()
    found = check(root, earlier).findings
    return [f"{each.place} {each.rule}: {each.message}" for each in found if each.rule.startswith("VER")]


def test_a_former_code_that_is_listed_no_more_has_vanished(tmp_path: Path) -> None:
    before = {DEM2: spec(DEM2, "aliases: [A-DEM7]\n")}
    assert told(tmp_path, before, {}) == [
        f"rubrics/A-DEM.yaml:8:3 VER1002: the code `A-DEM7` is gone; it was in {DEM2}"
    ]


def test_a_former_code_of_a_second_holder_of_a_code_counts_for_nothing(tmp_path: Path) -> None:
    before = {"b-component/B-DEM1.yaml": "aliases: [B-DEM7]\n", DEM2: spec(DEM2)}
    assert told(tmp_path, before, {"b-component/B-DEM1.yaml": "aliases: [B-DEM7]\n"}) == []


def test_a_code_whose_rubric_is_gone_as_well_is_told_at_the_settings(tmp_path: Path) -> None:
    before = {"b-component/B-OLD1.yaml": spec(DEM2, code="B-OLD1", parent_rubric="B-OLD")}
    assert told(tmp_path, before, {}) == [
        "benchdocs.toml:1:1 VER1002: the code `B-OLD1` is gone; it was in b-component/B-OLD1.yaml"
    ]


def test_a_former_code_does_not_come_back_as_another_benchmarks(tmp_path: Path) -> None:
    before = {DEM2: spec(DEM2, "aliases: [A-DEM7]\n")}
    after = {DEM2: spec(DEM2), "a-component/A-DEM7.yaml": spec(DEM2, code="A-DEM7")}
    assert told(tmp_path, before, after) == [
        "a-component/A-DEM7.yaml:1:7 VER1003: `A-DEM7` came back: the code was a former code of `A-DEM2`"
    ]


def test_a_benchmark_may_take_its_own_former_code_again(tmp_path: Path) -> None:
    before = {DEM2: spec(DEM2, "aliases: [A-DEM7]\n")}
    after = {"a-component/A-DEM7.yaml": spec(DEM2, "aliases: [A-DEM2]\n", code="A-DEM7")}
    assert told(tmp_path, before, after, DEM2) == []


def test_a_code_that_was_there_before_may_stay_though_it_is_reserved_or_a_former_one(tmp_path: Path) -> None:
    reserved = '[tool.benchdocs]\nreserved = ["A-DEM2"]\n'
    before = {DEM1: spec(DEM1, "aliases: [A-DEM2]\n"), "pyproject.toml": reserved}
    assert told(tmp_path, before, {DEM1: spec(DEM1, "aliases: [A-DEM2]\n")}) == []


def test_a_version_that_is_stated_is_where_the_finding_stands(tmp_path: Path) -> None:
    before = {DEM2: spec(DEM2, "version: 2\n")}
    after = {DEM2: spec(DEM2, "version: 2\n", threshold="0.85")}
    line = len(spec(DEM2).splitlines()) + 1
    (finding,) = told(tmp_path, before, after)
    assert finding.startswith(
        f"{DEM2}:{line}:10 VER1001: `A-DEM2`, active before, is now scored differently,"
    )
    assert finding.endswith("but still version 2")


def test_a_version_that_falls_while_scores_change_is_told_with_both_numbers(tmp_path: Path) -> None:
    before = {DEM2: spec(DEM2, "version: 3\n")}
    after = {DEM2: spec(DEM2, "version: 2\n", threshold="0.85")}
    (finding,) = told(tmp_path, before, after)
    assert finding.endswith(
        "VER1001: `A-DEM2`, active before, is now scored differently, but version 2 after 3"
    )


def test_a_version_that_falls_while_scores_stay_is_told(tmp_path: Path) -> None:
    (finding,) = told(tmp_path, {DEM2: spec(DEM2, "version: 3\n")}, {DEM2: spec(DEM2, "version: 2\n")})
    assert finding.endswith("VER1001: `A-DEM2` is version 2, after version 3")


def test_all_that_changed_is_told(tmp_path: Path) -> None:
    earlier = Suite(load(suite_with(tmp_path / "before")))
    root = suite_with(tmp_path / "after", {DEM2: spec(DEM2, weight="0.4", threshold="0.85")})
    told = (each for each in check(root, earlier).findings if each.rule == "VER1001")
    found = next(each for each in told if each.path == DEM2)
    changed = "what changed: A-DEM2 weight 0.5 → 0.4; A-DEM2 threshold 0.80 → 0.85"
    assert found.hint == f"write `version: 2`; {changed}"


# Rubrics, and drafts that were active --------------------------------------------------------------------


def told_here(repository: Repository, base: str) -> list[str]:
    """What VER1001 says of a repository's files as they are, held against a commit."""
    found = check(repository.root, suite_at(base, repository.root)).findings
    return [f"{each.path}: {each.message}" for each in found if each.rule == "VER1001"]


def test_another_weight_of_a_member_asks_for_a_new_version_of_the_rubric(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.edit(DEM1, "weight: 0.5", "weight: 0.6\nversion: 2")
    repository.edit(DEM2, "weight: 0.5", "weight: 0.4\nversion: 2")
    (finding,) = told_here(repository, "HEAD")
    assert finding.startswith("rubrics/A-DEM.yaml: `A-DEM`, with an active member before, is now scored")
    repository.edit("rubrics/A-DEM.yaml", "category:", "version: 2\ncategory:")
    assert told_here(repository, "HEAD") == []


def test_a_change_made_while_a_benchmark_was_a_draft_asks_for_a_new_version(tmp_path: Path) -> None:
    """The threshold is lowered in three steps, none of which changes an active benchmark."""
    repository = Repository(tmp_path)
    repository.edit(DEM2, "weight: 0.5", "status: draft\nweight: 0.5")
    repository.commit("Back to the drawing board")
    base = repository.git("rev-parse", "HEAD").strip()
    repository.edit(DEM2, "threshold: 0.80", "threshold: 0.50")
    repository.commit("A lower bar")
    repository.edit(DEM2, "status: draft", "status: active")
    repository.commit("Done")
    for against in (base, "HEAD~1", "HEAD~3"):
        (finding,) = told_here(repository, against)
        assert finding.startswith(f"{DEM2}: `A-DEM2`, active"), against
    repository.edit(DEM2, "status: active", "version: 2")
    for against in (base, "HEAD~1", "HEAD~3"):
        assert told_here(repository, against) == [], against


def test_what_was_taken_back_and_what_was_never_active_owe_no_version(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.edit(DEM2, "weight: 0.5", "status: draft\nweight: 0.5")
    repository.commit("Back to the drawing board")
    repository.edit(DEM2, "threshold: 0.80", "threshold: 0.50")
    repository.commit("A lower bar")
    repository.edit(DEM2, "threshold: 0.50", "threshold: 0.80")
    repository.edit(DEM2, "status: draft", "status: active")
    repository.commit("As it was")
    assert told_here(repository, "HEAD~1") == []


def test_a_composite_is_in_use_as_soon_as_a_benchmark_far_below_it_is(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.edit("rubrics/A-DEM.yaml", "weight: 0.75", "weight: 0.70\nversion: 2")
    repository.edit("rubrics/A-AUX.yaml", "weight: 0.25", "weight: 0.30\nversion: 2")
    (finding,) = told_here(repository, "HEAD")
    assert finding.startswith("rubrics/A.yaml: `A`, with an active benchmark below it before, is now scored")
    repository.edit("rubrics/A.yaml", "weight: 1", "weight: 1\nversion: 2")
    assert told_here(repository, "HEAD") == []


def test_a_members_gate_asks_for_a_version_of_its_rubric_and_of_none_above(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.edit(DEM1, "weight: 0.5", "weight: 0.5\ncriticality: hard_gate\nversion: 2")
    (finding,) = told_here(repository, "HEAD")
    assert finding.startswith("rubrics/A-DEM.yaml: `A-DEM`, with an active member before, is now scored")


def test_a_members_threshold_asks_for_no_version_of_its_rubric(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.edit(DEM1, "threshold: 0.9", "version: 2\nthreshold: 0.8")
    assert told_here(repository, "HEAD") == []


@table
def test_a_rubric_changed_while_all_below_it_were_drafts_owes_a_version(
    tmp_path: Path, path: str, old: str, new: str
) -> None:
    repository = Repository(tmp_path)
    for benchmark in (DEM1, DEM2, "a-component/A-AUX1.yaml"):
        repository.edit(benchmark, "weight: ", "status: draft\nweight: ")
    repository.commit("Back to the drawing board")
    repository.edit(path, old, new)
    repository.commit("A lower bar")
    repository.edit(DEM1, "status: draft", "status: active")
    repository.commit("Done")
    for against in ("HEAD~1", "HEAD~2", "HEAD~3"):
        (finding,) = told_here(repository, against)
        assert finding.startswith(f"{path}: `A"), against
        assert "active " in finding, against
    repository.edit(path, "weight: ", "version: 2\nweight: ")
    for against in ("HEAD~1", "HEAD~2", "HEAD~3"):
        assert told_here(repository, against) == [], against


def test_a_member_swapped_for_another_while_all_were_drafts_is_not_taken_back(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    rubric = "rubrics/A-DEM.yaml"
    repository.edit(rubric, "  - A-DEM2\n", "")
    repository.commit("One less")
    for benchmark in (DEM1, DEM2):
        repository.edit(benchmark, "weight: ", "status: draft\nweight: ")
    repository.commit("Back to the drawing board")
    repository.edit(rubric, "  - A-DEM1\n", "  - A-DEM2\n")
    repository.commit("Another one")
    assert any("A-DEM`, active until" in finding for finding in told_here(repository, "HEAD~1"))


def removed(repository: Repository) -> str:
    """Commit the removal of A-DEM2, and give what it held."""
    path = repository.root / DEM2
    text = path.read_text()
    path.unlink()
    repository.edit("rubrics/A-DEM.yaml", "  - A-DEM2\n", "")
    repository.commit("A-DEM2 is gone")
    repository.edit("rubrics/A-DEM.yaml", "  - A-DEM1\n", "  - A-DEM1\n  - A-DEM2\n")
    return text


def test_a_benchmark_that_is_added_again_with_other_values_asks_for_a_new_version(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    path, text = repository.root / DEM2, removed(repository)
    path.write_text(text.replace("0.80", "0.85"))
    message = f"{DEM2}: `A-DEM2`, active before, is now scored differently, but still version 1"
    assert [each for each in told_here(repository, "HEAD") if DEM2 in each] == [message]
    repository.commit("A-DEM2 is back")
    assert [each for each in told_here(repository, "HEAD~1") if DEM2 in each] == [message]
    path.write_text(text.replace("0.80", "0.85") + "version: 2\n")
    assert [each for each in told_here(repository, "HEAD~1") if DEM2 in each] == []


def test_a_benchmark_that_is_added_again_as_it_was_needs_no_version(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    path, text = repository.root / DEM2, removed(repository)
    path.write_text(text)
    assert [each for each in told_here(repository, "HEAD") if DEM2 in each] == []


def test_a_draft_that_was_removed_is_compared_with_its_last_active_state(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.edit(DEM2, "weight: 0.5", "status: draft\nweight: 0.5")
    repository.commit("A draft")
    path, text = repository.root / DEM2, removed(repository)
    path.write_text(text.replace("0.80", "0.85"))
    (found,) = (each for each in told_here(repository, "HEAD") if DEM2 in each)
    assert found.startswith(f"{DEM2}: `A-DEM2`, active until 20")


def test_a_code_that_is_new_needs_no_version(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    removed(repository)
    (repository.root / "a-component/A-DEM8.yaml").write_text(spec(DEM2, code="A-DEM8"))
    assert [each for each in told_here(repository, "HEAD") if "A-DEM8.yaml" in each] == []
