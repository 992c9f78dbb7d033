"""REL1401: a release that is not what its file is called, cannot be, or was altered."""

import re
from collections.abc import Iterator

from benchdocs.documents.locations import at
from benchdocs.rules.finding import Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support.records import DIGEST, altered, is_to_come, record_log
from benchdocs.specs.discovery import RELEASE_FOLDER
from benchdocs.specs.releases import RELEASE_NAME
from benchdocs.suite.suite import Suite


@rule(
    "REL1401",
    "release misplaced, impossible or altered",
    source="Project conventions: releases",
    unfixable="whether the name is wrong or the file's only you know",
)
def misplaced_release(suite: Suite) -> Iterator[Violation]:
    """A release is not in the file of its name, `releases/NAME.yaml`; or its name has other characters than
    letters, digits, dots, hyphens and underscores; or its digest is no SHA-256; or its day is yet to come.
    Or the file was edited, renamed or deleted after it was added; where the suite is in git, its history is
    searched.

    Why: results, pages and paper copies name a release. Its file has to be found by that name.

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
    yield from altered(suite, record_log(suite), RELEASE_FOLDER, "release")
    for release in suite.releases:
        name = release.fields.name
        if name and not re.fullmatch(RELEASE_NAME, name):
            message = f"`{name}` is no name of a release"
            hint = "take letters, digits, dots, hyphens and underscores, 64 at most"
            yield Violation(release.document, at("name"), message, hint)
        elif name and release.document.path != f"{RELEASE_FOLDER}/{name}.yaml":
            hint = f"call the file `{RELEASE_FOLDER}/{name}.yaml`, or correct the name"
            yield Violation(release.document, at("name"), f"the file of release `{name}` is called so", hint)
        if is_to_come(day := release.fields.date):
            hint = "write the day of the release"
            yield Violation(release.document, at("date"), f"{day} is yet to come", hint)
        for field in ("digest", "norms"):
            digest = getattr(release.fields, field)
            if digest and not re.fullmatch(DIGEST, digest):
                message = f"the digest{' of the norms' if field == 'norms' else ''} is no SHA-256"
                hint = "`benchdocs release NAME` works it out"
                yield Violation(release.document, at(field), message, hint)
