"""End in order when the system or a closed terminal asks for it: what was begun is cleared away."""

import signal
import threading

_REQUESTS = ("SIGTERM", "SIGHUP")


def end_in_order() -> None:
    """Let requests to end do what Ctrl-C does: temporary folders are removed, and no half is left."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in _REQUESTS:
        number = getattr(signal, name, None)  # Windows has no terminal that hangs up
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores one
            signal.signal(number, signal.default_int_handler)
