"""How tests wait: for a condition, never for a time. A busy machine is slow, which is no failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 300.0
"""Seconds after which something that has not come never will."""
MOST_WORK = 20
"""Seconds of processor time for what takes less than one, unless each part makes it look at all others."""
_PAUSE = 0.02


def wait_until(is_so: Callable[[], object], what: str) -> None:
    """Wait until a condition holds, and fail where it never does."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(_PAUSE)


@contextmanager
def little_work() -> Iterator[None]:
    """Fail where a block takes the processor time of work that grows with the square of its input."""
    start = time.process_time()
    yield
    assert time.process_time() - start < MOST_WORK
