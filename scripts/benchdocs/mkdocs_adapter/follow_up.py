"""Work that a rebuild of a preview leaves for a moment later."""

import gc
import threading
from collections.abc import Callable

DELAY = 1.0
"""Seconds until the work starts: browsers load the pages that they show first."""
_SUPERSEDED_PER_COLLECTION = 4
"""Collect garbage after this many superseded rebuilds."""


class Superseded(BaseException):
    """Ends the making of pages that a newer rebuild will make again; no error, so nothing reports it."""


class FollowUp:
    """The work left by the last rebuild; the next rebuild ends it."""

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None
        self._is_superseded = threading.Event()
        self._count = 0

    def start(self, work: Callable[[], None]) -> None:
        """Run the work after `DELAY` seconds, in a thread of its own."""
        self._timer = threading.Timer(DELAY, work)
        self._timer.start()

    @property
    def is_alive(self) -> bool:
        """Whether the work is under way or still to come."""
        return self._timer is not None and self._timer.is_alive()

    def wait(self) -> None:
        """Wait until the work is done."""
        if self._timer:
            self._timer.join()

    def end(self) -> bool:
        """End the work, whether it has started or not; return whether any was ever started."""
        if not self._timer:
            return False
        self._is_superseded.set()
        self._timer.cancel()
        self._timer.join()
        self._is_superseded.clear()
        self._count += 1
        if self._count % _SUPERSEDED_PER_COLLECTION == 0:
            gc.collect()
        return True

    def stop_if_superseded(self) -> None:
        """Raise `Superseded` where a newer rebuild waits for the work to end."""
        if self._is_superseded.is_set():
            raise Superseded
