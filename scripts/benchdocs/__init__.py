"""Turn benchmark specs into a checked, linked and charted documentation site.

Python programs find the functions of `api` here, imported when they are first used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchdocs.api import changes, check, load, verdict

__all__ = ["changes", "check", "load", "verdict"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from benchdocs import api

    return getattr(api, name)
