"""Standard streams that a command can always write to, so that it does its work whoever reads them."""

import io
import os
import sys
from errno import EPIPE
from typing import Any


class _Lasting(io.FileIO):
    """File behind a standard stream; what it cannot take is lost, and the reason is kept."""

    reason: OSError | None = None

    def write(self, data: Any, /) -> int:
        """Write bytes, unless an earlier write failed; return how many there were."""
        if self.reason is None:
            try:
                return super().write(data)
            except OSError as error:
                self.reason = error
        return memoryview(data).nbytes


def make_lasting() -> None:
    """Let no write to a standard stream fail; a closed one takes everything.

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
        elif stream is getattr(sys, f"__{name}__") and isinstance(_raw(stream), io.FileIO):
            lasting = io.BufferedWriter(_Lasting(number, "w", closefd=False))
            at_once = stream.line_buffering or stream.write_through
            text = io.TextIOWrapper(lasting, stream.encoding, stream.errors, line_buffering=at_once)
            setattr(sys, name, text)


def _raw(stream: Any) -> Any:
    """Return the file behind a text stream, which has a buffer unless Python is told to have none."""
    buffer = getattr(stream, "buffer", None)
    return getattr(buffer, "raw", buffer)


def why_lost() -> str:
    """Return why output was lost; nothing where all of it was written, or its reader wanted no more."""
    sys.stdout.flush()
    reason = getattr(_raw(sys.stdout), "reason", None)
    return "" if reason is None or reason.errno == EPIPE else str(reason.strerror)
