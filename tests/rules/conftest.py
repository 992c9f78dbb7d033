"""A suite in git for tests of rules on records."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.repositories import Repository
from support.reviews import REVIEWERS


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """The demonstration suite in git, with reviewers."""
    repository = Repository(tmp_path / "suite")
    (repository.root / "reviewers.yaml").write_text(REVIEWERS)
    repository.commit("Reviewers")
    return repository
