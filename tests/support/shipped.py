"""The shipped suite, checked once for all tests of a process that only read what the check gives."""

from __future__ import annotations

from functools import cache

from benchdocs.rules.check import Report, check
from benchdocs.site.site import Site
from support.paths import REPOSITORY


@cache
def shipped_report() -> Report:
    """Return what the check of the shipped suite gives."""
    return check(REPOSITORY)


@cache
def shipped_pages() -> Site:
    """Return the site of that check, whose pages are made once for all tests of a process."""
    return Site(shipped_report())
