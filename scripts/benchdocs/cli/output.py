"""What several commands print."""

from __future__ import annotations

import sys

import click

from benchdocs.reports import text
from benchdocs.reports.terminal import style_of
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import Report


def show_text(report: Report) -> None:
    """Print the findings for people; the summary stands last."""
    style = style_of(sys.stdout)
    for line in text.findings_text(report.findings, style):
        click.echo(line, color=style.color)
    for line in text.closing_lines(report, report.findings, report.findings, site_address()):
        click.echo(line)
