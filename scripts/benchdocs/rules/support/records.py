"""What the rules on review records and releases share: both are dated, and added, never changed."""

import datetime
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from benchdocs.documents.locations import Place
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import TextFile
from benchdocs.rules.finding import Violation
from benchdocs.specs.discovery import RELEASE_FOLDER, REVIEWERS_FILE
from benchdocs.suite.reviews import reviewers
from benchdocs.suite.suite import Suite

if TYPE_CHECKING:
    from benchdocs.history.records import RecordLog

DIGEST = r"[0-9a-f]{64}"
"""Form of a SHA-256."""


def today() -> datetime.date:
    """Return the day of a build: that of `SOURCE_DATE_EPOCH` where it is set, so that it can be repeated."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    with suppress(ValueError, OverflowError, OSError):  # what is no number, or no day of a calendar
        return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).date()
    return datetime.date.today()


def is_to_come(day: datetime.date | None) -> bool:
    """Return whether a day is later than today; where it was written it may be tomorrow already."""
    return day is not None and day > today() + datetime.timedelta(days=1)


def record_log(suite: Suite) -> "RecordLog | None":
    """Return what git knows of a suite's records; None where it has none, so that git need not be asked."""
    if not (suite.reviews or reviewers(suite) or (suite.root / RELEASE_FOLDER).is_dir()):
        return None
    from benchdocs.history import records

    return records.record_log(suite.root)


def unlisted_reviewer(suite: Suite, document: TextFile, place: Place, who: str) -> Iterator[Violation]:
    """Yield the violation of naming someone whom the list of reviewers lacks; nothing for who is listed."""
    if who not in reviewers(suite):
        message = f"`{REVIEWERS_FILE}` does not list the reviewer `{who}`"
        hint = did_you_mean(who, reviewers(suite)) or f"add the reviewer to `{REVIEWERS_FILE}`"
        yield Violation(document, place, message, hint)


def altered(suite: Suite, log: "RecordLog | None", folder: str, noun: str) -> Iterator[Violation]:
    """Yield the files of a folder that are not as they were added, or are gone, each with what happened."""
    documents: dict[str, TextFile] = {file.document.path: file.document for file in suite.files}
    elsewhere = suite.reviewers.document if suite.reviewers else suite.settings.file
    for path, how in sorted(log.altered.items()) if log else ():
        if path.startswith(f"{folder}/"):
            named = noun if path in documents else f"{noun} `{path}`"
            message = f"the {named} was {how}; {noun}s are only added"
            hint = "restore it as it was added"
            yield Violation(documents.get(path, elsewhere), Place(), message, hint)
