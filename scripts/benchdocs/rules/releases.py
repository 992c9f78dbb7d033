"""REL1401: a release that is not what its file is called, cannot be, or was altered."""

import re
from collections.abc import Iterator, Mapping

from benchdocs.documents.locations import at
from benchdocs.rules.finding import Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support.records import A_DAY, DIGEST, altered, impossible_day, record_log
from benchdocs.specs.discovery import RELEASE_FOLDER
from benchdocs.specs.releases import RELEASE_NAME, Release
from benchdocs.specs.validation import Spec
from benchdocs.suite.suite import Suite


@rule(
    "REL1401",
    "release misplaced, impossible or altered",
    source="Project conventions: releases",
    unfixable="only you know whether the name or the file name is wrong",
)
def misplaced_release(suite: Suite) -> Iterator[Violation]:
    """A release is not in the file of its name, `releases/NAME.yaml`. Or its name contains something other
    than letters, digits, dots, hyphens and underscores; its digest is not a SHA-256; or its date is in the
    future, before the suite's first commit, or before that of a release that was committed earlier. Or the
    file was edited, renamed or deleted after it was added; for a suite in git, the check searches its
    history. If git cannot read it, or lacks the older commits, a warning says so.

    Why: results, pages and paper copies name a release. Readers must be able to find its file by that name.

    Fix: let `benchdocs release NAME` write the file, and never change it.

    Bad (whole file) releases/1.1.yaml:

        name: "1.0"
        date: 2026-01-31
        digest: "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5ccb19ba61c4c0873"

    Good (whole file) releases/1.0.yaml:

        name: "1.0"
        date: 2026-01-31
        digest: "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5ccb19ba61c4c0873"
    """
    log = record_log(suite)
    added = {path: commit.day for path, commit in log.added.items()} if log else {}
    yield from altered(suite, log, RELEASE_FOLDER, "release")
    for release in suite.releases:
        name = release.fields.name
        if name and not re.fullmatch(RELEASE_NAME, name):
            message = f"`{name}` is not a valid name for a release"
            hint = "use at most 64 letters, digits, dots, hyphens and underscores"
            yield Violation(release.document, at("name"), message, hint)
        elif name and release.document.path != f"{RELEASE_FOLDER}/{name}.yaml":
            message = f"the file of the release `{name}` must have its name"
            hint = f"name the file `{RELEASE_FOLDER}/{name}.yaml`, or correct the name"
            yield Violation(release.document, at("name"), message, hint)
        message = impossible_day(suite.root, log, release.fields.date) or _overtaken(suite, added, release)
        if message:
            yield Violation(release.document, at("date"), message, "write the date of the release")
        for field in ("digest", "norms"):
            digest = getattr(release.fields, field)
            if digest and not re.fullmatch(DIGEST, digest):
                message = f"the digest{' of the norms' if field == 'norms' else ''} is not a SHA-256"
                yield Violation(release.document, at(field), message, "`benchdocs release NAME` computes it")


def _overtaken(suite: Suite, added: Mapping[str, str], release: Spec[Release]) -> str:
    """Return that a release is dated before one that was committed on an earlier day; else an empty text."""
    day, own = release.fields.date, added.get(release.document.path, "not yet")
    for path, date, name in ((each.document.path, each.fields.date, each.stem) for each in suite.releases):
        if day and date and day + A_DAY < date and added.get(path, own) < own:
            return f"{day} is before {date}, the date of the earlier release `{name}`"
    return ""
