"""A review becomes suspect by what it covers, and says since which commit and by which changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.history.changes import changes
from benchdocs.history.log import short
from benchdocs.history.signatures import reviewed
from benchdocs.specs.field_facts import Effect
from benchdocs.suite.meaning import fingerprint
from benchdocs.suite.reviews import Standing
from support.case_files import CASES
from support.commands import rename
from support.edits import DEM1, FILES, PROMPT
from support.repositories import Repository
from support.reviews import review
from support.suites import suite_in, suite_with
from support.tables import table

NEW_PROMPT = PROMPT.replace("arrival", "coming")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A suite of all kinds of files, every spec reviewed."""
    made = Repository(tmp_path / "repository")
    suite_with(made.root, {path: text for path, text in FILES.items() if not path.startswith("reviews/")})
    made.commit("All kinds of files")
    for code in ("A", "A-AUX"):
        assert review(made.root, code, "--with-members", on="2023-11-16").exit_code == 0
    made.commit("Reviews")
    return made


@table
def test_a_review_is_suspect_by_what_it_covers(
    path: str, old: str, new: str, suspect: str, because: str, repository: Repository
) -> None:
    since = short(repository.git("rev-parse", "HEAD").strip())
    repository.edit(path, old, new)
    suite = suite_in(repository.root)
    found = {spec.code: reviewed(suite, spec) for spec in suite.specs}
    outdated = [code for code, state in found.items() if state.standing is Standing.OUTDATED]
    assert set(outdated) == set(suspect.split())
    for code in outdated:
        suspicion = found[code].suspicion
        assert suspicion
        assert suspicion.since == since
        assert any(text.endswith(because) for text in suspicion.because), suspicion.because


def test_the_moves_and_codes_of_a_renaming_are_editorial(repository: Repository) -> None:
    root = repository.root
    (root / "docs/methodology/coverage.md").write_text("# Coverage\n\nA-DEM1 has all.\n")
    repository.commit("Before")
    before = suite_in(root)
    rename(root, "A-DEM1", "A-DEM7")
    (root / "docs/methodology/coverage.md").write_text("# Coverage\n\nA-DEM7 has all.\n")
    found = changes(before, suite_in(root))
    assert [change for change in found if change.effect is not Effect.EDITORIAL] == []
    assert {f"{CASES} written differently", "A-DEM1 renamed to A-DEM7"} <= {change.text for change in found}


def test_a_prompt_of_another_name_leaves_its_signatures_valid(repository: Repository) -> None:
    root = repository.root
    before = suite_in(root)
    repository.move(PROMPT, NEW_PROMPT)
    repository.edit(DEM1, PROMPT, NEW_PROMPT)
    after = suite_in(root)
    marks = [{spec.code: fingerprint(each, spec) for spec in each.specs} for each in (before, after)]
    assert marks[0] == marks[1]
    assert {change.effect for change in changes(before, after)} == {Effect.EDITORIAL}
