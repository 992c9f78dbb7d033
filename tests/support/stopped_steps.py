"""Stop a command between two of its steps, as a full disk would."""

from __future__ import annotations

from errno import ENOSPC
from pathlib import Path

import pytest

from benchdocs.authoring.changeset import Step


def stop_after(monkeypatch: pytest.MonkeyPatch, root: Path, count: int) -> None:
    """Let that many steps be carried out in this root, and refuse the next."""
    do, left = Step.do, count

    def limited(step: Step, where: Path) -> None:
        nonlocal left
        if where == root:
            left -= 1
            if left < 0:
                raise OSError(ENOSPC, "No space left on device", step.path)
        do(step, where)

    monkeypatch.setattr(Step, "do", limited)
