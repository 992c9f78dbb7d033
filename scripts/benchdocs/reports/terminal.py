"""How a report looks where it is shown: color and links on a terminal, plain text anywhere else."""

import os
from collections.abc import Mapping
from typing import NamedTuple, TextIO

import click

from benchdocs.reports.urls import rule_url, site_address
from benchdocs.rules.finding import Severity

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


class Style(NamedTuple):
    """What may be added to a report's text: color, and links to the site at this address."""

    color: bool = False
    site: str = ""

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

    def rule(self, rule_id: str) -> str:
        """Return a rule's ID, as a link to its page where there are links."""
        if not self.site:
            return rule_id
        return f"\x1b]8;;{self.site}{rule_url(rule_id)}\x1b\\{rule_id}\x1b]8;;\x1b\\"


PLAIN = Style()


def style_of(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Style:
    """Return what a stream can show: plain text unless it is a terminal or the environment forces color."""
    terminal = stream.isatty() and environment.get("TERM") != "dumb"
    forced = any(environment.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE"))
    color = not environment.get("NO_COLOR") and (forced or terminal)
    return Style(color, site_address(environment) if terminal else "")
