"""What the shipped suite forbids, as settings for other suites."""

from __future__ import annotations

from support.paths import REPOSITORY

_HEADING = "[[forbidden]]"
FORBIDDEN = _HEADING + (REPOSITORY / "benchdocs.toml").read_text("utf-8").partition(_HEADING)[2]
"""Its patterns, which rule SCP701 looks for."""
