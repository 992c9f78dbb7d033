"""How a report looks where it is shown: color on a terminal, plain text anywhere else."""

import os
from collections.abc import Mapping
from typing import NamedTuple, TextIO

import click

from benchdocs.rules.finding import Severity

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


class Style(NamedTuple):
    """What may be added to a report's text: color."""

    color: bool = False

    def strong(self, text: str) -> str:
        """Return emphasized text."""
        return click.style(text, bold=True) if self.color else text

    def faint(self, text: str) -> str:
        """Return dimmed text."""
        return click.style(text, dim=True) if self.color else text

    def of(self, severity: Severity, text: str) -> str:
        """Return a text in the color of a severity, which the report names by its word as well."""
        if not self.color:
            return text
        return click.style(text, fg=_COLORS[severity], bold=True)


PLAIN = Style()


def style_of(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Style:
    """Return what a stream can show: plain text unless it is a terminal or the environment forces color."""
    terminal = stream.isatty() and environment.get("TERM") != "dumb"
    forced = any(environment.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE"))
    return Style(not environment.get("NO_COLOR") and (forced or terminal))
