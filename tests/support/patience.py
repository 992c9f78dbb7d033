"""How tests wait: for a condition, never for a time. A busy machine is slow, which is no failure."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300.0
"""Seconds after which something that has not come never will."""
_PAUSE = 0.02


def wait_until(is_so: Callable[[], object], what: str) -> None:
    """Wait until a condition holds, and fail where it never does."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(_PAUSE)
