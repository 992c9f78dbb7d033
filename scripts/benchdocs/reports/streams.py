"""Standard streams that a command can always write to, so that it does its work whoever reads them."""

import io
import os
import sys
from errno import EPIPE


class _Lasting(io.TextIOWrapper):
    """Standard stream that takes everything after a write has failed, and keeps the reason.

    Only whole writes are watched: were the bytes' own writer in Python, an interrupt could come between a
    write and the buffer's knowledge of it, and the text would be written twice.
    """

    reason: OSError | None = None

    def write(self, text: str, /) -> int:
        """Write a text; return its length."""
        try:
            return super().write(text)
        except OSError as error:
            self._give_up(error)
            return len(text)

    def flush(self) -> None:
        """Write what is in the buffer."""
        try:
            super().flush()
        except OSError as error:
            self._give_up(error)
            super().flush()

    def _give_up(self, error: OSError) -> None:
        """Lead the stream to where everything can be written."""
        self.reason = self.reason or error
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


def make_lasting() -> None:
    """Let no write to a standard stream fail: they take UTF-8, whatever the system's encoding, and a closed
    one takes everything.

    Its number is taken as well: a file of that number would receive what is written to the stream.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest free number
    for number, name in ((1, "stdout"), (2, "stderr")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", closefd=False))
            continue
        buffer = getattr(stream, "buffer", None)
        is_file = isinstance(getattr(buffer, "raw", buffer), io.FileIO)  # no console of Windows
        if is_file and stream is getattr(sys, f"__{name}__"):
            at_once = stream.line_buffering or stream.write_through
            raw = os.fdopen(number, "wb", closefd=False)
            lasting = _Lasting(raw, "utf-8", stream.errors, line_buffering=at_once)
            setattr(sys, name, lasting)


def why_lost() -> str:
    """Return why output was lost; nothing where all of it was written, or its reader wanted no more."""
    sys.stdout.flush()
    reason = getattr(sys.stdout, "reason", None)
    if reason is None or reason.errno == EPIPE:
        return ""
    return str(reason.strerror)
